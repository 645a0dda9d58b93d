/* SPDX-License-Identifier: MIT */
/* typed.h - what people type at a prompt, made a move.

   Taken, in any case and with blanks around: move text; the number of a move in the list
   (from typed_first_label on); a from-square as "4-", or as "4" where no entry of the
   list has that number and only one move begins there; in Cave "row col", rows from the
   top. */
#ifndef TEXT_TYPED_H
#define TEXT_TYPED_H

#include "lusoria.h"

/* The number people type for the first move of the list: 1; in Awari the pits are 0..5
   and the number is the pit's, see typed_label. */
int typed_label(const lus_rules *r, const lus_pos *p, const lus_move *list, int i);

/* LUS_ETEXT: not understood; LUS_EILLEGAL: fault->expected is the rule it breaks. */
int typed_move(const lus_rules *r, const lus_pos *p, int throw, const char *text,
               lus_move *m, lus_fault *fault);

#endif
