/* SPDX-License-Identifier: MIT */
/* tui_themes.h - the themes of the full screen as tables: colours and attributes of roles. */
#ifndef TUI_TUI_THEMES_H
#define TUI_TUI_THEMES_H

#include "tui/tui_canvas.h"

enum { LOOK_BOLD = 1, LOOK_REVERSE = 2, LOOK_UNDERLINE = 4 };

/* How a role looks: colours for terminals with 256 colours, for those with 8, and attributes.
   THEME_MONO uses only the attributes. */
struct tui_colors {
    short text, ground, text8, ground8;
    int look;
};

/* A theme. */
struct tui_theme_info {
    const char *name;
    const struct tui_colors *role; /* N_ROLES of them */
    bool lines;                    /* tiles need lines around them */
};

/* The table of a theme, a constant. */
const struct tui_theme_info *theme_info(enum tui_theme theme);

#endif
