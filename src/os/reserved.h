/* SPDX-License-Identifier: MIT */
/* reserved.h - a range of addresses that takes memory only where it is used. */
#ifndef OS_RESERVED_H
#define OS_RESERVED_H

#include <stdint.h>

/* Reserves a range, whose bytes are zero, to be freed with reserved_free; NULL: there is no
   room for it. */
void *reserved_new(uint64_t bytes);
void reserved_free(void *range, uint64_t bytes);
/* Gives the memory of a part of a range, at a multiple of 64 KB, back to the system: its
   bytes are zero again. */
void reserved_release(void *part, uint64_t bytes);

#endif
