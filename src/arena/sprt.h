/* SPDX-License-Identifier: MIT */
/* sprt.h - sequential probability ratio test: ends a match as soon as it is decided.

   Two hypotheses about the strength of the first player are compared: H0, it is elo0
   stronger, and H1, it is elo1 stronger.  After each pair of games the log-likelihood ratio
   is compared with two bounds that limit both error probabilities to 5 % (Wald 1945).  The
   probabilities of the five results of a pair are unknown.  Each hypothesis gets the most
   likely ones among all whose mean is its expected score: the generalised SPRT used for
   testing chess programs. */
#ifndef ARENA_SPRT_H
#define ARENA_SPRT_H

#include <stdint.h>

struct sprt {
    double elo0, elo1;
};

enum sprt_decision { SPRT_CONTINUE, SPRT_ACCEPT_H0, SPRT_ACCEPT_H1 };

#define SPRT_ERROR 0.05 /* probability of an error of either kind */

/* The log-likelihood ratio of these results; `pairs` as in elo.h.  Positive values favour
   elo1. */
double sprt_llr(const struct sprt *t, const uint64_t pairs[5]);
/* The upper bound, log(0.95 / 0.05) = 2.94; the lower one is its negative. */
double sprt_bound(void);
/* Whether the match can end after these results. */
enum sprt_decision sprt_decide(const struct sprt *t, const uint64_t pairs[5]);

#endif
