/* SPDX-License-Identifier: MIT */
/* predict_lines.h - lines of up to 16 numbers, each predicted from the lines before it.

   The prediction of a line is a constant plus a weight in 256ths for every earlier line,
   the same for all numbers of the line.  Products are summed in 32 bits, everything else
   in 16, both modulo their width. */
#ifndef SOLVE_PREDICT_LINES_H
#define SOLVE_PREDICT_LINES_H

#include <stddef.h>
#include <stdint.h>

enum { PREDICT_WIDTH = 16, PREDICT_LINES = 252 };

struct predict_lines {
    int16_t line[PREDICT_LINES][PREDICT_WIDTH];
    int16_t pair[(PREDICT_LINES + 1) / 2][PREDICT_WIDTH][2]; /* two lines interleaved */
};

/* The index of the first weight of line i: the constant, then one per earlier line. */
static inline size_t predict_weights_at(int i)
{
    return (size_t)i * (size_t)(i + 1) / 2;
}

/* Reads n lines of `width` numbers that begin `stride` numbers apart (PREDICT_WIDTH
   numbers are read of each) and writes l->line: the numbers minus their predictions, or,
   from residuals, the numbers. */
void predict_subtract(struct predict_lines *l, const int16_t *from, int stride, int n,
                      int width, const int16_t *weight);
void predict_restore(struct predict_lines *l, const int16_t *from, int stride, int n,
                     int width, const int16_t *weight);

/* Transposes: to[c * to_stride + r] = from[r * stride + c]. */
void predict_transpose(const int16_t *from, int stride, int rows, int columns,
                       int16_t *to, int to_stride);

/* Rounds a sum in 256ths. */
static inline int16_t predict_round(uint32_t sum)
{
    return (int16_t)((int32_t)(sum + 128) >> 8);
}

#endif
