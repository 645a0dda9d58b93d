/* SPDX-License-Identifier: MIT */
/* review_html_internal.h - what the files that write the page of a review share.

       the frame: style, script, policy      review_html.c
       players, result                       review_html_game.c
       loss and luck of both players         review_html_summary.c
       board, buttons, caption               review_html_ply.c: a figure for each ply
       value over the game, luck             review_html_graph.c
       the table of plies                    review_html_ply.c: a row for each ply
       the moments to study                  review_html_ply.c */
#ifndef REPORT_REVIEW_HTML_INTERNAL_H
#define REPORT_REVIEW_HTML_INTERNAL_H

#include "report/review_html.h"
#include "text/markup.h"

/* One game of the page. */
struct page_game {
    struct markup *m;
    const struct reviewed_game *game;
    const struct review *v;        /* game->review, not NULL */
    int number;                    /* of the game, from 1: part of its element ids */
    char name[2][SANITISED_BYTES]; /* of the players */
};

/* All functions below append to p->m and cannot fail; the buffer remembers if memory ran
   out (text/markup.h). */

/* ---- review_html_game.c ---- */

/* The article of one game; `number` counts from 1. */
void page_game(struct markup *m, const struct reviewed_game *game, int number);

/* A value, with a sign if `sign`: "53.1", or with its unit "53.1 %". */
void page_number(const struct page_game *p, int64_t value, bool sign);
void page_amount(const struct page_game *p, int64_t value, bool sign);
/* A mean loss with its unit and two decimals: "0.42 %". */
void page_mean(const struct page_game *p, int64_t value);
/* The name of player 0 or 1 as an element of its own writing direction. */
void page_player(const struct page_game *p, int player);
/* The piece of a side within a line of text; label NULL: the text beside it names the
   player. */
void page_piece(const struct page_game *p, int side, const char *label);
/* The text of a move in the position before a ply. */
void page_move(const struct page_game *p, const struct review_ply *ply, lus_move m);
/* An attribute with the id of a ply's figure: id="g1s12", or with prefix "#" a link. */
void page_ply_id(const struct page_game *p, const char *attr, const char *prefix, int i);

/* ---- review_html_ply.c: ply i, from 0 ---- */

/* The <figure> of a ply: the board before the move, with arrows, and the caption.  i == n
   is the end of the game: the last board and the result. */
void page_figure(const struct page_game *p, int i);
/* The row of a ply in the table, linked to its figure. */
void page_row(const struct page_game *p, int i);
/* A moment to study: the board and the caption of a ply, and a link to its figure. */
void page_moment(const struct page_game *p, int i);

/* ---- review_html_summary.c ---- */

/* The table of both players side by side. */
void page_summary(const struct page_game *p);
/* How to read the page: units, where the values come from, thresholds of the verdicts. */
void page_notes(const struct page_game *p);

/* ---- review_html_graph.c ---- */

/* The value over the game, and below it the luck of every throw if the game has dice. */
void page_graph(const struct page_game *p);

#endif
