/* SPDX-License-Identifier: MIT */
/* heap_wasm.c - malloc of the browser engine (see heap.h).  It replaces all functions that
   are in one file of wasi-libc, so that file is not linked. */
#ifdef __wasm__

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "os/heap.h"

enum { PAGE = 65536 };

/* The end of the module's data, set by the linker. */
extern unsigned char __heap_base;

/* New pages of memory; the first time also the rest of the last page of data. */
static void *grow(size_t bytes, size_t *got)
{
    static uintptr_t end;
    size_t pages = (bytes + PAGE - 1) / PAGE;
    size_t before = __builtin_wasm_memory_grow(0, pages);
    if (before == SIZE_MAX)
        return NULL;
    uintptr_t first = before * PAGE;
    if (!end)
        first = ((uintptr_t)&__heap_base + HEAP_UNIT - 1) & ~(uintptr_t)(HEAP_UNIT - 1);
    end = (before + pages) * PAGE;
    *got = end - first;
    return (void *)first;
}

static struct heap heap = {.grow = grow};

void *malloc(size_t bytes)
{
    return heap_alloc(&heap, bytes, HEAP_UNIT);
}

void free(void *memory)
{
    heap_free(&heap, memory);
}

void *calloc(size_t n, size_t each)
{
    size_t bytes;
    void *memory = __builtin_mul_overflow(n, each, &bytes) ? NULL : malloc(bytes);
    return memory ? memset(memory, 0, bytes) : NULL;
}

void *realloc(void *memory, size_t bytes)
{
    size_t size = memory ? heap_size(memory) : 0;
    if (memory && size >= bytes)
        return memory;
    void *moved = malloc(bytes);
    if (moved && memory) {
        memcpy(moved, memory, size);
        free(memory);
    }
    return moved;
}

void *aligned_alloc(size_t align, size_t bytes)
{
    return heap_alloc(&heap, bytes, align > HEAP_UNIT ? align : HEAP_UNIT);
}

#else

typedef int heap_wasm_is_empty_here;

#endif
