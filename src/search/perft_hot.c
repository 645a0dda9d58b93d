/* SPDX-License-Identifier: MIT */
/* perft_hot.c - perft of one game; the last ply is counted, not played.

   Awari from the start, depth 11, one core: see doc/performance.md. */
#include "core/hot.h"
#include "search/perft.h"

/* Lines of one ply: moves are counted, a pass is one. */
HOT_INLINE uint64_t leaves(const lus_rules *r, const lus_pos *p)
{
    uint64_t lines = 0;
    if (r->result(r, p) != LUS_ONGOING)
        return 0;
    for (int t = 0; t < r->dice.n_throws; t++) {
        int n = r->count(r, p, r->dice.throws[t].value);
        lines += n || r->no_move_ends ? (uint64_t)n : 1;
    }
    return lines;
}

/* One ply, the lines below it counted by `self`, or as leaves where that is NULL: then
   no position leaves the registers. */
HOT_INLINE uint64_t perft_ply(const lus_rules *r, perft_fn *self, const lus_pos *p,
                              int depth)
{
    uint64_t lines = 0;
    lus_move list[LUS_MAX_MOVES];
    for (int t = 0; t < r->dice.n_throws; t++) {
        int throw = r->dice.throws[t].value, n = r->moves(r, p, throw, list);
        bool passes = n == 0 && !r->no_move_ends;
        for (int i = 0; i < n + passes; i++) {
            lus_pos next = *p;
            if (passes)
                r->pass(r, &next, throw);
            else
                r->play(r, &next, throw, list[i]);
            lines += self ? self(&next, depth - 1) : leaves(r, &next);
        }
    }
    return lines;
}

HOT_INLINE uint64_t perft_body(const lus_rules *r, perft_fn *self, const lus_pos *p,
                               int depth)
{
    if (depth == 1)
        return leaves(r, p);
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
