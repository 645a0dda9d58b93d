/* SPDX-License-Identifier: MIT */
/* tournament_html.h - the page of a tournament for teachers: crosstable, ratings, faults of
   agents with their last lines, and every game with a link to its review.

   The page is one file without a script (report/html_page.h).  The games of a match are
   inside a <details> element, which is closed at first: a tournament of 19,000 games opens
   as fast as a small one.  On paper the lists that are open are printed. */
#ifndef TOURNAMENT_TOURNAMENT_HTML_H
#define TOURNAMENT_TOURNAMENT_HTML_H

#include "tournament/tournament_games.h"

/* Appends the page.  `folder` is the address of the folder of the reviews, seen from the
   page.  Names and lines of agents are escaped.  Returns 0 or LUS_EMEMORY; out->failed is
   set if memory runs out. */
int tournament_html(struct buffer *out, const struct tournament *t,
                    const struct tournament_games *games, const char *folder);

#endif
