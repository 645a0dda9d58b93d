/* SPDX-License-Identifier: MIT */
/* elo.c - see elo.h.

   The score of a pair is k / 4 for k half points of two games.  With one won and one lost
   pair added, n + 2 samples have the mean (sum + 1) / (n + 2); the normal approximation of
   its distribution gives the interval and the superiority, P(mean > 1/2). */
#include <math.h>
#include "arena/elo.h"

struct score_estimate score_estimate(const uint64_t pairs[5])
{
    double n = 0, sum = 0, squares = 0;
    for (int i = 0; i < 5; i++) {
        n += (double)pairs[i];
        sum += (double)pairs[i] * i / 4;
        squares += (double)pairs[i] * i * i / 16;
    }
    double score = n > 0 ? sum / n : 0.5;
    n += 2;
    double mean = (sum + 1) / n, variance = (squares + 1) / n - mean * mean;
    double deviation = sqrt(variance / n), error = 1.96 * deviation;
    return (struct score_estimate){score, fmax(0, mean - error), fmin(1, mean + error),
                                   erfc((0.5 - mean) / deviation / sqrt(2)) / 2};
}

double elo_from_score(double score)
{
    return 400 * log10(score / (1 - score));
}

double score_from_elo(double elo)
{
    return 1 / (1 + pow(10, -elo / 400));
}
