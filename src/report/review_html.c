/* SPDX-License-Identifier: MIT */
/* review_html.c - the frame of the page of a review: see review_html.h.

       <head>                                 put_head: policy, title, both style sheets
       <svg class="shapes"> ...               put_empty_boards: definitions, not shown
       <main>
         <article class="game"> ...           page_game, for each game (review_html_game.c)
       <script>                               review.js

   The page is one file without any request to the network: style, script and shapes are
   embedded, and its Content-Security-Policy allows only these, by their hashes.  Without
   the script, links show one ply at a time by style sheet rules (:target). */
#include "report/board_svg.h"
#include "report/embedded.h"
#include "report/review_html_internal.h"
#include "text/csp.h"

#define EN_DASH "\xe2\x80\x93"

static void put_lines(struct markup *m, const char *const *lines)
{
    for (; *lines; lines++)
        markup_raw(m, *lines);
}

/* Forbids everything except the two style sheets and the script, named by their hashes. */
static void put_policy(struct markup *m)
{
    markup_raw(m, "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src "
                  "'none'; base-uri 'none'; form-action 'none'; style-src ");
    csp_hash_source(m->out, review_css);
    markup_raw(m, " ");
    csp_hash_source(m->out, board_css);
    markup_raw(m, "; script-src ");
    csp_hash_source(m->out, review_js);
    markup_raw(m, "\">\n");
}

/* "Ada – ai:4, reviewed", or "3 games reviewed". */
static void put_page_title(struct markup *m, const struct review_report *file)
{
    char name[SANITISED_BYTES];
    markup_open(m, "title");
    if (file->n == 1) {
        markup_text(m, review_player_name(file->game[0].record, 0, name));
        markup_raw(m, " " EN_DASH " ");
        markup_text(m, review_player_name(file->game[0].record, 1, name));
        markup_raw(m, ", reviewed");
    } else {
        markup_int(m, file->n);
        markup_raw(m, " games reviewed");
    }
    markup_close(m);
    markup_raw(m, "\n");
}

static void put_style(struct markup *m, const char *const *lines)
{
    markup_open(m, "style");
    put_lines(m, lines);
    markup_close(m);
    markup_raw(m, "\n");
}

static void put_head(struct markup *m, const struct review_report *file)
{
    markup_raw(m,
               "<head>\n<meta charset=\"utf-8\">\n"
               "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
               "<meta name=\"referrer\" content=\"no-referrer\">\n"
               "<meta name=\"color-scheme\" content=\"light dark\">\n");
    put_policy(m);
    put_page_title(m, file);
    put_style(m, review_css);
    put_style(m, board_css);
    markup_raw(m, "</head>\n");
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

static void put_main(struct markup *m, const struct review_report *file)
{
    markup_open(m, "main");
    markup_raw(m, "\n");
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
    markup_raw(&m, "<!DOCTYPE html>\n<html lang=\"en\">\n");
    put_head(&m, file);
    markup_raw(&m, "<body>\n");
    put_empty_boards(&m, file);
    put_main(&m, file);
    markup_raw(&m, "<footer>Reviewed by Lusoria " LUS_VERSION ".</footer>\n");
    markup_open(&m, "script");
    put_lines(&m, review_js);
    markup_close(&m);
    markup_raw(&m, "\n</body>\n</html>\n");
}
