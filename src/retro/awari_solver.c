/* SPDX-License-Identifier: MIT */
/* awari_solver.c - the solvers of Awari (solve.h): layer n has the boards of n stones.

   awari_solver has one exact number per board.  Under oware a repeated position gives each
   side the stones of its own row, so the value of a board depends on the history of the game;
   awari_bounds_solver has a lower and an upper bound instead (awari_retro.h). */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "os/memory.h"
#include "os/os_calls.h"
#include "os/work_file.h"
#include "games/awari/awari.h"
#include "retro/awari_team.h"
#include "solve/frame.h"
#include "solve/layer_files.h"

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
    struct solve_work work;
    int file; /* with a team: the values of the layer just solved, of all ranks; or -1 */
};

/* ---- the index ---- */

static int max_size_exact(const lus_rules *r)
{
    return awari_numbers(r) == 1 ? AWARI_MAX_STONES : 0;
}

static int max_size_bounds(const lus_rules *r)
{
    return awari_numbers(r) == 2 ? AWARI_MAX_STONES : 0;
}

/* Per number: 1 byte and its node of 2 bytes; half a byte in the table. */
static struct solve_estimate estimate(const lus_rules *r, int precision)
{
    int numbers = awari_numbers(r);
    (void)precision;
    return (struct solve_estimate){3 * numbers, numbers, 0.5 * numbers, 0, 0};
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
    struct awari_board b = awari_unrank(&x->x, layer, rank);
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
    j->file = -1;
    return j;
}

/* The team divides the boards; without one the job has no files of its own, and --memory is
   refused because the solver is not `windowed`. */
static int configure(void *job, const struct solve_work *work)
{
    struct awari_job *j = job;
    j->work = *work;
    j->retro.team = work->team;
    return 0;
}

/* Closes the file of the layer just solved; from then on its values are those in memory, of
   the own boards only. */
static void layer_close(struct awari_job *j)
{
    if (j->file >= 0)
        work_file_close(j->file);
    j->file = -1;
}

static void job_free(void *job)
{
    struct awari_job *j = job;
    layer_close(j);
    for (int n = 0; n <= AWARI_MAX_STONES; n++)
        free(j->retro.value[n]);
    free(j);
}

/* The boards of a layer that this process holds. */
static uint64_t own_first(const struct awari_job *j, int layer)
{
    const struct solve_team *t = j->work.team;
    return t ? awari_team_first(layer, t->rank, t->ranks) : 0;
}

static uint64_t own_boards(const struct awari_job *j, int layer)
{
    const struct solve_team *t = j->work.team;
    return t ? awari_team_first(layer, t->rank + 1, t->ranks) - own_first(j, layer)
             : awari_boards(layer);
}

/* Bytes of so many boards. */
static uint64_t board_bytes(const struct awari_job *j, uint64_t boards)
{
    return boards * (uint64_t)awari_numbers(j->index->r);
}

static bool values_make(struct awari_job *j, int layer)
{
    int8_t **value = &j->retro.value[layer];
    return *value ||
           (*value = huge_alloc((size_t)board_bytes(j, own_boards(j, layer)) + 1));
}

/* ---- files of a team: a checksum, then the values of all ranks ---- */

enum { STATE_HEAD = 8 };

/* FOLDER/N.a, which becomes N.state when its checksum is written. */
static void team_path(const struct awari_job *j, int layer, const char *suffix,
                      char path[4096])
{
    snprintf(path, 4096, "%s/%d.%s", j->work.folder, layer, suffix);
}

/* Every rank writes its values; rank 0 packs them from there. */
static int team_store(struct awari_job *j, int layer)
{
    char path[4096];
    team_path(j, layer, "a", path);
    j->file = work_file_open(path, true);
    bool good = j->file >= 0 &&
                work_file_write(j->file, j->retro.value[layer],
                                board_bytes(j, own_boards(j, layer)),
                                STATE_HEAD + board_bytes(j, own_first(j, layer))) &&
                work_file_sync(j->file);
    return j->work.team->max(j->work.team, !good) > 0 ? LUS_EFILE : 0;
}

/* Rank 0: all values are in the file already. */
static int save_state(void *job, int layer, const char *path)
{
    struct awari_job *j = job;
    uint64_t sum[SOLVE_MAX_STATES + 1] = {0};
    char from[4096];
    if (!j->work.team)
        return SOLVE_NOT_HANDLED;
    team_path(j, layer, "a", from);
    int status = frame_checksum_file(j->file, STATE_HEAD,
                                     board_bytes(j, awari_boards(layer)), &sum[1]);
    if (status < 0)
        return status;
    sum[0] = state_checksum(sum);
    return work_file_write(j->file, sum, sizeof sum[0], 0) && work_file_sync(j->file) &&
                   os_rename(from, path)
               ? 0
               : LUS_EFILE;
}

/* Reads the own values of an earlier layer. */
static int values_load(struct awari_job *j, int layer, const char *path)
{
    if (!values_make(j, layer))
        return LUS_EMEMORY;
    int file = work_file_open(path, false);
    bool good =
        file >= 0 &&
        work_file_read(file, j->retro.value[layer], board_bytes(j, own_boards(j, layer)),
                       STATE_HEAD + board_bytes(j, own_first(j, layer)));
    if (file >= 0)
        work_file_close(file);
    return good ? 0 : LUS_EFILE;
}

/* Rank 0 compares the checksum for all ranks. */
static int load_state(void *job, int layer, const char *path)
{
    struct awari_job *j = job;
    uint64_t sum[SOLVE_MAX_STATES + 1] = {0}, expected = 0;
    if (!j->work.team)
        return SOLVE_NOT_HANDLED;
    int file = work_file_open(path, false);
    uint64_t bytes = board_bytes(j, awari_boards(layer));
    if (file < 0)
        return errno == ENOENT ? SOLVE_UNUSABLE : LUS_EFILE;
    int status = LUS_EFILE;
    if (work_file_size(file) != STATE_HEAD + bytes)
        status = SOLVE_UNUSABLE;
    else if (work_file_read(file, &expected, sizeof expected, 0))
        status = frame_checksum_file(file, STATE_HEAD, bytes, &sum[1]);
    int why = errno;
    work_file_close(file);
    errno = why;
    if (status == 0 && state_checksum(sum) != expected)
        status = SOLVE_UNUSABLE;
    return status ? status : values_load(j, layer, path);
}

/* The table has the values of the layer now, and its state file those that captures need. */
static void release_scratch(void *job, int layer)
{
    (void)layer;
    layer_close(job);
}

/* ---- layers ---- */

/* Values are exact: the residual is 0. */
static int solve(void *job, int layer, struct solve_progress *progress, double *residual)
{
    struct awari_job *j = job;
    struct solve_team *t = j->work.team;
    j->progress = progress;
    *residual = 0;
    if (!t)
        return values_make(j, layer) ? awari_retro_solve(&j->retro, layer) : LUS_EMEMORY;
    if (t->rank == 0)
        t->broadcast(t, layer);
    if (t->max(t, !values_make(j, layer)) > 0)
        return LUS_EMEMORY;
    int status = awari_team_solve(&j->retro, layer);
    return status ? status : team_store(j, layer);
}

/* The other ranks: their part of the layers that rank 0 solves. */
static int team_work(const struct solver *solver, const lus_rules *r, int size,
                     const struct solve_work *work, int threads)
{
    struct solve_progress progress = {0};
    char path[4096];
    double residual;
    void *index = solver->index.create(r, size);
    struct awari_job *j = index ? solver->job.create(index, threads) : NULL;
    int layer, status = j ? configure(j, work) : LUS_EMEMORY;
    while (status == 0 && (layer = work->team->broadcast(work->team, 0)) != TEAM_QUIT) {
        for (int i = 0; i < layer && status == 0; i++) {
            team_path(j, i, "state", path);
            status = j->retro.value[i] ? 0 : values_load(j, i, path);
        }
        status = status ? status : solve(j, layer, &progress, &residual);
        layer_close(j);
    }
    if (j)
        job_free(j);
    free(index);
    return status;
}

/* With a team from the file, because this process holds only its own boards. */
static int values(void *job, int layer, uint64_t first, uint64_t n, void *out)
{
    const struct awari_job *j = job;
    first = board_bytes(j, first);
    n = board_bytes(j, n);
    if (j->file >= 0)
        return work_file_read(j->file, out, n, STATE_HEAD + first) ? 0 : LUS_EFILE;
    memcpy(out, j->retro.value[layer] + first, (size_t)n);
    return 0;
}

/* The value, or the lower bound. */
static double unrounded(const void *job, int layer, uint64_t rank)
{
    int8_t number[2];
    values((void *)job, layer, rank, 1, number);
    return number[0];
}

static int states(void *job, int layer, struct solve_state state[SOLVE_MAX_STATES])
{
    struct awari_job *j = job;
    if (!values_make(j, layer))
        return LUS_EMEMORY;
    state[0] = (struct solve_state){j->retro.value[layer],
                                    (size_t)board_bytes(j, awari_boards(layer))};
    return 1;
}

static void forget(void *job, int layer)
{
    struct awari_job *j = job;
    free(j->retro.value[layer]);
    j->retro.value[layer] = NULL;
}

/* What both solvers share. */
#define AWARI_SOLVER                                                                     \
    .size_name = "stones", .size_required = true, .small_size = AWARI_IN_MEMORY,         \
    .estimate = estimate,                                                                \
    .index = {.create = index_new,                                                       \
              .destroy = free,                                                           \
              .layers = layers,                                                          \
              .layer_size = layer_size,                                                  \
              .layer_name = layer_name,                                                  \
              .rank = rank,                                                              \
              .unrank = unrank,                                                          \
              .start = start,                                                            \
              .last_use = last_use,                                                      \
              .max_value = max_value},                                                   \
    .job = {.create = job_new,                                                           \
            .destroy = job_free,                                                         \
            .solve = solve,                                                              \
            .values = values,                                                            \
            .unrounded = unrounded,                                                      \
            .states = states,                                                            \
            .configure = configure,                                                      \
            .save_state = save_state,                                                    \
            .load_state = load_state,                                                    \
            .release_scratch = release_scratch,                                          \
            .forget = forget},                                                           \
    .team_work = team_work

const struct solver awari_solver = {
    .kind = VALUE_KIND_STONES8,
    .max_size = max_size_exact,
    AWARI_SOLVER,
};

const struct solver awari_bounds_solver = {
    .kind = VALUE_KIND_BOUNDS8,
    .max_size = max_size_bounds,
    AWARI_SOLVER,
};
