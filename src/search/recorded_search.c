/* SPDX-License-Identifier: MIT */
/* recorded_search.c - the search that records its tree: the same bodies as in
   search_hot.c, compiled once for all games with the hooks of search_tree_internal.h. */
#include "search/instance_internal.h"

#ifdef __wasm__ /* No verb asks for a tree; 6 KB of the compressed module. */

const struct search_instance recorded_search = {0};

#else

#define SEARCH_RECORD_TREE
#include "search/search_node_internal.h"

static int node(struct search *s, const lus_pos *p, uint64_t hash, int depth, int alpha,
                int beta)
{
    return node_body(s->tree->rules, node, s, p, hash, depth, alpha, beta);
}

static int move_value(struct search *s, const lus_pos *p, int throw, lus_move m,
                      int depth, int alpha, int beta)
{
    return move_body(s->tree->rules, node, s, p, throw, m, depth, alpha, beta);
}

static int throw_value(struct search *s, const lus_pos *p, int throw, int depth)
{
    return throw_body(s->tree->rules, node, s, p, throw, depth);
}

const struct search_instance recorded_search = {move_value, throw_value};

#endif
