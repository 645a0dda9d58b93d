/* SPDX-License-Identifier: MIT */
/* value.h - the scale of values, and exact windows at chance nodes.

   A value is an integer for the side to move (or about to throw).  Dice games:
   (2p - 1) x VALUE_WIN, p the probability of winning.  Without dice the remaining depth
   is added to a win, so that a shorter win is better, and Awari adds its stones.

   The value of a chance node is the weighted sum of its throws divided by the sum W of
   the weights, rounded towards zero.  Rounding towards zero is the same for both sides,
   and every window becomes exact bounds on the sum S:

       S / W >= beta   if and only if   S >= sum_for_beta(beta)
       S / W <= alpha  if and only if   S <= sum_for_alpha(alpha)

   so pruned, plain, threaded and wasm searches return the same values. */
#ifndef SEARCH_VALUE_H
#define SEARCH_VALUE_H

#include <stdint.h>

enum {
    VALUE_WIN = 1 << 20,
    VALUE_MAX = (1 << 21) - 1, /* the largest value: 22 bits in the table */
    VALUE_STONE = 100,         /* one stone of Awari */
};

/* The smallest sum whose quotient is at least beta. */
static inline int64_t sum_for_beta(int beta, int weight_sum)
{
    return beta > 0 ? (int64_t)beta * weight_sum : (int64_t)(beta - 1) * weight_sum + 1;
}

/* The largest sum whose quotient is at most alpha. */
static inline int64_t sum_for_alpha(int alpha, int weight_sum)
{
    return -sum_for_beta(-alpha, weight_sum);
}

/* Division rounded down, and rounded up; b > 0. */
static inline int64_t floor_div(int64_t a, int64_t b)
{
    return a >= 0 ? a / b : -((-a + b - 1) / b);
}

static inline int64_t ceil_div(int64_t a, int64_t b)
{
    return -floor_div(-a, b);
}

static inline int clamp_value(int64_t v)
{
    return (int)(v < -VALUE_MAX ? -VALUE_MAX : v > VALUE_MAX ? VALUE_MAX : v);
}

#endif
