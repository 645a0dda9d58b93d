/* SPDX-License-Identifier: MIT */
/* ur_index.h - a perfect rank for positions of the Royal Game of Ur.

   A layer is a pair (own, enemy) of pieces not yet home.  Pieces never return from home,
   so a position leads only to its own layer, with the sides exchanged or not, and to
   layers with one piece less.  Pieces that are home do not matter: a table for 4 pieces
   contains the end of a game with 7.

   In a layer a position is a block and a place in it.  The block describes the track, the
   squares from 5 on: one digit per tile, most significant first, 0 empty, 1 own, 2 enemy
   (tiles of one side only have two digits).  The place describes squares 1..4:

       block = digits of squares 5..L     place = own start x enemy starts + enemy start

   A start is one of 16 subsets of squares 1..4, ordered by the number of pieces: with k
   pieces for hand and start, the first ur_start_count(k) subsets have at most k pieces,
   so every rank is used.  The number of pieces in hand follows.  Sizes: finkel
   137,870,097 positions, masters 500,929,993. */
#ifndef RACE_UR_INDEX_H
#define RACE_UR_INDEX_H

#include "games/ur/ur.h"

enum {
    UR_STARTS = 16, /* subsets of squares 1..4 */
    UR_TRACK = 5,   /* the first square of the track */
    UR_MAX_DIGITS = 12,
    UR_MAX_PIECES = 7,
    UR_MAX_TRACK = 1 << 12, /* subsets of squares 5..16 */
};

struct ur_digit {
    int8_t own, enemy; /* the square of the tile on each path; 0: not on that path */
};

struct ur_index {
    const struct ur_set *set;
    int digits;
    struct ur_digit digit[UR_MAX_DIGITS]; /* least significant first */
    uint32_t blocks;
    /* What the track of each side adds to the number of a block (ur_block). */
    uint32_t own_id[UR_MAX_TRACK], enemy_id[UR_MAX_TRACK];
    /* [i][own][enemy]: positions of the lower i digits with so many pieces for digits, start
       and hand. */
    uint64_t weight[UR_MAX_DIGITS + 1][UR_MAX_PIECES + 1][UR_MAX_PIECES + 1];
};

extern const uint8_t ur_start_mask[UR_STARTS]; /* bits 0..3 for squares 1..4 */
extern const uint8_t ur_start_rank[UR_STARTS];

/* The number of starts with at most k pieces. */
static inline int ur_start_count(int k)
{
    static const int8_t count[] = {1, 5, 11, 15, 16};
    return count[k > 3 ? 4 : k & 3];
}

/* The number of a block; bit 0 of a track is square 5. */
static inline uint32_t ur_block(const struct ur_index *x, uint32_t own_track,
                                uint32_t enemy_track)
{
    return x->own_id[own_track] + x->enemy_id[enemy_track];
}

/* Fills in an index; never fails. */
void ur_index_make(struct ur_index *x, const struct ur_set *set);
/* Positions with so many own and enemy pieces not home. */
uint64_t ur_layer_size(const struct ur_index *x, int own, int enemy);
/* Own and enemy pieces of a position that are not home. */
void ur_left(const lus_pos *p, int *own, int *enemy);
/* The rank of a position in its half of the layer, and the position of a rank, with side
   0 to throw. */
uint64_t ur_rank(const struct ur_index *x, const lus_pos *p);
void ur_unrank(const struct ur_index *x, int own, int enemy, uint64_t rank, lus_pos *p);

struct value_layout;
/* Appends the layout of n values of a half of a layer from rank `first` on (layout.h).  A
   block is a tile; an axis is a digit: the context of a block is the block with that
   digit 0, if it is in the same frame; the kinds are own and enemy pieces.  False: the
   values are not complete blocks. */
bool ur_layout(const struct ur_index *x, int own, int enemy, uint64_t first, int n,
               struct value_layout *s);
/* The number of values from `first` on, the first of a block, that form one frame: at
   most `most`, which is at least 256. */
int ur_frame_values(const struct ur_index *x, int own, int enemy, uint64_t first,
                    int most);

#endif
