/* SPDX-License-Identifier: MIT */
/* awari_reference.h - reference solver of Awari: all boards of up to 7 stones in sorted
   lists, without an index, swept until nothing changes.  It shares only the rules with
   src/solve.

   The value is the stones the mover still captures minus the enemy's, with best play;
   endless play is worth 0. */
#ifndef TEST_SUPPORT_AWARI_REFERENCE_H
#define TEST_SUPPORT_AWARI_REFERENCE_H

#include "core/rules.h"

enum { REFERENCE_STONES = 7, REFERENCE_BOARDS = 31824 };

struct awari_reference_layer {
    int n;
    lus_pos board[REFERENCE_BOARDS]; /* sorted by memcmp */
    signed char value[REFERENCE_BOARDS];
    signed char
        no_move[REFERENCE_BOARDS]; /* value if there is no move; NEVER: there is one */
    int moves[REFERENCE_BOARDS];
    int next[REFERENCE_BOARDS]
            [6]; /* index of the board after a move; -1: a capture, worth exit[] */
    signed char exit[REFERENCE_BOARDS][6];
};

/* Solves the layers 0 to 7; free them with awari_reference_free. */
void awari_reference_solve(const lus_rules *r,
                           struct awari_reference_layer *layers[REFERENCE_STONES + 1]);
void awari_reference_free(struct awari_reference_layer *layers[REFERENCE_STONES + 1]);

#endif
