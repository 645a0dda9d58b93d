/* SPDX-License-Identifier: MIT */
/* reserved.c - see reserved.h. */
#include "os/reserved.h"
#include <stddef.h>
#include <sys/mman.h>
#include <unistd.h>
#include "os/memory.h"

static void *reserve(uint64_t bytes)
{
    void *range = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return range == MAP_FAILED ? NULL : range;
}

/* Reserves too much and gives back what is before and after the aligned part:

       | head | range ... | tail |                                               */
static void *reserve_aligned(uint64_t bytes)
{
    uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE),
             whole = (bytes + page - 1) / page * page;
    char *all = reserve(whole + HUGE_PAGE);
    if (!all)
        return NULL;
    uint64_t head = -(uintptr_t)all % HUGE_PAGE;
    if (head)
        munmap(all, head);
    munmap(all + head + whole, HUGE_PAGE - head);
    return all + head;
}

void *reserved_new(uint64_t bytes, bool huge)
{
    if (!huge || bytes < HUGE_PAGE)
        return reserve(bytes);
    void *range = reserve_aligned(bytes);
    if (range)
        use_huge_pages(range, bytes);
    return range;
}

void reserved_free(void *range, uint64_t bytes)
{
    munmap(range, bytes);
}

void reserved_release(void *part, uint64_t bytes)
{
    madvise(part, bytes, MADV_DONTNEED);
}
