/* SPDX-License-Identifier: MIT */
/* utf8.h - valid UTF-8 and nothing that moves a cursor. */
#ifndef TEXT_UTF8_H
#define TEXT_UTF8_H

#include <stddef.h>

/* Bytes of the character at s (of n bytes): 1..4; 0 if it is not valid UTF-8 or is a
   control character (C0, DEL, C1). */
int utf8_character(const char *s, size_t n);

/* Text of strangers as it may be shown: what is no character, and what steers the
   direction of writing or cannot be seen, becomes '?'; at most `most` characters, then
   "...".  Returns its length. */
int utf8_shown(const char *s, int most, char *out, size_t size);

#endif
