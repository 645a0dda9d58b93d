/* SPDX-License-Identifier: MIT */
/* line.h - the line of play a finished search expects: its best line.

   Read from the table the search has filled: a move is best if the bounds of all
   moves prove it.  Where they do not, a small search takes their place; where that
   would be a large one the line ends.  With dice the line goes on with the likeliest
   throw each time. */
#ifndef SEARCH_LINE_H
#define SEARCH_LINE_H

#include "search/search.h"

/* One ply: the throw (0 without dice) and the move. */
struct ply {
    int throw;
    lus_move move;
};

/* The line that begins with `first`, of `depth` plies at most; returns its length.
   limits: the table and the evaluation of the search.  The small searches take their
   nodes from *budget. */
int search_line(const lus_game *g, int throw, lus_move first, int depth,
                const struct search_limits *limits, int64_t *budget, struct ply *line,
                int most);

#endif
