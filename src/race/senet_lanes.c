/* SPDX-License-Identifier: MIT */
/* senet_lanes.c - how moves rearrange the lanes of a row (see senet_sweep.h). */
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
