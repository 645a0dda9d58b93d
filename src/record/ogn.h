/* SPDX-License-Identifier: MIT */
/* ogn.h - records of Awari as the Aualé program keeps them, and bare moves.

       [Variant "Oware Abapa"]      awari:oware; other rule sets under their own names
       [South "Ada"]
       [North "?"]                  '?': not known
       [Result "19-25"]             stones; '*' while the game goes on
       [FEN "4-4-..."]              the start, if not the usual one

       1. E c 2. F+3 a {a comment} ... 19-25

   A result that does not follow from the stones is told by the tags Outcome ("1-0") and
   Reason.  Bare moves are the letters alone: "FfBeBc". */
#ifndef RECORD_OGN_H
#define RECORD_OGN_H

#include "record/record.h"

/* Texts to be freed; LUS_ERULES: not a game of Awari.  Bare moves have no place for a
   start other than the usual (LUS_ESTATE). */
int ogn_write(const struct record *r, char **text, size_t *n);
int ogn_write_moves(const struct record *r, char **text, size_t *n);

#endif
