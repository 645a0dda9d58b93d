/* SPDX-License-Identifier: MIT */
/* fit.h - weighing the traits of a linear evaluation by how games end.

   The program plays itself; every fourth position is kept with its traits and what
   the side to move got in the end.  The weights are those of a logistic curve,

       chance to win = 1 / (1 + exp(-(tempo + sum of weight x trait)))

   found by Newton's method.  Games are drawn from streams of their own and kept in
   order, so the weights depend on the seed, not on the number of threads. */
#ifndef ARENA_FIT_H
#define ARENA_FIT_H

#include "core/rules.h"

struct fit {
    const lus_rules *rules; /* with traits */
    uint64_t seed;
    int games, depth, threads;
    /* Found: */
    int64_t positions;
    double weight[MAX_FEATURES + 1]; /* the last is the tempo */
    double error[MAX_FEATURES + 1];  /* half of their 95 % intervals */
};

/* 0 or LUS_EMEMORY. */
int fit_run(struct fit *f);

#endif
