/* SPDX-License-Identifier: MIT */
/* team.h - several processes that solve the layers of a race game together.

   Every process ("rank") holds all tables of the game, but of the cells of a layer only its
   own chunks and what they read.  Within a step each rank updates its part of the chunks;
   then the ranks send each other the cells that the others read.  What is sent follows from
   the order of chunks and from the pages that each rank reads, so both sides know it. */
#ifndef RACE_TEAM_H
#define RACE_TEAM_H

#include <stddef.h>
#include <stdint.h>
#include "race/race.h"
#include "solve/solve_team.h"

/* The team while one layer is solved. */
struct team_layer {
    uint8_t *reads; /* per rank: the pages of the window it reads */
    uint64_t pages;
    struct team_message *send, *receive;
};

/* The end of the step that begins with a chunk. */
uint32_t team_step_end(const struct race_order *o, uint32_t first);
/* The first chunk of a rank in the step first .. end - 1: equal shares of chunks. */
uint32_t team_share(uint32_t first, uint32_t end, int rank, int ranks);
/* Whether a chunk belongs to this rank. */
bool team_owns(const struct race_sweep *s, uint32_t chunk);
/* Exchanges which pages each rank reads.  0 or LUS_EMEMORY; team_layer_free frees it, also
   after a failure. */
int team_layer_make(struct race_sweep *s);
void team_layer_free(struct race_sweep *s);
/* One pass over the chunks of all ranks; returns the largest change, or an error. */
double team_pass(struct race_sweep *s, int threads,
                 double (*chunk)(const void *sweep, uint32_t chunk));
/* Writes the cells of the own chunks, to a file.  0 or LUS_EFILE. */
int team_write(struct race_sweep *s, int file);

/* Solves layers together with rank 0, until it calls broadcast with TEAM_QUIT.  Returns 0 or
   an error. */
int team_work(const struct solver *solver, const lus_rules *r, int size,
              const struct solve_work *work, int threads);

#endif
