/* SPDX-License-Identifier: MIT */
/* random_game.h - random games for the tests. */
#ifndef TEST_SUPPORT_RANDOM_GAME_H
#define TEST_SUPPORT_RANDOM_GAME_H

#include "core/random.h"

/* A game of at most `plies` random plies; the seed decides throws and moves.  To be freed. */
lus_game *random_game(const lus_rules *r, int seed, int plies);

#endif
