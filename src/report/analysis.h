/* SPDX-License-Identifier: MIT */
/* analysis.h - an analysis as JSON, one shape for program, server and page: the same
   bytes everywhere but for the timings.

   {"schema":"lusoria.analysis/1","game":"ur:finkel","position":"TEXT","side":"L",
    "throw":2,"result":null,"unit":"win","exact":false,"source":"search","move":"4-6",
    "evaluation":0.5312,"win":0.5312,"thinking":"...","throws":null,
    "timings":{"total_ms":12.4},"diagnostics":{...}}

   Values are the side to move's, in `unit`: "win" (chance), "stones" (Awari: ahead at
   the end) or "points" (the classic evaluation).  `win` is the chance in every unit,
   null with points.  `result` is null, "win", "loss" or "draw"; `throw` null if none
   was made or there are no dice.  Before a throw `move` is null and `throws` lists
   {throw, weight, move, evaluation, win}. `exact` means proven, by the rules, a table
   or a forced end within the depth (Awari: who wins is proven then).

   diagnostics.move_evaluations, best first: `piece` and `from_square` are null where
   nothing stood before (Cave), `to_square` is null off the board, of the last step of a
   chain; `steps` lists {from, to}; `pv` is the best line, THROW/MOVE after the first ply
   of a dice game, with the likeliest throw each time; `replies` lists {throw, weight,
   evaluation}: what each throw that may follow makes of the value; `why` is a sentence.
   piece_positions, game_phase and board_control are struct pos_summary of core/rules.h. */
#ifndef REPORT_ANALYSIS_H
#define REPORT_ANALYSIS_H

#include "analyse/analyse.h"
#include "text/buffer.h"

void analysis_write(struct buffer *out, const struct analysis *a);

/* {"schema":"lusoria.error/1","code":"ETEXT","at":4,"expected":"...","message":"..."};
   at < 0 and expected NULL are null. */
void error_write(struct buffer *out, const char *code, int64_t at, const char *expected,
                 const char *message);

#endif
