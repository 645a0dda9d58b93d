/* SPDX-License-Identifier: MIT */
/* puzzle_internal.h - what the files of the puzzles share. */
#ifndef ANALYSE_PUZZLE_INTERNAL_H
#define ANALYSE_PUZZLE_INTERNAL_H

#include "analyse/puzzle.h"

/* Sorts the moves, best first, and returns the lead of the best over the second of at
   least two; 0 if another move wins at once, too. */
int64_t puzzle_margin(struct move_values *c);
/* What a move loses against the best one; `m` is among the moves. */
int64_t puzzle_loss(const struct move_values *c, lus_move m);
/* The share of games in which a level plays this move, percent, or a negative error. */
int puzzle_solved_by(const lus_game *g, int throw, lus_move best, int level);
enum { PUZZLE_SOLVED = 75 }; /* percent: the level solves it */
/* Sets *m to the move of the simple player.  Returns 0 or a negative error. */
int puzzle_simple_move(const lus_game *g, int throw, lus_move *m);

#endif
