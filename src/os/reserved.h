/* SPDX-License-Identifier: MIT */
/* reserved.h - a range of addresses that takes memory only where it is used.

   The solver of race games addresses all rows of a table as one array, which may be larger
   than the memory of the machine; the window over the disk (race/window.h) keeps only some
   of them in memory and releases the others. */
#ifndef OS_RESERVED_H
#define OS_RESERVED_H

#include <stdbool.h>
#include <stdint.h>

/* Reserves a range, whose bytes are zero, to be freed with reserved_free; NULL: there is no
   room for it.  `huge`: the range begins at a multiple of 2 MB and uses huge pages where the
   system has them. */
void *reserved_new(uint64_t bytes, bool huge);
/* Frees a range; `bytes` is its size, as given to reserved_new. */
void reserved_free(void *range, uint64_t bytes);
/* Gives the memory of a part of a range, at a multiple of its pages, back to the system: its
   bytes are zero again. */
void reserved_release(void *part, uint64_t bytes);

#endif
