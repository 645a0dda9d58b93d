/* SPDX-License-Identifier: MIT */
/* perft_hot.c - perft of one game, compiled for each of its rule sets.  The moves of the
   last ply are counted, not played.  Measurements: doc/performance.md. */
#include "core/hot.h"
#include "search/perft_internal.h"

/* The number of sequences of one ply; a pass counts as one. */
HOT_INLINE uint64_t count_moves(const lus_rules *r, const lus_pos *p)
{
    uint64_t leaves = 0;
    if (r->result(r, p) != LUS_ONGOING)
        return 0;
    for (int t = 0; t < r->dice.n_throws; t++) {
        int n = r->count(r, p, r->dice.throws[t].value);
        leaves += n || r->no_move_ends ? (uint64_t)n : 1;
    }
    return leaves;
}

/* Plays one ply.  The sequences after it are counted by `self`, or by count_moves if
   `self` is NULL: then the positions stay in registers. */
HOT_INLINE uint64_t perft_ply(const lus_rules *r, perft_fn *self, const lus_pos *p,
                              int depth)
{
    uint64_t leaves = 0;
    lus_move list[LUS_MAX_MOVES];
    for (int t = 0; t < r->dice.n_throws; t++) {
        int throw = r->dice.throws[t].value, n = r->moves(r, p, throw, list);
        bool must_pass = n == 0 && !r->no_move_ends;
        for (int i = 0; i < n + must_pass; i++) {
            lus_pos next = *p;
            if (must_pass)
                r->pass(r, &next, throw);
            else
                r->play(r, &next, throw, list[i]);
            leaves += self ? self(&next, depth - 1) : count_moves(r, &next);
        }
    }
    return leaves;
}

HOT_INLINE uint64_t perft_body(const lus_rules *r, perft_fn *self, const lus_pos *p,
                               int depth)
{
    if (depth == 1)
        return count_moves(r, p);
    if (r->result(r, p) != LUS_ONGOING)
        return 0;
    return depth == 2 ? perft_ply(r, NULL, p, 2) : perft_ply(r, self, p, depth);
}

#define INSTANCE(i)                                                                      \
    static uint64_t perft_##i(const lus_pos *p, int depth)                               \
    {                                                                                    \
        return perft_body(&GAME_RULES[i], perft_##i, p, depth);                          \
    }
GAME_SETS(INSTANCE)

#define ENTRY(i) perft_##i,
HOT_TABLE(perft, perft_fn *const, ENTRY);
