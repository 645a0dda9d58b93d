/* SPDX-License-Identifier: MIT */
/* ur_scene.c - the board of Ur as shapes (see ur.h); rows of tiles as in ur_draw.c.

       Light hand  o o o o o       home  o o      tray
       4 3 2 1         14 13                      A
       5 6 7 8 9 10 11 12                         B
       4 3 2 1         14 13                      C
       Dark hand   o o o o o o     home           tray */
#include "core/motion.h"
#include "core/scene.h"
#include "games/ur/ur.h"

/* SVG: a petal, four of them, and the rosette, two sets of petals turned by 45 degrees. */
const char *const ur_symbols[] = {
    "<ellipse id=\"petal\" cy=\"-14\" rx=\"5\" ry=\"9\"/>",
    "<g id=\"petals\"><use href=\"#petal\"/><use href=\"#petal\" "
    "transform=\"rotate(90)\"/>"
    "<use href=\"#petal\" transform=\"rotate(180)\"/>"
    "<use href=\"#petal\" transform=\"rotate(270)\"/></g>",
    "<g id=\"rosette\" transform=\"scale(.9)\"><use class=\"blue\" href=\"#petals\"/>"
    "<use class=\"red\" href=\"#petals\" transform=\"rotate(45)\"/>"
    "<circle class=\"gold\" r=\"6\"/></g>",
    NULL,
};

enum { ROWS_AT = SCENE_EDGE + SCENE_TRAY + SCENE_EDGE };

/* The column that the second character of a tile name means: '1'..'9', 'a'..'c' for 10..12. */
static int tile_column(char digit)
{
    return digit >= 'a' ? digit - 'a' + 10 : digit - '0';
}

/* Tiles of the longest row: 8, or 12 for aseb. */
static int board_length(const struct ur_set *u)
{
    int length = 0;
    for (int s = 1; s <= u->length; s++) {
        int column = tile_column(u->path[2 * s - 1]);
        length = column > length ? column : length;
    }
    return length;
}

/* The corner of the tile of a square; Dark's path is Light's mirrored. */
static struct scene_point corner(const struct ur_set *u, int side, int square)
{
    const char *name = u->path + 2 * (square - 1);
    int row = side ? 'C' - name[0] : name[0] - 'A';
    return (struct scene_point){SCENE_EDGE + SCENE_SQUARE * (tile_column(name[1]) - 1),
                                ROWS_AT + SCENE_SQUARE * row};
}

/* The y of the trays of a side: Light's above the board, Dark's below. */
static int tray_at(int side)
{
    return side ? ROWS_AT + 3 * SCENE_SQUARE + SCENE_EDGE : SCENE_EDGE;
}

struct scene_point ur_square_centre(const lus_rules *r, int side, int square)
{
    const struct ur_set *u = ur_set(r);
    int half = board_length(u) * SCENE_SQUARE / 2, y = tray_at(side) + SCENE_TRAY / 2;
    if (square == 0)
        return (struct scene_point){SCENE_EDGE + half - SCENE_SMALL, y};
    if (square == LUS_OFF)
        return (struct scene_point){SCENE_EDGE + 2 * half - SCENE_SMALL, y};
    struct scene_point at = corner(u, side, square);
    return (struct scene_point){at.x + SCENE_SQUARE / 2, at.y + SCENE_SQUARE / 2};
}

/* Adds each tile once: shared tiles from Light's path, those of row C from Dark's. */
static void add_tiles(const struct ur_set *u, struct scene *s)
{
    for (int side = 0; side < 2; side++)
        for (int square = 1; square <= u->length; square++) {
            char row = u->path[2 * (square - 1)];
            if (row == 'C' || (side && row == 'B'))
                continue;
            struct scene_point at = corner(u, side, square);
            struct scene_tile *t = scene_add_tile(s, at.x, at.y, TILE_SQUARE);
            if (u->rosettes & UR_BIT(square)) {
                t->symbol = "rosette";
                t->sign = "✿";
                t->sign_ascii = "*";
            }
            struct text label = text_on(t->label, sizeof t->label);
            text_int(&label, square);
        }
}

void ur_scene(const lus_rules *r, const lus_pos *p, struct scene *s)
{
    const struct ur_set *u = ur_set(r);
    int home[2], half = board_length(u) * SCENE_SQUARE / 2;
    *s = (struct scene){.width = 2 * half + 2 * SCENE_EDGE,
                        .height = tray_at(1) + SCENE_TRAY + SCENE_EDGE,
                        .style = SCENE_DISCS};
    add_tiles(u, s);
    lus_score(r, p, home);
    for (int side = 0; side < 2; side++) {
        int own = side == pos_side(p) ? 0 : 1;
        int hand = (int)(p->w[2] >> (8 * own) & 0xff), y = tray_at(side);
        scene_add_tray(s, SCENE_EDGE, y, half, r->side_name[side], "hand", side, hand);
        scene_add_tray(s, SCENE_EDGE + half, y, half, "", "home", side, home[side]);
        for (uint64_t left = p->w[own]; left; left &= left - 1)
            scene_add_piece(s, ur_square_centre(r, side, __builtin_ctzll(left)), side);
    }
}

/* The piece walks over its path; a captured piece (U3) goes back to the hand, square 0. */
void ur_motions(const lus_rules *r, const lus_pos *p, int throw, lus_move m,
                struct motions *out)
{
    const struct ur_set *u = ur_set(r);
    int from = move_from(m, 0), to = move_to(m, 0), side = pos_side(p);
    struct motion *walk = motion_add(out, MOTION_WALK, side);
    (void) throw;
    motion_visit_all(walk, from, to == LUS_OFF ? u->length : to);
    if (to == LUS_OFF) {
        motion_visit(walk, LUS_OFF);
        return;
    }
    int hit = ur_meet(u, to);
    if (hit && p->w[1] >> hit & 1) {
        struct motion *back = motion_add(out, MOTION_WALK, !side);
        motion_visit(back, hit);
        motion_visit(back, 0);
    }
}
