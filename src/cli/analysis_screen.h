/* SPDX-License-Identifier: MIT */
/* analysis_screen.h - an analysis printed on the terminal. */
#ifndef CLI_ANALYSIS_SCREEN_H
#define CLI_ANALYSIS_SCREEN_H

#include "analyse/analyse.h"
#include "cli/terminal.h"

/* Prints the board, the moves or throws, the reasons and the statistics. */
void print_analysis(const struct terminal *t, const struct analysis *a);
/* Prints the explanation of move i and its value after each next throw. */
void print_reason(const struct terminal *t, const struct analysis *a, int i, int indent);

#endif
