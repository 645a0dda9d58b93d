/* SPDX-License-Identifier: MIT */
/* cave_index.h - a perfect rank for boards of Magnetic Cave with so many bricks.

   A row is a left run, a gap and a right run (M2): with s bricks it has s + 1 shapes, l
   of them at the left, l = 0 .. s, and one if it is full.  A board is its shape, the rows
   from the top being digits (bricks, then l), and its colour: which of its bricks, by
   cell from the top left, belong to the side to move.

       rank = shape x C(b, b / 2) + colour

   The side to move has half of the b bricks, rounded down.  Boards with a line, over or
   impossible, are counted too. */
#ifndef SOLVE_CAVE_INDEX_H
#define SOLVE_CAVE_INDEX_H

#include "games/cave/cave.h"

enum { CAVE_MOST = 12 }; /* bricks a table may count */

struct cave_index {
    int size;
    uint64_t shapes[9][CAVE_MOST + 1]; /* of so many rows with so many bricks */
    uint64_t choose[CAVE_MOST + 1][CAVE_MOST + 1];
};

void cave_index_make(struct cave_index *x, int size);
uint64_t cave_boards(const struct cave_index *x, int bricks);
uint64_t cave_rank(const struct cave_index *x, uint64_t own, uint64_t enemy);
void cave_unrank(const struct cave_index *x, int bricks, uint64_t rank, uint64_t *own,
                 uint64_t *enemy);

#endif
