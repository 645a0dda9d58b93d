/* SPDX-License-Identifier: MIT */
/* perft_hot.c - perft of one game; the last ply is counted, not played.

   Awari from the start, depth 11, one core: see doc/performance.md. */
#include "core/hot.h"
#include "search/perft.h"

HOT_INLINE uint64_t perft_body(const lus_rules *r, perft_fn *self, const lus_pos *p,
                               int depth)
{
    uint64_t lines = 0;
    lus_move list[LUS_MAX_MOVES];
    if (r->result(r, p) != LUS_ONGOING)
        return 0;
    for (int t = 0; t < r->n_throws; t++) {
        int throw = r->throws[t].value;
        if (depth == 1) {
            int n = r->count(r, p, throw);
            lines += n || r->no_move_ends ? (uint64_t)n : 1;
            continue;
        }
        int n = r->moves(r, p, throw, list);
        for (int i = 0; i < n; i++) {
            lus_pos next = *p;
            r->play(r, &next, throw, list[i]);
            lines += self(&next, depth - 1);
        }
        if (n == 0 && !r->no_move_ends) {
            lus_pos next = *p;
            r->pass(r, &next, throw);
            lines += self(&next, depth - 1);
        }
    }
    return lines;
}

#define INSTANCE(i)                                                                      \
    static uint64_t perft_##i(const lus_pos *p, int depth)                               \
    {                                                                                    \
        return perft_body(&GAME_RULES[i], perft_##i, p, depth);                          \
    }
GAME_SETS(INSTANCE)

#define ENTRY(i) perft_##i,
extern perft_fn *const HOT_NAME(perft)[];
perft_fn *const HOT_NAME(perft)[] = {GAME_SETS(ENTRY)};
