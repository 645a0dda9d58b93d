/* SPDX-License-Identifier: MIT */
/* rgn.h - RGN, the records of the Royal Game of Ur of the RoyalUr project.

       [Rules finkel]
       [Light Ada]

       1. A@A1 * A@A3 / 0 --
       2. A3B1 / C@C3 ...

   Tiles have a row and a column; '@' is the hand, '+' the end, each with the row of
   its side; 'x' captures, '*' lands on a rosette, '#' ends the game; a throw without a
   legal move is "THROW --".  Other throws follow from the moves.  RGN has no comments; the
   result of a game that was not ended by play is in tags. */
#ifndef RECORD_RGN_H
#define RECORD_RGN_H

#include "record/record.h"

/* Sets *text, which the caller frees, and its length; returns 0.  LUS_ERULES: not a game
   of Ur; LUS_EMEMORY. */
int rgn_write(const struct record *r, char **text, size_t *n);

#endif
