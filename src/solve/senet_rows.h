/* SPDX-License-Identifier: MIT */
/* senet_rows.h - the loops over the lanes of a row, for the machine at hand. */
#ifndef SOLVE_SENET_ROWS_H
#define SOLVE_SENET_ROWS_H

#include "solve/senet_sweep.h"

/* Rows begin at multiples of 64 bytes and are whole vectors of eight. */
struct senet_rows {
    /* Lane i of a set becomes row[from[i]] if that is more; from NULL: row[i]. */
    void (*raise)(double *best, const double *row, const uint8_t *from,
                  const struct senet_set_of *set, int vecs);
    /* Sets row[count - 1 - i] to 1 - sum[i] unless `look`; returns the largest change.
       Up to seven numbers before the row are read. */
    double (*update)(double *row, const double *sum, int count, bool look);
};

extern const struct senet_rows senet_rows_plain; /* lane by lane, anywhere */
const struct senet_rows *senet_rows(void);

#endif
