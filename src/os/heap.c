/* SPDX-License-Identifier: MIT */
/* heap.c - see heap.h. */
#include "os/heap.h"
#include <stdint.h>

/* The header of a block.  `next` is used while the block is free. */
struct heap_block {
    size_t size; /* with the header */
    struct heap_block *next;
};

_Static_assert(sizeof(struct heap_block) <= HEAP_UNIT, "a header is one unit");

static struct heap_block *block_at(void *address)
{
    return address;
}

static struct heap_block *block_behind(struct heap_block *b)
{
    return block_at((char *)b + b->size);
}

/* Joins a block with the next one of the list if they touch. */
static void join(struct heap_block *b)
{
    if (b->next && block_behind(b) == b->next) {
        b->size += b->next->size;
        b->next = b->next->next;
    }
}

/* Puts a block into the list. */
static void insert(struct heap *h, struct heap_block *b)
{
    struct heap_block *before = NULL;
    for (struct heap_block *at = h->free; at && at < b; at = at->next)
        before = at;
    b->next = before ? before->next : h->free;
    if (before)
        before->next = b;
    else
        h->free = b;
    join(b);
    if (before)
        join(before);
}

/* Bytes from the start of a block to the header of an aligned allocation: 0, or room for a
   free block of its own. */
static size_t skipped(const struct heap_block *b, size_t align)
{
    return -((uintptr_t)b + HEAP_UNIT) & (align - 1);
}

/* Takes a part of a free block out of the list; *link points to the block. */
static void *take(struct heap_block **link, size_t skip, size_t size)
{
    struct heap_block *whole = *link, *taken = block_at((char *)whole + skip);
    size_t rest = whole->size - skip - size;
    struct heap_block *next = whole->next;
    if (rest) {
        struct heap_block *left = block_at((char *)taken + size);
        *left = (struct heap_block){rest, next};
        next = left;
    }
    if (skip) {
        whole->size = skip;
        whole->next = next;
    } else {
        *link = next;
    }
    taken->size = size;
    return (char *)taken + HEAP_UNIT;
}

static void *find(struct heap *h, size_t size, size_t align)
{
    for (struct heap_block **link = &h->free; *link; link = &(*link)->next) {
        size_t skip = skipped(*link, align);
        if ((*link)->size >= skip && (*link)->size - skip >= size)
            return take(link, skip, size);
    }
    return NULL;
}

void *heap_alloc(struct heap *h, size_t bytes, size_t align)
{
    size_t size = (bytes + 2 * HEAP_UNIT - 1) & ~(size_t)(HEAP_UNIT - 1), got;
    if (size + align < bytes)
        return NULL;
    void *found = find(h, size, align);
    if (found)
        return found;
    struct heap_block *more = h->grow(size + align, &got);
    if (!more)
        return NULL;
    more->size = got;
    insert(h, more);
    return find(h, size, align);
}

void heap_free(struct heap *h, void *memory)
{
    if (memory)
        insert(h, block_at((char *)memory - HEAP_UNIT));
}

size_t heap_size(const void *memory)
{
    return ((const struct heap_block *)((const char *)memory - HEAP_UNIT))->size -
           HEAP_UNIT;
}
