/* SPDX-License-Identifier: MIT */
/* linear_fit.h - the weights of a linear evaluation, fitted to the results of self-play.

   One position in four, drawn at random, is kept with its features (search.features of the
   rule set) and the result for the side to move.  The weights are those of a logistic
   regression,

       probability of winning = 1 / (1 + exp(-(tempo + sum of weight x feature)))

   computed by Newton's method.  Each game has a random stream of its own, and the games
   are added in order: the weights depend on the seed, not on the number of threads. */
#ifndef LEARN_LINEAR_FIT_H
#define LEARN_LINEAR_FIT_H

#include "core/rules.h"

struct linear_fit {
    /* Set by the caller: */
    const lus_rules *rules; /* with search.features, without dice */
    uint64_t seed;
    int games, depth, threads; /* of self-play */
    /* Set by linear_fit_run: */
    int64_t positions;
    double weight[MAX_FEATURES + 1]; /* the last one is the tempo */
    double error[MAX_FEATURES + 1];  /* half of the 95 % confidence intervals */
};

/* Plays the games and computes the weights.  Returns 0 or a negative error: LUS_EMEMORY,
   or that of a search. */
int linear_fit_run(struct linear_fit *f);

#endif
