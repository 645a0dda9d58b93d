/* SPDX-License-Identifier: MIT */
/* play.h - a game being played in the terminal, and the parts it is made of.

       cmd_play.c, menu.c      a struct setup: which game, who plays, which dice
       play.c                  opens the game, the loop of turns, the end
       throws.c                where the throw of a turn comes from
       players.c               who decides: a person, a player of the program, another
   program prompt.c                the person: moves and commands, a table show.c
   everything a game puts on the screen saves.c                 the record and the seed on
   disk

   Throw k belongs to turn k, counted over the roll-off and the plies, so undo and
   --resume find the same sticks again. */
#ifndef CLI_PLAY_H
#define CLI_PLAY_H

#include <limits.h>
#include <stdbool.h>
#include "arena/player.h"
#include "cli/cli.h"
#include "cli/terminal.h"
#include "core/dice.h"
#include "record/record.h"

/* ---- who plays ---- */

enum { DEFAULT_DEPTH = 6, DEFAULT_TIME_MS = 10000 };

/* ---- the setup ---- */

struct setup {
    const lus_rules *rules;
    struct player_spec player[2];
    struct search_limits limits; /* of an ai that names none, and of hints */
    struct table_options tables;
    const char *seed;     /* NULL: from the operating system */
    const char *dice;     /* NULL or "fair", "ask", or a file of throws */
    struct record *begin; /* taken over by the first game; NULL: a new one */
    bool placed;          /* games begin at `start`, `first_throw` made */
    lus_pos start;
    int first_throw;
    const char *file; /* where the record lives; NULL: the state folder */
    bool resumed;     /* `begin` was read from `file` */
    char resume_path[PATH_MAX], resume_seed[DICE_TEXT + 1];
    bool verbose, from_menu;
    int tutor; /* 1 + hundredths of a percent, or of a stone, a move may lose; 0: none */
    const char *first_seed; /* what "play again" makes further seeds of, with the */
    int game_number;        /* number of the game in a row, from 1 */
    struct terminal terminal;
};

/* ---- throws.c ---- */

enum throws_kind { THROWS_NONE, THROWS_FAIR, THROWS_ASKED, THROWS_LISTED };

struct throws {
    enum throws_kind kind;
    struct dice dice;
    int8_t *list; /* typed or read, from throw 0 */
    int n, cap;
};

/* ---- saves.c ---- */

struct save {
    char path[PATH_MAX], seed_path[PATH_MAX];
    bool failed; /* said once; nothing is written any more */
};

/* ---- the game ---- */

struct play {
    struct setup *setup;
    struct terminal terminal;
    struct record *record;
    lus_game *game; /* the record's */
    const lus_rules *rules;
    struct throws throws;
    struct save save;
    /* This turn: */
    int throw, faces;
    lus_move moves[LUS_MAX_MOVES];
    int n_moves;
    enum { PERFECT_UNSAID, PERFECT_SAID, PERFECT_BROKEN } perfect; /* see show_perfect */
    struct player player[2]; /* the players that are not people, open */
    bool alone;              /* they have ended */
};

/* What a turn leads to. */
enum step {
    STEP_ON,
    STEP_AGAIN, /* nothing was played: the turn begins anew, or the prompt asks again */
    STEP_QUIT,  /* quit, or the end of the input or of a file of throws */
    STEP_INTERRUPTED,
    STEP_FAILED
};

/* Plays, and where somebody sees it asks whether to play again; an exit code. */
int play_session(struct setup *setup);
/* Plays the move of this turn and saves. */
enum step play_move(struct play *p, lus_move m);
enum step play_resign(struct play *p);
/* Takes back to the last decision of a person; false if there is none. */
bool play_undo(struct play *p);
bool play_human(const struct play *p, int side);
/* By its rules, or decided by a fault of another program. */
bool play_over(const struct play *p);
/* Another program plays, which could read the files of its user: no secret is written. */
bool play_watched(const struct play *p);

int throws_open(struct throws *t, const struct setup *s);
void throws_close(struct throws *t);
/* The throw of the turn at hand, into p->throw and p->faces; `who` is asked for it. */
enum step throws_next(struct play *p, const char *who);

/* "human" or what arena/player.h reads as typed, plain "ai" with the limits of the setup; on
   anything else says so and returns false. */
bool player_read(const struct setup *s, const char *text, struct player_spec *p);
bool player_is_plain(const struct player_spec *p); /* "ai" and nothing else */

/* Chooses a move of the player (0, 1) at the turn. */
int players_choose(struct play *p, int player, struct player_choice *c);
/* Opens the players that are not people, and closes them. */
int players_open(struct play *p);
void players_close(struct play *p);

enum step prompt_turn(struct play *p);

void show_opening(const struct play *p);
void show_rolloff(const struct play *p, int player);
void show_board(const struct play *p);
void show_turn(const struct play *p);  /* a person's: board, throw, moves */
void show_moves(const struct play *p); /* the numbered list */
enum { MAX_ENTRY = 2 * LUS_MAX_TEXT };
int show_entry(const struct play *p, int i, char out[MAX_ENTRY]); /* " 1) 4-6 capture" */
void show_ply(const struct play *p, lus_move m); /* one line: who, throw, move */
/* Once: tables decide from here on; and that they do not any more, because a block is
   damaged or a table holds the beginning of the game alone. */
void show_perfect(struct play *p, const struct player_spec *who,
                  const struct search_report *report);
void show_choice(const struct play *p,
                 const struct player_choice *c); /* what it thought */
void show_end(const struct play *p);
enum { MAX_PROMPT = 64 + LUS_MAX_TEXT };
/* "Light> ", with what Enter plays if it plays something. */
void show_prompt(const struct play *p, const char *enter, char prompt[MAX_PROMPT]);
void show_name(const struct play *p, int side, char name[64]); /* "Light (you)" */

/* ---- tutor.c: what the program thinks of a person's moves ---- */

void tutor_hint(const struct play *p);
/* Plays the move; if it loses more than setup->tutor, only once the player insists. */
enum step tutor_move(struct play *p, lus_move m);
/* "5", "2.5" or "2.5%" as setup->tutor; 0 for anything else. */
int tutor_threshold(const char *text);

/* ---- saves on disk ---- */

/* Picks the file and makes its folder; without one says so once and the game goes on
   unsaved.  Fails only for a file somebody named. */
int save_open(struct save *save, const struct setup *s);
/* The record and, while the game goes on, its seed; each file whole or not at all. */
void save_write(struct save *save, const struct play *p);
/* Where the record is, and what can be done with it. */
void save_tell(const struct save *save, const struct play *p);
/* A copy of both in another place; says what went wrong. */
bool save_copy(const struct play *p, const char *path);
bool save_folder(char path[PATH_MAX]);
bool save_seed_path(char path[PATH_MAX], const char *record);

/* resume.c: the newest unfinished game of the state folder. */
bool save_newest(char path[PATH_MAX]);
/* Goes on with the last game of a file (NULL: the newest); an exit code. */
int resume_setup(struct setup *s, const char *path);

#endif
