/* SPDX-License-Identifier: MIT */
/* cli.h - what all commands share: the table of commands, options and messages.

   From the command line to the answer:

       main.c        finds the row of commands[] and calls its `run`
       options.c     options_read: options into variables, the other words into an array
       cmd_*.c       one file per command, or per group of small commands: checks the
                     values, opens tables or the store, calls a lower module
       src/terminal  prints the answer as text, and every message; src/report writes JSON,
                     HTML and CSV

   A command returns an exit code (terminal/output.h): 0 success, 1 failure, 2 wrong usage,
   130 interrupted.  A function below that can fail has printed its message before it
   returns, so its caller only passes the exit code on. */
#ifndef CLI_CLI_H
#define CLI_CLI_H

#include <stdbool.h>
#include "cli/options.h"
#include "terminal/output.h"
#include "lusoria.h"
#include "solve/table.h"

/* A command: a row of commands[] in main.c.  `args`, `help` and `examples` (lines, the most
   common use first) are printed by --help.  `run` gets argv from the name of the command on
   and returns an exit code. */
struct command {
    const char *name, *args, *help;
    int (*run)(const struct command *self, int argc, char **argv);
    const char *examples;
};

/* ---- options.c: commands about one position ---- */

/* Reads the options and GAME[:RULES] [POSITION | LINK], or a link alone.  Without a position
   it is the start position.  Sets *g, which the caller frees, and *throw, LUS_ANY_THROW
   before the throw.  If *g is NULL, --help was given or an error was printed, and the
   command returns the exit code. */
int position_args(const struct command *self, const struct option *options, int argc,
                  char **argv, lus_game **g, int *throw);
/* The characters and colours of a command that prints text only. */
struct look_options {
    bool ascii;
    const char *color;
};
/* Rows of an option table that set the members `ascii` and `color` of a struct. */
/* clang-format off */
#define LOOK_OPTIONS(o)                                                                  \
    {"ascii", 0, OPTION_FLAG, &(o)->ascii, 0, 0, NULL, "ASCII characters only"},         \
    {"color", 0, OPTION_TEXT, &(o)->color, 0, 0, "WHEN", "auto, always or never"}
/* The row of --db, which sets a const char *. */
#define DB_OPTION(path)                                                                  \
    {"db", 0, OPTION_TEXT, path, 0, 0, "FILE", "use this store, not the default"}
/* clang-format on */
/* The form of the answer.  ANSWER_OPTIONS makes the rows of an option table that set it;
   `schema` is the name of the JSON schema, printed by --help. */
struct answer_options {
    bool json, ascii;
    const char *color;
};
/* clang-format off */
#define ANSWER_OPTIONS(o, schema)                                                        \
    {"json", 0, OPTION_FLAG, &(o)->json, 0, 0, NULL, schema}, LOOK_OPTIONS(o)
/* clang-format on */
/* If --json is among the arguments, errors are printed as JSON from now on.  To be called
   before the options are read, so that their errors are JSON, too. */
void json_if_asked(int argc, char **argv);

/* ---- options.c: the tables of perfect play that a command uses ---- */

/* TABLE_OPTIONS makes the rows of an option table that set it. */
struct table_options {
    const char *folder; /* NULL: the default folder */
    bool none;
};
/* clang-format off */
#define TABLE_OPTIONS(o)                                                                 \
    {"table-dir", 0, OPTION_TEXT, &(o)->folder, 0, 0, "DIR", "folder of the tables"},    \
    {"no-tables", 0, OPTION_FLAG, &(o)->none, 0, 0, NULL, "do not use tables"}
/* clang-format on */

/* Opens the tables, to be closed with tablebase_close; *tables is NULL if there are none.
   False: the folder given by the user does not exist, and a message was printed. */
bool tablebase_open(const struct table_options *o, struct tables **tables);
/* Prints a warning for each file of the folder that looks like a table but cannot be used,
   with the reason.  `tables` may be NULL. */
void tablebase_warn(const struct tables *tables);
/* The value of --pieces or --stones, whichever the game uses; 0: not given; negative: the
   other option was given, and a message was printed. */
int size_asked(const struct solver *s, int pieces, int stones);
/* Closes the tables and prints which turned out to be damaged while they were probed.
   `tables` may be NULL. */
void tablebase_close(struct tables *tables);

/* ---- the commands ---- */

/* line_menu.c: lusoria without a command, on a terminal: on the full screen unless `line`.
   Returns an exit code. */
int menu_run(bool line);

typedef int command_fn(const struct command *self, int argc, char **argv);
command_fn cmd_agent, cmd_analyse, cmd_apply, cmd_bench, cmd_call, cmd_dice, cmd_serve,
    cmd_engine, cmd_games, cmd_match, cmd_moves, cmd_perft, cmd_play, cmd_puzzle,
    cmd_record, cmd_review, cmd_rollout, cmd_rules, cmd_ratings, cmd_solve, cmd_table,
    cmd_book, cmd_tournament, cmd_train, cmd_practice, cmd_replay, cmd_stats, cmd_plot,
    cmd_lesson;

#endif
