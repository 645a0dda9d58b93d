/* SPDX-License-Identifier: MIT */
/* review_ply.c - one ply on the page of a review: its board, its words, its row. */
#include "analyse/facts.h"
#include "report/board_svg.h"
#include "text/html.h"
#include "report/review_html.h"

/* ---- words ---- */

static bool has_dice(const struct page *p)
{
    return p->v->rules->dice.sticks;
}

static void put_player(const struct page *p, const struct review_ply *ply)
{
    page_man(p, ply->side, NULL);
    page_str(p, " <bdi>");
    page_text(p, p->name[ply->player]);
    page_str(p, "</bdi>");
}

/* The sticks of a throw, marked ones first; the number says the same. */
static void put_sticks(const struct page *p, int throw)
{
    const lus_rules *r = p->v->rules;
    int marked = 0;
    while (marked < r->dice.sticks && r->dice.value_of_marked[marked] != throw)
        marked++;
    page_str(p, "<span class=\"dice\" aria-hidden=\"true\">");
    for (int i = 0; i < r->dice.sticks; i++)
        page_str(p, i < marked ? "<i class=\"up\"></i>" : "<i></i>");
    page_str(p, "</span>");
}

static void put_head(const struct page *p, int i)
{
    const struct review_ply *ply = &p->v->ply[i];
    html_number(p->out, "<p class=\"what\"><span class=\"ply\">", i + 1);
    page_str(p, "</span> ");
    put_player(p, ply);
    if (has_dice(p)) {
        html_number(p->out, " threw <strong>", ply->throw);
        page_str(p, "</strong> ");
        put_sticks(p, ply->throw);
        page_str(p, ply->n_moves ? " and played <strong>" : " and had no move");
    } else {
        page_str(p, " played <strong>");
    }
    if (ply->n_moves) {
        page_move(p, ply, ply->move);
        page_str(p, "</strong>");
    }
    page_str(p, ".</p>");
}

static void put_luck(const struct page *p, const struct review_ply *ply)
{
    page_str(p, "Before the throw ");
    page_amount(p, ply->before, false);
    page_str(p, ", with it ");
    page_amount(p, ply->best, false);
    page_str(p, ": luck <strong>");
    page_amount(p, ply->luck, true);
    page_str(p, "</strong>. ");
}

static void put_loss(const struct page *p, const struct review_ply *ply)
{
    page_str(p, "<span class=\"verdict ");
    page_str(p, verdict_word(ply->verdict));
    page_str(p, "\">");
    page_str(p, verdict_word(ply->verdict));
    page_str(p, "</span>");
    if (ply->move == ply->top) {
        page_str(p,
                 ply->n_moves > 1 ? ": nothing was better." : ": there was no choice.");
        return;
    }
    page_str(p, ": ");
    page_amount(p, ply->loss, false);
    page_str(p, " lost. <strong>");
    page_move(p, ply, ply->top);
    page_str(p, "</strong> was worth ");
    page_amount(p, ply->best, false);
    page_str(p, ", this ");
    page_amount(p, ply->played, false);
    page_str(p, ".");
}

/* What a move does, in facts; nothing if there is nothing to tell. */
static void put_facts(const struct page *p, const struct review_ply *ply, lus_move m)
{
    char why[MAX_WHY];
    struct text t = text_on(why, sizeof why);
    if (!text_facts(&t, p->v->rules, &ply->pos, ply->throw, m))
        return;
    page_text(p, why);
    page_str(p, ". ");
}

/* Why one move is better than the other, where it matters. */
static void put_reasons(const struct page *p, const struct review_ply *ply)
{
    if (ply->verdict < VERDICT_INACCURACY)
        return;
    page_str(p, "<p class=\"why\">");
    put_facts(p, ply, ply->move);
    put_facts(p, ply, ply->top);
    page_str(p, "</p>");
}

static void put_comment(const struct page *p, int i)
{
    const char *comment = record_comment(p->game->record, i);
    if (!comment)
        return;
    page_str(p, "<p class=\"comment\"><bdi>");
    page_text(p, comment);
    page_str(p, "</bdi></p>");
}

static void put_words(const struct page *p, int i)
{
    const struct review_ply *ply = &p->v->ply[i];
    put_head(p, i);
    page_str(p, "<p>");
    if (has_dice(p))
        put_luck(p, ply);
    if (ply->n_moves)
        put_loss(p, ply);
    page_str(p, "</p>");
    put_reasons(p, ply);
    put_comment(p, i);
}

/* ---- boards ---- */

static void put_board(const struct page *p, int i)
{
    const struct review *v = p->v;
    bool end = i == v->n;
    struct board_view view = {.rules = v->rules, .pos = end ? v->last : v->ply[i].pos};
    char label[2 * LUS_MAX_TEXT], pos[LUS_MAX_TEXT];
    struct text t = text_on(label, sizeof label);
    int throw = end || !v->rules->dice.sticks ? LUS_ANY_THROW : v->ply[i].throw;
    lus_pos_format(v->rules, &view.pos, throw, pos);
    text_str(&t, end ? "The board at the end: " : "The board before ply ");
    if (!end) {
        text_int(&t, i + 1);
        text_str(&t, ": ");
        view.played = v->ply[i].move;
        view.best = v->ply[i].top;
    }
    text_str(&t, pos);
    view.label = label;
    board_svg(p->out, &view);
}

static void put_end(const struct page *p)
{
    const struct review *v = p->v;
    page_str(p, "<p class=\"what\">");
    if (!v->over) {
        page_str(p, "The record ends here, the game does not.</p>");
        return;
    }
    if (v->winner < 0) {
        page_str(p, "A draw");
    } else {
        page_str(p, "<bdi>");
        page_text(p, p->name[v->winner]);
        page_str(p, "</bdi> has won");
    }
    page_str(p, v->reason ? ": " : ".");
    page_text(p, v->reason ? v->reason : "");
    page_str(p, v->reason ? ".</p>" : "</p>");
}

static void put_name(const struct page *p, const char *before, int i)
{
    html_number(p->out, before, p->number);
    html_number(p->out, "s", i);
    page_str(p, "\"");
}

void page_step(const struct page *p, int i)
{
    bool key = i < p->v->n && p->v->ply[i].verdict >= VERDICT_INACCURACY;
    put_name(p,
             key ? "<figure class=\"step key-step\" id=\"g"
                 : "<figure class=\"step\" id=\"g",
             i);
    page_str(p, ">");
    put_board(p, i);
    page_str(p, "<figcaption>");
    if (i < p->v->n)
        put_words(p, i);
    else
        put_end(p);
    page_str(p, "</figcaption></figure>\n");
}

void page_moment(const struct page *p, int i)
{
    page_str(p, "<li><figure class=\"moment\">");
    put_board(p, i);
    page_str(p, "<figcaption>");
    put_words(p, i);
    put_name(p, "<p class=\"goto\"><a href=\"#g", i);
    html_number(p->out, ">Show ply ", i + 1);
    page_str(p, " above</a></p></figcaption></figure></li>\n");
}

/* ---- the table ---- */

static void put_cell(const struct page *p, const char *class)
{
    page_str(p, "</td><td class=\"");
    page_str(p, class);
    page_str(p, "\">");
}

void page_row(const struct page *p, int i)
{
    const struct review_ply *ply = &p->v->ply[i];
    page_str(p, "<tr class=\"");
    page_str(p, verdict_word(ply->verdict));
    put_name(p, "\"><td class=\"number\"><a href=\"#g", i);
    html_number(p->out, ">", i + 1);
    page_str(p, "</a>");
    put_cell(p, "who");
    page_man(p, ply->side, p->name[ply->player]);
    if (has_dice(p)) {
        put_cell(p, "number");
        buffer_int(p->out, ply->throw);
    }
    put_cell(p, "move");
    page_move(p, ply, ply->move);
    put_cell(p, "number wide");
    page_number(p, ply->played, false);
    put_cell(p, "number");
    if (ply->loss > 0)
        page_number(p, ply->loss, false);
    put_cell(p, "verdict");
    page_str(p, ply->verdict == VERDICT_FORCED ? "" : verdict_word(ply->verdict));
    if (has_dice(p)) {
        put_cell(p, "number");
        page_number(p, ply->luck, true);
    }
    page_str(p, "</td></tr>\n");
}
