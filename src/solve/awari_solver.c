/* SPDX-License-Identifier: MIT */
/* awari_solver.c - Awari for the table builder: layer n holds the boards of n stones.

   Under oware a repeated position gives each side its own row, so a value would depend on
   the game's history: there are no tables (doc/rules/awari.md). */
#include <stdlib.h>
#include <string.h>
#include "games/awari/awari.h"
#include "solve/awari_retro.h"
#include "solve/pages.h"
#include "solve/solve.h"

struct index {
    const lus_rules *r;
    int stones;
    struct awari_index x;
};

struct job {
    const struct index *index;
    struct awari_retro retro;
    struct solve_progress *progress;
    uint64_t updates;
};

/* ---- the index ---- */

static int largest(const lus_rules *r)
{
    return awari_set(r)->repeated == AWARI_FORFEIT ? AWARI_MOST : 0;
}

static struct solve_need need(const lus_rules *r)
{
    (void)r;
    return (struct solve_need){3, 1, 0.5, 0}; /* a value and 16 bits; a value */
}

static void *index_new(const lus_rules *r, int stones)
{
    struct index *x = malloc(sizeof *x);
    if (!x)
        return NULL;
    x->r = r;
    x->stones = stones;
    awari_index_make(&x->x);
    return x;
}

static int layers(const void *index)
{
    return ((const struct index *)index)->stones + 1;
}

static uint64_t layer_size(const void *index, int layer)
{
    (void)index;
    return awari_boards(layer);
}

/* Nobody wins more stones than there are. */
static int most(const void *index, int layer)
{
    (void)index;
    return layer;
}

static void layer_name(const void *index, int layer, char name[32])
{
    (void)index;
    snprintf(name, 32, layer == 1 ? "%d stone" : "%d stones", layer);
}

static bool rank(const void *index, const lus_pos *p, int *layer, uint64_t *rank)
{
    const struct index *x = index;
    *layer = awari_sum(p->w[0] + p->w[1]);
    if (*layer > x->stones)
        return false;
    *rank = awari_rank(&x->x, (struct awari_board){p->w[0], p->w[1]});
    return true;
}

static void unrank(const void *index, int layer, uint64_t rank, lus_pos *p)
{
    const struct index *x = index;
    struct awari_board b = awari_unrank(&x->x, layer, (uint32_t)rank);
    *p = (lus_pos){{b.own, b.enemy, 0, 0}};
}

/* 48 stones: in no table. */
static void start(const void *index, lus_pos *p)
{
    awari_start(((const struct index *)index)->r, p);
}

static int last_use(const void *index, int layer)
{
    const struct index *x = index;
    (void)layer;
    return x->stones;
}

/* ---- the job ---- */

static void tell(void *arg, int passes)
{
    struct job *j = arg;
    j->updates += awari_boards(j->progress->layer);
    j->progress->sweep = passes;
    j->progress->updates = j->updates;
    if (j->progress->tell)
        j->progress->tell(j->progress);
}

static void *job_new(const void *index, int threads)
{
    struct job *j = calloc(1, sizeof *j);
    if (!j)
        return NULL;
    j->index = index;
    j->retro = (struct awari_retro){
        .r = j->index->r, .x = &j->index->x, .threads = threads, .tell = tell, .arg = j};
    return j;
}

static void job_free(void *job)
{
    struct job *j = job;
    for (int n = 0; n <= AWARI_MOST; n++)
        free(j->retro.value[n]);
    free(j);
}

static bool keep(struct job *j, int layer)
{
    int8_t **value = &j->retro.value[layer];
    return *value || (*value = pages_new((size_t)awari_boards(layer)));
}

/* Exact, so nothing is left to change. */
static int solve(void *job, int layer, struct solve_progress *progress, double *residual)
{
    struct job *j = job;
    j->progress = progress;
    *residual = 0;
    return keep(j, layer) ? awari_retro_solve(&j->retro, layer) : LUS_EMEMORY;
}

static double exact(const void *job, int layer, uint64_t rank)
{
    return ((const struct job *)job)->retro.value[layer][rank];
}

static void values(void *job, int layer, uint64_t first, uint64_t n, void *out)
{
    memcpy(out, ((const struct job *)job)->retro.value[layer] + first, (size_t)n);
}

static int parts(void *job, int layer, struct solve_part part[SOLVE_MAX_PARTS])
{
    struct job *j = job;
    if (!keep(j, layer))
        return LUS_EMEMORY;
    part[0] = (struct solve_part){j->retro.value[layer], (size_t)awari_boards(layer)};
    return 1;
}

static void settled(void *job, int layer)
{
    (void)job, (void)layer; /* the values are the part */
}

static void forget(void *job, int layer)
{
    struct job *j = job;
    free(j->retro.value[layer]);
    j->retro.value[layer] = NULL;
}

const struct solver awari_solver = {
    .kind = VALUE_KIND_STONES8,
    .size_name = "stones",
    .partial = true,
    .most = most,
    .largest = largest,
    .unsolved = "a repetition shares out stones as they lie (A7), so a board alone "
                "has no value",
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
