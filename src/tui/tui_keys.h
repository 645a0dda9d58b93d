/* SPDX-License-Identifier: MIT */
/* tui_keys.h - keys and mouse events of the full screen. */
#ifndef TUI_TUI_KEYS_H
#define TUI_TUI_KEYS_H

/* A key is its character (letters as typed), or one of these. */
enum tui_key {
    TUI_NONE = 0, /* the time is over, or the input was not understood */
    TUI_ENTER = '\n',
    TUI_ESCAPE = 27,
    TUI_SPACE = ' ',
    TUI_UP = 256,
    TUI_DOWN,
    TUI_LEFT,
    TUI_RIGHT,
    TUI_HOME,
    TUI_END,
    TUI_PAGE_UP,
    TUI_PAGE_DOWN,
    TUI_TAB,
    TUI_BACK_TAB,
    TUI_BACKSPACE,
    TUI_CLICK,     /* the left button was pressed at row, column */
    TUI_RESIZE,    /* the terminal has another size: draw again */
    TUI_INTERRUPT, /* Ctrl-C, or the signal */
    TUI_CLOSED     /* the terminal is gone */
};

struct tui_input {
    int key;
    int row, column; /* of TUI_CLICK */
};

/* Waits for a key; at most so many milliseconds, or without a limit if wait_ms is negative.  Ctrl-Z
   is handled here: the caller gets TUI_RESIZE afterwards. */
struct tui_input keys_read(int wait_ms);

/* The direction of an arrow key or of h, j, k, l: TUI_LEFT, ...; other keys unchanged. */
int keys_direction(int key);

#endif
