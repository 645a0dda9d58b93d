/* SPDX-License-Identifier: MIT */
/* tt.c - see tt.h: memory of the transposition table. */
#include <stdlib.h>
#include <string.h>
#ifndef __wasm__
#include <sys/mman.h>
#endif
#include "search/tt.h"

enum { HUGE_PAGE = 2 << 20 };

struct tt *tt_new(int megabytes)
{
    uint64_t buckets = 1;
    while (buckets * 2 * sizeof(struct tt_bucket) <= (uint64_t)megabytes << 20)
        buckets *= 2;
    struct tt *t = malloc(sizeof *t);
    if (!t)
        return NULL;
    /* The system clears a page when it is first used.  Huge pages, where available,
       avoid a TLB miss per probe: Awari 18 -> 25 million nodes a second.  They are
       cleared 2 MB at a time, 16 MB in 2 to 4 ms: see search_table_mb. */
    size_t bytes = (size_t)buckets * sizeof(struct tt_bucket);
    size_t align = bytes < HUGE_PAGE ? sizeof(struct tt_bucket) : HUGE_PAGE;
    char *memory = calloc(1, bytes + align);
    if (!memory) {
        free(t);
        return NULL;
    }
    char *aligned = memory + (-(uintptr_t)memory & (align - 1));
#ifdef MADV_HUGEPAGE
    if (align == HUGE_PAGE)
        madvise(aligned, bytes, MADV_HUGEPAGE);
#endif
    *t = (struct tt){(struct tt_bucket *)(void *)aligned, memory, buckets - 1, 0, NULL};
    return t;
}

void tt_free(struct tt *t)
{
    if (t)
        free(t->memory);
    free(t);
}

void tt_new_search(struct tt *t, const lus_rules *r)
{
    if (t->rules && t->rules != r)
        memset((void *)t->buckets, 0, (size_t)(t->mask + 1) * sizeof *t->buckets);
    t->rules = r;
    t->age++;
}
