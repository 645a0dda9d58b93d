/* SPDX-License-Identifier: MIT */
/* senet_index.c - see senet_index.h.

   The rank of a combination in colexicographic order is a sum of binomial coefficients: a
   mask whose bits are at b0 < b1 < b2 < ... has the rank

       C(b0, 1) + C(b1, 2) + C(b2, 3) + ...      0b01101: C(0,1) + C(2,2) + C(3,3) = 2

   because C(b2, 3) masks of three bits have all their bits below b2, and so on. */
#include "race/senet_index.h"

void senet_index_make(struct senet_index *x)
{
    *x = (struct senet_index){0};
    for (int a = 0; a <= SENET_CELLS; a++) {
        x->choose[a][0] = 1;
        for (int b = 1; a && b < SENET_MAX_BOTH + 3; b++)
            x->choose[a][b] = x->choose[a - 1][b - 1] + x->choose[a - 1][b];
    }
}

uint32_t senet_mask_rank(const struct senet_index *x, uint32_t mask)
{
    uint32_t rank = 0;
    for (int k = 1; mask; mask &= mask - 1, k++)
        rank += x->choose[__builtin_ctz(mask)][k];
    return rank;
}

uint32_t senet_mask_of(const struct senet_index *x, int bits, uint32_t rank)
{
    uint32_t mask = 0;
    for (int bit = SENET_CELLS - 1; bits; bit--)
        if (rank >= x->choose[bit][bits]) {
            rank -= x->choose[bit][bits--];
            mask |= UINT32_C(1) << bit;
        }
    return mask;
}

uint64_t senet_layer_size(const struct senet_index *x, int own, int enemy)
{
    return (uint64_t)x->choose[SENET_CELLS][own + enemy] * x->choose[own + enemy][own];
}

uint64_t senet_rank(const struct senet_index *x, const lus_pos *p)
{
    uint32_t own = senet_cells(p->w[0]), both = own | senet_cells(p->w[1]);
    uint32_t colours = x->choose[bits_count(both)][bits_count(own)];
    return (uint64_t)senet_mask_rank(x, both) * colours +
           senet_mask_rank(x, senet_gather(own, both));
}

void senet_unrank(const struct senet_index *x, int own, int enemy, uint64_t rank,
                  lus_pos *p)
{
    int n = own + enemy;
    uint32_t colours = x->choose[n][own];
    uint32_t both = senet_mask_of(x, n, (uint32_t)(rank / colours));
    uint32_t colour = senet_mask_of(x, own, (uint32_t)(rank % colours)), mine = 0;
    for (uint32_t rest = both; rest; rest &= rest - 1, colour >>= 1)
        if (colour & 1)
            mine |= rest & -rest;
    *p = (lus_pos){{senet_squares(mine), senet_squares(both & ~mine), 0, 0}};
}
