/* SPDX-License-Identifier: MIT */
/* review_html.c - the frame of the page of a review: see review_html.h.

       <head>                                 html_page.h: policy, title, both style sheets
       <svg class="shapes"> ...               put_empty_boards: definitions, not shown
       <main>
         <article class="game"> ...           page_game, for each game (review_html_game.c)
       <script>                               review.js

   Without the script, links show one ply at a time by style sheet rules (:target). */
#include "report/board_svg.h"
#include "report/embedded.h"
#include "report/html_page.h"
#include "report/review_html_internal.h"

#define EN_DASH "\xe2\x80\x93"

static const struct html_page page = {
    .style = {review_css, board_css},
    .script = review_js,
    .footer = "Reviewed by Lusoria " LUS_VERSION ".",
};

/* "Ada – ai:4, reviewed", or "3 games reviewed". */
static void put_page_title(struct markup *m, const struct review_report *file)
{
    char name[SANITISED_BYTES];
    if (file->n == 1) {
        markup_text(m, review_player_name(file->game[0].record, 0, name));
        markup_raw(m, " " EN_DASH " ");
        markup_text(m, review_player_name(file->game[0].record, 1, name));
        markup_raw(m, ", reviewed");
    } else {
        markup_int(m, file->n);
        markup_raw(m, " games reviewed");
    }
}

/* The empty board of each rule set, once. */
static void put_empty_boards(struct markup *m, const struct review_report *file)
{
    board_svg_shapes(m);
    for (int i = 0; i < file->n; i++) {
        bool drawn = !file->game[i].review;
        for (int k = 0; k < i && !drawn; k++)
            drawn = file->game[k].review &&
                    file->game[k].review->rules == file->game[i].review->rules;
        if (!drawn)
            board_svg_empty(m, file->game[i].review->rules);
    }
}

/* Shown above the games, because it says why there are no more. */
static void put_fault(struct markup *m, const struct review_report *file)
{
    markup_open_class(m, "p", "fault");
    markup_attr(m, "role", "note");
    markup_raw(m, "The file has a fault; it is reviewed up to there: ");
    markup_text(m, file->message);
    markup_close(m);
    markup_raw(m, "\n");
}

/* Above everything else: from here a teacher goes back to the list of games. */
static void put_back(struct markup *m, const char *address)
{
    markup_open_class(m, "p", "back");
    markup_open(m, "a");
    markup_attr(m, "href", address);
    markup_text(m, "Back to the tournament");
    markup_close(m);
    markup_close(m);
    markup_raw(m, "\n");
}

static void put_main(struct markup *m, const struct review_report *file)
{
    markup_open(m, "main");
    markup_raw(m, "\n");
    if (file->back)
        put_back(m, file->back);
    markup_element(m, "h1", NULL, "Game review");
    markup_raw(m, "\n");
    if (file->faulty)
        put_fault(m, file);
    for (int i = 0; i < file->n; i++)
        page_game(m, &file->game[i], i + 1);
    markup_close(m);
    markup_raw(m, "\n");
}

void review_html(struct buffer *out, const struct review_report *file)
{
    struct markup m = markup_on(out);
    html_page_begin(&m, &page);
    put_page_title(&m, file);
    html_page_body(&m, &page);
    put_empty_boards(&m, file);
    put_main(&m, file);
    html_page_end(&m, &page);
}
