/* SPDX-License-Identifier: MIT */
/* team.h - several processes that solve the layers of a race game together.

   Every process ("rank") has the tables of the game, but keeps only its share of the pages
   of a layer.  Within a step each rank updates its part of the chunks.  The pages that they
   read are requested from the ranks that keep them, or read from the state files of earlier
   layers, and released when there is no room for them.  So a rank needs about 1/N of the
   memory, and the more it has the less is sent. */
#ifndef RACE_TEAM_H
#define RACE_TEAM_H

#include <stddef.h>
#include <stdint.h>
#include "race/race.h"
#include "solve/solve_team.h"

/* The team while one layer is solved. */
struct team_layer {
    uint16_t *home;                /* per page of the window: the rank that keeps it */
    uint64_t *kept;                /* per rank: its pages */
    uint64_t *before;              /* per chunk: the bytes of all chunks before it */
    bool alone;                    /* rank 0 keeps all pages and runs all chunks */
    uint32_t *rounds;              /* per step */
    struct team_message *out, *in; /* per rank: written cells and requests */
    struct team_sizes *sizes;      /* of `out` of all ranks, for every rank */
    struct team_message *answer, *arrival; /* pages to send and to receive */
    size_t answer_room, arrival_room;
};

/* A page that no rank keeps: it is in a state file. */
enum { TEAM_FILES = UINT16_MAX };

/* A message from one rank to another: bytes of cells, and requested pages. */
struct team_sizes {
    uint32_t bytes, pages;
};

/* The end of the step that begins with a chunk. */
uint32_t team_step_end(const struct race_order *o, uint32_t first);
/* The first chunk of a rank in the step first .. end - 1; `end` for a rank that does not
   exist. */
uint32_t team_share(const struct race_sweep *s, uint32_t first, uint32_t end, int rank);
/* Decides which rank keeps which page, and loads the own ones.  0, LUS_EMEMORY or LUS_EFILE;
   team_layer_free frees it, also after a failure. */
int team_layer_make(struct race_sweep *s);
void team_layer_free(struct race_sweep *s);
/* Plans the passes in the mode of the iteration.  0, LUS_EMEMORY, or LUS_ERANGE on all ranks:
   the memory of one is too small. */
int team_plan(struct race_sweep *s);
/* One pass over the chunks of all ranks; returns the largest change, or an error. */
double team_pass(struct race_sweep *s, int threads,
                 double (*chunk)(const void *sweep, uint32_t chunk));
/* After the own pages were changed outside of a pass, on all ranks. */
void team_changed(struct race_sweep *s);
/* Writes the own pages to a file.  0 or LUS_EFILE. */
int team_write(struct race_sweep *s, int file);

/* Solves layers together with rank 0, until it calls broadcast with TEAM_QUIT.  Returns 0 or
   an error. */
int team_work(const struct solver *solver, const lus_rules *r, int size,
              const struct solve_work *work, int threads);

#endif
