/* SPDX-License-Identifier: MIT */
/* tui_grid.h - a board of shapes (core/scene.h) on a grid of characters.

   All edges of tiles are lines of a table; a gap between two lines gets as many rows or
   columns as it needs:

       about a square wide or high    `width` columns, `height` rows for each square
       lower, as a tray               one row
       a narrow gap                   no column; `gap` rows

   The first column of a tile is the line on its left; the line on its right belongs to the
   next tile.  Row 0 of the grid is the line above the board. */
#ifndef TUI_TUI_GRID_H
#define TUI_TUI_GRID_H

#include "core/scene.h"

/* A rectangle of characters: its upper left corner and its size. */
struct tui_rect {
    int row, column, rows, columns;
};

/* The places of all tiles, by their index in the scene. */
struct tui_grid {
    int rows, columns; /* of the whole board, with its lines */
    int n;
    struct tui_rect tile[SCENE_TILES];
};

/* What stands on a tile. */
struct tui_content {
    int side;   /* of the piece; -1: none */
    int pieces; /* small ones, in a tray */
    int stones; /* of a heap; -1: no heap */
    bool won;   /* the piece is part of a line that has won */
};

/* Sets the places of all tiles for squares of width x height characters. */
void grid_lay_out(struct tui_grid *g, const struct scene *s, int width, int height,
                  int gap);
/* The tile at a point of the scene, or at a place of the grid; -1: none. */
int grid_tile_at_point(const struct scene *s, struct scene_point at);
int grid_tile_at(const struct tui_grid *g, int row, int column);
/* The nearest tile in a direction (rows, columns: -1, 0 or 1); `from` if there is none. */
int grid_next(const struct tui_grid *g, int from, int rows, int columns);
/* What stands on every tile. */
void grid_contents(const struct scene *s, struct tui_content content[SCENE_TILES]);

#endif
