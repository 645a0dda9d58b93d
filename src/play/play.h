/* SPDX-License-Identifier: MIT */
/* play.h - a game in progress: turns, throws, undo, tutor.  No terminal, no files:
   showing and saving the game are callbacks.

       cli/line_*.c             the screen: draws, asks, saves; later also a full screen
         |           ^
         | calls     | struct play_events
         v           |
       play.c                   turns: throw, choose, play; undo; the end
         |        \        \            \
       throw_source.c  tutor.c  player/player.c           play_clock.c
       the throws      hints    players that are not people    clocks

   A turn: the throw is found or asked for; without a legal move the turn passes; a program
   chooses, or the person is asked.  Every change is followed by `save`. */
#ifndef PLAY_PLAY_H
#define PLAY_PLAY_H

#include "player/player.h"
#include "play/throw_source.h"
#include "record/record.h"

struct analysis;
struct play;

enum { /* limits of an ai: the default, and the largest */
       PLAY_DEPTH = 6,
       PLAY_MAX_DEPTH = 10,
       PLAY_TIME_MS = 10000,
       PLAY_MAX_TIME_MS = 3600000
};

/* What is played, and by whom. */
struct play_options {
    const lus_rules *rules;
    struct player_spec player[2]; /* see play_read_player */
    struct search_limits limits;  /* of plain "ai", of hints and of the tutor */
    struct time_control clock;    /* zero: no clocks */
    int tutor;                    /* see tutor_threshold; 0: no tutor */
    bool has_start;               /* a new game begins at `start`, */
    lus_pos start;
    int first_throw;    /* with this throw made; LUS_ANY_THROW: none */
    bool resumed;       /* the game was saved before: its record keeps its tags */
    _Atomic bool *stop; /* true: thinking ends at once; NULL: nothing ends it */
};

/* What a turn, or a question in it, leads to. */
enum play_step {
    PLAY_ON,
    PLAY_AGAIN, /* nothing was played: the turn begins again */
    PLAY_QUIT,  /* by the person, or there are no more lines or throws */
    PLAY_INTERRUPTED,
    PLAY_FAILED /* play.status says why */
};

/* Called during a turn with `arg`. */
struct play_events {
    void *arg;
    /* REQUIRED for THROWS_TYPED: asks what `who` ("Light", "the first player") threw and
       sets *value to a throw of the game. */
    enum play_step (*ask_throw)(void *arg, struct play *p, const char *who, int *value);
    /* REQUIRED if a person plays: asks for a decision and carries it out by
       play_try_move, play_undo or play_resign. */
    enum play_step (*ask_move)(void *arg, struct play *p);
    /* REQUIRED if there is a tutor: move i of the analysis loses too much; PLAY_ON plays
       it anyway. */
    enum play_step (*confirm)(void *arg, struct play *p, const struct analysis *a, int i);
    /* OPTIONAL: the record has changed. */
    void (*save)(void *arg, const struct play *p);
    /* OPTIONAL: a throw of the roll-off was made by player 0 or 1. */
    void (*show_rolloff)(void *arg, const struct play *p, int player);
    /* OPTIONAL: a program begins to think about its move. */
    void (*show_thinking)(void *arg, const struct play *p);
    /* OPTIONAL: calls work(data) and returns when it has returned.  A screen that must
       react to keys meanwhile calls it on another thread. */
    void (*think)(void *arg, void (*work)(void *data), void *data);
    /* OPTIONAL: a pass (c is NULL) or the move of a program is about to be played. */
    void (*show_move)(void *arg, const struct play *p, lus_move m,
                      const struct player_choice *c);
    /* OPTIONAL: the exec player 0 or 1 made an error, other than resigning, and loses. */
    void (*show_fault)(void *arg, const struct play *p, int player);
};

struct undone_ply {
    lus_move move;
    int throw;
};

struct play {
    const struct play_options *options;
    const struct play_events *events;
    const lus_rules *rules;
    struct record *record;
    lus_game *game; /* the record's */
    struct throw_source throws;
    struct game_clock clock;   /* of players 0 and 1; runs during a decision */
    struct player player[2];   /* those that are not people, while they are open */
    bool players_closed;       /* they were open, and no longer are */
    int status;                /* of PLAY_FAILED: a negative error */
    int tutor;                 /* that of the options at first; a screen may change it */
    struct undone_ply *undone; /* taken back and not replaced, the next one last */
    int n_undone;
    size_t cap_undone;
    /* The turn at hand: */
    int throw, faces;
    lus_move moves[LUS_MAX_MOVES];
    int n_moves;
};

/* Reads "human" or what player_spec_read_typed reads; a plain "ai" and an exec player get
   the limits of the options.  Returns 0, or LUS_ETEXT with *fault. */
int play_read_player(const struct play_options *o, const char *text,
                     struct player_spec *spec, lus_fault *fault);

/* Describes a person.  False: the name is empty, longer than 40 bytes, or has a character
   that must not be shown (text/utf8.h) or that records and descriptions of players reserve
   (" : \). */
bool play_set_person(struct player_spec *spec, const char *name);

/* Opens a game: that of `begin`, or a new one if it is NULL.  Takes over `begin` and the
   throws; options and events stay the caller's and must stay valid.  Unless the game is
   resumed, its record gets the tags of this game: First, Second, Limits, DiceCommitment,
   DiceNonce; and Seed, if a player uses random numbers and there are no fair dice.  A
   resumed game has the times of its tag TimeLeft.  Returns
   0 or LUS_EMEMORY; call play_close in either case. */
int play_open(struct play *p, const struct play_options *o, const struct play_events *e,
              struct record *begin, const struct throw_source *throws);
void play_close(struct play *p);

/* Opens the players that are not people.  Returns 0 or a negative error as player_open;
   call play_close_players in either case. */
int play_open_players(struct play *p);
/* After options->player was changed during a game: opens the players again and writes their
   names into the record.  Returns 0 or a negative error. */
int play_change_players(struct play *p);
/* Closes them and saves an unfinished game again if an exec player took part: only now may
   its seed be stored (see play_hides_seed). */
void play_close_players(struct play *p);

/* Plays one turn of a game that is not over. */
enum play_step play_turn(struct play *p);
/* Plays a legal move of this turn, or LUS_PASS if there is none.  A player whose flag has
   fallen loses instead. */
enum play_step play_move(struct play *p, lus_move m);
/* The side to move resigns. */
enum play_step play_resign(struct play *p);
/* Takes back to the last decision of a person; false if there is none.  Throws stay. */
bool play_undo(struct play *p);
/* Plays again what was taken back, up to the next decision of a person; false if there is
   nothing.  Every new move forgets what was taken back. */
bool play_redo(struct play *p);
/* By its rules, by resignation, by an error of an exec player, or on time. */
bool play_over(const struct play *p);

/* Whether the list of throws (THROWS_LISTED) has none for this turn. */
bool play_lacks_throw(const struct play *p);
/* Whether the player of a side is a person. */
bool play_is_human(const struct play *p, int side);
bool play_has_human(const struct play_options *o);
/* An exec player runs, or will run, and could read the user's files: the seed must not be
   stored. */
bool play_hides_seed(const struct play *p);

/* ---- play_clock.c: clocks; without them these functions do nothing ---- */

/* Sets the clocks of a game that is opened, and the tag TimeControl. */
void play_clock_open(struct play *p);
/* Writes the tag TimeLeft. */
void play_clock_save(const struct play *p);
/* Starts the clock of player 0 or 1. */
void play_clock_start(struct play *p, int player);
/* Stops the clock that runs; a player who `moved` gets the increment.  False: its flag has
   fallen. */
bool play_clock_stop(struct play *p, bool moved);
/* Whether a clock runs and its flag has fallen: a question to a person then ends with
   PLAY_AGAIN, and play_turn ends the game. */
bool play_clock_fallen(const struct play *p);
/* The milliseconds that a side has left. */
double play_time_left(const struct play *p, int side);

#endif
