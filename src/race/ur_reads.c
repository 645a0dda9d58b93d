/* SPDX-License-Identifier: MIT */
/* ur_reads.c - declares the rows that a chunk of Ur reads and writes (see ur_sweep.h). */
#include "race/ur_initial.h"

/* Cells of a block with such tracks. */
static uint64_t block_cells(const struct ur_sweep *s, const struct race_half *h,
                            uint32_t block)
{
    int own = h->own - __builtin_popcount(s->track[0][block]);
    int enemy = h->enemy - __builtin_popcount(s->track[1][block]);
    return (uint64_t)ur_start_count(own) * (unsigned)ur_row_cells(ur_start_count(enemy));
}

static void declare(const struct ur_sweep *s, struct ur_rows rows, struct race_reader *to)
{
    to->cells(to, rows.half, rows.array, rows.half->base[rows.block],
              block_cells(s, rows.half, rows.block));
}

static void list_block(const struct ur_sweep *s, int side, uint32_t own, uint32_t enemy,
                       struct race_reader *to)
{
    struct ur_rows list[UR_MAX_READS];
    struct ur_update b = ur_update_make(s, side, own << UR_TRACK, enemy << UR_TRACK);
    b.reads = list;
    ur_find_moves(&b);
    for (int i = 0; i < b.n_reads; i++)
        declare(s, list[i], to);
}

static void list_initial(const struct ur_sweep *s, int side, uint32_t block,
                         struct race_reader *to)
{
    struct ur_rows rows[2];
    ur_initial_reads(s, s->half[side], block, rows);
    for (int i = 0; i < 2; i++)
        if (rows[i].half)
            declare(s, rows[i], to);
}

void ur_reads(const struct race_sweep *race, uint32_t chunk, struct race_reader *to)
{
    const struct ur_sweep *s = (const struct ur_sweep *)race;
    for (uint32_t i = s->order.chunk[chunk]; i < s->order.chunk[chunk + 1]; i++) {
        uint32_t own = s->track[0][s->order.block[i]];
        uint32_t enemy = s->track[1][s->order.block[i]];
        if (race->it.mode == MODE_INITIAL) {
            list_initial(s, 0, s->order.block[i], to);
            list_initial(s, 1, ur_block(s->x, enemy, own), to);
            continue;
        }
        list_block(s, 0, own, enemy, to);
        list_block(s, 1, enemy, own, to);
    }
}

void ur_writes(const struct race_sweep *race, uint32_t chunk, struct race_reader *to)
{
    const struct ur_sweep *s = (const struct ur_sweep *)race;
    for (uint32_t i = s->order.chunk[chunk]; i < s->order.chunk[chunk + 1]; i++) {
        uint32_t block = s->order.block[i];
        uint32_t turned = ur_block(s->x, s->track[1][block], s->track[0][block]);
        for (int a = 0; a < RACE_ARRAYS; a++) {
            declare(s, (struct ur_rows){s->half[0], block, (enum race_array)a}, to);
            if (s->half[0] != s->half[1] || turned != block)
                declare(s, (struct ur_rows){s->half[1], turned, (enum race_array)a}, to);
        }
    }
}
