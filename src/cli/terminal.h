/* SPDX-License-Identifier: MIT */
/* terminal.h - the person at the other end: how to draw for them, lines they type.

   What is drawn follows --color over NO_COLOR over whether standard output is a
   terminal, and --ascii over the locale.  Reading works the same from a terminal, a
   pipe and a file; what comes from no terminal is echoed, so that the output of a
   piped game reads like the screen of a typed one. */
#ifndef CLI_TERMINAL_H
#define CLI_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>
#include "core/text.h"

struct terminal {
    lus_look look;    /* for every board; `last` is set by the caller */
    bool typed;       /* standard input is a terminal: a person types */
    bool interactive; /* `typed`, and standard output is a terminal too */
};

/* `when` is NULL, "auto", "always" or "never"; returns an exit code, 0 if fine. */
int terminal_open(struct terminal *t, const char *when, bool ascii);
/* Columns one may fill: the window's (80 in a pipe), at most 100. */
int terminal_columns(void);
int terminal_columns_of(int fd); /* of standard error, say */
int terminal_rows(void);
int terminal_rows_of(int fd);
/* The width of a column of side names: the longest name, at least 6. */
int side_columns(const lus_rules *r);

/* What follows on standard output is of this ink, if there is colour. */
void ink_print(const struct terminal *t, enum ink ink);

/* Many signs of the boards are one or two columns wide as the terminal likes: behind
   each, the next one is put where it belongs, so that columns stay columns. */
void board_print(const struct terminal *t, const char *board);

/* A line of words, broken where the window ends. */
void print_wrapped(const char *text);
void print_indented(const char *text, int indent); /* every line that much to the right */

enum line_state {
    LINE_READ,
    LINE_LONG,       /* more than fits; it was read to its end and dropped */
    LINE_END,        /* end of input */
    LINE_INTERRUPTED /* Ctrl-C */
};
enum { MAX_LINE = 512 };

/* Shows the prompt and reads one line without its newline and outer blanks. */
enum line_state line_ask(const struct terminal *t, const char *prompt,
                         char line[MAX_LINE]);
/* Ctrl-C from now on ends a line instead of the program; a second one ends it. */
void interrupt_catch(void);
bool interrupt_seen(void);
_Atomic bool *interrupt_flag(void); /* for searches, which poll it */

/* Prints lines (NULL at the end); in an interactive terminal one screen at a time. */
void page_print(const struct terminal *t, const char *const *lines);

#endif
