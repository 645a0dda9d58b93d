/* SPDX-License-Identifier: MIT */
/* senet_refuse.c - why a move of Senet is illegal: the number of the rule that it breaks,
   then a sentence (see senet.h).

   The functions are called with illegal moves only.  They test the rules in the order in
   which a player thinks of them: is it my piece, does the throw lead there, may the piece
   stand there.  The last return of each function is what remains when all other reasons
   are excluded.

       senet:houses, piece on 24, throw 3:
           24-26   H4: a piece moves exactly ...         not as far as thrown
           24-27   H4: 26 must be hit exactly ...        as far as thrown, but passing 26

   A move of senet:blockade may be a chain of steps; the first step that does not begin a
   legal chain is the one that is explained. */
#include "games/senet/senet.h"

/* Whether the mask has a piece on the square; squares outside the board have none. */
static bool stands(uint64_t mask, int square)
{
    return square >= 1 && square <= 30 && mask & SENET_BIT(square);
}

/* H5..H7: a piece on 26..30 that has another target than the one named. */
static const char *houses_refuse_end(int from, int throw, int to)
{
    bool into_water = from == HAPPINESS && throw == 1;
    bool sent_back = (from == TRUTHS && throw != 3) || (from == ATOUM && throw != 2);
    if (into_water && to > HAPPINESS)
        return "H5: a 1 from 26 falls into the Water and goes to 15 or below";
    if ((into_water || sent_back) && to <= REBIRTH)
        return "H7: the piece goes to 15, or if it is taken to the first empty one below";
    switch (from) {
    case HAPPINESS:
        return "H5: from 26 a 5 leaves, 2 3 4 go to 28 29 30, a 1 falls into the Water";
    case TRUTHS:
        return "H6: from 28 a 3 leaves, any other throw returns the piece";
    case ATOUM:
        return "H6: from 29 a 2 leaves, any other throw returns the piece";
    }
    return "H6: from 30 any throw leaves the board";
}

/* H1..H9, for one step. */
const char *houses_refuse(const lus_rules *r, const lus_pos *p, int throw, lus_move m)
{
    int from = move_from(m, 0), to = move_to(m, 0);
    (void)r;
    if (m == LUS_PASS)
        return "H2: a legal move is compulsory";
    if (move_steps(m) > 1)
        return "H1: one throw, one move";
    if (!stands(p->w[0], from))
        return "H3: none of your pieces stands on that square";
    if (stands(p->w[0], from + throw) && from <= HAPPINESS)
        return from == HAPPINESS ? "H5: your own piece stands on the target"
                                 : "H4: your own piece stands on the target";
    if (from >= HAPPINESS)
        return houses_refuse_end(from, throw, to);
    if (to < from)
        return "H9: there are no backward moves";
    if (from + throw > HAPPINESS)
        return "H4: 26 must be hit exactly, it cannot be passed";
    if (to == WATER)
        return "H8: no piece ever stands on 27";
    return "H4: a piece moves exactly as many squares as were thrown";
}

/* B5: a block between the piece and where the points lead; points < 0 go back. */
static bool barred(uint64_t enemy, int from, int points)
{
    uint64_t block = blockade_block(enemy);
    int step = points > 0 ? 1 : -1;
    for (int s = from + step; s != from + points + step; s += step)
        if (stands(block, s))
            return true;
    return false;
}

/* B4..B6: the piece of `b` on `from` cannot end on `end`, or ends elsewhere. */
static const char *refuse_landing(const struct blockade_rest *b, int end, bool forward)
{
    if (stands(b->own, end))
        return "B4: your own piece stands on the target";
    if (stands(b->enemy & BLOCKADE_SAFE, end))
        return "B4: an enemy piece on 26, 28 or 29 is safe";
    if (stands(b->enemy, end) && (b->enemy << 1 | b->enemy >> 1) & SENET_BIT(end))
        return "B4: a neighbour protects the enemy piece on the target";
    if (end == WATER)
        return "B6: from 27 the piece goes to 15 or the nearest empty square below";
    return forward ? "B3: a piece moves exactly as many squares as were thrown"
                   : "B7: a backward move is exactly as long as the throw";
}

/* B3..B6, B8: a step forward that is not in the list. */
static const char *refuse_forward(const struct blockade_rest *b, int from, int to)
{
    int end = from + b->points;
    if (barred(b->enemy, from, b->points))
        return "B5: a block of three enemy pieces is neither landed on nor passed";
    if (end > 30)
        return b->own & SENET_SPAN(1, 10)
                   ? "B8: no piece leaves while one of yours stands on 1..10"
                   : "B8: the throw leads beyond 30, so the piece leaves the board";
    if (to == LUS_OFF)
        return "B8: leaving the board needs a throw that leads beyond 30";
    return refuse_landing(b, end, true);
}

/* B7: a step back that is not in the list. */
static const char *refuse_backward(const struct blockade_rest *b, int from)
{
    if (blockade_forward(b->own, b->enemy, b->points))
        return "B7: no backward move while any piece of yours can go forward";
    if (from - b->points < 1)
        return "B7: a backward move does not go below square 1";
    if (barred(b->enemy, from, -b->points))
        return "B5: a block of three enemy pieces is neither landed on nor passed";
    return refuse_landing(b, from - b->points, false);
}

/* The step begins a chain of the list. */
static bool step_listed(const struct blockade_rest *b, lus_move step)
{
    lus_move list[LUS_MAX_MOVES];
    int n = blockade_list(*b, list);
    while (n--)
        if ((list[n] & 0xffff) == step)
            return true;
    return false;
}

/* The reason for one step.  A fall into the Water is a step forward although the piece ends
   on 15 or below. */
static const char *refuse_step(const struct blockade_rest *b, int from, int to)
{
    if (!stands(b->own, from))
        return "B3: none of your pieces stands on that square";
    bool into_water = from + b->points == WATER && to <= REBIRTH;
    if (to > from || into_water)
        return refuse_forward(b, from, to);
    return refuse_backward(b, from);
}

/* Follows the chain to the first step that is wrong. */
const char *blockade_refuse(const lus_rules *r, const lus_pos *p, int throw, lus_move m)
{
    struct blockade_rest b = {p->w[0], p->w[1], 0, throw, 0};
    (void)r;
    if (m == LUS_PASS)
        return "B3: a throw that can be played must be played";
    for (; m; m >>= 16) {
        int from = move_from(m, 0), to = move_to(m, 0);
        if (!b.points)
            return "B9: nothing is left of the throw for a further step";
        if (!b.own)
            return "B10: the last piece off wins at once, the rest is void";
        if (!step_listed(&b, m & 0xffff))
            return refuse_step(&b, from, to);
        b.own ^= SENET_BIT(from);
        b.points = to == LUS_OFF ? from + b.points - 30 : 0;
    }
    return "B9: the rest of the throw must be played too";
}
