/* SPDX-License-Identifier: MIT */
/* glance.h - the search at a fixed depth, opened once and asked a million times.

   search_run writes out the network and clears a table for every question; a player
   of rollouts looks one or two plies ahead and would do nothing else.  The values are
   those of search_run at the same depth. */
#ifndef SEARCH_GLANCE_H
#define SEARCH_GLANCE_H

#include <stdbool.h>
#include "core/rules.h"

struct glance;

/* For one thread at a time, of a game with dice; NULL: no memory. */
struct glance *glance_new(const lus_rules *r, int depth);
void glance_free(struct glance *g);

/* The value of having thrown, for the side to move. */
int glance_throw(struct glance *g, const lus_pos *p, int throw);
/* The same, and the best move: the first listed of equals, LUS_PASS if there is none. */
int glance_best(struct glance *g, const lus_pos *p, int throw, lus_move *best);

/* The rule set has an evaluation on the scale of value.h. */
bool glance_has_scale(const lus_rules *r);

#endif
