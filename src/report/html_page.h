/* SPDX-License-Identifier: MIT */
/* html_page.h - the frame of every HTML page that the program writes.

   A page is one file that loads nothing: no font, no image, no other file.  Style sheets and
   the script are inside it, and its Content-Security-Policy allows only these, named by
   their hashes.  The caller writes the content between the three calls:

       html_page_begin       <head>, policy, <title>
                             ... the title
       html_page_body        </title>, style sheets, <body>
                             ... the content
       html_page_end         <footer>, script, </html> */
#ifndef REPORT_HTML_PAGE_H
#define REPORT_HTML_PAGE_H

#include "text/markup.h"

enum { HTML_STYLES = 2 };

/* Arrays of lines as in embedded.h. */
struct html_page {
    const char *const *style[HTML_STYLES]; /* REQUIRED: the first; OPTIONAL: the others */
    const char *const *script; /* OPTIONAL: without it, no script is allowed */
    const char *footer;        /* REQUIRED: markup, "Reviewed by Lusoria 1.0." */
};

/* Each appends to m and cannot fail; the buffer remembers if memory ran out. */
void html_page_begin(struct markup *m, const struct html_page *p);
void html_page_body(struct markup *m, const struct html_page *p);
void html_page_end(struct markup *m, const struct html_page *p);

#endif
