/* SPDX-License-Identifier: MIT */
/* senet_blockade.h - senet:blockade, rules B1..B10 of doc/rules/senet.md.

   Two masks of the enemy decide what own pieces may do:

       enemy        . x x x . . x x . x .
       protected    . 1 1 1 . . 1 1 . . .      has a neighbour: cannot be landed on (B4)
       block        . 1 1 1 . . . . . . .      three in a row: cannot be passed (B5)

   A piece on s is barred if a block touches s + 1 .. s + t.  A block is at least three
   squares long and t at most 6, so shifts by 1, t / 2 and t find every block.

   A chain (B9) fits the four steps of a move: the pieces that leave use up different
   numbers of points 30 - from, never 3 (27 is empty), and at most 5 of 6 points can be
   used up: 0 + 1 + 2 or 0 + 1 + 4.  So at most three pieces leave, and a fourth step is
   an ordinary one. */
#ifndef GAMES_SENET_BLOCKADE_H
#define GAMES_SENET_BLOCKADE_H

#include "games/senet/senet_board.h"

static const struct senet_set blockade_set = {
    .pieces = 5,
    .side = 1,
    .start = {0x2aa, 0x954}, /* 1 3 5 7 9 and, B1 played, 2 4 6 8 11 */
};

#define BLOCKADE_SAFE  (SENET_BIT(HAPPINESS) | SENET_BIT(TRUTHS) | SENET_BIT(ATOUM))
#define BLOCKADE_AGAIN (1u << 1 | 1u << 4 | 1u << 6) /* B2 */
#define BLOCKADE_OFF   SENET_SPAN(31, 36)

/* B5 */
static inline uint64_t blockade_block(uint64_t enemy)
{
    uint64_t first = enemy & enemy >> 1 & enemy >> 2;
    return first | first << 1 | first << 2;
}

/* B4: squares that own pieces cannot land on. */
static inline uint64_t blockade_closed(uint64_t own, uint64_t enemy)
{
    return own | (enemy & (BLOCKADE_SAFE | enemy << 1 | enemy >> 1));
}

/* Pieces that can go forward (B4, B5, B8). */
static inline uint64_t blockade_forward(uint64_t own, uint64_t enemy, int points)
{
    uint64_t block = blockade_block(enemy), closed = blockade_closed(own, enemy);
    if (own & SENET_SPAN(1, 10))
        closed |= BLOCKADE_OFF;
    return own & ~(closed >> points | block >> 1 | block >> points / 2 | block >> points);
}

/* Pieces that can go back, once none can go forward (B7). */
static inline uint64_t blockade_backward(uint64_t own, uint64_t enemy, int points)
{
    uint64_t block = blockade_block(enemy), closed = blockade_closed(own, enemy);
    closed = closed << points | (SENET_BIT(points + 1) - 1);
    return own & ~(closed | block << 1 | block << points / 2 | block << points);
}

/* The number of chains that play these points; 0 if nothing can be played. */
static inline int blockade_chains(uint64_t own, uint64_t enemy, int points)
{
    uint64_t forward = blockade_forward(own, enemy, points);
    uint64_t leaving = forward & BLOCKADE_OFF >> points;
    int n = bits_count(forward ^ leaving);
    if (!forward)
        return bits_count(blockade_backward(own, enemy, points));
    for (; leaving; leaving &= leaving - 1) {
        uint64_t left = own ^ (leaving & -leaving);
        int rest = __builtin_ctzll(leaving) + points - 30;
        int more = left ? blockade_chains(left, enemy, rest) : 0;
        n += more ? more : 1;
    }
    return n;
}

/* A throw, or the rest of one, to be listed: `chain` contains the steps before it. */
struct blockade_rest {
    uint64_t own, enemy;
    lus_move chain;
    int points, shift;
};

/* Appends a step to the chain; from the Water the piece goes to the rebirth square (B6). */
static inline lus_move blockade_walk(const struct blockade_rest *b, int from, int to)
{
    if (to == WATER)
        to = senet_rebirth(b->own | b->enemy);
    return b->chain | move_step(from, to) << b->shift;
}

/* B9: the rest is lost if it cannot be played, and void if the game is won (B10). */
static inline int blockade_list(struct blockade_rest b, lus_move *out)
{
    uint64_t forward = blockade_forward(b.own, b.enemy, b.points), back = 0;
    int n = 0;
    if (!forward)
        back = blockade_backward(b.own, b.enemy, b.points);
    for (; back; back &= back - 1) {
        int from = __builtin_ctzll(back);
        out[n++] = blockade_walk(&b, from, from - b.points);
    }
    for (; forward; forward &= forward - 1) {
        int from = __builtin_ctzll(forward), to = from + b.points, more = 0;
        if (to <= 30) {
            out[n++] = blockade_walk(&b, from, to);
            continue;
        }
        out[n] = b.chain | move_step(from, LUS_OFF) << b.shift;
        struct blockade_rest rest = {b.own ^ SENET_BIT(from), b.enemy, out[n], to - 30,
                                     b.shift + 16};
        if (rest.own)
            more = blockade_list(rest, out + n);
        n += more ? more : 1;
    }
    return n;
}

static inline int blockade_count(const lus_rules *r, const lus_pos *p, int throw)
{
    (void)r;
    return blockade_chains(p->w[0], p->w[1], throw);
}

static inline int blockade_moves(const lus_rules *r, const lus_pos *p, int throw,
                                 lus_move *out)
{
    (void)r;
    return blockade_list((struct blockade_rest){p->w[0], p->w[1], 0, throw, 0}, out);
}

/* B2, B3: after 1, 4 and 6 the same side throws again. */
static inline int blockade_pass(const lus_rules *r, lus_pos *p, int throw)
{
    int again = BLOCKADE_AGAIN >> throw &1;
    (void)r;
    if (!again)
        pos_turn(p);
    return again;
}

static inline int blockade_play(const lus_rules *r, lus_pos *p, int throw, lus_move m)
{
    for (; m; m >>= 16)
        senet_step(p, move_from(m, 0), move_to(m, 0));
    return blockade_pass(r, p, throw);
}

#endif
