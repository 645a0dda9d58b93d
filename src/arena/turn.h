/* SPDX-License-Identifier: MIT */
/* turn.h - what a referee tells at each turn, all an agent of 30 lines needs:

       newgame ur:finkel                              in a game of other rules
       position 7--------------0:7--------------0:L throw 2
       legal 0-2 */
#ifndef ARENA_TURN_H
#define ARENA_TURN_H

#include "core/text.h"

void turn_write(struct text *t, const lus_game *g, int throw, bool new_game);

#endif
