/* SPDX-License-Identifier: MIT */
/* race_index.c - layers and ranks of race games (see race_solver.h).

   The rank of a position in its layer is that of the game, plus the size of the first half
   if the position belongs to the second (pairs.h):

       layer 3 2   | 3 own, 2 enemy: size(3, 2) | 2 own, 3 enemy: size(2, 3) |

   Positions with either side to throw have the same rank: the value is that of the side to
   throw. */
#include <stdlib.h>
#include "race/pairs.h"
#include "race/race_internal.h"
#include "race/race_solver.h"

void *race_index_new(const struct race_game *g, const lus_rules *r, int pieces)
{
    struct race_index *x = malloc(sizeof *x + g->index_size);
    if (!x)
        return NULL;
    x->r = r;
    x->game = g;
    x->pieces = pieces;
    g->index_make(x->x, r);
    return x;
}

int race_layers(const void *index)
{
    return pair_layers(((const struct race_index *)index)->pieces);
}

/* Positions of the first half of a layer. */
static uint64_t split(const struct race_index *x, int layer)
{
    struct piece_pair p = pair_of(layer);
    return x->game->half_size(x->x, p.hi, p.lo);
}

uint64_t race_layer_size(const void *index, int layer)
{
    struct piece_pair p = pair_of(layer);
    return split(index, layer) * (p.hi == p.lo ? 1 : 2);
}

bool race_rank(const void *index, const lus_pos *p, int *layer, uint64_t *rank)
{
    const struct race_index *x = index;
    int own, enemy;
    x->game->pieces(p, &own, &enemy);
    if (own < 1 || enemy < 1 || own > x->pieces || enemy > x->pieces)
        return false;
    *layer = layer_of(own, enemy);
    *rank = x->game->rank(x->x, p);
    if (own < enemy)
        *rank += x->game->half_size(x->x, enemy, own);
    return true;
}

void race_unrank(const void *index, int layer, uint64_t rank, lus_pos *p)
{
    const struct race_index *x = index;
    struct half_rank at = pair_locate(layer, split(x, layer), rank);
    x->game->unrank(x->x, at.own, at.enemy, at.rank, p);
}

void race_start(const void *index, lus_pos *p)
{
    const struct race_index *x = index;
    x->game->start(x->r, x->pieces, p);
}

int race_last_use(const void *index, int layer)
{
    const struct race_index *x = index;
    struct piece_pair p = pair_of(layer);
    int last = layer, reach = x->game->reach(x->r);
    for (int k = 1; k <= reach; k++) {
        if (p.hi + k <= x->pieces)
            last = layer_of(p.hi + k, p.lo);
        if (p.lo + k <= x->pieces && layer_of(p.hi, p.lo + k) > last)
            last = layer_of(p.hi, p.lo + k);
    }
    return last;
}

/* ---- packing ---- */

static int sizes(const void *index, int layer, struct layout_size *size)
{
    const struct race_index *x = index;
    struct half_rank half[2];
    int halves = pair_halves(layer, half);
    for (int i = 0; i < halves; i++)
        size[i] = x->game->layout_size(x->x, half[i].own, half[i].enemy);
    return halves;
}

static int frame_values(const void *index, int layer, uint64_t first)
{
    const struct race_index *x = index;
    uint64_t half = split(x, layer);
    struct half_rank at = pair_locate(layer, half, first);
    return x->game->frame_values(x->x, at.own, at.enemy, at.rank, half - at.rank);
}

static bool layout(const void *index, int layer, uint64_t first, int n,
                   struct value_layout *l)
{
    const struct race_index *x = index;
    uint64_t half = split(x, layer);
    struct half_rank at = pair_locate(layer, half, first);
    l->part = first >= half;
    return half - at.rank >= (unsigned)n &&
           x->game->layout(x->x, at.own, at.enemy, at.rank, n, l);
}

const struct solver_packing race_packing = {sizes, frame_values, layout};
