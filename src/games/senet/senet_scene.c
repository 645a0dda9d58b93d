/* SPDX-License-Identifier: MIT */
/* senet_scene.c - the board of Senet as shapes (see senet.h): an S of three rows between
   two trays for the pieces that are off.

       tray of side 0
        1  2 ... 10
       20 19 ... 11          the middle row runs backwards
       21 22 ... 30
       tray of side 1 */
#include "core/motion.h"
#include "core/scene.h"
#include "games/senet/senet.h"

enum { ROWS_AT = SCENE_EDGE + SCENE_TRAY + SCENE_EDGE, COLUMNS = 10 };

/* The upper left corner of a square. */
static struct scene_point corner(int square)
{
    int row = (square - 1) / COLUMNS, column = (square - 1) % COLUMNS;
    column = row == 1 ? COLUMNS - 1 - column : column;
    return (struct scene_point){SCENE_EDGE + SCENE_SQUARE * column,
                                ROWS_AT + SCENE_SQUARE * row};
}

/* The y of the tray of a side. */
static int tray_at(int side)
{
    return side ? ROWS_AT + 3 * SCENE_SQUARE + SCENE_EDGE : SCENE_EDGE;
}

/* Pieces off the board go to the right end of the tray of their side. */
struct scene_point senet_square_centre(const lus_rules *r, int side, int square)
{
    (void)r;
    if (square == 0 || square == LUS_OFF)
        return (struct scene_point){SCENE_EDGE + COLUMNS * SCENE_SQUARE - SCENE_SMALL,
                                    tray_at(side) + SCENE_TRAY / 2};
    struct scene_point at = corner(square);
    return (struct scene_point){at.x + SCENE_SQUARE / 2, at.y + SCENE_SQUARE / 2};
}

/* An ankh, a sun, waves, and one stroke for each square that is left to leave the board. */
const char *const senet_symbols[] = {
    "<path id=\"rebirth\" class=\"sign\" d=\"M0-1C-14-10-9-20 0-20S14-10 0-1V20M-11 "
    "4H11\"/>",
    "<g id=\"happiness\"><circle class=\"gold\" r=\"9\"/><path class=\"sign\" "
    "d=\"M0-13V-19M0 13V19M13 0H19M-13 0H-19M9 9 13 13M-9-9-13-13M9-9 13-13M-9 9-13 "
    "13\"/></g>",
    "<path id=\"water\" class=\"sign\" d=\"M-19-9l6.5-6 6 6 6.5-6 6 6 6.5-6 6 6M-19 "
    "4l6.5-6 6 6 6.5-6 6 6 6.5-6 6 6M-19 17l6.5-6 6 6 6.5-6 6 6 6.5-6 6 6\"/>",
    "<path id=\"one\" class=\"sign\" d=\"M0-14V14\"/>",
    "<path id=\"two\" class=\"sign\" d=\"M-7-14V14M7-14V14\"/>",
    "<path id=\"three\" class=\"sign\" d=\"M-12-14V14M0-14V14M12-14V14\"/>",
    NULL,
};

/* Sets the symbol of a tile, an id above, and its signs; a plain square has none. */
static void set_symbol(struct scene_tile *t, int square)
{
    static const struct {
        const char *symbol, *sign, *sign_ascii;
    } signs[31] = {
        [REBIRTH] = {"rebirth", "☥", "+"}, [HAPPINESS] = {"happiness", "❂", "*"},
        [WATER] = {"water", "≋", "~"},     [TRUTHS] = {"three", "3", "3"},
        [ATOUM] = {"two", "2", "2"},       [HORUS] = {"one", "1", "1"},
    };
    t->symbol = signs[square].symbol;
    t->sign = signs[square].sign;
    t->sign_ascii = signs[square].sign_ascii;
}

void senet_scene(const lus_rules *r, const lus_pos *p, struct scene *s)
{
    int off[2];
    *s = (struct scene){.width = COLUMNS * SCENE_SQUARE + 2 * SCENE_EDGE,
                        .height = tray_at(1) + SCENE_TRAY + SCENE_EDGE,
                        .style = SCENE_PAWNS};
    for (int square = 1; square <= 3 * COLUMNS; square++) {
        struct scene_point at = corner(square);
        struct scene_tile *t = scene_add_tile(s, at.x, at.y, TILE_SQUARE);
        set_symbol(t, square);
        struct text label = text_on(t->label, sizeof t->label);
        text_int(&label, square);
    }
    lus_score(r, p, off);
    for (int side = 0; side < 2; side++) {
        scene_add_tray(s, SCENE_EDGE, tray_at(side), COLUMNS * SCENE_SQUARE,
                       r->side_name[side], "off", side, off[side]);
        for (uint64_t left = p->w[side != pos_side(p)]; left; left &= left - 1)
            scene_add_piece(s, senet_square_centre(r, side, __builtin_ctzll(left)), side);
    }
}

/* ---- motions ---- */

/* The squares of one step, which ends on `to`.  A piece that falls into the Water leaves
   it from 27; `falls` says whether it does. */
static void add_walk(struct motions *out, int side, int from, int to, bool falls)
{
    struct motion *walk = motion_add(out, MOTION_WALK, side);
    if (to == LUS_OFF) {
        motion_visit_all(walk, from, HORUS);
        motion_visit(walk, LUS_OFF);
    } else if (falls) {
        motion_visit_all(walk, from, WATER);
        motion_visit(walk, to);
    } else {
        motion_visit_all(walk, from, to);
    }
}

/* An enemy piece on the target changes places with the piece. */
static void add_swap(struct motions *out, const lus_pos *p, int from, int to)
{
    if (to == LUS_OFF || !(p->w[1] >> to & 1))
        return;
    struct motion *swap = motion_add(out, MOTION_WALK, !pos_side(p));
    motion_visit(swap, to);
    motion_visit(swap, from);
}

void houses_motions(const lus_rules *r, const lus_pos *p, int throw, lus_move m,
                    struct motions *out)
{
    int from = move_from(m, 0), to = move_to(m, 0);
    (void)r, (void) throw;
    if (from > HAPPINESS && to < from) { /* H6: returned at once */
        struct motion *back = motion_add(out, MOTION_WALK, pos_side(p));
        motion_visit(back, from);
        motion_visit(back, to);
        return;
    }
    add_walk(out, pos_side(p), from, to, from == HAPPINESS && to < from);
    add_swap(out, p, from, to);
}

/* B9: a chain has 16 bits for each step.  After each step the points left are played from
   the position that it made. */
void blockade_motions(const lus_rules *r, const lus_pos *p, int throw, lus_move m,
                      struct motions *out)
{
    lus_pos now = *p;
    int points = throw;
    (void)r;
    for (; m; m >>= 16) {
        int from = move_from(m, 0), to = move_to(m, 0);
        bool forward = blockade_forward(now.w[0], now.w[1], points) & SENET_BIT(from);
        add_walk(out, pos_side(p), from, to, forward && from + points == WATER);
        add_swap(out, &now, from, to);
        senet_step(&now, from, to);
        points = from + points - HORUS;
    }
}
