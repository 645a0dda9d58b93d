/* SPDX-License-Identifier: MIT */
/* shape.h - how the values of a frame lie beside each other, for packing (model.h).

       tile    rows of lanes, one after another; all tiles together are the frame
       lift    n values like those `back` places before, along one axis: a game says what
               an axis is (a tile of Ur gone, a piece of Senet a cell lower)

   Of lifts along one axis a later one may look back on what an earlier one is about, not
   the other way round: they are ordered by place.  A shape may hold several frames. */
#ifndef SOLVE_SHAPE_H
#define SOLVE_SHAPE_H

#include <stdbool.h>
#include <stdint.h>

enum {
    SHAPE_AXES = 12,
    SHAPE_KINDS = 2,   /* of lifts along an axis */
    SHAPE_CLASSES = 3, /* of tiles: with lifts along no, one, or more axes */
    SHAPE_ROWS = 16,   /* the most a tile may have */
    SHAPE_LANES = 252,
    SHAPE_PARTS = 2, /* of a layer, each with its model */
};

struct shape_tile {
    uint8_t rows, lanes, class;
};

struct shape_lift {
    uint32_t at;
    uint16_t n, back;
    uint8_t kind;
};

struct shape_lifts {
    int n, room;
    struct shape_lift *lift;
};

struct shape {
    int part; /* of the layer: which model is meant */
    uint32_t n;
    int tiles, room;
    struct shape_tile *tile;
    struct shape_lifts axis[SHAPE_AXES];
    bool failed; /* no memory: it is not whole */
};

/* What a model of all shapes of a part must have room for.  One row: rows of a tile are
   not like each other. */
struct shape_size {
    int rows, lanes, axes;
};

void shape_clear(struct shape *s);
void shape_free(struct shape *s);
/* A tile behind the others; its lifts are told before it, from s->n on. */
void shape_tile(struct shape *s, int rows, int lanes, int axes);
void shape_lift(struct shape *s, int axis, int kind, uint32_t at, int n, int back);

#endif
