/* SPDX-License-Identifier: MIT */
/* guess.h - lines of up to 16 numbers, each guessed from the lines before it.

   The guess of a line is a constant and a weight in 256ths for every line before it, the
   same for all its numbers; a line's weights begin at guess_at().  Sums of products are
   those of 32 bits, everything else is of 16, and whatever is larger is cut off. */
#ifndef SOLVE_GUESS_H
#define SOLVE_GUESS_H

#include <stddef.h>
#include <stdint.h>

enum { LINE = 16, GUESS_LINES = 252 };

struct guesses {
    int16_t line[GUESS_LINES][LINE];
    int16_t pair[(GUESS_LINES + 1) / 2][LINE][2]; /* two lines, number by number */
};

/* Where the weights of line i begin: the constant, then one for each line before it. */
static inline size_t guess_at(int i)
{
    return (size_t)i * (size_t)(i + 1) / 2;
}

/* Reads n lines of `width` numbers, `stride` apart, LINE numbers each whatever the width
   is: less the guesses they go to l->line, or with them if they are without. */
void guess_take(struct guesses *l, const int16_t *from, int stride, int n, int width,
                const int16_t *weight);
void guess_give(struct guesses *l, const int16_t *from, int stride, int n, int width,
                const int16_t *weight);

/* Columns for rows: to[c x to_stride + r] = from[r x stride + c]. */
void guess_turn(const int16_t *from, int stride, int rows, int columns, int16_t *to,
                int to_stride);

/* 256ths as whole ones. */
static inline int16_t guess_whole(uint32_t sum)
{
    return (int16_t)((int32_t)(sum + 128) >> 8);
}

#endif
