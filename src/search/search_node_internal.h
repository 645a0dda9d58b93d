/* SPDX-License-Identifier: MIT */
/* search_node_internal.h - the search of a node, a root move and a throw, as inline
   bodies: alphabeta_internal.h without dice, star_internal.h with dice.  search_hot.c
   compiles them for each rule set; recorded_search.c once for all, recording the tree. */
#ifndef SEARCH_SEARCH_NODE_INTERNAL_H
#define SEARCH_SEARCH_NODE_INTERNAL_H

#include "search/alphabeta_internal.h"
#include "search/star_internal.h"

/* A node: a chance node with dice, a choice without. */
HOT_INLINE int node_body(const lus_rules *r, node_fn *self, struct search *s,
                         const lus_pos *p, uint64_t hash, int depth, int alpha, int beta)
{
    tree_enter(s, p, depth, alpha, beta);
    int v = r->dice.sticks ? star_body(r, self, s, p, hash, depth, alpha, beta)
                           : alphabeta_body(r, self, s, p, hash, depth, alpha, beta);
    tree_leave(s, v);
    return v;
}

/* The value of a root move.  If the same side throws again, neither the value nor the
   window changes its sign. */
HOT_INLINE int move_body(const lus_rules *r, node_fn *node, struct search *s,
                         const lus_pos *p, int throw, lus_move m, int depth, int alpha,
                         int beta)
{
    lus_pos next = *p;
    int again = m == LUS_PASS ? r->pass(r, &next, throw) : r->play(r, &next, throw, m);
    s->path[s->path_len++] = pos_hash(p);
    tree_move(s, m);
    uint64_t hash = pos_hash(&next);
    int v = again ? node(s, &next, hash, depth - 1, alpha, beta)
                  : -node(s, &next, hash, depth - 1, -beta, -alpha);
    s->path_len--;
    return v;
}

/* `depth` includes the move of this throw: at least 1. */
HOT_INLINE int throw_body(const lus_rules *r, node_fn *node, struct search *s,
                          const lus_pos *p, int throw, int depth)
{
    struct throw_moves c;
    int best_index = 0;
    if (!r->dice.sticks)
        return 0;
    if (depth == 1)
        return search_throw_leaves(r, s, p, throw, VALUE_MAX);
    play_throw(r, s, p, throw, &c);
    if (s->order)
        order_throw(r, s, &c, LUS_MAX_MOVES);
    return search_throw(node, s, p, &c, depth, -VALUE_MAX, VALUE_MAX, &best_index);
}

#endif
