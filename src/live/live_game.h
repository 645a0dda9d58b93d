/* SPDX-License-Identifier: MIT */
/* live_game.h - a game between two players on a server: who may do what, and what follows.

       waiting  --- both players have joined --->  playing  --- the end --->  over

   The server is the referee.  It throws the dice, and no one can choose them: the commitment,
   SHA-256(seed || N0), is shown with the new game; then each player adds a text, and throw k
   is that of the seed and the nonce N0.FIRST.SECOND (core/dice.h).  The seed is part of the
   record when the game is over, and never before.

   A game of Ur, as calls:

       live_new                          commitment 9f86..., next: join
       live_join  0 "Ada" "blue"         next: join
       live_join  1 "Bob" "red"          next: throw, player 0
       live_throw 0, ply 0               throw 2, next: move, player 0
       live_move  0, ply 0, "0-2"        next: throw, player 1
       live_throw 1, ply 1               throw 0: no move, so Bob passes (ply 1);
                                         next: throw, player 0
       live_resign 0                     next: over; the record has the seed

   This file has no clock, no files and no network: times are arguments, and a function
   changes only the game it is given.  Nothing here depends on a particular game. */
#ifndef LIVE_LIVE_GAME_H
#define LIVE_LIVE_GAME_H

#include <stdbool.h>
#include "core/dice.h"
#include "core/game_clock.h"
#include "record/record.h"

enum {
    LIVE_ID = 17,       /* bytes of an id with its NUL: 16 hexadecimal digits */
    LIVE_NONCE = 22,    /* characters of a player's text for the dice */
    LIVE_NAME = 41,     /* bytes of a name with its NUL */
    LIVE_EXPECTED = 160 /* bytes of a refusal with its NUL */
};

enum live_kind {
    LIVE_PERSON,
    LIVE_PROGRAM, /* plays through the API as a person does */
    LIVE_LEVEL    /* is played by the server: "ai:3" */
};
/* "person", "program", "level". */
extern const char *const live_kind_name[];

struct live_seat {
    enum live_kind kind;
    bool joined;
    char
        nonce[LIVE_NONCE + 1]; /* the player's text for the dice; "0" until it is given */
    int64_t seen;   /* when the player was last connected: seconds since 1970 */
    bool elsewhere; /* connected to a server of a shared store, when the game was read */
};

enum {
    LIVE_NO_PLAYER = -1,
    LIVE_OFFER_ENDED = 3 /* it was withdrawn or declined: no other one before a move */
};

/* Times are seconds since 1970.  Players are 0 and 1; names are tags of the record. */
struct live_game {
    char id[LIVE_ID];
    int64_t version; /* grows with every change; 0: not stored yet */
    int64_t created, changed;
    struct record *record; /* owned; its seed is added when the game is over */
    struct dice
        dice; /* secret until the end; the nonce is complete once both players have joined */
    char committed_nonce[DICE_TEXT + 1];
    struct live_seat seat[2];
    bool thrown;             /* the throw of the next move has been made */
    int generation;          /* the number of moves that were taken back */
    struct game_clock clock; /* in milliseconds since 1970; see live_clock_turn */
    int draw_by, undo_by,
        rematch_by;        /* who offers it; LIVE_NO_PLAYER; LIVE_OFFER_ENDED */
    char rematch[LIVE_ID]; /* the game that follows this one; "" */
};

/* Why an action was refused: what would have been right. */
struct live_fault {
    char expected[LIVE_EXPECTED];
};

/* What has to happen next. */
enum live_next { LIVE_JOIN, LIVE_ROLLOFF, LIVE_THROW, LIVE_MOVE, LIVE_OVER };
/* "join", "rolloff", "throw", "move", "over". */
extern const char *const live_next_name[];

/* ---- making and freeing ---- */

/* The description of a new game. */
struct live_options {
    const lus_rules *rules;
    enum live_kind kind[2];
    const char
        *name[2]; /* NULL: given when the player joins; of a level its description */
    struct time_control clock; /* base_ms 0: none */
    int64_t now;
    const char *date; /* the tag of the record, "2026-08-01"; NULL: none */
};
/* Makes a game that waits for its players; a level has joined.  The dice, with the committed
   nonce, come from the caller.  Returns 0, or LUS_ETEXT (a name), LUS_EMEMORY; then there is
   nothing to free. */
int live_new(struct live_game *g, const struct live_options *o, const struct dice *dice,
             struct live_fault *fault);
/* Sets the nonce of the dice from the committed nonce and the texts of the players, after a
   game was read from the store. */
void live_set_nonce(struct live_game *g);
/* Frees the record. */
void live_free(struct live_game *g);

/* ---- questions ---- */

enum live_next live_next(const struct live_game *g);
/* The player who has to throw or move; LIVE_NO_PLAYER: waiting or over. */
int live_to_act(const struct live_game *g);
/* Who has won; LIVE_NO_PLAYER: a draw, or not over. */
int live_winner(const struct live_game *g);
const lus_game *live_moves_made(const struct live_game *g);
/* The throw of the next move; LUS_ANY_THROW: not made yet; 0 without dice. */
int live_throw_made(const struct live_game *g);
/* The name of a player, which belongs to the record; "?": not known yet. */
const char *live_name(const struct live_game *g, int player);
/* Whether a text can be a player's part of the nonce: letters, digits, '-' and '_'. */
bool live_is_nonce(const char *text);

/* ---- actions of a player ----

   They return LIVE_CHANGED; LIVE_SAME if the action was carried out before, so that a
   request can be repeated after a lost answer; or a negative error with *fault: LUS_ESTATE
   (not now), LUS_ETEXT, LUS_EILLEGAL, LUS_EMEMORY.  Refused actions change nothing. */
enum { LIVE_SAME = 0, LIVE_CHANGED = 1 };

/* Takes the seat, which a player does once; a name or nonce of NULL leaves the one that is there. */
int live_join(struct live_game *g, int player, const char *name, const char *nonce,
              struct live_fault *fault);
/* When a throw or a move is made: `ply` is the number of plies played before, `generation`
   that of the game.  A request that arrives again after its move was taken back has an old
   generation and is refused. */
struct live_turn {
    int ply, generation;
};
/* A player who cannot move with the throw passes at once: that is a ply. */
int live_throw(struct live_game *g, int player, const struct live_turn *turn,
               struct live_fault *fault);
int live_move(struct live_game *g, int player, const struct live_turn *turn,
              const char *move, struct live_fault *fault);
/* The turn at hand. */
struct live_turn live_turn_now(const struct live_game *g);
int live_resign(struct live_game *g, int player, struct live_fault *fault);
/* Offers a draw, or accepts the other player's offer; `accept` false withdraws or declines.
   LIVE_SAME if the request is about an earlier turn. */
int live_draw(struct live_game *g, int player, const struct live_turn *turn, bool accept,
              struct live_fault *fault);
/* The same for taking back the offering player's last decision.  A level always agrees, and
   only the generation of `turn` counts.  Throws stay, and the generation grows. */
int live_undo(struct live_game *g, int player, const struct live_turn *turn, bool accept,
              struct live_fault *fault);
/* The same for another game, once this one is over.  When both players want it, the caller
   makes it with live_rematch_options and sets g->rematch. */
int live_rematch(struct live_game *g, int player, bool accept, struct live_fault *fault);
bool live_rematch_agreed(const struct live_game *g);
/* The next game: the same rules and players, who change seats. */
struct live_options live_rematch_options(const struct live_game *g, int64_t now);
/* Ends the game because the other player has been away for `absence` seconds; whether that
   player is connected now is known to the caller.  In a game with clocks the clock decides. */
int live_claim(struct live_game *g, int player, int64_t now, int64_t absence,
               bool opponent_online, struct live_fault *fault);

/* ---- time ----

   The clock of the player who has to throw or move runs; after every ply the player gets the
   increment.  The caller supplies the time: milliseconds since 1970. */

/* Starts, stops and changes the clocks after an action; `plies` is the number of plies before
   it.  The record of a game that is over gets the tag TimeLeft. */
void live_clock_turn(struct live_game *g, int plies, double now_ms);
/* Ends the game if the time of the player to act is over.  Returns whether it has ended. */
bool live_clock_check(struct live_game *g, double now_ms);
/* When the clock that runs will have no time left; -1: none runs. */
int64_t live_clock_end(const struct live_game *g);

/* ---- expiry ---- */

/* Ends a game that has not changed for long: the player who had to act loses by abandonment.
   False: too little was played, and the game does not count. */
bool live_abandon(struct live_game *g);

#endif
