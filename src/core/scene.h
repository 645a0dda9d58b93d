/* SPDX-License-Identifier: MIT */
/* scene.h - a board as shapes, for whoever paints it.

   A game says where its tiles are and what stands on them; colours, curves and the
   format are the painter's.  Lengths are whole numbers, a square is SCENE_SQUARE wide, x
   grows to the right and y downwards.  The tiles are the same for all positions.

       tile    x, y is its upper left corner      piece   x, y is its middle */
#ifndef CORE_SCENE_H
#define CORE_SCENE_H

#include "core/rules.h"

enum { SCENE_SQUARE = 60, SCENE_EDGE = 12, SCENE_TRAY = 40, SCENE_SMALL = 20 };
enum { SCENE_TILES = 80, SCENE_PIECES = 80 };

enum tile_kind {
    TILE_SQUARE,
    TILE_ROSETTE,
    TILE_REBIRTH,
    TILE_HAPPINESS,
    TILE_WATER,
    TILE_THREE, /* strokes: Truths, Re-Atoum, Horus */
    TILE_TWO,
    TILE_ONE,
    TILE_PIT,
    TILE_STORE,
    TILE_TRAY, /* beside the board */
};

struct tile {
    int x, y, width, height;
    enum tile_kind kind;
    char label[16];
};

struct piece {
    int x, y, side;
    int stones; /* a heap of so many, of nobody; 0: a piece */
    bool small; /* in a tray */
};

enum scene_style { SCENE_DISCS, SCENE_PAWNS, SCENE_BRICKS, SCENE_STONES };

struct scene {
    int width, height;
    enum scene_style style;
    int n_tiles, n_pieces;
    struct tile tile[SCENE_TILES];
    struct piece piece[SCENE_PIECES];
};

static inline struct tile *scene_tile(struct scene *s, int x, int y, enum tile_kind kind)
{
    struct tile *t = &s->tile[s->n_tiles++];
    *t = (struct tile){x, y, SCENE_SQUARE, SCENE_SQUARE, kind, ""};
    return t;
}

static inline void scene_piece(struct scene *s, struct scene_point at, int side)
{
    s->piece[s->n_pieces++] = (struct piece){at.x, at.y, side, 0, false};
}

/* A tray, and n small pieces at its right end. */
static inline void scene_tray(struct scene *s, int x, int y, int width, const char *who,
                              const char *what, int side, int n)
{
    struct tile *t = scene_tile(s, x, y, TILE_TRAY);
    struct text label = text_on(t->label, sizeof t->label);
    t->width = width;
    t->height = SCENE_TRAY;
    text_str(&label, who);
    text_str(&label, *who && *what ? " " : "");
    text_str(&label, what);
    int left = x + width - SCENE_SMALL * n;
    for (int i = 0; i < n; i++)
        s->piece[s->n_pieces++] =
            (struct piece){left + SCENE_SMALL * i + 6, y + SCENE_TRAY / 2, side, 0, true};
}

#endif
