/* SPDX-License-Identifier: MIT */
/* csv.c - see csv.h.

       "number","game","side"
       1,"ur:finkel","Light"

   Texts are always quoted, numbers never; rows end with CR LF.  The column of the buffer says
   whether a cell is the first of its row. */
#include <string.h>
#include "text/csv.h"
#include "text/json.h"
#include "text/utf8.h"

static void begin_cell(struct buffer *b)
{
    if (b->column)
        buffer_str(b, ",");
}

void csv_text(struct buffer *b, const char *s)
{
    size_t left = s ? strlen(s) : 0;
    begin_cell(b);
    buffer_str(b, "\"");
    if (left && (strchr("=+-@", *s) || (unsigned char)*s < ' '))
        buffer_str(b, "'");
    while (left) {
        size_t n = (size_t)utf8_character(s, left);
        if (*s == '"')
            buffer_str(b, "\"\"");
        else if (n)
            buffer_bytes(b, s, n);
        else
            buffer_str(b, (unsigned char)*s < ' ' || *s == 0x7f ? " " : "?");
        s += n ? n : 1;
        left -= n ? n : 1;
    }
    buffer_str(b, "\"");
}

void csv_int(struct buffer *b, int64_t v)
{
    begin_cell(b);
    buffer_int(b, v);
}

/* Numbers are written as in JSON. */
void csv_real(struct buffer *b, double v)
{
    struct json j = json_on(b);
    begin_cell(b);
    if (v > -1e12 && v < 1e12)
        json_real(&j, NULL, v);
    else
        buffer_str(b, "\"\"");
}

void csv_end(struct buffer *b)
{
    buffer_str(b, "\r\n");
}
