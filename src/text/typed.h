/* SPDX-License-Identifier: MIT */
/* typed.h - what people type at a prompt, made a move.

   Taken in any case and with blanks around anything: move text ("4-6", "4 6", "OFF" for
   off, a blank for the comma of a chain, "f" for Awari's F, "3 0" for a cell of the
   Cave); the label of a move in the list; a square a piece stands on, as "4-", or as "4"
   where the list has no such label, if only one move begins there. */
#ifndef TEXT_TYPED_H
#define TEXT_TYPED_H

#include "lusoria.h"

/* The number people type for list[i]: its place from 1; in Awari its pit, 0..5. */
int typed_label(const lus_rules *r, const lus_pos *p, const lus_move *list, int i);

/* LUS_ETEXT: not understood; LUS_EILLEGAL: fault->expected is the rule it breaks. */
int typed_move(const lus_rules *r, const lus_pos *p, int throw, const char *text,
               lus_move *m, lus_fault *fault);

#endif
