/* SPDX-License-Identifier: MIT */
/* lib_actions.c - public actions and observations: moves and positions as numbers.

   S is the number of squares and C the number of squares where a step that is not the last
   one can start (struct square_layout; C is 0 if moves have one step).  The action of a
   move whose steps start from a, b, .., z is

       z + S x chain      chain: the number with the digits a, b, .., each 1 .. C, base C

   Digits from 1 to C instead of 0 to C - 1 make chains of different length different
   numbers without gaps, and the chain of a move of one step 0.  Examples:

       ur:finkel        S = 15  C = 0    0-4            action 0
                                         10-off         action 10
                                         pass           action 15, the last
       senet:blockade   S = 31  C = 6    13-19          action 13
                                         30-off,29-off  action 29 + 31 x 6 = 215
                                         pass           action 31 x (1 + 6 + 36 + 216) = 8029

   Nothing here depends on a game: a rule set that gives no layout has 127 squares, one bit
   each, and moves of one step.  test_actions.c checks that the actions of all legal moves
   are different, for every rule set. */
#include "lib/lib_internal.h"

/* S */
static int squares_of(const lus_rules *r)
{
    return r->layout.squares ? r->layout.squares : LUS_OFF;
}

/* C */
static int chain_squares(const lus_rules *r)
{
    return r->layout.chain_first ? squares_of(r) - r->layout.chain_first : 0;
}

/* The action after the last one of a move. */
static int pass_action(const lus_rules *r)
{
    int chains = 1;
    for (int step = 1; step < LUS_MAX_STEPS; step++)
        chains = chains * chain_squares(r) + 1;
    return chains * squares_of(r);
}

int lus_squares(const lus_rules *r)
{
    return r ? squares_of(r) : LUS_ERANGE;
}

int lus_action_count(const lus_rules *r)
{
    return r ? pass_action(r) + 1 : LUS_ERANGE;
}

/* A step that is not the last one and starts below chain_first belongs to no move of these
   rules, nor does a step that starts behind the last square. */
int lus_action_of(const lus_rules *r, lus_move m)
{
    if (!r)
        return LUS_ERANGE;
    if (m == LUS_PASS)
        return pass_action(r);
    int last = move_steps(m) - 1, chain = 0;
    for (int step = 0; step < last; step++) {
        int digit = move_from(m, step) - r->layout.chain_first + 1;
        if (digit < 1 || digit > chain_squares(r))
            return LUS_ERANGE;
        chain = chain * chain_squares(r) + digit;
    }
    int from = move_from(m, last);
    return from < squares_of(r) ? from + squares_of(r) * chain : LUS_ERANGE;
}

/* An action does not contain where its steps end: the legal moves are listed and compared. */
int lus_action_move(const lus_rules *r, const lus_pos *p, int thrown, int action,
                    lus_move *m)
{
    lus_move list[LUS_MAX_MOVES];
    if (!m || action < 0 || action >= lus_action_count(r))
        return LUS_ERANGE;
    int n = lus_moves(r, p, thrown, list);
    if (n < 0)
        return n;
    if (n == 0 && lus_result(r, p) != LUS_ONGOING)
        return LUS_ESTATE;
    if (n == 0)
        list[n++] = LUS_PASS;
    for (int i = 0; i < n; i++)
        if (lus_action_of(r, list[i]) == action) {
            *m = list[i];
            return 0;
        }
    return LUS_EILLEGAL;
}

/* Moves are listed by their first step and actions are sorted by the last one: the lists
   differ only where chains are legal, so sorting by insertion is cheap. */
int action_list(const lus_rules *r, const lus_pos *p, int thrown,
                int32_t actions[LUS_MAX_MOVES])
{
    lus_move list[LUS_MAX_MOVES];
    int n = lus_moves(r, p, thrown, list);
    if (n == 0 && lus_result(r, p) == LUS_ONGOING)
        list[n++] = LUS_PASS;
    for (int i = 0; i < n; i++) {
        int32_t action = lus_action_of(r, list[i]);
        int at = i;
        for (; at > 0 && actions[at - 1] > action; at--)
            actions[at] = actions[at - 1];
        actions[at] = action;
    }
    return n;
}

/* ---- observations ---- */

/* Entries behind the squares: two hands and two scores. */
enum { OBSERVED_COUNTS = 4 };

int lus_observation_size(const lus_rules *r)
{
    return r ? 2 * squares_of(r) + OBSERVED_COUNTS + r->dice.n_throws : LUS_ERANGE;
}

/* What a word of a position holds on each square. */
static void observe_squares(const lus_rules *r, uint64_t word, float *out)
{
    int bits = r->layout.bits ? r->layout.bits : 1, square = 0;
    uint64_t mask = (UINT64_C(1) << bits) - 1;
    for (; square < r->layout.first; square++)
        out[square] = 0;
    for (; square < squares_of(r); square++) {
        out[square] = (float)(word & mask);
        word >>= bits;
    }
}

/* The layout is that of lusoria.h; w[2] holds both hands or both stores, a byte each
   (core/rules.h). */
int lus_observe(const lus_rules *r, const lus_pos *p, int thrown, float *out)
{
    int score[2];
    if (!out || lus_pos_check(r, p) < 0 ||
        !(thrown == LUS_ANY_THROW || lus_is_throw(r, thrown)))
        return LUS_ERANGE;
    observe_squares(r, p->w[0], out);
    observe_squares(r, p->w[1], out + squares_of(r));
    out += 2 * squares_of(r);
    r->score(r, p, score);
    for (int side = 0; side < 2; side++) {
        out[side] = (float)(p->w[2] >> 8 * side & 0xff);
        out[2 + side] = (float)score[side];
    }
    for (int i = 0; i < r->dice.n_throws; i++)
        out[OBSERVED_COUNTS + i] = r->dice.throws[i].value == thrown;
    return lus_observation_size(r);
}
