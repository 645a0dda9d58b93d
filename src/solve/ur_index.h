/* SPDX-License-Identifier: MIT */
/* ur_index.h - a perfect rank for positions of the Royal Game of Ur.

   A layer is a pair (own, enemy) of pieces not yet home; pieces never come back from
   home, so a position leads only to its own layer, turned or not, and to layers with a
   piece less.  Pieces that are home play no part: a table for 4 pieces serves the end of
   a game with 7.

   In a layer a position is a block and a place in it.  The block says what stands from
   square 5 on: one digit a tile, most significant first, 0 empty, 1 own, 2 enemy (tiles
   of one side only have two digits).  The place says what stands on squares 1..4:

       block = digits of squares 5..L     place = own start x enemy starts + enemy start

   A start is one of 16 subsets, ordered by its number of pieces: with k pieces left for
   hand and start, those with at most k are the first start_count(k) of them, so no number
   is ever unused.  The hand follows.  Sizes: finkel 137,870,097, masters 500,929,993. */
#ifndef SOLVE_UR_INDEX_H
#define SOLVE_UR_INDEX_H

#include "games/ur/ur.h"

enum {
    UR_STARTS = 16, /* subsets of squares 1..4 */
    UR_LANE = 5,    /* the first square that is a digit */
    UR_MAX_DIGITS = 12,
    UR_MAX_PIECES = 7,
    UR_MAX_LANE = 1 << 12, /* masks of squares 5..16 */
};

struct ur_digit {
    int8_t own, enemy; /* the tile's square on each path, 0: not on that path */
};

struct ur_index {
    const struct ur_set *set;
    int digits;
    struct ur_digit digit[UR_MAX_DIGITS]; /* least significant first */
    uint32_t blocks;
    /* What each side adds to the number of a block: ur_block. */
    uint32_t own_id[UR_MAX_LANE], enemy_id[UR_MAX_LANE];
    /* Positions of the lower i digits with so many pieces for them, hand and start. */
    uint64_t weight[UR_MAX_DIGITS + 1][UR_MAX_PIECES + 1][UR_MAX_PIECES + 1];
};

extern const uint8_t ur_start_mask[UR_STARTS]; /* bits 0..3 for squares 1..4 */
extern const uint8_t ur_start_rank[UR_STARTS];

/* Starts with at most k pieces. */
static inline int ur_start_count(int k)
{
    static const int8_t count[] = {1, 5, 11, 15, 16};
    return count[k > 3 ? 4 : k & 3];
}

/* The number of a block, by the squares from 5 on that are taken. */
static inline uint32_t ur_block(const struct ur_index *x, uint32_t own_lane,
                                uint32_t enemy_lane)
{
    return x->own_id[own_lane] + x->enemy_id[enemy_lane];
}

void ur_index_make(struct ur_index *x, const struct ur_set *set);
uint64_t ur_layer_size(const struct ur_index *x, int own, int enemy);
/* Pieces not home, own and enemy. */
void ur_left(const lus_pos *p, int *own, int *enemy);
uint64_t ur_rank(const struct ur_index *x, const lus_pos *p);
/* The side to throw becomes side 0. */
void ur_unrank(const struct ur_index *x, int own, int enemy, uint64_t rank, lus_pos *p);

struct shape;
/* How n values of a half of a layer from rank `first` on lie (shape.h): a block is a
   tile; an axis is a digit, along which a block is like the one with that digit 0, if
   that is among them; its kinds are own and enemy pieces.  False: these are no whole
   blocks. */
bool ur_shape(const struct ur_index *x, int own, int enemy, uint64_t first, int n,
              struct shape *s);
/* How many of them from `first` on, which begins a block, are best packed together, at
   most `most` (256 or more). */
int ur_cut(const struct ur_index *x, int own, int enemy, uint64_t first, int most);

#endif
