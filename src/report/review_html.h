/* SPDX-License-Identifier: MIT */
/* review_html.h - the reviews of a file of games as one self-contained HTML page.

   The page loads nothing: no font, no image, no other file; its Content-Security-Policy
   allows only its own style and script.  Without the script the links of the table still
   show the board of their ply.  `make browser` opens pages in Chromium, at phone and desktop
   size, light, dark, without script and on paper. */
#ifndef REPORT_REVIEW_HTML_H
#define REPORT_REVIEW_HTML_H

#include "report/review_report.h"

/* Appends the page; out->failed is set if memory runs out. */
void review_html(struct buffer *out, const struct review_report *file);

#endif
