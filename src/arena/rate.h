/* SPDX-License-Identifier: MIT */
/* rate.h - what the results of a match say about its players.

   The two games of a pair share dice or opening, so a pair, not a game, is the
   sample: its score is 0, 1/4, 1/2, 3/4 or 1.  The 95 % bounds are those of
   Agresti and Coull: one pair won and one lost are added to what was counted, so
   that ten wins in ten games do not claim to be certain. */
#ifndef ARENA_RATE_H
#define ARENA_RATE_H

#include <stdint.h>

struct rate {
    double score, low, high; /* 0..1 */
    double superior;         /* how likely it is that the first is the better one */
};

/* Pairs by their half points: 0, 1/2, 1, 3/2, 2. */
struct rate rate_pairs(const uint64_t pairs[5]);
/* The difference of strength that gives this score; infinite at 0 and 1. */
double rate_elo(double score);
double rate_score(double elo); /* the other way */

#endif
