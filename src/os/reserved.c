/* SPDX-License-Identifier: MIT */
/* reserved.c - see reserved.h. */
#include "os/reserved.h"
#include <stddef.h>
#include <sys/mman.h>

void *reserved_new(uint64_t bytes)
{
    void *range = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return range == MAP_FAILED ? NULL : range;
}

void reserved_free(void *range, uint64_t bytes)
{
    munmap(range, bytes);
}

void reserved_release(void *part, uint64_t bytes)
{
    madvise(part, bytes, MADV_DONTNEED);
}
