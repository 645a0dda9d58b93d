/* SPDX-License-Identifier: MIT */
/* review_html.h - the reviews of a file of games as one page that needs nothing else: no
   request, no font, no other file, and a policy that forbids all but its own script.

       players, result                       review_html.c
       what each player lost, and luck       review_summary.c
       board, buttons, caption               review_ply.c: a figure a ply, one is seen
       value over the game, luck             review_graph.c
       every ply in a table
       the moments to study, drawn

   Without the script the table's links still show the board of their ply. */
#ifndef REPORT_REVIEW_HTML_H
#define REPORT_REVIEW_HTML_H

#include "report/review.h"

void review_html(struct buffer *out, const struct reviewed_file *file);

/* ---- what the parts of the page share ---- */

struct page {
    struct buffer *out;
    const struct reviewed *game;
    const struct review *v;
    int number;              /* of the game, from 1: part of its names */
    char name[2][SANITISED_BYTES]; /* of the players */
};

void page_str(const struct page *p, const char *s);
void page_text(const struct page *p, const char *s); /* of strangers */
/* A value, a difference with its sign; alone, and with its unit. */
void page_number(const struct page *p, int64_t value, bool sign);
void page_amount(const struct page *p, int64_t value, bool sign);
/* A side's piece in a line of text; label NULL: the words around it say whose. */
void page_man(const struct page *p, int side, const char *label);
void page_move(const struct page *p, const struct review_ply *ply, lus_move m);

/* review_ply.c: the figure of a ply (or of the end, i == n), and its row. */
void page_step(const struct page *p, int i);
void page_row(const struct page *p, int i);
void page_moment(const struct page *p, int i);

/* review_summary.c: the players beside each other; how to read it all. */
void page_summary(const struct page *p);
void page_notes(const struct page *p);

/* review_graph.c */
void page_graph(const struct page *p);

#endif
