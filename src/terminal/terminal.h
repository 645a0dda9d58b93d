/* SPDX-License-Identifier: MIT */
/* terminal.h - what the terminal can show, printing to it, and reading typed lines.

   Colours: --color decides, then NO_COLOR, then whether standard output is a terminal.
   Unicode: --ascii decides, then the locale.  Input that does not come from a terminal is
   echoed, so that the output of a piped game reads like the screen of a typed one. */
#ifndef TERMINAL_H
#define TERMINAL_H

#include <stdbool.h>
#include <stddef.h>
#include "core/text.h"
#include "os/console.h"
#include "os/signals.h"

struct terminal {
    lus_look look;    /* for every board; `last` is set by the caller */
    bool typed;       /* standard input is a terminal: a person types */
    bool interactive; /* `typed`, and standard output is a terminal too */
};

/* Finds out what the terminal can show and sets the locale.  `when` is the value of --color:
   NULL, "auto", "always" or "never".  Returns 0, or EXIT_USAGE after a message. */
int terminal_open(struct terminal *t, const char *when, bool ascii);
/* Columns one may fill: the window's (80 in a pipe), at most 100. */
int terminal_columns(void);
int terminal_columns_of(enum console_stream s); /* of another stream */
/* Rows of the window; 24 in a pipe. */
int terminal_rows(void);
/* The width of a column of side names: the longest name, at least 6. */
int side_columns(const lus_rules *r);

/* Sets the colour of the text that follows on standard output, if colours are used. */
void ink_print(const struct terminal *t, enum ink ink);

/* Prints a board.  Terminals disagree whether some of its symbols are one or two columns
   wide: the cursor is set after each of them, so that columns stay aligned. */
void board_print(const struct terminal *t, const char *board);

/* Prints a text, broken into lines that fit the window. */
void print_wrapped(const char *text);
void print_indented(const char *text, int indent); /* every line indented */

enum line_state {
    LINE_READ,
    LINE_LONG,        /* more than fits; it was read to its end and dropped */
    LINE_END,         /* end of input */
    LINE_INTERRUPTED, /* Ctrl-C */
    LINE_TIMEOUT      /* the deadline of line_set_deadline has passed */
};
enum { MAX_LINE = 512 };

/* Prints the prompt and reads one line, without its line feed and outer blanks.  `line` is
   valid after LINE_READ and empty after LINE_LONG. */
enum line_state line_ask(const struct terminal *t, const char *prompt,
                         char line[MAX_LINE]);

/* From now on line_ask waits until this time (of clock_ms) at the latest; 0: without a
   limit. */
void line_set_deadline(double at_ms);

/* Prints lines (NULL at the end); in an interactive terminal one screen at a time. */
void page_print(const struct terminal *t, const char *const *lines);

#endif
