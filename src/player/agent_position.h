/* SPDX-License-Identifier: MIT */
/* agent_position.h - the lines that describe a turn to an agent, without `go`:

       newgame ur:finkel                                     if the rules are new
       position 7--------------0:7--------------0:L throw 2
       legal 0-2 */
#ifndef PLAYER_AGENT_POSITION_H
#define PLAYER_AGENT_POSITION_H

#include "core/text.h"

/* Appends the lines; t->full is set if they do not fit. */
void agent_position_write(struct text *t, const lus_game *g, int throw, bool new_game);

#endif
