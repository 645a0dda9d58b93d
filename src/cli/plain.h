/* SPDX-License-Identifier: MIT */
/* plain.h - texts of strangers on a terminal: nothing that moves the cursor, changes
   the direction of writing or cannot be seen. */
#ifndef CLI_PLAIN_H
#define CLI_PLAIN_H

#include <stddef.h>

enum { PLAIN_TEXT = 256 };

/* At most `width` characters of it, '?' for each that is not shown as it is; the last is
   '~' if there were more.  Returns `out`. */
const char *plain(char out[PLAIN_TEXT], const char *s, int width);
/* The same, with blanks up to the width. */
const char *plain_wide(char out[PLAIN_TEXT], const char *s, int width);
int plain_width(const char *s); /* characters */

#endif
