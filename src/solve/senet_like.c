/* SPDX-License-Identifier: MIT */
/* senet_like.c - see senet_like.h. */
#include "solve/frame.h"
#include "solve/senet_like.h"

const int8_t senet_lane_back[SENET_MAX_COLOURS]; /* lanes are not alike */

/* Rows back to the stand with its first or second piece that can go a cell lower there,
   the two in `back`; 0: there is none. */
static void rows_back(const struct senet_index *x, uint32_t cells, uint32_t back[2])
{
    int found = 0, place = 0;
    back[0] = back[1] = 0;
    for (uint32_t rest = cells; rest && found < 2; rest &= rest - 1, place++) {
        int cell = __builtin_ctz(rest);
        if (cell > 0 && !(cells >> (cell - 1) & 1))
            back[found++] = x->choose[cell - 1][place];
    }
}

int senet_like(const struct senet_index *x, int own, int enemy, uint64_t first, int n,
               struct frame_row *row)
{
    int colours = (int)x->choose[own + enemy][own], rows = 0, at = 0;
    uint32_t stand = (uint32_t)(first / (unsigned)colours), back[2];
    int lane = (int)(first % (unsigned)colours);
    for (; at < n; stand++, lane = 0) {
        int left = colours - lane < n - at ? colours - lane : n - at;
        uint32_t most = (uint32_t)at / (uint32_t)colours;
        struct frame_row r = {(uint16_t)left, (uint16_t)lane, 0, 0, 0};
        rows_back(x, senet_mask_of(x, own + enemy, stand), back);
        if (back[0] <= most)
            r.up = (uint16_t)(back[0] * (uint32_t)colours);
        if (back[1] && back[0] + back[1] <= most) {
            r.block = (uint16_t)(back[1] * (uint32_t)colours);
            r.block_up = r.up;
        }
        row[rows++] = r;
        at += left;
    }
    return rows;
}
