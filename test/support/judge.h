/* SPDX-License-Identifier: MIT */
/* judge.h - the search as a textbook has it: every throw, every move, nothing
   skipped.  It shares the rules and the evaluation with src/search, and nothing
   else; test_search compares with it, bench_search measures against it. */
#ifndef TEST_JUDGE_H
#define TEST_JUDGE_H

#include <stdbool.h>
#include "core/random.h"

struct judge {
    const lus_rules *r;
    bool classic;
    int root_side;
    const void *rows; /* the network's, NULL: none */
};

/* The network of a rule set written out, to be freed; NULL: it has none. */
void *judge_rows(const lus_rules *r);
/* The default evaluation of a rule set without a network. */
int judge_evaluate(const lus_rules *r, const lus_pos *p);
/* The value of a move for the side to move, `depth` plies in all. */
int judge_move(const struct judge *j, const lus_pos *p, int throw, lus_move m, int depth);
/* A position of a random game with at least two moves, and its throw. */
bool random_position(const lus_rules *r, struct random *g, lus_pos *p, int *throw);

#endif
