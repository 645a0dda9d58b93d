/* SPDX-License-Identifier: MIT */
/* cave_solver.c - the solver of Magnetic Cave (solve.h).

   The whole game has too many boards: on 5 x 5 cells 831 million without a line of three,
   10.3 billion without a line of four.  But a search proves its end quickly, so a table
   contains the beginning: layer i has the boards of size - i bricks.  The boards of layer 0
   are proved (cave_proof.h); the others follow from them.  Every move adds a brick, so a
   side that moves from won board to won board wins. */
#include <stdlib.h>
#include <string.h>
#include "os/parallel.h"
#include "retro/cave_index.h"
#include "retro/cave_proof.h"
#include "solve/solve.h"

enum { LOST = 0, DRAWN = 1, WON = 2, UNKNOWN = 3 };

/* The index and the job of struct solver. */
struct cave_table_index {
    const lus_rules *r;
    int bricks;
    struct cave_index x;
};

struct cave_job {
    const struct cave_table_index *index;
    int threads;
    struct cave_proof proof;             /* while layer 0 is solved */
    uint8_t *value[CAVE_MAX_BRICKS + 1]; /* by layer */
    struct solve_progress *progress;
    uint64_t updates;
};

/* ---- the index ---- */

struct cave_size {
    int bricks; /* of the table: what can be proved in five minutes on two cores */
    int bits;   /* log2 of the number of 8-byte entries of the transposition table */
};

static struct cave_size cave_size_of(const lus_rules *r)
{
    switch (r->index) {
#define CAVE_SIZE(i, bricks, bits, block_first)                                          \
    case i:                                                                              \
        return (struct cave_size){bricks, bits};
#include "retro/cave_sizes.def"
#undef CAVE_SIZE
    }
    return (struct cave_size){0};
}

static int max_size(const lus_rules *r)
{
    return cave_size_of(r).bricks;
}

static struct solve_estimate estimate(const lus_rules *r, int precision)
{
    (void)precision;
    return (struct solve_estimate){
        1, 1, 0.1, 8.0 * (double)(UINT64_C(1) << cave_size_of(r).bits), 0};
}

static void *index_new(const lus_rules *r, int bricks)
{
    struct cave_table_index *x = malloc(sizeof *x);
    if (!x)
        return NULL;
    x->r = r;
    x->bricks = bricks;
    cave_index_make(&x->x, cave_set(r)->size);
    return x;
}

static int layers(const void *index)
{
    return ((const struct cave_table_index *)index)->bricks + 1;
}

/* Layers are numbered backwards: the fullest boards are layer 0. */
static int bricks_of(const void *index, int layer)
{
    return ((const struct cave_table_index *)index)->bricks - layer;
}

static uint64_t layer_size(const void *index, int layer)
{
    return cave_boards(&((const struct cave_table_index *)index)->x,
                       bricks_of(index, layer));
}

static void layer_name(const void *index, int layer, char name[32])
{
    int bricks = bricks_of(index, layer);
    snprintf(name, 32, bricks == 1 ? "%d brick" : "%d bricks", bricks);
}

static bool rank(const void *index, const lus_pos *p, int *layer, uint64_t *rank)
{
    const struct cave_table_index *x = index;
    int bricks = bits_count(p->w[0] | p->w[1]);
    if (bricks > x->bricks || bits_count(p->w[0]) != bricks / 2)
        return false;
    *layer = x->bricks - bricks;
    *rank = cave_rank(&x->x, p->w[0], p->w[1]);
    return true;
}

static void unrank(const void *index, int layer, uint64_t rank, lus_pos *p)
{
    const struct cave_table_index *x = index;
    int bricks = bricks_of(index, layer);
    *p = (lus_pos){{0, 0, 0, (uint64_t)(bricks & 1)}};
    cave_unrank(&x->x, bricks, rank, &p->w[0], &p->w[1]);
}

static void start(const void *index, lus_pos *p)
{
    (void)index;
    *p = (lus_pos){{0}};
}

static int last_use(const void *index, int layer)
{
    return layer + 1 < layers(index) ? layer + 1 : layer;
}

/* ---- the job ---- */

static void *job_new(const void *index, int threads)
{
    struct cave_job *j = calloc(1, sizeof *j);
    if (!j)
        return NULL;
    j->index = index;
    j->threads = threads;
    return j;
}

static void job_free(void *job)
{
    struct cave_job *j = job;
    for (int i = 0; i <= CAVE_MAX_BRICKS; i++)
        free(j->value[i]);
    free(j);
}

static bool values_make(struct cave_job *j, int layer)
{
    uint8_t **value = &j->value[layer];
    return *value || (*value = malloc((size_t)layer_size(j->index, layer)));
}

/* The best move to the layer before. */
static int follow(const struct cave_job *j, int layer, const lus_pos *p)
{
    const struct cave_table_index *x = j->index;
    int best = LOST;
    for (uint64_t cells = cave_targets(x->r, p); cells; cells &= cells - 1) {
        uint64_t own = p->w[0] | (cells & -cells);
        int value = WON - j->value[layer - 1][cave_rank(&x->x, p->w[1], own)];
        best = value > best ? value : best;
    }
    return best;
}

/* A side with a line has won; both cannot have one. */
static int value_of(const struct cave_job *j, int layer, const lus_pos *p)
{
    const struct cave_set *set = cave_set(j->index->r);
    if (cave_lines(set, p->w[1]))
        return LOST;
    if (cave_lines(set, p->w[0]))
        return WON;
    uint64_t nodes = 0;
    return layer ? follow(j, layer, p)
                 : 1 + cave_prove(&j->proof, p->w[0], p->w[1], &nodes);
}

/* ---- a layer on all threads ---- */

/* What the threads that solve a layer share. */
struct cave_layer_run {
    struct cave_job *j;
    int layer;
    uint64_t size;
    atomic_ullong next;
};

static void report(const struct cave_job *j, uint64_t done)
{
    j->progress->sweep = 0;
    j->progress->updates = j->updates + done;
    if (j->progress->report)
        j->progress->report(j->progress);
}

/* Solves the boards that are the canonical ones of their mirror images. */
static void work(void *arg, int thread)
{
    struct cave_layer_run *run = arg;
    int size = run->j->index->x.size;
    for (;;) {
        uint64_t i = atomic_fetch_add(&run->next, 1);
        lus_pos p;
        if (i >= run->size)
            return;
        unrank(run->j->index, run->layer, i, &p);
        uint64_t own = p.w[0], enemy = p.w[1];
        cave_canonical(size, &own, &enemy);
        bool least = own == p.w[0] && enemy == p.w[1];
        run->j->value[run->layer][i] =
            least ? (uint8_t)value_of(run->j, run->layer, &p) : (uint8_t)UNKNOWN;
        if (thread == 0 && i % (run->size / 1000 + 1) == 0)
            report(run->j, i + 1);
    }
}

/* Copies their values to the mirror images. */
static void mirror_layer(struct cave_job *j, int layer)
{
    uint8_t *value = j->value[layer];
    for (uint64_t i = 0; i < layer_size(j->index, layer); i++) {
        lus_pos p;
        if (value[i] != UNKNOWN)
            continue;
        unrank(j->index, layer, i, &p);
        cave_canonical(j->index->x.size, &p.w[0], &p.w[1]);
        value[i] = value[cave_rank(&j->index->x, p.w[0], p.w[1])];
    }
}

static int solve(void *job, int layer, struct solve_progress *progress, double *residual)
{
    struct cave_job *j = job;
    struct cave_layer_run run = {
        .j = j, .layer = layer, .size = layer_size(j->index, layer)};
    *residual = 0;
    j->progress = progress;
    if (!values_make(j, layer) ||
        (layer == 0 &&
         !cave_proof_make(&j->proof, j->index->r, cave_size_of(j->index->r).bits)))
        return LUS_EMEMORY;
    parallel_run(j->threads, work, &run);
    cave_proof_free(&j->proof);
    mirror_layer(j, layer);
    j->updates += run.size;
    return 0;
}

static double unrounded(const void *job, int layer, uint64_t rank)
{
    return ((const struct cave_job *)job)->value[layer][rank] / 2.0;
}

static int values(void *job, int layer, uint64_t first, uint64_t n, void *out)
{
    memcpy(out, ((const struct cave_job *)job)->value[layer] + first, (size_t)n);
    return 0;
}

static int states(void *job, int layer, struct solve_state state[SOLVE_MAX_STATES])
{
    struct cave_job *j = job;
    if (!values_make(j, layer))
        return LUS_EMEMORY;
    state[0] = (struct solve_state){j->value[layer], (size_t)layer_size(j->index, layer)};
    return 1;
}

static void forget(void *job, int layer)
{
    struct cave_job *j = job;
    free(j->value[layer]);
    j->value[layer] = NULL;
}

static int max_value(const void *index, int layer)
{
    (void)index, (void)layer;
    return WON;
}

const struct solver cave_solver = {
    .kind = VALUE_KIND_RESULT8,
    .size_name = "bricks",
    .first_layer_proved = true,
    .max_size = max_size,
    .refusal = "who wins has not been proved yet",
    .estimate = estimate,
    .index = {.create = index_new,
              .destroy = free,
              .layers = layers,
              .layer_size = layer_size,
              .layer_name = layer_name,
              .rank = rank,
              .unrank = unrank,
              .start = start,
              .last_use = last_use,
              .max_value = max_value},
    .job = {.create = job_new,
            .destroy = job_free,
            .solve = solve,
            .values = values,
            .unrounded = unrounded,
            .states = states,
            .forget = forget},
};
