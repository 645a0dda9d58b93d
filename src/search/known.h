/* SPDX-License-Identifier: MIT */
/* known.h - a root whose moves are all known is answered without a search.

   Knowing what a position is worth is not knowing how to get it: in Awari a move may keep
   a won position won for ever.  So among the best moves the first is the one that leads
   soonest to less in play (rules->search.material), whatever the other side does: each turn
   something is taken, or that end is nearer, or the enemy has made it cheaper. */
#ifndef SEARCH_KNOWN_H
#define SEARCH_KNOWN_H

#include "search/search.h"

/* Fills the report from limits->known; false: it does not know every move. */
bool known_answer(const lus_game *g, int throw, const struct search_limits *limits,
                  struct search_report *report);

/* The value of a finished game for one side, on the scale of value.h. */
int ended_value(const lus_rules *r, const lus_end *end, int side);

#endif
