/* SPDX-License-Identifier: MIT */
/* utf8.h - decoding UTF-8, and which characters must not be shown. */
#ifndef TEXT_UTF8_H
#define TEXT_UTF8_H

#include <stdbool.h>
#include <stddef.h>

/* The size in bytes, 1 to 4, of the character at s, of which n bytes can be read.  0 if
   it is not valid UTF-8 (RFC 3629) or is a control character (C0, DEL, C1). */
int utf8_character(const char *s, size_t n);

/* The character at s can be shown: utf8_character accepts it, and it is neither
   invisible nor changes the direction of writing nor ends a line.  This is the only list
   of such characters in the program.  *size is the number of bytes to continue after, at
   least 1; n must be at least 1. */
bool utf8_is_visible(const char *s, size_t n, size_t *size);

/* The character at s is a zero-width joiner or non-joiner (U+200D, U+200C).  Emoji and
   Persian names need them, so HTML shows them between two characters outside ASCII; in
   other places they are invisible and only make equal-looking names differ.  Terminals
   disagree about their width: there they are replaced like every invisible character. */
bool utf8_is_joiner(const char *s, size_t n);

/* The number of characters; a byte that is not UTF-8 counts as one. */
int utf8_width(const char *s);

#endif
