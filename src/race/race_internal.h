/* SPDX-License-Identifier: MIT */
/* race_internal.h - the index and the job of a table of a race game. */
#ifndef RACE_RACE_INTERNAL_H
#define RACE_RACE_INTERNAL_H

#include <stddef.h>
#include "race/race.h"

struct race_index {
    const lus_rules *r;
    const struct race_game *game;
    int pieces;
    max_align_t x[]; /* the index of the game */
};

struct race_job {
    const struct race_index *index;
    int threads;
    void *data; /* of the game */
    struct race_half half[RACE_MAX_SIDE + 1][RACE_MAX_SIDE + 1];
};

/* Sweeps all chunks in the mode of the iteration (iterate.h: run); returns the largest
   change. */
double race_sweep_run(void *sweep, int threads);

#endif
