/* SPDX-License-Identifier: MIT */
/* instance_internal.h - the functions that search_hot.c compiles for each rule set. */
#ifndef SEARCH_INSTANCE_INTERNAL_H
#define SEARCH_INSTANCE_INTERNAL_H

#include "core/rules.h"

struct search;

/* The value of playing m for the side to move, `depth` plies in all. */
typedef int move_value_fn(struct search *s, const lus_pos *p, int throw, lus_move m,
                          int depth, int alpha, int beta);
/* Dice games: the value of the best move after `throw`; depth >= 1 includes it. */
typedef int throw_value_fn(struct search *s, const lus_pos *p, int throw, int depth);

struct search_instance {
    move_value_fn *move_value;
    throw_value_fn *throw_value;
};

/* The functions compiled for r; never NULL for a registered rule set. */
const struct search_instance *search_instance_of(const lus_rules *r);

/* For all rule sets: records the tree it searches in s->tree (recorded_search.c). */
extern const struct search_instance recorded_search;

#endif
