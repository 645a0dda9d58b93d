/* SPDX-License-Identifier: MIT */
/* naive.h - reference rules: every game written a second time, as plainly as possible,
   straight from doc/rules.

   They share no code and no type with the engine; everything goes in and out as text, so
   that a test can compare the two.  `rules` is "GAME:SET" ("ur:finkel", "cave:6x4");
   "GAME" alone means its default set.  Functions that return int return -1 if they do not
   understand a text; they read only what they themselves would write.  The texts of dice
   games end with the letter of the side that throws next. */
#ifndef NAIVE_H
#define NAIVE_H

#include <stdint.h>

enum { NAIVE_MOVES = 256, NAIVE_TEXT = 160, NAIVE_SPECIAL = 48 };

struct naive_move {
    char move[48];          /* "4-6", "0-2", "26-off,25-15", "A", "c", "E4" */
    char after[NAIVE_TEXT]; /* position text after it, with the side to go next */
};

/* What is known of a square; a square without a name has NULL. */
struct naive_square {
    const char *name;
    int shared, safe; /* both sides may stand there; a piece there cannot be captured */
};

/* Writes the legal moves with this throw (0 in games without dice) in the order of the
   engine: by rising from-square (hand = 0 first; chains step by step), A..F, or row by row
   from the top.  Returns their number.  If it is 0, pass_after is the position after the
   pass in a dice game, the settled board (A5) in Awari, and the position itself if the
   game was already over. */
int naive_moves(const char *rules, const char *position, int throw,
                struct naive_move *out, char pass_after[NAIVE_TEXT]);

/* Returns 0; result is "" for an unfinished game, else the winner's letter or "draw". */
int naive_result(const char *rules, const char *position, char result[8]);

/* Returns the number of throws, rising by value; without dice one throw of value 0 and
   weight 1. */
int naive_throws(const char *rules, int values[8], int weights[8]);

/* Writes the first position; returns 0. */
int naive_start(const char *rules, char position[NAIVE_TEXT]);

/* The number of lines of play.  The position may end in ":N", the first throw.
   UINT64_MAX: not understood. */
uint64_t naive_perft(const char *rules, const char *position, int depth);

/* The squares of a side's pieces, bit s for square s; 0 for a game that does not say. */
uint64_t naive_pieces(const char *rules, const char *position, char side);

/* The pieces a side has borne off, or the stones it has captured if the game ended here;
   0 for a game that does not say. */
int naive_score(const char *rules, const char *position, char side);

/* A square of the side to move; without a name, shared and unsafe if the game does not
   say. */
struct naive_square naive_square(const char *rules, int square);

/* What the move does that only this game has: "feeds the empty row"; "" for nothing. */
void naive_special(const char *rules, const char *position, const struct naive_move *move,
                   char special[NAIVE_SPECIAL]);

#endif
