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

/* A position of a half of a layer, or the first one. */
struct place {
    int own, enemy;
    uint64_t rank;
};

/* The halves of a layer; returns how many. */
static inline int pair_halves(int layer, struct place half[2])
{
    struct pair p = pair_of(layer);
    half[0] = (struct place){p.hi, p.lo, 0};
    half[1] = (struct place){p.lo, p.hi, 0};
    return p.hi == p.lo ? 1 : 2;
}

/* Where a number of a layer is whose first half has so many. */
static inline struct place pair_place(int layer, uint64_t split, uint64_t rank)
{
    struct place half[2];
    pair_halves(layer, half);
    struct place at = half[rank >= split];
    at.rank = rank < split ? rank : rank - split;
    return at;
}

/* A chance as VALUE_KIND_WIN16 keeps it. */
static inline uint16_t pair_win16(double chance)
{
    return (uint16_t)lround(chance * 65535);
}

/* n of them, from the exact ones. */
static inline void pair_values(double (*exact)(const void *job, int layer, uint64_t rank),
                               const void *job, int layer, uint64_t first, uint64_t n,
                               uint16_t *value)
{
    for (uint64_t i = 0; i < n; i++)
        value[i] = pair_win16(exact(job, layer, first + i));
}

#endif
