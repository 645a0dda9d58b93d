/* SPDX-License-Identifier: MIT */
/* cli.h - what the sub-commands share: the table of commands, options, messages.

   Results go to standard output, messages to standard error as "lusoria: ...".
   Exit codes: 0 done, 1 failed, 2 wrong usage, 130 interrupted. */
#ifndef CLI_CLI_H
#define CLI_CLI_H

#include <stdbool.h>
#include "lusoria.h"
#include "solve/table.h"

enum { EXIT_DONE = 0, EXIT_FAILED = 1, EXIT_USAGE = 2, EXIT_INTERRUPTED = 130 };

/* One sub-command: a row in commands[] of main.c. */
struct command {
    const char *name, *args, *what;
    int (*run)(const struct command *self, int argc, char **argv);
};

/* ---- options: a table a command, read by one loop ---- */

enum option_kind {
    OPTION_FLAG,
    OPTION_INT,
    OPTION_TEXT,
    OPTION_OPTIONAL_TEXT, /* a text that may be left out: then it is "" */
    OPTION_SECRET,        /* a text of up to max - 1 bytes, copied into a char [max] */
    OPTION_SEED /* a number of up to 53 bits, as JSON can tell it: struct seed */
};

/* Secrets and seeds are wiped from the arguments, which other programs of the user can
   read, as soon as they are known. */
struct seed {
    bool given;
    uint64_t value;
};

struct option {
    const char *name; /* "depth" for --depth */
    char letter;      /* 'd' for -d; 0: none */
    enum option_kind kind;
    void *into; /* bool *, int *, const char **, char * or struct seed * */
    int min, max;
    const char *value, *help; /* "N", "plies to look ahead" */
};

/* Reads argv[1..]; the rest goes to `words`, at least `least` and at most `most` of
   them.  Returns their number; on --help prints it and returns -1 - EXIT_DONE, on
   wrong usage says so and returns -1 - EXIT_USAGE.  Options end with a name NULL. */
int options_read(const struct command *c, const struct option *options, int argc,
                 char **argv, const char **words, int least, int most);

/* ---- messages ---- */

#if defined(__GNUC__)
#define PRINTF_LIKE(a, b) __attribute__((format(printf, a, b)))
#else
#define PRINTF_LIKE(a, b)
#endif

/* "lusoria: ..." on standard error; both return the exit code. */
int print_failure(const char *format, ...) PRINTF_LIKE(1, 2);
int print_usage_error(const char *format, ...) PRINTF_LIKE(1, 2);
int print_error_code(int code); /* of the library: LUS_E... */
/* From now on errors are lusoria.error/1 on standard output (report/analysis.h). */
void print_errors_as_json(void);
/* The fault in a text, with the text and a caret under the byte at fault. */
int print_fault(const char *what, const char *text, const lus_fault *fault);
/* Finds the rule set or says which there are and returns NULL. */
const lus_rules *find_rules(const char *name);
/* Reads a position or says what is wrong and returns false. */
bool read_position(const lus_rules *r, const char *text, lus_pos *p, int *throw);

/* ---- asked.c: commands that look at one position ---- */

/* The game of GAME[:RULES] [POSITION | LINK] or of a link alone, to be freed, and the
   throw made; NULL if something was wrong, which is said, or --help was wanted: then the
   command ends with the exit code. */
int game_asked(const struct command *self, const struct option *options, int argc,
               char **argv, lus_game **g, int *throw);
/* How it wants to be answered. */
struct answer_wish {
    bool json, ascii;
    const char *color;
};
#define ANSWER_OPTIONS(w, schema)                                                        \
    {"json", 0, OPTION_FLAG, &(w)->json, 0, 0, NULL, schema},                            \
        {"ascii", 0, OPTION_FLAG, &(w)->ascii, 0, 0, NULL, "no signs beyond ASCII"},     \
    {                                                                                    \
        "color", 0, OPTION_TEXT, &(w)->color, 0, 0, "WHEN", "auto, always or never"      \
    }
/* Before the options are read: errors in them are in JSON too if --json is there. */
void json_wanted(int argc, char **argv);

/* ---- tablebase.c: the tables of perfect play that a command uses ---- */

struct table_options {
    const char *folder; /* NULL: the default folder */
    bool none;
};
#define TABLE_OPTIONS(w)                                                                 \
    {"table-dir", 0, OPTION_TEXT, &(w)->folder, 0, 0, "DIR", "folder of the tables"},    \
    {                                                                                    \
        "no-tables", 0, OPTION_FLAG, &(w)->none, 0, 0, NULL, "do not use tables"         \
    }

/* Opens the tables, to be closed with tablebase_close; *tables is NULL if there are none.
   False: the folder given by the user does not exist, and a message was printed. */
bool tablebase_open(const struct table_options *w, struct tables **tables);
/* Prints which files of the folder are not tables. */
void tablebase_warn(const struct tables *tables);
/* The value of --pieces or --stones, whichever the game uses; 0: not given; negative: the
   other option was given, and a message was printed. */
int size_asked(const struct solver *s, int pieces, int stones);
/* Closes the tables and prints which turned out to be damaged. */
void tablebase_close(struct tables *tables);

/* ---- the commands ---- */

int menu_run(void); /* no command, on a terminal */

typedef int command_fn(const struct command *self, int argc, char **argv);
command_fn cmd_agent, cmd_analyse, cmd_apply, cmd_bench, cmd_dice, cmd_engine, cmd_games,
    cmd_match, cmd_moves, cmd_perft, cmd_play, cmd_record, cmd_review, cmd_rollout,
    cmd_rules, cmd_ratings, cmd_solve, cmd_table, cmd_tournament, cmd_train;

#endif
