/* SPDX-License-Identifier: MIT */
/* value.h - the scale of values and exact windows at chance nodes.

   A value is an integer for the side to move (or about to throw).  Dice games:
   (2p - 1) x VALUE_WIN, p the chance to win.  Without dice a win also counts the
   depth left, so that the shorter win is better, and Awari adds its stones.

   A chance node is the weighted sum of its throws divided by the sum W of the
   weights and rounded towards zero.  Rounding towards zero is the same for both
   sides, and every window can be turned into exact bounds on the sum S:

       S / W >= beta   exactly if   S >= sum_reaching(beta)
       S / W <= alpha  exactly if   S <= sum_staying(alpha)

   so that pruned, plain, threaded and wasm searches agree to the last bit. */
#ifndef SEARCH_VALUE_H
#define SEARCH_VALUE_H

#include <stdint.h>

enum {
    VALUE_WIN = 1 << 20,
    VALUE_MAX = (1 << 21) - 1, /* no value is larger: 22 bits in the table */
    VALUE_STONE = 100,         /* Awari */
};

static inline int64_t sum_reaching(int beta, int weight_sum)
{
    return beta > 0 ? (int64_t)beta * weight_sum : (int64_t)(beta - 1) * weight_sum + 1;
}

static inline int64_t sum_staying(int alpha, int weight_sum)
{
    return -sum_reaching(-alpha, weight_sum);
}

/* Division rounded down and up; the weights are positive. */
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
