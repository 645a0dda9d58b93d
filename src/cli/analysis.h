/* SPDX-License-Identifier: MIT */
/* analysis.h - an analysis on the screen. */
#ifndef CLI_ANALYSIS_H
#define CLI_ANALYSIS_H

#include "analyse/analyse.h"
#include "cli/terminal.h"

void show_analysis(const struct terminal *t, const struct analysis *a);

#endif
