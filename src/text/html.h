/* SPDX-License-Identifier: MIT */
/* html.h - text of strangers inside HTML and SVG, and pages that run nothing else.

   Whatever is written through html_text is text and stays where it is: the five signs of
   markup are escaped, so it is safe in an element and in a quoted attribute; what is no
   UTF-8, controls, and the signs that turn or reorder the line become U+FFFD. */
#ifndef TEXT_HTML_H
#define TEXT_HTML_H

#include "text/buffer.h"

void html_text(struct buffer *out, const char *s);
void html_lines(struct buffer *out, const char *s); /* line feeds stay */
/* before, n, as in x="12": two thirds of SVG. */
void html_number(struct buffer *out, const char *before, int64_t n);

/* 'sha256-...', the source of a content security policy that allows exactly this text,
   given in parts that end with NULL. */
void html_allow(struct buffer *out, const char *const *parts);

#endif
