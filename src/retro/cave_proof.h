/* SPDX-License-Identifier: MIT */
/* cave_proof.h - proves who wins a position of Magnetic Cave by a full search.

   Two questions are asked: "at least a draw?" and "a win?".  The answer is "yes" if after
   some move the answer for the enemy is "no".  What makes the search short:

       a brick that wins at once; the one cell where the enemy would win; two such cells
       a brick that opens such a cell to the enemy is not tried
       a brick that threatens to win in two cells, or in one and in the cell behind it
       a side without an open line cannot win any more, and loses by zugzwang if the enemy
       can wait longer
       boards with the same reduced board (cave_reduced.h), or its mirror images, are one
       a transposition table; all moves are looked up before the first one is searched

   Every move adds a brick, so nothing repeats. */
#ifndef RETRO_CAVE_PROOF_H
#define RETRO_CAVE_PROOF_H

#include <stdatomic.h>
#include <stdbool.h>
#include "games/cave/cave.h"

enum { CAVE_MAX_LINES = 20 }; /* of five cells through one cell */

struct cave_proof {
    const lus_rules *r;
    _Atomic uint64_t *slot; /* transposition table: key and bounds in one word */
    uint64_t mask;
    uint64_t line[64][CAVE_MAX_LINES]; /* the lines through each cell, then 0 */
};

/* Allocates a transposition table of 2^bits entries of eight bytes; false: out of memory.
   Free it with cave_proof_free. */
bool cave_proof_make(struct cave_proof *c, const lus_rules *r, int bits);
void cave_proof_free(struct cave_proof *c);
/* 1: the side to move wins, 0: a draw, -1: it loses.  The game must not be over.  Adds the
   number of searched boards to *nodes.  Thread-safe. */
int cave_prove(const struct cave_proof *c, uint64_t own, uint64_t enemy, uint64_t *nodes);
/* Whether a side, the one to move or the other, forces a line if its enemy only blocks and
   the enemy's own lines do not count.  If neither side does, the board is a draw.  Otherwise
   as cave_prove. */
bool cave_forces_line(const struct cave_proof *c, uint64_t own, uint64_t enemy,
                      bool by_own, uint64_t *nodes);
/* Replaces a board by the smallest of its four mirror images. */
void cave_canonical(int size, uint64_t *own, uint64_t *enemy);

#endif
