/* SPDX-License-Identifier: MIT */
/* pairs.h - the layers of a race game: how many pieces each side still has.

       layer   0    1    2    3    4    5      hi (hi - 1) / 2 + lo - 1
       hi lo   1 1  2 1  2 2  3 1  3 2  3 3    lo <= hi

   The first half of a layer has the positions where the side to throw has hi pieces; if
   lo is less than hi, the second half has those where it has lo.  A table for fewer
   pieces is the beginning of one for more.

   A move bears off at most some pieces and never brings one back, so the layers in this
   order need only themselves and earlier ones: 3 2 needs 3 2, 2 2 and 3 1. */
#ifndef RACE_PAIRS_H
#define RACE_PAIRS_H

#include <math.h>
#include <stdint.h>
#include <stdio.h>

/* The pieces of the side that has more of them, and of the other. */
struct piece_pair {
    int hi, lo;
};

/* The pieces of a layer, and the layer of a pair in either order. */
static inline struct piece_pair pair_of(int layer)
{
    int hi = 1;
    while (hi * (hi + 1) / 2 <= layer)
        hi++;
    return (struct piece_pair){hi, layer - hi * (hi - 1) / 2 + 1};
}

static inline int layer_of(int one, int other)
{
    int hi = one > other ? one : other, lo = one > other ? other : one;
    return hi * (hi - 1) / 2 + lo - 1;
}

/* Layers of a table of so many pieces. */
static inline int pair_layers(int pieces)
{
    return layer_of(pieces, pieces) + 1;
}

/* struct solver_index: layer_name. */
static inline void pair_name(const void *index, int layer, char name[32])
{
    struct piece_pair p = pair_of(layer);
    (void)index;
    snprintf(name, 32, "%d against %d", p.hi, p.lo);
}

/* A position: its half of the layer and its rank in that half. */
struct half_rank {
    int own, enemy;
    uint64_t rank;
};

/* The first positions of the halves of a layer; returns how many halves there are. */
static inline int pair_halves(int layer, struct half_rank half[2])
{
    struct piece_pair p = pair_of(layer);
    half[0] = (struct half_rank){p.hi, p.lo, 0};
    half[1] = (struct half_rank){p.lo, p.hi, 0};
    return p.hi == p.lo ? 1 : 2;
}

/* The half and rank of a position of a layer whose first half has `split` positions. */
static inline struct half_rank pair_locate(int layer, uint64_t split, uint64_t rank)
{
    struct half_rank half[2];
    pair_halves(layer, half);
    struct half_rank at = half[rank >= split];
    at.rank = rank < split ? rank : rank - split;
    return at;
}

/* A winning chance as VALUE_KIND_WIN16 stores it: steps of 1/65535, so that 0 and 1 are
   exact. */
static inline uint16_t pair_win16(double chance)
{
    return (uint16_t)lround(chance * 65535);
}

/* n stored values, from the unrounded ones. */
static inline void
pair_values(double (*unrounded)(const void *job, int layer, uint64_t rank),
            const void *job, int layer, uint64_t first, uint64_t n, uint16_t *value)
{
    for (uint64_t i = 0; i < n; i++)
        value[i] = pair_win16(unrounded(job, layer, first + i));
}

#endif
