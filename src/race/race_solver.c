/* SPDX-License-Identifier: MIT */
/* race_solver.c - solves the layers of a race game, one after another (see race_solver.h).

   Bearing off a piece leads to an earlier layer; every other move stays in the layer. */
#include "race/race_solver.h"
#include <math.h>
#include <stdlib.h>
#include "os/memory.h"
#include "os/work_file.h"
#include "race/pairs.h"
#include "race/race_internal.h"

enum { MAX_VALUES = 256 }; /* converted at a time */

/* A residual is not a bound of the error, which can be 3 times as large (iterate.h), and the
   errors of all layers add up.  With 1e-12 the start of finkel was wrong by 8e-13.  3e-7 is 39
   steps of a 32-bit cell and 0.02 of a step of the file; with 3e-6, `table verify` could take
   a value for wrong. */
static double residual_limit(enum cell_type cells)
{
    return cells == CELL_32 ? 3e-7 : 1e-13;
}

/* ---- halves ---- */

static void cells_free(struct race_half *h, enum race_array a)
{
    free(h->cell[a]);
    h->cell[a] = NULL;
}

void race_half_free(struct race_half *h)
{
    cells_free(h, RACE_WAITING);
    cells_free(h, RACE_THROWING);
    free(h->base);
    free(h->no_move_throws);
    free(h->first_rank);
    if (h->stored)
        work_file_close(h->fd);
    *h = (struct race_half){0};
}

bool race_half_make(struct race_job *j, int own, int enemy)
{
    struct race_half *h = &j->half[own][enemy];
    if (h->cells)
        return true;
    h->own = own;
    h->enemy = enemy;
    h->cell_bytes = j->cells == CELL_32 ? sizeof(int32_t) : sizeof(double);
    return j->index->game->half_make(j->index->x, j->data, h);
}

/* Allocates what later layers read of a half. */
static bool half_open(struct race_job *j, int own, int enemy)
{
    struct race_half *h = &j->half[own][enemy];
    if (!race_half_make(j, own, enemy))
        return false;
    if (!h->cell[RACE_WAITING])
        h->cell[RACE_WAITING] = huge_alloc((size_t)h->cells * (unsigned)h->cell_bytes);
    return h->cell[RACE_WAITING];
}

/* ---- the job ---- */

void race_job_free(void *job)
{
    struct race_job *j = job;
    race_rows_close(j, false);
    for (int own = 0; own <= RACE_MAX_SIDE; own++)
        for (int enemy = 0; enemy <= RACE_MAX_SIDE; enemy++)
            race_half_free(&j->half[own][enemy]);
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
    j->rows.fd[0] = j->rows.fd[1] = -1;
    j->data = j->index->game->data_new(j->index->x, j->index->pieces);
    if (j->data)
        return j;
    race_job_free(j);
    return NULL;
}

int race_configure(void *job, const struct solve_work *work)
{
    struct race_job *j = job;
    j->work = *work;
    j->cells = work->precision == 32 ? CELL_32 : CELL_64;
    return 0;
}

/* ---- sweeps ---- */

static void sweep_set(struct race_sweep *s, struct race_job *j, int layer)
{
    const struct race_index *x = j->index;
    struct piece_pair p = pair_of(layer);
    *s = (struct race_sweep){.r = x->r,
                             .game = x->game,
                             .kernel = kernel_default(),
                             .cells = j->cells,
                             .x = x->x,
                             .data = j->data,
                             .own = p.hi,
                             .enemy = p.lo,
                             .half = j->half,
                             .it = {.run = race_pass,
                                    .save = race_rows_save,
                                    .sweep = s,
                                    .threads = j->threads,
                                    .limit = residual_limit(j->cells),
                                    .positions = race_layer_size(x, layer)}};
    if (x->game->extrapolates) {
        s->it.remember = race_rows_remember;
        s->it.extrapolate = race_rows_extrapolate;
    }
}

/* Sets the initial values of a layer that does not continue from a checkpoint. */
static int initial_pass(struct race_sweep *s)
{
    s->it.mode = MODE_INITIAL;
    int status = race_rows_plan(s);
    double done = status ? 0 : race_pass(s, s->it.threads);
    s->it.mode = MODE_SWEEP;
    return done < 0 ? (int)done : status;
}

static int layer_iterate(struct race_sweep *s, bool fresh,
                         struct solve_progress *progress, double *residual)
{
    int status = fresh && s->game->initial_pass ? initial_pass(s) : 0;
    status = status ? status : race_rows_plan(s);
    status = status ? status : iterate(&s->it, progress, residual);
    return status ? status : race_rows_finish(s);
}

int race_solve(void *job, int layer, struct solve_progress *progress, double *residual)
{
    struct race_job *j = job;
    const struct race_game *g = j->index->game;
    struct piece_pair p = pair_of(layer);
    struct race_sweep *s = calloc(1, g->sweep_size);
    bool fresh = true;
    int status = LUS_EMEMORY;
    if (j->work.team && j->work.team->rank == 0)
        j->work.team->broadcast(j->work.team, layer);
    if (!s || !race_half_make(j, p.hi, p.lo) || !race_half_make(j, p.lo, p.hi)) {
        free(s);
        return status;
    }
    sweep_set(s, j, layer);
    status = race_rows_open(j, s, layer, &fresh);
    if (status == 0)
        status =
            g->sweep_make(s) ? layer_iterate(s, fresh, progress, residual) : LUS_EMEMORY;
    race_rows_free(s);
    g->sweep_free(s);
    free(s);
    return status;
}

/* ---- values and states ---- */

/* Unrounded values of a layer; all of them are in one half.  NAN: the file could not be
   read. */
static void unrounded(const struct race_job *j, int layer, uint64_t first, uint64_t n,
                      double *out)
{
    struct piece_pair p = pair_of(layer);
    uint64_t split = j->index->game->half_size(j->index->x, p.hi, p.lo);
    struct half_rank at = pair_locate(layer, split, first);
    struct race_values v = {j->index->x, j->data, &j->half[at.own][at.enemy],
                            &j->half[at.enemy][at.own], j};
    j->index->game->values(&v, at.rank, n, out);
}

double race_unrounded(const void *job, int layer, uint64_t rank)
{
    double value;
    unrounded(job, layer, rank, 1, &value);
    return value;
}

int race_values(void *job, int layer, uint64_t first, uint64_t n, void *out)
{
    double value[MAX_VALUES];
    uint16_t *to = out;
    for (uint64_t i = 0; i < n; i += MAX_VALUES) {
        uint64_t some = n - i < MAX_VALUES ? n - i : MAX_VALUES;
        unrounded(job, layer, first + i, some, value);
        for (uint64_t k = 0; k < some; k++) {
            if (isnan(value[k]))
                return LUS_EFILE;
            to[i + k] = pair_win16(value[k]);
        }
    }
    return 0;
}

int race_states(void *job, int layer, struct solve_state state[SOLVE_MAX_STATES])
{
    struct race_job *j = job;
    struct half_rank of[2];
    int halves = pair_halves(layer, of);
    for (int i = 0; i < halves; i++) {
        struct race_half *h = &j->half[of[i].own][of[i].enemy];
        if (!half_open(j, of[i].own, of[i].enemy))
            return LUS_EMEMORY;
        state[i] = (struct solve_state){h->cell[RACE_WAITING],
                                        (size_t)h->cells * (unsigned)h->cell_bytes};
    }
    return halves;
}

int race_save_state(void *job, int layer, const char *path)
{
    struct race_job *j = job;
    return j->rows.windowed ? race_rows_keep(j, layer, path) : SOLVE_NOT_HANDLED;
}

int race_load_state(void *job, int layer, const char *path)
{
    struct race_job *j = job;
    return j->work.memory || j->work.team ? race_rows_state(j, layer, path)
                                          : SOLVE_NOT_HANDLED;
}

static void half_settle(struct race_half *h)
{
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
    if (j->rows.windowed)
        race_rows_settle(j);
    race_rows_close(j, true);
    half_settle(&j->half[p.hi][p.lo]);
    half_settle(&j->half[p.lo][p.hi]);
}

void race_forget(void *job, int layer)
{
    struct race_job *j = job;
    struct piece_pair p = pair_of(layer);
    race_half_free(&j->half[p.hi][p.lo]);
    race_half_free(&j->half[p.lo][p.hi]);
}
