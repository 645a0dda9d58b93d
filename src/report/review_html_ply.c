/* SPDX-License-Identifier: MIT */
/* review_html_ply.c - a ply on the page of a review: its board, its caption, its row.

       12 ○ Ada threw 2 ▮▮▯▯ and played 4-6.               put_action
       Before the throw 51.2 %, with it 53.4 %: luck +2.2 %. mistake: 10.3 % lost. 0-2 was
       worth 53.4 %, this 43.1 %.                          put_luck, put_loss
       4-6 leaves the piece on 2 open to 3 (4 in 16). ...  put_reasons, from inaccuracies on
       (a comment of the record)                           put_comment

   The board shows the position before the move with an arrow for the move played and, if
   another one was better, a dashed arrow for the best. */
#include "analyse/facts.h"
#include "report/board_svg.h"
#include "report/review_html_internal.h"

static bool has_dice(const struct page_game *p)
{
    return p->v->rules->dice.sticks;
}

/* ---- the caption ---- */

/* The sticks of a throw, marked ones first.  Decoration: the number is beside it. */
static void put_sticks(const struct page_game *p, int throw)
{
    const lus_rules *r = p->v->rules;
    int marked = 0;
    while (marked < r->dice.sticks && r->dice.value_of_marked[marked] != throw)
        marked++;
    markup_open_class(p->m, "span", "dice");
    markup_attr(p->m, "aria-hidden", "true");
    for (int i = 0; i < r->dice.sticks; i++)
        markup_raw(p->m, i < marked ? "<i class=\"up\"></i>" : "<i></i>");
    markup_close(p->m);
}

static void put_strong_move(const struct page_game *p, const struct review_ply *ply,
                            lus_move move)
{
    markup_open(p->m, "strong");
    page_move(p, ply, move);
    markup_close(p->m);
}

/* " threw 2 ▮▮▯▯ and", or "and had no move". */
static void put_throw(const struct page_game *p, const struct review_ply *ply)
{
    markup_raw(p->m, " threw ");
    markup_open(p->m, "strong");
    markup_int(p->m, ply->throw);
    markup_close(p->m);
    markup_raw(p->m, " ");
    put_sticks(p, ply->throw);
    markup_raw(p->m, ply->n_moves ? " and" : " and had no move");
}

/* "12 ○ Ada threw 2 ▮▮▯▯ and played 4-6." */
static void put_action(const struct page_game *p, int i)
{
    const struct review_ply *ply = &p->v->ply[i];
    markup_open_class(p->m, "p", "what");
    markup_open_class(p->m, "span", "ply");
    markup_int(p->m, i + 1);
    markup_close(p->m);
    markup_raw(p->m, " ");
    page_piece(p, ply->side, NULL);
    markup_raw(p->m, " ");
    page_player(p, ply->player);
    if (has_dice(p))
        put_throw(p, ply);
    if (ply->n_moves || !has_dice(p))
        markup_raw(p->m, " played ");
    if (ply->n_moves)
        put_strong_move(p, ply, ply->move);
    markup_raw(p->m, ".");
    markup_close(p->m);
}

/* "Before the throw 51.2 %, with it 53.4 %: luck +2.2 %." */
static void put_luck(const struct page_game *p, const struct review_ply *ply)
{
    markup_raw(p->m, "Before the throw ");
    page_amount(p, ply->before, false);
    markup_raw(p->m, ", with it ");
    page_amount(p, ply->best, false);
    markup_raw(p->m, ": luck ");
    markup_open(p->m, "strong");
    page_amount(p, ply->luck, true);
    markup_close(p->m);
    markup_raw(p->m, ". ");
}

/* The verdict is also a class of its element, which review.css colours. */
static void put_verdict(const struct page_game *p, const struct review_ply *ply)
{
    markup_open(p->m, "span");
    markup_attr_begin(p->m, "class");
    markup_raw(p->m, "verdict ");
    markup_raw(p->m, verdict_name(ply->verdict));
    markup_attr_end(p->m);
    markup_text(p->m, verdict_name(ply->verdict));
    markup_close(p->m);
}

/* "mistake: 10.3 % lost. 0-2 was worth 53.4 %, this 43.1 %." */
static void put_loss(const struct page_game *p, const struct review_ply *ply)
{
    put_verdict(p, ply);
    if (ply->move == ply->best_move) {
        markup_raw(p->m,
                   ply->n_moves > 1 ? ": nothing was better." : ": there was no choice.");
        return;
    }
    markup_raw(p->m, ": ");
    page_amount(p, ply->loss, false);
    markup_raw(p->m, " lost. ");
    put_strong_move(p, ply, ply->best_move);
    markup_raw(p->m, " was worth ");
    page_amount(p, ply->best, false);
    markup_raw(p->m, ", this ");
    page_amount(p, ply->played, false);
    markup_raw(p->m, ".");
}

/* The facts of a move as a sentence; nothing if it has none. */
static void put_facts(const struct page_game *p, const struct review_ply *ply,
                      lus_move move)
{
    char why[MAX_EXPLANATION];
    struct text t = text_on(why, sizeof why);
    if (!explain_move(&t, p->v->rules, &ply->pos, ply->throw, move))
        return;
    markup_text(p->m, why);
    markup_raw(p->m, ". ");
}

/* Compares the move played with the best move, if it was an inaccuracy or worse. */
static void put_reasons(const struct page_game *p, const struct review_ply *ply)
{
    if (ply->verdict < VERDICT_INACCURACY)
        return;
    markup_open_class(p->m, "p", "why");
    put_facts(p, ply, ply->move);
    put_facts(p, ply, ply->best_move);
    markup_close(p->m);
}

/* The comment of the record after this ply, if there is one. */
static void put_comment(const struct page_game *p, int i)
{
    const char *comment = record_comment(p->game->record, i);
    if (!comment)
        return;
    markup_open_class(p->m, "p", "comment");
    markup_element(p->m, "bdi", NULL, comment);
    markup_close(p->m);
}

/* The parts of a caption as in the example above. */
static void put_caption(const struct page_game *p, int i)
{
    const struct review_ply *ply = &p->v->ply[i];
    put_action(p, i);
    markup_open(p->m, "p");
    if (has_dice(p))
        put_luck(p, ply);
    if (ply->n_moves)
        put_loss(p, ply);
    markup_close(p->m);
    put_reasons(p, ply);
    put_comment(p, i);
}

/* ---- the board ---- */

/* The board before ply i, or at the end of the game (i == n); its description is the text of
   the position. */
static void put_board(const struct page_game *p, int i)
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
        view.best = v->ply[i].best_move;
    }
    text_str(&t, pos);
    view.label = label;
    board_svg(p->m, &view);
}

/* The caption of the last board: who won and why. */
static void put_end(const struct page_game *p)
{
    const struct review *v = p->v;
    markup_open_class(p->m, "p", "what");
    if (!v->over) {
        markup_raw(p->m, "The record ends here; the game is not finished.");
        markup_close(p->m);
        return;
    }
    if (v->winner < 0) {
        markup_raw(p->m, "A draw");
    } else {
        page_player(p, v->winner);
        markup_raw(p->m, " has won");
    }
    markup_raw(p->m, v->reason ? ": " : "");
    markup_text(p->m, v->reason ? v->reason : "");
    markup_raw(p->m, ".");
    markup_close(p->m);
}

/* class "key-step": the script jumps from one mistake to the next. */
void page_figure(const struct page_game *p, int i)
{
    bool mistake = i < p->v->n && p->v->ply[i].verdict >= VERDICT_INACCURACY;
    markup_open_class(p->m, "figure", mistake ? "step key-step" : "step");
    page_ply_id(p, "id", "", i);
    put_board(p, i);
    markup_open(p->m, "figcaption");
    if (i < p->v->n)
        put_caption(p, i);
    else
        put_end(p);
    markup_close(p->m);
    markup_close(p->m);
    markup_raw(p->m, "\n");
}

/* A copy of the figure in the list of moments, with a link to the ply; it has no id. */
void page_moment(const struct page_game *p, int i)
{
    markup_open(p->m, "li");
    markup_open_class(p->m, "figure", "moment");
    put_board(p, i);
    markup_open(p->m, "figcaption");
    put_caption(p, i);
    markup_open_class(p->m, "p", "goto");
    markup_open(p->m, "a");
    page_ply_id(p, "href", "#", i);
    markup_raw_int(p->m, "Show ply ", i + 1);
    markup_raw(p->m, " above");
    for (int open = 0; open < 5; open++)
        markup_close(p->m);
    markup_raw(p->m, "\n");
}

/* ---- the row of the table ---- */

/* Closes a cell and opens the next one. */
static void next_cell(const struct page_game *p, const char *class)
{
    markup_close(p->m);
    markup_open_class(p->m, "td", class);
}

/* Ply (a link), piece, throw, move, value, loss, verdict, luck. */
void page_row(const struct page_game *p, int i)
{
    const struct review_ply *ply = &p->v->ply[i];
    const char *verdict = verdict_name(ply->verdict);
    markup_open_class(p->m, "tr", verdict);
    markup_open_class(p->m, "td", "number");
    markup_open(p->m, "a");
    page_ply_id(p, "href", "#", i);
    markup_int(p->m, i + 1);
    markup_close(p->m);
    next_cell(p, "who");
    page_piece(p, ply->side, p->name[ply->player]);
    if (has_dice(p)) {
        next_cell(p, "number");
        markup_int(p->m, ply->throw);
    }
    next_cell(p, "move");
    page_move(p, ply, ply->move);
    next_cell(p, "number wide");
    page_number(p, ply->played, false);
    next_cell(p, "number");
    if (ply->loss > 0)
        page_number(p, ply->loss, false);
    next_cell(p, "verdict");
    markup_text(p->m, ply->verdict == VERDICT_FORCED ? "" : verdict);
    if (has_dice(p)) {
        next_cell(p, "number");
        page_number(p, ply->luck, true);
    }
    markup_close(p->m);
    markup_close(p->m);
    markup_raw(p->m, "\n");
}
