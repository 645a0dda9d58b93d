/* SPDX-License-Identifier: MIT */
/* rollout_json.h - a rollout as JSON: lusoria.rollout/1.

   {"schema":"lusoria.rollout/1","game":"ur:finkel","position":"TEXT","side":"L","throw":2,
    "games":4096,"seed":1,"stopped_by":"games","policy":{"depth":1,"truncate":null},
    "move":"4-6","win":0.531,"error":0.0004,"interval":[0.5302,0.5318],
    "plain_win":0.527,"plain_error":0.0078,"variance_ratio":380,"plies":97.1,
    "truncated":0,"moves":[{"move":"4-6","loss":0,"loss_error":0,"win":...}],
    "timings":{"total_ms":1900}}

   win, error and interval (95 %) are those of the best move, or of the position before the
   throw; then `move` is null and `moves` is empty.  plain_*: without variance reduction;
   variance_ratio: how many times as many plain games have the same standard error.  plies:
   mean length of a game; truncated: share of the games that were ended by --truncate. */
#ifndef REPORT_ROLLOUT_JSON_H
#define REPORT_ROLLOUT_JSON_H

#include "analyse/rollout.h"
#include "text/buffer.h"

/* Appends one line; out->failed is set if memory runs out. */
void rollout_json(struct buffer *out, const struct rollout *r);

#endif
