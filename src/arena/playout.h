/* SPDX-License-Identifier: MIT */
/* playout.h - games between random players, as fast as the rules allow.

   Every turn takes one number of the pair's stream: its high bits are the sticks,
   its low 56 the lots of the pair's two games, 28 bits each.  Both games see the
   same throws; their players choose independently, except in the opening. */
#ifndef ARENA_PLAYOUT_H
#define ARENA_PLAYOUT_H

#include "arena/player.h"
#include "core/random.h"

enum { MAX_PLIES = 20000 }; /* a game that is longer is a draw */

/* A game that was played: points of the side that began, 0, 1 or 2. */
struct played {
    int points, plies;
};

typedef void playout_fn(struct random chance, int opening, struct played played[2]);
/* Both games of a pair of a rule set. */
playout_fn *playout_of(const lus_rules *r);

static inline uint32_t lot_of(uint64_t chance, int second)
{
    return (uint32_t)(chance >> (second ? PICK_BITS : 0)) & ((1u << PICK_BITS) - 1);
}

/* The throw is that of random_throw.  Four sticks at most: their number is looked up in
   a word, 10 % faster than counted. */
static inline int throw_of(const lus_rules *r, uint64_t chance)
{
    const uint64_t count = 0x4332322132212110;
    return r->dice.sticks
               ? r->dice
                     .value_of_marked[count >> 4 * (chance >> (64 - r->dice.sticks)) & 7]
               : 0;
}

#endif
