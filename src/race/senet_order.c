/* SPDX-License-Identifier: MIT */
/* senet_order.c - the order in which the rows of two layers of Senet are swept
   (see senet_sweep.h). */
#include <stdlib.h>
#include "race/senet_sweep.h"
#include "race/steps.h"

enum { LOW = 4, MAX_SUM = SENET_CELLS * SENET_MAX_BOTH };

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
    int n = s->own + s->enemy, low = n < LOW ? n : LOW, high = n - low;
    uint32_t highs = s->x->choose[SENET_CELLS][high];
    struct senet_order *o = &s->order;
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
        o->first[at] = senet_mask_rank(s->x, mask | ((UINT32_C(1) << low) - 1));
        o->last[at] = o->first[at] + s->x->choose[lowest][low];
    }
}

bool senet_order_make(struct senet_sweep *s)
{
    struct senet_order *o = &s->order;
    uint32_t count[MAX_SUM + 1] = {0}, at = 0;
    list_chunks(s, count, false);
    for (int sum = 0; sum <= MAX_SUM; sum++)
        at += count[sum];
    o->n_chunks = at;
    o->first = malloc(at * sizeof *o->first);
    o->last = malloc(at * sizeof *o->last);
    o->after = malloc(at * sizeof *o->after);
    if (!o->first || !o->last || !o->after)
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

void senet_order_free(struct senet_sweep *s)
{
    free(s->order.first);
    free(s->order.last);
    free(s->order.after);
    s->order = (struct senet_order){0};
}

static double chunk_run(const void *sweep, uint32_t chunk)
{
    const struct senet_sweep *s = sweep;
    return s->kernel->senet_rows(s, s->order.first[chunk], s->order.last[chunk]);
}

double senet_sweep_run(struct senet_sweep *s, int threads)
{
    return steps_run(s->order.n_chunks, s->order.after, threads, chunk_run, s);
}
