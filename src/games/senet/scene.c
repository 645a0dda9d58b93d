/* SPDX-License-Identifier: MIT */
/* scene.c - the board of Senet as shapes: an S of three rows between two trays for the
   pieces that are off. */
#include "core/scene.h"
#include "games/senet/senet.h"

enum { ROWS_AT = SCENE_EDGE + SCENE_TRAY + SCENE_EDGE, COLUMNS = 10 };

static struct scene_point corner(int square)
{
    int row = (square - 1) / COLUMNS, column = (square - 1) % COLUMNS;
    column = row == 1 ? COLUMNS - 1 - column : column;
    return (struct scene_point){SCENE_EDGE + SCENE_SQUARE * column,
                                ROWS_AT + SCENE_SQUARE * row};
}

static int tray_at(int side)
{
    return side ? ROWS_AT + 3 * SCENE_SQUARE + SCENE_EDGE : SCENE_EDGE;
}

struct scene_point senet_square_centre(const lus_rules *r, int side, int square)
{
    (void)r;
    if (square == 0 || square == LUS_OFF)
        return (struct scene_point){SCENE_EDGE + COLUMNS * SCENE_SQUARE - SCENE_SMALL,
                                    tray_at(side) + SCENE_TRAY / 2};
    struct scene_point at = corner(square);
    return (struct scene_point){at.x + SCENE_SQUARE / 2, at.y + SCENE_SQUARE / 2};
}

static enum tile_kind kind_of(int square)
{
    static const enum tile_kind last[] = {TILE_HAPPINESS, TILE_WATER, TILE_THREE,
                                          TILE_TWO, TILE_ONE};
    return square >= HAPPINESS ? last[square - HAPPINESS]
           : square == REBIRTH ? TILE_REBIRTH
                               : TILE_SQUARE;
}

void senet_scene(const lus_rules *r, const lus_pos *p, struct scene *s)
{
    int off[2];
    *s = (struct scene){.width = COLUMNS * SCENE_SQUARE + 2 * SCENE_EDGE,
                        .height = tray_at(1) + SCENE_TRAY + SCENE_EDGE,
                        .style = SCENE_PAWNS};
    for (int square = 1; square <= 3 * COLUMNS; square++) {
        struct scene_point at = corner(square);
        struct tile *t = scene_tile(s, at.x, at.y, kind_of(square));
        struct text label = text_on(t->label, sizeof t->label);
        text_int(&label, square);
    }
    lus_score(r, p, off);
    for (int side = 0; side < 2; side++) {
        scene_tray(s, SCENE_EDGE, tray_at(side), COLUMNS * SCENE_SQUARE,
                   r->side_name[side], "off", side, off[side]);
        for (uint64_t left = p->w[side != pos_side(p)]; left; left &= left - 1)
            scene_piece(s, senet_square_centre(r, side, __builtin_ctzll(left)), side);
    }
}
