/* SPDX-License-Identifier: MIT */
/* awari_retro.h - all boards of n stones solved backwards, boards of fewer being known.

   Captures leave the layer; what the best of them is worth is known at once.  Other moves
   stay in it and may go round for ever, which is worth 0.  For t = n .. 1 two sets grow
   until nothing changes:

       won t     some move takes t or more in all, or leads to a lost t
       lost t    every move takes -t or less in all, or leads to a won t

   A board that enters one is worth t or -t, since it was in no set of a larger t; it is
   looked at once, when its predecessors are told.  What is never reached is worth 0.  The
   order within a t does not matter, so each thread follows its own stack. */
#ifndef SOLVE_AWARI_RETRO_H
#define SOLVE_AWARI_RETRO_H

#include "core/rules.h"
#include "solve/awari_index.h"

struct awari_retro {
    const lus_rules *r;
    const struct awari_index *x;
    int threads;
    int8_t *value[AWARI_MOST + 1]; /* by stones, then rank; NULL: not known */
    /* Told once the first pass, then each t, is done; may be NULL. */
    void (*tell)(void *arg, int passes);
    void *arg;
};

/* Fills in value[n], which the caller has allocated; negative: an error. */
int awari_retro_solve(struct awari_retro *a, int n);

#endif
