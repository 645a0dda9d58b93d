/* SPDX-License-Identifier: MIT */
/* cave_reduced.h - the part of a board of Magnetic Cave that still matters.

   A line is open to a side while the other side has no brick in it.  The result depends
   only on the empty cells and the open lines, so

       a brick in no open line of its own side loses its colour: its cell is only full
       a row whose empty cells are all outside open lines only offers spare moves: it is
       treated as full, and the parity of the number of such cells is stored

   A side that only blocks wants no line of its own: all its bricks lose their colour.

   Two spare moves cancel: a side that can hold a result without them answers one with the
   other.  Many boards have the same reduced board, and so the same result.  Nodes, in
   millions: 5x4 1.0 instead of 1.5, 6x4 with eight bricks 0.5 instead of 0.8, 6x5 with
   twelve 0.5 instead of 2.8. */
#ifndef RETRO_CAVE_REDUCED_H
#define RETRO_CAVE_REDUCED_H

#include <stdbool.h>
#include "games/cave/cave.h"

struct cave_reduced {
    uint64_t own, enemy, full; /* bricks in open lines; all bricks and given-up rows */
    bool spare_move;           /* there is a move that changes nothing */
    bool own_open, enemy_open; /* whether lines are open */
    bool own_blocks, enemy_blocks; /* a side that only blocks: its lines do not count */
};

/* Reduces a board whose own, enemy and full bricks are set. */
CAVE_INLINE void cave_reduce(const struct cave_set *c, struct cave_reduced *s)
{
    uint64_t empty = c->board & ~s->full;
    uint64_t own = s->own_blocks ? 0 : cave_lines_within(c, s->own | empty);
    uint64_t enemy = s->enemy_blocks ? 0 : cave_lines_within(c, s->enemy | empty);
    uint64_t idle = empty & ~cave_rows_of(empty & (own | enemy));
    s->own &= own;
    s->enemy &= enemy;
    s->full |= idle;
    s->spare_move ^= bits_count(idle) & 1;
    s->own_open = own;
    s->enemy_open = enemy;
}

/* The reduced board after a brick in this cell; 0: the spare move. */
CAVE_INLINE struct cave_reduced
cave_reduced_after(const struct cave_set *c, const struct cave_reduced *s, uint64_t cell)
{
    struct cave_reduced next = {.own = s->enemy,
                                .enemy = s->own | cell,
                                .full = s->full | cell,
                                .own_blocks = s->enemy_blocks,
                                .enemy_blocks = s->own_blocks};
    next.spare_move = s->spare_move && cell;
    cave_reduce(c, &next);
    return next;
}

/* The cells where a brick can be placed, except spare moves. */
CAVE_INLINE uint64_t cave_reduced_cells(const struct cave_set *c, uint64_t full)
{
    return (c->walls | full << 1 | full >> 1) & c->board & ~full;
}

#endif
