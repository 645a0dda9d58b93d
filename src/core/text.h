/* SPDX-License-Identifier: MIT */
/* text.h - building and reading text without stdio or malloc.

   struct text writes into a caller's buffer, always NUL-terminated; what does
   not fit sets `full` and is dropped.  struct scan reads a string and remembers
   the first fault: the byte and what was expected there. */
#ifndef CORE_TEXT_H
#define CORE_TEXT_H

#include <stdbool.h>
#include "lusoria.h"

struct text {
    char *buf;
    size_t len, cap;
    bool full;
};

struct text text_on(char *buf, size_t cap);
void text_char(struct text *t, char c);
void text_str(struct text *t, const char *s);
void text_bytes(struct text *t, const char *s, size_t n);
void text_int(struct text *t, int64_t v);
void text_right(struct text *t, int64_t v, int width); /* right-aligned */
void text_fill(struct text *t, char c, int n);

struct scan {
    const char *text;
    size_t at, len;
    lus_fault *fault; /* may be NULL */
};

struct scan scan_on(const char *text, lus_fault *fault);
int scan_peek(const struct scan *s); /* the next byte; -1 at the end */
bool scan_take(struct scan *s, char c);
/* Reads digits up to `max`; -1 and untouched if there is no number in 0..max, or
   one with a zero before it: a number has one text. */
int scan_int(struct scan *s, int max);
/* Records a fault at the current byte (or at `at`) and returns its code. */
int scan_expect(struct scan *s, const char *expected);
int scan_fault(struct scan *s, int code, size_t at, const char *expected);
/* Records a bad argument of a function that reads text; returns LUS_ERANGE. */
int argument_fault(lus_fault *fault, const char *expected);
/* Nothing may follow. */
int scan_end(struct scan *s);

/* Steps "4-6" or "26-off,25-27": the move text of the race games. */
int scan_steps(struct scan *s, int squares, int max_steps, lus_move *m);
void text_steps(struct text *t, lus_move m);

/* Colours of the boards; nothing is written unless the look has colour. */
enum ink { INK_PLAIN, INK_FIRST, INK_SECOND, INK_MARK, INK_FAINT, INK_BOLD };
void text_ink(struct text *t, const lus_look *look, enum ink ink);
/* The sign for the terminal at hand. */
void text_sign(struct text *t, const lus_look *look, const char *unicode,
               const char *ascii);

#endif
