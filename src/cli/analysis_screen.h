/* SPDX-License-Identifier: MIT */
/* analysis_screen.h - analyses and reviews printed on the terminal. */
#ifndef CLI_ANALYSIS_SCREEN_H
#define CLI_ANALYSIS_SCREEN_H

#include "analyse/analyse.h"
#include "cli/terminal.h"
#include "report/review_report.h"

/* Prints the board, the moves or throws, the reasons and the statistics. */
void print_analysis(const struct terminal *t, const struct analysis *a);
/* Prints the explanation of move i and its value after each next throw, `indent` columns
   to the right. */
void print_reason(const struct terminal *t, const struct analysis *a, int i, int indent);

/* review_screen.c: prints the plies, the players side by side and the moments to study;
   `number`, from 1, is that of the game among the `games` of its file. */
void print_review(const struct terminal *t, const struct reviewed_game *game, int number,
                  int games);

#endif
