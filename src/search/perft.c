/* SPDX-License-Identifier: MIT */
/* perft.c - see lusoria.h: counts the move sequences of a given length.

   A check of move generators: the numbers are compared with published ones and with the
   reference rules (doc/rules/, test/naive/). */
#include "search/perft_internal.h"

#define HOT_SELECT      perft
#define HOT_SELECT_TYPE perft_fn *const
#include "core/hot_select.h"

/* The first ply uses this throw only. */
static uint64_t perft_after_throw(const lus_rules *r, const lus_pos *p, int throw,
                                  int depth)
{
    lus_move list[LUS_MAX_MOVES];
    perft_fn *perft = *select_perft(r);
    uint64_t leaves = 0;
    int n = lus_moves(r, p, throw, list);
    if (n == 0 && !r->no_move_ends)
        list[n++] = LUS_PASS;
    for (int i = 0; i < n; i++) {
        lus_pos next = *p;
        lus_play(r, &next, throw, list[i]);
        leaves += depth == 1 ? 1 : perft(&next, depth - 1);
    }
    return leaves;
}

uint64_t lus_perft(const lus_rules *r, const lus_pos *p, int throw, int depth)
{
    bool known = throw == LUS_ANY_THROW || lus_is_throw(r, throw);
    if (!known || depth < 0 || depth > LUS_MAX_DEPTH || lus_pos_check(r, p) < 0)
        return 0;
    if (depth == 0)
        return 1;
    if (lus_result(r, p) != LUS_ONGOING)
        return 0;
    return throw == LUS_ANY_THROW || !r->dice.sticks
               ? (*select_perft(r))(p, depth)
               : perft_after_throw(r, p, throw, depth);
}
