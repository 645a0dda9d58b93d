/* SPDX-License-Identifier: MIT */
/* awari_bounds_reference.h - reference for the bounds of Oware boards, by value iteration.

   It shares no code with the program, not even the rules: boards are twelve counts, sown
   stone by stone.  Bounds begin at -n and n; every board is replaced by the best of its
   moves, again and again, until nothing changes. */
#ifndef TEST_SUPPORT_AWARI_BOUNDS_REFERENCE_H
#define TEST_SUPPORT_AWARI_BOUNDS_REFERENCE_H

enum { BOUNDS_STONES = 7, BOUNDS_PITS = 12, BOUNDS_BOARDS = 31824 };

/* Pits 0..5 belong to the side to move. */
struct bounds_board {
    unsigned char pit[BOUNDS_PITS];
    signed char lower, upper;
    int moves;
    int taken[6], next[6]; /* stones captured; the board after the move, in its layer */
};

struct bounds_layer {
    int n;
    struct bounds_board board[BOUNDS_BOARDS]; /* in the order of their pits */
};

/* Solves the layers 0 to 7; free them with bounds_reference_free. */
void bounds_reference_solve(struct bounds_layer *layers[BOUNDS_STONES + 1]);
void bounds_reference_free(struct bounds_layer *layers[BOUNDS_STONES + 1]);

#endif
