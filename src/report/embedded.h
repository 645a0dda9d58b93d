/* SPDX-License-Identifier: MIT */
/* embedded.h - files of this folder as lines, each ending in NULL; tools/embed makes the
   C of them. */
#ifndef REPORT_EMBEDDED_H
#define REPORT_EMBEDDED_H

extern const char *const board_css[], *const review_css[], *const review_js[];

#endif
