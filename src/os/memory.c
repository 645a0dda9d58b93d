/* SPDX-License-Identifier: MIT */
/* memory.c - see memory.h. */
#include <stdlib.h>
#ifndef __wasm__
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>
#endif
#include "os/memory.h"

enum { CACHE_LINE = 64 }; /* also the widest vector: AVX-512 */

static size_t alignment(size_t bytes)
{
    return bytes < HUGE_PAGE ? CACHE_LINE : HUGE_PAGE;
}

void use_huge_pages(void *memory, size_t bytes)
{
#ifdef MADV_HUGEPAGE
    if (bytes >= HUGE_PAGE)
        madvise(memory, bytes, MADV_HUGEPAGE);
#else
    (void)memory;
    (void)bytes;
#endif
}

void *huge_alloc(size_t bytes)
{
    size_t align = alignment(bytes), whole = (bytes + align - 1) / align * align;
    void *memory = whole >= bytes ? aligned_alloc(align, whole) : NULL;
    if (memory)
        use_huge_pages(memory, whole);
    return memory;
}

/* calloc, because it does not write to pages that are new from the system.  It cannot align,
   so `align` bytes more are requested:

       | block ... | memory, aligned: `bytes` ... | rest |                            */
void *huge_calloc(size_t bytes, void **block)
{
    size_t align = alignment(bytes);
    char *memory = bytes + align >= bytes ? calloc(1, bytes + align) : NULL;
    if (!memory)
        return NULL;
    *block = memory;
    memory += -(uintptr_t)memory & (align - 1);
    use_huge_pages(memory, bytes);
    return memory;
}

uint64_t memory_physical(void)
{
#ifdef _SC_PHYS_PAGES
    long pages = sysconf(_SC_PHYS_PAGES), bytes = sysconf(_SC_PAGESIZE);
    if (pages > 0 && bytes > 0)
        return (uint64_t)pages * (uint64_t)bytes;
#endif
    return UINT64_MAX;
}

/* Linux counts in units of 1,024 bytes. */
uint64_t memory_peak(void)
{
#ifdef RUSAGE_SELF
    struct rusage used;
    if (getrusage(RUSAGE_SELF, &used) == 0)
        return (uint64_t)used.ru_maxrss * 1024;
#endif
    return 0;
}
