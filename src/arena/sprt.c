/* SPDX-License-Identifier: MIT */
/* sprt.c - see sprt.h. */
#include <math.h>
#include "arena/rate.h"
#include "arena/sprt.h"

enum { RESULTS = 5 };

/* A result that never came is given a thousandth of a pair: with a chance of nothing no
   other mean could be had at all. */
static double shares(const uint64_t pairs[RESULTS], double share[RESULTS])
{
    double n = 0;
    for (int i = 0; i < RESULTS; i++)
        n += share[i] = pairs[i] ? (double)pairs[i] : 1e-3;
    for (int i = 0; i < RESULTS; i++)
        share[i] /= n;
    return n;
}

/* The likeliest chances with this mean are share / (1 + x (score - mean)); x is where
   the mean comes out.  That falls as x grows, and all chances stay positive between
   -1 / (1 - mean) and 1 / mean: halving finds it. */
static double multiplier(const double share[RESULTS], double mean)
{
    double low = -1 / (1 - mean), high = 1 / mean;
    for (int step = 0; step < 60; step++) {
        double x = (low + high) / 2, off = 0;
        for (int i = 0; i < RESULTS; i++)
            off += share[i] * (i / 4.0 - mean) / (1 + x * (i / 4.0 - mean));
        if (off > 0)
            low = x;
        else
            high = x;
    }
    return (low + high) / 2;
}

double sprt_ratio(const struct sprt *t, const uint64_t pairs[RESULTS])
{
    double share[RESULTS], n = shares(pairs, share), sum = 0;
    double mean[2] = {rate_score(t->elo0), rate_score(t->elo1)};
    double x[2] = {multiplier(share, mean[0]), multiplier(share, mean[1])};
    for (int i = 0; i < RESULTS; i++)
        sum += share[i] * (log(1 + x[0] * (i / 4.0 - mean[0])) -
                           log(1 + x[1] * (i / 4.0 - mean[1])));
    return n * sum;
}

double sprt_bound(void)
{
    return log((1 - SPRT_ERROR) / SPRT_ERROR);
}

enum sprt_verdict sprt_verdict(const struct sprt *t, const uint64_t pairs[RESULTS])
{
    double ratio = sprt_ratio(t, pairs);
    return ratio >= sprt_bound()    ? SPRT_ELO1
           : ratio <= -sprt_bound() ? SPRT_ELO0
                                    : SPRT_OPEN;
}
