/* SPDX-License-Identifier: MIT */
/* senet_lanes.c - how moves rearrange the lanes of a row (see senet_sweep.h).

   A lane is a colouring of the n pieces of a row; bit p of its mask says that the p-th piece
   from the start of the board is own.  Three pieces, two of them own:

       lane          0    1    2
       mask        011  101  110        (bit 0 at the right)
       move 0 -> 1   0    2    -        piece 0 passes piece 1: 011 stays, 101 becomes 110
       swap 0 2      2    -    -        piece 0 exchanges with piece 2, an enemy: 011 -> 110
       drop 0        0    1    -        piece 0 leaves: 011 -> 01, 101 -> 10

   '-': piece 0 is not own, or the piece it would swap with is. */
#include "race/senet_sweep.h"

/* Removes bit p and moves the higher bits down; inserts a bit at q. */
static uint32_t bit_remove(uint32_t mask, int p)
{
    uint32_t low = mask & ((UINT32_C(1) << p) - 1);
    return low | (mask >> (p + 1) << p);
}

static uint32_t bit_insert(uint32_t mask, int q)
{
    uint32_t low = mask & ((UINT32_C(1) << q) - 1);
    return low | UINT32_C(1) << q | (mask >> q << (q + 1));
}

/* Lanes in which p is not own have no move: their entries stay 0 and are not used. */
static void lane_make(const struct senet_index *x, int n, int lane, uint32_t mask,
                      struct senet_lanes *l)
{
    l->all.w[lane / 64] |= UINT64_C(1) << lane % 64;
    for (int p = 0; p < n; p++) {
        uint32_t rest = bit_remove(mask, p);
        if (!(mask >> p & 1))
            continue;
        l->own[p].w[lane / 64] |= UINT64_C(1) << lane % 64;
        l->drop[p][lane] = (uint8_t)senet_mask_rank(x, rest);
        for (int q = 0; q < n; q++) {
            uint32_t swapped = mask ^ (UINT32_C(1) << p | UINT32_C(1) << q);
            l->move[p][q][lane] = (uint8_t)senet_mask_rank(x, bit_insert(rest, q));
            if (!(mask >> q & 1))
                l->swap[p][q][lane] = (uint8_t)senet_mask_rank(x, swapped);
        }
    }
}

void senet_lanes_make(const struct senet_index *x, int own, int enemy,
                      struct senet_lanes *l)
{
    int n = own + enemy;
    *l = (struct senet_lanes){.count = (int)x->choose[n][own]};
    l->vecs = (l->count + 7) / 8;
    for (int lane = 0; lane < l->count; lane++)
        lane_make(x, n, lane, senet_mask_of(x, own, (uint32_t)lane), l);
}
