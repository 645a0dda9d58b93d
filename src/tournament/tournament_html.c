/* SPDX-License-Identifier: MIT */
/* tournament_html.c - see tournament_html.h.

       <h2> Royal Game of Ur: round robin of 3 players        put_title
       <section> Crosstable                                   put_crosstable
       <section> Ratings: a bar for each player               put_ratings
       <section> Faults: forfeited games, last lines          put_faults
       <section> Games: a <details> for each match            put_games (tournament_html_games.c)
       <section> How to read this                             put_notes */
#include <math.h>
#include <stdio.h>
#include "tournament/tournament_html_internal.h"
#include "core/rules.h"
#include "report/embedded.h"
#include "report/html_page.h"

static const struct html_page frame = {
    .style = {review_css, tournament_css},
    .footer = "Written by Lusoria " LUS_VERSION ".",
};

void tournament_page_name(const struct tournament_page *p, int entrant)
{
    markup_element(p->m, "bdi", NULL, p->t->spec->entrant[entrant].name);
}

/* ---- cells ---- */

/* A cell of a number with `decimals`; with a sign if `sign`. */
static void put_number(struct markup *m, double value, int decimals, bool sign)
{
    char text[32];
    snprintf(text, sizeof text, sign ? "%+.*f" : "%.*f", decimals, value);
    markup_element(m, "td", "number", text);
}

/* The mean loss of an entrant in its games that were reviewed; an empty cell: none. */
static void put_mean_loss(const struct tournament_page *p, int entrant)
{
    int64_t loss = 0;
    int unforced = 0;
    enum analysis_unit unit = UNIT_WIN;
    for (int i = 0; i < p->games->n; i++) {
        const struct played_game *g = &p->games->game[i];
        for (int k = 0; k < 2 && g->reviewed; k++) {
            bool own = p->t->pairing[g->match].player[k] == entrant;
            loss += own ? g->loss[k] : 0;
            unforced += own ? g->unforced[k] : 0;
            unit = g->unit;
        }
    }
    markup_open_class(p->m, "td", "number");
    if (unforced)
        tournament_page_mean(p, unit, loss, unforced);
    markup_close(p->m);
}

/* ---- the crosstable ---- */

/* The pairing of two entrants; -1: they did not meet. */
static int pairing_of(const struct tournament *t, int one, int other)
{
    for (int i = 0; i < t->n; i++) {
        const int *player = t->pairing[i].player;
        if ((player[0] == one && player[1] == other) ||
            (player[1] == one && player[0] == other))
            return i;
    }
    return -1;
}

/* The score of one entrant against another, in per cent, linked to the games. */
static void put_score(const struct tournament_page *p, int one, int other)
{
    double score = tournament_score(p->t, one, other);
    char text[16];
    markup_open_class(p->m, "td", "number");
    if (score < 0) {
        markup_raw(p->m, one == other ? "<span class=\"of\">\xe2\x80\x93</span>" : "");
    } else {
        snprintf(text, sizeof text, "%.1f", 100 * score);
        markup_open(p->m, "a");
        markup_attr_begin(p->m, "href");
        markup_raw_int(p->m, "#m", pairing_of(p->t, one, other) + 1);
        markup_attr_end(p->m);
        markup_text(p->m, text);
        markup_close(p->m);
    }
    markup_close(p->m);
}

/* Rank, name, score, games, mean loss, and the score against each other player. */
static void put_cross_row(const struct tournament_page *p, int rank)
{
    struct markup *m = p->m;
    int i = p->standings.order[rank];
    const struct rating *r = &p->standings.rating[i];
    markup_open(m, "tr");
    markup_open_class(m, "td", "number");
    markup_int(m, rank + 1);
    markup_close(m);
    markup_open(m, "th");
    markup_attr(m, "scope", "row");
    tournament_page_name(p, i);
    markup_close(m);
    put_number(m, r->games ? 100 * r->points / (double)r->games : 0, 1, false);
    put_number(m, (double)r->games, 0, false);
    if (p->reviewed)
        put_mean_loss(p, i);
    for (int k = 0; k < p->t->spec->n; k++)
        put_score(p, i, p->standings.order[k]);
    markup_close(m);
    markup_raw(m, "\n");
}

/* Row and column k are the player of rank k. */
static void put_crosstable(const struct tournament_page *p)
{
    struct markup *m = p->m;
    markup_raw(m,
               "<section class=\"card\"><h3 id=\"crosstable\">Crosstable</h3>\n"
               "<div class=\"scroll\" tabindex=\"0\" role=\"region\" "
               "aria-labelledby=\"crosstable\"><table><thead><tr>"
               "<th scope=\"col\" class=\"number\">Rank</th><th scope=\"col\">Player</th>"
               "<th scope=\"col\" class=\"number\">Score %</th>"
               "<th scope=\"col\" class=\"number\">Games</th>");
    if (p->reviewed)
        markup_raw(m, "<th scope=\"col\" class=\"number\">Mean loss</th>");
    for (int k = 0; k < p->t->spec->n; k++) {
        markup_open_class(m, "th", "number");
        markup_attr(m, "scope", "col");
        markup_raw_int(m, "", k + 1);
        markup_close(m);
    }
    markup_raw(m, "</tr></thead><tbody>\n");
    for (int rank = 0; rank < p->t->spec->n; rank++)
        put_cross_row(p, rank);
    markup_raw(m, "</tbody></table></div></section>\n");
}

/* ---- ratings ---- */

enum { BAR_WIDTH = 1000, BAR_HEIGHT = 20 };

/* A rectangle in the middle of the bar. */
static void put_rect(struct markup *m, const char *class, double x, double width,
                     int height)
{
    markup_open_class(m, "rect", class);
    markup_attr_int(m, "x", lround(x));
    markup_attr_int(m, "y", (BAR_HEIGHT - height) / 2);
    markup_attr_int(m, "width", lround(width));
    markup_attr_int(m, "height", height);
    markup_close_empty(m);
}

/* A bar from the lower to the upper end of the 95 % interval, and a mark at the rating.
   Decoration: the numbers are beside it. */
static void put_bar(struct markup *m, const struct rating *r, double low, double high)
{
    double scale = BAR_WIDTH / (high - low), at = (r->elo - low) * scale;
    markup_raw(m, "<svg class=\"interval\" viewBox=\"0 0 1000 20\" "
                  "preserveAspectRatio=\"none\" aria-hidden=\"true\">");
    put_rect(m, "zero", -low * scale - 1, 2, BAR_HEIGHT);
    put_rect(m, "range", at - r->error * scale, 2 * r->error * scale, 12);
    put_rect(m, "rating", at - 4, 8, BAR_HEIGHT);
    markup_raw(m, "</svg>");
}

/* Name, bar and "+119 +- 114". */
static void put_rating(const struct tournament_page *p, int i, double low, double high)
{
    const struct rating *r = &p->standings.rating[i];
    char text[64];
    snprintf(text, sizeof text, "%+ld \xc2\xb1 %.0f", lround(r->elo), r->error);
    markup_open(p->m, "tr");
    markup_open(p->m, "th");
    markup_attr(p->m, "scope", "row");
    tournament_page_name(p, i);
    markup_close(p->m);
    markup_open_class(p->m, "td", "bar-cell");
    put_bar(p->m, r, low, high);
    markup_close(p->m);
    markup_element(p->m, "td", "number", text);
    markup_close(p->m);
    markup_raw(p->m, "\n");
}

/* All bars have the same scale: from the lowest to the highest end of an interval. */
static void put_ratings(const struct tournament_page *p)
{
    double low = 0, high = 1;
    for (int i = 0; i < p->t->spec->n; i++) {
        const struct rating *r = &p->standings.rating[i];
        low = fmin(low, r->elo - r->error);
        high = fmax(high, r->elo + r->error);
    }
    markup_raw(p->m,
               "<section class=\"card ratings\"><h3>Ratings</h3>\n<table><thead><tr>"
               "<th scope=\"col\">Player</th><td></td>"
               "<th scope=\"col\" class=\"number\">Elo</th></tr></thead><tbody>\n");
    for (int rank = 0; rank < p->t->spec->n; rank++)
        put_rating(p, p->standings.order[rank], low, high);
    markup_raw(p->m, "</tbody></table></section>\n");
}

/* ---- title and notes ---- */

/* "Royal Game of Ur: round robin of 3 players". */
static void put_heading(const struct tournament_page *p)
{
    markup_text(p->m, p->t->spec->rules->title);
    markup_raw(p->m, p->t->spec->gauntlet ? ": gauntlet of " : ": round robin of ");
    markup_int(p->m, p->t->spec->n);
    markup_raw(p->m, " players");
}

/* The heading, and a line with rule set, number of games and seed. */
static void put_title(const struct tournament_page *p)
{
    const struct tournament_spec *spec = p->t->spec;
    struct markup *m = p->m;
    markup_raw(m, "<h1>Tournament</h1>\n");
    markup_open(m, "h2");
    put_heading(p);
    markup_close(m);
    markup_open_class(m, "p", "about");
    markup_text(m, lus_rules_name(spec->rules));
    markup_raw_int(m, ", ", p->games->n);
    markup_raw_int(m, " games, ", spec->games);
    markup_raw(m, " of each two players, seed ");
    markup_int(m, (int64_t)spec->seed);
    markup_close(m);
    markup_raw(m, "\n");
}

/* How many games are reviewed, and where all records are. */
static void put_reviewed(const struct tournament_page *p)
{
    struct markup *m = p->m;
    markup_open(m, "p");
    markup_int(m, p->reviewed);
    markup_raw_int(m, " of ", p->games->n);
    markup_raw(m,
               " games are reviewed (<code>--reviews</code>). The moves of all are in ");
    markup_open(m, "a");
    markup_attr_begin(m, "href");
    markup_text(m, p->folder);
    markup_raw(m, "/records.txt");
    markup_attr_end(m);
    markup_raw(m, "records.txt");
    markup_close(m);
    markup_raw(m, ", for <code>lusoria replay</code> and <code>lusoria review</code>.");
    markup_close(m);
    markup_raw(m, "\n");
}

static void put_notes(const struct tournament_page *p)
{
    markup_raw(
        p->m,
        "<section class=\"notes\"><h3>How to read this</h3>\n"
        "<p>The columns 1, 2, ... of the crosstable are the players of these ranks; a "
        "number is the score of the row against the column in per cent, a draw is half a "
        "point. Each number leads to the games.</p>\n"
        "<p>A bar is the 95 % interval of the Elo rating, the mark in it the rating; the "
        "mean of all players is 0. Bars that overlap widely mean that more games are "
        "needed to say who is stronger.</p>\n");
    if (p->reviewed)
        markup_raw(p->m, "<p>Mean loss is what a decision of the player lost against the "
                         "best move, in the games that are reviewed.</p>\n");
    put_reviewed(p);
    markup_raw(p->m, "</section>\n");
}

int tournament_html(struct buffer *out, const struct tournament *t,
                    const struct tournament_games *games, const char *folder)
{
    struct markup m = markup_on(out);
    struct tournament_page p = {.m = &m, .t = t, .games = games, .folder = folder};
    int status = tournament_standings(t, &p.standings);
    if (status < 0)
        return status;
    for (int i = 0; i < games->n; i++)
        p.reviewed += games->game[i].reviewed;
    html_page_begin(&m, &frame);
    put_heading(&p);
    html_page_body(&m, &frame);
    markup_raw(&m, "<main>\n");
    put_title(&p);
    put_crosstable(&p);
    put_ratings(&p);
    tournament_page_faults(&p);
    tournament_page_games(&p);
    put_notes(&p);
    markup_raw(&m, "</main>\n");
    html_page_end(&m, &frame);
    return 0;
}
