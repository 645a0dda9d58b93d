/* SPDX-License-Identifier: MIT */
/* conversion_internal.h - forcing a capture: progress in endings, and bounds that hold with the
   history of a game.

   A conversion is a move to a position with less material (search.material): a capture.  The
   "winner" is the side that forces a value; the conversion search finds the shortest distance
   to a conversion that keeps it, whatever the other side does.  A strategy of the shortest
   distance never comes back to a position. */
#ifndef SEARCH_CONVERSION_INTERNAL_H
#define SEARCH_CONVERSION_INTERNAL_H

#include "search/search_internal.h"

/* Probes the bounds of p, which are equal if the tablebase has no bounds.  They are those of a
   position without a history. */
bool probe_range(const struct search_tablebase *t, const lus_rules *r, const lus_pos *p,
                 struct value_range *range);

/* The value for the side to move if the game ends by repetition (A7) in this position. */
int repetition_value(const lus_rules *r, lus_pos p);

/* If n > 1 and the best value is more than a repetition yields, moves the fastest conversion
   among the first n moves, which all force `value`, to the front.  If it takes too long to find,
   the first move that repeats no position.  Returns the nodes of the search. */
int put_fastest_first(const lus_game *g, const struct search_limits *limits,
                      struct root_move *moves, int n, int value);

/* Searches the first n moves for the fastest conversion that is worth `value`, moves it to the
   front and returns true.  False: none was found within the limits.  *nodes grows. */
bool put_conversion_first(const lus_game *g, const struct search_limits *limits,
                          struct root_move *moves, int n, int value, int *nodes);

/* Makes the bounds of the move that led to `after`, of the side that played it, hold with the
   positions that the game has had since the last capture.  A second occurrence ends a game of
   awari:oware (repetition_limit 2) with the stones of the own rows, and a strategy that forces a
   bound of the tablebase may lead through an earlier position.  A bound stays if

   - no earlier position with as many stones is worth less (lower) or more (upper), or
   - a conversion search in which these positions end the game forces it, too.

   Otherwise the worst earlier position is the bound: until one is reached, the game is played
   as without a history.  After a capture nothing can be repeated, and nothing is searched.
   Returns the nodes of the searches: at most 5,000 for each bound. */
int widen_by_history(const lus_game *after, const struct search_tablebase *tablebase,
                     struct value_range *range);

#endif
