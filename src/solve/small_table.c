/* SPDX-License-Identifier: MIT */
/* small_table.c - see small_table.h.  The solver of the game solves layer after layer, as for
   a file; the values are copied and the job is freed. */
#include <stdatomic.h>
#include <stdlib.h>
#include "os/mutex.h"
#include "solve/small_table.h"
#include "solve/table_internal.h"

struct small_table {
    const struct solver *solver;
    const lus_rules *r;
    void *index;
    struct mutex lock; /* held while the table is being solved */
    atomic_bool solved;
    uint8_t **values; /* by layer, then rank */
};

struct small_table *small_table_new(const lus_rules *r)
{
    const struct solver *s = solver_of(r);
    struct small_table *t = s && s->small_size ? calloc(1, sizeof *t) : NULL;
    if (!t)
        return NULL;
    t->solver = s;
    t->r = r;
    mutex_init(&t->lock);
    return t;
}

/* Frees what solve_all has allocated. */
static void values_free(struct small_table *t)
{
    int layers = t->index && t->values ? t->solver->index.layers(t->index) : 0;
    for (int i = 0; i < layers; i++)
        free(t->values[i]);
    free(t->values);
    if (t->index)
        t->solver->index.destroy(t->index);
    t->values = NULL;
    t->index = NULL;
}

void small_table_free(struct small_table *t)
{
    if (!t)
        return;
    values_free(t);
    mutex_destroy(&t->lock);
    free(t);
}

int small_table_size(const struct small_table *t)
{
    return t->solver->small_size;
}

bool small_table_has_bounds(const struct small_table *t)
{
    return t->solver->kind == VALUE_KIND_BOUNDS8;
}

/* Solves a layer and copies its values.  0 or LUS_EMEMORY. */
static int solve_layer(struct small_table *t, void *job, int layer)
{
    const struct solver *s = t->solver;
    struct solve_progress progress = {.layer = layer};
    uint64_t n = s->index.layer_size(t->index, layer);
    double residual;
    int status = s->job.solve(job, layer, &progress, &residual);
    if (status)
        return status;
    t->values[layer] = malloc((size_t)n * (size_t)value_kind_bytes(s->kind));
    if (!t->values[layer])
        return LUS_EMEMORY;
    return s->job.values(job, layer, 0, n, t->values[layer]);
}

static int solve_all(struct small_table *t)
{
    const struct solver *s = t->solver;
    t->index = s->index.create(t->r, s->small_size);
    int layers = t->index ? s->index.layers(t->index) : 0;
    void *job = t->index ? s->job.create(t->index, 1) : NULL;
    t->values = calloc((size_t)layers + 1, sizeof *t->values);
    int status = job && t->values ? 0 : LUS_EMEMORY;
    for (int layer = 0; layer < layers && status == 0; layer++)
        status = solve_layer(t, job, layer);
    if (job)
        s->job.destroy(job);
    if (status)
        values_free(t);
    return status;
}

/* Solves the table unless another thread has.  0 or LUS_EMEMORY. */
static int make_ready(struct small_table *t)
{
    int status = 0;
    if (atomic_load_explicit(&t->solved, memory_order_acquire))
        return 0;
    mutex_lock(&t->lock);
    if (!atomic_load(&t->solved) && (status = solve_all(t)) == 0)
        atomic_store_explicit(&t->solved, true, memory_order_release);
    mutex_unlock(&t->lock);
    return status;
}

int small_table_bounds(struct small_table *t, const lus_pos *p,
                       struct value_bounds *bounds)
{
    enum value_kind kind = t->solver->kind;
    int layer, upper, status = make_ready(t);
    uint64_t rank;
    if (status)
        return status;
    if (!t->solver->index.rank(t->index, p, &layer, &rank))
        return 0;
    bounds->lower =
        value_of_number(kind, number_at(kind, t->values[layer], rank, &upper));
    bounds->upper = value_of_number(kind, upper);
    return 1;
}
