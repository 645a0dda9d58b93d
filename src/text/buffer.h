/* SPDX-License-Identifier: MIT */
/* buffer.h - a text that grows.  A failed allocation is remembered and ends the
   writing, so that only the end needs to ask. */
#ifndef TEXT_BUFFER_H
#define TEXT_BUFFER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct buffer {
    char *bytes;
    size_t len, cap;
    bool failed;
    int column; /* characters since the last line feed */
};

void buffer_bytes(struct buffer *b, const char *s, size_t n);
void buffer_str(struct buffer *b, const char *s);
void buffer_int(struct buffer *b, int64_t v);
/* A word behind a blank, or on a new line where the line would pass 80 columns. */
void buffer_word(struct buffer *b, const char *s, size_t n);
/* Hands the text over, NUL-terminated; NULL if memory ran out. */
char *buffer_take(struct buffer *b, size_t *n);

#endif
