/* SPDX-License-Identifier: MIT */
/* games.h - random games for the tests. */
#ifndef TEST_SUPPORT_GAMES_H
#define TEST_SUPPORT_GAMES_H

#include "core/random.h"

/* A game of at most `plies` plies, its throws and moves found from the seed. */
lus_game *some_game(const lus_rules *r, int seed, int plies);

#endif
