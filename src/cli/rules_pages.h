/* SPDX-License-Identifier: MIT */
/* rules_pages.h - the rules pages of doc/rules/, built into the program and shown on a terminal.

   A page is Markdown.  A section whose heading is the name of a rule set ("## ur:blitz") is
   shown only for that rule set; the section "## Appendix" (data for programmers: texts,
   numbers to check against) ends the page and is shown only on request; everything else is
   shown for every rule set of the game. */
#ifndef CLI_RULES_PAGES_H
#define CLI_RULES_PAGES_H

#include <stdbool.h>
#include "cli/terminal.h"
#include "lusoria.h"

/* The page of one game.  tools/rules_pages makes the table of all pages. */
struct rules_page {
    const char *game;         /* "ur" */
    const char *const *lines; /* NULL at the end */
};
extern const struct rules_page rules_pages[]; /* game NULL at the end */

/* Prints the page of a rule set, or only its appendix, a screen at a time where a person
   reads it.  Returns an exit code; a failure has been reported. */
int rules_print(const struct terminal *t, const lus_rules *r, bool appendix);

#endif
