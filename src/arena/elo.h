/* SPDX-License-Identifier: MIT */
/* elo.h - the score of a match: confidence interval, Elo difference, likelihood of
   superiority.

   The two games of a pair share their dice or opening, so a sample is a pair, not a game.
   Its score is 0, 1/4, 1/2, 3/4 or 1.  The 95 % interval is that of Agresti and Coull: one
   won and one lost pair are added to the results, so that the interval of ten wins in ten
   games has a width. */
#ifndef ARENA_ELO_H
#define ARENA_ELO_H

#include <stdint.h>

struct score_estimate {
    double score, low, high; /* 0..1 */
    double superiority;      /* probability that the first player is the stronger one */
};

/* pairs[k] is the number of pairs in which the first player scored k half points. */
struct score_estimate score_estimate(const uint64_t pairs[5]);
/* The Elo difference with this expected score; infinite at 0 and 1. */
double elo_from_score(double score);
/* The inverse function. */
double score_from_elo(double elo);

#endif
