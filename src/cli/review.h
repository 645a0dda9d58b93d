/* SPDX-License-Identifier: MIT */
/* review.h - a review on the screen. */
#ifndef CLI_REVIEW_H
#define CLI_REVIEW_H

#include "cli/terminal.h"
#include "report/review.h"

/* `number` of how many games of the file, from 1. */
void show_review(const struct terminal *t, const struct reviewed *game, int number,
                 int games);

#endif
