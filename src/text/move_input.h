/* SPDX-License-Identifier: MIT */
/* move_input.h - reads moves as people type them.

   Upper and lower case are the same, and blanks may stand anywhere.  Accepted are
     - move text: "4-6", "4 6", "14-OFF"; a blank for the comma of a chain; "f" for F in
       Awari; "3 0" (row and column) for a cell of the Cave;
     - the label of a move in the printed list;
     - the square of a piece that has exactly one move, with a dash: "4-". */
#ifndef TEXT_MOVE_INPUT_H
#define TEXT_MOVE_INPUT_H

#include "lusoria.h"

/* The label of list[i], the legal moves in the order of lus_moves: counted from 1; in
   Awari the number of the pit, 0 to 5. */
int move_input_label(const lus_rules *r, const lus_move *list, int i);

/* Sets *m to the legal move that `text` means and returns 0.  Otherwise returns the code
   in *fault (which may be NULL): LUS_ETEXT if the text was not understood, with the byte
   of `text` and what was expected there; LUS_EILLEGAL if a rule forbids the move, with
   the rule in fault->expected; LUS_ERANGE for a throw that the game does not have. */
int move_input_parse(const lus_rules *r, const lus_pos *p, int throw, const char *text,
                     lus_move *m, lus_fault *fault);

#endif
