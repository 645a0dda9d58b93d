/* SPDX-License-Identifier: MIT */
/* buffer.h - a text that grows in memory.

   A zeroed struct is an empty buffer.  If an allocation fails, `failed` is set and all
   later writes are ignored, so that only the end has to be checked. */
#ifndef TEXT_BUFFER_H
#define TEXT_BUFFER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct buffer {
    char *bytes; /* of malloc; not NUL-terminated before buffer_take */
    size_t len, cap;
    bool failed;
    int column; /* number of characters since the last line feed */
};

/* Append n bytes, a string, a number in decimal. */
void buffer_bytes(struct buffer *b, const char *s, size_t n);
void buffer_str(struct buffer *b, const char *s);
void buffer_int(struct buffer *b, int64_t v);
/* Appends a blank and a word; a line feed instead of the blank if the line would become
   longer than 80 characters. */
void buffer_word(struct buffer *b, const char *s, size_t n);
/* The text, NUL-terminated, and its length; the caller frees it.  NULL (and everything is
   freed) if memory ran out.  The buffer must not be used afterwards. */
char *buffer_take(struct buffer *b, size_t *n);

#endif
