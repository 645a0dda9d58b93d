/* SPDX-License-Identifier: MIT */
/* sprt.h - a match that ends as soon as it knows: the sequential probability ratio test.

   Two guesses about the strength of the first player compete: he is elo0 better, or
   elo1.  After each pair of games the logarithm of their likelihood ratio is compared
   with two bounds that make either error rarer than one time in twenty (Wald 1945).
   The chances of the five results of a pair are not known; each guess gets those that
   suit the results best among all whose mean is its score (the generalised test, as
   the testers of chess programs use it). */
#ifndef ARENA_SPRT_H
#define ARENA_SPRT_H

#include <stdint.h>

struct sprt {
    double elo0, elo1;
};

enum sprt_verdict { SPRT_OPEN, SPRT_ELO0, SPRT_ELO1 };

#define SPRT_ERROR 0.05 /* of either kind */

/* Of pairs by their half points, as in rate.h. */
double sprt_ratio(const struct sprt *t, const uint64_t pairs[5]);
double sprt_bound(void); /* the upper; the lower is its negative */
enum sprt_verdict sprt_verdict(const struct sprt *t, const uint64_t pairs[5]);

#endif
