/* SPDX-License-Identifier: MIT */
/* huge_pages.h - memory for large arrays with scattered access.

   Huge pages save page-table walks on systems that have them. */
#ifndef SOLVE_HUGE_PAGES_H
#define SOLVE_HUGE_PAGES_H

#include <stddef.h>
#include <stdlib.h>
#include <sys/mman.h>

/* Memory aligned to at least 64 bytes, to be freed with free(); NULL: out of memory. */
static inline void *huge_alloc(size_t bytes)
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
