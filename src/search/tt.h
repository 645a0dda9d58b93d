/* SPDX-License-Identifier: MIT */
/* tt.h - the transposition table: bounds and best moves of positions searched before.

   A slot has 16 bytes; a bucket of four slots is one cache line:

       check   48 bits of the hash (xor data, so that a slot torn by two threads does
               not match) | depth 8 | age 8
       data    lower 22 | upper 22 | moves 20

   Both bounds are kept.  A search to a fixed depth uses them only for the depth they were
   found at, so that its value does not depend on the table; a selective search also uses
   those of deeper searches.  `moves` are indices in the
   move list: one of 20 bits without dice; with dice five of 4 bits, one per throw.  Slots
   are read and written with relaxed atomics, by several threads at once: a lost update
   costs time, never correctness. */
#ifndef SEARCH_TT_H
#define SEARCH_TT_H

#include <stdatomic.h>
#include <stdbool.h>
#include "core/hash.h"
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
    unsigned age;           /* number of the search, modulo 256 */
    const lus_rules *rules; /* of its entries; NULL: it has none */
};

struct tt_entry {
    int lower, upper; /* bounds at this depth; the whole range if unknown */
    unsigned moves;   /* for move ordering; TT_NO_MOVES if unknown */
};

enum { TT_NO_MOVES = 0xfffff };

/* Returns an empty table of at most so many megabytes (a power of two of buckets), to be
   freed with tt_free; NULL if there is no memory. */
struct tt *tt_new(int megabytes);
void tt_free(struct tt *t); /* t may be NULL */
/* Before another search: entries of earlier searches are replaced first.  A table of other
   rules is cleared, because the same position has another value there. */
void tt_new_search(struct tt *t, const lus_rules *r);

static inline void tt_prefetch(const struct tt *t, uint64_t hash)
{
    __builtin_prefetch(&t->buckets[hash & t->mask]);
}

/* An entry as 64 bits; bounds are stored as value + VALUE_MAX, which is never negative. */
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

static inline struct tt_entry tt_no_entry(void)
{
    return (struct tt_entry){-VALUE_MAX, VALUE_MAX, TT_NO_MOVES};
}

enum { TT_LOW_BITS = 0xffff };

static inline bool tt_matches(uint64_t check, uint64_t data, uint64_t hash)
{
    return !((check ^ data ^ hash) & ~(uint64_t)TT_LOW_BITS);
}

/* Returns true if there is an entry of a depth in depth..deepest, and sets *found to the
   deepest of them.  Otherwise *found has no bounds, but the moves of an entry of another
   depth if there is one. */
static inline bool tt_probe_range(const struct tt *t, uint64_t hash, int depth,
                                  int deepest, struct tt_entry *found)
{
    struct tt_bucket *b = &t->buckets[hash & t->mask];
    int found_depth = -1;
    *found = tt_no_entry();
    for (int i = 0; i < 4 && found_depth < deepest; i++) {
        uint64_t check = atomic_load_explicit(&b->slot[i].check, memory_order_relaxed);
        uint64_t data = atomic_load_explicit(&b->slot[i].data, memory_order_relaxed);
        int slot_depth = (int)(check & 0xff);
        if (!tt_matches(check, data, hash) || !data)
            continue;
        struct tt_entry e = tt_unpack(data);
        if (slot_depth >= depth && slot_depth <= deepest && slot_depth > found_depth) {
            *found = e;
            found_depth = slot_depth;
        } else if (found->moves == TT_NO_MOVES) {
            found->moves = e.moves;
        }
    }
    return found_depth >= 0;
}

/* The same for one depth. */
static inline bool tt_probe(const struct tt *t, uint64_t hash, int depth,
                            struct tt_entry *found)
{
    return tt_probe_range(t, hash, depth, depth, found);
}

/* The slot with the lowest priority is replaced: old ones first, then shallow ones. */
static inline int tt_priority(const struct tt *t, uint64_t check)
{
    return (int)(check & 0xff) - ((check >> 8 & 0xff) == (t->age & 0xff) ? 0 : 256);
}

/* Stores an entry; its bounds are combined with those of an entry of the same depth. */
static inline void tt_store(struct tt *t, uint64_t hash, int depth, struct tt_entry e)
{
    struct tt_bucket *b = &t->buckets[hash & t->mask];
    struct tt_slot *victim = NULL;
    int lowest = 1 << 20;
    for (int i = 0; i < 4; i++) {
        uint64_t check = atomic_load_explicit(&b->slot[i].check, memory_order_relaxed);
        uint64_t data = atomic_load_explicit(&b->slot[i].data, memory_order_relaxed);
        int priority = tt_priority(t, check);
        if (tt_matches(check, data, hash) && data) {
            if ((int)(check & 0xff) == depth) {
                struct tt_entry old = tt_unpack(data);
                e.lower = old.lower > e.lower ? old.lower : e.lower;
                e.upper = old.upper < e.upper ? old.upper : e.upper;
                victim = &b->slot[i];
                break;
            }
            priority -= (int)(check & 0xff) < depth ? 128 : 0; /* superseded */
        }
        if (priority < lowest) {
            lowest = priority;
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
