/* SPDX-License-Identifier: MIT */
/* lines.h - splits a stream of bytes into lines, whatever it contains.

       "go de" "pth 3\nsto" "p\n"   -->   "go depth 3", "stop"

   A line has up to LINES_MAX bytes without its line feed.  A longer line, or one that
   contains a NUL, is still one line, but marked with a fault. */
#ifndef CORE_LINES_H
#define CORE_LINES_H

#include <stdbool.h>
#include <stddef.h>

enum { LINES_MAX = 65536 };
enum line_fault { LINE_IS_GOOD, LINE_IS_LONG, LINE_HAS_NUL };

struct lines {
    bool whole;            /* text is a complete line; the next bytes begin another */
    enum line_fault fault; /* of the line so far; NUL bytes count more than length */
    size_t n;
    char text[LINES_MAX + 1]; /* NUL-terminated once whole, no CR at its end */
};

/* Adds bytes up to and including the first line feed, if there is one, and returns how
   many were used; `whole` then says whether the line is complete.  *l begins as zeros. */
size_t lines_take(struct lines *l, const char *bytes, size_t n);

/* If the line begins with this word, what follows it and its spaces; else NULL. */
const char *line_after(const char *line, const char *word);

#endif
