/* SPDX-License-Identifier: MIT */
/* ur_update.h - where the moves of a block of Ur lead; used by the kernels and ur_reads.

   The moves of pieces on the track are the same for every row and lane of a block; the
   moves of pieces in hand or on squares 1..4 are the same for every lane of a row. */
#ifndef RACE_UR_UPDATE_H
#define RACE_UR_UPDATE_H

#include "race/ur_sweep.h"
#include "solve/kernel_vector.h"

/* Rows that the update of a block reads, its own included. */
enum { UR_MAX_READS = 2 + 4 + 4 * UR_MAX_PIECES };

/* Rows in memory, `stride` cells apart. */
struct row_source {
    const cell *row;
    int stride;
};

/* The cells of a block. */
INLINE cell *ur_cells(struct ur_rows r)
{
    return (cell *)r.half->cell[r.array] + r.half->base[r.block];
}

/* Rows for moves that are illegal, which do not change a maximum, or win. */
static const cell ur_zeros[UR_STARTS] __attribute__((aligned(64)));
#define ONES_4 CELL_ONE, CELL_ONE, CELL_ONE, CELL_ONE
static const cell ur_ones[UR_STARTS]
    __attribute__((aligned(64))) = {ONES_4, ONES_4, ONES_4, ONES_4};
#undef ONES_4

/* The update of one block. */
struct ur_update {
    const struct ur_sweep *s;
    const struct race_half *half, *off;
    uint32_t own, enemy; /* masks of squares from 5 on */
    uint32_t safe;       /* enemy rosettes that cannot be captured, as own squares */
    uint32_t id;
    cell *rows_at;         /* its rows, to move */
    int left, rows, lanes; /* own pieces in hand and start */
    bool symmetric;        /* the turned block is this one */
    const uint8_t *no_move, *turned_no_move;
    struct row_source stay[UR_SOURCES];
    struct row_source track[5][UR_MAX_PIECES]; /* by throw */
    int track_moves[5];
    struct row_source ahead[5]; /* the best of them */
    struct ur_rows *reads;      /* where to list the rows it reads; NULL: nowhere */
    int n_reads;
};

/* The rows of a block, `stride` cells apart. */
INLINE struct row_source ur_rows_at(struct ur_update *b, const struct race_half *half,
                                    uint32_t block, enum race_array array, int stride)
{
    struct ur_rows rows = {half, block, array};
    if (b->reads && half->base[block] != UR_NO_BLOCK) /* too many pieces: not read */
        b->reads[b->n_reads++] = rows;
    return (struct row_source){ur_cells(rows), stride};
}

INLINE uint32_t ur_block_of(const struct ur_index *x, uint32_t own, uint32_t enemy)
{
    return ur_block(x, own >> UR_TRACK, enemy >> UR_TRACK);
}

/* Where a piece that lands on `to` leads; `own` is the mask without it. */
INLINE struct row_source ur_land(struct ur_update *b, uint32_t own, int to)
{
    const struct ur_set *u = b->s->x->set;
    int meet = ur_meet(u, to), again = u->rosettes >> to & 1;
    uint32_t enemy = b->enemy;
    if ((own | b->safe) >> to & 1)
        return (struct row_source){ur_zeros, 0};
    if (meet && enemy >> meet & 1) {
        enemy ^= UR_BIT(meet);
        again |= u->extra_on_capture;
    }
    int lanes = ur_start_count(b->half->enemy - __builtin_popcount(enemy));
    return ur_rows_at(b, b->half, ur_block_of(b->s->x, own | UR_BIT(to), enemy),
                      again ? RACE_THROWING : RACE_WAITING, ur_row_cells(lanes));
}

/* The moves of pieces on the track. */
INLINE void ur_find_track_moves(struct ur_update *b, int throw)
{
    int length = b->s->x->set->length, n = 0, stride = ur_row_cells(b->lanes);
    for (uint32_t left = b->own; left; left &= left - 1) {
        int from = __builtin_ctz(left), to = from + throw;
        uint32_t own = b->own & ~UR_BIT(from);
        struct row_source next = {ur_zeros, 0};
        if (to <= length) {
            next = ur_land(b, own, to);
        } else if (to == length + 1) {
            next = (struct row_source){ur_ones, 0};
            if (b->off)
                next = ur_rows_at(b, b->off, ur_block_of(b->s->x, own, b->enemy),
                                  RACE_WAITING, stride);
        }
        if (next.row != ur_zeros)
            b->track[throw][n++] = next;
    }
    b->track_moves[throw] = n;
}

INLINE void ur_find_moves(struct ur_update *b)
{
    int stride = ur_row_cells(b->lanes);
    b->stay[UR_STAY] = ur_rows_at(b, b->half, b->id, RACE_WAITING, stride);
    b->stay[UR_STAY_AGAIN] = ur_rows_at(b, b->half, b->id, RACE_THROWING, stride);
    for (int i = 0; i < 4; i++)
        b->stay[UR_ENTER + i] = ur_land(b, b->own, UR_TRACK + i);
    for (int pips = 1; pips <= 4; pips++)
        ur_find_track_moves(b, pips);
}

INLINE struct ur_update ur_update_make(const struct ur_sweep *s, int side, uint32_t own,
                                       uint32_t enemy)
{
    const struct race_half *h = s->half[side], *other = s->half[!side];
    const struct ur_set *u = s->x->set;
    struct ur_update b;
    b.s = s;
    b.half = h;
    b.off = s->off[side];
    b.own = own;
    b.enemy = enemy;
    b.safe = u->safe_rosettes ? ur_seen(u, enemy) & u->rosettes : 0;
    b.id = ur_block_of(s->x, own, enemy);
    b.rows_at = ur_cells((struct ur_rows){h, b.id, RACE_THROWING});
    b.left = h->own - __builtin_popcount(own);
    b.rows = ur_start_count(b.left);
    b.lanes = ur_start_count(h->enemy - __builtin_popcount(enemy));
    b.symmetric = h == other && own == enemy;
    b.no_move = h->no_move_throws[b.id];
    b.turned_no_move = other->no_move_throws[ur_block_of(s->x, enemy, own)];
    b.reads = NULL;
    b.n_reads = 0;
    return b;
}

#endif
