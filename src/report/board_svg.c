/* SPDX-License-Identifier: MIT */
/* board_svg.c - see board_svg.h.  Shapes are defined once and referred to by name: a
   piece takes about 60 bytes, so a page can hold every position of a long game.

       board_svg_shapes   <defs> disc0, disc1, pawn0, ..., heap1 to heap20, arrow tips
       board_svg_empty    <defs> board-ur-finkel: rims, tiles, symbols, labels
       board_svg          <use href="#board-ur-finkel">, a <use> for each piece, arrows

   The last digit of a piece is its side.  A game supplies tiles and pieces as a struct
   scene (core/scene.h), never SVG, except for its symbols.  Coordinates are those of the
   scene; the style sheet scales the picture to the width of the page. */
#include "core/registry.h"
#include "report/board_svg.h"

/* Stones of the largest heap that is drawn (a number stands beside every heap); width of
   the rim around the tiles. */
enum { MAX_SEEDS = 20, RIM = 6 };

bool board_has_scene(const lus_rules *r)
{
    return r->text->scene && r->text->square_centre;
}

/* Bricks have other colours than pieces; the scene of the start says which a game has. */
const char *board_piece_class(const lus_rules *r, int side)
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

/* Pieces and arrow tips, centred on (0, 0); other colours are classes of board.css. */
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

/* Without the digit of the side.  Stones are heaps and not in this list. */
static const char *const style_href[] = {
    [SCENE_DISCS] = "#disc", [SCENE_PAWNS] = "#pawn", [SCENE_BRICKS] = "#brick"};

/* An attribute whose value is a prefix and a number: id="heap3". */
static void attr_name(struct markup *m, const char *name, const char *prefix, int number)
{
    markup_attr_begin(m, name);
    markup_raw_int(m, prefix, number);
    markup_attr_end(m);
}

static void attr_xy(struct markup *m, int x, int y)
{
    markup_attr_int(m, "x", x);
    markup_attr_int(m, "y", y);
}

/* Heaps of 1 to 20 stones, placed like the seeds of a sunflower.  Each heap refers to the
   one before and adds a stone. */
static void put_heaps(struct markup *m)
{
    static const signed char seed[MAX_SEEDS][2] = {
        {5, 0},    {-6, 5},   {1, -10}, {7, 10},  {-13, -2}, {13, -8},   {-4, 16},
        {-8, -16}, {18, 6},   {-18, 8}, {9, -19}, {6, 21},   {-20, -11}, {23, -5},
        {-14, 20}, {-3, -25}, {20, 17}, {-27, 1}, {20, -19}, {-1, 28}};
    for (int i = 0; i < MAX_SEEDS; i++) {
        markup_open(m, "g");
        attr_name(m, "id", "heap", i + 1);
        if (i) {
            markup_open(m, "use");
            attr_name(m, "href", "#heap", i);
            markup_close_empty(m);
        }
        markup_open_class(m, "circle", "seed");
        markup_attr_int(m, "r", 5);
        markup_attr_int(m, "cx", seed[i][0]);
        markup_attr_int(m, "cy", seed[i][1]);
        markup_close_empty(m);
        markup_close(m);
    }
}

/* An svg element that is not shown: its definitions are referred to by others. */
static void open_definitions(struct markup *m)
{
    markup_open_class(m, "svg", "shapes");
    markup_attr_int(m, "width", 0);
    markup_attr_int(m, "height", 0);
    markup_attr(m, "aria-hidden", "true");
    markup_attr(m, "focusable", "false");
    markup_open(m, "defs");
}

static void close_definitions(struct markup *m)
{
    markup_close(m);
    markup_close(m);
    markup_raw(m, "\n");
}

/* The symbols on the tiles of all games (struct game_info). */
static void put_symbols(struct markup *m)
{
    const struct game_info *game;
    for (int g = 0; (game = game_info_at(g)); g++)
        for (int i = 0; game->symbols && game->symbols[i]; i++)
            markup_raw(m, game->symbols[i]);
}

void board_svg_shapes(struct markup *m)
{
    open_definitions(m);
    for (int i = 0; shapes[i]; i++)
        markup_raw(m, shapes[i]);
    put_symbols(m);
    put_heaps(m);
    close_definitions(m);
}

/* ---- the empty board ---- */

/* The name of a rule set's board, "board-ur-finkel", after `prefix`. */
static void attr_board(struct markup *m, const char *name, const char *prefix,
                       const lus_rules *r)
{
    char id[LUS_MAX_TEXT];
    struct text t = text_on(id, sizeof id);
    text_str(&t, prefix);
    for (const char *c = r->name; *c; c++)
        text_char(&t, *c == ':' ? '-' : *c);
    markup_attr(m, name, id);
}

/* A tile as a rectangle, enlarged by `margin` on each side. */
static void put_rect(struct markup *m, const char *class, const struct scene_tile *t,
                     int margin, int radius)
{
    markup_open_class(m, "rect", class);
    attr_xy(m, t->x - margin, t->y - margin);
    markup_attr_int(m, "width", t->width + 2 * margin);
    markup_attr_int(m, "height", t->height + 2 * margin);
    markup_attr_int(m, "rx", radius);
    markup_close_empty(m);
}

/* A label; the class decides its size and where (x, y) is. */
static void put_text(struct markup *m, const char *class, int x, int y, const char *s)
{
    markup_open_class(m, "text", class);
    attr_xy(m, x, y);
    markup_text(m, s);
    markup_close(m);
}

/* <use href="#rosette" x="..." y="..."/> in the middle of the tile. */
static void put_symbol(struct markup *m, const struct scene_tile *t)
{
    markup_open(m, "use");
    markup_attr_begin(m, "href");
    markup_raw(m, "#");
    markup_raw(m, t->symbol);
    markup_attr_end(m);
    attr_xy(m, t->x + t->width / 2, t->y + t->height / 2);
    markup_close_empty(m);
}

/* A tile with its symbol and label; a pit is a rounded one, a tray has a label only. */
static void put_tile(struct markup *m, const struct scene_tile *t)
{
    bool hollow = t->shape == TILE_PIT;
    if (t->shape == TILE_TRAY) {
        put_rect(m, "tray", t, 0, 6);
        put_text(m, "of-tray", t->x + 8, t->y + t->height / 2 + 5, t->label);
        return;
    }
    put_rect(m, hollow ? "pit" : "tile", t, -2, hollow ? 34 : 5);
    if (t->symbol)
        put_symbol(m, t);
    put_text(m, hollow ? "of-pit" : "of-tile", t->x + (hollow ? 14 : 6),
             t->y + (hollow ? 20 : 14), t->label);
}

/* All rims first: a tile must cover the rims of its neighbours. */
void board_svg_empty(struct markup *m, const lus_rules *r)
{
    struct scene s;
    lus_pos p;
    if (!board_has_scene(r))
        return;
    lus_start(r, &p);
    r->text->scene(r, &p, &s);
    open_definitions(m);
    markup_open(m, "g");
    attr_board(m, "id", "board-", r);
    for (int i = 0; i < s.n_tiles; i++)
        if (s.tile[i].shape != TILE_TRAY)
            put_rect(m, "rim", &s.tile[i], RIM, RIM);
    for (int i = 0; i < s.n_tiles; i++)
        put_tile(m, &s.tile[i]);
    markup_close(m);
    close_definitions(m);
}

/* ---- a position ---- */

/* <use href="#disc1" x="..." y="..."/> */
static void put_use(struct markup *m, const char *name, int number,
                    const struct scene_piece *p)
{
    markup_open(m, "use");
    attr_name(m, "href", name, number);
    attr_xy(m, p->x, p->y);
    markup_close_empty(m);
}

/* Stones with their number: below the heap in a tray (`small`), beside it in a pit. */
static void put_heap(struct markup *m, const struct scene_piece *p)
{
    char number[8];
    struct text t = text_on(number, sizeof number);
    int seeds = p->stones < MAX_SEEDS ? p->stones : MAX_SEEDS;
    text_int(&t, p->stones);
    if (seeds)
        put_use(m, "#heap", seeds, p);
    put_text(m, "count", p->x + (p->small ? 0 : 22), p->y + (p->small ? 56 : 30), number);
}

static void put_piece(struct markup *m, enum scene_style style,
                      const struct scene_piece *p)
{
    if (style == SCENE_STONES)
        put_heap(m, p);
    else
        put_use(m, p->small ? "#small" : style_href[style], p->side, p);
}

/* A circle around a cell, nine tenths of a square wide: a brick that is placed has no
   arrow. */
static void put_ring(struct markup *m, const char *class, struct scene_point at)
{
    markup_open(m, "circle");
    markup_attr_int(m, "r", 27);
    markup_attr(m, "class", class);
    markup_attr_int(m, "cx", at.x);
    markup_attr_int(m, "cy", at.y);
    markup_close_empty(m);
}

/* A straight arrow; `tip` is the address of a marker of the shapes, "url(#tip)". */
static void put_arrow(struct markup *m, const char *class, const char *tip,
                      struct scene_point from, struct scene_point to)
{
    markup_open_class(m, "path", class);
    markup_attr(m, "marker-end", tip);
    markup_attr_begin(m, "d");
    markup_raw_int(m, "M", from.x);
    markup_raw_int(m, " ", from.y);
    markup_raw_int(m, "L", to.x);
    markup_raw_int(m, " ", to.y);
    markup_attr_end(m);
    markup_close_empty(m);
}

/* An arrow for each step; a ring if the step begins and ends on one square (Cave). */
static void put_steps(struct markup *m, const struct board_view *v, lus_move move,
                      const char *class, const char *tip)
{
    for (int i = 0; i < move_steps(move); i++) {
        int side = pos_side(&v->pos);
        struct scene_point from =
            v->rules->text->square_centre(v->rules, side, move_from(move, i));
        struct scene_point to =
            v->rules->text->square_centre(v->rules, side, move_to(move, i));
        if (from.x == to.x && from.y == to.y)
            put_ring(m, class, from);
        else
            put_arrow(m, class, tip, from, to);
    }
}

/* The board of a game without a scene, as text. */
static void put_text_board(struct markup *m, const struct board_view *v)
{
    char board[LUS_MAX_BOARD];
    lus_look look = {.unicode = 1};
    lus_draw(v->rules, &v->pos, &look, board);
    markup_open_class(m, "pre", "plain-board");
    markup_lines(m, board);
    markup_close(m);
}

/* Arrows: the best move dashed below the move played; one green arrow if they are the
   same move. */
void board_svg(struct markup *m, const struct board_view *v)
{
    struct scene s;
    if (!board_has_scene(v->rules)) {
        put_text_board(m, v);
        return;
    }
    v->rules->text->scene(v->rules, &v->pos, &s);
    markup_open_class(m, "svg", "board");
    markup_attr(m, "role", "img");
    markup_attr_begin(m, "viewBox");
    markup_raw_int(m, "0 0 ", s.width);
    markup_raw_int(m, " ", s.height);
    markup_attr_end(m);
    markup_attr(m, "aria-label", v->label);
    markup_open(m, "use");
    attr_board(m, "href", "#board-", v->rules);
    markup_close_empty(m);
    for (int i = 0; i < s.n_pieces; i++)
        put_piece(m, s.style, &s.piece[i]);
    if (v->best != v->played)
        put_steps(m, v, v->best, "arrow best", "url(#tip-best)");
    if (v->best == v->played)
        put_steps(m, v, v->played, "arrow fine", "url(#tip-best)");
    else
        put_steps(m, v, v->played, "arrow played", "url(#tip-played)");
    markup_close(m);
}
