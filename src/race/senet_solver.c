/* SPDX-License-Identifier: MIT */
/* senet_solver.c - the solver of Senet (solve.h).

   Layers are those of pairs.h, by pieces on the board.  A move bears off one piece, in
   blockade up to three (B9). */
#include <stdlib.h>
#include <string.h>
#include "os/memory.h"
#include "games/senet/senet.h"
#include "solve/frame.h"
#include "race/pairs.h"
#include "race/senet_layout.h"
#include "race/senet_sweep.h"
#include "solve/solve.h"

enum {
    MAX_SIDE = SENET_MAX_SIDE,
    HISTORY = 3, /* 4 would save one sweep of 28 and not fit into 12 GB with 4 pieces */
};

struct senet_table_index {
    const lus_rules *r;
    int pieces;
    struct senet_index x;
};

struct senet_job {
    const struct senet_table_index *index;
    int threads, history;
    struct senet_half half[MAX_SIDE + 1][MAX_SIDE + 1]; /* by own, enemy */
    const struct senet_lanes *lanes[MAX_SIDE + 1][MAX_SIDE + 1];
    struct senet_lanes lanes_of[MAX_SIDE][MAX_SIDE];
};

/* Whether a throw may be followed by another one (B2). */
static bool throws_again(const lus_rules *r)
{
    return r->index != 0;
}

/* ---- the index ---- */

/* 5 against 5 is the whole game of blockade: 8.6 billion positions. */
static int max_size(const lus_rules *r)
{
    (void)r;
    return MAX_SIDE;
}

static struct solve_estimate estimate(const lus_rules *r)
{
    double bytes = throws_again(r) ? 18 : 9;
    return (struct solve_estimate){bytes + 4 * HISTORY, bytes, 1.1, 0};
}

static void *index_new(const lus_rules *r, int pieces)
{
    struct senet_table_index *x = malloc(sizeof *x);
    if (!x)
        return NULL;
    x->r = r;
    x->pieces = pieces;
    senet_index_make(&x->x);
    return x;
}

static int layers(const void *index)
{
    const struct senet_table_index *x = index;
    return pair_layers(x->pieces);
}

static uint64_t layer_size(const void *index, int layer)
{
    const struct senet_table_index *x = index;
    struct piece_pair p = pair_of(layer);
    return senet_layer_size(&x->x, p.hi, p.lo) * (p.hi == p.lo ? 1 : 2);
}

/* Positions of the first half of a layer. */
static uint64_t split(const struct senet_table_index *x, int layer)
{
    struct piece_pair p = pair_of(layer);
    return senet_layer_size(&x->x, p.hi, p.lo);
}

static bool rank(const void *index, const lus_pos *p, int *layer, uint64_t *rank)
{
    const struct senet_table_index *x = index;
    int own = bits_count(p->w[0]), enemy = bits_count(p->w[1]);
    if (own < 1 || enemy < 1 || own > x->pieces || enemy > x->pieces)
        return false;
    *layer = layer_of(own, enemy);
    *rank = senet_rank(&x->x, p);
    if (own < enemy)
        *rank += senet_layer_size(&x->x, enemy, own);
    return true;
}

static void unrank(const void *index, int layer, uint64_t rank, lus_pos *p)
{
    const struct senet_table_index *x = index;
    struct half_rank at = pair_locate(layer, split(x, layer), rank);
    senet_unrank(&x->x, at.own, at.enemy, at.rank, p);
}

/* Pieces on 1, 3, 5 .. and 2, 4, 6 .. alternately; after a roll-off those on the even
   squares throw, the foremost having gone one square (B1). */
static void start(const void *index, lus_pos *p)
{
    const struct senet_table_index *x = index;
    uint64_t odd = 0;
    for (int i = 0; i < x->pieces; i++)
        odd |= SENET_BIT(2 * i + 1);
    uint64_t even = odd << 1, foremost = SENET_BIT(2 * x->pieces);
    if (x->r->dice.rolloff)
        *p = (lus_pos){{even ^ foremost ^ foremost << 1, odd, 0, 1}};
    else
        *p = (lus_pos){{odd, even, 0, 0}};
}

static int last_use(const void *index, int layer)
{
    const struct senet_table_index *x = index;
    struct piece_pair p = pair_of(layer);
    int last = layer, reach = x->r->dice.rolloff ? 3 : 1;
    for (int k = 1; k <= reach; k++) {
        if (p.hi + k <= x->pieces)
            last = layer_of(p.hi + k, p.lo);
        if (p.lo + k <= x->pieces && layer_of(p.hi, p.lo + k) > last)
            last = layer_of(p.hi, p.lo + k);
    }
    return last;
}

static int sizes(const void *index, int layer, struct layout_size *size)
{
    const struct senet_table_index *x = index;
    struct half_rank half[2];
    int halves = pair_halves(layer, half);
    for (int i = 0; i < halves; i++) {
        int colours = (int)x->x.choose[half[i].own + half[i].enemy][half[i].own];
        size[i] = (struct layout_size){1, colours, SENET_AXES};
    }
    return halves;
}

/* Whole rows. */
static int frame_values(const void *index, int layer, uint64_t first)
{
    const struct senet_table_index *x = index;
    uint64_t half = split(x, layer);
    struct half_rank at = pair_locate(layer, half, first);
    uint64_t colours = x->x.choose[at.own + at.enemy][at.own], left = half - at.rank;
    uint64_t most = FRAME_VALUES / colours * colours;
    return (int)(left < most ? left : most);
}

static bool layout(const void *index, int layer, uint64_t first, int n,
                   struct value_layout *l)
{
    const struct senet_table_index *x = index;
    uint64_t half = split(x, layer);
    struct half_rank at = pair_locate(layer, half, first);
    l->part = first >= half;
    return half - at.rank >= (unsigned)n &&
           senet_layout(&x->x, at.own, at.enemy, at.rank, n, l);
}

/* ---- the job ---- */

static void cells_free(double **cells)
{
    free(*cells);
    *cells = NULL;
}

static void half_free(struct senet_half *h)
{
    cells_free(&h->waiting);
    cells_free(&h->throwing);
}

static void job_free(void *job)
{
    struct senet_job *j = job;
    for (int own = 0; own <= MAX_SIDE; own++)
        for (int enemy = 0; enemy <= MAX_SIDE; enemy++)
            half_free(&j->half[own][enemy]);
    free(j);
}

static size_t half_bytes(const struct senet_half *h)
{
    return (size_t)h->rows * (size_t)h->stride * sizeof(double);
}

/* Whether the memory of the machine is sufficient for the last layers.  Without the check
   the build would fail after hours, because the system overcommits memory. */
static bool fits(const struct senet_job *j, int history)
{
    int n = j->index->pieces;
    size_t last = half_bytes(&j->half[n][n]), bytes = last;
    if (n > 1)
        bytes += 2 * half_bytes(&j->half[n][n - 1]);
    if (throws_again(j->index->r))
        bytes *= 2;
    bytes += (size_t)history * last / (sizeof(double) / sizeof(float));
    return bytes < memory_physical();
}

static void *job_new(const void *index, int threads)
{
    struct senet_job *j = calloc(1, sizeof *j);
    if (!j)
        return NULL;
    j->index = index;
    j->threads = threads;
    for (int own = 1; own <= j->index->pieces; own++)
        for (int enemy = 1; enemy <= j->index->pieces; enemy++) {
            struct senet_lanes *l = &j->lanes_of[own - 1][enemy - 1];
            senet_lanes_make(&j->index->x, own, enemy, l);
            j->lanes[own][enemy] = l;
            j->half[own][enemy].rows = j->index->x.choose[SENET_CELLS][own + enemy];
            j->half[own][enemy].stride = 8 * l->vecs;
        }
    j->history = fits(j, HISTORY) ? HISTORY : 0;
    if (j->history || fits(j, 0))
        return j;
    job_free(j);
    return NULL;
}

/* The initial values are 1/2. */
static bool cells_make(double **cells, size_t bytes)
{
    if (*cells)
        return true;
    double *cell = huge_alloc(bytes);
    if (!cell)
        return false;
    for (size_t i = 0; i < bytes / sizeof *cell; i++)
        cell[i] = 0.5;
    *cells = cell;
    return true;
}

static bool half_open(struct senet_job *j, int own, int enemy)
{
    struct senet_half *h = &j->half[own][enemy];
    return cells_make(&h->waiting, half_bytes(h)) &&
           (!throws_again(j->index->r) || cells_make(&h->throwing, half_bytes(h)));
}

static double run(void *sweep, int threads)
{
    return senet_sweep_run(sweep, threads);
}

static int solve(void *job, int layer, struct solve_progress *progress, double *residual)
{
    struct senet_job *j = job;
    struct piece_pair p = pair_of(layer);
    struct senet_sweep s = {.r = j->index->r,
                            .x = &j->index->x,
                            .kernel = kernel_default(),
                            .own = p.hi,
                            .enemy = p.lo,
                            .half = j->half,
                            .lanes = j->lanes,
                            .it = {.run = run,
                                   .sweep = &s,
                                   .threads = j->threads,
                                   .history = j->history,
                                   .positions = layer_size(j->index, layer)}};
    int status = LUS_EMEMORY;
    s.it.cells[0] = half_bytes(&j->half[p.hi][p.lo]) / sizeof(double);
    s.it.cells[1] = p.hi == p.lo ? 0 : s.it.cells[0];
    if (half_open(j, p.hi, p.lo) && half_open(j, p.lo, p.hi) && senet_order_make(&s))
        status = iterate(&s.it, progress, residual);
    senet_order_free(&s);
    return status;
}

/* The value with the throw is one minus the waiting value of the other side. */
static double unrounded(const void *job, int layer, uint64_t rank)
{
    const struct senet_job *j = job;
    struct half_rank at = pair_locate(layer, split(j->index, layer), rank);
    const struct senet_half *turned = &j->half[at.enemy][at.own];
    unsigned count = (unsigned)j->lanes[at.own][at.enemy]->count;
    return 1 - turned->waiting[at.rank / count * (unsigned)turned->stride + count - 1 -
                               at.rank % count];
}

static void values(void *job, int layer, uint64_t first, uint64_t n, void *out)
{
    pair_values(unrounded, job, layer, first, n, out);
}

static int states(void *job, int layer, struct solve_state state[SOLVE_MAX_STATES])
{
    struct senet_job *j = job;
    struct half_rank of[2];
    int n = 0, halves = pair_halves(layer, of);
    for (int i = 0; i < halves; i++) {
        const struct senet_half *h = &j->half[of[i].own][of[i].enemy];
        if (!half_open(j, of[i].own, of[i].enemy))
            return LUS_EMEMORY;
        state[n++] = (struct solve_state){h->waiting, half_bytes(h)};
        if (h->throwing)
            state[n++] = (struct solve_state){h->throwing, half_bytes(h)};
    }
    return n;
}

static void forget(void *job, int layer)
{
    struct senet_job *j = job;
    struct piece_pair p = pair_of(layer);
    half_free(&j->half[p.hi][p.lo]);
    half_free(&j->half[p.lo][p.hi]);
}

static const struct solver_packing packing = {sizes, frame_values, layout};

const struct solver senet_solver = {
    .kind = VALUE_KIND_WIN16,
    .size_name = "pieces",
    .size_required = true,
    .max_size = max_size,
    .estimate = estimate,
    .index = {.create = index_new,
              .destroy = free,
              .layers = layers,
              .layer_size = layer_size,
              .layer_name = pair_name,
              .rank = rank,
              .unrank = unrank,
              .start = start,
              .last_use = last_use},
    .packing = &packing,
    .job = {.create = job_new,
            .destroy = job_free,
            .solve = solve,
            .values = values,
            .unrounded = unrounded,
            .states = states,
            .forget = forget},
};
