/* SPDX-License-Identifier: MIT */
/* ogn.h - OGN, the records of Awari of the Aualé program, and bare moves.

       [Variant "Oware Abapa"]      awari:oware; other rule sets under their own names
       [South "Ada"]
       [North "?"]                  '?': unknown
       [Result "19-25"]             stones; '*' if the game is not finished
       [FEN "4-4-..."]              the start, if not the usual one

       1. E c 2. F+3 a {a comment} ... 19-25

   A result that does not follow from the stones is in the tags Outcome ("1-0") and
   Reason.  Bare moves are the letters alone: "FfBeBc". */
#ifndef RECORD_OGN_H
#define RECORD_OGN_H

#include "record/record.h"

/* Both set *text, which the caller frees, and its length, and return 0; on failure the
   outputs are untouched.  LUS_ERULES: not a game of Awari; LUS_ESTATE: bare moves cannot
   contain another start position; LUS_EMEMORY. */
int ogn_write(const struct record *r, char **text, size_t *n);
int ogn_write_moves(const struct record *r, char **text, size_t *n);

#endif
