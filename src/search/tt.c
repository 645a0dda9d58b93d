/* SPDX-License-Identifier: MIT */
/* tt.c - see tt.h: memory of the transposition table.  The number of buckets is a power of
   two, so that a mask selects one. */
#include <stdlib.h>
#include <string.h>
#include "os/memory.h"
#include "search/tt.h"

struct tt *tt_new(int megabytes)
{
    uint64_t buckets = 1;
    while (buckets * 2 * sizeof(struct tt_bucket) <= (uint64_t)megabytes << 20)
        buckets *= 2;
    struct tt *t = malloc(sizeof *t);
    if (!t)
        return NULL;
    /* Huge pages are cleared 2 MB at a time, 16 MB in 2 to 4 ms: see search_table_mb. */
    void *memory,
        *aligned = huge_calloc((size_t)buckets * sizeof(struct tt_bucket), &memory);
    if (!aligned) {
        free(t);
        return NULL;
    }
    *t = (struct tt){aligned, memory, buckets - 1, 0, NULL};
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
