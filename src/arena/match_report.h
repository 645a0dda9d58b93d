/* SPDX-License-Identifier: MIT */
/* match_report.h - the result of a match as text, JSON (lusoria.match/1) and CSV. */
#ifndef ARENA_MATCH_REPORT_H
#define ARENA_MATCH_REPORT_H

#include "arena/match_session.h"
#include "text/json.h"

enum { ELO_TEXT = 16 };
/* Writes "+12" or "-infinite" and returns `out`. */
const char *elo_format(char out[ELO_TEXT], double elo);

/* Each function appends to its buffer; a lack of memory is remembered there.  Names of
   players and lines of bots are sanitised in the text and escaped in JSON and CSV. */
void match_report_text(struct buffer *b, const struct match *m,
                       const struct match_result *r);
/* The part of the text about forfeited games; nothing if there are none. */
void match_report_forfeits(struct buffer *b, const struct match *m,
                           const struct match_tally *t);
void match_report_json(struct json *j, const struct match *m,
                       const struct match_result *r);
void match_report_csv_head(struct buffer *b);
void match_report_csv_row(struct buffer *b, const struct match *m,
                          const struct match_tally *t);

#endif
