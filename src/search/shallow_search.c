/* SPDX-License-Identifier: MIT */
/* shallow_search.c - see shallow_search.h.

   One struct search is set up once and used for every call: no iterative deepening, no
   limits, no threads.  Table entries of earlier calls are valid, because they are bounds at
   exact depths (tt.h). */
#include <stdlib.h>
#include "search/instance_internal.h"
#include "search/search_internal.h"
#include "search/shallow_search.h"

enum { NO_CHECK = 1 << 30, TABLE_MB = 1 };

/* The search is never interrupted: nodes_to_check is reset before every call. */
static const struct search_limits no_limits;

struct shallow_search {
    const lus_rules *rules;
    const struct search_instance *instance;
    int depth;
    void *network;
    struct search_shared shared;
    struct search search;
};

/* A table is useless at depth 1, and classic values, which are those of the root player,
   must not be kept from call to call. */
static bool allocate(struct shallow_search *s)
{
    const struct net *net = s->rules->search.net;
    if (net && !(s->network = net_expanded(net)))
        return false;
    return s->depth == 1 || !search_has_own_evaluation(s->rules) ||
           (s->shared.tt = tt_new(TABLE_MB));
}

struct shallow_search *shallow_search_new(const lus_rules *r, int depth)
{
    struct shallow_search *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    s->rules = r;
    s->instance = search_instance_of(r);
    s->depth = depth;
    s->shared.limits = &no_limits;
    if (!allocate(s)) {
        shallow_search_free(s);
        return NULL;
    }
    bool classic = !search_has_own_evaluation(r);
    s->search = (struct search){
        .shared = &s->shared,
        .tt = s->shared.tt,
        .order = true,
        .star2 = true,
        .root_depth = depth,
        .classic = classic,
        .bound = classic ? r->search.classic_bound + MAX_DEPTH : VALUE_WIN,
        .network = s->network            ? s->network
                   : r->search.score_net ? (const void *)r->search.score_net->weights
                                         : NULL,
    };
    return s;
}

void shallow_search_free(struct shallow_search *s)
{
    if (!s)
        return;
    tt_free(s->shared.tt);
    free(s->network);
    free(s);
}

/* Before each call: the root side decides which nodes count as MAX and for which player the
   classic evaluation is computed. */
static struct search *prepare(struct shallow_search *s, const lus_pos *p)
{
    s->search.nodes_to_check = s->search.check_interval = NO_CHECK;
    s->search.root_side = pos_side(p);
    return &s->search;
}

int shallow_search_throw(struct shallow_search *s, const lus_pos *p, int throw)
{
    return s->instance->throw_value(prepare(s, p), p, throw, s->depth);
}

int shallow_search_best(struct shallow_search *s, const lus_pos *p, int throw,
                        lus_move *best)
{
    lus_move list[LUS_MAX_MOVES] = {LUS_PASS};
    struct search *search = prepare(s, p);
    int n = s->rules->moves(s->rules, p, throw, list), best_value = -VALUE_MAX - 1;
    for (int i = 0; i < (n ? n : 1); i++) {
        int v = s->instance->move_value(search, p, throw, list[i], s->depth, -VALUE_MAX,
                                        VALUE_MAX);
        if (v > best_value) {
            best_value = v;
            *best = list[i];
        }
    }
    return best_value;
}
