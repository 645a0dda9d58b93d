/* SPDX-License-Identifier: MIT */
/* tt.c - memory of the transposition table. */
#include <stdlib.h>
#include "search/tt.h"

struct tt *tt_new(int megabytes)
{
    uint64_t buckets = 1;
    while (buckets * 2 * sizeof(struct tt_bucket) <= (uint64_t)megabytes << 20)
        buckets *= 2;
    struct tt *t = malloc(sizeof *t);
    if (!t)
        return NULL;
    /* calloc leaves the pages untouched until they are used: a table of 64 MB
       costs a short search nothing. */
    char *memory = calloc(buckets + 1, sizeof(struct tt_bucket));
    if (!memory) {
        free(t);
        return NULL;
    }
    uintptr_t align = sizeof(struct tt_bucket);
    size_t skip = (size_t)(-(uintptr_t)memory & (align - 1));
    *t = (struct tt){(struct tt_bucket *)(void *)(memory + skip), memory, buckets - 1, 0};
    return t;
}

void tt_free(struct tt *t)
{
    if (t)
        free(t->memory);
    free(t);
}

void tt_next(struct tt *t)
{
    t->age++;
}
