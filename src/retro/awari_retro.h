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
   stack.

   Under oware a repetition gives each side its own row, so a board alone has no value.  It
   has bounds: what the side to move can force (lower) and what it cannot exceed (upper) if
   endless play counts as the loss of all n stones for the side that tries to force
   something.  Every game from a board without a history ends between them.  They are found
   in the same way, for t = n, n - 2, .. -n + 2, with two roles of the side to move:

       lower t     some capture is worth at least t (by its upper bound), or some move leads
                   to an upper -t
       upper -t    every capture is worth at most -t (by its lower bound), and every other
                   move leads to a lower t

   Boards that enter no set have the bounds -n and n.  All stones are counted at the end
   (A5, A7), so bounds are even if and only if n is. */
#ifndef RETRO_AWARI_RETRO_H
#define RETRO_AWARI_RETRO_H

#include "core/rules.h"
#include "retro/awari_index.h"

/* 646,646 boards: 0.1 s of CPU, bounds 0.2 s.  Players, hints, analyses and reviews have so
   many stones without any file (solve/small_table.h). */
enum { AWARI_IN_MEMORY = 10 };

struct awari_retro {
    const lus_rules *r;
    const struct awari_index *x;
    int threads;
    /* OPTIONAL: other processes that solve with this one (awari_team.h); the values are then
       only those of the own boards. */
    struct solve_team *team;
    /* By stones, then rank; NULL: not solved.  A board has one value, or a lower and an upper
       bound (awari_numbers). */
    int8_t *value[AWARI_MAX_STONES + 1];
    /* OPTIONAL: called after each scan of the layer. */
    void (*report)(void *arg, int scans);
    void *arg;
};

/* The numbers of a board: 1, its value; or 2, a lower and an upper bound. */
int awari_numbers(const lus_rules *r);

/* Fills in value[n], which the caller has allocated.  Returns 0 or LUS_EMEMORY. */
int awari_retro_solve(struct awari_retro *a, int n);

#endif
