/* SPDX-License-Identifier: MIT */
/* ending.h - proved values: a root whose game can be searched to the end.

   In Magnetic Cave the results of 20 empty cells take some 10,000 nodes, a few ms: see
   games/cave/cave_ending.c. */
#ifndef SEARCH_ENDING_H
#define SEARCH_ENDING_H

#include "search/search.h"

/* Fills *report with proved values and returns 1.  Returns LUS_EMEMORY, or 0, and leaves
   *report as it was, if limits->prove is not set, the game has no search to its end (search_hints) or too
   many plies are left for the limits.  Of moves with equal results those come first that a
   search of six plies prefers.  Wins are VALUE_WIN, losses -VALUE_WIN; what that search has
   decided keeps its value, which contains the number of plies. */
int ending_answer(const lus_game *g, const struct search_limits *limits,
                  struct search_report *report);

#endif
