/* SPDX-License-Identifier: MIT */
/* tablebase_root.h - a root whose moves are all in the tablebase needs no search.

   Exact values alone do not win: in Awari a move may keep a won position won without end.
   Therefore the first of the best moves is the one with the shortest distance to conversion,
   that is, to a capture (less rules->search.material), whatever the opponent does: each turn
   something is captured, or the capture is nearer, or the opponent has given something
   away. */
#ifndef SEARCH_TABLEBASE_ROOT_H
#define SEARCH_TABLEBASE_ROOT_H

#include "search/search.h"

/* Fills *report from limits->tablebase and returns true.  Returns false, and leaves
   *report as it was, if a move is not in the tablebase, the game is over, or there is no
   move. */
bool tablebase_answer(const lus_game *g, int throw, const struct search_limits *limits,
                      struct search_report *report);

/* For a tablebase with bounds, after a search: limits the values of the root moves to their
   bounds (tablebase_move_range).  If no move is worth more than what the tablebase guarantees,
   or a win is guaranteed, moves the one that keeps the guarantee and has the shortest distance
   to conversion to the front of report->moves. */
void tablebase_apply_bounds(const lus_game *g, int throw,
                            const struct search_limits *limits,
                            struct search_report *report);

/* Returns true and sets the bounds of playing m, for the side that plays it, on the scale of
   value.h, if the tablebase contains the position after it or the game ends there.  They hold
   with the history of the game: under awari:oware an earlier position that is repeated ends it.
   Proving that takes at most 10,000 nodes, none after a capture. */
bool tablebase_move_range(const lus_game *g, int throw, lus_move m,
                          const struct search_tablebase *tablebase, int *lower,
                          int *upper);

/* Returns the value of a finished game for one side, on the scale of value.h. */
int finished_value(const lus_rules *r, const lus_end *end, int side);

#endif
