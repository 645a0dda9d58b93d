/* SPDX-License-Identifier: MIT */
/* review_html_summary.c - loss and luck of both players, and the notes of the page.

                                             ○ Ada Light     ● ai:4 Dark
       Played like                           club            master
       Mean loss of a decision               1.2 %           0.1 %
       Blunders, mistakes, inaccuracies      0, 1, 4 of 61   0, 0, 0 of 58
       Luck of the throws                    +12.0 %         +4.1 %
       Best and worst throw                  +8.1 %, -6.0 %  +7.7 %, -9.9 %
       Total loss                            73.2 %          5.8 %
       Start, Result, Result without the luck

   The rows follow the sum of analyse/review.h, result - start = luck - loss of both, so
   that a reader can add them up.  Without dice what the search did not see is a row
   "Unforeseen" instead of luck. */
#include "report/review_html_internal.h"

/* ---- the table of both players ---- */

static void open_row(const struct page_game *p, const char *title)
{
    markup_open(p->m, "tr");
    markup_open(p->m, "th");
    markup_attr(p->m, "scope", "row");
    markup_text(p->m, title);
    markup_close(p->m);
}

static void close_row(const struct page_game *p)
{
    markup_close(p->m);
    markup_raw(p->m, "\n");
}

/* A row with a value of each player. */
static void put_amounts(const struct page_game *p, const char *title, int64_t first,
                        int64_t second, bool sign)
{
    open_row(p, title);
    for (int k = 0; k < 2; k++) {
        markup_open(p->m, "td");
        page_amount(p, k ? second : first, sign);
        markup_close(p->m);
    }
    close_row(p);
}

static void put_means(const struct page_game *p, int64_t first, int64_t second)
{
    open_row(p, "Mean loss of a decision");
    for (int k = 0; k < 2; k++) {
        markup_open(p->m, "td");
        page_mean(p, k ? second : first);
        markup_close(p->m);
    }
    close_row(p);
}

/* "none" for a player who had no decision to make. */
static void put_grades(const struct page_game *p)
{
    open_row(p, "Played like");
    for (int k = 0; k < 2; k++)
        markup_element(p->m, "td", "grade", grade_name(p->v->player[k].grade));
    close_row(p);
}

/* "0, 1, 4 of 61": of the decisions with a choice. */
static void put_verdicts(const struct page_game *p)
{
    open_row(p, "Blunders, mistakes, inaccuracies");
    for (int k = 0; k < 2; k++) {
        const int *n = p->v->player[k].verdicts;
        markup_open(p->m, "td");
        markup_int(p->m, n[VERDICT_BLUNDER]);
        markup_raw_int(p->m, ", ", n[VERDICT_MISTAKE]);
        markup_raw_int(p->m, ", ", n[VERDICT_INACCURACY]);
        markup_raw(p->m, " ");
        markup_open_class(p->m, "span", "of");
        markup_raw_int(p->m, "of ", p->v->player[k].unforced);
        markup_close(p->m);
        markup_close(p->m);
    }
    close_row(p);
}

/* The luck of the throw of a ply, linked to its board; ply < 0: there is none. */
static void put_throw(const struct page_game *p, int ply)
{
    if (ply < 0) {
        markup_raw(p->m, "none");
        return;
    }
    markup_open(p->m, "a");
    page_ply_id(p, "href", "#", ply);
    page_amount(p, p->v->ply[ply].luck, true);
    markup_close(p->m);
}

/* Links to the plies of the luckiest and the unluckiest throw. */
static void put_throws(const struct page_game *p)
{
    open_row(p, "Best and worst throw");
    for (int k = 0; k < 2; k++) {
        markup_open(p->m, "td");
        put_throw(p, p->v->player[k].luckiest);
        markup_raw(p->m, ", ");
        put_throw(p, p->v->player[k].unluckiest);
        markup_close(p->m);
    }
    close_row(p);
}

static void put_column_heads(const struct page_game *p)
{
    markup_raw(p->m, "<thead><tr><td></td>");
    for (int k = 0; k < 2; k++) {
        int side = p->v->player[k].side;
        markup_open(p->m, "th");
        markup_attr(p->m, "scope", "col");
        page_piece(p, side, NULL);
        markup_raw(p->m, " ");
        page_player(p, k);
        markup_raw(p->m, " ");
        markup_element(p->m, "span", "of", p->v->rules->side_name[side]);
        markup_close(p->m);
    }
    markup_raw(p->m, "</tr></thead>");
}

/* The order is that of the sum; "Unforeseen" only where values are estimates. */
static void put_rows(const struct page_game *p)
{
    const struct review_player *a = &p->v->player[0], *b = &p->v->player[1];
    bool dice = p->v->rules->dice.sticks;
    put_grades(p);
    put_means(p, a->mean_loss, b->mean_loss);
    put_verdicts(p);
    if (dice) {
        put_amounts(p, "Luck of the throws", a->luck, b->luck, true);
        put_throws(p);
    } else if (!p->v->exact) {
        put_amounts(p, "Unforeseen", a->luck, b->luck, true);
    }
    put_amounts(p, "Total loss", a->loss, b->loss, false);
    put_amounts(p, "Start", a->start, b->start, false);
    put_amounts(p, p->v->over ? "Result" : "Value at the end", a->result, b->result,
                false);
    if (dice)
        put_amounts(p, "Result without the luck", a->adjusted, b->adjusted, false);
}

void page_summary(const struct page_game *p)
{
    markup_open_class(p->m, "section", "summary");
    markup_element(p->m, "h3", NULL,
                   p->v->rules->dice.sticks ? "Skill and luck" : "Skill");
    markup_open(p->m, "table");
    put_column_heads(p);
    markup_open(p->m, "tbody");
    markup_raw(p->m, "\n");
    put_rows(p);
    markup_close(p->m);
    markup_close(p->m);
    markup_close(p->m);
    markup_raw(p->m, "\n");
}

/* ---- the notes: where the values come from, what the words mean ---- */

/* Whether the values are exact, or how deep the search was. */
static void put_source(const struct page_game *p)
{
    const struct review *v = p->v;
    if (v->exact) {
        markup_element(p->m, "p", NULL,
                       "Every value is exact: perfect play on both sides.");
        return;
    }
    markup_open(p->m, "p");
    markup_raw_int(p->m, "The values are estimates of a search, ", v->depth_min);
    if (v->depth_max > v->depth_min) {
        markup_raw_int(p->m, " to ", v->depth_max);
    }
    markup_raw(p->m, v->depth_max == 1 ? " ply deep" : " plies deep");
    if (v->n_exact) {
        markup_raw_int(p->m, "; those of ", v->n_exact);
        markup_raw(p->m, v->n_exact == 1 ? " ply are exact" : " plies are exact");
    }
    markup_raw(p->m, ".");
    markup_close(p->m);
}

/* "master below 0.12 %, expert below 0.43 %, ..." */
static void put_grade_limits(const struct page_game *p)
{
    for (int i = 0; i < N_GRADES; i++) {
        markup_raw(p->m, i ? ", " : "");
        markup_raw(p->m, grade_name(i));
        if (grade_limit(p->v->rules, i)) {
            markup_raw(p->m, " below ");
            page_mean(p, grade_limit(p->v->rules, i));
        }
    }
}

/* From which loss on a move is an inaccuracy, a mistake, a blunder. */
static void put_thresholds(const struct page_game *p)
{
    markup_open(p->m, "p");
    markup_raw(p->m, "A move is an ");
    for (int i = VERDICT_INACCURACY; i < N_VERDICTS; i++) {
        markup_raw(p->m, i == VERDICT_INACCURACY ? "" : ", a ");
        markup_raw(p->m, verdict_name((enum move_verdict)i));
        markup_raw(p->m, " from ");
        page_amount(p, verdict_threshold(p->v->rules, (enum move_verdict)i), false);
    }
    markup_raw(p->m, " of loss on. A grade is the level of the program that loses "
                     "about as much per decision: ");
    put_grade_limits(p);
    markup_raw(p->m, "; at least ");
    markup_raw(p->m, grade_name(GRADE_GOOD_PLAY));
    markup_raw(p->m, " if no more than one decision in ");
    markup_int(p->m, GOOD_PLAY);
    markup_raw(p->m, " is an inaccuracy or worse.");
    markup_close(p->m);
}

/* What luck (with dice) or "unforeseen" (without) means, and the sum. */
static void put_luck_note(const struct page_game *p)
{
    if (!p->v->rules->dice.sticks && p->v->exact)
        return;
    markup_open(p->m, "p");
    if (p->v->rules->dice.sticks)
        markup_raw(p->m, "The luck of a throw is the value with it and best play, less "
                         "the value before it.");
    else
        markup_raw(p->m, "Unforeseen is what a search one ply deeper finds.");
    markup_raw(p->m, " For each player result \xe2\x88\x92 start = (own \xe2\x88\x92 the "
                     "other\xe2\x80\x99s) of that \xe2\x88\x92 (own \xe2\x88\x92 the "
                     "other\xe2\x80\x99s) loss.");
    markup_close(p->m);
}

void page_notes(const struct page_game *p)
{
    markup_open_class(p->m, "section", "notes");
    markup_element(p->m, "h3", NULL, "How to read this");
    put_source(p);
    put_thresholds(p);
    put_luck_note(p);
    markup_element(
        p->m, "p", NULL,
        "Boards show the position before a ply. A solid green arrow is the move "
        "played, if it was best; a red one is a move that was not best; a dashed "
        "green one is the best move.");
    markup_close(p->m);
    markup_raw(p->m, "\n");
}
