/* SPDX-License-Identifier: MIT */
/* trace.c - see trace.h. */
#define SEARCH_TRACE
#include <stdlib.h>
#include "search/node.h"
#include "search/trace.h"
#include "search/value.h"

struct trace *trace_new(const lus_rules *r, int room)
{
    struct trace *t = calloc(1, sizeof *t);
    struct trace_node *node = malloc((size_t)room * sizeof *node);
    if (!t || !node) {
        free(t);
        free(node);
        return NULL;
    }
    *t = (struct trace){.rules = r, .node = node, .room = room, .base = -1, .at = -1};
    return t;
}

void trace_free(struct trace *t)
{
    if (t)
        free(t->node);
    free(t);
}

/* Opens a node below the open one; what has no room is only counted. */
static struct trace_node *open_node(struct trace *t, const lus_pos *p)
{
    if (t->lost || t->n == t->room) {
        if (!t->lost++ && t->at >= 0)
            t->node[t->at].more = true;
        t->cut = true;
        return NULL;
    }
    struct trace_node *node = &t->node[t->n];
    *node = (struct trace_node){.parent = t->at, .pos = *p, .move = t->move};
    t->at = t->n++;
    return node;
}

static struct trace_node *close_node(struct trace *t, int value)
{
    if (t->lost) {
        t->lost--;
        return NULL;
    }
    struct trace_node *node = &t->node[t->at];
    node->value = value;
    t->at = node->parent;
    return node;
}

void trace_chance(struct trace *t, const lus_pos *p, int depth)
{
    struct trace_node *node = open_node(t, p);
    if (node) {
        node->kind = TRACE_CHANCE;
        node->depth = depth;
        node->alpha = -VALUE_MAX;
        node->beta = VALUE_MAX;
        t->base = t->at;
    }
    trace_keep(t);
}

void trace_keep(struct trace *t)
{
    t->mark = t->n;
}

static int weight_of(const lus_rules *r, int throw)
{
    for (int i = 0; i < r->dice.n_throws; i++)
        if (r->dice.throws[i].value == throw)
            return r->dice.throws[i].weight;
    return 0;
}

void trace_begin(struct trace *t, const lus_pos *p, int throw, int depth)
{
    t->n = t->mark;
    t->at = t->base;
    t->lost = 0;
    t->cut = t->cut && t->mark == t->room;
    struct trace_node *node = open_node(t, p);
    if (node) {
        node->kind = TRACE_CHOICE;
        node->throw = throw;
        node->weight = t->base < 0 ? 0 : weight_of(t->rules, throw);
        node->depth = depth;
        node->alpha = -VALUE_MAX;
        node->beta = VALUE_MAX;
    }
}

void trace_end(struct trace *t, int value)
{
    close_node(t, value);
}

/* ---- the hooks ---- */

void trace_enter(struct search *s, const lus_pos *p, int depth, int alpha, int beta)
{
    const lus_rules *r = s->trace->rules;
    struct trace_node *node = open_node(s->trace, p);
    if (!node)
        return;
    node->kind = r->result(r, p) != LUS_ONGOING ? TRACE_END
                 : depth == 0                   ? TRACE_LEAF
                 : r->dice.sticks               ? TRACE_CHANCE
                                                : TRACE_CHOICE;
    node->depth = depth;
    node->alpha = alpha;
    node->beta = beta;
    node->hits = s->stats.hits;
}

void trace_leave(struct search *s, int value)
{
    struct trace *t = s->trace;
    bool bare = t->at == t->n - 1; /* nothing was recorded below */
    struct trace_node *node = close_node(t, value);
    if (node)
        node->hit = bare && s->stats.hits > node->hits;
}

void trace_throw(struct search *s, const lus_pos *p, int t, int depth, int alpha,
                 int beta, bool probe)
{
    struct trace_node *node = open_node(s->trace, p);
    if (!node)
        return;
    node->kind = TRACE_CHOICE;
    node->throw = s->trace->rules->dice.throws[t].value;
    node->weight = s->trace->rules->dice.throws[t].weight;
    node->depth = depth;
    node->alpha = alpha;
    node->beta = beta;
    node->probe = probe;
    node->hits = s->stats.hits;
}

void trace_leaf(struct search *s, const lus_pos *p, int value)
{
    const lus_rules *r = s->trace->rules;
    struct trace_node *node = open_node(s->trace, p);
    if (node)
        node->kind = r->result(r, p) != LUS_ONGOING ? TRACE_END : TRACE_LEAF;
    close_node(s->trace, value);
}

void trace_move(struct search *s, lus_move m)
{
    s->trace->move = m;
}

void trace_place(struct search *s, int place)
{
    struct trace *t = s->trace;
    lus_move list[LUS_MAX_MOVES];
    if (t->lost)
        return;
    const struct trace_node *node = &t->node[t->at];
    int n = t->rules->moves(t->rules, &node->pos, node->throw, list);
    t->move = place < n ? list[place] : LUS_PASS;
}
