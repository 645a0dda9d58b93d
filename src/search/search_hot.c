/* SPDX-License-Identifier: MIT */
/* search_hot.c - the search of one game, compiled for each of its rule sets.

   INSTANCE(i) defines node_i, move_i and throw_i with &GAME_RULES[i] as a constant, so move
   generation and evaluation are inlined (core/hot.h); the table of all of them is found by
   search_instance_of. */
#include "core/hot.h"
#include "search/search_node_internal.h"
#include "search/instance_internal.h"

#define INSTANCE(i)                                                                      \
    static int node_##i(struct search *s, const lus_pos *p, uint64_t hash, int depth,    \
                        int alpha, int beta)                                             \
    {                                                                                    \
        return node_body(&GAME_RULES[i], node_##i, s, p, hash, depth, alpha, beta);      \
    }                                                                                    \
    static int move_##i(struct search *s, const lus_pos *p, int throw, lus_move m,       \
                        int depth, int alpha, int beta)                                  \
    {                                                                                    \
        return move_body(&GAME_RULES[i], node_##i, s, p, throw, m, depth, alpha, beta);  \
    }                                                                                    \
    static int throw_##i(struct search *s, const lus_pos *p, int throw, int depth)       \
    {                                                                                    \
        return throw_body(&GAME_RULES[i], node_##i, s, p, throw, depth);                 \
    }
GAME_SETS(INSTANCE)

#define ENTRY(i) {move_##i, throw_##i},
HOT_TABLE(search, const struct search_instance, ENTRY);
