/* SPDX-License-Identifier: MIT */
/* tui_review.c - steps through the review of a finished game: see tui_internal.h.

       Ply 12 of 34  Light
       threw 3, luck +2.1 %
       4-6 capture: mistake
       lost 12.1 %; best 5-8
       100 |      ***          the chance of side 0 (stones: the lead)
           |   ***   ***
         0 |***         ^      ^ is this ply

   The review is that of `lusoria review` (analyse/review.h). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "analyse/review.h"
#include "os/clock.h"
#include "report/review_report.h"
#include "tui/tui_internal.h"

enum { MILLIONTH = 1000000 }; /* REVIEW_ONE in millionths */

/* ---- making it ---- */

/* A review while it runs on the other thread. */
struct tui_review_work {
    const struct play *play;
    _Atomic bool *stop;
    struct review *result;
};

/* With the default depth of `lusoria review`. */
static void run_review(void *data)
{
    struct tui_review_work *w = data;
    struct review_limits limits = {0};
    limits.search.now_ms = clock_ms;
    limits.search.stop = w->stop;
    limits.search.tablebase = w->play->options->limits.tablebase;
    review_limits_of(w->play->record, &limits);
    if (review(w->play->game, &limits, &w->result) < 0)
        w->result = NULL;
}

/* ---- the panel ---- */

/* "12.1 %" or "+2 stones", with the unit behind it. */
static void write_amount(char text[32], const struct review *v, int64_t value, bool sign)
{
    struct text out = text_on(text, 32);
    text_amount(&out, v->unit, value / MILLIONTH, sign);
    if (v->unit == UNIT_STONES)
        text_str(&out, " stones");
}

/* Writes the sentences about the ply that led to the position on the screen. */
static void describe_ply(const struct tui *t, const struct review *v, int ply,
                         char text[MAX_NOTE])
{
    const struct review_ply *p = &v->ply[ply];
    char move[LUS_MAX_TEXT + 32], best[LUS_MAX_TEXT + 32], loss[32], luck[32];
    char throw[64] = "", better[LUS_MAX_TEXT + 80] = "";
    tui_ply_text(t->rules, &p->pos, p->throw, p->move, move);
    tui_ply_text(t->rules, &p->pos, p->throw, p->best_move, best);
    write_amount(loss, v, p->loss, false);
    write_amount(luck, v, p->luck, true);
    if (lus_has_dice(t->rules))
        snprintf(throw, sizeof throw, "threw %d (luck %s), ", p->throw, luck);
    if (p->loss > 0)
        snprintf(better, sizeof better, " It lost %s; best was %.100s.", loss, best);
    snprintf(text, MAX_NOTE, "%s %splayed %.100s: %s.%s",
             lus_side_name(t->rules, p->side), throw, move, verdict_name(p->verdict),
             better);
}

/* The largest distance from 0 of the curve in stones, at least one stone. */
static int64_t curve_bound(const struct review *v)
{
    int64_t bound = REVIEW_ONE;
    for (int i = 0; i <= v->n; i++) {
        int64_t value = review_curve(v, i);
        value = value < 0 ? -value : value;
        bound = value > bound ? value : bound;
    }
    return bound;
}

/* The row of a value, counted from the top. */
static int graph_row(const struct review *v, int ply, int rows, int64_t bound)
{
    int64_t value = review_curve(v, ply), low = v->unit == UNIT_STONES ? -bound : 0;
    int64_t height = v->unit == UNIT_STONES ? 2 * bound : REVIEW_ONE;
    int row = (int)((value - low) * (rows - 1) / height);
    row = row < 0 ? 0 : row > rows - 1 ? rows - 1 : row;
    return rows - 1 - row;
}

/* The whole game in the width of the graph. */
static void draw_graph(const struct tui *t, const struct tui_rect *a)
{
    const struct review *v = t->review;
    int64_t bound = curve_bound(v);
    int columns = a->columns;
    int here = v->n ? t->review_ply * (columns - 1) / v->n : 0;
    int middle = a->row + (a->rows - 1) / 2;
    if (a->rows < 3 || columns < 2)
        return;
    canvas_fill(middle, a->column, 1, columns, ROLE_FAINT, '-');
    canvas_fill(a->row, a->column + here, a->rows, 1, ROLE_FAINT, '|');
    for (int i = 0; i < columns; i++) {
        int ply = i * v->n / (columns - 1);
        int row = a->row + graph_row(v, ply, a->rows, bound);
        canvas_fill(row, a->column + i, 1, 1, i == here ? ROLE_CHOICE : ROLE_STRONG, '*');
    }
}

/* The number of the ply, the value, what was played, and the graph below or beside it. */
void tui_draw_review(const struct tui *t, const struct tui_rect *panel)
{
    const struct review *v = t->review;
    struct tui_rect graph = *panel;
    char text[MAX_NOTE];
    int row = panel->row, left = panel->columns, ply = t->review_ply;
    if (t->layout.below) { /* the graph is on the right */
        left = panel->columns / 2 - 1;
        graph.column += left + 2;
        graph.columns -= left + 2;
    }
    snprintf(text, sizeof text, "Ply %d of %d", ply, v->n);
    canvas_put(row++, panel->column, left, ROLE_STRONG, text);
    write_amount(text, v, review_curve(v, ply), v->unit == UNIT_STONES);
    int column = canvas_put(row, panel->column, left, ROLE_TEXT,
                            lus_side_name(t->rules, v->player[0].side));
    canvas_put(row++, column + 1, left, ROLE_TEXT, text);
    if (ply) {
        bool bad = v->ply[ply - 1].verdict >= VERDICT_INACCURACY;
        describe_ply(t, v, ply - 1, text);
        tui_wrap(row, panel->column, 7, left, bad ? ROLE_BAD : ROLE_TEXT, text);
    }
    if (!t->layout.below) {
        graph.row = panel->row + 11;
        graph.rows = panel->rows - 11 > 12 ? 12 : panel->rows - 11;
    }
    draw_graph(t, &graph);
}

/* ---- stepping ---- */

/* "Mean loss: Light 0.31 % (expert), Dark 0.02 % (master)" */
static void set_review_status(struct tui *t)
{
    const struct review *v = t->review;
    char loss[2][32];
    for (int i = 0; i < 2; i++) {
        struct text out = text_on(loss[i], sizeof loss[i]);
        text_mean(&out, v->unit, v->player[i].mean_loss / MILLIONTH);
    }
    tui_set_status(t, "Mean loss: %s %s (%s), %s %s (%s)",
                   lus_side_name(v->rules, v->player[0].side), loss[0],
                   grade_name(v->player[0].grade),
                   lus_side_name(v->rules, v->player[1].side), loss[1],
                   grade_name(v->player[1].grade));
}

/* The board after t->review_ply plies, with the last of them marked. */
static void show_ply(struct tui *t)
{
    const struct review *v = t->review;
    int k = t->review_ply;
    const lus_pos *pos = k < v->n ? &v->ply[k].pos : &v->last;
    const struct review_ply *before = k ? &v->ply[k - 1] : NULL;
    tui_show_position(t, v->rules, pos, before ? &before->pos : NULL,
                      before ? before->throw : 0, before ? before->move : LUS_PASS);
    if (!*t->status)
        set_review_status(t);
    tui_draw(t);
    canvas_show();
    t->status[0] = '\0';
}

/* The next ply with a mistake after this one (step 1), or before it (-1); without one the
   status says so. */
static int find_mistake(struct tui *t, int step)
{
    const struct review *v = t->review;
    for (int k = t->review_ply + step; k >= 1 && k <= v->n; k += step)
        if (v->ply[k - 1].verdict >= VERDICT_INACCURACY)
            return k;
    tui_set_status(t, "There is no mistake %s this ply.", step > 0 ? "after" : "before");
    return t->review_ply;
}

/* The ply that a key leads to; -1: the review is closed. */
static int review_key(struct tui *t, int key)
{
    int k = t->review_ply, n = t->review->n;
    switch (key) {
    case TUI_RIGHT:
    case TUI_SPACE:
    case TUI_ENTER:
        return k < n ? k + 1 : n;
    case TUI_LEFT:
    case TUI_BACKSPACE:
        return k ? k - 1 : 0;
    case TUI_UP:
    case TUI_PAGE_UP:
        return k > 10 ? k - 10 : 0;
    case TUI_DOWN:
    case TUI_PAGE_DOWN:
        return k + 10 < n ? k + 10 : n;
    case TUI_HOME:
    case 'g':
        return 0;
    case TUI_END:
    case 'G':
        return n;
    case 'n':
        return find_mistake(t, 1);
    case 'p':
        return find_mistake(t, -1);
    case 'q':
    case TUI_ESCAPE:
    case TUI_INTERRUPT:
    case TUI_CLOSED:
        return -1;
    default:
        return k;
    }
}

/* Starts at the end of the game.  A review that was stopped is not shown. */
void tui_step_review(struct tui *t)
{
    struct tui_review_work w = {.play = t->play, .stop = &t->stop};
    t->stop = false;
    tui_set_status(t, "The game is reviewed; q stops it...");
    tui_draw(t);
    canvas_show();
    tui_think(t, run_review, &w);
    bool stopped = t->stop;
    t->leaving = t->interrupted;
    t->stop = false;
    if (!w.result || stopped) {
        free(w.result);
        return;
    }
    t->review = w.result;
    t->review_ply = t->review->n;
    t->status[0] = '\0';
    for (int next = t->review_ply; next >= 0;) {
        t->review_ply = next;
        show_ply(t);
        struct tui_input in = tui_read(t, -1);
        if (in.key == 't')
            tui_next_theme();
        next = review_key(t, keys_direction(in.key));
    }
    free(t->review);
    t->review = NULL;
}
