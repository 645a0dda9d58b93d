/* SPDX-License-Identifier: MIT */
/* review_screen.h - a review printed on the terminal. */
#ifndef CLI_REVIEW_SCREEN_H
#define CLI_REVIEW_SCREEN_H

#include "cli/terminal.h"
#include "report/review_report.h"

/* Prints the plies, the players side by side and the moments to study; `number`, from 1,
   is that of the game among the games of its file. */
void print_review(const struct terminal *t, const struct reviewed_game *game, int number,
                  int games);

#endif
