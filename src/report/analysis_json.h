/* SPDX-License-Identifier: MIT */
/* analysis_json.h - an analysis as JSON: the same bytes on every machine except the
   timings.

   {"schema":"lusoria.analysis/1","game":"ur:finkel","position":"TEXT","side":"L",
    "throw":2,"result":null,"unit":"win","exact":false,"source":"search","move":"4-6",
    "evaluation":0.5312,"win":0.5312,"thinking":"...","throws":null,
    "timings":{"total_ms":12.4},"diagnostics":{...}}

   Values are those of the side to move, in `unit`: "win" (the chance to win), "stones"
   (Awari: the lead at the end) or "points" (the classic evaluation).  `win` is the chance
   in every unit, null with points.  `result` is null, "win", "loss" or "draw"; `throw` is
   null before the throw and without dice.  Before a throw `move` is null and `throws`
   lists {throw, weight, move, evaluation, win}.  `exact` means proven: by the rules, by a
   table, by a search to the end of the game (source "proof"), or by a forced end within the depth (Awari: the winner is proven then).

   diagnostics.move_evaluations, best first: `piece` and `from_square` are null if no
   piece stood there before (Cave), `to_square` is null off the board; of a chain both are
   of the whole move, and `steps` lists {from, to}.  `pv` is the best line: THROW/MOVE
   after the first ply of a dice game, always with the likeliest throw.  `replies` lists
   {throw, weight, evaluation}: the value after each next throw.  `why` is a sentence.
   piece_positions, game_phase and board_control are struct pos_summary of core/rules.h. */
#ifndef REPORT_ANALYSIS_JSON_H
#define REPORT_ANALYSIS_JSON_H

#include "analyse/analyse.h"
#include "text/buffer.h"

/* Appends one line; out->failed is set if memory runs out. */
void analysis_json(struct buffer *out, const struct analysis *a);

/* {"schema":"lusoria.error/1","code":"ETEXT","at":4,"expected":"...","message":"..."};
   at < 0 and expected NULL are null. */
void error_json(struct buffer *out, const char *code, int64_t at, const char *expected,
                const char *message);

#endif
