/* SPDX-License-Identifier: MIT */
/* model.h - what the values of one part of a layer are expected to be, from each other.

   Numbers are values less 32768, of 16 bits, and stay so whatever happens (modulo 65536).
   Three things are taken away from them, each a sum of weights times numbers still
   untouched, in 256ths and rounded; whoever knows the rest can add them again backwards:

       lifts    weight x the number `back` places before, axis by axis
       rows     in each tile a constant and weights for the rows before, lane by lane
       lanes    the same for the lanes before, row by row

   The weights are those with the least squares over some of the frames (fit.c).  What is
   left, lane by lane, is small, and how small depends on where it stands: k says how many
   bits of it are worth no code (rice.h), for each class of tile, row and lane.

   In a file: 2 bytes each, signed, for every axis and kind; then for every class the rows
   (where they are alike) and the lanes, each a constant and its weights for those before
   it; then k, one byte for each lane and, where they are alike, row. */
#ifndef SOLVE_MODEL_H
#define SOLVE_MODEL_H

#include "solve/guess.h"
#include "solve/shape.h"

struct model {
    struct shape_size size;
    int16_t weight[SHAPE_AXES * SHAPE_KINDS];
    /* Each as guess.h has it. */
    int16_t *row[SHAPE_CLASSES], *lane[SHAPE_CLASSES];
    uint8_t *k[SHAPE_CLASSES];
};

enum { MODEL_MAX_K = 15 };

/* NULL: no memory. */
struct model *model_new(struct shape_size size);
void model_free(struct model *m);
size_t model_bytes(struct shape_size size);
void model_put(const struct model *m, uint8_t *bytes);
/* False: these bytes are no model. */
bool model_get(struct model *m, const uint8_t *bytes);

/* One step of the way there, for fitting: an axis; rows; lanes.  The last one leaves
   numbers in another order: lane by lane in each tile.  Numbers of a shape are followed
   by room for LINE more, here and below. */
void model_take_axis(const struct model *m, const struct shape *s, int axis, int16_t *x);
void model_take_rows(const struct model *m, const struct shape *s, int16_t *x);
void model_take_lanes(const struct model *m, const struct shape *s, const int16_t *x,
                      int16_t *out);
/* All the way, which uses x up, and back. */
void model_take(const struct model *m, const struct shape *s, int16_t *x, int16_t *out);
void model_give(const struct model *m, const struct shape *s, const int16_t *in,
                int16_t *x);
/* k of every number, lane by lane. */
void model_spread(const struct model *m, const struct shape *s, uint8_t *k);

/* The weights and k that suit these numbers best, which are used up; false: no memory. */
bool model_fit(struct model *m, const struct shape *s, int16_t *x);

#endif
