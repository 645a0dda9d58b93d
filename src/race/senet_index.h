/* SPDX-License-Identifier: MIT */
/* senet_index.h - a perfect rank for positions of Senet.

   Pieces that are off never return and do not matter, so a layer is a pair (own, enemy) of
   pieces on the board.  A position is a set of occupied cells and a colouring of them:

       squares      1 .. 26, 28, 29, 30 are cells 0 .. 28 (27, the Water, is always empty)
       occupancy    the n = own + enemy occupied cells, one of C(29, n) sets
       colouring    which of them are own, counted from the lowest: one of C(n, own) sets

       rank = occupancy x C(n, own) + colouring

   Both are combinations in colexicographic order (the order of their masks as numbers): a
   piece that moves forward increases the rank of the occupancy, and the complement of
   colouring c, the view of the other side, is colouring C(n, own) - 1 - c.  A swap changes
   only the colouring; so swaps and changes of the side stay in one row of at most 70
   numbers (4 against 4) or 252 (5 against 5). */
#ifndef RACE_SENET_INDEX_H
#define RACE_SENET_INDEX_H

#include "games/senet/senet_board.h"

enum {
    SENET_CELLS = 29,
    SENET_MAX_SIDE = 5,
    SENET_MAX_BOTH = 2 * SENET_MAX_SIDE,
    SENET_MAX_COLOURS = 252, /* C(10, 5) */
};

struct senet_index {
    uint32_t choose[SENET_CELLS + 1][SENET_MAX_BOTH + 3]; /* C(a, b) */
};

/* Fills in an index; never fails. */
void senet_index_make(struct senet_index *x);

/* The cell of a square other than the Water. */
static inline int senet_cell(int square)
{
    return square - (square < WATER ? 1 : 2);
}

/* A set of squares as a set of cells, and back. */
static inline uint32_t senet_cells(uint64_t squares)
{
    return (uint32_t)((squares >> 1 & 0x3ffffff) | (squares >> 28 & 7) << 26);
}

static inline uint64_t senet_squares(uint32_t cells)
{
    return (uint64_t)(cells & 0x3ffffff) << 1 | (uint64_t)(cells >> 26) << 28;
}

/* Extracts the bits of `of` selected by `mask` (like PEXT). */
static inline uint32_t senet_gather(uint32_t of, uint32_t mask)
{
    uint32_t out = 0;
    for (int k = 0; mask; mask &= mask - 1, k++)
        out |= (of >> __builtin_ctz(mask) & 1) << k;
    return out;
}

/* The rank of a mask among those with as many bits, and the mask of a rank. */
uint32_t senet_mask_rank(const struct senet_index *x, uint32_t mask);
uint32_t senet_mask_of(const struct senet_index *x, int bits, uint32_t rank);

/* The next smaller mask with as many bits: Gosper's hack, which finds the next larger one,
   applied to the complement. */
static inline uint32_t senet_mask_before(uint32_t cells)
{
    uint32_t y = ~cells & ((UINT32_C(1) << SENET_CELLS) - 1), low = y & -y, r = y + low;
    return ~((((r ^ y) >> 2) >> __builtin_ctz(low)) | r) &
           ((UINT32_C(1) << SENET_CELLS) - 1);
}

/* Positions with so many own and enemy pieces. */
uint64_t senet_layer_size(const struct senet_index *x, int own, int enemy);
/* The rank of a position in its half of the layer, and the position of a rank, with side
   0 to throw. */
uint64_t senet_rank(const struct senet_index *x, const lus_pos *p);
void senet_unrank(const struct senet_index *x, int own, int enemy, uint64_t rank,
                  lus_pos *p);

enum { SENET_AXES = 3 };

struct value_layout;
/* Appends the layout (layout.h) of n values of a half of a layer from rank `first` on; false:
   they are not complete rows.  An occupancy is a row with one lane per colouring.  The three
   axes are the lowest, second and third lowest of the pieces that can move down by one cell:
   the context of a row is the row in which that piece is one cell lower. */
bool senet_layout(const struct senet_index *x, int own, int enemy, uint64_t first, int n,
                  struct value_layout *s);

#endif
