/* SPDX-License-Identifier: MIT */
/* cave_games.c - see cave_games.h. */
#include "support/cave_games.h"

bool cave_play_out(const lus_rules *r, struct random *g, int bricks, lus_pos *p)
{
    lus_start(r, p);
    for (int i = 0; i < bricks; i++) {
        lus_move list[LUS_MAX_MOVES];
        lus_pos next[LUS_MAX_MOVES];
        int n = lus_moves(r, p, 0, list), quiet = 0;
        for (int k = 0; k < n; k++) {
            next[quiet] = *p;
            lus_play(r, &next[quiet], 0, list[k]);
            quiet += lus_result(r, &next[quiet]) == LUS_ONGOING;
        }
        if (!quiet)
            return false;
        *p = next[random_below(g, (uint32_t)quiet)];
    }
    return true;
}
