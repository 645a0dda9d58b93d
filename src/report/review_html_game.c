/* SPDX-License-Identifier: MIT */
/* review_html_game.c - one game on the page of a review: see review_html_internal.h.

       <article class="game">               page_game
         <header>                           put_title
         <div class="play">
           <section class="summary">        page_summary
           <section class="view">           put_board: a <figure> for each ply; page_graph
           <section class="plies">          put_table
         <section class="moments">          put_moments, for each player
         <section class="notes">            page_notes

   All texts from the record go through markup_text or markup_attr, which escape them; names
   are inside <bdi>, so that their writing direction does not change the line around them. */
#include <string.h>
#include "report/board_svg.h"
#include "report/review_html_internal.h"

#define NO_BREAK_SPACE "\xc2\xa0"
#define EN_DASH        "\xe2\x80\x93"
#define HALF           "\xc2\xbd"

/* text_amount writes "53.1 %"; the unit is cut off at the blank. */
void page_number(const struct page_game *p, int64_t value, bool sign)
{
    char amount[64];
    struct text t = text_on(amount, sizeof amount);
    text_amount(&t, p->v->unit, value / (REVIEW_ONE / 1000000), sign);
    amount[strcspn(amount, " ")] = '\0';
    markup_text(p->m, amount);
}

/* " %" or " stones", which stays on the line of its number. */
static void put_unit(const struct page_game *p)
{
    markup_raw(p->m,
               p->v->unit == UNIT_STONES ? NO_BREAK_SPACE "stones" : NO_BREAK_SPACE "%");
}

void page_amount(const struct page_game *p, int64_t value, bool sign)
{
    page_number(p, value, sign);
    put_unit(p);
}

void page_mean(const struct page_game *p, int64_t value)
{
    char mean[64];
    struct text t = text_on(mean, sizeof mean);
    text_mean(&t, p->v->unit, value / (REVIEW_ONE / 1000000));
    mean[strcspn(mean, " ")] = '\0'; /* without the unit */
    markup_text(p->m, mean);
    put_unit(p);
}

void page_player(const struct page_game *p, int player)
{
    markup_element(p->m, "bdi", NULL, p->name[player]);
}

void page_piece(const struct page_game *p, int side, const char *label)
{
    markup_open(p->m, "span");
    markup_attr_begin(p->m, "class");
    markup_raw(p->m, "man ");
    markup_raw(p->m, board_piece_class(p->v->rules, side));
    markup_attr_end(p->m);
    if (label) {
        markup_attr(p->m, "role", "img");
        markup_attr(p->m, "aria-label", label);
    } else {
        markup_attr(p->m, "aria-hidden", "true");
    }
    markup_close(p->m);
}

void page_move(const struct page_game *p, const struct review_ply *ply, lus_move m)
{
    char move[LUS_MAX_TEXT];
    lus_move_format(p->v->rules, &ply->pos, m, move);
    markup_text(p->m, move);
}

void page_ply_id(const struct page_game *p, const char *attr, const char *prefix, int i)
{
    markup_attr_begin(p->m, attr);
    markup_raw(p->m, prefix);
    markup_raw_int(p->m, "g", p->number);
    markup_raw_int(p->m, "s", i);
    markup_attr_end(p->m);
}

/* An attribute of a text and the number of the game. */
static void attr_game(struct markup *m, const char *attr, const char *text, int number)
{
    markup_attr_begin(m, attr);
    markup_raw_int(m, text, number);
    markup_attr_end(m);
}

/* ---- players and result ---- */

/* 1–0, 0–1, ½–½ or *, for the players, not for the sides. */
static const char *result_text(const struct review *v)
{
    if (!v->over)
        return "*";
    return v->winner < 0 ? HALF EN_DASH HALF
           : v->winner   ? "0" EN_DASH "1"
                         : "1" EN_DASH "0";
}

/* " · VALUE" if the record has the tag. */
static void put_tag(const struct page_game *p, const char *tag)
{
    const char *value = record_tag(p->game->record, tag);
    if (!value || !*value)
        return;
    markup_raw(p->m, " \xc2\xb7 ");
    markup_element(p->m, "bdi", NULL, value);
}

/* <h2>Ada 1–0 ai:4</h2> and a line with the game, the plies, the event and the date. */
static void put_title(const struct page_game *p)
{
    struct markup *m = p->m;
    markup_open(m, "header");
    markup_open(m, "h2");
    attr_game(m, "id", "g", p->number);
    page_player(p, 0);
    markup_raw(m, " ");
    markup_element(m, "span", "result", result_text(p->v));
    markup_raw(m, " ");
    page_player(p, 1);
    markup_close(m);
    markup_open_class(m, "p", "about");
    markup_text(m, p->v->rules->title);
    markup_raw(m, " (");
    markup_text(m, p->v->rules->name);
    markup_raw_int(m, "), ", p->v->n);
    markup_raw(m, p->v->n == 1 ? " ply" : " plies");
    put_tag(p, "Event");
    put_tag(p, "Date");
    markup_close(m);
    markup_close(m);
    markup_raw(m, "\n");
}

/* ---- board and controls, the table, the moments ---- */

/* A button of the controls; review.js acts on its data-go. */
static void put_button(struct markup *m, const char *go, const char *label,
                       const char *sign)
{
    markup_open(m, "button");
    markup_attr(m, "type", "button");
    markup_attr(m, "data-go", go);
    markup_attr(m, "aria-label", label);
    markup_text(m, sign);
    markup_close(m);
}

/* Hidden until the script shows them. */
static void put_controls(const struct page_game *p)
{
    struct markup *m = p->m;
    markup_raw(m, "<div class=\"controls\" hidden>");
    put_button(m, "first", "To the start", "\xc2\xab");
    put_button(m, "back", "One ply back", "\xe2\x80\xb9");
    markup_raw(m,
               "<input type=\"range\" min=\"0\" value=\"0\" aria-label=\"Ply\" max=\"");
    markup_int(m, p->v->n);
    markup_raw(m, "\">");
    put_button(m, "on", "One ply on", "\xe2\x80\xba");
    put_button(m, "last", "To the end", "\xc2\xbb");
    markup_raw(m,
               "<button type=\"button\" data-go=\"key\" class=\"next-key\">Next mistake"
               "</button></div><p class=\"keys\" hidden>Arrow keys step, Home and End "
               "jump, M finds the next mistake.</p>\n");
}

/* The figure of ply 0 is the last element, so that style sheet rules can hide it when
   another figure is the target of a link; no script is needed. */
static void put_board(const struct page_game *p)
{
    markup_open_class(p->m, "div", "stage");
    markup_raw(p->m, "\n");
    for (int i = 1; i <= p->v->n; i++)
        page_figure(p, i);
    page_figure(p, 0);
    markup_close(p->m);
    markup_open_class(p->m, "p", "said");
    markup_attr(p->m, "aria-live", "polite");
    markup_close(p->m);
    markup_raw(p->m, "\n");
    put_controls(p);
}

/* The table of plies.  It scrolls by itself, so it needs a role and the keyboard focus. */
static void put_table(const struct page_game *p)
{
    struct markup *m = p->m;
    bool dice = p->v->rules->dice.sticks;
    markup_open_class(m, "section", "plies");
    markup_attr_int(m, "tabindex", 0);
    markup_attr(m, "role", "region");
    attr_game(m, "aria-label", "Every ply of game ", p->number);
    markup_open(m, "table");
    markup_raw(m, "<thead><tr><th scope=\"col\">Ply</th><td></td>");
    markup_raw(m, dice ? "<th scope=\"col\">Throw</th>" : "");
    markup_raw(m, "<th scope=\"col\">Move</th>"
                  "<th scope=\"col\" class=\"wide number\">Worth</th>"
                  "<th scope=\"col\" class=\"number\">Lost</th>"
                  "<th scope=\"col\">Verdict</th>");
    markup_raw(m, dice ? "<th scope=\"col\" class=\"number\">Luck</th>" : "");
    markup_raw(m, "</tr></thead>");
    markup_open(m, "tbody");
    markup_raw(m, "\n");
    for (int i = 0; i < p->v->n; i++)
        page_row(p, i);
    markup_close(m);
    markup_close(m);
    markup_close(m);
    markup_raw(m, "\n");
}

static void put_moment_list(const struct page_game *p, const struct review_player *who)
{
    markup_open(p->m, "ol");
    markup_raw(p->m, "\n");
    for (int i = 0; i < who->n_moments; i++)
        page_moment(p, who->moment[i]);
    markup_close(p->m);
}

static void put_moments(const struct page_game *p, int player)
{
    const struct review_player *who = &p->v->player[player];
    markup_open_class(p->m, "section", "moments");
    markup_open(p->m, "h3");
    page_player(p, player);
    markup_raw(p->m, ": moments to study");
    markup_close(p->m);
    if (!who->n_moments)
        markup_element(p->m, "p", NULL, "None: no move was an inaccuracy or worse.");
    else
        put_moment_list(p, who);
    markup_close(p->m);
    markup_raw(p->m, "\n");
}

/* ---- a game ---- */

/* The three parts of "play" stand side by side on a wide screen (review.css). */
static void put_review(const struct page_game *p)
{
    struct markup *m = p->m;
    put_title(p);
    markup_open_class(m, "div", "play");
    markup_raw(m, "\n");
    page_summary(p);
    markup_open_class(m, "section", "view");
    attr_game(m, "aria-label", "Board of game ", p->number);
    markup_raw(m, "\n");
    put_board(p);
    page_graph(p);
    markup_close(m);
    markup_raw(m, "\n");
    put_table(p);
    markup_close(m);
    markup_raw(m, "\n");
    put_moments(p, 0);
    put_moments(p, 1);
    page_notes(p);
}

/* A game whose roll-off is not over. */
static void put_not_begun(const struct page_game *p)
{
    markup_open(p->m, "h2");
    attr_game(p->m, "id", "g", p->number);
    markup_text(p->m, "Not begun");
    markup_close(p->m);
    markup_element(p->m, "p", NULL, "The roll-off of this game is not over.");
}

/* An article labelled by its heading, so that screen readers list the games. */
void page_game(struct markup *m, const struct reviewed_game *game, int number)
{
    struct page_game p = {.m = m, .game = game, .v = game->review, .number = number};
    for (int k = 0; k < 2; k++)
        review_player_name(game->record, k, p.name[k]);
    markup_open_class(m, "article", "game");
    attr_game(m, "aria-labelledby", "g", number);
    markup_raw(m, "\n");
    if (p.v)
        put_review(&p);
    else
        put_not_begun(&p);
    markup_close(m);
    markup_raw(m, "\n");
}
