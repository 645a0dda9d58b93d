/* SPDX-License-Identifier: MIT */
/* principal_variation.h - the line of play that a finished search expects.

   It is read from the transposition table the search has filled: a move is best if the
   bounds of all moves prove it.  Where they do not, a small search decides; where that
   would exceed its node budget, the line ends.  With dice the line continues with the
   most likely throw. */
#ifndef SEARCH_PRINCIPAL_VARIATION_H
#define SEARCH_PRINCIPAL_VARIATION_H

#include "search/search.h"

/* One ply: the throw (0 without dice) and the move. */
struct pv_ply {
    int throw;
    lus_move move;
};

/* Writes the line that begins with `first` to pv: at most `depth` plies and at most
   `max_plies`.  Returns its length; it is shorter if memory runs out.  `limits` are those
   of the search: its table, evaluation and tablebase are used.  The nodes of the small
   searches are taken from *budget. */
int principal_variation(const lus_game *g, int throw, lus_move first, int depth,
                        const struct search_limits *limits, int64_t *budget,
                        struct pv_ply *pv, int max_plies);

#endif
