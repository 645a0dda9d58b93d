/* SPDX-License-Identifier: MIT */
/* cave_index.c - see cave_index.h.

   A shape is which cells are occupied, a colouring which of them are own; the rank is
   shape x (number of colourings) + colouring.  In a row the s bricks are l from the left
   and s - l from the right (M2), so a row that is not full has s + 1 shapes:

       two bricks in a row of five cells    . . . x x    x . . . x    x x . . .
       l                                    0            1            2

   Shapes are counted row by row from the top, fewer bricks first, then by l; shapes[rows][b]
   is their number in so many rows with b bricks. */
#include "retro/cave_index.h"

/* Shapes of a row with so many bricks; a full row has one. */
static int row_shapes(const struct cave_index *x, int bricks)
{
    return bricks < x->size ? bricks + 1 : 1;
}

void cave_index_make(struct cave_index *x, int size)
{
    *x = (struct cave_index){.size = size};
    x->shapes[0][0] = 1;
    for (int rows = 0; rows < size; rows++)
        for (int b = 0; b <= CAVE_MAX_BRICKS; b++)
            for (int s = 0; s <= size && b + s <= CAVE_MAX_BRICKS; s++)
                x->shapes[rows + 1][b + s] +=
                    x->shapes[rows][b] * (uint64_t)row_shapes(x, s);
    for (int a = 0; a <= CAVE_MAX_BRICKS; a++) {
        x->choose[a][0] = 1;
        for (int b = 1; a && b <= CAVE_MAX_BRICKS; b++)
            x->choose[a][b] = x->choose[a - 1][b - 1] + x->choose[a - 1][b];
    }
}

uint64_t cave_boards(const struct cave_index *x, int bricks)
{
    return x->shapes[x->size][bricks] * x->choose[bricks][bricks / 2];
}

/* Shapes whose row has fewer than s bricks; `left` bricks are for it and `below` rows. */
static uint64_t before(const struct cave_index *x, int below, int left, int s)
{
    uint64_t sum = 0;
    for (int k = 0; k < s; k++)
        sum += (uint64_t)row_shapes(x, k) * x->shapes[below][left - k];
    return sum;
}

/* The colouring is ranked in colexicographic order: cell number `place` of the shape, if own,
   adds C(place, number of own cells so far + 1). */
uint64_t cave_rank(const struct cave_index *x, uint64_t own, uint64_t enemy)
{
    uint64_t full = own | enemy, rank = 0, colour = 0;
    int bricks = bits_count(full), left = bricks, place = 0, mine = 0;
    for (int row = 0; row < x->size; row++) {
        unsigned cells = full >> 8 * row & 0xff;
        int s = bits_count(cells), l = __builtin_ctz(~cells), below = x->size - row - 1;
        rank += before(x, below, left, s);
        left -= s;
        if (s < x->size)
            rank += (uint64_t)l * x->shapes[below][left];
    }
    for (; full; full &= full - 1, place++)
        if (own & full & -full)
            colour += x->choose[place][++mine];
    return rank * x->choose[bricks][bricks / 2] + colour;
}

/* The cells of a shape. */
static uint64_t shape_of(const struct cave_index *x, int bricks, uint64_t shape)
{
    uint64_t full = 0;
    int left = bricks;
    for (int row = 0; row < x->size; row++) {
        int below = x->size - row - 1, s = 0;
        while (s < left && s < x->size && before(x, below, left, s + 1) <= shape)
            s++;
        shape -= before(x, below, left, s);
        left -= s;
        int l = s < x->size ? (int)(shape / x->shapes[below][left]) : s;
        if (s < x->size)
            shape %= x->shapes[below][left];
        uint64_t right = ((UINT64_C(1) << (s - l)) - 1) << (x->size - (s - l));
        full |= (((UINT64_C(1) << l) - 1) | right) << 8 * row;
    }
    return full;
}

void cave_unrank(const struct cave_index *x, int bricks, uint64_t rank, uint64_t *own,
                 uint64_t *enemy)
{
    uint64_t colours = x->choose[bricks][bricks / 2], colour = rank % colours, cell[64];
    uint64_t full = shape_of(x, bricks, rank / colours);
    int n = 0;
    *own = 0;
    for (uint64_t rest = full; rest; rest &= rest - 1)
        cell[n++] = rest & -rest;
    for (int place = n - 1, mine = bricks / 2; place >= 0 && mine; place--)
        if (colour >= x->choose[place][mine]) {
            colour -= x->choose[place][mine--];
            *own |= cell[place];
        }
    *enemy = full & ~*own;
}
