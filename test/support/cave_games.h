/* SPDX-License-Identifier: MIT */
/* cave_games.h - random games of Magnetic Cave without a line so far. */
#ifndef TEST_SUPPORT_CAVE_GAMES_H
#define TEST_SUPPORT_CAVE_GAMES_H

#include <stdbool.h>
#include "core/random.h"
#include "core/rules.h"

/* Plays random moves up to `bricks` bricks without making a line; false: every move of a
   position made one. */
bool cave_play_out(const lus_rules *r, struct random *g, int bricks, lus_pos *p);

#endif
