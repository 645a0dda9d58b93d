/* SPDX-License-Identifier: MIT */
/* senet_layout.c - the layout of frames of Senet (see senet_index.h).

   The context of a row along an axis is the row in which one piece stands one cell further
   back; the axes are the lowest pieces that can be moved back so.  Moving the piece on cell
   c, the k-th of the row counted from 0, back by one lowers the rank of the occupancy by
   C(c, k + 1) - C(c - 1, k + 1) = C(c - 1, k): that is the distance in rows. */
#include "race/senet_index.h"
#include "solve/layout.h"

/* The distance in rows to the context along each axis; 0: there is none. */
static void rows_back(const struct senet_index *x, uint32_t cells,
                      uint32_t back[SENET_AXES])
{
    int found = 0, place = 0;
    for (int a = 0; a < SENET_AXES; a++)
        back[a] = 0;
    for (uint32_t rest = cells; rest && found < SENET_AXES; rest &= rest - 1, place++) {
        int cell = __builtin_ctz(rest);
        if (cell > 0 && !(cells >> (cell - 1) & 1))
            back[found++] = x->choose[cell - 1][place];
    }
}

/* The next larger number with as many bits (Gosper). */
static uint32_t next_occupancy(uint32_t cells)
{
    uint32_t carried = cells + (cells & -cells);
    return carried | (cells ^ carried) >> 2 >> __builtin_ctz(cells);
}

/* The contexts of one row that `before` others of its frame precede; returns the number of
   axes. */
static int context_row(const struct senet_index *x, uint32_t cells, uint32_t before,
                       int colours, uint32_t at, struct value_layout *s)
{
    uint32_t back[SENET_AXES];
    int axes = 0;
    rows_back(x, cells, back);
    for (int a = 0; a < SENET_AXES; a++)
        if (back[a] && back[a] <= before) {
            layout_add_context(s, a, 0, at, colours, (int)back[a] * colours);
            axes++;
        }
    return axes < LAYOUT_CLASSES ? axes : LAYOUT_CLASSES - 1;
}

bool senet_layout(const struct senet_index *x, int own, int enemy, uint64_t first, int n,
                  struct value_layout *s)
{
    int colours = (int)x->choose[own + enemy][own], rows = n / colours;
    if (first % (unsigned)colours || n % colours)
        return false;
    uint32_t cells = senet_mask_of(x, own + enemy, (uint32_t)(first / (unsigned)colours));
    int run = 0, class = 0; /* rows of one class that are not in a tile yet */
    for (int i = 0; i < rows; i++, cells = next_occupancy(cells)) {
        uint32_t at = s->n + (uint32_t)(run * colours);
        int axes = context_row(x, cells, (uint32_t)i, colours, at, s);
        if (run && (axes != class || run == LAYOUT_ROWS)) {
            layout_add_tile(s, run, colours, class);
            run = 0;
        }
        class = axes;
        run++;
    }
    layout_add_tile(s, run, colours, class);
    return true;
}
