/* SPDX-License-Identifier: MIT */
/* glance.c - see glance.h. */
#include <stdlib.h>
#include "search/glance.h"
#include "search/instance.h"
#include "search/node.h"

enum { FUEL = 1 << 30, TABLE_MB = 1 };

/* Nothing stops a glance: no limit is set, and the fuel is filled up every time. */
static const struct search_limits no_limits;

struct glance {
    const lus_rules *rules;
    const struct search_instance *instance;
    int depth;
    void *rows;
    struct search_shared shared;
    struct search search;
};

bool glance_has_scale(const lus_rules *r)
{
    return r->search.net || r->search.evaluate;
}

/* At depth 1 there is nothing a table could remember, and classic values are the root
   player's: they may not outlive a question. */
static bool open_memory(struct glance *g)
{
    const struct net *net = g->rules->search.net;
    if (net && !(g->rows = net_expanded(net)))
        return false;
    return g->depth == 1 || !glance_has_scale(g->rules) ||
           (g->shared.tt = tt_new(TABLE_MB));
}

struct glance *glance_new(const lus_rules *r, int depth)
{
    struct glance *g = calloc(1, sizeof *g);
    if (!g)
        return NULL;
    g->rules = r;
    g->instance = search_instance_of(r);
    g->depth = depth;
    g->shared.limits = &no_limits;
    if (!open_memory(g)) {
        glance_free(g);
        return NULL;
    }
    struct search *s = &g->search;
    s->shared = &g->shared;
    s->tt = g->shared.tt;
    s->order = s->star2 = true;
    s->root_depth = depth;
    s->classic = !glance_has_scale(r);
    s->bound = s->classic ? r->search.classic_bound + MAX_DEPTH : VALUE_WIN;
    s->rows = g->rows;
    return g;
}

void glance_free(struct glance *g)
{
    if (!g)
        return;
    tt_free(g->shared.tt);
    free(g->rows);
    free(g);
}

static struct search *ready(struct glance *g, const lus_pos *p)
{
    g->search.fuel = g->search.tank = FUEL;
    g->search.root_side = pos_side(p);
    return &g->search;
}

int glance_throw(struct glance *g, const lus_pos *p, int throw)
{
    return g->instance->thrown(ready(g, p), p, throw, g->depth);
}

int glance_best(struct glance *g, const lus_pos *p, int throw, lus_move *best)
{
    lus_move list[LUS_MAX_MOVES] = {LUS_PASS};
    struct search *s = ready(g, p);
    int n = g->rules->moves(g->rules, p, throw, list), most = -VALUE_MAX - 1;
    for (int i = 0; i < (n ? n : 1); i++) {
        int v = g->instance->move(s, p, throw, list[i], g->depth, -VALUE_MAX, VALUE_MAX);
        if (v > most) {
            most = v;
            *best = list[i];
        }
    }
    return most;
}
