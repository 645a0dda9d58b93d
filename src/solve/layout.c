/* SPDX-License-Identifier: MIT */
/* layout.c - see layout.h.  A layout is filled for every frame; its arrays keep their memory
   from one to the next.  Memory that runs out sets `failed`. */
#include <stdlib.h>
#include <string.h>
#include "solve/layout.h"

void layout_clear(struct value_layout *l)
{
    l->part = l->tiles = 0;
    l->n = 0;
    l->failed = false;
    for (int a = 0; a < LAYOUT_AXES; a++)
        l->axis[a].n = 0;
}

void layout_free(struct value_layout *l)
{
    free(l->tile);
    for (int a = 0; a < LAYOUT_AXES; a++)
        free(l->axis[a].context);
    memset(l, 0, sizeof *l);
}

/* Makes room for one more of n elements; false: out of memory. */
static bool grow(void **array, int n, int *room, size_t size)
{
    if (n < *room)
        return true;
    int larger = *room ? 2 * *room : 256;
    void *more = realloc(*array, (size_t)larger * size);
    if (!more)
        return false;
    *array = more;
    *room = larger;
    return true;
}

void layout_add_tile(struct value_layout *l, int rows, int lanes, int axes)
{
    void *tiles = l->tile;
    if (!grow(&tiles, l->tiles, &l->room, sizeof *l->tile)) {
        l->failed = true;
        return;
    }
    l->tile = tiles;
    l->tile[l->tiles++] = (struct layout_tile){
        (uint8_t)rows, (uint8_t)lanes,
        (uint8_t)(axes < LAYOUT_CLASSES ? axes : LAYOUT_CLASSES - 1)};
    l->n += (uint32_t)(rows * lanes);
}

void layout_add_context(struct value_layout *l, int axis, int kind, uint32_t at, int n,
                        int back)
{
    struct layout_contexts *c = &l->axis[axis];
    void *contexts = c->context;
    if (!grow(&contexts, c->n, &c->room, sizeof *c->context)) {
        l->failed = true;
        return;
    }
    c->context = contexts;
    c->context[c->n++] =
        (struct layout_context){at, (uint16_t)n, (uint16_t)back, (uint8_t)kind};
}
