/* SPDX-License-Identifier: MIT */
/* pages.h - doc/rules/GAME.md as lines, in a file tools/pages generates. */
#ifndef CLI_PAGES_H
#define CLI_PAGES_H

struct page {
    const char *game;
    const char *const *lines; /* NULL at the end */
};
extern const struct page rules_pages[]; /* game NULL at the end */

#endif
