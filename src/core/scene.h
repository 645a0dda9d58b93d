/* SPDX-License-Identifier: MIT */
/* scene.h - a board as shapes, independent of how it is painted.

   A game says where its tiles are and what stands on them; colours and the file format
   belong to the painter (report/board_svg.c).  Lengths are whole numbers, a square is
   SCENE_SQUARE wide, x grows to the right and y downwards.  The tiles are the same for
   all positions of a rule set.

       tile    x, y is its upper left corner      piece   x, y is its centre */
#ifndef CORE_SCENE_H
#define CORE_SCENE_H

#include "core/rules.h"

enum { SCENE_SQUARE = 60, SCENE_EDGE = 12, SCENE_TRAY = 40, SCENE_SMALL = 20 };
enum { SCENE_TILES = 80, SCENE_PIECES = 80 };

enum tile_shape {
    TILE_SQUARE,
    TILE_PIT,  /* holds a heap of stones */
    TILE_TRAY, /* beside the board */
};

struct scene_tile {
    int x, y, width, height;
    enum tile_shape shape;
    /* The id of a sign on the tile, or NULL.  game_info.symbols draws it: an SVG element
       with this id around the point 0, 0, at most SCENE_SQUARE wide, coloured by the
       classes of report/board.css. */
    const char *symbol;
    char label[16];
    /* The symbol on a text screen, one column wide, with Unicode and in ASCII; NULL as
       `symbol` is. */
    const char *sign, *sign_ascii;
};

struct scene_piece {
    int x, y, side;
    int stones; /* a heap of so many stones, which belong to no side; 0: a piece */
    bool small; /* in a tray */
    bool won;   /* part of a line that has won the game */
};

enum scene_style { SCENE_DISCS, SCENE_PAWNS, SCENE_BRICKS, SCENE_STONES };

struct scene {
    int width, height;
    enum scene_style style;
    int n_tiles, n_pieces;
    struct scene_tile tile[SCENE_TILES];
    struct scene_piece piece[SCENE_PIECES];
};

/* Adds a square tile without a label and returns it for changes.  The scene has room for
   SCENE_TILES of them; this is not checked. */
static inline struct scene_tile *scene_add_tile(struct scene *s, int x, int y,
                                                enum tile_shape shape)
{
    struct scene_tile *t = &s->tile[s->n_tiles++];
    *t = (struct scene_tile){x,    y,  SCENE_SQUARE, SCENE_SQUARE, shape,
                             NULL, "", NULL,         NULL};
    return t;
}

/* Adds a piece; there is room for SCENE_PIECES, which is not checked. */
static inline void scene_add_piece(struct scene *s, struct scene_point at, int side)
{
    s->piece[s->n_pieces++] = (struct scene_piece){at.x, at.y, side, 0, false, false};
}

/* Adds a tray labelled "WHO WHAT" with n small pieces of `side` at its right end. */
static inline void scene_add_tray(struct scene *s, int x, int y, int width,
                                  const char *who, const char *what, int side, int n)
{
    struct scene_tile *t = scene_add_tile(s, x, y, TILE_TRAY);
    struct text label = text_on(t->label, sizeof t->label);
    t->width = width;
    t->height = SCENE_TRAY;
    text_str(&label, who);
    text_str(&label, *who && *what ? " " : "");
    text_str(&label, what);
    int left = x + width - SCENE_SMALL * n;
    for (int i = 0; i < n; i++)
        s->piece[s->n_pieces++] = (struct scene_piece){
            left + SCENE_SMALL * i + 6, y + SCENE_TRAY / 2, side, 0, true, false};
}

#endif
