/* SPDX-License-Identifier: MIT */
/* predictor.h - linear prediction of the values of one part of a layer.

   Numbers are values minus 32768 in 16 bits, and all arithmetic is modulo 65536.  Three
   predictions are subtracted, each a sum of weights times numbers that are not changed
   yet, in 256ths and rounded, so that the decoder can add them in reverse order:

       contexts   weight x the number `back` places before, axis by axis (layout.h)
       rows       in each tile a constant and weights for the rows before, lane by lane
       lanes      the same for the lanes before, row by row

   The weights minimise the squares over a sample of frames (predictor_fit.c).  The
   residuals, lane by lane, are small.  Each class of tile, row and lane has its own Rice
   parameter k: the number of low bits stored without a code (rice.h).

   In a file: 2 bytes each, signed, for every axis and kind; then for every class the rows
   (if rows are predicted) and the lanes, each a constant and its weights for those before
   it; then k, one byte for each lane and, if rows are predicted, row. */
#ifndef SOLVE_PREDICTOR_H
#define SOLVE_PREDICTOR_H

#include "solve/layout.h"
#include "solve/predict_lines.h"

struct predictor {
    struct layout_size size;
    int16_t weight[LAYOUT_AXES * LAYOUT_KINDS]; /* of contexts, by axis and kind */
    /* In the order of predict_lines.h. */
    int16_t *row[LAYOUT_CLASSES], *lane[LAYOUT_CLASSES];
    uint8_t *k[LAYOUT_CLASSES];
};

enum { PREDICTOR_MAX_K = 15 };

/* A predictor with weights 0, to be freed with predictor_free; NULL: out of memory. */
struct predictor *predictor_new(struct layout_size size);
/* NULL is allowed. */
void predictor_free(struct predictor *p);
/* Its size in a file. */
size_t predictor_bytes(struct layout_size size);
/* Writes so many bytes. */
void predictor_write(const struct predictor *p, uint8_t *bytes);
/* Reads so many bytes into a predictor of the same size.  False: a k is out of range. */
bool predictor_read(struct predictor *p, const uint8_t *bytes);

/* The arrays of numbers below have room for PREDICT_WIDTH more than the layout has. */

/* Single steps of predictor_residuals, for fitting.  The last one writes the numbers in
   another order: lane by lane in each tile. */
void predictor_subtract_axis(const struct predictor *p, const struct value_layout *l,
                             int axis, int16_t *x);
void predictor_subtract_rows(const struct predictor *p, const struct value_layout *l,
                             int16_t *x);
void predictor_subtract_lanes(const struct predictor *p, const struct value_layout *l,
                              const int16_t *x, int16_t *out);
/* All steps, which overwrite x; and their inverse. */
void predictor_residuals(const struct predictor *p, const struct value_layout *l,
                         int16_t *x, int16_t *out);
void predictor_restore(const struct predictor *p, const struct value_layout *l,
                       const int16_t *in, int16_t *x);
/* The k of every residual, in their order. */
void predictor_spread_k(const struct predictor *p, const struct value_layout *l,
                        uint8_t *k);

/* Sets weights and k that suit these numbers, which are overwritten; false: out of
   memory. */
bool predictor_fit(struct predictor *p, const struct value_layout *l, int16_t *x);

#endif
