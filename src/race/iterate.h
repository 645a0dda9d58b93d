/* SPDX-License-Identifier: MIT */
/* iterate.h - value iteration over a layer until nothing changes.

   A game provides one sweep over its layer, which has three modes:

       sweep         update every value in place; store the changes if there is a history
       extrapolate   add the changes of the last sweeps, each times its weight
       measure       change nothing; only return what a sweep would change

   Values live in one or two arrays; the changes are stored in arrays of the same size.
   The last sweep is always a measurement: it certifies the residual of the layer. */
#ifndef RACE_ITERATE_H
#define RACE_ITERATE_H

#include "solve/solve.h"

enum sweep_mode { MODE_SWEEP, MODE_EXTRAPOLATE, MODE_MEASURE };
enum { ITERATE_HISTORY = 4, ITERATE_ARRAYS = 2 }; /* at most */

struct iteration {
    /* REQUIRED.  One sweep in the current mode; returns the largest change. */
    double (*run)(void *sweep, int threads);
    void *sweep;
    int threads;
    uint64_t positions;
    uint64_t cells[ITERATE_ARRAYS]; /* multiples of 8; 0: there is no second array */
    int history; /* sweeps an extrapolation uses; 0: no extrapolation */

    enum sweep_mode mode;
    float *change[ITERATE_ARRAYS][ITERATE_HISTORY]; /* NULL: changes are not stored */
    int newest;                                     /* the element a sweep writes */
    double weight[ITERATE_HISTORY];                 /* of an extrapolation */
};

/* Sweeps until the residual is at most 1e-13.  Returns 0, or LUS_ESTATE if that does not
   happen within 2000 sweeps.  Without memory for the history there are no
   extrapolations. */
int iterate(struct iteration *it, struct solve_progress *progress, double *residual);

/* Applies the weights of an extrapolation to n cells of an array from `from` on. */
static inline void iterate_extrapolate(const struct iteration *it, int array,
                                       uint64_t from, int n, double *cell)
{
    for (int k = 0; k < it->history; k++) {
        const float *change = it->change[array][k] + from;
        for (int i = 0; i < n; i++)
            cell[i] += it->weight[k] * (double)change[i];
    }
}

#endif
