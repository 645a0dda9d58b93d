/* SPDX-License-Identifier: MIT */
/* ur_solver.c - the Royal Game of Ur for the table builder.

   Layers are those of pairs.h, by pieces not home.  Bearing off leads to {hi - 1, lo} and
   {hi, lo - 1}, both earlier. */
#include <stdlib.h>
#include <string.h>
#include "solve/frame.h"
#include "solve/pages.h"
#include "solve/pairs.h"
#include "solve/solve.h"
#include "solve/ur_rgu.h"
#include "solve/ur_sweep.h"

/* A residual is no bound of the error: the slowest error shrinks by 0.7 or so a sweep, so
   it may be 3 or 4 times the residual, and those of all later layers add up.  At 1e-12
   the start of finkel was off by 8e-13; a dozen more sweeps cost less than a doubt. */
#define RESIDUAL 1e-14

enum {
    MAX_SWEEPS = 2000,
    FIRST_LEAP = 2 * UR_KEPT, /* sweeps before it: the best moves still change */
};

struct index {
    const lus_rules *r;
    int pieces;
    struct ur_index x;
};

struct job {
    const struct index *index;
    int threads;
    uint64_t updates;
    uint16_t *lane[2];
    struct ur_half half[UR_MAX_PIECES + 1][UR_MAX_PIECES + 1]; /* by own, enemy */
};

/* ---- the index ---- */

static int largest(const lus_rules *r)
{
    return ur_set(r)->pieces;
}

static void *index_new(const lus_rules *r, int pieces)
{
    struct index *x = malloc(sizeof *x);
    if (!x)
        return NULL;
    x->r = r;
    x->pieces = pieces;
    ur_index_make(&x->x, ur_set(r));
    return x;
}

static int layers(const void *index)
{
    const struct index *x = index;
    return pair_layers(x->pieces);
}

static uint64_t layer_size(const void *index, int layer)
{
    const struct index *x = index;
    struct pair p = pair_of(layer);
    uint64_t size = ur_layer_size(&x->x, p.hi, p.lo);
    return p.hi == p.lo ? size : size + ur_layer_size(&x->x, p.lo, p.hi);
}

static bool rank(const void *index, const lus_pos *p, int *layer, uint64_t *rank)
{
    const struct index *x = index;
    int own, enemy;
    ur_left(p, &own, &enemy);
    if (own < 1 || enemy < 1 || own > x->pieces || enemy > x->pieces)
        return false;
    *layer = layer_of(own, enemy);
    *rank = ur_rank(&x->x, p);
    if (own < enemy)
        *rank += ur_layer_size(&x->x, enemy, own);
    return true;
}

static void unrank(const void *index, int layer, uint64_t rank, lus_pos *p)
{
    const struct index *x = index;
    struct pair pair = pair_of(layer);
    uint64_t first = ur_layer_size(&x->x, pair.hi, pair.lo);
    if (rank < first)
        ur_unrank(&x->x, pair.hi, pair.lo, rank, p);
    else
        ur_unrank(&x->x, pair.lo, pair.hi, rank - first, p);
}

static int rows(const void *index, int layer, uint64_t first, int n,
                struct frame_row *row)
{
    const struct index *x = index;
    struct pair p = pair_of(layer);
    uint64_t split = ur_layer_size(&x->x, p.hi, p.lo);
    int before = pair_before(split, first, n);
    int count = before ? ur_rows(&x->x, p.hi, p.lo, first, before, row) : 0;
    if (before < n)
        count += ur_rows(&x->x, p.lo, p.hi, first + (unsigned)before - split, n - before,
                         row + count);
    return count;
}

static void start(const void *index, lus_pos *p)
{
    uint64_t pieces = (uint64_t)((const struct index *)index)->pieces;
    *p = (lus_pos){{0, 0, pieces | pieces << 8, 0}};
}

static int last_use(const void *index, int layer)
{
    const struct index *x = index;
    struct pair p = pair_of(layer);
    if (p.hi < x->pieces)
        return layer_of(p.hi + 1, p.lo);
    return p.lo < p.hi ? layer + 1 : layer;
}

/* ---- the job ---- */

static void half_free(struct ur_half *h)
{
    free(h->base);
    free(h->to_move);
    free(h->waiting);
    free(h->pass);
    *h = (struct ur_half){0};
}

static void job_free(void *job)
{
    struct job *j = job;
    for (int own = 0; own <= UR_MAX_PIECES; own++)
        for (int enemy = 0; enemy <= UR_MAX_PIECES; enemy++)
            half_free(&j->half[own][enemy]);
    free(j->lane[0]);
    free(j->lane[1]);
    free(j);
}

static void *job_new(const void *index, int threads)
{
    struct job *j = calloc(1, sizeof *j);
    if (!j)
        return NULL;
    j->index = index;
    j->threads = threads;
    if (ur_lanes_make(&j->index->x, j->lane))
        return j;
    job_free(j);
    return NULL;
}

static double *cells_new(uint64_t n)
{
    double *cell = pages_new((size_t)n * sizeof(double));
    for (uint64_t i = 0; cell && i < n; i++)
        cell[i] = 0.5;
    return cell;
}

/* What readers of a finished half need. */
static bool half_keep(struct job *j, int own, int enemy)
{
    struct ur_half *h = &j->half[own][enemy];
    if (h->waiting)
        return true;
    h->own = own;
    h->enemy = enemy;
    return ur_base_make(&j->index->x, j->lane, h) && (h->waiting = cells_new(h->cells));
}

/* And what solving it needs; every value begins as one half. */
static bool half_open(struct job *j, const struct ur_sweep *s, int own, int enemy)
{
    struct ur_half *h = &j->half[own][enemy];
    if (h->to_move)
        return true;
    return half_keep(j, own, enemy) && (h->to_move = cells_new(h->cells)) &&
           ur_pass_make(s, h);
}

static void changes_free(struct ur_sweep *s)
{
    for (int k = 0; k < UR_KEPT; k++) {
        free(s->change[0][k]);
        if (s->change[1][k] != s->change[0][k])
            free(s->change[1][k]);
        s->change[0][k] = s->change[1][k] = NULL;
    }
}

/* Room for the changes a leap looks back on; without it there are no leaps. */
static void changes_make(struct ur_sweep *s)
{
    bool made = true;
    for (int k = 0; k < UR_KEPT; k++) {
        for (int side = 0; side < 2; side++) {
            size_t size = (size_t)s->half[side]->cells * sizeof(float);
            if (side && s->half[0] == s->half[1])
                s->change[1][k] = s->change[0][k];
            else
                s->change[side][k] = pages_new(size);
            made = made && s->change[side][k];
            if (s->change[side][k]) /* twin blocks do not write all cells */
                memset(s->change[side][k], 0, size);
        }
    }
    if (!made)
        changes_free(s);
}

/* Sweeps until nothing changes, then certifies it with a pass that only looks. */
static int iterate(struct job *j, struct ur_sweep *s, uint64_t size,
                   struct solve_progress *progress, double *residual)
{
    /* A sweep of a small layer is over before a second thread has begun. */
    int threads = size < 100000 ? 1 : j->threads;
    for (int sweep = 1; sweep <= MAX_SWEEPS; sweep++) {
        *residual = ur_sweep_run(s, threads);
        j->updates += size;
        progress->sweep = sweep;
        progress->change = *residual;
        progress->updates = j->updates;
        if (progress->tell)
            progress->tell(progress);
        bool small = *residual <= RESIDUAL;
        if (small && s->mode == UR_LOOK)
            return 0;
        s->now = (s->now + 1) % UR_KEPT;
        if (s->mode == UR_SWEEP && !small && sweep >= FIRST_LEAP && s->now == 0 &&
            s->change[0][0])
            ur_leap_run(s, threads);
        s->mode = small ? UR_LOOK : UR_SWEEP;
    }
    return LUS_ESTATE;
}

static int solve(void *job, int layer, struct solve_progress *progress, double *residual)
{
    struct job *j = job;
    struct pair p = pair_of(layer);
    struct ur_sweep s = {.r = j->index->r,
                         .x = &j->index->x,
                         .lane = {j->lane[0], j->lane[1]},
                         .half = {&j->half[p.hi][p.lo], &j->half[p.lo][p.hi]},
                         .off = {p.hi > 1 ? &j->half[p.hi - 1][p.lo] : NULL,
                                 p.lo > 1 ? &j->half[p.lo - 1][p.hi] : NULL}};
    int status = LUS_EMEMORY;
    if (half_open(j, &s, p.hi, p.lo) && half_open(j, &s, p.lo, p.hi) &&
        ur_sweep_make(&s)) {
        changes_make(&s);
        status = iterate(j, &s, layer_size(j->index, layer), progress, residual);
        changes_free(&s);
    }
    if (status == 0) {
        ur_half_pack(&s, s.half[0]);
        if (s.half[1] != s.half[0])
            ur_half_pack(&s, s.half[1]);
    }
    ur_sweep_free(&s);
    return status;
}

static double exact(const void *job, int layer, uint64_t rank)
{
    const struct job *j = job;
    struct pair p = pair_of(layer);
    uint64_t split = ur_layer_size(&j->index->x, p.hi, p.lo);
    return rank < split ? j->half[p.hi][p.lo].to_move[rank]
                        : j->half[p.lo][p.hi].to_move[rank - split];
}

static void values(void *job, int layer, uint64_t first, uint64_t n, void *out)
{
    uint16_t *value = out;
    for (uint64_t i = 0; i < n; i++)
        value[i] = pair_win16(exact(job, layer, first + i));
}

static int parts(void *job, int layer, struct solve_part part[SOLVE_MAX_PARTS])
{
    struct job *j = job;
    struct pair p = pair_of(layer);
    int n = 0;
    for (int i = 0; i < (p.hi == p.lo ? 1 : 2); i++) {
        int own = i ? p.lo : p.hi, enemy = i ? p.hi : p.lo;
        if (!half_keep(j, own, enemy))
            return LUS_EMEMORY;
        part[n++] =
            (struct solve_part){j->half[own][enemy].waiting,
                                (size_t)j->half[own][enemy].cells * sizeof(double)};
    }
    return n;
}

static void half_settle(struct ur_half *h)
{
    free(h->to_move);
    free(h->pass);
    h->to_move = NULL;
    h->pass = NULL;
}

static void settled(void *job, int layer)
{
    struct job *j = job;
    struct pair p = pair_of(layer);
    half_settle(&j->half[p.hi][p.lo]);
    half_settle(&j->half[p.lo][p.hi]);
}

static void forget(void *job, int layer)
{
    struct job *j = job;
    struct pair p = pair_of(layer);
    half_free(&j->half[p.hi][p.lo]);
    half_free(&j->half[p.lo][p.hi]);
}

const struct solver ur_solver = {
    .kind = VALUE_KIND_WIN16,
    .size_name = "pieces",
    .largest = largest,
    .index_new = index_new,
    .index_free = free,
    .layers = layers,
    .layer_size = layer_size,
    .layer_name = pair_name,
    .rank = rank,
    .unrank = unrank,
    .rows = rows,
    .lane_back = ur_start_back,
    .start = start,
    .last_use = last_use,
    .job_new = job_new,
    .job_free = job_free,
    .solve = solve,
    .exact = exact,
    .values = values,
    .parts = parts,
    .settled = settled,
    .forget = forget,
    .convert = ur_convert,
};
