/* SPDX-License-Identifier: MIT */
/* awari_index.h - a perfect rank for boards of n stones, seen by the side to move.

   Pits 0..5 belong to the side to move, 6..11 to the enemy; before[j] is the number of
   stones in pits 0..j.  Twelve pits are n stones divided by eleven bars, bar j at
   before[j] + j; the set of bars is ranked by the combinatorial number system:

       rank = sum over j = 0..10 of C(before[j] + j, j + 1)       0 .. C(n + 11, 11) - 1

   For example two stones in three pits, with two bars:

       board   0 0 2   0 1 1   1 0 1   0 2 0   1 1 0   2 0 0
       rank        0       1       2       3       4       5

   Boards of n stones are a layer: the rank does not encode n. */
#ifndef RETRO_AWARI_INDEX_H
#define RETRO_AWARI_INDEX_H

#include <stdint.h>

enum {
    AWARI_BARS = 11,
    AWARI_MAX_STONES = 48, /* all of the game: C(59, 11) boards */
};

struct awari_board {
    uint64_t own, enemy; /* one byte per pit, as in awari.h */
};

struct awari_index {
    uint64_t bar[AWARI_BARS][AWARI_MAX_STONES + 1]; /* C(s + j, j + 1) by [j][s] */
};

/* Fills in an index; never fails. */
void awari_index_make(struct awari_index *x);
/* The number of boards of n stones: C(n + 11, 11). */
uint64_t awari_boards(int n);
/* The board of n stones with a rank. */
struct awari_board awari_unrank(const struct awari_index *x, int n, uint64_t rank);
/* Advances to the board of the next rank; b must not be the last one. */
void awari_next(struct awari_board *b);

/* The rank of a board of at most AWARI_MAX_STONES stones. */
static inline uint64_t awari_rank(const struct awari_index *x, struct awari_board b)
{
    /* The multiplication computes prefix sums of the pits. */
    uint64_t own = b.own * UINT64_C(0x010101010101);
    uint64_t enemy = (b.enemy + (own >> 40 & 0xff)) * UINT64_C(0x010101010101);
    uint64_t rank = 0;
    for (int j = 0; j < 6; j++)
        rank += x->bar[j][own >> 8 * j & 0xff];
    for (int j = 6; j < AWARI_BARS; j++)
        rank += x->bar[j][enemy >> 8 * (j - 6) & 0xff];
    return rank;
}

#endif
