/* SPDX-License-Identifier: MIT */
/* tt.h - the transposition table: bounds and moves of positions seen before.

   A slot is 16 bytes, a bucket of four one cache line:

       check   48 bits of the hash (xor data, so a slot torn by two threads does
               not match) | depth 8 | age 8
       data    lower 22 | upper 22 | moves 20

   Both bounds are kept, and bounds of one depth only are ever used for that
   depth: the value of a search of fixed depth does not depend on the table.  The
   moves are places in the move list: one of 20 bits without dice, five of 4 bits,
   one a throw, with dice.  All of a slot is read and written with relaxed atomics;
   a lost update costs time, never correctness. */
#ifndef SEARCH_TT_H
#define SEARCH_TT_H

#include <stdatomic.h>
#include <stdbool.h>
#include "core/rules.h"
#include "search/value.h"

struct tt_slot {
    _Atomic uint64_t check, data;
};

struct tt_bucket {
    _Alignas(64) struct tt_slot slot[4];
};

struct tt {
    struct tt_bucket *buckets;
    void *memory; /* what was allocated */
    uint64_t mask;
    unsigned age;
};

struct tt_entry {
    int lower, upper; /* of this depth; the whole range if unknown */
    unsigned moves;   /* hints; TT_NO_MOVES if unknown */
};

enum { TT_NO_MOVES = 0xfffff };

struct tt *tt_new(int megabytes); /* NULL: no memory */
void tt_free(struct tt *t);
void tt_next(struct tt *t); /* a new search: what is old goes first */

static inline uint64_t pos_hash(const lus_pos *p)
{
    uint64_t h = p->w[0] * 0x9e3779b97f4a7c15u + p->w[1] * 0xc2b2ae3d27d4eb4fu +
                 (p->w[2] << 1 | p->w[3]) * 0xff51afd7ed558ccdu;
    h = (h ^ h >> 32) * 0xd6e8feb86659fd93u;
    h = (h ^ h >> 32) * 0xd6e8feb86659fd93u;
    return h ^ h >> 32;
}

static inline void tt_prefetch(const struct tt *t, uint64_t hash)
{
    __builtin_prefetch(&t->buckets[hash & t->mask]);
}

static inline uint64_t tt_pack(struct tt_entry e)
{
    return (uint64_t)(e.lower + VALUE_MAX) | (uint64_t)(e.upper + VALUE_MAX) << 22 |
           (uint64_t)e.moves << 44;
}

static inline struct tt_entry tt_unpack(uint64_t data)
{
    return (struct tt_entry){(int)(data & 0x3fffff) - VALUE_MAX,
                             (int)(data >> 22 & 0x3fffff) - VALUE_MAX,
                             (unsigned)(data >> 44)};
}

static inline struct tt_entry tt_nothing(void)
{
    return (struct tt_entry){-VALUE_MAX, VALUE_MAX, TT_NO_MOVES};
}

enum { TT_LOW_BITS = 0xffff };

static inline bool tt_matches(uint64_t check, uint64_t data, uint64_t hash)
{
    return !((check ^ data ^ hash) & ~(uint64_t)TT_LOW_BITS);
}

/* The bounds of this depth if they are there, the moves of any depth. */
static inline bool tt_probe(const struct tt *t, uint64_t hash, int depth,
                            struct tt_entry *found)
{
    struct tt_bucket *b = &t->buckets[hash & t->mask];
    *found = tt_nothing();
    for (int i = 0; i < 4; i++) {
        uint64_t check = atomic_load_explicit(&b->slot[i].check, memory_order_relaxed);
        uint64_t data = atomic_load_explicit(&b->slot[i].data, memory_order_relaxed);
        if (!tt_matches(check, data, hash) || !data)
            continue;
        struct tt_entry e = tt_unpack(data);
        if ((int)(check & 0xff) == depth) {
            *found = e;
            return true;
        }
        if (found->moves == TT_NO_MOVES)
            found->moves = e.moves;
    }
    return false;
}

/* How willingly a slot is given up: old ones, then shallow ones. */
static inline int tt_worth(const struct tt *t, uint64_t check)
{
    return (int)(check & 0xff) - ((check >> 8 & 0xff) == (t->age & 0xff) ? 0 : 256);
}

static inline void tt_store(struct tt *t, uint64_t hash, int depth, struct tt_entry e)
{
    struct tt_bucket *b = &t->buckets[hash & t->mask];
    struct tt_slot *victim = NULL;
    int least = 1 << 20;
    for (int i = 0; i < 4; i++) {
        uint64_t check = atomic_load_explicit(&b->slot[i].check, memory_order_relaxed);
        uint64_t data = atomic_load_explicit(&b->slot[i].data, memory_order_relaxed);
        int worth = tt_worth(t, check);
        if (tt_matches(check, data, hash) && data) {
            if ((int)(check & 0xff) == depth) {
                struct tt_entry old = tt_unpack(data);
                e.lower = old.lower > e.lower ? old.lower : e.lower;
                e.upper = old.upper < e.upper ? old.upper : e.upper;
                victim = &b->slot[i];
                break;
            }
            worth -= (int)(check & 0xff) < depth ? 128 : 0; /* outgrown */
        }
        if (worth < least) {
            least = worth;
            victim = &b->slot[i];
        }
    }
    uint64_t data = tt_pack(e);
    uint64_t check = ((hash ^ data) & ~(uint64_t)TT_LOW_BITS) |
                     (uint64_t)(t->age & 0xff) << 8 | (uint64_t)depth;
    atomic_store_explicit(&victim->data, data, memory_order_relaxed);
    atomic_store_explicit(&victim->check, check, memory_order_relaxed);
}

#endif
