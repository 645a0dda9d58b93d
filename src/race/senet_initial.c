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
    if (h->cell_bytes == sizeof(int32_t))
        ((int32_t *)h->cell[RACE_WAITING])[at] = cell_32(value);
    else
        ((double *)h->cell[RACE_WAITING])[at] = value;
}

/* The colouring of each lane (senet_index.h), in order. */
static void colours_make(const struct senet_sweep *s, int own, uint32_t lanes,
                         uint16_t colours[SENET_ROOM])
{
    for (uint32_t lane = 0; lane < lanes; lane++)
        colours[lane] = (uint16_t)senet_mask_of(s->x, own, lane);
}

/* The squares of the pieces that a colouring makes own; square[k] is the bit of the k-th
   piece. */
static uint64_t own_squares(const uint64_t square[SENET_MAX_BOTH], uint32_t colour)
{
    uint64_t squares = 0;
    for (; colour; colour &= colour - 1)
        squares |= square[__builtin_ctz(colour)];
    return squares;
}

/* The waiting cells of the enemy: one minus the chance of the side to throw. */
static void row_set(const struct senet_sweep *s, const struct race_half *turned,
                    uint32_t row, uint64_t pieces, const uint16_t *colours)
{
    uint64_t square[SENET_MAX_BOTH];
    uint64_t lanes = (unsigned)s->lanes->of[turned->enemy][turned->own].count;
    int n = 0;
    for (uint64_t rest = pieces; rest; rest &= rest - 1)
        square[n++] = rest & -rest;
    for (uint64_t lane = 0; lane < lanes; lane++) {
        uint64_t own = own_squares(square, colours[lane]);
        lus_pos p = {{own, pieces ^ own, 0, 0}};
        double value = net_value(s->race.r->search.net, s->network, &p);
        cell_set(turned, row * (uint64_t)turned->stride + lanes - 1 - lane,
                 0.5 - value / (2 * NET_WIN));
    }
}

static void rows_set(const struct senet_sweep *s, int own, int enemy, uint32_t first,
                     uint32_t last)
{
    uint16_t colours[SENET_ROOM] = {0};
    uint32_t cells = senet_mask_of(s->x, own + enemy, last - 1);
    colours_make(s, own, (uint32_t)s->lanes->of[own][enemy].count, colours);
    for (uint32_t row = last; row-- > first; cells = senet_mask_before(cells))
        row_set(s, &s->race.half[enemy][own], row, senet_squares(cells), colours);
}

void senet_initial_rows(const struct senet_sweep *s, uint32_t first, uint32_t last)
{
    if (!s->network || first == last)
        return;
    rows_set(s, s->race.own, s->race.enemy, first, last);
    if (s->race.own != s->race.enemy)
        rows_set(s, s->race.enemy, s->race.own, first, last);
}
