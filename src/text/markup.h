/* SPDX-License-Identifier: MIT */
/* markup.h - writing HTML and SVG: elements, attributes, escaping.

       markup_open(m, "text");                 <text
       markup_attr_int(m, "x", 12);                  x="12"
       markup_text(m, "a < b");                            >a &lt; b
       markup_close(m);                                             </text>

   Attributes follow markup_open; the first content ends the start tag.  The writer keeps
   the names of the open elements, so that every element is closed, in the right order.
   Errors of memory, and more than MARKUP_DEPTH open elements, set `failed` of the buffer.

   Untrusted text is safe in markup_text, markup_lines and markup_attr: the five special
   characters are escaped, and each character that utf8_is_visible refuses becomes
   U+FFFD, except joiners between two characters outside ASCII (utf8_is_joiner).
   markup_raw copies its argument and is for literals of the program only. */
#ifndef TEXT_MARKUP_H
#define TEXT_MARKUP_H

#include "text/buffer.h"

enum { MARKUP_DEPTH = 32 };

struct markup {
    struct buffer *out; /* of the caller, who frees it */
    bool in_tag;        /* the start tag of the innermost element is not ended */
    int depth;
    const char *open[MARKUP_DEPTH]; /* names, which must outlive their elements */
};

/* A writer that appends to a buffer; nothing to free. */
struct markup markup_on(struct buffer *out);

/* The start tag of an element, to be closed with one of the functions below. */
void markup_open(struct markup *m, const char *name);
/* markup_open with a class attribute. */
void markup_open_class(struct markup *m, const char *name, const char *class);
/* The end tag of the innermost element. */
void markup_close(struct markup *m);
/* The innermost element is empty: "/>" as in SVG. */
void markup_close_empty(struct markup *m);
/* An SVG path of a class: write its data with markup_raw and markup_raw_int in between. */
void markup_open_path(struct markup *m, const char *class);
void markup_close_path(struct markup *m);
/* A whole element with text; class NULL: none. */
void markup_element(struct markup *m, const char *name, const char *class,
                    const char *text);

/* Attributes of the element that was opened last, before its first content. */
void markup_attr(struct markup *m, const char *name, const char *value);
void markup_attr_int(struct markup *m, const char *name, int64_t value);
/* An attribute written in parts: markup_raw, markup_int and markup_text until the end. */
void markup_attr_begin(struct markup *m, const char *name);
void markup_attr_end(struct markup *m);

/* Content: text, text with its line feeds, a number, markup as it is. */
void markup_text(struct markup *m, const char *s);
void markup_lines(struct markup *m, const char *s); /* markup_text; line feeds stay */
void markup_int(struct markup *m, int64_t n);
void markup_raw(struct markup *m, const char *s);
/* markup_raw, then a number: "L", 120 in the data of a path, ", depth ", 3 in a text. */
void markup_raw_int(struct markup *m, const char *before, int64_t n);

#endif
