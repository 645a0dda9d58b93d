/* SPDX-License-Identifier: MIT */
/* playout_hot.c - random games of one game, compiled for each of its rule sets.  The moves
   are those of two random players in match.c.

   Compiled for each game with its rule set as a constant (core/hot.h), so that move
   generation is inlined; half a million games of Ur per second on one core (README.md). */
#include "arena/repetition_internal.h"
#include "core/hot.h"

/* One game of the pair. */
struct playout_game {
    lus_pos pos;
    struct playout_result result;
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

/* Ends the game for this reason; returns true. */
HOT_INLINE bool end_game(const lus_rules *r, struct playout_game *g, int reason)
{
    if (r->settle)
        r->settle(r, &g->pos, reason);
    g->result.points = points_of(r, &g->pos, r->result(r, &g->pos));
    return true;
}

/* A random move; LUS_PASS if there is none. */
HOT_INLINE lus_move random_move(const lus_rules *r, const lus_pos *p, int throw,
                                uint32_t pick)
{
    lus_move list[LUS_MAX_MOVES];
    int n = r->moves(r, p, throw, list);
    return n ? list[random_pick(pick, n)] : LUS_PASS;
}

/* One turn with the list of moves.  Returns true if the game ended before it. */
HOT_INLINE bool play_listed(const lus_rules *r, struct playout_game *g, int throw,
                            uint32_t pick)
{
    lus_move m = random_move(r, &g->pos, throw, pick);
    if (r->repetition_limit && repetition_add(r, &g->seen, &g->pos))
        return end_game(r, g, LUS_BY_REPETITION);
    if (m == LUS_PASS && r->no_move_ends)
        return end_game(r, g, LUS_BY_NO_MOVE);
    if (m == LUS_PASS)
        r->pass(r, &g->pos, throw);
    else
        r->play(r, &g->pos, throw, m);
    return false;
}

/* One turn.  Returns true if the game is over. */
HOT_INLINE bool play_turn(const lus_rules *r, struct playout_game *g, uint64_t number,
                          int second)
{
    int throw = turn_throw(r, number), outcome;
    if (r->search.play_random)
        r->search.play_random(r, &g->pos, throw, turn_pick(number, second));
    else if (play_listed(r, g, throw, turn_pick(number, second)))
        return true;
    g->result.plies++;
    if ((outcome = r->result(r, &g->pos)) == LUS_ONGOING)
        return g->result.plies >= MAX_PLIES;
    g->result.points = points_of(r, &g->pos, outcome);
    return true;
}

/* The games alternate: they are independent, so the processor executes both at once. */
HOT_INLINE void playout_body(const lus_rules *r, struct random chance, int opening,
                             struct playout_result result[2])
{
    struct playout_game game[2];
    bool over[2] = {false, false};
    for (int i = 0; i < 2; i++) {
        game[i].result = (struct playout_result){1, 0};
        game[i].seen.n = 0;
        r->start(r, &game[i].pos);
    }
    for (int ply = 0; !over[0] && !over[1]; ply++) {
        uint64_t number = random_next(&chance);
        over[0] = play_turn(r, &game[0], number, 0);
        over[1] = play_turn(r, &game[1], number, ply >= opening);
    }
    for (int i = 0; i < 2; i++) {
        while (!over[i])
            over[i] = play_turn(r, &game[i], random_next(&chance),
                                i && game[i].result.plies >= opening);
        result[i] = game[i].result;
    }
}

#define INSTANCE(i)                                                                      \
    static void playout_##i(struct random chance, int opening,                           \
                            struct playout_result result[2])                             \
    {                                                                                    \
        playout_body(&GAME_RULES[i], chance, opening, result);                           \
    }
GAME_SETS(INSTANCE)

#define ENTRY(i) playout_##i,
HOT_TABLE(playout, playout_fn *const, ENTRY);
