/* SPDX-License-Identifier: MIT */
/* search_tree_internal.h - hooks that record the tree of a search (search_tree.h).

   The bodies of star_internal.h and alphabeta_internal.h call these hooks.  In
   search_hot.c they are empty and compile to nothing; recorded_search.c compiles the same
   bodies with SEARCH_RECORD_TREE and records every node in s->tree. */
#ifndef SEARCH_SEARCH_TREE_INTERNAL_H
#define SEARCH_SEARCH_TREE_INTERNAL_H

#include "search/search_tree.h"

struct search;

#ifdef SEARCH_RECORD_TREE
#define TREE_HOOK(declaration) declaration;
#else
#define TREE_HOOK(declaration)                                                           \
    static inline __attribute__((always_inline, unused)) declaration                     \
    {                                                                                    \
    }
#endif
#if defined(__GNUC__) && !defined(SEARCH_RECORD_TREE)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
#endif
/* A node is entered; it is left with its value. */
TREE_HOOK(void tree_enter(struct search *s, const lus_pos *p, int depth, int alpha,
                          int beta))
TREE_HOOK(void tree_leave(struct search *s, int value))
/* The throw of this index in the table of throws is entered. */
TREE_HOOK(void tree_throw(struct search *s, const lus_pos *p, int t, int depth, int alpha,
                          int beta, bool probe))
/* A leaf that is evaluated by its parent. */
TREE_HOOK(void tree_leaf(struct search *s, const lus_pos *p, int value))
/* The move that leads to the next node: the move itself, or its index in the list. */
TREE_HOOK(void tree_move(struct search *s, lus_move m))
TREE_HOOK(void tree_move_at(struct search *s, int index))
#if defined(__GNUC__) && !defined(SEARCH_RECORD_TREE)
#pragma GCC diagnostic pop
#endif
#undef TREE_HOOK

#endif
