/* SPDX-License-Identifier: MIT */
/* levels.h - levels of strength of the built-in players.

   A level is a search depth and noise on the values of the root moves, as in gnubg: a weak
   player sees the same moves and misjudges them, and it misjudges a position in the same
   way whenever the position occurs in one game.  doc/strength.md has the results of the
   levels against each other. */
#ifndef SEARCH_LEVELS_H
#define SEARCH_LEVELS_H

#include "search/search.h"

/* Levels are numbered 1..N_LEVELS; 0 stands for no level in every interface.  Each game
   supplies its own (search.levels of core/rules.h). */
struct level level_at(const lus_rules *r, int number);
/* The name of a level, "novice" to "master"; NULL if there is no such level. */
const char *level_title(int number);
/* Its name where people choose an opponent, "easy" (level 2) to "perfect" (level 6, meant
   for games with a table); NULL for level 1 and if there is no such level. */
const char *level_everyday_title(int number);
/* The level of a text, a number or one of its names; 0 if it is neither. */
int level_number(const char *text);

/* Returns the index in report->moves of the move that a player with this noise chooses.
   The values must be exact (all_values).  `seed` is that of the game. */
int level_choose(const lus_rules *r, const struct search_report *report, const lus_pos *p,
                 int noise, uint64_t seed);

#endif
