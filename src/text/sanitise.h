/* SPDX-License-Identifier: MIT */
/* sanitise.h - untrusted text made safe for a terminal.

   Names, comments, reasons, file names, arguments and the output of other programs pass
   through here before they are printed.  Each character that utf8_is_visible refuses
   (terminal escapes, bytes that are not UTF-8, invisible characters, changes of the
   direction of writing) becomes '?'.  For HTML and SVG see text/markup.h. */
#ifndef TEXT_SANITISE_H
#define TEXT_SANITISE_H

enum { SANITISED_BYTES = 256 }; /* large enough for 60 characters of any kind */

/* Writes at most `width` characters of s to `out`; if there are more, the last one
   written is '~'.  Returns `out`, which is NUL-terminated. */
const char *sanitise(char out[SANITISED_BYTES], const char *s, int width);

/* The same, filled with blanks up to `width` characters. */
const char *sanitise_padded(char out[SANITISED_BYTES], const char *s, int width);

/* Replaces the unsafe characters of a whole message in place.  Line feeds stay, so that
   a message can have several lines. */
void sanitise_message(char *s);

#endif
