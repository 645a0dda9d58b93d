/* SPDX-License-Identifier: MIT */
/* game_clock.h - the clocks of the two players of a game, and how a program uses its own.

       5+3       5 minutes each at the start, 3 seconds more after every move
       0.5       half a minute each, nothing more
       90s+0.5   90 seconds each, half a second more after every move

   A clock never reads the time: every function that needs it is given the current time in
   milliseconds, from any fixed start (os/clock.h).  Players are 0 (the first) and 1, not
   sides. */
#ifndef CORE_GAME_CLOCK_H
#define CORE_GAME_CLOCK_H

#include <stdbool.h>
#include "lusoria.h"

/* A time control: the same for both players.  base_ms 0: the game has no clock. */
struct time_control {
    int base_ms, increment_ms;
};

enum {
    TIME_CONTROL_TEXT = 32,                    /* bytes of its text, with the NUL */
    TIME_CONTROL_BASE_MS = 24 * 60 * 60000,    /* the largest base, 24 hours */
    TIME_CONTROL_INCREMENT_MS = 60 * 60 * 1000 /* the largest increment, an hour */
};

/* Reads MINUTES[+SECONDS] or SECONDSs[+SECONDS], each with up to three decimals.  Returns
   0; otherwise LUS_ETEXT with *fault (may be NULL), and *c is untouched. */
int time_control_parse(const char *text, struct time_control *c, lus_fault *fault);
/* Writes the text that time_control_parse reads: minutes if they have at most one decimal,
   else seconds. */
void time_control_format(const struct time_control *c, char text[TIME_CONTROL_TEXT]);

/* Both clocks of a game.  At most one of them runs. */
struct game_clock {
    struct time_control control;
    double left_ms[2]; /* of each player when its clock was stopped last */
    int running;       /* the player whose clock runs; -1: neither */
    double since_ms;   /* when it was started */
};

/* Sets both clocks to the base of the control; neither runs. */
void game_clock_set(struct game_clock *k, const struct time_control *c);
/* Whether the game has clocks.  Without them the functions below do nothing, and no flag
   falls. */
bool game_clock_used(const struct game_clock *k);
/* Starts the clock of a player; a clock that runs is stopped first, without increment. */
void game_clock_start(struct game_clock *k, int player, double now_ms);
/* Stops the clock that runs, if any; a player who `moved` in time gets the increment.
   Returns false if its flag has fallen: then no time is left. */
bool game_clock_stop(struct game_clock *k, bool moved, double now_ms);
/* Milliseconds that a player has left, 0 at least. */
double game_clock_left(const struct game_clock *k, int player, double now_ms);
/* The player whose clock runs and has no time left; -1: none. */
int game_clock_fallen(const struct game_clock *k, double now_ms);

enum { GAME_CLOCK_TEXT = 24, GAME_CLOCK_LEFT_TEXT = 48 };
/* Writes a time for people, rounded up to a second: "4:31", "1:02:03".  "0:00" is only
   written if nothing is left. */
void game_clock_format(double ms, char text[GAME_CLOCK_TEXT]);
/* Writes what both players have left in seconds, the first one first: "271.3 288", as in
   the tag TimeLeft of a record; and reads it.  Reading returns false, and changes nothing,
   if the text is another one. */
void game_clock_write_left(const struct game_clock *k, double now_ms,
                           char text[GAME_CLOCK_LEFT_TEXT]);
bool game_clock_read_left(struct game_clock *k, const char *text);

/* ---- how a program uses its clock ---- */

/* The number of moves that a player still has to make, from the mean length of a game
   (search_hints.mean_plies) and the plies played; 1 at least.  After three quarters of the
   mean length it stays at an eighth of it: long games get longer. */
int game_clock_moves(const lus_game *g);
/* The milliseconds to think about one move, 1 at least: an equal share of the time left for
   that many moves, and three quarters of the increment.  It leaves a reserve of 50 ms and a
   quarter of the rest for the way of the answer and for a busy machine; with 100 ms or less
   it is at most half. */
int game_clock_share(double left_ms, int increment_ms, int moves);

#endif
