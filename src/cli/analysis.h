/* SPDX-License-Identifier: MIT */
/* analysis.h - an analysis on the screen. */
#ifndef CLI_ANALYSIS_H
#define CLI_ANALYSIS_H

#include "analyse/analyse.h"
#include "cli/terminal.h"

void show_analysis(const struct terminal *t, const struct analysis *a);
/* Why move i is worth what it is: its facts, and what the next throw makes of it. */
void show_reason(const struct terminal *t, const struct analysis *a, int i, int indent);
/* The tree of a search of the analysed position, as an SVG file; returns an exit code. */
int draw_tree(const char *path, const lus_game *g, const struct search_limits *limits,
              const struct analysis *a);

#endif
