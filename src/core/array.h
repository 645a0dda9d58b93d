/* SPDX-License-Identifier: MIT */
/* array.h - arrays that grow: one element more, or several. */
#ifndef CORE_ARRAY_H
#define CORE_ARRAY_H

#include <stdbool.h>
#include <stddef.h>

enum { ARRAY_FIRST = 16 }; /* elements of the first allocation, at least */

/* Doubles *cap, the number of elements that fit, until n of `size` bytes do, and moves the
   array.  Returns as array_reserve does. */
bool array_grow(void *array, size_t *cap, size_t n, size_t size);

/* Makes room for n elements of `size` bytes.  `array` is the address of the pointer to the
   array, which is NULL or was allocated by malloc; *cap is 0 at first.  False: out of memory;
   then array and *cap are unchanged.

       if (!array_reserve(&list->game, &list->cap, list->n + 1, sizeof *list->game))
           return LUS_EMEMORY; */
static inline bool array_reserve(void *array, size_t *cap, size_t n, size_t size)
{
    return n <= *cap || array_grow(array, cap, n, size);
}

#endif
