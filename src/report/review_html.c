/* SPDX-License-Identifier: MIT */
/* review_html.c - see review_html.h. */
#include <string.h>
#include "report/board_svg.h"
#include "report/embedded.h"
#include "text/html.h"
#include "report/review_html.h"

void page_str(const struct page *p, const char *s)
{
    buffer_str(p->out, s);
}

void page_text(const struct page *p, const char *s)
{
    html_text(p->out, s);
}

void page_number(const struct page *p, int64_t value, bool sign)
{
    char amount[64];
    struct text t = text_on(amount, sizeof amount);
    text_amount(&t, p->v->unit, value / (REVIEW_ONE / 1000000), sign);
    buffer_bytes(p->out, amount, strcspn(amount, " "));
}

/* The blank does not break: a number and its unit stay on one line. */
void page_amount(const struct page *p, int64_t value, bool sign)
{
    page_number(p, value, sign);
    page_str(p, p->v->unit == UNIT_STONES ? "\xc2\xa0stones" : "\xc2\xa0%");
}

void page_man(const struct page *p, int side, const char *label)
{
    page_str(p, "<span class=\"man ");
    page_str(p, board_man(p->v->rules, side));
    page_str(p, label ? "\" role=\"img\" aria-label=\"" : "\" aria-hidden=\"true");
    page_text(p, label ? label : "");
    page_str(p, "\"></span>");
}

void page_move(const struct page *p, const struct review_ply *ply, lus_move m)
{
    char move[LUS_MAX_TEXT];
    lus_move_format(p->v->rules, &ply->pos, m, move);
    page_text(p, move);
}

/* ---- players and result ---- */

static const char *result_sign(const struct review *v)
{
    if (!v->over)
        return "*";
    return v->winner < 0 ? "\xc2\xbd\xe2\x80\x93\xc2\xbd"
           : v->winner   ? "0\xe2\x80\x93"
                           "1"
                         : "1\xe2\x80\x93"
                           "0";
}

static void put_tag(const struct page *p, const char *tag)
{
    const char *value = record_tag(p->game->record, tag);
    if (!value || !*value)
        return;
    page_str(p, " \xc2\xb7 <bdi>");
    page_text(p, value);
    page_str(p, "</bdi>");
}

static void put_title(const struct page *p)
{
    const struct review *v = p->v;
    html_number(p->out, "<header><h2 id=\"g", p->number);
    page_str(p, "\"><bdi>");
    page_text(p, p->name[0]);
    page_str(p, "</bdi> <span class=\"result\">");
    page_str(p, result_sign(v));
    page_str(p, "</span> <bdi>");
    page_text(p, p->name[1]);
    page_str(p, "</bdi></h2><p class=\"about\">");
    page_text(p, v->rules->title);
    page_str(p, " (");
    page_text(p, v->rules->name);
    html_number(p->out, "), ", v->n);
    page_str(p, v->n == 1 ? " ply" : " plies");
    put_tag(p, "Event");
    put_tag(p, "Date");
    page_str(p, "</p></header>\n");
}

/* ---- the stage, the table, the moments ---- */

static void put_controls(const struct page *p)
{
    page_str(p, "<div class=\"controls\" hidden>"
                "<button type=\"button\" data-go=\"first\" aria-label=\"To the start\">"
                "\xc2\xab</button>"
                "<button type=\"button\" data-go=\"back\" aria-label=\"One ply back\">"
                "\xe2\x80\xb9</button>"
                "<input type=\"range\" min=\"0\" value=\"0\" aria-label=\"Ply\"");
    html_number(p->out, " max=\"", p->v->n);
    page_str(
        p, "\"><button type=\"button\" data-go=\"on\" aria-label=\"One ply on\">"
           "\xe2\x80\xba</button>"
           "<button type=\"button\" data-go=\"last\" aria-label=\"To the end\">"
           "\xc2\xbb</button>"
           "<button type=\"button\" data-go=\"key\" class=\"next-key\">Next mistake"
           "</button></div><p class=\"keys\" hidden>Arrow keys step, Home and End jump, "
           "M finds the next mistake.</p>\n");
}

/* The first is the last of the list, so that any other that is a link's target can hide
   it without a script. */
static void put_stage(const struct page *p)
{
    page_str(p, "<div class=\"stage\">\n");
    for (int i = 1; i <= p->v->n; i++)
        page_step(p, i);
    page_step(p, 0);
    page_str(p, "</div><p class=\"said\" aria-live=\"polite\"></p>\n");
    put_controls(p);
}

static void put_table(const struct page *p)
{
    bool dice = p->v->rules->dice.sticks;
    html_number(p->out,
                "<section class=\"plies\" tabindex=\"0\" role=\"region\" "
                "aria-label=\"Every ply of game ",
                p->number);
    page_str(p, "\"><table><thead><tr><th scope=\"col\">Ply</th><td></td>");
    page_str(p, dice ? "<th scope=\"col\">Throw</th>" : "");
    page_str(
        p, "<th scope=\"col\">Move</th><th scope=\"col\" class=\"wide number\">Worth</th>"
           "<th scope=\"col\" class=\"number\">Lost</th>"
           "<th scope=\"col\">Verdict</th>");
    page_str(p, dice ? "<th scope=\"col\" class=\"number\">Luck</th>" : "");
    page_str(p, "</tr></thead><tbody>\n");
    for (int i = 0; i < p->v->n; i++)
        page_row(p, i);
    page_str(p, "</tbody></table></section>\n");
}

static void put_moments(const struct page *p)
{
    for (int k = 0; k < 2; k++) {
        const struct review_player *player = &p->v->player[k];
        if (!player->n_moments)
            continue;
        page_str(p, "<section class=\"moments\"><h3><bdi>");
        page_text(p, p->name[k]);
        page_str(p, "</bdi>: moments to study</h3><ol>\n");
        for (int i = 0; i < player->n_moments; i++)
            page_moment(p, player->moment[i]);
        page_str(p, "</ol></section>\n");
    }
}

static void put_game(struct buffer *out, const struct reviewed *game, int number)
{
    struct page p = {.out = out, .game = game, .v = game->review, .number = number};
    html_number(out, "<article class=\"game\" aria-labelledby=\"g", number);
    buffer_str(out, "\">\n");
    for (int k = 0; k < 2; k++)
        review_name(game->record, k, p.name[k]);
    if (!p.v) {
        html_number(out, "<h2 id=\"g", number);
        buffer_str(out, "\">Not begun</h2><p>The roll-off of this game is not over.</p>");
    } else {
        put_title(&p);
        buffer_str(out, "<div class=\"play\">\n");
        page_summary(&p);
        html_number(out, "<section class=\"view\" aria-label=\"Board of game ", number);
        buffer_str(out, "\">\n");
        put_stage(&p);
        page_graph(&p);
        buffer_str(out, "</section>\n");
        put_table(&p);
        buffer_str(out, "</div>\n");
        put_moments(&p);
        page_notes(&p);
    }
    buffer_str(out, "</article>\n");
}

/* ---- the whole ---- */

static void put_parts(struct buffer *out, const char *const *parts)
{
    for (; *parts; parts++)
        buffer_str(out, *parts);
}

static void put_policy(struct buffer *out)
{
    buffer_str(out, "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src "
                    "'none'; base-uri 'none'; form-action 'none'; style-src ");
    html_allow(out, review_css);
    buffer_str(out, " ");
    html_allow(out, board_css);
    buffer_str(out, "; script-src ");
    html_allow(out, review_js);
    buffer_str(out, "\">\n");
}

static void put_page_title(struct buffer *out, const struct reviewed_file *file)
{
    char name[SANITISED_BYTES];
    if (file->n != 1) {
        html_number(out, "", file->n);
        buffer_str(out, " games reviewed");
        return;
    }
    html_text(out, review_name(file->game[0].record, 0, name));
    buffer_str(out, " \xe2\x80\x93 ");
    html_text(out, review_name(file->game[0].record, 1, name));
    buffer_str(out, ", reviewed");
}

static void put_page_head(struct buffer *out, const struct reviewed_file *file)
{
    buffer_str(out,
               "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
               "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
               "<meta name=\"referrer\" content=\"no-referrer\">\n"
               "<meta name=\"color-scheme\" content=\"light dark\">\n");
    put_policy(out);
    buffer_str(out, "<title>");
    put_page_title(out, file);
    buffer_str(out, "</title>\n<style>");
    put_parts(out, review_css);
    buffer_str(out, "</style>\n<style>");
    put_parts(out, board_css);
    buffer_str(out, "</style>\n</head>\n<body>\n");
}

/* Each rule set's board once. */
static void put_boards(struct buffer *out, const struct reviewed_file *file)
{
    board_svg_shapes(out);
    for (int i = 0; i < file->n; i++) {
        bool drawn = !file->game[i].review;
        for (int k = 0; k < i && !drawn; k++)
            drawn = file->game[k].review &&
                    file->game[k].review->rules == file->game[i].review->rules;
        if (!drawn)
            board_svg_empty(out, file->game[i].review->rules);
    }
}

static void put_fault(struct buffer *out, const struct reviewed_file *file)
{
    buffer_str(
        out,
        "<p class=\"fault\" role=\"note\">The file has a fault; it is reviewed up to "
        "there: ");
    html_text(out, file->message);
    buffer_str(out, "</p>\n");
}

void review_html(struct buffer *out, const struct reviewed_file *file)
{
    put_page_head(out, file);
    put_boards(out, file);
    buffer_str(out, "<main>\n<h1>Game review</h1>\n");
    if (file->faulty)
        put_fault(out, file);
    for (int i = 0; i < file->n; i++)
        put_game(out, &file->game[i], i + 1);
    buffer_str(out, "</main>\n<footer>Reviewed by Lusoria " LUS_VERSION
                    ".</footer>\n<script>");
    put_parts(out, review_js);
    buffer_str(out, "</script>\n</body>\n</html>\n");
}
