/* SPDX-License-Identifier: MIT */
/* analysis_screen.h - analyses and reviews printed on the terminal. */
#ifndef TERMINAL_ANALYSIS_SCREEN_H
#define TERMINAL_ANALYSIS_SCREEN_H

#include "analyse/analyse.h"
#include "terminal/terminal.h"
#include "report/review_report.h"

/* Prints to standard output, from top to bottom: the title and the board; the moves, best
   first, or, before the throw, the throws with the best move of each; the reasons for each
   move; the search statistics; the summary sentence.  `t` supplies colours, characters and
   the width of the window. */
void print_analysis(const struct terminal *t, const struct analysis *a);
/* Prints the explanation of a->move[i] and its value after each next throw, `indent` columns
   to the right.  Prints nothing if the analysis has no facts about the move. */
void print_reason(const struct terminal *t, const struct analysis *a, int i, int indent);

/* review_screen.c: prints the plies, the players side by side and the moments to study;
   `number`, from 1, is that of the game among the `games` of its file.  If game->review is
   NULL (the roll-off is not over), only the head and one line that says so. */
void print_review(const struct terminal *t, const struct reviewed_game *game, int number,
                  int games);

#endif
