/* SPDX-License-Identifier: MIT */
/* cave_rest.h - what still matters of a board of Magnetic Cave.

   A line is open to a side as long as the other has no brick in it.  What can happen
   depends on the empty cells and the open lines alone, so

       a brick in no open line of its own side loses its colour: it is only full
       a row none of whose empty cells is in an open line only gives moves away: it is
       taken as full, and whether the number of such cells is odd is kept

   Two such cells are as good as none: whoever can hold a result without them answers one
   with the other.  Many boards have the same rest, and the same result.  Nodes, in
   millions: 5x4 1.0 instead of 1.5, 6x4 with eight bricks 0.5 instead of 0.8, 6x5 with
   twelve 0.5 instead of 2.8. */
#ifndef SOLVE_CAVE_REST_H
#define SOLVE_CAVE_REST_H

#include <stdbool.h>
#include "games/cave/cave.h"

struct cave_rest {
    uint64_t own, enemy, full; /* bricks in open lines; all bricks, and rows given up */
    bool odd;                  /* there is a move that changes nothing */
    bool own_open, enemy_open; /* lines are left */
};

CAVE_INLINE uint64_t cave_spread(uint64_t first, int shift, int length)
{
    uint64_t cells = first;
    for (int i = 1; i < length; i++)
        cells |= first << (i * shift);
    return cells;
}

/* The cells of all lines within these. */
CAVE_INLINE uint64_t cave_lines_within(const struct cave_set *c, uint64_t cells)
{
    int k = c->length;
    return cave_spread(cave_runs(cells, 1, k) & c->rights, 1, k) |
           cave_spread(cave_runs(cells, 8, k), 8, k) |
           cave_spread(cave_runs(cells, 9, k) & c->rights, 9, k) |
           cave_spread(cave_runs(cells, 7, k) & c->lefts, 7, k);
}

/* All cells of the rows of these. */
CAVE_INLINE uint64_t cave_rows_of(uint64_t cells)
{
    cells |= cells >> 4;
    cells |= cells >> 2;
    cells |= cells >> 1;
    return (cells & UINT64_C(0x0101010101010101)) * 0xff;
}

CAVE_INLINE void cave_rest_fold(const struct cave_set *c, struct cave_rest *s)
{
    uint64_t empty = c->board & ~s->full;
    uint64_t own = cave_lines_within(c, s->own | empty);
    uint64_t enemy = cave_lines_within(c, s->enemy | empty);
    uint64_t idle = empty & ~cave_rows_of(empty & (own | enemy));
    s->own &= own;
    s->enemy &= enemy;
    s->full |= idle;
    s->odd ^= bits_count(idle) & 1;
    s->own_open = own;
    s->enemy_open = enemy;
}

/* After a brick in this cell, or none: the move that changes nothing. */
CAVE_INLINE struct cave_rest cave_rest_after(const struct cave_set *c,
                                             const struct cave_rest *s, uint64_t cell)
{
    struct cave_rest next = {
        .own = s->enemy, .enemy = s->own | cell, .full = s->full | cell};
    next.odd = s->odd && cell;
    cave_rest_fold(c, &next);
    return next;
}

/* Where a brick can be put that changes something. */
CAVE_INLINE uint64_t cave_rest_cells(const struct cave_set *c, uint64_t full)
{
    return (c->walls | full << 1 | full >> 1) & c->board & ~full;
}

#endif
