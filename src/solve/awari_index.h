/* SPDX-License-Identifier: MIT */
/* awari_index.h - a perfect rank for boards of n stones, seen by the side to move.

   Pits 0..5 are the mover's, 6..11 the enemy's; before[j] is the number of stones in pits
   0..j.  Twelve pits are eleven bars among n stones, bar j at before[j] + j, and sets of
   eleven numbers are ranked by the combinatorial number system:

       rank = sum over j = 0..10 of C(before[j] + j, j + 1)       0 .. C(n + 11, 11) - 1

   The rank does not name n; boards of n stones are a layer. */
#ifndef SOLVE_AWARI_INDEX_H
#define SOLVE_AWARI_INDEX_H

#include <stdint.h>

enum {
    AWARI_BARS = 11,
    AWARI_MOST = 31, /* C(42, 11) is the last layer whose ranks fit 32 bits */
};

struct awari_board {
    uint64_t own, enemy; /* a byte a pit, as in awari.h */
};

struct awari_index {
    uint32_t bar[AWARI_BARS][AWARI_MOST + 1]; /* C(s + j, j + 1) by [j][s] */
};

void awari_index_make(struct awari_index *x);
/* Boards of n stones: C(n + 11, 11). */
uint64_t awari_boards(int n);
struct awari_board awari_unrank(const struct awari_index *x, int n, uint32_t rank);
/* The board of the next rank; not to be asked of the last. */
void awari_next(struct awari_board *b);

static inline uint32_t awari_rank(const struct awari_index *x, struct awari_board b)
{
    /* A multiplication adds up the pits before each pit. */
    uint64_t own = b.own * UINT64_C(0x010101010101);
    uint64_t enemy = (b.enemy + (own >> 40 & 0xff)) * UINT64_C(0x010101010101);
    uint32_t rank = 0;
    for (int j = 0; j < 6; j++)
        rank += x->bar[j][own >> 8 * j & 0xff];
    for (int j = 6; j < AWARI_BARS; j++)
        rank += x->bar[j][enemy >> 8 * (j - 6) & 0xff];
    return rank;
}

#endif
