/* SPDX-License-Identifier: MIT */
/* live_level.h - the turns of a level in a live game. */
#ifndef LIVE_LIVE_LEVEL_H
#define LIVE_LIVE_LEVEL_H

#include "live/live_game.h"

/* Whether a level has to throw or move. */
bool level_is_due(const struct live_game *g);
/* The description of a level, "ai:2" of "easy", for live_options.  False: the rule set has no
   such level. */
bool level_describe(const lus_rules *r, const char *text, char name[LIVE_NAME]);
/* Throws and moves for the level until the other player has to act or the game is over.
   *stop ends a search early.  Returns 0, LUS_ESTATE if it was stopped, or another negative
   error; then the game may have advanced by some plies. */
int level_play(struct live_game *g, const lus_tables *tables, _Atomic bool *stop);

#endif
