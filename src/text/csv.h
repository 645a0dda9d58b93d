/* SPDX-License-Identifier: MIT */
/* csv.h - writing CSV files for spreadsheets: RFC 4180, UTF-8.

   Untrusted text is safe: an apostrophe is put before a text that a spreadsheet would
   evaluate as a formula (it begins with = + - @ or a control character); control
   characters become blanks, bytes that are not UTF-8 become '?'. */
#ifndef TEXT_CSV_H
#define TEXT_CSV_H

#include "text/buffer.h"

/* Each appends one cell to the current row. */
void csv_text(struct buffer *b, const char *s); /* NULL: an empty cell */
void csv_int(struct buffer *b, int64_t v);
void csv_real(struct buffer *b, double v); /* as json_real; not finite: an empty cell */
/* Ends the row. */
void csv_end(struct buffer *b);

#endif
