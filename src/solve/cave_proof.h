/* SPDX-License-Identifier: MIT */
/* cave_proof.h - who wins a position of Magnetic Cave, searched to the end.

   A plain alpha-beta over the three results, with what cuts it short:

       a brick that wins now; the one cell where the enemy would; two such cells: lost
       a side without an open line (one free of enemy bricks) cannot win any more
       a memory of results, the four mirror images of a board being one

   Every move adds a brick, so nothing repeats and the end is never far. */
#ifndef SOLVE_CAVE_PROOF_H
#define SOLVE_CAVE_PROOF_H

#include <stdatomic.h>
#include <stdbool.h>
#include "games/cave/cave.h"

struct cave_proof {
    const lus_rules *r;
    _Atomic uint64_t *slot; /* the memory: key and bounds in one word, for all threads */
    uint64_t mask;
};

/* False: no memory.  2^bits slots of eight bytes. */
bool cave_proof_make(struct cave_proof *c, const lus_rules *r, int bits);
void cave_proof_free(struct cave_proof *c);
/* 1 the side to move wins, 0 a draw, -1 it loses; the game is not over. */
int cave_prove(const struct cave_proof *c, uint64_t own, uint64_t enemy);
/* The least of the mirror images of a board, the same for all four. */
void cave_least(int size, uint64_t *own, uint64_t *enemy);

#endif
