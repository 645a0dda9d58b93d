/* SPDX-License-Identifier: MIT */
/* memory.h - memory for large arrays with scattered access.

   Blocks of 2 MB and more use huge pages where the system has them, which saves walks
   through the page tables: 18 -> 25 million nodes of Awari a second with a transposition
   table.  Smaller blocks come from malloc. */
#ifndef OS_MEMORY_H
#define OS_MEMORY_H

#include <stddef.h>
#include <stdint.h>

/* The huge pages of x86-64, and of ARM64 with pages of 4 KB. */
#define HUGE_PAGE ((size_t)2 << 20)

/* Asks the system to use huge pages from `memory` on, a multiple of HUGE_PAGE.  Only advice:
   without them the memory is slower, not wrong. */
void use_huge_pages(void *memory, size_t bytes);
/* Uninitialised memory, aligned to at least 64 bytes, to be freed with free().  NULL: out of
   memory. */
void *huge_alloc(size_t bytes);
/* Zeroed memory, aligned to at least 64 bytes.  The system clears a page when it is first
   used.  Sets *block to what free() must get.  NULL: out of memory; *block is untouched. */
void *huge_calloc(size_t bytes, void **block);
/* Bytes of memory of this machine; UINT64_MAX if unknown. */
uint64_t memory_physical(void);
/* The most bytes of memory that this process has used at one time; 0: unknown. */
uint64_t memory_peak(void);

#endif
