/* SPDX-License-Identifier: MIT */
/* sprt.c - see sprt.h.

       llr = n * sum over results i of f_i * log(p1_i / p0_i)

   f_i is the observed frequency of result i of n pairs, p0 and p1 the most likely
   probabilities whose mean is the score of elo0 and of elo1. */
#include <math.h>
#include "arena/elo.h"
#include "arena/sprt.h"

enum { RESULTS = 5 };

/* The observed frequencies; returns the number of pairs.  A result that never occurred
   counts as a thousandth of a pair: with frequency 0 no other mean would be possible. */
static double frequencies(const uint64_t pairs[RESULTS], double frequency[RESULTS])
{
    double n = 0;
    for (int i = 0; i < RESULTS; i++)
        n += frequency[i] = pairs[i] ? (double)pairs[i] : 1e-3;
    for (int i = 0; i < RESULTS; i++)
        frequency[i] /= n;
    return n;
}

/* The most likely probabilities with this mean are frequency / (1 + x (score - mean)) for
   the x that gives this mean.  The mean decreases with x, and all probabilities are
   positive between -1 / (1 - mean) and 1 / mean, so bisection finds x. */
static double multiplier(const double frequency[RESULTS], double mean)
{
    double low = -1 / (1 - mean), high = 1 / mean;
    for (int step = 0; step < 60; step++) {
        double x = (low + high) / 2, off = 0;
        for (int i = 0; i < RESULTS; i++)
            off += frequency[i] * (i / 4.0 - mean) / (1 + x * (i / 4.0 - mean));
        if (off > 0)
            low = x;
        else
            high = x;
    }
    return (low + high) / 2;
}

double sprt_llr(const struct sprt *t, const uint64_t pairs[RESULTS])
{
    double frequency[RESULTS], n = frequencies(pairs, frequency), sum = 0;
    double mean[2] = {score_from_elo(t->elo0), score_from_elo(t->elo1)};
    double x[2] = {multiplier(frequency, mean[0]), multiplier(frequency, mean[1])};
    for (int i = 0; i < RESULTS; i++)
        sum += frequency[i] * (log(1 + x[0] * (i / 4.0 - mean[0])) -
                               log(1 + x[1] * (i / 4.0 - mean[1])));
    return n * sum;
}

double sprt_bound(void)
{
    return log((1 - SPRT_ERROR) / SPRT_ERROR);
}

enum sprt_decision sprt_decide(const struct sprt *t, const uint64_t pairs[RESULTS])
{
    double llr = sprt_llr(t, pairs);
    return llr >= sprt_bound()    ? SPRT_ACCEPT_H1
           : llr <= -sprt_bound() ? SPRT_ACCEPT_H0
                                  : SPRT_CONTINUE;
}
