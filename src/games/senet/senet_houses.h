/* SPDX-License-Identifier: MIT */
/* senet_houses.h - senet:houses, rules H1..H11 of doc/rules/senet.md.

   Every piece has one target per throw (H3), so the legal moves are a mask of the pieces
   that can move.  Pieces on 1..25 cannot if the target is an own piece or beyond 26, the
   piece on 26 cannot if the target is an own piece; 28, 29, 30 always can:

       target   1 .. 25  26  27 28 29 30  off       shifted down by the throw
       1..25     o    o   o   x  x  x  x   x        x never, o unless own
       26                     .  o  o  o   .        . always (27 is empty, H8) */
#ifndef GAMES_SENET_HOUSES_H
#define GAMES_SENET_HOUSES_H

#include "games/senet/senet_board.h"

static const struct senet_set houses_set = {
    .pieces = 7, .side = 0, .start = {0x2aaa, 0x5554}, /* 1 3 .. 13 and 2 4 .. 14 */
};

/* Pieces with a legal move (H4..H6). */
static inline uint64_t houses_movers(uint64_t own, int throw)
{
    uint64_t beyond = SENET_SPAN(WATER, 31);
    uint64_t stuck = SENET_SPAN(1, 25) & (own | beyond) >> throw;
    return own & ~(stuck | (own >> throw &SENET_BIT(HAPPINESS)));
}

static inline int houses_count(const lus_rules *r, const lus_pos *p, int throw)
{
    (void)r;
    return bits_count(houses_movers(p->w[0], throw));
}

/* Where a piece on 26..30 goes (H5, H6); BACK is the rebirth of H7. */
static inline int houses_end(int from, int throw, uint64_t pieces)
{
    enum { BACK = 0 };
    static const uint8_t target[5][6] = {
        {0, BACK, TRUTHS, ATOUM, HORUS, LUS_OFF},         /* 26: 1 is the Water */
        {0},                                              /* 27 */
        {0, BACK, BACK, LUS_OFF, BACK, BACK},             /* 28 */
        {0, BACK, LUS_OFF, BACK, BACK, BACK},             /* 29 */
        {0, LUS_OFF, LUS_OFF, LUS_OFF, LUS_OFF, LUS_OFF}, /* 30 */
    };
    int to = target[from - HAPPINESS][throw];
    return to == BACK ? senet_rebirth(pieces) : to;
}

/* Rising from-squares: first the pieces on 1..25, then those on 26..30. */
static inline int houses_moves(const lus_rules *r, const lus_pos *p, int throw,
                               lus_move *out)
{
    uint64_t movers = houses_movers(p->w[0], throw);
    uint64_t walk = movers & SENET_SPAN(1, 25), end = movers & ~SENET_SPAN(1, 25);
    int n = 0;
    (void)r;
    for (; walk; walk &= walk - 1) {
        int from = __builtin_ctzll(walk);
        out[n++] = move_step(from, from + throw);
    }
    for (; end; end &= end - 1) {
        int from = __builtin_ctzll(end);
        out[n++] = move_step(from, houses_end(from, throw, p->w[0] | p->w[1]));
    }
    return n;
}

/* H1: the turn always passes. */
static inline int houses_pass(const lus_rules *r, lus_pos *p, int throw)
{
    (void)r, (void) throw;
    pos_turn(p);
    return 0;
}

static inline int houses_play(const lus_rules *r, lus_pos *p, int throw, lus_move m)
{
    senet_step(p, move_from(m, 0), move_to(m, 0));
    return houses_pass(r, p, throw);
}

#endif
