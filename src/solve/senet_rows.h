/* SPDX-License-Identifier: MIT */
/* senet_rows.h - the loops over the lanes of a row, by instruction set. */
#ifndef SOLVE_SENET_ROWS_H
#define SOLVE_SENET_ROWS_H

#include "solve/senet_sweep.h"

/* Rows are aligned to 64 bytes and are multiples of 8 cells. */
struct senet_rows {
    /* best[i] = max(best[i], row[from[i]]) for the lanes of a set; from NULL: row[i]. */
    void (*raise)(double *best, const double *row, const uint8_t *from,
                  const struct senet_lane_set *set, int vecs);
    /* row[count - 1 - i] = 1 - sum[i] unless `measure`; returns the largest change.  May
       read seven numbers before the row. */
    double (*update)(double *row, const double *sum, int count, bool measure);
};

extern const struct senet_rows senet_rows_plain; /* lane by lane, on any machine */
/* The loops for this machine. */
const struct senet_rows *senet_rows(void);

#endif
