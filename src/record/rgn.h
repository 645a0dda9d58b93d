/* SPDX-License-Identifier: MIT */
/* rgn.h - records of the Royal Game of Ur in the notation of the RoyalUr project.

       [Rules finkel]
       [Light Ada]

       1. A@A1 * A@A3 / 0 --
       2. A3B1 / C@C3 ...

   Tiles have a column and a row; '@' is the hand, '+' the end, each with the column of
   its side; 'x' captures, '*' lands on a rosette, '#' ends the game; a roll nobody could
   use is "ROLL --".  Other rolls follow from the moves.  RGN has no place for
   comments; the result of a game not ended by play goes into tags. */
#ifndef RECORD_RGN_H
#define RECORD_RGN_H

#include "record/record.h"

/* A text to be freed; LUS_ERULES: not a game of Ur. */
int rgn_write(const struct record *r, char **text, size_t *n);

#endif
