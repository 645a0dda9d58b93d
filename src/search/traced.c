/* SPDX-License-Identifier: MIT */
/* traced.c - the search that records its tree: the bodies of the fast one, compiled
   once for all games with the hooks of trace.h. */
#define SEARCH_TRACE
#include "search/bodies.h"
#include "search/instance.h"

static int node(struct search *s, const lus_pos *p, uint64_t hash, int depth, int alpha,
                int beta)
{
    return node_body(s->trace->rules, node, s, p, hash, depth, alpha, beta);
}

static int move(struct search *s, const lus_pos *p, int throw, lus_move m, int depth,
                int alpha, int beta)
{
    return move_body(s->trace->rules, node, s, p, throw, m, depth, alpha, beta);
}

static int thrown(struct search *s, const lus_pos *p, int throw, int depth)
{
    return thrown_body(s->trace->rules, node, s, p, throw, depth);
}

const struct search_instance traced_search = {move, thrown};
