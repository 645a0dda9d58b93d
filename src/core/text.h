/* SPDX-License-Identifier: MIT */
/* text.h - writing and parsing text without stdio or malloc.

   struct text writes into a buffer of the caller, always NUL-terminated; text that does
   not fit is dropped and sets `full`.  struct scan reads a string and records a fault:
   the byte and what was expected there. */
#ifndef CORE_TEXT_H
#define CORE_TEXT_H

#include <stdbool.h>
#include "lusoria.h"

struct text {
    char *buf;
    size_t len, cap;
    bool full;
};

/* A text in buf, empty at first; cap is at least 1. */
struct text text_on(char *buf, size_t cap);
/* Append a character, a string, n bytes (none of them NUL) and a decimal number. */
void text_char(struct text *t, char c);
void text_str(struct text *t, const char *s);
void text_bytes(struct text *t, const char *s, size_t n);
void text_int(struct text *t, int64_t v);
void text_right(struct text *t, int64_t v, int width); /* right-aligned */
void text_fill(struct text *t, char c, int n);         /* n times the same character */

struct scan {
    const char *text;
    size_t at, len;
    lus_fault *fault; /* may be NULL */
};

/* A scanner at the start of a string; the text and *fault (may be NULL) must outlive it. */
struct scan scan_on(const char *text, lus_fault *fault);
int scan_peek(const struct scan *s);    /* the next byte; -1 at the end */
bool scan_take(struct scan *s, char c); /* skips c if it is next; whether it was */
/* Reads a number in 0..max without leading zeros.  Returns -1 and stays where it is if
   there is none. */
int scan_int(struct scan *s, int max);
/* Records a fault at the current byte (or at `at`) and returns its code (LUS_ETEXT, or
   `code`). */
int scan_expect(struct scan *s, const char *expected);
int scan_fault(struct scan *s, int code, size_t at, const char *expected);
/* Record a bad argument of a function that reads text, or that it has no memory; return
   LUS_ERANGE, LUS_EMEMORY. */
int argument_fault(lus_fault *fault, const char *expected);
int memory_fault(lus_fault *fault);
/* Returns 0 at the end of the text; else records a fault and returns LUS_ETEXT. */
int scan_end(struct scan *s);

/* Steps "4-6" or "26-off,25-27": the move text of the race games.  scan_steps reads up to
   max_steps steps on squares 0..squares and returns 0 or LUS_ETEXT with a fault; text_steps
   appends them. */
int scan_steps(struct scan *s, int squares, int max_steps, lus_move *m);
void text_steps(struct text *t, lus_move m);

/* The colour of the text that follows; nothing is written unless the look has colour. */
enum ink { INK_PLAIN, INK_FIRST, INK_SECOND, INK_MARK, INK_FAINT, INK_BOLD };
void text_ink(struct text *t, const lus_look *look, enum ink ink);
/* Writes one of the two symbols, depending on look->unicode. */
void text_symbol(struct text *t, const lus_look *look, const char *unicode,
                 const char *ascii);

#endif
