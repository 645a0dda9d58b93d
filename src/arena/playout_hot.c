/* SPDX-License-Identifier: MIT */
/* playout_hot.c - random games of one game, an instance a rule set.  The same moves
   as two random bots of match.c make. */
#include "arena/repetition_internal.h"
#include "core/hot.h"

/* A game of the pair. */
struct board {
    lus_pos pos;
    struct played played;
    struct repetition seen;
};

/* The points of the side that began. */
HOT_INLINE int points_of(const lus_rules *r, const lus_pos *p, int result)
{
    lus_pos start;
    r->start(r, &start);
    if (result == LUS_DRAW || result == LUS_ONGOING)
        return 1;
    return (result == LUS_WIN) == (pos_side(p) == pos_side(&start)) ? 2 : 0;
}

HOT_INLINE bool settled(const lus_rules *r, struct board *b, int reason)
{
    if (r->settle)
        r->settle(r, &b->pos, reason);
    b->played.points = points_of(r, &b->pos, r->result(r, &b->pos));
    return true;
}

/* The move a lot falls on; LUS_PASS if there is none. */
HOT_INLINE lus_move drawn(const lus_rules *r, const lus_pos *p, int throw, uint32_t lot)
{
    lus_move list[LUS_MAX_MOVES];
    int n = r->moves(r, p, throw, list);
    return n ? list[random_pick(lot, n)] : LUS_PASS;
}

/* One turn by the list of moves; true if the game ended before it. */
HOT_INLINE bool turn_by_list(const lus_rules *r, struct board *b, int throw, uint32_t lot)
{
    lus_move m = drawn(r, &b->pos, throw, lot);
    if (r->repetition_limit && repetition_add(r, &b->seen, &b->pos))
        return settled(r, b, LUS_BY_REPETITION);
    if (m == LUS_PASS && r->no_move_ends)
        return settled(r, b, LUS_BY_NO_MOVE);
    if (m == LUS_PASS)
        r->pass(r, &b->pos, throw);
    else
        r->play(r, &b->pos, throw, m);
    return false;
}

/* One turn; true if the game is over. */
HOT_INLINE bool turn(const lus_rules *r, struct board *b, uint64_t number, int second)
{
    int throw = throw_of(r, number), result;
    if (r->search.play_random)
        r->search.play_random(r, &b->pos, throw, lot_of(number, second));
    else if (turn_by_list(r, b, throw, lot_of(number, second)))
        return true;
    b->played.plies++;
    if ((result = r->result(r, &b->pos)) == LUS_ONGOING)
        return b->played.plies >= MAX_PLIES;
    b->played.points = points_of(r, &b->pos, result);
    return true;
}

/* The games take turns: neither waits for the other, so the processor works on both. */
HOT_INLINE void playout_body(const lus_rules *r, struct random chance, int opening,
                             struct played played[2])
{
    struct board board[2];
    bool over[2] = {false, false};
    for (int i = 0; i < 2; i++) {
        board[i].played = (struct played){1, 0};
        board[i].seen.n = 0;
        r->start(r, &board[i].pos);
    }
    for (int ply = 0; !over[0] && !over[1]; ply++) {
        uint64_t number = random_next(&chance);
        over[0] = turn(r, &board[0], number, 0);
        over[1] = turn(r, &board[1], number, ply >= opening);
    }
    for (int i = 0; i < 2; i++) {
        while (!over[i])
            over[i] = turn(r, &board[i], random_next(&chance),
                           i && board[i].played.plies >= opening);
        played[i] = board[i].played;
    }
}

#define INSTANCE(i)                                                                      \
    static void playout_##i(struct random chance, int opening, struct played played[2])  \
    {                                                                                    \
        playout_body(&GAME_RULES[i], chance, opening, played);                           \
    }
GAME_SETS(INSTANCE)

#define ENTRY(i) playout_##i,
HOT_TABLE(playout, playout_fn *const, ENTRY);
