/* SPDX-License-Identifier: MIT */
/* awari_force.h - all boards of up to 7 stones solved in the simplest way: sorted lists
   of boards, no rank, sweeps until nothing changes.  It shares the rules with src/solve,
   and nothing else.

   The value is the stones the mover still captures minus the enemy's, with best play;
   play without end is worth 0. */
#ifndef TEST_AWARI_FORCE_H
#define TEST_AWARI_FORCE_H

#include "core/rules.h"

enum { FORCE_STONES = 7, FORCE_BOARDS = 31824 };

struct forced {
    int n;
    lus_pos board[FORCE_BOARDS]; /* by memcmp */
    signed char value[FORCE_BOARDS];
    signed char no_move[FORCE_BOARDS]; /* worth without a move; NEVER: there is one */
    int moves[FORCE_BOARDS];
    int next[FORCE_BOARDS][6]; /* a board of this layer; -1: a capture, worth exit[] */
    signed char exit[FORCE_BOARDS][6];
};

/* Layers 0 .. 7, to be freed. */
void awari_force(const lus_rules *r, struct forced *layers[FORCE_STONES + 1]);
void awari_force_free(struct forced *layers[FORCE_STONES + 1]);

#endif
