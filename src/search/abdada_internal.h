/* SPDX-License-Identifier: MIT */
/* abdada_internal.h - simplified ABDADA (Tom Kerrigan): which children are being searched.

   Several threads search one tree.  A child that another thread is searching is deferred
   to the end of the list: by then its value is in the transposition table.  The table of
   counters has no locks; a wrong answer costs time only. */
#ifndef SEARCH_ABDADA_INTERNAL_H
#define SEARCH_ABDADA_INTERNAL_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Shallower nodes are not entered into the table: an entry is a cache line that another core
   may own. */
enum { ABDADA_SLOTS = 1 << 12, ABDADA_DEPTH = 6 };

struct abdada {
    _Atomic unsigned char count[ABDADA_SLOTS];
};

static inline size_t abdada_slot(uint64_t hash, int depth)
{
    return (size_t)((hash ^ (uint64_t)depth * 0x9e3779b9u) >> 20 & (ABDADA_SLOTS - 1));
}

/* Returns true if another thread is searching the child.  a may be NULL: one thread. */
static inline bool abdada_defer(struct abdada *a, uint64_t hash, int depth)
{
    return a && depth >= ABDADA_DEPTH &&
           atomic_load_explicit(&a->count[abdada_slot(hash, depth)],
                                memory_order_relaxed);
}

static inline void abdada_start(struct abdada *a, uint64_t hash, int depth)
{
    if (a && depth >= ABDADA_DEPTH)
        atomic_fetch_add_explicit(&a->count[abdada_slot(hash, depth)], 1,
                                  memory_order_relaxed);
}

static inline void abdada_finish(struct abdada *a, uint64_t hash, int depth)
{
    if (a && depth >= ABDADA_DEPTH)
        atomic_fetch_sub_explicit(&a->count[abdada_slot(hash, depth)], 1,
                                  memory_order_relaxed);
}

#endif
