/* SPDX-License-Identifier: MIT */
/* tui_canvas.h - the screen as a grid of characters with roles: the only files of the module
   that call ncurses are tui_canvas.c and tui_keys.c.

   A role says what something is (a tile, a piece, the title); the theme says how a role
   looks.  Every text is ASCII or consists of characters that all terminals draw one column
   wide: box-drawing characters are not among them (they are two columns wide in some East
   Asian settings), so tiles are drawn by background colours, or by | and _ without colours.

   There is one terminal, so the canvas is a set of functions without an object. */
#ifndef TUI_TUI_CANVAS_H
#define TUI_TUI_CANVAS_H

#include <stdbool.h>

enum tui_role {
    ROLE_TEXT,
    ROLE_FAINT,
    ROLE_STRONG,
    ROLE_TITLE,  /* the first line */
    ROLE_STATUS, /* the line that says whose turn it is */
    ROLE_KEYS,   /* the last line */
    ROLE_TILE,
    ROLE_TILE_ODD,  /* every second tile, like a chessboard */
    ROLE_TILE_SIGN, /* a tile with a sign */
    ROLE_TRAY,
    ROLE_MOVABLE,  /* a tile with a piece that can move */
    ROLE_SELECTED, /* the tile of the chosen piece */
    ROLE_TARGET,   /* a tile the chosen piece can move to */
    ROLE_LAST,     /* tiles of the last move */
    ROLE_CURSOR,
    ROLE_FIRST, /* pieces and names of side 0 */
    ROLE_SECOND,
    ROLE_STONES,
    ROLE_BAR_FIRST, /* the value bar: the share of side 0 */
    ROLE_BAR_SECOND,
    ROLE_GOOD,
    ROLE_BAD,
    ROLE_BOX, /* dialogs */
    ROLE_CHOICE,
    N_ROLES
};

/* In the order in which the key t goes through them. */
enum tui_theme { THEME_DARK, THEME_LIGHT, THEME_CONTRAST, THEME_MONO, N_THEMES };

/* Takes over the terminal on the standard streams.  False: it cannot move its cursor, or
   memory ran out; nothing has changed then. */
bool canvas_open(bool unicode, bool color);
/* Gives the terminal back as it was. */
void canvas_close(void);
/* Suspends the process (Ctrl-Z) with the terminal given back, and redraws afterwards. */
void canvas_suspend(void);

/* The size of the screen, which may change at any key (TUI_RESIZE). */
int canvas_rows(void);
int canvas_columns(void);
/* Whether characters beyond ASCII may be written. */
bool canvas_unicode(void);

/* Themes: without colours only THEME_MONO can be set.  canvas_theme returns the current
   one. */
void canvas_set_theme(enum tui_theme theme);
enum tui_theme canvas_theme(void);
const char *canvas_theme_name(enum tui_theme theme);
/* Whether tiles need lines around them, because their colours do not separate them. */
bool canvas_needs_lines(void);

/* Erases everything; canvas_show brings the changes to the terminal. */
void canvas_clear(void);
void canvas_show(void);
/* Writes a text, cut at `columns` characters and at the edge of the screen.  Returns the
   column behind it. */
int canvas_put(int row, int column, int columns, enum tui_role role, const char *text);
/* Fills a rectangle with one ASCII character. */
void canvas_fill(int row, int column, int rows, int columns, enum tui_role role, char c);
/* Where the terminal shows its cursor, for screen readers and magnifiers. */
void canvas_set_cursor(int row, int column);

#endif
