/* SPDX-License-Identifier: MIT */
/* ur_solver.c - the solver of the Royal Game of Ur (solve.h).

   Layers are those of pairs.h, by pieces not home.  Bearing off leads to {hi - 1, lo} and
   {hi, lo - 1}, both earlier layers. */
#include <stdlib.h>
#include <string.h>
#include "os/memory.h"
#include "solve/frame.h"
#include "race/pairs.h"
#include "solve/solve.h"
#include "race/ur_rgu.h"
#include "race/ur_sweep.h"

struct ur_table_index {
    const lus_rules *r;
    int pieces;
    struct ur_index x;
};

struct ur_job {
    const struct ur_table_index *index;
    int threads;
    uint16_t *track[2];
    struct ur_half half[UR_MAX_PIECES + 1][UR_MAX_PIECES + 1]; /* by own, enemy */
};

/* ---- the index ---- */

static int max_size(const lus_rules *r)
{
    return ur_set(r)->pieces;
}

/* With five pieces a larger part of each row is padding than with seven. */
static struct solve_estimate estimate(const lus_rules *r)
{
    double cells = ur_set(r)->pieces < UR_MAX_PIECES ? 2 : 1.4;
    return (struct solve_estimate){18 * cells, 8 * cells, 1, 0};
}

static void *index_new(const lus_rules *r, int pieces)
{
    struct ur_table_index *x = malloc(sizeof *x);
    if (!x)
        return NULL;
    x->r = r;
    x->pieces = pieces;
    ur_index_make(&x->x, ur_set(r));
    return x;
}

static int layers(const void *index)
{
    const struct ur_table_index *x = index;
    return pair_layers(x->pieces);
}

static uint64_t layer_size(const void *index, int layer)
{
    const struct ur_table_index *x = index;
    struct piece_pair p = pair_of(layer);
    return ur_layer_size(&x->x, p.hi, p.lo) * (p.hi == p.lo ? 1 : 2);
}

/* Positions of the first half of a layer. */
static uint64_t split(const struct ur_table_index *x, int layer)
{
    struct piece_pair p = pair_of(layer);
    return ur_layer_size(&x->x, p.hi, p.lo);
}

static bool rank(const void *index, const lus_pos *p, int *layer, uint64_t *rank)
{
    const struct ur_table_index *x = index;
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
    const struct ur_table_index *x = index;
    struct half_rank at = pair_locate(layer, split(x, layer), rank);
    ur_unrank(&x->x, at.own, at.enemy, at.rank, p);
}

static int sizes(const void *index, int layer, struct layout_size *size)
{
    const struct ur_table_index *x = index;
    struct half_rank half[2];
    int halves = pair_halves(layer, half);
    for (int i = 0; i < halves; i++)
        size[i] = (struct layout_size){ur_start_count(half[i].own),
                                       ur_start_count(half[i].enemy), x->x.digits};
    return halves;
}

/* Small blocks take longer to unpack: half as many values per frame keep a probe below 60
   microseconds. */
static int frame_values(const void *index, int layer, uint64_t first)
{
    const struct ur_table_index *x = index;
    struct half_rank at = pair_locate(layer, split(x, layer), first);
    int most = at.own + at.enemy < 8 ? FRAME_VALUES / 2 : FRAME_VALUES;
    return ur_frame_values(&x->x, at.own, at.enemy, at.rank, most);
}

static bool layout(const void *index, int layer, uint64_t first, int n,
                   struct value_layout *l)
{
    const struct ur_table_index *x = index;
    uint64_t half = split(x, layer);
    struct half_rank at = pair_locate(layer, half, first);
    l->part = first >= half;
    return half - at.rank >= (unsigned)n &&
           ur_layout(&x->x, at.own, at.enemy, at.rank, n, l);
}

static void start(const void *index, lus_pos *p)
{
    uint64_t pieces = (uint64_t)((const struct ur_table_index *)index)->pieces;
    *p = (lus_pos){{0, 0, pieces | pieces << 8, 0}};
}

static int last_use(const void *index, int layer)
{
    const struct ur_table_index *x = index;
    struct piece_pair p = pair_of(layer);
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
    free(h->no_move_throws);
    *h = (struct ur_half){0};
}

static void job_free(void *job)
{
    struct ur_job *j = job;
    for (int own = 0; own <= UR_MAX_PIECES; own++)
        for (int enemy = 0; enemy <= UR_MAX_PIECES; enemy++)
            half_free(&j->half[own][enemy]);
    free(j->track[0]);
    free(j->track[1]);
    free(j);
}

static void *job_new(const void *index, int threads)
{
    struct ur_job *j = calloc(1, sizeof *j);
    if (!j)
        return NULL;
    j->index = index;
    j->threads = threads;
    if (ur_tracks_make(&j->index->x, j->track))
        return j;
    job_free(j);
    return NULL;
}

static double *cells_new(uint64_t n)
{
    return huge_alloc((size_t)n * sizeof(double));
}

/* Allocates what later layers read of a half. */
static bool half_keep(struct ur_job *j, int own, int enemy)
{
    struct ur_half *h = &j->half[own][enemy];
    if (h->waiting)
        return true;
    h->own = own;
    h->enemy = enemy;
    return ur_base_make(&j->index->x, j->track, h) && (h->waiting = cells_new(h->cells));
}

/* And what solving it needs. */
static bool half_open(struct ur_job *j, const struct ur_sweep *s, int own, int enemy)
{
    struct ur_half *h = &j->half[own][enemy];
    if (h->to_move)
        return true;
    return half_keep(j, own, enemy) && (h->to_move = cells_new(h->cells)) &&
           ur_no_moves_make(s, h);
}

static double run(void *sweep, int threads)
{
    return ur_sweep_run(sweep, threads);
}

static int solve(void *job, int layer, struct solve_progress *progress, double *residual)
{
    struct ur_job *j = job;
    struct piece_pair p = pair_of(layer);
    struct ur_sweep s = {.r = j->index->r,
                         .x = &j->index->x,
                         .track = {j->track[0], j->track[1]},
                         .half = {&j->half[p.hi][p.lo], &j->half[p.lo][p.hi]},
                         .off = {p.hi > 1 ? &j->half[p.hi - 1][p.lo] : NULL,
                                 p.lo > 1 ? &j->half[p.lo - 1][p.hi] : NULL},
                         .less = {p.lo > 1 ? &j->half[p.hi][p.lo - 1] : NULL,
                                  p.hi > 1 ? &j->half[p.lo][p.hi - 1] : NULL},
                         .it = {.run = run,
                                .sweep = &s,
                                .threads = j->threads,
                                .positions = layer_size(j->index, layer)}};
    int status = LUS_EMEMORY;
    if (half_open(j, &s, p.hi, p.lo) && half_open(j, &s, p.lo, p.hi) &&
        ur_sweep_make(&s)) {
        ur_initial_values(&s);
        status = iterate(&s.it, progress, residual);
    }
    if (status == 0 && !(ur_half_pack(&s, s.half[0]) &&
                         (s.half[1] == s.half[0] || ur_half_pack(&s, s.half[1]))))
        status = LUS_EMEMORY;
    ur_sweep_free(&s);
    return status;
}

static double unrounded(const void *job, int layer, uint64_t rank)
{
    const struct ur_job *j = job;
    struct half_rank at = pair_locate(layer, split(j->index, layer), rank);
    return j->half[at.own][at.enemy].to_move[at.rank];
}

static void values(void *job, int layer, uint64_t first, uint64_t n, void *out)
{
    pair_values(unrounded, job, layer, first, n, out);
}

static int states(void *job, int layer, struct solve_state state[SOLVE_MAX_STATES])
{
    struct ur_job *j = job;
    struct half_rank of[2];
    int n = pair_halves(layer, of);
    for (int i = 0; i < n; i++) {
        const struct ur_half *h = &j->half[of[i].own][of[i].enemy];
        if (!half_keep(j, of[i].own, of[i].enemy))
            return LUS_EMEMORY;
        state[i] = (struct solve_state){h->waiting, (size_t)h->cells * sizeof(double)};
    }
    return n;
}

static void half_settle(struct ur_half *h)
{
    free(h->to_move);
    free(h->no_move_throws);
    h->to_move = NULL;
    h->no_move_throws = NULL;
}

static void release_scratch(void *job, int layer)
{
    struct ur_job *j = job;
    struct piece_pair p = pair_of(layer);
    half_settle(&j->half[p.hi][p.lo]);
    half_settle(&j->half[p.lo][p.hi]);
}

static void forget(void *job, int layer)
{
    struct ur_job *j = job;
    struct piece_pair p = pair_of(layer);
    half_free(&j->half[p.hi][p.lo]);
    half_free(&j->half[p.lo][p.hi]);
}

static const struct solver_packing packing = {sizes, frame_values, layout};

const struct solver ur_solver = {
    .kind = VALUE_KIND_WIN16,
    .size_name = "pieces",
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
            .release_scratch = release_scratch,
            .forget = forget},
    .convert = ur_convert,
};
