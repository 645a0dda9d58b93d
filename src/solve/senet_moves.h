/* SPDX-License-Identifier: MIT */
/* senet_moves.h - the best moves of a row of Senet, for all lanes at once. */
#ifndef SOLVE_SENET_MOVES_H
#define SOLVE_SENET_MOVES_H

#include "solve/senet_sweep.h"

/* A move that stays in its row: a lane of the set may take the value of another lane. */
struct senet_inner_move {
    const uint8_t *from; /* that lane; NULL: the same lane (a pass) */
    struct senet_lane_set set;
};
enum { SENET_MAX_INNER = 2 * SENET_MAX_BOTH + 1 };

struct senet_turn {
    int points;
    bool again;
    struct senet_lane_set moved; /* lanes with a legal move */
    double *best; /* best value of each lane, of the moves that leave the row */
    struct senet_inner_move
        *inner; /* where to list moves that stay; NULL: apply them too */
    int n_inner;
};

/* Computes the turns of a side with each throw, in the order of the rules.  The caller sets
   points, again, best and inner. */
void senet_moves(const struct senet_sweep *s, int own, int enemy, uint64_t pieces,
                 struct senet_turn *turn);

#endif
