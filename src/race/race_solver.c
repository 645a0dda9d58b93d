/* SPDX-License-Identifier: MIT */
/* race_solver.c - solves the layers of a race game, one after another (see race_solver.h).

   Bearing off a piece leads to an earlier layer; every other move stays in the layer. */
#include "race/race_solver.h"
#include <stdlib.h>
#include "os/memory.h"
#include "race/pairs.h"
#include "race/race_internal.h"
#include "race/steps.h"

enum { MAX_VALUES = 256 }; /* converted at a time */

/* ---- halves ---- */

static void cells_free(struct race_half *h, enum race_array a)
{
    free(h->cell[a]);
    h->cell[a] = NULL;
}

static void half_free(struct race_half *h)
{
    cells_free(h, RACE_WAITING);
    cells_free(h, RACE_THROWING);
    free(h->base);
    free(h->no_move_throws);
    free(h->first_rank);
    *h = (struct race_half){0};
}

/* Sets where the rows of a half are. */
static bool half_make(struct race_job *j, int own, int enemy)
{
    struct race_half *h = &j->half[own][enemy];
    if (h->cells)
        return true;
    h->own = own;
    h->enemy = enemy;
    return j->index->game->half_make(j->index->x, j->data, h);
}

static bool cells_make(struct race_half *h, enum race_array a)
{
    if (!h->cell[a])
        h->cell[a] = huge_alloc((size_t)h->cells * sizeof(double));
    return h->cell[a];
}

/* Allocates what later layers read of a half, or, to solve it, everything. */
static bool half_open(struct race_job *j, int own, int enemy, bool all)
{
    const struct race_game *g = j->index->game;
    struct race_half *h = &j->half[own][enemy];
    bool throwing = g->needs_throwing(j->index->r) && (all || g->reads_throwing);
    return half_make(j, own, enemy) && cells_make(h, RACE_WAITING) &&
           (!throwing || cells_make(h, RACE_THROWING));
}

/* ---- the job ---- */

void race_job_free(void *job)
{
    struct race_job *j = job;
    for (int own = 0; own <= RACE_MAX_SIDE; own++)
        for (int enemy = 0; enemy <= RACE_MAX_SIDE; enemy++)
            half_free(&j->half[own][enemy]);
    if (j->data)
        j->index->game->data_free(j->data);
    free(j);
}

void *race_job_new(const void *index, int threads)
{
    struct race_job *j = calloc(1, sizeof *j);
    if (!j)
        return NULL;
    j->index = index;
    j->threads = threads;
    j->data = j->index->game->data_new(j->index->x, j->index->pieces);
    if (j->data)
        return j;
    race_job_free(j);
    return NULL;
}

/* ---- sweeps ---- */

static double chunk_run(const void *sweep, uint32_t chunk)
{
    const struct race_sweep *s = sweep;
    return s->game->chunk(s, chunk);
}

/* After a sweep of Ur most of the error is in few rows: where pieces meet on squares 5..8,
   capture each other and enter again, it shrinks by 0.7 per sweep, elsewhere faster.  So
   the rows that changed by more than a tenth of the maximum are updated again until none
   does: 6 to 30 % of the rows, three or four times. */
double race_sweep_run(void *sweep, int threads)
{
    struct race_sweep *s = sweep;
    const struct race_order *o = &s->order;
    double change = steps_run(o->n_chunks, o->after, threads, chunk_run, s);
    double rest = change;
    s->skip_below = (float)change / 10;
    for (int i = 0;
         i < s->game->max_revisits && s->it.mode == MODE_SWEEP && rest >= s->skip_below;
         i++)
        rest = steps_run(o->n_chunks, o->after, threads, chunk_run, s);
    s->skip_below = 0;
    return change;
}

static void half_fill(struct race_half *h)
{
    for (int a = 0; a < RACE_ARRAYS; a++)
        for (uint64_t i = 0; h->cell[a] && i < h->cells; i++)
            h->cell[a][i] = 0.5;
}

static void initial_values(struct race_sweep *s)
{
    if (s->game->initial_values) {
        s->game->initial_values(s);
        return;
    }
    half_fill(&s->half[s->own][s->enemy]);
    if (s->own != s->enemy)
        half_fill(&s->half[s->enemy][s->own]);
}

static void sweep_set(struct race_sweep *s, struct race_job *j, int layer)
{
    const struct race_index *x = j->index;
    struct piece_pair p = pair_of(layer);
    *s = (struct race_sweep){.r = x->r,
                             .game = x->game,
                             .kernel = kernel_default(),
                             .x = x->x,
                             .data = j->data,
                             .own = p.hi,
                             .enemy = p.lo,
                             .half = j->half,
                             .it = {.run = race_sweep_run,
                                    .sweep = s,
                                    .threads = j->threads,
                                    .history = x->game->history,
                                    .positions = race_layer_size(x, layer)}};
    s->it.cells[0] = j->half[p.hi][p.lo].cells;
    s->it.cells[1] = p.hi == p.lo ? 0 : j->half[p.lo][p.hi].cells;
}

int race_solve(void *job, int layer, struct solve_progress *progress, double *residual)
{
    struct race_job *j = job;
    const struct race_game *g = j->index->game;
    struct piece_pair p = pair_of(layer);
    struct race_sweep *s = calloc(1, g->sweep_size);
    int status = LUS_EMEMORY;
    if (!s || !half_open(j, p.hi, p.lo, true) || !half_open(j, p.lo, p.hi, true)) {
        free(s);
        return status;
    }
    sweep_set(s, j, layer);
    if (g->sweep_make(s)) {
        initial_values(s);
        status = iterate(&s->it, progress, residual);
    }
    g->sweep_free(s);
    free(s);
    return status;
}

/* ---- values and states ---- */

/* Unrounded values of a layer; all of them are in one half. */
static void unrounded(const struct race_job *j, int layer, uint64_t first, uint64_t n,
                      double *out)
{
    struct piece_pair p = pair_of(layer);
    uint64_t split = j->index->game->half_size(j->index->x, p.hi, p.lo);
    struct half_rank at = pair_locate(layer, split, first);
    j->index->game->values(j->index->x, j->data, &j->half[at.own][at.enemy],
                           &j->half[at.enemy][at.own], at.rank, n, out);
}

double race_unrounded(const void *job, int layer, uint64_t rank)
{
    double value;
    unrounded(job, layer, rank, 1, &value);
    return value;
}

void race_values(void *job, int layer, uint64_t first, uint64_t n, void *out)
{
    double value[MAX_VALUES];
    uint16_t *to = out;
    for (uint64_t i = 0; i < n; i += MAX_VALUES) {
        uint64_t some = n - i < MAX_VALUES ? n - i : MAX_VALUES;
        unrounded(job, layer, first + i, some, value);
        for (uint64_t k = 0; k < some; k++)
            to[i + k] = pair_win16(value[k]);
    }
}

int race_states(void *job, int layer, struct solve_state state[SOLVE_MAX_STATES])
{
    struct race_job *j = job;
    const struct race_game *g = j->index->game;
    struct half_rank of[2];
    int n = 0, halves = pair_halves(layer, of);
    for (int i = 0; i < halves; i++) {
        struct race_half *h = &j->half[of[i].own][of[i].enemy];
        if (!half_open(j, of[i].own, of[i].enemy, false))
            return LUS_EMEMORY;
        for (int a = 0; a < RACE_ARRAYS; a++)
            if (h->cell[a] && (a == RACE_WAITING || g->reads_throwing))
                state[n++] =
                    (struct solve_state){h->cell[a], (size_t)h->cells * sizeof(double)};
    }
    return n;
}

static void half_settle(struct race_job *j, struct race_half *h)
{
    if (!j->index->game->reads_throwing)
        cells_free(h, RACE_THROWING);
    free(h->no_move_throws);
    free(h->first_rank);
    h->no_move_throws = NULL;
    h->first_rank = NULL;
}

void race_release_scratch(void *job, int layer)
{
    struct race_job *j = job;
    struct piece_pair p = pair_of(layer);
    half_settle(j, &j->half[p.hi][p.lo]);
    half_settle(j, &j->half[p.lo][p.hi]);
}

void race_forget(void *job, int layer)
{
    struct race_job *j = job;
    struct piece_pair p = pair_of(layer);
    half_free(&j->half[p.hi][p.lo]);
    half_free(&j->half[p.lo][p.hi]);
}
