/* SPDX-License-Identifier: MIT */
/* senet_order.c - in which order the rows of two layers are swept, and by whom. */
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include "core/parallel.h"
#include "solve/senet_sweep.h"

enum { LOW = 4, MAX_SUM = SENET_CELLS * SENET_MAX_BOTH };

static int sum_of(uint32_t mask)
{
    int sum = 0;
    for (; mask; mask &= mask - 1)
        sum += __builtin_ctz(mask);
    return sum;
}

/* Visits the chunks by their higher pieces: `fill` after they were counted. */
static void chunks(struct senet_sweep *s, uint32_t count[MAX_SUM + 1], bool fill)
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
    chunks(s, count, false);
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
    chunks(s, count, true);
    return true;
}

void senet_order_free(struct senet_sweep *s)
{
    free(s->order.first);
    free(s->order.last);
    free(s->order.after);
    s->order = (struct senet_order){0};
}

struct crew {
    const struct senet_sweep *s;
    atomic_uint next, done;
    double change[256];
};

/* Whoever takes a chunk waits until the steps before it are done: somebody is at work on
   each of their chunks, so this ends, even with one thread. */
static void work(void *arg, int thread)
{
    struct crew *c = arg;
    const struct senet_order *o = &c->s->order;
    double change = 0;
    for (;;) {
        unsigned chunk = atomic_fetch_add(&c->next, 1);
        if (chunk >= o->n_chunks)
            break;
        for (int spins = 0; atomic_load(&c->done) < o->after[chunk]; spins++)
            if (spins > 2000)
                sched_yield();
        double d = senet_sweep_rows(c->s, o->first[chunk], o->last[chunk]);
        change = d > change ? d : change;
        atomic_fetch_add(&c->done, 1);
    }
    c->change[thread] = change;
}

double senet_sweep_run(struct senet_sweep *s, int threads)
{
    struct crew c = {.s = s};
    double change = 0;
    threads = threads < 1 ? 1 : threads > 256 ? 256 : threads;
    parallel_run(threads, work, &c);
    for (int i = 0; i < threads; i++)
        change = c.change[i] > change ? c.change[i] : change;
    return change;
}
