/* SPDX-License-Identifier: MIT */
/* cave_index.h - a perfect rank for boards of Magnetic Cave with b bricks.

   A row is a left run, a gap and a right run (M2): with s bricks, l of them at the left, it
   has s + 1 shapes (l = 0 .. s), or one if it is full.  A board is its shape (the rows from
   the top as digits: bricks, then l) and its colouring (which of its bricks, by cell from
   the top left, belong to the side to move).

       rank = shape x C(b, b / 2) + colouring

   The side to move has half of the b bricks, rounded down.  Boards with a line, over or
   impossible, have ranks too. */
#ifndef RETRO_CAVE_INDEX_H
#define RETRO_CAVE_INDEX_H

#include "games/cave/cave.h"

enum { CAVE_MAX_BRICKS = 12 }; /* of a table */

struct cave_index {
    int size;
    uint64_t shapes[9][CAVE_MAX_BRICKS + 1]; /* by rows and bricks */
    uint64_t choose[CAVE_MAX_BRICKS + 1][CAVE_MAX_BRICKS + 1];
};

/* Fills in the index of a board of size x size cells; never fails. */
void cave_index_make(struct cave_index *x, int size);
/* The number of boards with so many bricks. */
uint64_t cave_boards(const struct cave_index *x, int bricks);
/* The rank of a board among those with as many bricks; M2 must hold. */
uint64_t cave_rank(const struct cave_index *x, uint64_t own, uint64_t enemy);
/* The board with so many bricks that has a rank. */
void cave_unrank(const struct cave_index *x, int bricks, uint64_t rank, uint64_t *own,
                 uint64_t *enemy);

#endif
