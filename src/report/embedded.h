/* SPDX-License-Identifier: MIT */
/* embedded.h - the CSS and JavaScript files of this folder as arrays of lines that end in
   NULL; tools/embed generates the C file.

   Lines keep their line feeds: the page contains them unchanged, and the hashes of its
   Content-Security-Policy are computed over the same bytes (text/csp.h). */
#ifndef REPORT_EMBEDDED_H
#define REPORT_EMBEDDED_H

extern const char *const board_css[], *const review_css[], *const review_js[],
                                                               *const tournament_css[];

#endif
