/* SPDX-License-Identifier: MIT */
/* review_graph.c - the value over a game, and the luck of every throw below it.

       100 % |      ___o      what is under the curve is the first player's
             |_____/   \
         0 % |          \__   o a loss; its colour is the verdict
             |  | ' |  '      luck: up is good for the first player

   Both are stretched to the page's width, so only lines that keep their own width are
   drawn; a dot is a line without length. */
#include "text/html.h"
#include "report/review_html.h"

enum { HIGH = 1000, STRIP = 200 };

/* What the graph reaches to: a whole game, or the largest lead in stones. */
static int64_t reach_of(const struct review *v)
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

/* From 0 at the top to HIGH. */
static int height_of(const struct review *v, int64_t reach, int64_t value)
{
    int64_t low = v->unit == UNIT_WIN ? 0 : -reach;
    int64_t y = HIGH - (value - low) / (reach / HIGH) / (v->unit == UNIT_WIN ? 1 : 2);
    return (int)(y < 0 ? 0 : y > HIGH ? HIGH : y);
}

static void put_curve(const struct page *p, int64_t reach, const char *class, bool area)
{
    const struct review *v = p->v;
    page_str(p, "<path class=\"");
    page_str(p, class);
    page_str(p, "\" d=\"M");
    for (int i = 0; i <= v->n; i++) {
        html_number(p->out, i ? "L" : "", 10 * i);
        html_number(p->out, " ", height_of(v, reach, review_curve(v, i)));
    }
    if (area) {
        html_number(p->out, "V", HIGH);
        page_str(p, "H0z");
    }
    page_str(p, "\"/>");
}

static void put_losses(const struct page *p, int64_t reach)
{
    const struct review *v = p->v;
    for (int i = 0; i < v->n; i++) {
        enum verdict verdict = v->ply[i].verdict;
        if (verdict < VERDICT_INACCURACY)
            continue;
        page_str(p, "<path class=\"dot ");
        page_str(p, verdict_word(verdict));
        html_number(p->out, "\" d=\"M", 10 * (i + 1));
        html_number(p->out, " ", height_of(v, reach, review_curve(v, i + 1)));
        page_str(p, "h0\"/>");
    }
}

static void put_label(const struct page *p)
{
    const struct review *v = p->v;
    int low = 0;
    for (int i = 1; i <= v->n; i++)
        low = review_curve(v, i) < review_curve(v, low) ? i : low;
    page_str(p, " role=\"img\" aria-label=\"");
    page_text(p, p->name[0]);
    page_str(p, ": ");
    page_amount(p, review_curve(v, 0), false);
    html_number(p->out, " at the start, the lowest after ply ", low);
    page_str(p, " with ");
    page_amount(p, review_curve(v, low), false);
    page_str(p, ", ");
    page_amount(p, review_curve(v, v->n), false);
    page_str(p, " at the end\"");
}

static void put_svg(const struct page *p, const char *class, int height)
{
    page_str(p, "<svg class=\"");
    page_str(p, class);
    html_number(p->out, "\" preserveAspectRatio=\"none\" viewBox=\"0 0 ",
                p->v->n ? 10 * p->v->n : 10);
    html_number(p->out, " ", height);
    page_str(p, "\"");
}

static void put_values(const struct page *p)
{
    int64_t reach = reach_of(p->v);
    put_svg(p, "values", HIGH);
    put_label(p);
    html_number(p->out, "><path class=\"second\" d=\"M0 0H", 10 * p->v->n);
    html_number(p->out, "V", HIGH);
    page_str(p, "H0z\"/>");
    put_curve(p, reach, "first", true);
    for (int quarter = 1; quarter < 4; quarter++) {
        html_number(p->out, "<path class=\"grid\" d=\"M0 ", quarter * HIGH / 4);
        html_number(p->out, "H", 10 * p->v->n);
        page_str(p, "\"/>");
    }
    put_curve(p, reach, "curve", false);
    put_losses(p, reach);
    page_str(p, "<path class=\"cursor\" d=\"M0 0V1000\"/></svg>");
}

static int64_t most_luck(const struct review *v)
{
    int64_t most = REVIEW_ONE / 100;
    for (int i = 0; i < v->n; i++) {
        int64_t size = v->ply[i].luck < 0 ? -v->ply[i].luck : v->ply[i].luck;
        most = size > most ? size : most;
    }
    return most;
}

static void put_luck(const struct page *p)
{
    int64_t most = most_luck(p->v);
    put_svg(p, "luck", STRIP);
    page_str(p, " aria-hidden=\"true\"");
    html_number(p->out, "><path class=\"grid\" d=\"M0 100H", 10 * p->v->n);
    page_str(p, "\"/>");
    for (int i = 0; i < p->v->n; i++) {
        const struct review_ply *ply = &p->v->ply[i];
        int size = (int)(ply->luck * 95 / most);
        if (size == 0)
            continue;
        page_str(p, ply->player ? "<path class=\"bar of-second\""
                                : "<path class=\"bar of-first\"");
        html_number(p->out, " d=\"M", 10 * i + 5);
        html_number(p->out, " 100v", ply->player ? size : -size);
        page_str(p, "\"/>");
    }
    page_str(p, "</svg>");
}

void page_graph(const struct page *p)
{
    bool dice = p->v->rules->dice.sticks;
    page_str(p, "<figure class=\"graph\"><p class=\"axis\"><bdi>");
    page_text(p, p->name[0]);
    page_str(p, p->v->unit == UNIT_WIN ? "</bdi> wins</p>" : "</bdi> ahead</p>");
    put_values(p);
    page_str(p, "<p class=\"axis\"><bdi>");
    page_text(p, p->name[1]);
    page_str(p, p->v->unit == UNIT_WIN ? "</bdi> wins</p>" : "</bdi> ahead</p>");
    if (dice)
        put_luck(p);
    page_str(
        p,
        "<figcaption><span class=\"key inaccuracy\">inaccuracy</span> <span class=\"key "
        "mistake\">mistake</span> <span class=\"key blunder\">blunder</span>");
    if (dice) {
        page_str(p,
                 " <span class=\"key-luck\">Bars: the luck of each throw, upwards what "
                 "helped <bdi>");
        page_text(p, p->name[0]);
        page_str(p, "</bdi>.</span>");
    }
    page_str(p, "</figcaption></figure>\n");
}
