/* SPDX-License-Identifier: MIT */
/* heap.h - a small allocator: the malloc of the browser engine.

   wasi-libc's own malloc takes 12 KB of the module.  A call of the API makes few and mostly
   large blocks and frees all of them, so one list of free blocks in the order of their
   addresses is enough; the first block that fits is used, and neighbours are joined again.

       | size next | bytes ...        | size next | bytes ...     every size is a multiple
       ^ HEAP_UNIT bytes of header    ^ the next block            of HEAP_UNIT

   Not for several threads. */
#ifndef OS_HEAP_H
#define OS_HEAP_H

#include <stddef.h>

enum { HEAP_UNIT = 16 };

struct heap_block;

struct heap {
    /* REQUIRED: makes at least `bytes` more memory.  Returns its address, aligned to
       HEAP_UNIT, and sets *got to its size, a multiple of HEAP_UNIT; NULL: there is none. */
    void *(*grow)(size_t bytes, size_t *got);
    struct heap_block *free; /* the first free block; NULL at the start */
};

/* `align` is a power of two, at least HEAP_UNIT.  NULL: out of memory. */
void *heap_alloc(struct heap *h, size_t bytes, size_t align);
/* NULL is allowed. */
void heap_free(struct heap *h, void *memory);
/* Bytes that fit into an allocated block: what was asked for, rounded up. */
size_t heap_size(const void *memory);

#endif
