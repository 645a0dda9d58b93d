/* SPDX-License-Identifier: MIT */
/* playout.h - games between random players, as fast as the rules allow.

   Every turn takes one 64-bit number of the pair's random stream: the high bits are the
   sticks, the low 56 bits choose the moves of the pair's two games, PICK_BITS each.  Both
   games have the same throws; their moves are independent, except in the opening. */
#ifndef ARENA_PLAYOUT_H
#define ARENA_PLAYOUT_H

#include "player/player.h"
#include "core/random.h"

enum { MAX_PLIES = 20000 }; /* a longer game is a draw */

/* points: of the side that began, 0, 1 (draw) or 2. */
struct playout_result {
    int points, plies;
};

/* Plays both games of a pair from the start; the first `opening` plies are the same. */
typedef void playout_fn(struct random chance, int opening,
                        struct playout_result result[2]);
/* The playout of a rule set; never NULL. */
playout_fn *playout_of(const lus_rules *r);

/* The bits of a turn's number that choose the move (random_pick) in one of the games. */
static inline uint32_t turn_pick(uint64_t chance, int second)
{
    return (uint32_t)(chance >> (second ? PICK_BITS : 0)) & ((1u << PICK_BITS) - 1);
}

/* The throw of a turn's number, the same as that of random_throw; 0 without dice.  The
   marked sticks, four at most, are counted by a table in one word: 10 % faster. */
static inline int turn_throw(const lus_rules *r, uint64_t chance)
{
    const uint64_t count = 0x4332322132212110;
    return r->dice.sticks
               ? r->dice
                     .value_of_marked[count >> 4 * (chance >> (64 - r->dice.sticks)) & 7]
               : 0;
}

#endif
