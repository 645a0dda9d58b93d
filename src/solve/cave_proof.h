/* SPDX-License-Identifier: MIT */
/* cave_proof.h - who wins a position of Magnetic Cave, searched to the end.

   Two questions, "at least a draw?" and "a win?", each answered yes by one move after
   which the enemy has to say no.  What cuts that short:

       a brick that wins now; the one cell where the enemy would; two such cells: lost
       a brick that opens such a cell to the enemy is not looked at
       a brick that threatens to win in two places, or in one and behind the answer
       a side without an open line cannot win any more
       boards with the same rest (cave_rest.h), or mirror images of it, are one
       answers are kept, and those of all moves are looked up before any is searched

   Every move adds a brick, so nothing repeats and the end is never far. */
#ifndef SOLVE_CAVE_PROOF_H
#define SOLVE_CAVE_PROOF_H

#include <stdatomic.h>
#include <stdbool.h>
#include "games/cave/cave.h"

enum { CAVE_THROUGH = 20 }; /* lines of five that have one cell */

struct cave_proof {
    const lus_rules *r;
    _Atomic uint64_t *slot; /* the memory: key and bounds in one word, for all threads */
    uint64_t mask;
    uint64_t line[64][CAVE_THROUGH]; /* those through each cell, then 0 */
};

/* False: no memory.  2^bits slots of eight bytes. */
bool cave_proof_make(struct cave_proof *c, const lus_rules *r, int bits);
void cave_proof_free(struct cave_proof *c);
/* 1 the side to move wins, 0 a draw, -1 it loses; the game is not over. */
int cave_prove(const struct cave_proof *c, uint64_t own, uint64_t enemy);
/* The least of the mirror images of a board, the same for all four. */
void cave_least(int size, uint64_t *own, uint64_t *enemy);

#endif
