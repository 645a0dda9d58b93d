/* SPDX-License-Identifier: MIT */
/* pages.h - memory for large arrays that are read here and there.

   Huge pages, where the system has them, save a walk of the page tables a read.  To be
   freed with free(). */
#ifndef SOLVE_PAGES_H
#define SOLVE_PAGES_H

#include <stddef.h>
#include <stdlib.h>
#include <sys/mman.h>

/* On a cache line at least; NULL: no memory. */
static inline void *pages_new(size_t bytes)
{
    const size_t huge = (size_t)2 << 20;
    size_t align = bytes < huge ? 64 : huge;
    size_t whole = (bytes + align - 1) / align * align;
    void *memory = whole >= bytes ? aligned_alloc(align, whole) : NULL;
#ifdef MADV_HUGEPAGE
    if (memory && align == huge)
        madvise(memory, whole, MADV_HUGEPAGE);
#endif
    return memory;
}

#endif
