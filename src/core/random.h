/* SPDX-License-Identifier: MIT */
/* random.h - fast random numbers for simulations; players' dice are in dice.h.

   xoshiro256** by D. Blackman and S. Vigna, seeded by splitmix64 as they recommend.  Each
   game of a simulation has its own stream, computed from (seed, index), so results do not
   depend on how games are distributed over threads. */
#ifndef CORE_RANDOM_H
#define CORE_RANDOM_H

#include "core/rules.h"

struct random {
    uint64_t s[4];
};

/* One step of splitmix64: advances *state and returns its mixed value. */
uint64_t random_split(uint64_t *state);

/* The stream of game `index`. */
struct random random_stream(uint64_t seed, uint64_t index);

static inline uint64_t random_rotate(uint64_t x, int n)
{
    return x << n | x >> (64 - n);
}

/* The next 64 random bits. */
static inline uint64_t random_next(struct random *g)
{
    uint64_t *s = g->s, result = random_rotate(s[1] * 5, 7) * 9, t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = random_rotate(s[3], 45);
    return result;
}

/* A number in 0 .. n - 1, n up to 2^32: the high half of a product.  Its bias is below
   n / 2^32. */
static inline uint32_t random_below(struct random *g, uint32_t n)
{
    return (uint32_t)((random_next(g) >> 32) * n >> 32);
}

/* A throw by the probabilities of the rule set (the highest bits are the sticks); 0
   without dice. */
static inline int random_throw(const lus_rules *r, struct random *g)
{
    if (!r->dice.sticks)
        return 0;
    return r->dice
        .value_of_marked[__builtin_popcountll(random_next(g) >> (64 - r->dice.sticks))];
}

#endif
