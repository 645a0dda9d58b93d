/* SPDX-License-Identifier: MIT */
/* iterate.h - value iteration over a layer until nothing changes.

   A game provides one pass over its layer, which has these modes:

       initial    set the initial values
       sweep      update every value in place
       measure    change nothing; only return what a sweep would change

   The slowest error shrinks by the same factor f in every sweep.  So every fourth sweep is
   continued: with x the values before it and y those after it, all values are set to
   y + f / (1 - f) (y - x), and f is the quotient of the largest changes of the last two
   sweeps.  The sweeps that follow correct a bad estimate.

   If that error changes its sign in every sweep (houses, 1 against 1), the right factor is
   -f, and with +f the next change is 2 f / (1 - f) times the last one.  After two
   extrapolations in a row with nearly that quotient the sign of f changes, and in the same
   way back.  A larger change alone does not prove it: most extrapolations of blockade
   4 against 1 enlarge fast errors, which the next sweeps remove, and still pay.

   If f is 0.8 or more, it needs a better estimate.  Where one side can wait behind a block,
   values that are too high for that side shrink by only 0.998 per sweep (blockade 5
   against 1).  The changes of two sweeps do not give such an f: other errors and rounding
   change them more.  Twelve sweeps without an extrapolation give two means of f, of the last
   four and the four before; if they agree, the sweep is continued with the later one.  Values that become too
   low for the side that waits recover quickly, but a quick extrapolation would make them
   too high again: after a slow one, only errors with f below 0.65 are continued after a
   single period.

   A change of d leaves an error of up to d / (1 - f).  So the iteration ends when d is at
   most the limit and, with the mean f of the last four sweeps, none of which was continued,
   d / (1 - f) is at most limit / (1 - 0.7).  Rounding errors can repeat from sweep to sweep:
   changes below the limit that have not shrunk for eight sweeps also end it.

   The last pass is always a measurement: it certifies the residual of the layer.  The
   iteration can stop after any pass and resume from its state. */
#ifndef RACE_ITERATE_H
#define RACE_ITERATE_H

#include "solve/solve.h"

enum sweep_mode { MODE_SWEEP, MODE_MEASURE, MODE_INITIAL };
enum { ITERATION_HISTORY = 9 };

struct iteration {
    /* REQUIRED.  One pass in the current mode; returns the largest change, or a negative
       error. */
    double (*run)(void *sweep, int threads);
    /* OPTIONAL.  Keeps a copy of all values.  Returns 0 or a negative error. */
    int (*remember)(void *sweep);
    /* REQUIRED with `remember`.  Adds `weight` times the change since `remember` to each
       value.  Returns 0 or a negative error. */
    int (*extrapolate)(void *sweep, double weight);
    /* OPTIONAL.  Called after every pass but the last: may save the layer.  Returns 0 or a
       negative error. */
    int (*save)(void *sweep);
    void *sweep;
    int threads;
    uint64_t positions;
    double limit; /* sweeps until the residual is at most this */

    /* The state from which the iteration continues. */
    enum sweep_mode mode;
    int sweep_count; /* sweeps done */
    double change;   /* largest change of the last one */
    double factor;   /* the f with which it was extrapolated; 0: it was not */
    /* Extrapolations in a row with the wrong sign; every second one changes the sign of f. */
    int misses;
    int since; /* sweeps since the last extrapolation */
    double history
        [ITERATION_HISTORY]; /* largest changes of the last sweeps, the latest first */
    bool slow;               /* a slow error was extrapolated */
};

/* Sweeps until the residual is at most it->limit.  Returns 0, LUS_ESTATE if that does not
   happen within 2000 sweeps, or the error of a pass. */
int iterate(struct iteration *it, struct solve_progress *progress, double *residual);

#endif
