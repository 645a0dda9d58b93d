/* SPDX-License-Identifier: MIT */
/* instance.h - what search_hot.c gives for each rule set. */
#ifndef SEARCH_INSTANCE_H
#define SEARCH_INSTANCE_H

#include "core/rules.h"

struct search;

/* The value for the side to move of playing m, `depth` plies in all. */
typedef int search_move_fn(struct search *s, const lus_pos *p, int throw, lus_move m,
                           int depth, int alpha, int beta);
/* The value of having thrown `throw`, best play following (dice games). */
typedef int search_throw_fn(struct search *s, const lus_pos *p, int throw, int depth);

struct search_instance {
    search_move_fn *move;
    search_throw_fn *thrown;
};

const struct search_instance *search_instance_of(const lus_rules *r);

#endif
