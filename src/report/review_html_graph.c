/* SPDX-License-Identifier: MIT */
/* review_html_graph.c - the value over a game, and the luck of every throw below it.

       100 % |      ___o      what is under the curve is the first player's
             |_____/   \
         0 % |          \__   o a loss; its colour is the verdict

             |  | ' |  '      luck: up is good for the first player

   Both pictures are stretched to the width of the page, so only lines whose width does
   not scale are drawn; a dot is a line of length 0.

   Units: a ply is PLY_WIDTH wide; the curve has a point before the first ply and one after
   each, n + 1 points for n plies.  Values are seen by the first player. */
#include "report/review_html_internal.h"

enum { HEIGHT = 1000, LUCK_HEIGHT = 200, PLY_WIDTH = 10 };

/* The value at the top of the graph: a certain win, or the largest lead in stones, at least
   6, so that small changes do not fill the height. */
static int64_t top_value(const struct review *v)
{
    int64_t most = 6 * REVIEW_ONE;
    if (v->unit == UNIT_WIN)
        return REVIEW_ONE;
    for (int i = 0; i <= v->n; i++) {
        int64_t value = review_curve(v, i), size = value < 0 ? -value : value;
        most = size > most ? size : most;
    }
    return most;
}

/* The y coordinate of a value: 0 at the top, HEIGHT at the bottom. */
static int y_of(const struct review *v, int64_t top, int64_t value)
{
    int64_t low = v->unit == UNIT_WIN ? 0 : -top;
    int64_t y = HEIGHT - (value - low) / (top / HEIGHT) / (v->unit == UNIT_WIN ? 1 : 2);
    return (int)(y < 0 ? 0 : y > HEIGHT ? HEIGHT : y);
}

/* The curve as a line, or filled down to the bottom of the graph. */
static void put_curve(const struct page_game *p, int64_t top, const char *class,
                      bool filled)
{
    const struct review *v = p->v;
    markup_open_path(p->m, class);
    markup_raw(p->m, "M");
    for (int i = 0; i <= v->n; i++) {
        markup_raw_int(p->m, i ? "L" : "", PLY_WIDTH * i);
        markup_raw_int(p->m, " ", y_of(v, top, review_curve(v, i)));
    }
    if (filled) {
        markup_raw_int(p->m, "V", HEIGHT);
        markup_raw(p->m, "H0z");
    }
    markup_close_path(p->m);
}

/* A dot at every inaccuracy, mistake and blunder. */
static void put_losses(const struct page_game *p, int64_t top)
{
    const struct review *v = p->v;
    for (int i = 0; i < v->n; i++) {
        enum move_verdict verdict = v->ply[i].verdict;
        if (verdict < VERDICT_INACCURACY)
            continue;
        markup_open(p->m, "path");
        markup_attr_begin(p->m, "class");
        markup_raw(p->m, "dot ");
        markup_raw(p->m, verdict_name(verdict));
        markup_attr_end(p->m);
        markup_attr_begin(p->m, "d");
        markup_raw_int(p->m, "M", PLY_WIDTH * (i + 1));
        markup_raw_int(p->m, " ", y_of(v, top, review_curve(v, i + 1)));
        markup_raw(p->m, "h0");
        markup_close_path(p->m);
    }
}

/* The description for people who do not see the graph: start, lowest value, end. */
static void put_label(const struct page_game *p)
{
    const struct review *v = p->v;
    int low = 0;
    for (int i = 1; i <= v->n; i++)
        low = review_curve(v, i) < review_curve(v, low) ? i : low;
    markup_attr(p->m, "role", "img");
    markup_attr_begin(p->m, "aria-label");
    markup_text(p->m, p->name[0]);
    markup_raw(p->m, ": ");
    page_amount(p, review_curve(v, 0), false);
    markup_raw_int(p->m, " at the start, the lowest after ply ", low);
    markup_raw(p->m, " with ");
    page_amount(p, review_curve(v, low), false);
    markup_raw(p->m, ", ");
    page_amount(p, review_curve(v, v->n), false);
    markup_raw(p->m, " at the end");
    markup_attr_end(p->m);
}

static void open_svg(const struct page_game *p, const char *class, int height)
{
    markup_open_class(p->m, "svg", class);
    markup_attr(p->m, "preserveAspectRatio", "none");
    markup_attr_begin(p->m, "viewBox");
    markup_raw_int(p->m, "0 0 ", p->v->n ? PLY_WIDTH * p->v->n : PLY_WIDTH);
    markup_raw_int(p->m, " ", height);
    markup_attr_end(p->m);
}

/* The area of the second player: everything; the first player's is drawn over it. */
static void put_background(const struct page_game *p)
{
    markup_open_path(p->m, "second");
    markup_raw_int(p->m, "M0 0H", PLY_WIDTH * p->v->n);
    markup_raw_int(p->m, "V", HEIGHT);
    markup_raw(p->m, "H0z");
    markup_close_path(p->m);
}

/* A horizontal line over the whole width. */
static void put_grid_line(const struct page_game *p, int y)
{
    markup_open_path(p->m, "grid");
    markup_raw_int(p->m, "M0 ", y);
    markup_raw_int(p->m, "H", PLY_WIDTH * p->v->n);
    markup_close_path(p->m);
}

/* The graph; the line of class "cursor" is moved by the script. */
static void put_values(const struct page_game *p)
{
    int64_t top = top_value(p->v);
    open_svg(p, "values", HEIGHT);
    put_label(p);
    put_background(p);
    put_curve(p, top, "first", true);
    for (int quarter = 1; quarter < 4; quarter++)
        put_grid_line(p, quarter * HEIGHT / 4);
    put_curve(p, top, "curve", false);
    put_losses(p, top);
    markup_open_path(p->m, "cursor");
    markup_raw_int(p->m, "M0 0V", HEIGHT);
    markup_close_path(p->m);
    markup_close(p->m);
}

/* At least 1 %, so that tiny differences do not fill the height. */
static int64_t largest_luck(const struct review *v)
{
    int64_t most = REVIEW_ONE / 100;
    for (int i = 0; i < v->n; i++) {
        int64_t size = v->ply[i].luck < 0 ? -v->ply[i].luck : v->ply[i].luck;
        most = size > most ? size : most;
    }
    return most;
}

/* A bar for each throw, at most 95 of 100 units long, from the line in the middle. */
static void put_luck(const struct page_game *p)
{
    int64_t largest = largest_luck(p->v);
    open_svg(p, "luck", LUCK_HEIGHT);
    markup_attr(p->m, "aria-hidden", "true");
    put_grid_line(p, LUCK_HEIGHT / 2);
    for (int i = 0; i < p->v->n; i++) {
        const struct review_ply *ply = &p->v->ply[i];
        int size = (int)(ply->luck * 95 / largest);
        if (size == 0)
            continue;
        markup_open_path(p->m, ply->player ? "bar of-second" : "bar of-first");
        markup_raw_int(p->m, "M", PLY_WIDTH * i + PLY_WIDTH / 2);
        markup_raw_int(p->m, " 100v", ply->player ? size : -size);
        markup_close_path(p->m);
    }
    markup_close(p->m);
}

/* Who wins at this end of the graph; above it the first player, below it the second. */
static void put_axis(const struct page_game *p, int player)
{
    markup_open_class(p->m, "p", "axis");
    page_player(p, player);
    markup_raw(p->m, p->v->unit == UNIT_WIN ? " wins" : " ahead");
    markup_close(p->m);
}

/* What the colours of the dots and the bars mean. */
static void put_key(const struct page_game *p)
{
    markup_open(p->m, "figcaption");
    markup_raw(p->m, "<span class=\"key inaccuracy\">inaccuracy</span> "
                     "<span class=\"key mistake\">mistake</span> "
                     "<span class=\"key blunder\">blunder</span>");
    if (p->v->rules->dice.sticks) {
        markup_raw(p->m, " ");
        markup_open_class(p->m, "span", "key-luck");
        markup_raw(p->m, "Bars: the luck of each throw, upwards what helped ");
        page_player(p, 0);
        markup_raw(p->m, ".");
        markup_close(p->m);
    }
    markup_close(p->m);
}

void page_graph(const struct page_game *p)
{
    markup_open_class(p->m, "figure", "graph");
    put_axis(p, 0);
    put_values(p);
    put_axis(p, 1);
    if (p->v->rules->dice.sticks)
        put_luck(p);
    put_key(p);
    markup_close(p->m);
    markup_raw(p->m, "\n");
}
