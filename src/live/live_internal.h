/* SPDX-License-Identifier: MIT */
/* live_internal.h - what the files of a live game share. */
#ifndef LIVE_LIVE_INTERNAL_H
#define LIVE_LIVE_INTERNAL_H

#include "live/live_game.h"

/* Fills in the fault and returns the code. */
int live_refuse(struct live_fault *fault, int code, const char *expected);
/* Refuses a request for another turn: names the turn at hand. */
int live_refuse_turn(const struct live_game *g, const struct live_turn *turn,
                     struct live_fault *fault);
/* Refuses unless the game is being played. */
int live_need_play(const struct live_game *g, struct live_fault *fault);
/* Ends the game; `winner` is LIVE_NO_PLAYER for a draw.  Returns LIVE_CHANGED or an error. */
int live_end(struct live_game *g, int winner, const char *reason,
             struct live_fault *fault);
/* Sets the clocks of a new game, and its tag TimeControl.  Returns 0 or LUS_EMEMORY. */
int live_set_clock(struct live_game *g, const struct time_control *c);
/* After every change: passes where no move is legal, and reveals the seed at the end. */
void live_settle(struct live_game *g);
/* The other player. */
static inline int live_other(int player)
{
    return !player;
}

#endif
