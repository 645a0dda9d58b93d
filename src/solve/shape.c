/* SPDX-License-Identifier: MIT */
/* shape.c - see shape.h. */
#include <stdlib.h>
#include <string.h>
#include "solve/shape.h"

void shape_clear(struct shape *s)
{
    s->part = s->tiles = 0;
    s->n = 0;
    s->failed = false;
    for (int a = 0; a < SHAPE_AXES; a++)
        s->axis[a].n = 0;
}

void shape_free(struct shape *s)
{
    free(s->tile);
    for (int a = 0; a < SHAPE_AXES; a++)
        free(s->axis[a].lift);
    memset(s, 0, sizeof *s);
}

/* Room for one more of n things; false: no memory. */
static bool grow(void **of, int n, int *room, size_t size)
{
    if (n < *room)
        return true;
    int larger = *room ? 2 * *room : 256;
    void *more = realloc(*of, (size_t)larger * size);
    if (!more)
        return false;
    *of = more;
    *room = larger;
    return true;
}

void shape_tile(struct shape *s, int rows, int lanes, int axes)
{
    void *of = s->tile;
    if (!grow(&of, s->tiles, &s->room, sizeof *s->tile)) {
        s->failed = true;
        return;
    }
    s->tile = of;
    s->tile[s->tiles++] =
        (struct shape_tile){(uint8_t)rows, (uint8_t)lanes,
                            (uint8_t)(axes < SHAPE_CLASSES ? axes : SHAPE_CLASSES - 1)};
    s->n += (uint32_t)(rows * lanes);
}

void shape_lift(struct shape *s, int axis, int kind, uint32_t at, int n, int back)
{
    struct shape_lifts *l = &s->axis[axis];
    void *of = l->lift;
    if (!grow(&of, l->n, &l->room, sizeof *l->lift)) {
        s->failed = true;
        return;
    }
    l->lift = of;
    l->lift[l->n++] = (struct shape_lift){at, (uint16_t)n, (uint16_t)back, (uint8_t)kind};
}
