/* SPDX-License-Identifier: MIT */
/* ur_kernel.c - updates the blocks of a chunk of Ur (see kernel_vector.h).

   An update finds where the moves lead (ur_update.h), takes for each throw the maximum of
   the rows that the pieces on the track lead to, for all rows at once, and then, row by
   row, the maximum of that and the moves of the other pieces.  There is no branch per
   position.  `cells` is the size of a row, 8 or 16: a constant in each instance. */
#include <math.h>
#include "race/ur_initial.h"

double CELL_KERNEL_NAME(ur_chunk)(const struct ur_sweep *s, uint32_t chunk);

/* Vectors of a row that are computed at the same time: more would not fit 16 registers. */
enum { STRIP = 4 };

#define AT(row, i)  (*(vec *)((row) + (i)*VEC_LANES))
#define GET(row, i) (*(const vec *)((row) + (i)*VEC_LANES))

/* The best moves of pieces on the track with one throw, for all rows.  The rows of a
   source are read in sequence, which the prefetcher recognises. */
INLINE struct row_source track_best(const struct ur_update *b, int throw, cell *best,
                                    int cells)
{
    const struct row_source *move = b->track[throw];
    int n = b->track_moves[throw];
    if (n == 0)
        return (struct row_source){ur_zeros, 0};
    for (int k = 1; k < n; k++) {
        struct row_source before = k > 1 ? (struct row_source){best, cells} : move[0];
        for (int row = 0; row < b->rows; row++)
            for (int i = 0; i < cells / VEC_LANES; i++)
                AT(best + row * cells, i) =
                    vec_max(GET(move[k].row + row * move[k].stride, i),
                            GET(before.row + row * before.stride, i));
    }
    return n > 1 ? (struct row_source){best, cells} : move[0];
}

/* Adds the best moves of one strip of a row with one throw, times its chance; 0 where
   there is no move. */
INLINE void add_best(const struct ur_update *b, int row, int throw, int first, int n,
                     vec *sum)
{
    const struct ur_start_moves *moves = &b->s->start_moves[row][throw];
    int hand = b->left - __builtin_popcount(ur_start_mask[row]);
    int n_moves = moves->moves + (hand > 0 ? moves->entering : 0);
    const cell *ahead = b->ahead[throw].row + row * b->ahead[throw].stride;
    vec best[STRIP];
    for (int i = 0; i < n; i++)
        best[i] = GET(ahead, first + i);
    for (int k = 0; k < n_moves; k++) {
        struct row_source s = b->stay[moves->kind[k]];
        const cell *from = s.row + moves->next[k] * s.stride;
        for (int i = 0; i < n; i++)
            best[i] = vec_max(GET(from, first + i), best[i]);
    }
    for (int i = 0; i < n; i++)
        sum[i] += cell_weight(b->s->chance[throw]) * best[i];
}

/* The new values of a strip of a row. */
INLINE void strip_value(const struct ur_update *b, int row, int cells, int first, int n,
                        vec *value)
{
    const cell *pass = b->stay[UR_STAY].row + row * cells;
    cell weight = cell_weight(b->s->no_move_chance[b->no_move[row]]);
    for (int i = 0; i < n; i++)
        value[i] = weight * GET(pass, first + i);
    for (int pips = 1; pips <= 4; pips++)
        add_best(b, row, pips, first, n, value);
    for (int i = 0; i < n; i++)
        value[i] = vec_mean(value[i]);
}

/* The chance that the other side has no move, by lane. */
INLINE void lane_no_move(const struct ur_update *b, cell_real *chance, int cells)
{
    for (int i = 0; i < cells; i++)
        chance[i] = (cell_real)b->s->no_move_chance[b->turned_no_move[i]];
}

INLINE void ahead_make(struct ur_update *b, cell (*ahead)[UR_STARTS * UR_STARTS],
                       int cells)
{
    for (int pips = 1; pips <= 4; pips++)
        b->ahead[pips] = track_best(b, pips, ahead[pips], cells);
}

/* Updates a block in place; returns the largest change d.  While both sides pass in turn,
   with chances v and w, a change d returns as v w d, and so on: the cell changes by the
   sum, d / (1 - v w). */
INLINE double update(struct ur_update *b, int cells)
{
    cell ahead[5][UR_STARTS * UR_STARTS] __attribute__((aligned(64)));
    cell_real other[UR_STARTS] __attribute__((aligned(64)));
    cell_real grow[UR_STARTS] __attribute__((aligned(64))) = {0};
    int n = cells / VEC_LANES, strip = n < STRIP ? n : STRIP;
    vec most = {0};
    int grown = -1; /* the no_move[row] of grow[] */
    ahead_make(b, ahead, cells);
    lane_no_move(b, other, cells);
    for (int row = b->rows - 1; row >= 0; row--) { /* the most advanced first */
        cell *out = b->rows_at + row * cells;
        if (b->no_move[row] != grown) {
            cell_real chance = (cell_real)b->s->no_move_chance[b->no_move[row]];
            for (int i = 0; i < cells; i++)
                grow[i] = 1 / (1 - chance * other[i]);
            grown = b->no_move[row];
        }
        for (int first = 0; first < n; first += strip) {
            vec value[STRIP];
            strip_value(b, row, cells, first, strip, value);
            for (int i = 0; i < strip; i++) {
                vec d = value[i] - GET(out, first + i);
                most = vec_max(vec_abs(d), most);
                if (b->s->race.it.mode != MODE_MEASURE)
                    AT(out, first + i) +=
                        vec_times(d, *(const vec_real *)(grow + (first + i) * VEC_LANES));
            }
        }
    }
    return (double)vec_largest(most) / CELL_ONE;
}

/* The same for a block that is its own turned block: the turned cell changes with it. */
static double update_symmetric(struct ur_update *b, int cells)
{
    cell ahead[5][UR_STARTS * UR_STARTS] __attribute__((aligned(64)));
    cell d[UR_STARTS][UR_STARTS] __attribute__((aligned(64))), most = 0;
    const double *chance = b->s->no_move_chance;
    ahead_make(b, ahead, cells);
    for (int row = 0; row < b->rows; row++) {
        for (int i = 0; i < cells / VEC_LANES; i++)
            strip_value(b, row, cells, i, 1, &AT(d[row], i));
        for (int i = 0; i < b->rows; i++) {
            /* strip_value has stored it as a part of a vector.
               NOLINTNEXTLINE(clang-analyzer-core.uninitialized.Assign) */
            d[row][i] -= b->rows_at[row * cells + i];
            most = d[row][i] > most ? d[row][i] : -d[row][i] > most ? -d[row][i] : most;
        }
    }
    for (int row = 0; row < b->rows && b->s->race.it.mode != MODE_MEASURE; row++)
        for (int i = 0; i < b->rows; i++) {
            double v = chance[b->no_move[row]], w = chance[b->no_move[i]];
            b->rows_at[row * cells + i] +=
                (cell)((d[row][i] - v * d[i][row]) / (1 - v * w));
        }
    return (double)most / CELL_ONE;
}

/* Writes the waiting rows of the turned block. */
INLINE void write_waiting(const struct ur_update *b, cell *waiting, int cells)
{
    int stride = ur_row_cells(b->rows);
    for (int row = 0; row < b->rows; row++)
        for (int lane = 0; lane < b->lanes; lane++)
            waiting[lane * stride + row] = CELL_ONE - b->rows_at[row * cells + lane];
}

/* Updates a block of one half and the waiting rows of the turned half. */
static double update_block(const struct ur_sweep *s, int side, uint32_t own,
                           uint32_t enemy)
{
    struct ur_update b = ur_update_make(s, side, own, enemy);
    struct ur_rows turned = {s->half[!side], ur_block_of(s->x, enemy, own), RACE_WAITING};
    int cells = ur_row_cells(b.lanes);
    ur_find_moves(&b);
    double most = b.symmetric  ? update_symmetric(&b, cells)
                  : cells == 8 ? update(&b, 8)
                               : update(&b, 16);
    if (s->race.it.mode != MODE_MEASURE)
        write_waiting(&b, ur_cells(turned), cells);
    return most;
}

double CELL_KERNEL_NAME(ur_chunk)(const struct ur_sweep *s, uint32_t chunk)
{
    const struct ur_order *o = &s->order;
    double change = 0;
    if (s->race.it.mode == MODE_INITIAL) {
        ur_initial_chunk(s, chunk);
        return 0;
    }
    for (uint32_t i = o->chunk[chunk]; i < o->chunk[chunk + 1]; i++) {
        if (o->change[i] < s->race.skip_below)
            continue;
        uint32_t own = (uint32_t)s->track[0][o->block[i]] << UR_TRACK;
        uint32_t enemy = (uint32_t)s->track[1][o->block[i]] << UR_TRACK;
        double most = update_block(s, 0, own, enemy);
        if (s->half[0] != s->half[1] || own != enemy)
            most = fmax(most, update_block(s, 1, enemy, own));
        o->change[i] = (float)most;
        change = fmax(change, most);
    }
    return change;
}
