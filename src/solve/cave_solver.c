/* SPDX-License-Identifier: MIT */
/* cave_solver.c - Magnetic Cave for the table builder.

   A whole game has too many boards: 831 million without a line on 5 x 5 cells with three
   in a row, 10.3 billion with four.  But its end can be proved by a search in a moment,
   so a table holds the beginning: layer i has the boards of size - i bricks.  Those of
   the first layer are proved (cave_proof.h), the others follow from them.  Every move
   adds a brick, so whoever keeps to won boards gets there. */
#include <stdlib.h>
#include <string.h>
#include "os/parallel.h"
#include "solve/cave_index.h"
#include "solve/cave_proof.h"
#include "solve/solve.h"

enum { LOST = 0, DRAWN = 1, WON = 2, UNKNOWN = 3 };

struct index {
    const lus_rules *r;
    int bricks;
    struct cave_index x;
};

struct job {
    const struct index *index;
    int threads;
    struct cave_proof proof;
    uint8_t *value[CAVE_MOST + 1]; /* by layer */
    struct solve_progress *progress;
    uint64_t updates;
};

/* ---- the index ---- */

struct fit {
    int bricks; /* a table counts: what can be proved in five minutes on two cores */
    int bits;   /* of the number of answers kept meanwhile, eight bytes each */
};

static struct fit fit_of(const lus_rules *r)
{
    switch (r->index) {
#define CAVE_FITS(i, bricks, bits)                                                       \
    case i:                                                                              \
        return (struct fit){bricks, bits};
#include "solve/cave_fits.def"
#undef CAVE_FITS
    }
    return (struct fit){0};
}

static int largest(const lus_rules *r)
{
    return fit_of(r).bricks;
}

static struct solve_need need(const lus_rules *r)
{
    return (struct solve_need){1, 1, 0.1, 8.0 * (double)(UINT64_C(1) << fit_of(r).bits)};
}

static void *index_new(const lus_rules *r, int bricks)
{
    struct index *x = malloc(sizeof *x);
    if (!x)
        return NULL;
    x->r = r;
    x->bricks = bricks;
    cave_index_make(&x->x, cave_set(r)->size);
    return x;
}

static int layers(const void *index)
{
    return ((const struct index *)index)->bricks + 1;
}

static int bricks_of(const void *index, int layer)
{
    return ((const struct index *)index)->bricks - layer;
}

static uint64_t layer_size(const void *index, int layer)
{
    return cave_boards(&((const struct index *)index)->x, bricks_of(index, layer));
}

static void layer_name(const void *index, int layer, char name[32])
{
    int bricks = bricks_of(index, layer);
    snprintf(name, 32, bricks == 1 ? "%d brick" : "%d bricks", bricks);
}

static bool rank(const void *index, const lus_pos *p, int *layer, uint64_t *rank)
{
    const struct index *x = index;
    int bricks = bits_count(p->w[0] | p->w[1]);
    if (bricks > x->bricks || bits_count(p->w[0]) != bricks / 2)
        return false;
    *layer = x->bricks - bricks;
    *rank = cave_rank(&x->x, p->w[0], p->w[1]);
    return true;
}

static void unrank(const void *index, int layer, uint64_t rank, lus_pos *p)
{
    const struct index *x = index;
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
    struct job *j = calloc(1, sizeof *j);
    if (!j)
        return NULL;
    j->index = index;
    j->threads = threads;
    return j;
}

static void job_free(void *job)
{
    struct job *j = job;
    for (int i = 0; i <= CAVE_MOST; i++)
        free(j->value[i]);
    cave_proof_free(&j->proof);
    free(j);
}

static bool keep(struct job *j, int layer)
{
    uint8_t **value = &j->value[layer];
    return *value || (*value = malloc((size_t)layer_size(j->index, layer)));
}

/* The best of all moves to the layer before. */
static int follow(const struct job *j, int layer, const lus_pos *p)
{
    const struct index *x = j->index;
    int best = LOST;
    for (uint64_t cells = cave_targets(x->r, p); cells; cells &= cells - 1) {
        uint64_t own = p->w[0] | (cells & -cells);
        int value = WON - j->value[layer - 1][cave_rank(&x->x, p->w[1], own)];
        best = value > best ? value : best;
    }
    return best;
}

/* A side with a line has won; that both have one cannot be. */
static int value_of(const struct job *j, int layer, const lus_pos *p)
{
    const struct cave_set *set = cave_set(j->index->r);
    if (cave_lines(set, p->w[1]))
        return LOST;
    if (cave_lines(set, p->w[0]))
        return WON;
    return layer ? follow(j, layer, p) : 1 + cave_prove(&j->proof, p->w[0], p->w[1]);
}

/* ---- a layer on all threads ---- */

struct crew {
    struct job *j;
    int layer;
    uint64_t size;
    atomic_ullong next;
};

static void tell(const struct job *j, uint64_t done)
{
    j->progress->sweep = 0;
    j->progress->updates = j->updates + done;
    if (j->progress->tell)
        j->progress->tell(j->progress);
}

/* Boards that are the least of their mirror images. */
static void work(void *arg, int thread)
{
    struct crew *c = arg;
    int size = c->j->index->x.size;
    for (;;) {
        uint64_t i = atomic_fetch_add(&c->next, 1);
        lus_pos p;
        if (i >= c->size)
            return;
        unrank(c->j->index, c->layer, i, &p);
        uint64_t own = p.w[0], enemy = p.w[1];
        cave_least(size, &own, &enemy);
        bool least = own == p.w[0] && enemy == p.w[1];
        c->j->value[c->layer][i] =
            least ? (uint8_t)value_of(c->j, c->layer, &p) : (uint8_t)UNKNOWN;
        if (thread == 0 && i % (c->size / 1000 + 1) == 0)
            tell(c->j, i + 1);
    }
}

/* And the images of those. */
static void mirror_layer(struct job *j, int layer)
{
    uint8_t *value = j->value[layer];
    for (uint64_t i = 0; i < layer_size(j->index, layer); i++) {
        lus_pos p;
        if (value[i] != UNKNOWN)
            continue;
        unrank(j->index, layer, i, &p);
        cave_least(j->index->x.size, &p.w[0], &p.w[1]);
        value[i] = value[cave_rank(&j->index->x, p.w[0], p.w[1])];
    }
}

static int solve(void *job, int layer, struct solve_progress *progress, double *residual)
{
    struct job *j = job;
    struct crew c = {.j = j, .layer = layer, .size = layer_size(j->index, layer)};
    *residual = 0;
    j->progress = progress;
    if (!keep(j, layer) || (layer == 0 && !cave_proof_make(&j->proof, j->index->r,
                                                           fit_of(j->index->r).bits)))
        return LUS_EMEMORY;
    parallel_run(j->threads, work, &c);
    cave_proof_free(&j->proof);
    mirror_layer(j, layer);
    j->updates += c.size;
    return 0;
}

static double exact(const void *job, int layer, uint64_t rank)
{
    return ((const struct job *)job)->value[layer][rank] / 2.0;
}

static void values(void *job, int layer, uint64_t first, uint64_t n, void *out)
{
    memcpy(out, ((const struct job *)job)->value[layer] + first, (size_t)n);
}

static int parts(void *job, int layer, struct solve_part part[SOLVE_MAX_PARTS])
{
    struct job *j = job;
    if (!keep(j, layer))
        return LUS_EMEMORY;
    part[0] = (struct solve_part){j->value[layer], (size_t)layer_size(j->index, layer)};
    return 1;
}

static void settled(void *job, int layer)
{
    (void)job, (void)layer; /* the values are the part */
}

static void forget(void *job, int layer)
{
    struct job *j = job;
    free(j->value[layer]);
    j->value[layer] = NULL;
}

static int most(const void *index, int layer)
{
    (void)index, (void)layer;
    return WON;
}

const struct solver cave_solver = {
    .kind = VALUE_KIND_RESULT8,
    .size_name = "bricks",
    .proved = true,
    .most = most,
    .largest = largest,
    .unsolved = "who wins has not been proved yet",
    .need = need,
    .index_new = index_new,
    .index_free = free,
    .layers = layers,
    .layer_size = layer_size,
    .layer_name = layer_name,
    .rank = rank,
    .unrank = unrank,
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
};
