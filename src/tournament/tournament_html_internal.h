/* SPDX-License-Identifier: MIT */
/* tournament_html_internal.h - what the files that write the page of a tournament share. */
#ifndef TOURNAMENT_TOURNAMENT_HTML_INTERNAL_H
#define TOURNAMENT_TOURNAMENT_HTML_INTERNAL_H

#include "tournament/tournament_html.h"
#include "text/markup.h"

/* The page that is written. */
struct tournament_page {
    struct markup *m;
    const struct tournament *t;
    const struct tournament_games *games;
    const char *folder; /* address of the reviews */
    struct standings standings;
    int reviewed; /* number of games with a review */
};

/* All functions below append to p->m and cannot fail; the buffer remembers if memory ran
   out (text/markup.h). */

/* The name of an entrant as an element of its own writing direction. */
void tournament_page_name(const struct tournament_page *p, int entrant);

/* ---- tournament_html_games.c ---- */

/* The mean of `loss` over `decisions` with its unit: "0.42 %". */
void tournament_page_mean(const struct tournament_page *p, enum analysis_unit unit,
                          int64_t loss, int decisions);
/* The forfeited games of each entrant; nothing if there are none. */
void tournament_page_faults(const struct tournament_page *p);
/* The games of each match. */
void tournament_page_games(const struct tournament_page *p);

#endif
