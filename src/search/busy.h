/* SPDX-License-Identifier: MIT */
/* busy.h - which children other threads are searching now.

   With several threads on one tree, a child that another thread has begun is put
   off to the end of the list: by then its value is in the table (simplified
   ABDADA, after Kerrigan).  A table of counters without locks: a wrong answer
   costs time only. */
#ifndef SEARCH_BUSY_H
#define SEARCH_BUSY_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Shallower nodes are not worth it: every entry is a cache line the other has. */
enum { BUSY_SLOTS = 1 << 12, BUSY_DEPTH = 6 };

struct busy {
    _Atomic unsigned char count[BUSY_SLOTS];
};

static inline size_t busy_slot(uint64_t hash, int depth)
{
    return (size_t)((hash ^ (uint64_t)depth * 0x9e3779b9u) >> 20 & (BUSY_SLOTS - 1));
}

static inline bool busy_is(struct busy *b, uint64_t hash, int depth)
{
    return b && depth >= BUSY_DEPTH &&
           atomic_load_explicit(&b->count[busy_slot(hash, depth)], memory_order_relaxed);
}

static inline void busy_enter(struct busy *b, uint64_t hash, int depth)
{
    if (b && depth >= BUSY_DEPTH)
        atomic_fetch_add_explicit(&b->count[busy_slot(hash, depth)], 1,
                                  memory_order_relaxed);
}

static inline void busy_leave(struct busy *b, uint64_t hash, int depth)
{
    if (b && depth >= BUSY_DEPTH)
        atomic_fetch_sub_explicit(&b->count[busy_slot(hash, depth)], 1,
                                  memory_order_relaxed);
}

#endif
