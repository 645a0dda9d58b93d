/* SPDX-License-Identifier: MIT */
/* iterate.h - value iteration over a layer until nothing changes.

   A game provides one pass over its layer, which has these modes:

       initial       set the initial values
       sweep         update every value in place; store the changes if there is a history
       products      add up the products of the stored changes
       extrapolate   add the changes of the last sweeps, each times its weight
       measure       change nothing; only return what a sweep would change

   Values live in one or two arrays; the changes are stored in arrays of the same size.
   The last pass is always a measurement: it certifies the residual of the layer.  The
   iteration can stop after any pass and resume from its state. */
#ifndef RACE_ITERATE_H
#define RACE_ITERATE_H

#include "solve/solve.h"

enum sweep_mode {
    MODE_SWEEP,
    MODE_EXTRAPOLATE,
    MODE_MEASURE,
    MODE_PRODUCTS,
    MODE_INITIAL
};
/* Sweeps that an extrapolation uses, and arrays of values, at most. */
enum { ITERATE_HISTORY = 4, ITERATE_ARRAYS = 2 };

/* Sums of the products of changes a and b, b <= a. */
typedef double change_products[ITERATE_HISTORY][ITERATE_HISTORY];

struct iteration {
    /* REQUIRED.  One pass in the current mode; returns the largest change, or a negative
       error. */
    double (*run)(void *sweep, int threads);
    /* REQUIRED with a history.  One pass in the mode `products`; the sums must not depend on
       the number of threads.  Returns 0 or a negative error. */
    int (*products)(void *sweep, int threads, change_products sum);
    /* OPTIONAL.  Called after every pass but the last: may save the layer.  Returns 0 or a
       negative error. */
    int (*save)(void *sweep);
    void *sweep;
    int threads;
    uint64_t positions;
    double limit; /* sweeps until the residual is at most this */
    int history;  /* sweeps an extrapolation uses; 0: no extrapolation */

    float *change[ITERATE_ARRAYS][ITERATE_HISTORY]; /* of each array; not used without a
                                                       history */
    double weight[ITERATE_HISTORY];                 /* of an extrapolation */

    /* The state from which the iteration continues. */
    enum sweep_mode mode;
    int sweep_count; /* sweeps done */
    int newest;      /* the element of the history that a sweep writes */
};

/* Sweeps until the residual is at most it->limit.  Returns 0, LUS_ESTATE if that does not
   happen within 2000 sweeps, or the error of a pass. */
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
