/* SPDX-License-Identifier: MIT */
/* ur_sweep.c - see ur_sweep.h.

   What a piece from square 5 on can do is the same for every row and lane of a block,
   what a piece in hand or on squares 1..4 can do is the same for every lane of a row.  So
   a block first finds where its moves lead, takes for each throw the maximum of the rows
   its pieces from square 5 on lead to, all rows at once, and then, row by row, of that
   and of what the other pieces can do: no branch a position. */
#include <math.h>
#include "solve/clones.h"
#include "solve/steps.h"
#include "solve/ur_sweep.h"

#define INLINE static inline __attribute__((always_inline))

/* The widest instructions of the machine at hand. */
#define WIDE CLONES("avx512f", "avx2")

/* Eight lanes. */
typedef double vec __attribute__((vector_size(64)));
typedef long long mask __attribute__((vector_size(64)));

enum { MAX_LANE_MOVES = UR_MAX_PIECES, MAX_AGAIN = 8 };

static const vec zeros[2], ones[2] = {{1, 1, 1, 1, 1, 1, 1, 1}, {1, 1, 1, 1, 1, 1, 1, 1}};

/* Rows somewhere, `stride` vectors apart. */
struct source {
    const vec *row;
    int stride;
};

/* One block at work. */
struct block {
    const struct ur_sweep *s;
    const struct ur_half *half, *off;
    uint32_t own, enemy; /* masks of squares, bit 5 and up */
    uint32_t safe;       /* enemy rosettes one may not land on, own numbers */
    uint32_t id;
    double *cell;          /* its rows, to move */
    int left, rows, lanes; /* own pieces in hand and start */
    bool twin;             /* the turned block is this one */
    const uint8_t *pass, *turned_pass;
    struct source stay[UR_SOURCES];
    struct source lane[5][MAX_LANE_MOVES]; /* by throw */
    int lane_moves[5];
    struct source ahead[5]; /* the best of them */
    struct ur_rows *reads;  /* told where the moves lead; NULL: nobody wants to know */
    int n_reads;
};

/* Where rows are, `stride` vectors apart. */
INLINE struct source rows_at(struct block *b, const struct ur_half *half, uint32_t block,
                             bool waiting, int stride)
{
    struct ur_rows rows = {half, block, waiting};
    if (b->reads && half->base[block] != UR_NO_BLOCK) /* without a piece in hand */
        b->reads[b->n_reads++] = rows;
    return (struct source){(const vec *)ur_cells(rows), stride};
}

INLINE void raise_to(vec *best, const vec *from)
{
    mask m = *from > *best;
    *best = (vec)(((mask)*from & m) | ((mask)*best & ~m));
}

static uint32_t block_of(const struct ur_index *x, uint32_t own, uint32_t enemy)
{
    return ur_block(x, own >> UR_LANE, enemy >> UR_LANE);
}

/* Where a piece landing on `to` leads; `own` is the mask without it.  An illegal move
   leads to rows of zeros, which no maximum takes. */
INLINE struct source land(struct block *b, uint32_t own, int to)
{
    const struct ur_set *u = b->s->x->set;
    int meet = ur_meet(u, to), again = u->rosettes >> to & 1;
    uint32_t enemy = b->enemy;
    if ((own | b->safe) >> to & 1)
        return (struct source){zeros, 0};
    if (meet && enemy >> meet & 1) {
        enemy ^= UR_BIT(meet);
        again |= u->extra_on_capture;
    }
    int lanes = ur_start_count(b->half->enemy - __builtin_popcount(enemy));
    return rows_at(b, b->half, block_of(b->s->x, own | UR_BIT(to), enemy), !again,
                   ur_row_cells(lanes) / 8);
}

/* Moves of pieces from square 5 on. */
INLINE void find_lane_moves(struct block *b, int throw)
{
    int length = b->s->x->set->length, n = 0, stride = ur_row_cells(b->lanes) / 8;
    for (uint32_t left = b->own; left; left &= left - 1) {
        int from = __builtin_ctz(left), to = from + throw;
        uint32_t own = b->own & ~UR_BIT(from);
        struct source next = {zeros, 0};
        if (to <= length) {
            next = land(b, own, to);
        } else if (to == length + 1) {
            next = (struct source){ones, 0};
            if (b->off)
                next = rows_at(b, b->off, block_of(b->s->x, own, b->enemy), true, stride);
        }
        if (next.row != zeros)
            b->lane[throw][n++] = next;
    }
    b->lane_moves[throw] = n;
}

INLINE void find_moves(struct block *b)
{
    int stride = ur_row_cells(b->lanes) / 8;
    b->stay[UR_STAY] = rows_at(b, b->half, b->id, true, stride);
    b->stay[UR_STAY_AGAIN] = rows_at(b, b->half, b->id, false, stride);
    for (int i = 0; i < 4; i++)
        b->stay[UR_ENTER + i] = land(b, b->own, UR_LANE + i);
    for (int pips = 1; pips <= 4; pips++)
        find_lane_moves(b, pips);
}

/* The best moves of pieces from square 5 on with one throw, for all rows: the rows of a
   source follow each other, so that the memory sees them coming. */
INLINE struct source lane_best(const struct block *b, int throw, vec *best, int width)
{
    const struct source *move = b->lane[throw];
    int n = b->lane_moves[throw];
    if (n == 0)
        return (struct source){zeros, 0};
    for (int k = 1; k < n; k++) {
        struct source before = k > 1 ? (struct source){best, width} : move[0];
        for (int row = 0; row < b->rows; row++)
            for (int i = 0; i < width; i++) {
                vec most = before.row[row * before.stride + i];
                raise_to(&most, &move[k].row[row * move[k].stride + i]);
                best[row * width + i] = most;
            }
    }
    return n > 1 ? (struct source){best, width} : move[0];
}

/* The best of one row with one throw; 0 where there is no move. */
INLINE void row_best(const struct block *b, int row, int throw, vec *best, int width)
{
    const struct ur_hop *hop = &b->s->hop[row][throw];
    int hand = b->left - __builtin_popcount(ur_start_mask[row]);
    int hops = hop->moves + (hand > 0 ? hop->entering : 0);
    const vec *ahead = b->ahead[throw].row + row * b->ahead[throw].stride;
    best[0] = ahead[0];
    best[1] = ahead[width - 1];
    for (int i = 0; i < hops; i++) {
        struct source s = b->stay[hop->kind[i]];
        const vec *from = s.row + hop->next[i] * s.stride;
        raise_to(&best[0], &from[0]);
        if (width > 1)
            raise_to(&best[1], &from[1]);
    }
}

/* What one plain pass makes of a row. */
INLINE void row_value(const struct block *b, int row, vec *sum, int width)
{
    const vec *pass = b->stay[UR_STAY].row + row * width;
    double chance = b->s->pass_chance[b->pass[row]];
    sum[0] = chance * pass[0];
    sum[1] = chance * pass[width - 1];
    for (int pips = 1; pips <= 4; pips++) {
        vec best[2];
        row_best(b, row, pips, best, width);
        sum[0] += b->s->chance[pips] * best[0];
        sum[1] += b->s->chance[pips] * best[1];
    }
}

/* How much a change grows while two sides pass to each other: with chances v and w of a
   row and a lane, a change d comes back as v w d, and again; all of it at once is
   d / (1 - v w). */
INLINE void growth(const struct block *b, int row, vec *grow, int width)
{
    double chance = b->s->pass_chance[b->pass[row]];
    for (int i = 0; i < 8 * width; i++)
        grow[i / 8][i % 8] = 1 / (1 - chance * b->s->pass_chance[b->turned_pass[i]]);
}

/* Updates a block in place; returns the largest change of the plain pass. */
INLINE double update(struct block *b, int width)
{
    vec ahead[5][2 * UR_STARTS];
    for (int pips = 1; pips <= 4; pips++)
        b->ahead[pips] = lane_best(b, pips, ahead[pips], width);
    vec most = {0}, grow[2] = {{0}, {0}};
    int known = -1;                                /* which pass[row] grow[] is for */
    for (int row = b->rows - 1; row >= 0; row--) { /* the most advanced first */
        vec *cell = (vec *)b->cell + row * width;
        vec sum[2];
        row_value(b, row, sum, width);
        if (b->pass[row] != known) {
            growth(b, row, grow, width);
            known = b->pass[row];
        }
        for (int i = 0; i < width; i++) {
            vec d = sum[i] - cell[i], minus = -d;
            raise_to(&most, &d);
            raise_to(&most, &minus);
            if (b->s->it.pass == PASS_LOOK)
                continue;
            cell[i] += d * grow[i];
        }
    }
    double largest = 0;
    for (int i = 0; i < 8; i++)
        largest = most[i] > largest ? most[i] : largest;
    return largest;
}

/* The same where the turned block is this one: the turned cell changes with this one. */
static double update_twin(struct block *b, int width)
{
    vec sum[UR_STARTS][2], ahead[5][2 * UR_STARTS];
    for (int pips = 1; pips <= 4; pips++)
        b->ahead[pips] = lane_best(b, pips, ahead[pips], width);
    double *cell = b->cell, d[UR_STARTS][UR_STARTS], most = 0;
    for (int row = 0; row < b->rows; row++) {
        row_value(b, row, sum[row], width);
        for (int i = 0; i < b->rows; i++) {
            d[row][i] = sum[row][i / 8][i % 8] - cell[row * 8 * width + i];
            most = fmax(most, fabs(d[row][i]));
        }
    }
    for (int row = 0; row < b->rows && b->s->it.pass != PASS_LOOK; row++)
        for (int i = 0; i < b->rows; i++) {
            double v = b->s->pass_chance[b->pass[row]];
            double w = b->s->pass_chance[b->pass[i]];
            cell[row * 8 * width + i] += (d[row][i] - v * d[i][row]) / (1 - v * w);
        }
    return most;
}

/* What the other side sees while it waits. */
INLINE void turn(const struct block *b, double *waiting, int width)
{
    int stride = ur_row_cells(b->rows);
    for (int row = 0; row < b->rows; row++)
        for (int lane = 0; lane < b->lanes; lane++)
            waiting[lane * stride + row] = 1 - b->cell[row * 8 * width + lane];
}

INLINE struct block block_make(const struct ur_sweep *s, int side, uint32_t own,
                               uint32_t enemy)
{
    const struct ur_half *h = s->half[side], *other = s->half[!side];
    const struct ur_set *u = s->x->set;
    struct block b;
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
    b.twin = h == other && own == enemy;
    b.pass = h->pass[b.id];
    b.turned_pass = other->pass[block_of(s->x, enemy, own)];
    b.reads = NULL;
    b.n_reads = 0;
    return b;
}

/* The block of one half, and what it means for the turned half. */
WIDE static double visit(const struct ur_sweep *s, int side, uint32_t own, uint32_t enemy)
{
    struct block b = block_make(s, side, own, enemy);
    struct ur_rows turned = {s->half[!side], block_of(s->x, enemy, own), true};
    int width = ur_row_cells(b.lanes) / 8;
    find_moves(&b);
    double most = b.twin       ? update_twin(&b, width)
                  : width == 1 ? update(&b, 1)
                               : update(&b, 2);
    if (s->it.pass != PASS_LOOK)
        turn(&b, ur_cells(turned), width);
    return most;
}

int ur_reads(const struct ur_sweep *s, int side, uint32_t block,
             struct ur_rows list[UR_MAX_READS])
{
    struct block b = block_make(s, side, (uint32_t)s->lane[0][block] << UR_LANE,
                                (uint32_t)s->lane[1][block] << UR_LANE);
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
        if (o->change[i] < s->skip)
            continue;
        uint32_t own = (uint32_t)s->lane[0][o->block[i]] << UR_LANE;
        uint32_t enemy = (uint32_t)s->lane[1][o->block[i]] << UR_LANE;
        double most = visit(s, 0, own, enemy);
        if (s->half[0] != s->half[1] || own != enemy)
            most = fmax(most, visit(s, 1, enemy, own));
        o->change[i] = (float)most;
        change = fmax(change, most);
    }
    return change;
}

static double chunk_run(const void *sweep, uint32_t chunk)
{
    return ur_sweep_chunk(sweep, chunk);
}

/* After a sweep most of what is left is in few blocks: where pieces meet on squares 5..8,
   take each other and enter again, an error shrinks by 0.7 a sweep, elsewhere faster.  So
   the blocks that changed by more than a tenth of the most are visited again, until none
   of them does: 6 to 30 % of the blocks, three or four times. */
double ur_sweep_run(struct ur_sweep *s, int threads)
{
    const struct ur_order *o = &s->order;
    double change = steps_run(o->n_chunks, o->after, threads, chunk_run, s);
    double rest = change;
    s->skip = (float)change / 10;
    for (int i = 0; i < MAX_AGAIN && s->it.pass == PASS_SWEEP && rest >= s->skip; i++)
        rest = steps_run(o->n_chunks, o->after, threads, chunk_run, s);
    s->skip = 0;
    return change;
}
