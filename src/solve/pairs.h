/* SPDX-License-Identifier: MIT */
/* pairs.h - the layers of a race: how many pieces each side still has.

       layer   0    1    2    3    4    5      hi (hi - 1) / 2 + lo - 1
       hi lo   1 1  2 1  2 2  3 1  3 2  3 3    lo <= hi

   A layer holds first the positions where the side to throw has hi pieces, then, if lo is
   less, those where it has lo.  A table for fewer pieces is the beginning of one for
   more. */
#ifndef SOLVE_PAIRS_H
#define SOLVE_PAIRS_H

#include <math.h>
#include <stdint.h>
#include <stdio.h>

struct pair {
    int hi, lo;
};

static inline struct pair pair_of(int layer)
{
    int hi = 1;
    while (hi * (hi + 1) / 2 <= layer)
        hi++;
    return (struct pair){hi, layer - hi * (hi - 1) / 2 + 1};
}

static inline int layer_of(int one, int other)
{
    int hi = one > other ? one : other, lo = one > other ? other : one;
    return hi * (hi - 1) / 2 + lo - 1;
}

static inline int pair_layers(int pieces)
{
    return layer_of(pieces, pieces) + 1;
}

static inline void pair_name(const void *index, int layer, char name[32])
{
    struct pair p = pair_of(layer);
    (void)index;
    snprintf(name, 32, "%d against %d", p.hi, p.lo);
}

/* How many of n numbers from `first` on lie in the first part of a layer. */
static inline int pair_before(uint64_t split, uint64_t first, int n)
{
    if (first >= split)
        return 0;
    return split - first < (unsigned)n ? (int)(split - first) : n;
}

/* A chance as VALUE_KIND_WIN16 keeps it. */
static inline uint16_t pair_win16(double chance)
{
    return (uint16_t)lround(chance * 65535);
}

#endif
