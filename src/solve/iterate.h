/* SPDX-License-Identifier: MIT */
/* iterate.h - sweeps over a layer until nothing changes, certified by a last look.

   A game gives one pass over its layer, which is of three kinds:

       sweep   every value updated in place; changes kept if there is room for them
       leap    the changes of the last sweeps added, each as often as `leap` says
       look    nothing changed, only told what a sweep would change

   and keeps its values in one or two arrays, of which the changes are those of the value
   at the same place. */
#ifndef SOLVE_ITERATE_H
#define SOLVE_ITERATE_H

#include "solve/solve.h"

enum pass { PASS_SWEEP, PASS_LEAP, PASS_LOOK };
enum { ITERATE_KEPT = 4, ITERATE_ARRAYS = 2 }; /* at most */

struct iteration {
    /* One pass; returns the largest change. */
    double (*run)(void *sweep, int threads);
    void *sweep;
    int threads;
    uint64_t positions;
    uint64_t cells[ITERATE_ARRAYS]; /* whole eights; 0: the same as the first */
    int kept;                       /* sweeps a leap looks back; 0: no leaps */

    enum pass pass;
    float *change[ITERATE_ARRAYS][ITERATE_KEPT]; /* NULL: none are kept */
    int now;                                     /* the one a sweep writes */
    double leap[ITERATE_KEPT];
};

int iterate(struct iteration *it, struct solve_progress *progress, double *residual);

/* Adds what a leap says to n cells of an array from `from` on. */
static inline void iterate_leap(const struct iteration *it, int array, uint64_t from,
                                int n, double *cell)
{
    for (int k = 0; k < it->kept; k++) {
        const float *change = it->change[array][k] + from;
        for (int i = 0; i < n; i++)
            cell[i] += it->leap[k] * (double)change[i];
    }
}

/* Sets the leap where the changes kept lead; false: they do not tell (leap.c). */
bool leap_find(struct iteration *it);

#endif
