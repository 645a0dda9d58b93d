/* SPDX-License-Identifier: MIT */
/* random_game.c - see random_game.h. */
#include <stdlib.h>
#include "random_game.h"

lus_game *random_game(const lus_rules *r, int seed, int plies)
{
    struct random random = random_stream((uint64_t)seed, 0);
    lus_game *g = lus_game_new(r, NULL);
    lus_move list[LUS_MAX_MOVES];
    while (lus_game_needs_rolloff(g))
        lus_game_rolloff(g, random_throw(r, &random));
    while (plies-- > 0 && !lus_game_end(g).over) {
        int throw = random_throw(r, &random);
        int n = lus_moves(r, lus_game_pos(g), throw, list);
        lus_move m = n ? list[random_below(&random, (uint32_t)n)] : LUS_PASS;
        if (lus_game_play(g, throw, m) < 0)
            abort();
    }
    return g;
}
