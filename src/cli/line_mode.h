/* SPDX-License-Identifier: MIT */
/* line_mode.h - a game in line mode: printed line by line, answered by typed lines.

       cmd_play.c, line_menu.c   struct line_options: which game, who plays, which dice
       line_game.c               opens a game, its turns (play/play.h), its end
       line_prompt.c             a person's turn: moves, throws, the tutor
       line_commands.c           commands: hints, undo, save, ...
       line_screen.c             everything a game prints
       line_saves.c              the record and the seed on disk
       line_resume.c             finds a saved game and reads it

   The game itself is play/play.h, which knows no terminal.  All functions run on the main
   thread; Ctrl-C sets a flag (os/signals.h) that searches and prompts poll.  In a game with
   clocks every question ends when the time of the person is over (line_set_deadline), and
   play_turn then ends the game.  The calls of one turn of a person and one of a program:

       play_turn --> prompt_throw    with --dice ask: the throw is typed
                 --> prompt_move     screen_turn, then lines until a move was played
                 --> prompt_confirm  if the tutor is on and the move loses too much
                 --> save_write      the record with the move
       play_turn --> screen_thinking
                 --> screen_move     the move that was found
                 --> save_write */
#ifndef CLI_LINE_MODE_H
#define CLI_LINE_MODE_H

#include <limits.h>
#include "cli/cli.h"
#include "terminal/terminal.h"
#include "os/files.h"
#include "play/play.h"
#include "text/sanitise.h"
#include "tui/tui.h"

/* ---- what is played ---- */

/* Everything that was chosen by options, by the menu or by a resumed record. */
struct line_options {
    struct play_options play;
    struct terminal terminal;
    struct table_options tables;
    struct time_control clock; /* of new games (--clock); a resumed game has its own */
    const char *seed;          /* NULL: from the operating system */
    const char *dice;          /* NULL or "fair", "ask", or a file of throws */
    struct record *begin;      /* taken over by the first game; NULL: a new game */
    const char *file; /* where the record is stored; NULL: a file in the state folder */
    /* A resumed game: its file and seed, and all games of the file, which are saved with
       it.  games[resumed_game] is NULL: that record is `begin`. */
    char resume_path[PATH_MAX], resume_seed[DICE_TEXT + 1];
    struct record **games; /* NULL: none */
    int n_games, resumed_game;
    struct file_lock lock; /* of the file of the record */
    bool locked;
    struct tui *screen;    /* the full screen while it is open; NULL: line mode */
    bool full;             /* the session began on the full screen */
    struct tables *opened; /* the tablebases of the session; NULL: none, or not yet */
    int pace_ms; /* pause after a move of a program on a terminal; negative: the default */
    bool verbose;   /* -v: print the search of every move of a program */
    bool setup;     /* the command "setup" begins a new game at play.start */
    bool from_menu; /* started by line_menu.c: "Play again?" is always asked */
    /* The seed of the first game of a session and the number of this game, from 1: see
       next_seed in line_game.c. */
    const char *first_seed;
    int game_number;
};

/* ---- line_game.c ---- */

/* The files of one game. */
struct save_file {
    char path[PATH_MAX];      /* the record; "" if there is no folder for it */
    char seed_path[PATH_MAX]; /* "" if there is no folder for it */
    bool failed;              /* the last save failed, which was reported */
    double written_ms;        /* time of the last save; 0: none */
    bool pending;             /* the last save was put off: see save_flush */
    bool created;             /* by this game, and nothing was written to it yet */
};

/* A game in line mode; the context of all callbacks of struct play_events. */
struct line_game {
    struct line_options *options;
    const struct terminal *terminal; /* that of the options */
    struct play play;
    struct save_file save;
    /* What was printed about tablebases: see print_tablebase in line_screen.c. */
    enum { TABLEBASE_UNUSED, TABLEBASE_USED, TABLEBASE_LEFT } tablebase;
};

/* Plays, and in a terminal asks whether to play again.  `begin` of the options is taken
   over.  Returns an exit code. */
int line_play(struct line_options *o);
/* Reads a player ("human", "ai:3", ...) or reports what is wrong and returns false. */
bool line_read_player(const struct line_options *o, const char *text,
                      struct player_spec *spec);

/* Exchanges the players; false: one of them is an external program, which was started for its
   side.  Gives the opponent of the person a level ("hard", "ai:hard", "4"); false: it is not a
   level of the program, or a fault of the text was reported.  play_change_players is called
   afterwards. */
bool line_swap_players(struct line_options *o);
bool line_set_level(struct line_options *o, const char *level);

/* ---- full_screen.c ---- */

/* Opens the full screen if the terminal can show it; false: line mode. */
bool full_screen_open(struct line_options *o);
/* Asks on the open screen what to play, an unfinished game first if `resumes`, and sets the
   options.  Returns 0; FULL_SCREEN_OVER: the user leaves; or an exit code after a failure
   that was reported.  Unless it returns 0, the screen is closed. */
enum { FULL_SCREEN_OVER = -1 };
int full_screen_ask(struct line_options *o, bool resumes);
/* Sets the options to what the user wants after a game; returns as full_screen_ask, but the
   screen may stay open. */
int full_screen_next(struct line_options *o);
/* The first lesson of a rule set on the open screen, and the game that may follow.  Returns
   an exit code. */
int full_screen_lesson(struct line_options *o, const lus_rules *r);
/* Gives the terminal back; also if there is no full screen. */
void full_screen_close(struct line_options *o);

/* ---- line_menu.c ---- */

/* Asks which game and which rule set; NULL: the user left the menu. */
const lus_rules *menu_ask_rules(const struct terminal *t);
/* Asks for one of at most 32 choices, each with a name and a help text.  Returns its index;
   -1: the user left the menu. */
int menu_choose(const struct terminal *t, const char *title, const char *const *name,
                const char *const *help, int n);

/* ---- cmd_review.c ---- */

/* Prints a review of the game that was finished last.  Returns an exit code. */
int review_last_game(const struct terminal *t, const struct tables *tables);

/* ---- cmd_lesson.c ---- */

/* The first lesson of a rule set in line mode.  Returns an exit code. */
int lesson_run(const struct terminal *t, const lus_rules *r);

/* ---- line_prompt.c: callbacks of play_events; arg is the struct line_game ---- */

/* prompt_throw asks for a throw ("What did Light throw?") and sets *value; prompt_move asks
   for a move until one was played; prompt_confirm shows the tutor's warning about move i of
   the analysis.  They return PLAY_ON (done), PLAY_AGAIN (the turn starts again), PLAY_QUIT
   or PLAY_INTERRUPTED. */

enum play_step prompt_throw(void *arg, struct play *p, const char *who, int *value);
enum play_step prompt_move(void *arg, struct play *p);
enum play_step prompt_confirm(void *arg, struct play *p, const struct analysis *a, int i);
/* Whether a line asks to leave: quit, q or exit, in any case. */
bool prompt_is_quit(const char *line);
/* Asks until the answer is yes or no; the end of the input means no. */
bool prompt_yes(const struct terminal *t, const char *question);
/* "Play again? (yes/no/review)": what follows after a game. */
enum prompt_next { NEXT_NONE, NEXT_AGAIN, NEXT_REVIEW };
enum prompt_next prompt_next(const struct terminal *t);

/* ---- line_commands.c ---- */

enum { MAX_COMMANDS = 24 }; /* room for their names in an array */

/* A command of the prompt; `rest` is the text behind its name.  `letter` is its short form,
   0 if it has none. */
struct prompt_command {
    char letter;
    const char *name, *args, *help;
    enum play_step (*run)(struct line_game *g, const char *rest);
};

/* The command a line begins with, or NULL; *rest is the text behind its name.  `letters` says
   whether short forms count. */
const struct prompt_command *command_find(const char *line, bool letters,
                                          const char **rest);
/* Command i of the list, from 0; NULL: there are no more. */
const struct prompt_command *command_at(int i);
/* Takes the last decision back; false: there is none. */
bool command_undo(struct line_game *g);

/* ---- line_screen.c: prints to standard output ---- */

/* Before the first turn: title, players, fingerprint of the dice. */
void screen_opening(const struct line_game *g);
/* The board with the last move marked. */
void screen_board(const struct line_game *g);
void screen_turn(const struct line_game *g);  /* a person's: board, throw, moves */
void screen_moves(const struct line_game *g); /* the numbered list of the legal moves */
/* Writes " 1) 4-6 capture" for legal move i and returns its length. */
enum { MAX_ENTRY = 2 * LUS_MAX_TEXT };
int screen_entry(const struct line_game *g, int i, char out[MAX_ENTRY]);
/* Writes "Light> ", with the move that Enter plays if `enter` is not NULL. */
enum { MAX_PROMPT = 64 + GAME_CLOCK_TEXT + LUS_MAX_TEXT };
void screen_prompt(const struct line_game *g, const char *enter, char prompt[MAX_PROMPT]);
/* The last board, the winner, the reason and the seed of the dice. */
void screen_end(const struct line_game *g);
/* Callbacks of play_events: a throw of the roll-off (B1), a move of a program or a turn
   without a move (c NULL), an error of an exec player. */
void screen_rolloff(void *arg, const struct play *p, int player);
void screen_move(void *arg, const struct play *p, lus_move m,
                 const struct player_choice *c);
void screen_thinking(void *arg, const struct play *p);
void screen_fault(void *arg, const struct play *p, int player);

/* ---- line_saves.c ---- */

/* Chooses the file of the record and locks it.  If there is no folder to save in, reports
   it and the game is played unsaved.  Returns an exit code, not 0 only for a file the user
   named. */
int save_open(struct line_game *g);
/* Writes the record and, while the game is not over, its seed; callback of play_events.
   A game of two programs is written at most once in a second. */
void save_write(void *arg, const struct play *p);
/* Writes what save_write has put off. */
void save_flush(struct line_game *g);
/* Removes the record, and its seed, if this game created it and could never write it. */
void save_close(struct line_game *g);
/* Prints where the record is and what can be done with it. */
void save_print(const struct line_game *g);
/* Writes a copy of the record elsewhere, or prints what is wrong and returns false. */
bool save_copy(const struct line_game *g, const char *path);
/* Locks an existing file until save_unlock, so that two processes do not overwrite each
   other's moves.  False: another process has it, which was reported. */
bool save_lock(struct line_options *o, const char *path);
/* Releases the lock, if there is one. */
void save_unlock(struct line_options *o);
/* Writes the path of the folder of saved games; false if there is none. */
bool save_folder(char path[PATH_MAX]);
/* Writes the path of the stored seed of a dice commitment; false if there is none. */
bool save_seed_path(char path[PATH_MAX], const char *commitment);

/* ---- line_resume.c ---- */

/* An entry of the list from which the user chooses. */
struct unfinished_game {
    char path[PATH_MAX], rules[64];
    char text[SANITISED_BYTES]; /* "ply 23, Ada - ai:medium, 2026-11-16" */
};

/* Lists the unfinished games of the state folder in which something was played, the newest
   first.  Returns their number, at most `most`. */
int resume_list(struct unfinished_game *list, int most);
/* The game that was finished last: of a person in the default store, or any game of the state
   folder.  For the caller to free; NULL: none. */
struct record *last_finished_game(void);
/* Sets the options to resume the last unfinished game of a file (NULL: the newest game of
   resume_list; on a terminal the user chooses if there are several), which is locked.
   Returns an exit code; what is wrong was reported.  Call resume_free in either case. */
int resume_options(struct line_options *o, const char *path);
/* Frees the other games of the file and releases its lock. */
void resume_free(struct line_options *o);

#endif
