/* SPDX-License-Identifier: MIT */
/* awari_retro.h - retrograde analysis of all boards of n stones.

   Boards of fewer stones are solved.  Captures leave the layer, so the value of the best
   capture is known at once.  Other moves stay in the layer and may repeat without end,
   which is worth 0.  For t = n .. 1 two sets grow until nothing changes:

       won t     some capture is worth at least t, or some move leads to a lost t
       lost t    every capture is worth at most -t, and every other move leads to a won t

   A board that enters a set has the value t or -t, since it was in no set of a larger t.
   It is processed once, when its predecessors are updated.  A board that enters no set has
   the value 0.  The order within one t does not matter, so each thread uses its own
   stack. */
#ifndef RETRO_AWARI_RETRO_H
#define RETRO_AWARI_RETRO_H

#include "core/rules.h"
#include "retro/awari_index.h"

struct awari_retro {
    const lus_rules *r;
    const struct awari_index *x;
    int threads;
    /* OPTIONAL: other processes that solve with this one (awari_team.h); the values are then
       only those of the own boards. */
    struct solve_team *team;
    int8_t *value[AWARI_MAX_STONES + 1]; /* by stones, then rank; NULL: not solved */
    /* OPTIONAL: called after each scan of the layer. */
    void (*report)(void *arg, int scans);
    void *arg;
};

/* Fills in value[n], which the caller has allocated.  Returns 0 or LUS_EMEMORY. */
int awari_retro_solve(struct awari_retro *a, int n);

#endif
