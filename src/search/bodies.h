/* SPDX-License-Identifier: MIT */
/* bodies.h - a node and a root move of the search: alphabeta.h without dice, star.h
   with.  search_hot.c makes the fast instances, one a rule set; traced.c one for all
   that records what it does. */
#ifndef SEARCH_BODIES_H
#define SEARCH_BODIES_H

#include "search/alphabeta.h"
#include "search/star.h"

HOT_INLINE int node_body(const lus_rules *r, node_fn *self, struct search *s,
                         const lus_pos *p, uint64_t hash, int depth, int alpha, int beta)
{
    trace_enter(s, p, depth, alpha, beta);
    int v = r->dice.sticks ? star_body(r, self, s, p, hash, depth, alpha, beta)
                           : alphabeta_body(r, self, s, p, hash, depth, alpha, beta);
    trace_leave(s, v);
    return v;
}

HOT_INLINE int move_body(const lus_rules *r, node_fn *node, struct search *s,
                         const lus_pos *p, int throw, lus_move m, int depth, int alpha,
                         int beta)
{
    lus_pos next = *p;
    int again = m == LUS_PASS ? r->pass(r, &next, throw) : r->play(r, &next, throw, m);
    s->path[s->path_len++] = pos_hash(p);
    trace_move(s, m);
    uint64_t hash = pos_hash(&next);
    int v = again ? node(s, &next, hash, depth - 1, alpha, beta)
                  : -node(s, &next, hash, depth - 1, -beta, -alpha);
    s->path_len--;
    return v;
}

/* Depth counts the throw's own move: at least 1. */
HOT_INLINE int thrown_body(const lus_rules *r, node_fn *node, struct search *s,
                           const lus_pos *p, int throw, int depth)
{
    struct choices c;
    int place = 0;
    if (!r->dice.sticks)
        return 0;
    if (depth == 1)
        return star_leaves(r, s, p, throw, VALUE_MAX);
    make_choices(r, s, p, throw, &c);
    if (s->order)
        guess_choices(r, s, &c, LUS_MAX_MOVES);
    return star_decide(node, s, p, &c, depth, -VALUE_MAX, VALUE_MAX, &place);
}

#endif
