/* SPDX-License-Identifier: MIT */
/* ledger.c - see ledger.h. */
#include <stdio.h>
#include <stdlib.h>
#include "arena/ledger.h"

struct waiting {
    bool here;
    struct outcome game[2];
};

void ledger_open(struct ledger *l, const struct match *m, struct tally *sum)
{
    *sum = (struct tally){0};
    *l = (struct ledger){.match = m, .sum = sum};
    pthread_mutex_init(&l->lock, NULL);
}

void ledger_close(struct ledger *l)
{
    pthread_mutex_destroy(&l->lock);
    free(l->ring);
}

int64_t tally_pairs(const struct tally *t)
{
    uint64_t n = 0;
    for (int i = 0; i < 5; i++)
        n += t->pairs[i];
    return (int64_t)n;
}

static void count_fault(struct tally *t, const struct outcome *o)
{
    uint64_t before = 0;
    int who = o->at_fault;
    for (int i = 0; i < AGENT_FAULTS; i++)
        before += t->faults[who][i];
    t->faults[who][o->fault]++;
    if (before == 0)
        snprintf(t->said[who], AGENT_SAID, "%s", o->said);
}

void tally_count(struct tally *t, const struct outcome game[2])
{
    t->pairs[game[0].points + game[1].points]++;
    for (int second = 0; second < 2; second++) {
        const struct outcome *o = &game[second];
        t->games[!second][o->points]++;
        t->plies += (uint64_t)o->plies;
        for (int who = 0; who < 2; who++) {
            t->moves[who] += (uint64_t)o->moves[who];
            t->time_ms[who] += o->time_ms[who];
        }
        if (o->fault)
            count_fault(t, o);
    }
}

static void watched(const struct ledger *l)
{
    const struct watcher *w = l->match->watcher;
    if (w)
        w->watch(w->arg, l->sum);
}

/* The ring holds pairs next .. next + cap - 1, pair p in place p mod cap. */
static bool make_room(struct ledger *l, int64_t pair)
{
    int64_t cap = l->cap ? l->cap : 16;
    while (pair - l->next >= cap)
        cap *= 2;
    if (cap == l->cap)
        return true;
    struct waiting *ring = calloc((size_t)cap, sizeof *ring);
    if (!ring)
        return false;
    for (int64_t p = l->next; p < l->next + l->cap; p++)
        ring[p & (cap - 1)] = l->ring[p & (l->cap - 1)];
    free(l->ring);
    l->ring = ring;
    l->cap = cap;
    return true;
}

static void count_waiting(struct ledger *l)
{
    const struct sprt *sprt = l->match->sprt;
    for (struct waiting *w;
         !l->sum->verdict && (w = &l->ring[l->next & (l->cap - 1)])->here; l->next++) {
        w->here = false;
        tally_count(l->sum, w->game);
        if (sprt)
            l->sum->verdict = sprt_verdict(sprt, l->sum->pairs);
    }
}

int ledger_pair(struct ledger *l, int64_t pair, const struct outcome game[2])
{
    pthread_mutex_lock(&l->lock);
    bool room = make_room(l, pair);
    if (room) {
        l->ring[pair & (l->cap - 1)] = (struct waiting){true, {game[0], game[1]}};
        count_waiting(l);
        watched(l);
    }
    int decided = l->sum->verdict != SPRT_OPEN;
    pthread_mutex_unlock(&l->lock);
    return room ? decided : LUS_EMEMORY;
}

void ledger_add(struct ledger *l, const struct tally *t)
{
    pthread_mutex_lock(&l->lock);
    struct tally *sum = l->sum;
    for (int i = 0; i < 5; i++)
        sum->pairs[i] += t->pairs[i];
    for (int i = 0; i < 6; i++)
        sum->games[i / 3][i % 3] += t->games[i / 3][i % 3];
    sum->plies += t->plies;
    for (int who = 0; who < 2; who++) {
        sum->moves[who] += t->moves[who];
        sum->time_ms[who] += t->time_ms[who];
    }
    watched(l);
    pthread_mutex_unlock(&l->lock);
}
