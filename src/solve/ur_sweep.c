/* SPDX-License-Identifier: MIT */
/* ur_sweep.c - see ur_sweep.h.

   The hot loops work on whole blocks (up to 16 rows of 16 lanes): what a piece from
   square 5 on can do is the same for every row and lane, what a piece in hand or on
   squares 1..4 can do is the same for every lane of a row.  So a throw is a few maxima
   over vectors, without a branch a position. */
#include <math.h>
#include <sched.h>
#include <stdatomic.h>
#include "core/parallel.h"
#include "solve/ur_sweep.h"

#define INLINE static inline __attribute__((always_inline))

enum { CELLS = UR_STARTS * UR_STARTS };

/* One block at work: own and enemy squares from 5 on, its place, its size. */
struct block {
    const struct ur_sweep *s;
    const struct ur_half *half, *off;
    uint32_t own, enemy; /* masks of squares, bit 5 and up */
    uint32_t safe;       /* enemy rosettes one may not land on, own numbers */
    uint32_t first;
    int left, rows; /* own pieces in hand and start; rows */
    bool twin;      /* the turned block is this one */
    double pass[UR_STARTS], turned_pass[UR_STARTS]; /* chances of rows and lanes */
};

/* Where a move leads: rows of `lanes` numbers, `stride` apart. */
struct source {
    const double *cell; /* NULL: the move is not legal */
    int stride;
};

static uint32_t block_of(const struct ur_index *x, uint32_t own, uint32_t enemy)
{
    return x->own_id[own >> UR_LANE] + x->enemy_id[enemy >> UR_LANE];
}

/* A lane piece, or one of the start entering the lane, lands on `to`; `own` is the mask
   without the piece. */
INLINE struct source land(const struct block *b, uint32_t own, int to, int lanes)
{
    const struct ur_set *u = b->s->x->set;
    int meet = ur_meet(u, to), again = u->rosettes >> to & 1;
    uint32_t enemy = b->enemy;
    if ((own | b->safe) >> to & 1)
        return (struct source){0};
    if (meet && enemy >> meet & 1) {
        enemy ^= UR_BIT(meet);
        again |= u->extra_on_capture;
        lanes = ur_start_count(b->half->enemy - __builtin_popcount(enemy));
    }
    uint32_t place = b->half->base[block_of(b->s->x, own | UR_BIT(to), enemy)];
    return (struct source){(again ? b->half->to_move : b->half->waiting) + place, lanes};
}

INLINE void take_best(double *best, struct source from, int rows, int lanes)
{
    if (from.stride == lanes) {
        for (int i = 0; i < rows * lanes; i++)
            best[i] = from.cell[i] > best[i] ? from.cell[i] : best[i];
        return;
    }
    for (int row = 0; row < rows; row++, best += lanes, from.cell += from.stride)
        for (int i = 0; i < lanes; i++)
            best[i] = from.cell[i] > best[i] ? from.cell[i] : best[i];
}

/* Pieces from square 5 on; returns whether any can move. */
INLINE bool lane_moves(const struct block *b, int throw, double *best, int lanes)
{
    int length = b->s->x->set->length;
    bool any = false;
    for (uint32_t left = b->own; left; left &= left - 1) {
        int from = __builtin_ctz(left), to = from + throw;
        uint32_t own = b->own & ~UR_BIT(from);
        struct source next = {0};
        if (to <= length) {
            next = land(b, own, to, lanes);
        } else if (to == length + 1) {
            any = true;
            if (b->off)
                next = (struct source){b->off->waiting +
                                           b->off->base[block_of(b->s->x, own, b->enemy)],
                                       lanes};
            else
                for (int i = 0; i < b->rows * lanes; i++)
                    best[i] = 1;
        }
        if (next.cell) {
            take_best(best, next, b->rows, lanes);
            any = true;
        }
    }
    return any;
}

/* Pieces in hand and on squares 1..4; returns the rows that can move so. */
INLINE uint32_t start_moves(const struct block *b, int throw, double *best, int lanes)
{
    uint32_t moved = 0;
    for (int from = 0; from < UR_LANE; from++) {
        int to = from + throw, rows = b->rows;
        const struct ur_hop *hop = &b->s->hop[from][throw];
        struct source next;
        if (from == 0) {
            if (b->left == 0)
                continue;
            rows = ur_start_count(b->left - 1);
        }
        if (to < UR_LANE) {
            bool again = b->s->x->set->rosettes >> to & 1;
            next = (struct source){
                (again ? b->half->to_move : b->half->waiting) + b->first, lanes};
        } else {
            next = land(b, b->own, to, lanes);
        }
        if (!next.cell)
            continue;
        for (int h = 0; h < hop->n && hop->row[h] < rows; h++) {
            struct source row = {next.cell + hop->next[h] * next.stride, lanes};
            take_best(best + hop->row[h] * lanes, row, 1, lanes);
            moved |= UR_BIT(hop->row[h]);
        }
    }
    return moved;
}

/* The best of every cell with this throw. */
INLINE void throw_best(const struct block *b, int throw, double *best, int lanes)
{
    const double *pass = b->half->waiting + b->first;
    if (throw == 0) {
        for (int i = 0; i < b->rows * lanes; i++)
            best[i] = pass[i];
        return;
    }
    for (int i = 0; i < b->rows * lanes; i++)
        best[i] = 0;
    bool all = lane_moves(b, throw, best, lanes);
    uint32_t moved = start_moves(b, throw, best, lanes);
    if (!all)
        for (int row = 0; row < b->rows; row++)
            if (!(moved >> row & 1))
                for (int i = 0; i < lanes; i++)
                    best[row * lanes + i] = pass[row * lanes + i];
}

/* What one pass of a block would change. */
INLINE void gather(const struct block *b, double *change, int lanes)
{
    const lus_rules *r = b->s->r;
    const double *cell = b->half->to_move + b->first;
    double best[CELLS];
    int n = b->rows * lanes;
    for (int i = 0; i < n; i++)
        change[i] = -cell[i];
    for (int t = 0; t < r->n_throws; t++) {
        double weight = (double)r->throws[t].weight / r->weight_sum;
        throw_best(b, r->throws[t].value, best, lanes);
        for (int i = 0; i < n; i++)
            change[i] += weight * best[i];
    }
}

/* Updates a block in place; returns the largest change of the plain pass.  Two sides that
   pass to each other, with chances v and w, are a cycle of their own: a change d here
   comes back as v w d, and again; all of it at once is d / (1 - v w).  In a twin block
   the turned cell changes at the same time. */
INLINE double update(const struct block *b, int lanes)
{
    double d[CELLS], most = 0, *cell = b->half->to_move + b->first;
    gather(b, d, lanes);
    for (int i = 0; i < b->rows * lanes; i++) {
        double size = fabs(d[i]);
        most = size > most ? size : most;
    }
    if (b->s->still)
        return most;
    for (int row = 0; row < b->rows; row++)
        for (int lane = 0; lane < lanes; lane++) {
            int i = row * lanes + lane;
            double back = b->pass[row] * b->turned_pass[lane];
            if (b->twin)
                cell[i] += (d[i] - b->pass[row] * d[lane * lanes + row]) / (1 - back);
            else
                cell[i] += d[i] / (1 - back);
        }
    return most;
}

/* What the other side sees while it waits. */
INLINE void turn(const struct block *b, double *waiting, int lanes)
{
    const double *cell = b->half->to_move + b->first;
    for (int lane = 0; lane < lanes; lane++)
        for (int row = 0; row < b->rows; row++)
            waiting[lane * b->rows + row] = 1 - cell[row * lanes + lane];
}

/* The block of one half, and what it means for the turned half. */
static double visit(const struct ur_sweep *s, int side, uint32_t own, uint32_t enemy)
{
    const struct ur_half *h = s->half[side], *other = s->half[!side];
    const struct ur_set *u = s->x->set;
    struct block b = {s, h, s->off[side], own, enemy, 0, 0, 0, 0, 0, {0}, {0}};
    b.safe = u->safe_rosettes ? ur_seen(u, enemy) & u->rosettes : 0;
    b.first = h->base[block_of(s->x, own, enemy)];
    b.left = h->own - __builtin_popcount(own);
    b.rows = ur_start_count(b.left);
    b.twin = h == other && own == enemy;
    uint32_t turned = block_of(s->x, enemy, own);
    for (int i = 0; i < UR_STARTS; i++) {
        b.pass[i] = (double)h->pass[block_of(s->x, own, enemy)][i] / s->r->weight_sum;
        b.turned_pass[i] = (double)other->pass[turned][i] / s->r->weight_sum;
    }
    double change = 0, *waiting = other->waiting + other->base[turned];
    switch (ur_start_count(h->enemy - __builtin_popcount(enemy))) {
#define LANES(n)                                                                         \
    case n:                                                                              \
        change = update(&b, n);                                                          \
        if (!s->still)                                                                   \
            turn(&b, waiting, n);                                                        \
        break;
        LANES(1)
        LANES(5)
        LANES(11)
        LANES(15)
        LANES(16)
    }
    return change;
}

/* ---- all blocks on all threads ---- */

struct crew {
    const struct ur_sweep *s;
    atomic_uint next, done;  /* chunks taken and finished */
    _Atomic uint64_t change; /* of a positive double: ordered like its bits */
};

static double run_chunk(const struct ur_sweep *s, uint32_t chunk)
{
    const struct ur_order *o = &s->order;
    double change = 0;
    for (uint32_t i = o->chunk[chunk]; i < o->chunk[chunk + 1]; i++) {
        uint32_t own = (uint32_t)s->lane[0][o->block[i]] << UR_LANE;
        uint32_t enemy = (uint32_t)s->lane[1][o->block[i]] << UR_LANE;
        change = fmax(change, visit(s, 0, own, enemy));
        if (s->half[0] != s->half[1] || own != enemy)
            change = fmax(change, visit(s, 1, enemy, own));
    }
    return change;
}

/* Whoever takes a chunk waits until the steps before it are done: somebody is at work on
   each of their chunks, so this ends, even with one thread. */
static void work(void *arg, int thread)
{
    struct crew *c = arg;
    const struct ur_order *o = &c->s->order;
    double change = 0;
    (void)thread;
    for (;;) {
        unsigned chunk = atomic_fetch_add(&c->next, 1);
        if (chunk >= o->n_chunks)
            break;
        for (int spins = 0; atomic_load(&c->done) < o->after[chunk]; spins++)
            if (spins > 2000)
                sched_yield();
        change = fmax(change, run_chunk(c->s, chunk));
        atomic_fetch_add(&c->done, 1);
    }
    union {
        double d;
        uint64_t u;
    } mine = {change};
    uint64_t most = atomic_load(&c->change);
    while (mine.u > most && !atomic_compare_exchange_weak(&c->change, &most, mine.u))
        ;
}

double ur_sweep_run(struct ur_sweep *s, int threads)
{
    struct crew c = {.s = s};
    parallel_run(threads, work, &c);
    union {
        uint64_t u;
        double d;
    } change = {atomic_load(&c.change)};
    return change.d;
}
