/* SPDX-License-Identifier: MIT */
/*
 * The judge: the rules of all four games written a second time, as plainly as
 * possible, straight from the rules texts. It shares no code and no type with the
 * engine; everything goes in and out as text, so that a test can compare the two.
 *
 * `rules` is "GAME:SET" ("ur:finkel", "cave:6x4"); "GAME" alone means its default
 * set. Functions that return int return -1 when a text is not understood; they read
 * only texts in canonical form (what they themselves would write).
 */
#ifndef NAIVE_H
#define NAIVE_H

#include <stdint.h>

enum { NAIVE_MOVES = 256, NAIVE_TEXT = 160 };

struct naive_move {
    char move[48];          /* "4-6", "0-2", "26-off,25-15", "A", "c", "E4" */
    char after[NAIVE_TEXT]; /* position text after it, with the side to go next */
};

/*
 * The legal moves with this throw (0 in games without dice), by rising from-square
 * (hand = 0 first; chains step by step), A..F, or row by row from the top. Returns
 * their number. If 0, pass_after is the position after the pass in a dice game, the
 * settled board (A5) in Awari, and the position itself if the game was over already.
 */
int naive_moves(const char *rules, const char *position, int throw,
                struct naive_move *out, char pass_after[NAIVE_TEXT]);

/* Returns 0; result is "" if the game goes on, else the winner's letter or "draw". */
int naive_result(const char *rules, const char *position, char result[8]);

/* Number of throws, rising by value; without dice one throw of value 0, weight 1. */
int naive_throws(const char *rules, int values[8], int weights[8]);

int naive_start(const char *rules, char position[NAIVE_TEXT]);

/* The position may end in ":N", the first throw. UINT64_MAX = not understood. */
uint64_t naive_perft(const char *rules, const char *position, int depth);

#endif
