/* SPDX-License-Identifier: MIT */
/* reference_search.h - a plain expectiminimax: every throw, every move, no pruning.

   It shares the rules and the evaluation with src/search and nothing else.  test_search
   compares the search with it; bench_search measures the speed against it. */
#ifndef TEST_SUPPORT_REFERENCE_SEARCH_H
#define TEST_SUPPORT_REFERENCE_SEARCH_H

#include <stdbool.h>
#include "core/random.h"

struct reference_search {
    const lus_rules *r;
    bool classic; /* evaluation */
    int root_side;
    const void *network; /* expanded; NULL: none */
};

/* Returns the expanded network of a rule set, for the caller to free; NULL: it has none. */
void *reference_network(const lus_rules *r);
/* The default evaluation of a rule set without a network. */
int reference_evaluate(const lus_rules *r, const lus_pos *p);
/* The value of a move for the side to move, `depth` plies in all. */
int reference_move_value(const struct reference_search *s, const lus_pos *p, int throw,
                         lus_move m, int depth);
/* The value of a position about to throw (or to move, without dice). */
int reference_position_value(const struct reference_search *s, const lus_pos *p,
                             int depth);
/* Plays a random game.  Returns true and sets *p and *throw if it reached a position with
   at least two moves. */
bool random_position(const lus_rules *r, struct random *g, lus_pos *p, int *throw);

#endif
