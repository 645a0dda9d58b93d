/* SPDX-License-Identifier: MIT */
/* ur_sweep.c - see ur_sweep.h.

   The moves of pieces on the track are the same for every row and lane of a block; the
   moves of pieces in hand or on squares 1..4 are the same for every lane of a row.  An
   update first finds where the moves lead, then takes for each throw the maximum of the
   rows that the pieces on the track lead to, for all rows at once, and then, row by row,
   the maximum of that and the moves of the other pieces.  There is no branch per
   position. */
#include <math.h>
#include "solve/clones.h"
#include "solve/steps.h"
#include "solve/ur_sweep.h"

#define INLINE static inline __attribute__((always_inline))

/* Compiled for the widest instructions of the machine. */
#define WIDE CLONES("avx512f", "avx2")

/* Eight lanes. */
typedef double vec __attribute__((vector_size(64)));
typedef long long mask __attribute__((vector_size(64)));

enum { MAX_TRACK_MOVES = UR_MAX_PIECES, MAX_REVISITS = 8 };

static const vec zeros[2], ones[2] = {{1, 1, 1, 1, 1, 1, 1, 1}, {1, 1, 1, 1, 1, 1, 1, 1}};

/* Rows in memory, `stride` vectors apart. */
struct row_source {
    const vec *row;
    int stride;
};

/* The update of one block. */
struct ur_update {
    const struct ur_sweep *s;
    const struct ur_half *half, *off;
    uint32_t own, enemy; /* masks of squares from 5 on */
    uint32_t safe;       /* enemy rosettes that cannot be captured, as own squares */
    uint32_t id;
    double *cell;          /* its rows, to move */
    int left, rows, lanes; /* own pieces in hand and start */
    bool symmetric;        /* the turned block is this one */
    const uint8_t *no_move, *turned_no_move;
    struct row_source stay[UR_SOURCES];
    struct row_source track[5][MAX_TRACK_MOVES]; /* by throw */
    int track_moves[5];
    struct row_source ahead[5]; /* the best of them */
    struct ur_rows *reads;      /* where to list the rows it reads; NULL: nowhere */
    int n_reads;
};

/* The rows of a block, `stride` vectors apart. */
INLINE struct row_source rows_at(struct ur_update *b, const struct ur_half *half,
                                 uint32_t block, bool waiting, int stride)
{
    struct ur_rows rows = {half, block, waiting};
    if (b->reads &&
        half->base[block] != UR_NO_BLOCK) /* a block with too many pieces is not read */
        b->reads[b->n_reads++] = rows;
    return (struct row_source){(const vec *)ur_cells(rows), stride};
}

INLINE void raise_to(vec *best, const vec *from)
{
    mask m = *from > *best;
    *best = (vec)(((mask)*from & m) | ((mask)*best & ~m));
}

static uint32_t block_of(const struct ur_index *x, uint32_t own, uint32_t enemy)
{
    return ur_block(x, own >> UR_TRACK, enemy >> UR_TRACK);
}

/* Where a piece that lands on `to` leads; `own` is the mask without it.  An illegal move
   leads to rows of zeros, which do not change a maximum. */
INLINE struct row_source land(struct ur_update *b, uint32_t own, int to)
{
    const struct ur_set *u = b->s->x->set;
    int meet = ur_meet(u, to), again = u->rosettes >> to & 1;
    uint32_t enemy = b->enemy;
    if ((own | b->safe) >> to & 1)
        return (struct row_source){zeros, 0};
    if (meet && enemy >> meet & 1) {
        enemy ^= UR_BIT(meet);
        again |= u->extra_on_capture;
    }
    int lanes = ur_start_count(b->half->enemy - __builtin_popcount(enemy));
    return rows_at(b, b->half, block_of(b->s->x, own | UR_BIT(to), enemy), !again,
                   ur_row_cells(lanes) / 8);
}

/* The moves of pieces on the track. */
INLINE void find_track_moves(struct ur_update *b, int throw)
{
    int length = b->s->x->set->length, n = 0, stride = ur_row_cells(b->lanes) / 8;
    for (uint32_t left = b->own; left; left &= left - 1) {
        int from = __builtin_ctz(left), to = from + throw;
        uint32_t own = b->own & ~UR_BIT(from);
        struct row_source next = {zeros, 0};
        if (to <= length) {
            next = land(b, own, to);
        } else if (to == length + 1) {
            next = (struct row_source){ones, 0};
            if (b->off)
                next = rows_at(b, b->off, block_of(b->s->x, own, b->enemy), true, stride);
        }
        if (next.row != zeros)
            b->track[throw][n++] = next;
    }
    b->track_moves[throw] = n;
}

INLINE void find_moves(struct ur_update *b)
{
    int stride = ur_row_cells(b->lanes) / 8;
    b->stay[UR_STAY] = rows_at(b, b->half, b->id, true, stride);
    b->stay[UR_STAY_AGAIN] = rows_at(b, b->half, b->id, false, stride);
    for (int i = 0; i < 4; i++)
        b->stay[UR_ENTER + i] = land(b, b->own, UR_TRACK + i);
    for (int pips = 1; pips <= 4; pips++)
        find_track_moves(b, pips);
}

/* The best moves of pieces on the track with one throw, for all rows.  The rows of a
   source are read in sequence, which the prefetcher recognises. */
INLINE struct row_source track_best(const struct ur_update *b, int throw, vec *best,
                                    int width)
{
    const struct row_source *move = b->track[throw];
    int n = b->track_moves[throw];
    if (n == 0)
        return (struct row_source){zeros, 0};
    for (int k = 1; k < n; k++) {
        struct row_source before = k > 1 ? (struct row_source){best, width} : move[0];
        for (int row = 0; row < b->rows; row++)
            for (int i = 0; i < width; i++) {
                vec most = before.row[row * before.stride + i];
                raise_to(&most, &move[k].row[row * move[k].stride + i]);
                best[row * width + i] = most;
            }
    }
    return n > 1 ? (struct row_source){best, width} : move[0];
}

/* The best move of one row with one throw; 0 where there is none. */
INLINE void row_best(const struct ur_update *b, int row, int throw, vec *best, int width)
{
    const struct ur_start_moves *moves = &b->s->start_moves[row][throw];
    int hand = b->left - __builtin_popcount(ur_start_mask[row]);
    int n = moves->moves + (hand > 0 ? moves->entering : 0);
    const vec *ahead = b->ahead[throw].row + row * b->ahead[throw].stride;
    best[0] = ahead[0];
    best[1] = ahead[width - 1];
    for (int i = 0; i < n; i++) {
        struct row_source s = b->stay[moves->kind[i]];
        const vec *from = s.row + moves->next[i] * s.stride;
        raise_to(&best[0], &from[0]);
        if (width > 1)
            raise_to(&best[1], &from[1]);
    }
}

/* The new value of a row. */
INLINE void row_value(const struct ur_update *b, int row, vec *sum, int width)
{
    const vec *pass = b->stay[UR_STAY].row + row * width;
    double chance = b->s->no_move_chance[b->no_move[row]];
    sum[0] = chance * pass[0];
    sum[1] = chance * pass[width - 1];
    for (int pips = 1; pips <= 4; pips++) {
        vec best[2];
        row_best(b, row, pips, best, width);
        sum[0] += b->s->chance[pips] * best[0];
        sum[1] += b->s->chance[pips] * best[1];
    }
}

/* How much a change grows while both sides pass in turn: if they pass with chances v and
   w, a change d returns as v w d, and so on; the sum is d / (1 - v w). */
INLINE void growth(const struct ur_update *b, int row, vec *grow, int width)
{
    double chance = b->s->no_move_chance[b->no_move[row]];
    for (int i = 0; i < 8 * width; i++)
        grow[i / 8][i % 8] =
            1 / (1 - chance * b->s->no_move_chance[b->turned_no_move[i]]);
}

/* Updates a block in place; returns the largest change before it is grown. */
INLINE double update(struct ur_update *b, int width)
{
    vec ahead[5][2 * UR_STARTS];
    for (int pips = 1; pips <= 4; pips++)
        b->ahead[pips] = track_best(b, pips, ahead[pips], width);
    vec most = {0}, grow[2] = {{0}, {0}};
    int grown = -1;                                /* the no_move[row] of grow[] */
    for (int row = b->rows - 1; row >= 0; row--) { /* the most advanced first */
        vec *cell = (vec *)b->cell + row * width;
        vec sum[2];
        row_value(b, row, sum, width);
        if (b->no_move[row] != grown) {
            growth(b, row, grow, width);
            grown = b->no_move[row];
        }
        for (int i = 0; i < width; i++) {
            vec d = sum[i] - cell[i], minus = -d;
            raise_to(&most, &d);
            raise_to(&most, &minus);
            if (b->s->it.mode == MODE_MEASURE)
                continue;
            cell[i] += d * grow[i];
        }
    }
    double largest = 0;
    for (int i = 0; i < 8; i++)
        largest = most[i] > largest ? most[i] : largest;
    return largest;
}

/* The same for a block that is its own turned block: the turned cell changes with it. */
static double update_symmetric(struct ur_update *b, int width)
{
    vec sum[UR_STARTS][2], ahead[5][2 * UR_STARTS];
    for (int pips = 1; pips <= 4; pips++)
        b->ahead[pips] = track_best(b, pips, ahead[pips], width);
    double *cell = b->cell, d[UR_STARTS][UR_STARTS], most = 0;
    for (int row = 0; row < b->rows; row++) {
        row_value(b, row, sum[row], width);
        for (int i = 0; i < b->rows; i++) {
            d[row][i] = sum[row][i / 8][i % 8] - cell[row * 8 * width + i];
            most = fmax(most, fabs(d[row][i]));
        }
    }
    for (int row = 0; row < b->rows && b->s->it.mode != MODE_MEASURE; row++)
        for (int i = 0; i < b->rows; i++) {
            double v = b->s->no_move_chance[b->no_move[row]];
            double w = b->s->no_move_chance[b->no_move[i]];
            cell[row * 8 * width + i] += (d[row][i] - v * d[i][row]) / (1 - v * w);
        }
    return most;
}

/* Writes the waiting rows of the turned block. */
INLINE void write_waiting(const struct ur_update *b, double *waiting, int width)
{
    int stride = ur_row_cells(b->rows);
    for (int row = 0; row < b->rows; row++)
        for (int lane = 0; lane < b->lanes; lane++)
            waiting[lane * stride + row] = 1 - b->cell[row * 8 * width + lane];
}

INLINE struct ur_update block_make(const struct ur_sweep *s, int side, uint32_t own,
                                   uint32_t enemy)
{
    const struct ur_half *h = s->half[side], *other = s->half[!side];
    const struct ur_set *u = s->x->set;
    struct ur_update b;
    b.s = s;
    b.half = h;
    b.off = s->off[side];
    b.own = own;
    b.enemy = enemy;
    b.safe = u->safe_rosettes ? ur_seen(u, enemy) & u->rosettes : 0;
    b.id = block_of(s->x, own, enemy);
    b.cell = ur_cells((struct ur_rows){h, b.id, false});
    b.left = h->own - __builtin_popcount(own);
    b.rows = ur_start_count(b.left);
    b.lanes = ur_start_count(h->enemy - __builtin_popcount(enemy));
    b.symmetric = h == other && own == enemy;
    b.no_move = h->no_move_throws[b.id];
    b.turned_no_move = other->no_move_throws[block_of(s->x, enemy, own)];
    b.reads = NULL;
    b.n_reads = 0;
    return b;
}

/* Updates a block of one half and the waiting rows of the turned half. */
WIDE static double update_block(const struct ur_sweep *s, int side, uint32_t own,
                                uint32_t enemy)
{
    struct ur_update b = block_make(s, side, own, enemy);
    struct ur_rows turned = {s->half[!side], block_of(s->x, enemy, own), true};
    int width = ur_row_cells(b.lanes) / 8;
    find_moves(&b);
    double most = b.symmetric  ? update_symmetric(&b, width)
                  : width == 1 ? update(&b, 1)
                               : update(&b, 2);
    if (s->it.mode != MODE_MEASURE)
        write_waiting(&b, ur_cells(turned), width);
    return most;
}

int ur_reads(const struct ur_sweep *s, int side, uint32_t block,
             struct ur_rows list[UR_MAX_READS])
{
    struct ur_update b = block_make(s, side, (uint32_t)s->track[0][block] << UR_TRACK,
                                    (uint32_t)s->track[1][block] << UR_TRACK);
    b.reads = list;
    find_moves(&b);
    return b.n_reads;
}

/* ---- all blocks on all threads ---- */

double ur_sweep_chunk(const struct ur_sweep *s, uint32_t chunk)
{
    const struct ur_order *o = &s->order;
    double change = 0;
    for (uint32_t i = o->chunk[chunk]; i < o->chunk[chunk + 1]; i++) {
        if (o->change[i] < s->skip_below)
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

static double chunk_run(const void *sweep, uint32_t chunk)
{
    return ur_sweep_chunk(sweep, chunk);
}

/* After a sweep most of the error is in few blocks: where pieces meet on squares 5..8,
   capture each other and enter again, it shrinks by 0.7 per sweep, elsewhere faster.  So
   the blocks that changed by more than a tenth of the maximum are updated again until none
   does: 6 to 30 % of the blocks, three or four times. */
double ur_sweep_run(struct ur_sweep *s, int threads)
{
    const struct ur_order *o = &s->order;
    double change = steps_run(o->n_chunks, o->after, threads, chunk_run, s);
    double rest = change;
    s->skip_below = (float)change / 10;
    for (int i = 0; i < MAX_REVISITS && s->it.mode == MODE_SWEEP && rest >= s->skip_below;
         i++)
        rest = steps_run(o->n_chunks, o->after, threads, chunk_run, s);
    s->skip_below = 0;
    return change;
}
