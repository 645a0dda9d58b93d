/* SPDX-License-Identifier: MIT */
/* senet_board.h - the board of Senet as bits, and what both rule sets have in common.

   A side is a mask, bit s is square s, so a shift by the throw moves all its
   pieces at once.  Bit 0 is below the board; from bit 31 on a piece has left:

       1  2  3  4  5  6  7  8  9 10         bit 0        below square 1
      20 19 18 17 16 15 14 13 12 11         bits 1..30   the track
      21 22 23 24 25 26 27 28 29 30         bits 31..36  off, by 1..6 points

   w[0] own, w[1] enemy, w[2] zero.  Pieces in neither mask are off.  The Water, 27, is
   always empty between plies (H8, B6), so a piece can always fall into it, and the masks
   of illegal targets do not have to mention it. */
#ifndef GAMES_SENET_BOARD_H
#define GAMES_SENET_BOARD_H

#include "core/bits.h"
#include "core/rules.h"

enum { REBIRTH = 15, HAPPINESS = 26, WATER = 27, TRUTHS = 28, ATOUM = 29, HORUS = 30 };

/* What differs between the rule sets in numbers. */
struct senet_set {
    int pieces, side;  /* pieces per side; the side that throws first */
    uint64_t start[2]; /* masks of side 0 and side 1 */
};

#define SENET_BIT(s) (UINT64_C(1) << (s))
/* Squares a..b. */
#define SENET_SPAN(a, b) ((SENET_BIT((b) + 1) - 1) & ~(SENET_BIT(a) - 1))

static inline const struct senet_set *senet_set(const lus_rules *r)
{
    return r->params;
}

/* H7, B6: 15, or the first empty square below it.  It exists, because at most 13 other
   pieces are on the board. */
static inline int senet_rebirth(uint64_t pieces)
{
    return 63 - __builtin_clzll(~pieces & SENET_SPAN(1, REBIRTH));
}

/* One step to its final square.  An enemy piece there changes places with the piece.
   LUS_OFF & 31 is bit 31, which the last mask clears. */
static inline void senet_step(lus_pos *p, int from, int to)
{
    int bit = to & 31;
    uint64_t enemy = p->w[1], hit = enemy >> bit & 1;
    p->w[0] = (p->w[0] ^ SENET_BIT(from) ^ SENET_BIT(bit)) & SENET_SPAN(1, 30);
    p->w[1] = enemy ^ (hit << bit | hit << from);
}

/* The side that has no piece left on the board has won (H10, B10). */
static inline int senet_result(const lus_rules *r, const lus_pos *p)
{
    (void)r;
    if (!p->w[0])
        return LUS_WIN;
    return p->w[1] ? LUS_ONGOING : LUS_LOSS;
}

static inline void senet_start(const lus_rules *r, lus_pos *p)
{
    const struct senet_set *s = senet_set(r);
    *p = (lus_pos){{s->start[s->side], s->start[!s->side], 0, (uint64_t)s->side}};
}

#endif
