/* SPDX-License-Identifier: MIT */
/* api_board.c - see api_internal.h: the board as shapes, and moves with what they move on it.

   A tile is named by its index, which is the same for all positions of a rule set.  A step
   of a move says from which tile to which it goes and along which points; a motion says
   what moves on the board (core/motion.h), in the order in which a page animates it:

       "steps":[{"from":0,"to":4,"from_tile":20,"to_tile":3,"from_at":[232,32],
                 "to_at":[42,94],"path":[[222,94],[162,94],[102,94],[42,94]]}]
       "motions":[{"kind":"walk","side":0,"tiles":[20,0,1,2,3],"path":[[232,32],...]}]

   Coordinates are those of core/scene.h. */
#include "api/api_internal.h"
#include "core/motion.h"

void api_board_make(struct api_board *b, const lus_rules *r, const lus_pos *p)
{
    *b = (struct api_board){.rules = r};
    b->has_shapes = r->text->scene && r->text->square_centre;
    if (b->has_shapes)
        r->text->scene(r, p, &b->scene);
}

/* Tiles do not overlap; the right and the lower edge belong to the next one. */
static bool tile_contains(const struct scene_tile *t, struct scene_point at)
{
    return at.x >= t->x && at.x < t->x + t->width && at.y >= t->y &&
           at.y < t->y + t->height;
}

/* The index of the tile that contains a point, or -1. */
static int tile_at(const struct scene *s, struct scene_point at)
{
    for (int i = 0; i < s->n_tiles; i++)
        if (tile_contains(&s->tile[i], at))
            return i;
    return -1;
}

/* The centre of a square as moves of `side` name it. */
static struct scene_point square_at(const lus_rules *r, int side, int square)
{
    return r->text->square_centre(r, side, square);
}

/* ---- the board ---- */

static void write_point(struct json *j, const char *key, struct scene_point p)
{
    json_open(j, key, '[');
    json_int(j, NULL, p.x);
    json_int(j, NULL, p.y);
    json_close(j, ']');
}

/* The number of the square of a path on a tile, 0 if `side` never goes there.  Only games
   with a path of each side name their tiles. */
static int path_square(const lus_rules *r, const struct scene_tile *t, int side)
{
    for (int square = 1;; square++) {
        char name[8];
        struct text written = text_on(name, sizeof name);
        r->text->tile_name(r, side, square, &written);
        if (!name[0])
            return 0;
        if (tile_contains(t, square_at(r, side, square)))
            return square;
    }
}

/* The square of a tile as moves of a side name it; NULL: no move does.  `number` has room
   for the text of a number. */
static const char *square_name(const lus_rules *r, const struct scene_tile *t, int side,
                               char number[8])
{
    struct text written = text_on(number, 8);
    if (t->shape == TILE_TRAY)
        return tile_contains(t, square_at(r, side, 0))         ? "0"
               : tile_contains(t, square_at(r, side, LUS_OFF)) ? "off"
                                                               : NULL;
    if (!r->text->tile_name)
        return t->label;
    int square = path_square(r, t, side);
    text_int(&written, square);
    return square ? number : NULL;
}

/* The label on the board, and what moves of either side call the tile. */
static void write_tile_squares(struct json *j, const lus_rules *r,
                               const struct scene_tile *t)
{
    char number[2][8];
    const char *first = square_name(r, t, 0, number[0]);
    const char *second = square_name(r, t, 1, number[1]);
    const char *tray = first ? first : second;
    json_string(j, "square", t->shape == TILE_TRAY ? tray : t->label);
    json_open(j, "squares", '[');
    json_string(j, NULL, first);
    json_string(j, NULL, second);
    json_close(j, ']');
}

/* The names are by enum tile_shape. */
static void write_tile(struct json *j, const lus_rules *r, const struct scene_tile *t)
{
    static const char *const shapes[] = {"square", "pit", "tray"};
    json_open(j, NULL, '{');
    json_string(j, "shape", shapes[t->shape]);
    json_int(j, "x", t->x);
    json_int(j, "y", t->y);
    json_int(j, "width", t->width);
    json_int(j, "height", t->height);
    json_string(j, "symbol", t->symbol);
    json_string(j, "label", t->label);
    write_tile_squares(j, r, t);
    json_close(j, '}');
}

/* The page finds the piece that a motion moves by its tile. */
static void write_piece(struct json *j, const struct scene *s,
                        const struct scene_piece *p)
{
    json_open(j, NULL, '{');
    json_int(j, "tile", tile_at(s, (struct scene_point){p->x, p->y}));
    json_int(j, "x", p->x);
    json_int(j, "y", p->y);
    json_int(j, "side", p->side);
    json_int(j, "stones", p->stones);
    json_bool(j, "small", p->small);
    if (p->won)
        json_bool(j, "won", true);
    json_close(j, '}');
}

/* The styles are by enum scene_style. */
void api_board_write(struct json *j, const struct api_board *b)
{
    static const char *const styles[] = {"discs", "pawns", "bricks", "stones"};
    const struct scene *s = &b->scene;
    if (!b->has_shapes) {
        json_null(j, "board");
        return;
    }
    json_open(j, "board", '{');
    json_int(j, "width", s->width);
    json_int(j, "height", s->height);
    json_string(j, "style", styles[s->style]);
    json_open(j, "tiles", '[');
    for (int i = 0; i < s->n_tiles; i++)
        write_tile(j, b->rules, &s->tile[i]);
    json_close(j, ']');
    json_open(j, "pieces", '[');
    for (int i = 0; i < s->n_pieces; i++)
        write_piece(j, s, &s->piece[i]);
    json_close(j, ']');
    json_close(j, '}');
}

/* ---- moves ---- */

static void write_square(struct json *j, const char *key, int square)
{
    if (square == LUS_OFF)
        json_string(j, key, "off");
    else
        json_int(j, key, square);
}

/* null: the point is on no tile. */
static void write_tile_index(struct json *j, const char *key, const struct scene *s,
                             struct scene_point at)
{
    int tile = tile_at(s, at);
    if (tile < 0)
        json_null(j, key);
    else
        json_int(j, key, tile);
}

/* The centres of the squares of a motion, from number `first` on. */
static void write_points(struct json *j, const lus_rules *r, const struct motion *m,
                         int first)
{
    json_open(j, "path", '[');
    for (int i = first; i < m->n; i++)
        write_point(j, NULL, square_at(r, m->side, m->square[i]));
    json_close(j, ']');
}

/* The motion of a step: the step-th one of the side that moves. */
static const struct motion *motion_of_step(const struct motions *made, int side, int step)
{
    for (int i = 0; i < made->n; i++)
        if (made->list[i].side == side && step-- == 0)
            return &made->list[i];
    return NULL;
}

/* Where a step begins and ends on the board, and the points it visits after the first. */
static void write_shapes_of_step(struct json *j, const struct api_board *b,
                                 const struct motion *motion, int from, int to)
{
    struct scene_point begin = square_at(b->rules, motion->side, from);
    struct scene_point end = square_at(b->rules, motion->side, to);
    write_tile_index(j, "from_tile", &b->scene, begin);
    write_tile_index(j, "to_tile", &b->scene, end);
    write_point(j, "from_at", begin);
    write_point(j, "to_at", end);
    write_points(j, b->rules, motion, motion->n > 1);
}

static void write_steps(struct json *j, const struct api_board *b, int side, lus_move m,
                        const struct motions *made)
{
    json_open(j, "steps", '[');
    for (int i = 0; i < move_steps(m); i++) {
        const struct motion *motion = motion_of_step(made, side, i);
        json_open(j, NULL, '{');
        write_square(j, "from", move_from(m, i));
        write_square(j, "to", move_to(m, i));
        if (motion)
            write_shapes_of_step(j, b, motion, move_from(m, i), move_to(m, i));
        json_close(j, '}');
    }
    json_close(j, ']');
}

/* The names are by enum motion_kind. */
static void write_motion(struct json *j, const struct api_board *b,
                         const struct motion *m)
{
    static const char *const kinds[] = {"walk", "place", "sow", "take"};
    json_open(j, NULL, '{');
    json_string(j, "kind", kinds[m->kind]);
    json_int(j, "side", m->side);
    json_open(j, "tiles", '[');
    for (int i = 0; i < m->n; i++)
        write_tile_index(j, NULL, &b->scene, square_at(b->rules, m->side, m->square[i]));
    json_close(j, ']');
    write_points(j, b->rules, m, 0);
    json_close(j, '}');
}

static void write_motions(struct json *j, const struct api_board *b,
                          const struct motions *made)
{
    json_open(j, "motions", '[');
    for (int i = 0; i < made->n; i++)
        write_motion(j, b, &made->list[i]);
    json_close(j, ']');
}

/* Without a scene a step has only its squares, and there are no motions. */
void api_move_write(struct json *j, const char *key, const struct api_board *b,
                    const struct api_turn *turn, bool motions)
{
    const lus_rules *r = b->rules;
    const lus_pos *p = turn->before;
    char text[LUS_MAX_TEXT];
    struct motions made = {0};
    lus_move_format(r, p, turn->move, text);
    json_open(j, key, '{');
    json_string(j, "move", text);
    json_int(j, "side", lus_side(p));
    if (lus_has_dice(r))
        json_int(j, "throw", turn->throw);
    json_string(j, "kind",
                turn->move == LUS_PASS ? "pass"
                                       : lus_move_kind(r, p, turn->throw, turn->move));
    if (turn->move != LUS_PASS && b->has_shapes && r->text->motions)
        r->text->motions(r, p, turn->throw, turn->move, &made);
    write_steps(j, b, lus_side(p), turn->move, &made);
    if (motions)
        write_motions(j, b, &made);
    json_close(j, '}');
}
