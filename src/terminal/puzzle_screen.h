/* SPDX-License-Identifier: MIT */
/* puzzle_screen.h - puzzles on a terminal: the question, the answer, and a person's move.

       Royal Game of Ur (ur:finkel), puzzle of seed 7               puzzle_print_question
            ... board ...
       Light has thrown 2. Which move is clearly best?
       Position: 0--x------x---x4:0-x--------x---5:L:2

       Best: 3-5, which wins 39.4 %; the second best is 10-12.      puzzle_print_margin
       Margin: 5.4 % (searched to depths 7 and 8).
       A simple player plays 10-12, which loses 5.4 %.              puzzle_print_move
       Level 3: casual is the weakest level that solves it. ...     puzzle_print_rating

   Everything goes to standard output. */
#ifndef TERMINAL_PUZZLE_SCREEN_H
#define TERMINAL_PUZZLE_SCREEN_H

#include "analyse/puzzle.h"
#include "terminal/terminal.h"

/* The board and the question, with the position as text for other commands. */
void puzzle_print_question(const struct terminal *t, const struct puzzle *z);
/* The best move, its value, and how far ahead of the second best it is. */
void puzzle_print_margin(const struct puzzle *z);
/* A sentence about a move that begins with `who`: "You played 10-12, which loses 5.4 %." */
void puzzle_print_move(const char *who, const struct puzzle *z, lus_move m);
/* The level of the puzzle, and how often each level solves it. */
void puzzle_print_rating(const struct puzzle *z);
/* Asks until a legal move, an empty line or the end of the input is typed.  Returns whether
   it was the best move; *ended: the input is at its end. */
bool puzzle_ask(const struct terminal *t, const struct puzzle *z, bool *ended);

#endif
