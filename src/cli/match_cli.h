/* SPDX-License-Identifier: MIT */
/* match_cli.h - what the commands for agents, matches and stored games share: options of
   agents, opening the store, progress on the terminal. */
#ifndef CLI_MATCH_CLI_H
#define CLI_MATCH_CLI_H

#include "tournament/tournament.h"
#include "cli/cli.h"
#include "terminal/output.h"

/* ---- options of matches and tournaments ---- */

/* Rows of a table of options. */
/* clang-format off */
#define GAMES_OPTIONS(seed, jobs, opening)                                               \
    {"seed", 's', OPTION_SEED, seed, 0, 0, "S", "repeats all random choices"},           \
    {"jobs", 'j', OPTION_INT, jobs, 1, 256, "J",                                         \
     "threads; the result is the same for any J"},                                       \
    {"opening", 0, OPTION_TEXT, &(opening)->plies, 0, 0, "N[-M]",                        \
     "random plies at the start (4 without dice)"},                                      \
    {"balanced", 0, OPTION_INT, &(opening)->balance, 1, BALANCE_MOST, "N",               \
     "only openings within N % of even (Awari: N stones)"}
#define CLOCK_OPTION(text)                                                               \
    {"clock", 0, OPTION_TEXT, text, 0, 0, "MIN+SEC",                                     \
     "minutes each and seconds more per move, as in 5+3"}
/* clang-format on */

/* ---- options of exec players ---- */

/* The options of exec players.  AGENT_DEFAULTS initialises them, AGENT_OPTIONS makes the rows
   of an option table that set them; --time, where a command has it, sets limits.move_ms. */
struct agent_options {
    struct agent_limits limits;
    const char *log_dir; /* NULL: no log */
};
/* clang-format off */
#define AGENT_DEFAULTS                                                                   \
    {.limits = {.handshake_ms = AGENT_HANDSHAKE_MS,                                      \
                .move_ms = AGENT_MOVE_MS,                                                \
                .memory_mb = AGENT_MEMORY_MB}}
#define AGENT_OPTIONS(o)                                                                 \
    {"handshake", 0, OPTION_INT, &(o)->limits.handshake_ms, 1, 3600000, "MS",            \
     "time until an exec player's first ready (10000)"},                                 \
    {"agent-memory", 0, OPTION_INT, &(o)->limits.memory_mb, 0, 1 << 20, "MB",            \
     "memory of each of its processes, 0: no limit (2048)"},                             \
    {"agent-log", 0, OPTION_TEXT, &(o)->log_dir, 0, 0, "DIR",                            \
     "append its dialogues to files in DIR"},                                            \
    {"wrap", 0, OPTION_TEXT, &(o)->limits.wrap, 0, 0, "COMMAND",                         \
     "run the bot inside this sandbox command"}
/* clang-format on */

/* --opening and --balanced as given; NULL and 0: not given. */
struct opening_options {
    const char *plies;
    int balance;
};
/* Copies what was given into *rule.  False: a message was printed, also if openings of a game
   with dice are to be balanced. */
bool read_opening(const struct opening_options *o, const lus_rules *r,
                  struct opening_rule *rule);
/* Reads the value of --clock; NULL: *c stays as it is.  False: a message was printed. */
bool read_clock(const char *text, struct time_control *c);
/* Checks --wrap, whose quotes must be balanced.  False: they are not, and a message was
   printed. */
bool agent_options_check(const struct agent_options *o);
/* Applies the options to a player; built-in players ignore them.  `log_name` is the name of
   its log file ("first").  The time per move is not changed.  False: an option is invalid,
   and a message was printed. */
bool agent_options_apply(const struct agent_options *o, const char *log_name,
                         struct player_spec *player);
/* Prints that the --agent-log directory cannot be written; an exit code. */
int agent_log_failed(const char *dir);

/* ---- the store ---- */

/* Opens the store at `path`, NULL: the default one, whose folder is created for writing.
   The caller closes it with store_close.  NULL: a message was printed. */
struct store *store_open_cli(const char *path, enum store_mode mode);
/* Prints why a function that uses the store failed: for LUS_EFILE and LUS_ESTATE the message
   of the store, otherwise the text of the error.  Returns EXIT_FAILED. */
int store_failed(const struct store *s, int status);

/* ---- results ---- */

/* Writes the table to the file `csv`, unless it is NULL, then prints the text; frees both.
   Returns an exit code: if the file cannot be written, the text is not printed. */
int print_with_table(struct buffer *text, struct buffer *table, const char *csv);

/* ---- running a match ---- */

/* On a terminal, lines on standard error that are redrawn in place; otherwise one line
   every ten seconds. */
struct match_display {
    bool terminal;
    int drawn;           /* number of lines on the screen */
    int number, matches; /* which match of how many; 0: there is only one */
    const struct tournament *tournament; /* its table is drawn above; NULL: none */
};

/* A display of standard error with nothing drawn; needs no closing except
   match_display_clear. */
struct match_display match_display_open(void);
/* Removes what was drawn from the screen. */
void match_display_clear(struct match_display *d);
/* Lets other processes help to play all matches of this program: lusoria-mpi calls it once,
   before the first match.  NULL: none.  The helpers must stay valid. */
void match_cli_use(const struct match_helpers *h);
/* The default of --jobs: the cores that this process may use; 1 with helpers, because the
   processes of one machine share its cores. */
int match_default_jobs(void);
/* Plays a match with progress on the display.  Ctrl-C ends it: the games so far are its
   result.  Prints a message if it failed; an exit code. */
int match_run_cli(const struct match *m, struct store *store, struct match_display *d,
                  struct match_result *result);
/* The exit code after a match: if it was interrupted, prints so and how to continue. */
int match_exit_code(int status, bool stored);
/* Sets a random seed of 53 bits from the system.  Prints a message if it failed; an exit
   code. */
int random_seed(uint64_t *seed);

#endif
