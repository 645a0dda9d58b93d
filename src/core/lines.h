/* SPDX-License-Identifier: MIT */
/* lines.h - whole lines out of bytes that come in pieces, however bad they are.

       "go de" "pth 3\nsto" "p\n"   -->   "go depth 3", "stop"

   A line has up to LINES_MAX bytes without its line feed; what is longer, or holds a
   NUL, is still one line, with a fault instead of a text. */
#ifndef CORE_LINES_H
#define CORE_LINES_H

#include <stdbool.h>
#include <stddef.h>

enum { LINES_MAX = 65536 };
enum line_fault { LINE_IS_GOOD, LINE_IS_LONG, LINE_HAS_NUL };

struct lines {
    bool whole;            /* text is a line; the next bytes begin another */
    enum line_fault fault; /* the worst so far */
    size_t n;
    char text[LINES_MAX + 1]; /* NUL-terminated once whole, no CR at its end */
};

/* Takes bytes up to the first line feed, if there is one; returns how many. */
size_t lines_take(struct lines *l, const char *bytes, size_t n);

/* What follows the word a line begins with; NULL: it begins with another. */
const char *line_after(const char *line, const char *word);

#endif
