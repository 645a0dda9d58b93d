/* SPDX-License-Identifier: MIT */
/* shallow_search.h - a fixed-depth search for dice games that is set up once and called
   many times.

   search_run expands the network and clears a table for each call; a rollout searches one
   or two plies a million times.  The values are those of search_run at the same depth. */
#ifndef SEARCH_SHALLOW_SEARCH_H
#define SEARCH_SHALLOW_SEARCH_H

#include "core/rules.h"

struct shallow_search;

/* A search of a rule set with dice, to be freed with shallow_search_free; NULL if there is
   no memory.  It may be used by one thread at a time. */
struct shallow_search *shallow_search_new(const lus_rules *r, int depth);
void shallow_search_free(struct shallow_search *s); /* s may be NULL */

/* Returns the value for the side to move after this throw. */
int shallow_search_throw(struct shallow_search *s, const lus_pos *p, int throw);
/* The same, and sets *best to the best move: the first in the list if there are several,
   LUS_PASS if there is none. */
int shallow_search_best(struct shallow_search *s, const lus_pos *p, int throw,
                        lus_move *best);

#endif
