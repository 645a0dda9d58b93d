/* SPDX-License-Identifier: MIT */
/* array.c - see array.h. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "core/array.h"

/* The pointer is copied: it may have any type. */
bool array_grow(void *array, size_t *cap, size_t n, size_t size)
{
    size_t larger = *cap ? *cap : ARRAY_FIRST;
    void *old, *more;
    while (larger < n && larger <= SIZE_MAX / 2)
        larger *= 2;
    if (larger < n || larger > SIZE_MAX / size)
        return false;
    memcpy(&old, array, sizeof old);
    if (!(more = realloc(old, larger * size)))
        return false;
    memcpy(array, &more, sizeof more);
    *cap = larger;
    return true;
}
