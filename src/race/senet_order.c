/* SPDX-License-Identifier: MIT */
/* senet_order.c - the order in which the rows of two layers of Senet are swept
   (see senet_sweep.h).

       cells of a row    . . x . x x . x | . . . x . . x . x      low four pieces | the others
       chunk             all rows with these other pieces: consecutive ranks
       step              all chunks with the same sum of their cells

   Steps are swept from the largest sum down, so that a row is swept after the rows that its
   pieces move to.  Within a chunk the rows are swept from the last to the first. */
#include <stdlib.h>
#include "core/net.h"
#include "core/rules.h"
#include "race/senet_sweep.h"

/* Pieces that vary within a chunk; an upper bound of the sums. */
enum { LOW = 4, MAX_SUM = SENET_CELLS * SENET_MAX_BOTH };

/* The sum of the numbers of the cells. */
static int sum_of(uint32_t mask)
{
    int sum = 0;
    for (; mask; mask &= mask - 1)
        sum += __builtin_ctz(mask);
    return sum;
}

/* Counts the chunks of each sum, or, with `fill`, writes them. */
static void list_chunks(struct senet_sweep *s, uint32_t count[MAX_SUM + 1], bool fill)
{
    int n = s->race.own + s->race.enemy, low = n < LOW ? n : LOW, high = n - low;
    uint32_t highs = s->x->choose[SENET_CELLS][high];
    for (uint32_t i = 0; i < highs; i++) {
        uint32_t mask = senet_mask_of(s->x, high, i);
        int lowest = high ? __builtin_ctz(mask) : SENET_CELLS;
        if (lowest < low)
            continue;
        int sum = sum_of(mask);
        if (!fill) {
            count[sum]++;
            continue;
        }
        uint32_t at = count[sum]++;
        s->first[at] = senet_mask_rank(s->x, mask | ((UINT32_C(1) << low) - 1));
        s->last[at] = s->first[at] + s->x->choose[lowest][low];
    }
}

bool senet_order_make(struct race_sweep *race)
{
    struct senet_sweep *s = (struct senet_sweep *)race;
    struct race_order *o = &race->order;
    uint32_t count[MAX_SUM + 1] = {0}, at = 0;
    s->x = race->x;
    s->lanes = race->data;
    list_chunks(s, count, false);
    for (int sum = 0; sum <= MAX_SUM; sum++)
        at += count[sum];
    o->n_chunks = at;
    s->first = malloc(at * sizeof *s->first);
    s->last = malloc(at * sizeof *s->last);
    o->after = malloc(at * sizeof *o->after);
    if (race->r->search.net)
        s->network = net_expanded(race->r->search.net);
    if (!s->first || !s->last || !o->after || (race->r->search.net && !s->network))
        return false;
    at = 0;
    for (int sum = MAX_SUM; sum >= 0; sum--) { /* the most advanced first */
        uint32_t n = count[sum];
        count[sum] = at;
        for (uint32_t i = at; i < at + n; i++)
            o->after[i] = at;
        at += n;
    }
    list_chunks(s, count, true);
    return true;
}

void senet_order_free(struct race_sweep *race)
{
    struct senet_sweep *s = (struct senet_sweep *)race;
    free(s->first);
    free(s->last);
    free(race->order.after);
    free(s->network);
    s->first = s->last = NULL;
    s->network = NULL;
    race->order = (struct race_order){0};
}
