/* SPDX-License-Identifier: MIT */
/* ordered_tally.c - see ordered_tally.h.  One mutex protects ring and sum; adding a pair
   takes far less time than playing one.  The watcher is called while it is locked. */
#include <stdlib.h>
#include "arena/ordered_tally.h"

struct waiting_pair {
    bool here;
    struct finished_pair pair;
};

void ordered_tally_open(struct ordered_tally *o, const struct match *m,
                        struct match_tally *sum)
{
    *sum = (struct match_tally){0};
    *o = (struct ordered_tally){.match = m, .sum = sum};
    mutex_init(&o->lock);
}

void ordered_tally_close(struct ordered_tally *o)
{
    for (int64_t i = 0; i < o->cap; i++)
        if (o->ring[i].here)
            finished_pair_free(&o->ring[i].pair);
    mutex_destroy(&o->lock);
    free(o->ring);
}

static void notify_watcher(const struct ordered_tally *o)
{
    const struct match_watcher *w = o->match->watcher;
    if (w)
        w->update(w->arg, o->sum);
}

/* The ring holds the pairs next .. next + cap - 1; pair p is at index p mod cap. */
static bool grow_ring(struct ordered_tally *o, int64_t pair)
{
    int64_t cap = o->cap ? o->cap : 16;
    while (pair - o->next >= cap)
        cap *= 2;
    if (cap == o->cap)
        return true;
    struct waiting_pair *ring = calloc((size_t)cap, sizeof *ring);
    if (!ring)
        return false;
    for (int64_t p = o->next; p < o->next + o->cap; p++)
        ring[p & (cap - 1)] = o->ring[p & (o->cap - 1)];
    free(o->ring);
    o->ring = ring;
    o->cap = cap;
    return true;
}

/* Counts the next pair, which has arrived.  Its games are there only if it still has to be
   recorded. */
static void count_pair(struct ordered_tally *o, struct finished_pair *p)
{
    const struct match_recorder *r = o->match->recorder;
    const struct sprt *sprt = o->match->sprt;
    if (p->game[0] && r && !o->error)
        o->error = r->record(r->arg, o->next, p->game, p->outcome);
    finished_pair_free(p);
    o->next++;
    match_tally_add(o->sum, p->outcome);
    if (sprt)
        o->sum->decision = sprt_decide(sprt, o->sum->pairs);
}

/* Counts the pairs from `next` on that have arrived, up to the first missing one or to the
   pair at which the SPRT decides. */
static void add_waiting(struct ordered_tally *o)
{
    struct waiting_pair *w;
    while (!o->sum->decision && (w = &o->ring[o->next & (o->cap - 1)])->here) {
        w->here = false;
        count_pair(o, &w->pair);
    }
}

int ordered_tally_add_pair(struct ordered_tally *o, int64_t pair, struct finished_pair *p)
{
    mutex_lock(&o->lock);
    bool fits = grow_ring(o, pair);
    if (fits) {
        o->ring[pair & (o->cap - 1)] = (struct waiting_pair){true, *p};
        add_waiting(o);
        notify_watcher(o);
    } else {
        finished_pair_free(p);
    }
    int status = o->error ? o->error : o->sum->decision != SPRT_CONTINUE;
    mutex_unlock(&o->lock);
    return fits ? status : LUS_EMEMORY;
}

void ordered_tally_add_batch(struct ordered_tally *o, const struct match_tally *t)
{
    mutex_lock(&o->lock);
    struct match_tally *sum = o->sum;
    for (int i = 0; i < 5; i++)
        sum->pairs[i] += t->pairs[i];
    for (int i = 0; i < 6; i++)
        sum->games[i / 3][i % 3] += t->games[i / 3][i % 3];
    sum->plies += t->plies;
    for (int who = 0; who < 2; who++) {
        sum->moves[who] += t->moves[who];
        sum->time_ms[who] += t->time_ms[who];
    }
    notify_watcher(o);
    mutex_unlock(&o->lock);
}
