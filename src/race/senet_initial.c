/* SPDX-License-Identifier: MIT */
/* senet_initial.c - the initial values of rows of Senet (see senet_sweep.h).

   The learned evaluation (core/net.h) is close to the exact value: the first sweep of blockade
   4 against 1 changes a value by at most 0.20 instead of 0.5, the twelfth by 0.001 instead of
   0.0075, and the layer takes 34 sweeps instead of 42.  It computes in integers, so the
   initial values are the same on every machine. */
#include "core/net.h"
#include "core/rules.h"
#include "race/senet_sweep.h"

static void cell_set(const struct race_half *h, uint64_t at, double value)
{
    if (h->cell_bytes == sizeof(float))
        ((float *)h->cell[RACE_WAITING])[at] = (float)value;
    else
        ((double *)h->cell[RACE_WAITING])[at] = value;
}

/* The waiting cells of the enemy: one minus the chance of the side to throw. */
static void row_set(const struct senet_sweep *s, int own, int enemy, uint32_t row)
{
    const struct race_half *turned = &s->race.half[enemy][own];
    uint64_t lanes = (unsigned)s->lanes->of[own][enemy].count;
    for (uint64_t lane = 0; lane < lanes; lane++) {
        lus_pos p;
        senet_unrank(s->x, own, enemy, row * lanes + lane, &p);
        double value = net_value(s->race.r->search.net, s->network, &p);
        cell_set(turned, row * (uint64_t)turned->stride + lanes - 1 - lane,
                 0.5 - value / (2 * NET_WIN));
    }
}

void senet_initial_rows(const struct senet_sweep *s, uint32_t first, uint32_t last)
{
    for (uint32_t row = first; s->network && row < last; row++) {
        row_set(s, s->race.own, s->race.enemy, row);
        if (s->race.own != s->race.enemy)
            row_set(s, s->race.enemy, s->race.own, row);
    }
}
