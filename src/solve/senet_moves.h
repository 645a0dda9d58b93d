/* SPDX-License-Identifier: MIT */
/* senet_moves.h - what the moves of a row of Senet bring, all its lanes at once. */
#ifndef SOLVE_SENET_MOVES_H
#define SOLVE_SENET_MOVES_H

#include "solve/senet_sweep.h"

/* A move that stays in its row: lanes of a set may take what others have. */
struct senet_inner {
    const uint8_t *from; /* NULL: what they have themselves */
    struct senet_set_of set;
};
enum { SENET_MAX_INNER = 2 * SENET_MAX_BOTH + 1 };

struct senet_turn {
    int points;
    bool again;
    struct senet_set_of moved; /* lanes that have a move */
    double *best;              /* by lane, of the moves that were made */
    struct senet_inner *inner; /* where to note those that stay; NULL: make them too */
    int inners;
};

/* The turns of a side with each throw, in the order of the rules; points, again, best and
   inner are given. */
void senet_moves(const struct senet_sweep *s, int own, int enemy, uint64_t pieces,
                 struct senet_turn *turn);

#endif
