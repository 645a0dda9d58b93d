/* SPDX-License-Identifier: MIT */
/* rate.c - see rate.h. */
#include <math.h>
#include "arena/rate.h"

struct rate rate_pairs(const uint64_t pairs[5])
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
    return (struct rate){score, fmax(0, mean - error), fmin(1, mean + error),
                         erfc((0.5 - mean) / deviation / sqrt(2)) / 2};
}

double rate_elo(double score)
{
    return 400 * log10(score / (1 - score));
}

double rate_score(double elo)
{
    return 1 / (1 + pow(10, -elo / 400));
}
