/* SPDX-License-Identifier: MIT */
/* layout.h - how the values of a frame are arranged, for prediction (predictor.h).

       tile      rows of lanes, one after another; the tiles of a frame follow each other
       context   n values and the n values `back` places before them, from which they are
                 predicted, along one axis; the game defines the axes (Ur: the position
                 without the piece on one tile; Senet: one piece a cell lower)

   The contexts of an axis are sorted by `at`: a later one may refer to values of an earlier
   one, not the other way round.  A layout can describe several frames. */
#ifndef SOLVE_LAYOUT_H
#define SOLVE_LAYOUT_H

#include <stdbool.h>
#include <stdint.h>

enum {
    LAYOUT_AXES = 12,
    LAYOUT_KINDS = 2,   /* of contexts along an axis */
    LAYOUT_CLASSES = 3, /* of tiles: contexts along no axis, one axis, or more */
    LAYOUT_ROWS = 16,   /* of a tile, at most */
    LAYOUT_LANES = 252,
    LAYOUT_PARTS = 2, /* of a layer; each has its own predictor */
};

/* rows x lanes numbers that follow each other, row by row. */
struct layout_tile {
    uint8_t rows, lanes, class;
};

/* n numbers from `at` on are predicted from those `back` places before. */
struct layout_context {
    uint32_t at;
    uint16_t n, back;
    uint8_t kind; /* 0 .. LAYOUT_KINDS - 1: selects the weight */
};

/* The contexts of one axis, ascending. */
struct layout_contexts {
    int n, room;
    struct layout_context *context;
};

/* {0} is an empty layout. */
struct value_layout {
    int part; /* of the layer: selects the predictor */
    uint32_t n;
    int tiles, room;
    struct layout_tile *tile;
    struct layout_contexts axis[LAYOUT_AXES];
    bool failed; /* out of memory: the layout is incomplete */
};

/* The largest tile of a part of a layer, and its number of axes.  One row: rows of a tile
   are not predicted from each other. */
struct layout_size {
    int rows, lanes, axes;
};

/* Makes it empty and keeps its memory. */
void layout_clear(struct value_layout *l);
/* Frees its memory. */
void layout_free(struct value_layout *l);
/* Appends a tile whose contexts, from l->n on, lie along so many axes.  Sets l->failed if
   there is no memory. */
void layout_add_tile(struct value_layout *l, int rows, int lanes, int axes);
/* Appends a context for n values from `at` on; call it before the tile is appended.  Sets
   l->failed if there is no memory. */
void layout_add_context(struct value_layout *l, int axis, int kind, uint32_t at, int n,
                        int back);

#endif
