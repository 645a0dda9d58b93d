/* SPDX-License-Identifier: MIT */
/* csv.h - writing tables for spreadsheets: RFC 4180, UTF-8.

   A text that a spreadsheet would take for a formula (it begins with = + - @ or a control
   character) gets an apostrophe before it: names come from strangers.  Control characters
   become blanks, what is not UTF-8 a question mark. */
#ifndef TEXT_CSV_H
#define TEXT_CSV_H

#include "text/buffer.h"

void csv_text(struct buffer *b, const char *s); /* NULL: an empty cell */
void csv_int(struct buffer *b, int64_t v);
void csv_real(struct buffer *b, double v); /* as json_real; not finite: an empty cell */
void csv_end(struct buffer *b);            /* of a row */

#endif
