/* SPDX-License-Identifier: MIT */
/* review_summary.c - skill and luck of both players, and what the words of a review mean.
 */
#include "text/html.h"
#include "report/review_html.h"

/* ---- what each player lost, and luck ---- */

static void row_begin(const struct page *p, const char *what)
{
    page_str(p, "<tr><th scope=\"row\">");
    page_str(p, what);
    page_str(p, "</th>");
}

static void row_amounts(const struct page *p, const char *what, const int64_t value[2],
                        bool sign)
{
    row_begin(p, what);
    for (int k = 0; k < 2; k++) {
        page_str(p, "<td>");
        page_amount(p, value[k], sign);
        page_str(p, "</td>");
    }
    page_str(p, "</tr>\n");
}

static void row_grades(const struct page *p)
{
    row_begin(p, "Played like");
    for (int k = 0; k < 2; k++) {
        page_str(p, "<td class=\"grade\">");
        page_str(p, grade_word(p->v->player[k].grade));
        page_str(p, "</td>");
    }
    page_str(p, "</tr>\n");
}

static void row_verdicts(const struct page *p)
{
    row_begin(p, "Blunders, mistakes, inaccuracies");
    for (int k = 0; k < 2; k++) {
        const int *n = p->v->player[k].verdicts;
        html_number(p->out, "<td>", n[VERDICT_BLUNDER]);
        html_number(p->out, ", ", n[VERDICT_MISTAKE]);
        html_number(p->out, ", ", n[VERDICT_INACCURACY]);
        html_number(p->out, " <span class=\"of\">of ", p->v->player[k].unforced);
        page_str(p, "</span></td>");
    }
    page_str(p, "</tr>\n");
}

/* The luckiest and the unluckiest throw, linked to their boards. */
static void row_throws(const struct page *p)
{
    row_begin(p, "Best and worst throw");
    for (int k = 0; k < 2; k++) {
        const int throw[2] = {p->v->player[k].luckiest, p->v->player[k].unluckiest};
        page_str(p, "<td>");
        for (int i = 0; i < 2; i++) {
            page_str(p, i ? ", " : "");
            if (throw[i] < 0) {
                page_str(p, "none");
                continue;
            }
            html_number(p->out, "<a href=\"#g", p->number);
            html_number(p->out, "s", throw[i]);
            page_str(p, "\">");
            page_amount(p, p->v->ply[throw[i]].luck, true);
            page_str(p, "</a>");
        }
        page_str(p, "</td>");
    }
    page_str(p, "</tr>\n");
}

static void put_heads(const struct page *p)
{
    page_str(p, "<section class=\"summary\"><h3>Skill");
    page_str(p, p->v->rules->dice.sticks ? " and luck" : "");
    page_str(p, "</h3><table><thead><tr><td></td>");
    for (int k = 0; k < 2; k++) {
        page_str(p, "<th scope=\"col\">");
        page_man(p, p->v->player[k].side, NULL);
        page_str(p, " <bdi>");
        page_text(p, p->name[k]);
        page_str(p, "</bdi> <span class=\"of\">");
        page_text(p, p->v->rules->side_name[p->v->player[k].side]);
        page_str(p, "</span></th>");
    }
    page_str(p, "</tr></thead><tbody>\n");
}

void page_summary(const struct page *p)
{
    const struct review_player *a = &p->v->player[0], *b = &p->v->player[1];
    put_heads(p);
    row_grades(p);
    row_amounts(p, "Lost a decision, on average",
                (const int64_t[2]){a->mean_loss, b->mean_loss}, false);
    row_verdicts(p);
    if (p->v->rules->dice.sticks) {
        row_amounts(p, "Luck of the throws", (const int64_t[2]){a->luck, b->luck}, true);
        row_throws(p);
    } else if (!p->v->exact)
        row_amounts(p, "Unforeseen", (const int64_t[2]){a->luck, b->luck}, true);
    row_amounts(p, "Lost in all", (const int64_t[2]){a->loss, b->loss}, false);
    row_amounts(p, "Start", (const int64_t[2]){a->start, b->start}, false);
    row_amounts(p, p->v->over ? "Result" : "Value at the end",
                (const int64_t[2]){a->result, b->result}, false);
    if (p->v->rules->dice.sticks)
        row_amounts(p, "Result without the luck",
                    (const int64_t[2]){a->adjusted, b->adjusted}, false);
    page_str(p, "</tbody></table></section>\n");
}

/* ---- where the values come from, and what the words mean ---- */

static void put_source(const struct page *p)
{
    const struct review *v = p->v;
    if (v->exact) {
        page_str(p, "<p>Every value is exact: perfect play on both sides.</p>");
        return;
    }
    html_number(p->out, "<p>The values are estimates of a search, ", v->depth_min);
    if (v->depth_max > v->depth_min)
        html_number(p->out, " to ", v->depth_max);
    page_str(p, v->depth_max == 1 ? " ply deep" : " plies deep");
    if (v->n_exact) {
        html_number(p->out, "; those of ", v->n_exact);
        page_str(p, v->n_exact == 1 ? " ply are exact" : " plies are exact");
    }
    page_str(p, ".</p>");
}

static void put_thresholds(const struct page *p)
{
    page_str(p, "<p>A move is an ");
    for (int i = VERDICT_INACCURACY; i < N_VERDICTS; i++) {
        page_str(p, i == VERDICT_INACCURACY ? ""
                    : i == VERDICT_MISTAKE  ? ", a "
                                            : ", a ");
        page_str(p, verdict_word((enum verdict)i));
        page_str(p, " from ");
        page_amount(p, verdict_from(p->v->unit, (enum verdict)i), false);
    }
    page_str(p, " of loss on. A grade is the mean loss as a share of what random moves "
                "would have lost in the same positions: ");
    for (int i = 0; i < N_GRADES; i++) {
        page_str(p, i ? ", " : "");
        page_str(p, grade_word(i));
        if (grade_below(i)) {
            html_number(p->out, " below ", grade_below(i) / 10);
            page_str(p, "\xc2\xa0%");
        }
    }
    page_str(p, ".</p>");
}

void page_notes(const struct page *p)
{
    page_str(p, "<section class=\"notes\"><h3>How to read this</h3>");
    put_source(p);
    put_thresholds(p);
    if (p->v->rules->dice.sticks)
        page_str(p, "<p>The luck of a throw is the value with it and best play, less the "
                    "value before it.");
    else if (!p->v->exact)
        page_str(p, "<p>Unforeseen is what looking one ply further brought to light.");
    if (p->v->rules->dice.sticks || !p->v->exact)
        page_str(p, " For each player result \xe2\x88\x92 start = (own \xe2\x88\x92 the "
                    "other\xe2\x80\x99s) of that \xe2\x88\x92 (own \xe2\x88\x92 the "
                    "other\xe2\x80\x99s) loss.</p>");
    page_str(
        p, "<p>Boards show the position before a ply: a solid green arrow is a best move "
           "played, a red one a move that was not, a dashed green one the best.</p>"
           "</section>\n");
}
