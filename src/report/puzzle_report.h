/* SPDX-License-Identifier: MIT */
/* puzzle_report.h - puzzles of recorded games, and a puzzle as JSON.

   {"schema":"lusoria.puzzle/1","puzzle":true,"game":"ur:finkel","position":"TEXT",
    "link":"#g=...","side":0,"throw":2,"origin":"generated","seed":7,...,"move":"4-6",
    "margin":0.0812,...}

   doc/api.md describes every member. */
#ifndef REPORT_PUZZLE_REPORT_H
#define REPORT_PUZZLE_REPORT_H

#include "analyse/puzzle.h"
#include "record/record.h"
#include "text/buffer.h"

/* Reviews a game and takes a puzzle from it, as puzzle_of_review does.  A game before the
   end of its roll-off has none. */
int puzzle_of_record(const struct record *r, int player, int *skip,
                     const struct puzzle_limits *limits, struct puzzle *out);

/* Appends one line; out->failed is set if memory runs out. */
void puzzle_json(struct buffer *out, const struct puzzle *z);
/* {"schema":"lusoria.puzzle/1","puzzle":false,"reason":"..."}: what puzzle_judge,
   puzzle_generate or puzzle_of_record returned instead of PUZZLE_OK. */
void puzzle_fault_json(struct buffer *out, enum puzzle_fault fault);
/* One word for it: "forced", "unclear", "unconfirmed", "obvious", "unsolved",
   "decided". */
const char *puzzle_fault_name(enum puzzle_fault fault);

#endif
