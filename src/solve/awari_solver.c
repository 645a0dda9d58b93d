/* SPDX-License-Identifier: MIT */
/* awari_solver.c - the solver of Awari (solve.h): layer n has the boards of n stones.

   Under oware a repeated position gives each side the stones of its own row, so a value
   would depend on the history of the game: there are no tables (doc/rules/awari.md). */
#include <stdlib.h>
#include <string.h>
#include "os/memory.h"
#include "games/awari/awari.h"
#include "solve/awari_retro.h"
#include "solve/solve.h"

/* The index and the job of struct solver; layer n needs the values of all layers below. */
struct awari_table_index {
    const lus_rules *r;
    int stones;
    struct awari_index x;
};

struct awari_job {
    const struct awari_table_index *index;
    struct awari_retro retro;
    struct solve_progress *progress;
    uint64_t updates;
};

/* ---- the index ---- */

static int max_size(const lus_rules *r)
{
    return awari_set(r)->repeated == AWARI_FORFEIT ? AWARI_MAX_STONES : 0;
}

static struct solve_estimate estimate(const lus_rules *r, int precision)
{
    (void)precision;
    (void)r;
    return (struct solve_estimate){3, 1, 0.5, 0, 0}; /* a value and a node; a value */
}

static void *index_new(const lus_rules *r, int stones)
{
    struct awari_table_index *x = malloc(sizeof *x);
    if (!x)
        return NULL;
    x->r = r;
    x->stones = stones;
    awari_index_make(&x->x);
    return x;
}

static int layers(const void *index)
{
    return ((const struct awari_table_index *)index)->stones + 1;
}

static uint64_t layer_size(const void *index, int layer)
{
    (void)index;
    return awari_boards(layer);
}

static int max_value(const void *index, int layer)
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
    const struct awari_table_index *x = index;
    *layer = awari_sum(p->w[0] + p->w[1]);
    if (*layer > x->stones)
        return false;
    *rank = awari_rank(&x->x, (struct awari_board){p->w[0], p->w[1]});
    return true;
}

static void unrank(const void *index, int layer, uint64_t rank, lus_pos *p)
{
    const struct awari_table_index *x = index;
    struct awari_board b = awari_unrank(&x->x, layer, (uint32_t)rank);
    *p = (lus_pos){{b.own, b.enemy, 0, 0}};
}

/* The start has 48 stones: no table contains it. */
static void start(const void *index, lus_pos *p)
{
    awari_start(((const struct awari_table_index *)index)->r, p);
}

/* A capture may lead to any smaller layer, so all are kept until the end. */
static int last_use(const void *index, int layer)
{
    const struct awari_table_index *x = index;
    (void)layer;
    return x->stones;
}

/* ---- the job ---- */

/* Called by awari_retro_solve once per threshold. */
static void report(void *arg, int scans)
{
    struct awari_job *j = arg;
    j->updates += awari_boards(j->progress->layer);
    j->progress->sweep = scans;
    j->progress->updates = j->updates;
    if (j->progress->report)
        j->progress->report(j->progress);
}

static void *job_new(const void *index, int threads)
{
    struct awari_job *j = calloc(1, sizeof *j);
    if (!j)
        return NULL;
    j->index = index;
    j->retro = (struct awari_retro){.r = j->index->r,
                                    .x = &j->index->x,
                                    .threads = threads,
                                    .report = report,
                                    .arg = j};
    return j;
}

static void job_free(void *job)
{
    struct awari_job *j = job;
    for (int n = 0; n <= AWARI_MAX_STONES; n++)
        free(j->retro.value[n]);
    free(j);
}

static bool values_make(struct awari_job *j, int layer)
{
    int8_t **value = &j->retro.value[layer];
    return *value || (*value = huge_alloc((size_t)awari_boards(layer)));
}

/* Values are exact: the residual is 0. */
static int solve(void *job, int layer, struct solve_progress *progress, double *residual)
{
    struct awari_job *j = job;
    j->progress = progress;
    *residual = 0;
    return values_make(j, layer) ? awari_retro_solve(&j->retro, layer) : LUS_EMEMORY;
}

static double unrounded(const void *job, int layer, uint64_t rank)
{
    return ((const struct awari_job *)job)->retro.value[layer][rank];
}

static void values(void *job, int layer, uint64_t first, uint64_t n, void *out)
{
    memcpy(out, ((const struct awari_job *)job)->retro.value[layer] + first, (size_t)n);
}

static int states(void *job, int layer, struct solve_state state[SOLVE_MAX_STATES])
{
    struct awari_job *j = job;
    if (!values_make(j, layer))
        return LUS_EMEMORY;
    state[0] = (struct solve_state){j->retro.value[layer], (size_t)awari_boards(layer)};
    return 1;
}

static void forget(void *job, int layer)
{
    struct awari_job *j = job;
    free(j->retro.value[layer]);
    j->retro.value[layer] = NULL;
}

const struct solver awari_solver = {
    .kind = VALUE_KIND_STONES8,
    .size_name = "stones",
    .size_required = true,
    .max_size = max_size,
    .refusal = "a repetition divides the stones as they lie (A7), so a board alone has "
               "no value",
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
