/* SPDX-License-Identifier: MIT */
/* board_svg.c - see board_svg.h.  Shapes have names, and a position is a list of uses:
   some 60 bytes a piece, so that a page holds every position of a long game. */
#include "core/registry.h"
#include "report/board_svg.h"
#include "text/html.h"

enum { MAX_SEEDS = 20, RIM = 6 };

bool board_has_scene(const lus_rules *r)
{
    return r->text->scene && r->text->square_centre;
}

const char *board_man(const lus_rules *r, int side)
{
    struct scene s = {.style = SCENE_DISCS};
    lus_pos p;
    lus_start(r, &p);
    if (board_has_scene(r))
        r->text->scene(r, &p, &s);
    if (s.style == SCENE_BRICKS)
        return side ? "hollow-man" : "solid-man";
    return side ? "dark-man" : "light-man";
}

/* ---- shapes ---- */

static const char *const shapes[] = {
    "<radialGradient id=\"ivory\" cx=\".35\" cy=\".3\" r=\".9\">"
    "<stop offset=\"0\" stop-color=\"#fffdf4\"/><stop offset=\"1\" "
    "stop-color=\"#d9c596\"/>"
    "</radialGradient>"
    "<radialGradient id=\"lapis\" cx=\".35\" cy=\".3\" r=\".9\">"
    "<stop offset=\"0\" stop-color=\"#46628f\"/><stop offset=\"1\" "
    "stop-color=\"#131f36\"/>"
    "</radialGradient>",
    "<g id=\"small0\"><circle class=\"light\" r=\"9\" fill=\"url(#ivory)\"/>"
    "<circle class=\"on-light\" r=\"3\"/></g>"
    "<g id=\"small1\"><circle class=\"dark\" r=\"9\" fill=\"url(#lapis)\"/>"
    "<circle class=\"on-dark\" r=\"3\"/></g>",
    "<g id=\"dots\"><circle r=\"3.5\"/><circle cx=\"-8\" cy=\"-8\" r=\"3\"/>"
    "<circle cx=\"8\" cy=\"-8\" r=\"3\"/><circle cx=\"-8\" cy=\"8\" r=\"3\"/>"
    "<circle cx=\"8\" cy=\"8\" r=\"3\"/></g>"
    "<g id=\"disc0\"><circle class=\"light\" r=\"20\" fill=\"url(#ivory)\"/>"
    "<use class=\"on-light\" href=\"#dots\"/></g>"
    "<g id=\"disc1\"><circle class=\"dark\" r=\"20\" fill=\"url(#lapis)\"/>"
    "<use class=\"on-dark\" href=\"#dots\"/></g>"
    "<g id=\"pawn0\"><circle class=\"light\" r=\"20\" fill=\"url(#ivory)\"/>"
    "<circle class=\"on-light\" r=\"6\"/></g>"
    "<g id=\"pawn1\"><circle class=\"dark\" r=\"20\" fill=\"url(#lapis)\"/>"
    "<circle class=\"line-dark\" r=\"12\"/></g>"
    "<linearGradient id=\"clay\" x2=\"1\" y2=\"1\"><stop offset=\"0\" "
    "stop-color=\"#c9704f\"/><stop offset=\"1\" stop-color=\"#8f3c25\"/></linearGradient>"
    "<rect id=\"brick0\" x=\"-26\" y=\"-26\" width=\"52\" height=\"52\" rx=\"5\" "
    "fill=\"url(#clay)\" stroke=\"#5e2313\" stroke-width=\"1.5\"/>"
    "<rect id=\"brick1\" x=\"-20\" y=\"-20\" width=\"40\" height=\"40\" rx=\"3\" "
    "fill=\"#f3e3c3\" stroke=\"#2f4f86\" stroke-width=\"13\"/>",
    "<marker id=\"tip-played\" viewBox=\"0 0 10 10\" refX=\"7\" refY=\"5\" "
    "markerWidth=\"3.2\" markerHeight=\"3.2\" orient=\"auto\">"
    "<path class=\"tip-played\" d=\"M0 0 10 5 0 10z\"/></marker>"
    "<marker id=\"tip-best\" viewBox=\"0 0 10 10\" refX=\"7\" refY=\"5\" "
    "markerWidth=\"3.2\" markerHeight=\"3.2\" orient=\"auto\">"
    "<path class=\"tip-best\" d=\"M0 0 10 5 0 10z\"/></marker>",
    NULL};

static const char *const style_name[] = {
    [SCENE_DISCS] = "disc", [SCENE_PAWNS] = "pawn", [SCENE_BRICKS] = "brick"};

/* Heaps of 1..20 stones: the middle of a sunflower, each the last and one seed more. */
static void put_heaps(struct buffer *out)
{
    static const signed char seed[MAX_SEEDS][2] = {
        {5, 0},    {-6, 5},   {1, -10}, {7, 10},  {-13, -2}, {13, -8},   {-4, 16},
        {-8, -16}, {18, 6},   {-18, 8}, {9, -19}, {6, 21},   {-20, -11}, {23, -5},
        {-14, 20}, {-3, -25}, {20, 17}, {-27, 1}, {20, -19}, {-1, 28}};
    for (int i = 0; i < MAX_SEEDS; i++) {
        html_number(out, "<g id=\"heap", i + 1);
        buffer_str(out, "\">");
        if (i) {
            html_number(out, "<use href=\"#heap", i);
            buffer_str(out, "\"/>");
        }
        html_number(out, "<circle class=\"seed\" r=\"5\" cx=\"", seed[i][0]);
        html_number(out, "\" cy=\"", seed[i][1]);
        buffer_str(out, "\"/></g>");
    }
}

/* The signs on the tiles of all games (struct game_info). */
static void put_symbols(struct buffer *out)
{
    const struct game_info *game;
    for (int g = 0; (game = game_info_at(g)); g++)
        for (int i = 0; game->symbols && game->symbols[i]; i++)
            buffer_str(out, game->symbols[i]);
}

void board_svg_shapes(struct buffer *out)
{
    buffer_str(out, "<svg class=\"shapes\" width=\"0\" height=\"0\" aria-hidden=\"true\" "
                    "focusable=\"false\"><defs>");
    for (int i = 0; shapes[i]; i++)
        buffer_str(out, shapes[i]);
    put_symbols(out);
    put_heaps(out);
    buffer_str(out, "</defs></svg>\n");
}

/* ---- the empty board ---- */

static void put_name(struct buffer *out, const lus_rules *r)
{
    for (const char *c = r->name; *c; c++)
        buffer_bytes(out, *c == ':' ? "-" : c, 1);
}

static void put_rect(struct buffer *out, const char *class, const struct scene_tile *t,
                     int wider, int round)
{
    buffer_str(out, "<rect class=\"");
    buffer_str(out, class);
    html_number(out, "\" x=\"", t->x - wider);
    html_number(out, "\" y=\"", t->y - wider);
    html_number(out, "\" width=\"", t->width + 2 * wider);
    html_number(out, "\" height=\"", t->height + 2 * wider);
    html_number(out, "\" rx=\"", round);
    buffer_str(out, "\"/>");
}

static void put_text(struct buffer *out, const char *class, int x, int y, const char *s)
{
    buffer_str(out, "<text class=\"");
    buffer_str(out, class);
    html_number(out, "\" x=\"", x);
    html_number(out, "\" y=\"", y);
    buffer_str(out, "\">");
    html_text(out, s);
    buffer_str(out, "</text>");
}

static void put_symbol(struct buffer *out, const struct scene_tile *t)
{
    buffer_str(out, "<use href=\"#");
    buffer_str(out, t->symbol);
    html_number(out, "\" x=\"", t->x + t->width / 2);
    html_number(out, "\" y=\"", t->y + t->height / 2);
    buffer_str(out, "\"/>");
}

static void put_tile(struct buffer *out, const struct scene_tile *t)
{
    bool hollow = t->shape == TILE_PIT;
    if (t->shape == TILE_TRAY) {
        put_rect(out, "tray", t, 0, 6);
        put_text(out, "of-tray", t->x + 8, t->y + t->height / 2 + 5, t->label);
        return;
    }
    put_rect(out, hollow ? "pit" : "tile", t, -2, hollow ? 34 : 5);
    if (t->symbol)
        put_symbol(out, t);
    put_text(out, hollow ? "of-pit" : "of-tile", t->x + (hollow ? 14 : 6),
             t->y + (hollow ? 20 : 14), t->label);
}

void board_svg_empty(struct buffer *out, const lus_rules *r)
{
    struct scene s;
    lus_pos p;
    if (!board_has_scene(r))
        return;
    lus_start(r, &p);
    r->text->scene(r, &p, &s);
    buffer_str(out, "<svg class=\"shapes\" width=\"0\" height=\"0\" aria-hidden=\"true\" "
                    "focusable=\"false\"><defs><g id=\"board-");
    put_name(out, r);
    buffer_str(out, "\">");
    for (int i = 0; i < s.n_tiles; i++)
        if (s.tile[i].shape != TILE_TRAY)
            put_rect(out, "rim", &s.tile[i], RIM, RIM);
    for (int i = 0; i < s.n_tiles; i++)
        put_tile(out, &s.tile[i]);
    buffer_str(out, "</g></defs></svg>\n");
}

/* ---- a position ---- */

static void put_use(struct buffer *out, const char *name, int number,
                    const struct scene_piece *p)
{
    buffer_str(out, "<use href=\"#");
    buffer_str(out, name);
    html_number(out, "", number);
    html_number(out, "\" x=\"", p->x);
    html_number(out, "\" y=\"", p->y);
    buffer_str(out, "\"/>");
}

static void put_heap(struct buffer *out, const struct scene_piece *p)
{
    char number[8];
    struct text t = text_on(number, sizeof number);
    int seeds = p->stones < MAX_SEEDS ? p->stones : MAX_SEEDS;
    text_int(&t, p->stones);
    if (seeds)
        put_use(out, "heap", seeds, p);
    put_text(out, "count", p->x + (p->small ? 0 : 22), p->y + (p->small ? 56 : 30),
             number);
}

static void put_piece(struct buffer *out, enum scene_style style,
                      const struct scene_piece *p)
{
    if (style == SCENE_STONES)
        put_heap(out, p);
    else
        put_use(out, p->small ? "small" : style_name[style], p->side, p);
}

/* An arrow a step, a ring where a move is one place. */
static void put_arrows(struct buffer *out, const struct board_view *v, lus_move m,
                       const char *class, const char *tip)
{
    for (int i = 0; i < move_steps(m); i++) {
        int side = pos_side(&v->pos);
        struct scene_point from =
            v->rules->text->square_centre(v->rules, side, move_from(m, i));
        struct scene_point to =
            v->rules->text->square_centre(v->rules, side, move_to(m, i));
        bool ring = from.x == to.x && from.y == to.y;
        buffer_str(out,
                   ring ? "<circle r=\"27\" class=\"arrow " : "<path class=\"arrow ");
        buffer_str(out, class);
        if (!ring) {
            buffer_str(out, "\" marker-end=\"url(#");
            buffer_str(out, tip);
            buffer_str(out, ")");
        }
        html_number(out, ring ? "\" cx=\"" : "\" d=\"M", from.x);
        html_number(out, ring ? "\" cy=\"" : " ", from.y);
        if (!ring) {
            html_number(out, "L", to.x);
            html_number(out, " ", to.y);
        }
        buffer_str(out, "\"/>");
    }
}

/* A game that says no shapes is shown as it is drawn in a terminal. */
static void put_plain(struct buffer *out, const struct board_view *v)
{
    char board[LUS_MAX_BOARD];
    lus_look look = {.unicode = 1};
    lus_draw(v->rules, &v->pos, &look, board);
    buffer_str(out, "<pre class=\"plain-board\">");
    html_lines(out, board);
    buffer_str(out, "</pre>");
}

void board_svg(struct buffer *out, const struct board_view *v)
{
    struct scene s;
    if (!board_has_scene(v->rules)) {
        put_plain(out, v);
        return;
    }
    v->rules->text->scene(v->rules, &v->pos, &s);
    html_number(out, "<svg class=\"board\" role=\"img\" viewBox=\"0 0 ", s.width);
    html_number(out, " ", s.height);
    buffer_str(out, "\" aria-label=\"");
    html_text(out, v->label);
    buffer_str(out, "\"><use href=\"#board-");
    put_name(out, v->rules);
    buffer_str(out, "\"/>");
    for (int i = 0; i < s.n_pieces; i++)
        put_piece(out, s.style, &s.piece[i]);
    if (v->best != v->played)
        put_arrows(out, v, v->best, "best", "tip-best");
    put_arrows(out, v, v->played, v->best == v->played ? "fine" : "played",
               v->best == v->played ? "tip-best" : "tip-played");
    buffer_str(out, "</svg>");
}
