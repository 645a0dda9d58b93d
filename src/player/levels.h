/* SPDX-License-Identifier: MIT */
/* levels.h - graded opponents: what each level of each game may do.

   A level is a depth and an error.  The error is noise on the values of the root
   moves, as gnubg grades its players: a weak player sees the same moves and
   misjudges them, and it misjudges a position in the same way whenever it meets
   it in one game.  doc/strength.md says how the levels fare against each other. */
#ifndef PLAYER_LEVELS_H
#define PLAYER_LEVELS_H

#include "search/search.h"

/* Levels are numbered 1..N_LEVELS; 0 stands for no level in every interface.  Each game
   supplies its own (search.levels of core/rules.h). */
struct level level_at(const lus_rules *r, int number);
const char *level_title(int number); /* "novice"; NULL beyond the last */
int level_number(const char *text);  /* a number or a name; 0: neither */

/* The place in the report's lines of the move a player with this noise prefers.
   The values must be exact (all_values).  `seed` is the game's. */
int level_prefers(const lus_rules *r, const struct search_report *report,
                  const lus_pos *p, int noise, uint64_t seed);

#endif
