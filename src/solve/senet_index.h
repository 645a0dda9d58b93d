/* SPDX-License-Identifier: MIT */
/* senet_index.h - a perfect rank for positions of Senet.

   Pieces that are off never return and play no part, so a layer is a pair (own, enemy) of
   pieces on the board.  A position is where pieces stand, and whose they are:

       squares    1 .. 26, 28, 29, 30 are cells 0 .. 28 (27, the Water, is empty)
       stand      the n = own + enemy cells in use, one of C(29, n)
       colour     which of them are own, counted from the lowest: one of C(n, own)

       rank = stand x C(n, own) + colour        C(29, n) C(n, own) = C(29, i) C(29 - i, j)

   Both are combinations in the order of their masks as numbers (colex): a piece that goes
   forward makes the number of its stand larger, and the complement of colour c, which the
   other side sees, is colour C(n, own) - 1 - c.  A swap changes the colour only: that,
   and turning the board, stays in one row of at most 70 numbers (4 against 4). */
#ifndef SOLVE_SENET_INDEX_H
#define SOLVE_SENET_INDEX_H

#include "games/senet/board.h"

enum {
    SENET_CELLS = 29,
    SENET_MAX_SIDE = 5,
    SENET_MAX_BOTH = 2 * SENET_MAX_SIDE,
    SENET_MAX_COLOURS = 252, /* C(10, 5) */
};

struct senet_index {
    uint32_t choose[SENET_CELLS + 1][SENET_MAX_BOTH + 3]; /* C(a, b) */
};

void senet_index_make(struct senet_index *x);

static inline int senet_cell(int square)
{
    return square - (square < WATER ? 1 : 2);
}

/* Cells for squares, and back. */
static inline uint32_t senet_cells(uint64_t squares)
{
    return (uint32_t)((squares >> 1 & 0x3ffffff) | (squares >> 28 & 7) << 26);
}

static inline uint64_t senet_squares(uint32_t cells)
{
    return (uint64_t)(cells & 0x3ffffff) << 1 | (uint64_t)(cells >> 26) << 28;
}

/* Bits of `of` at the places of the bits of `mask`, side by side. */
static inline uint32_t senet_gather(uint32_t of, uint32_t mask)
{
    uint32_t out = 0;
    for (int k = 0; mask; mask &= mask - 1, k++)
        out |= (of >> __builtin_ctz(mask) & 1) << k;
    return out;
}

/* The number of a mask among those with as many bits, and the mask of a number. */
uint32_t senet_mask_rank(const struct senet_index *x, uint32_t mask);
uint32_t senet_mask_of(const struct senet_index *x, int bits, uint32_t rank);

uint64_t senet_layer_size(const struct senet_index *x, int own, int enemy);
uint64_t senet_rank(const struct senet_index *x, const lus_pos *p);
/* The side to throw becomes side 0. */
void senet_unrank(const struct senet_index *x, int own, int enemy, uint64_t rank,
                  lus_pos *p);

#endif
