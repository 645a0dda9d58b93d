/* SPDX-License-Identifier: MIT */
/* race_rows.c - the cells of a layer: in memory or in files, and their checkpoints (see
   race_internal.h). */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "os/clock.h"
#include "os/files.h"
#include "os/memory.h"
#include "os/os_calls.h"
#include "os/reserved.h"
#include "os/work_file.h"
#include "race/pairs.h"
#include "race/race_internal.h"
#include "race/race_solver.h"
#include "solve/frame.h"
#include "solve/layer_files.h"

enum { HEADER = 8 }; /* bytes before the arrays of a file */

static void layer_file(const struct race_job *j, const char *suffix, char path[4096])
{
    snprintf(path, 4096, "%s/%d.%s", j->work.folder, j->rows.layer, suffix);
}

/* ---- the parts of a file ---- */

static void parts_make(struct race_rows *rows, const struct race_sweep *s)
{
    int sides = s->own == s->enemy ? 1 : 2;
    struct race_half *half[2] = {&s->half[s->own][s->enemy], &s->half[s->enemy][s->own]};
    rows->bytes = HEADER;
    for (int a = 0; a < s->game->arrays; a++) {
        for (int i = 0; i < sides; i++) {
            uint64_t bytes = half[i]->cells * (unsigned)half[i]->cell_bytes;
            rows->part[rows->n++] =
                (struct row_part){half[i], (enum race_array)a, rows->bytes, bytes, NULL};
            rows->bytes += bytes;
        }
        if (a == RACE_WAITING)
            rows->state_bytes = rows->bytes;
    }
}

/* ---- cells ---- */

static void cells_fill(void *cells, uint64_t n, int cell_bytes, double value)
{
    int32_t *narrow = cells;
    double *wide = cells;
    for (uint64_t i = 0; i < n; i++)
        if (cell_bytes == sizeof(int32_t))
            narrow[i] = cell_32(value);
        else
            wide[i] = value;
}

/* What extrapolate_page needs to know. */
struct page_weight {
    double weight;
    int cell_bytes;
};

/* Values stay chances. */
static void extrapolate_page(void *newest, const void *before, uint64_t bytes,
                             const void *arg)
{
    const struct page_weight *w = arg;
    if (w->cell_bytes == sizeof(int32_t)) {
        int32_t *now = newest;
        const int32_t *old = before;
        for (uint64_t i = 0; i < bytes / sizeof *now; i++) {
            double x = now[i] + w->weight * (now[i] - old[i]);
            now[i] = x < 0 ? 0 : x > CELL_32_ONE ? CELL_32_ONE : (int32_t)(x + 0.5);
        }
    } else {
        double *now = newest;
        const double *old = before;
        for (uint64_t i = 0; i < bytes / sizeof *now; i++) {
            double x = now[i] + w->weight * (now[i] - old[i]);
            now[i] = x < 0 ? 0 : x > 1 ? 1 : x;
        }
    }
}

/* ---- memory ---- */

static void *part_memory(const struct row_part *p)
{
    return p->half->cell[p->array];
}

static int memory_open(struct race_rows *rows)
{
    for (int i = 0; i < rows->n; i++) {
        struct row_part *p = &rows->part[i];
        void *memory = part_memory(p);
        if (!memory && !(memory = huge_alloc((size_t)p->bytes)))
            return LUS_EMEMORY;
        p->half->cell[p->array] = memory;
        cells_fill(memory, p->half->cells, p->half->cell_bytes, 0.5);
    }
    return 0;
}

static bool memory_file(const struct race_rows *rows, int fd, bool reading)
{
    bool good = true;
    for (int i = 0; good && i < rows->n; i++) {
        const struct row_part *p = &rows->part[i];
        good = reading ? work_file_read(fd, part_memory(p), p->bytes, p->offset)
                       : work_file_write(fd, part_memory(p), p->bytes, p->offset);
    }
    return good;
}

/* ---- the window ---- */

/* Whether the state file of a layer is open. */
static bool is_stored(const struct race_job *j, int layer)
{
    struct half_rank of[2];
    int halves = pair_halves(layer, of);
    bool stored = true;
    for (int i = 0; i < halves; i++)
        stored = stored && j->half[of[i].own][of[i].enemy].stored;
    return stored;
}

/* Opens the state files of the earlier layers that the layer reads and that are not open:
   on the ranks of a team that do not write them, and after race_rows_settle failed.  Closes
   the others. */
static int open_earlier(struct race_job *j)
{
    char path[4096];
    int status = 0;
    for (int i = 0; i < j->rows.layer && status == 0; i++) {
        bool needed = race_last_use(j->index, i) >= j->rows.layer;
        if (needed && is_stored(j, i))
            continue;
        race_forget(j, i);
        snprintf(path, sizeof path, "%s/%d.state", j->work.folder, i);
        if (needed)
            status = race_rows_state(j, i, path);
    }
    if (status != SOLVE_UNUSABLE)
        return status;
    errno = EIO;
    return LUS_EFILE;
}

/* Adds the halves of earlier layers. */
static int window_earlier(struct race_job *j)
{
    struct window *w = &j->rows.window;
    for (int own = 0; own <= RACE_MAX_SIDE; own++)
        for (int enemy = 0; enemy <= RACE_MAX_SIDE; enemy++) {
            struct race_half *h = &j->half[own][enemy];
            for (int a = 0; h->stored && a < RACE_ARRAYS; a++) {
                if (!h->offset[a])
                    continue;
                h->window[a] = window_add(w, h->cells * (unsigned)h->cell_bytes,
                                          h->offset[a], h->fd, h->fd, true, 0, 0);
                if (h->window[a] < 0)
                    return LUS_EMEMORY;
                h->cell[a] = w->array[h->window[a]].memory;
            }
        }
    return 0;
}

static int window_parts(struct race_job *j, bool stored)
{
    struct race_rows *rows = &j->rows;
    int fd = rows->fd[rows->current], other = rows->fd[!rows->current];
    for (int i = 0; i < rows->n; i++) {
        struct row_part *p = &rows->part[i];
        int array = window_add(&rows->window, p->bytes, p->offset, fd, other, stored, 0.5,
                               p->half->cell_bytes);
        if (array < 0)
            return array;
        p->half->cell[p->array] = rows->window.array[array].memory;
        p->half->window[p->array] = array;
    }
    return 0;
}

/* ---- checkpoints ---- */

static int open_file(struct race_job *j, int which)
{
    char path[4096];
    layer_file(j, which ? "b" : "a", path);
    j->rows.fd[which] = work_file_open(path, true);
    return j->rows.fd[which] < 0 ? LUS_EFILE : 0;
}

/* The checksum of all arrays of a file: see frame_checksum_file. */
static int checkpoint_sum(const struct race_rows *rows, int fd, uint64_t *sum)
{
    return frame_checksum_file(fd, HEADER, rows->bytes - HEADER, sum);
}

static void say_damaged(const struct race_job *j)
{
    char line[120];
    snprintf(line, sizeof line,
             "layer %d: its checkpoint is damaged, so the layer starts again",
             j->rows.layer + 1);
    if (j->work.log)
        j->work.log(j->work.log_arg, line);
}

/* Whether the numbers of a checkpoint are those of an iteration that can continue. */
static bool is_iteration(const struct iteration *it)
{
    return (it->mode == MODE_SWEEP || it->mode == MODE_MEASURE) && it->sweep_count >= 0 &&
           it->misses >= 0 && it->since >= 0 && isfinite(it->change) && it->change >= 0 &&
           isfinite(it->factor);
}

/* The changes of the last sweeps are the end of the line of a checkpoint. */
static bool history_read(FILE *f, struct iteration *it)
{
    bool good = true;
    for (int i = 0; i < ITERATION_HISTORY; i++)
        good = good && fscanf(f, "%la", &it->history[i]) == 1 && it->history[i] >= 0;
    return good;
}

static void history_write(FILE *f, const struct iteration *it)
{
    for (int i = 0; i < ITERATION_HISTORY; i++)
        fprintf(f, " %a", it->history[i]);
    putc('\n', f);
}

/* Reads N.checkpoint.  Returns 1; 0 if there is none for these arrays, or they are damaged; or
   LUS_EMEMORY or LUS_EFILE: then they may be intact. */
static int checkpoint_read(struct race_job *j, struct race_sweep *s)
{
    char path[4096], which = 0;
    struct iteration it = s->it;
    int mode = 0, slow = 0;
    unsigned long long bytes = 0, expected = 0;
    uint64_t sum;
    if (!j->work.folder)
        return 0;
    layer_file(j, "checkpoint", path);
    FILE *f = fopen(path, "r");
    if (!f && errno != ENOENT)
        return errno == ENOMEM ? LUS_EMEMORY : LUS_EFILE;
    bool good = f &&
                fscanf(f, "%c %d %d %la %llu %llx %la %d %d %d", &which, &it.sweep_count,
                       &mode, &it.change, &bytes, &expected, &it.factor, &it.misses,
                       &it.since, &slow) == 10 &&
                history_read(f, &it);
    if (f)
        fclose(f);
    it.mode = (enum sweep_mode)mode;
    it.slow = slow;
    if (!good || (which != 'a' && which != 'b') || bytes != j->rows.bytes ||
        !is_iteration(&it))
        return 0;
    j->rows.current = which == 'b';
    if (open_file(j, j->rows.current))
        return LUS_EFILE;
    if (work_file_size(j->rows.fd[j->rows.current]) == j->rows.bytes) {
        int status = checkpoint_sum(&j->rows, j->rows.fd[j->rows.current], &sum);
        if (status < 0)
            return status;
        if (sum == expected) {
            s->it = it;
            j->rows.saved_sweep = it.sweep_count;
            return 1;
        }
    }
    say_damaged(j);
    return 0;
}

static int checkpoint_write(const struct race_job *j, const struct race_sweep *s,
                            int which)
{
    char path[4096], temporary[4096];
    struct file_writer w;
    uint64_t sum;
    layer_file(j, "checkpoint", path);
    layer_file(j, "checkpoint.new", temporary);
    int status = checkpoint_sum(&j->rows, j->rows.fd[which], &sum);
    if (status < 0)
        return status;
    if (!file_create_through(&w, path, temporary, 0666))
        return LUS_EFILE;
    fprintf(w.stream, "%c %d %d %a %llu %llx %a %d %d %d", which ? 'b' : 'a',
            s->it.sweep_count, (int)s->it.mode, s->it.change,
            (unsigned long long)j->rows.bytes, (unsigned long long)sum, s->it.factor,
            s->it.misses, s->it.since, s->it.slow);
    history_write(w.stream, &s->it);
    return file_commit(&w) ? 0 : LUS_EFILE;
}

/* Writes a checkpoint to the other file. */
static int checkpoint(struct race_sweep *s)
{
    struct race_job *j = s->job;
    struct race_rows *rows = &j->rows;
    int other = !rows->current, status = 0;
    if (rows->fd[other] < 0 && open_file(j, other))
        return LUS_EFILE;
    if (!work_file_resize(rows->fd[other], rows->bytes))
        return LUS_EFILE;
    if (j->work.team)
        status = team_write(s, rows->fd[other]);
    else if (rows->windowed)
        status = window_complete(&rows->window);
    else
        status = memory_file(rows, rows->fd[other], false) ? 0 : LUS_EFILE;
    if (status || !work_file_sync(rows->fd[other]))
        return status ? status : LUS_EFILE;
    if (!j->work.team || j->work.team->rank == 0)
        status = checkpoint_write(j, s, other);
    if (rows->windowed && !j->work.team && status == 0)
        window_commit(&rows->window);
    rows->current = other;
    rows->saved_ms = clock_ms();
    rows->saved_sweep = s->it.sweep_count;
    return status;
}

int race_rows_save(void *sweep)
{
    struct race_sweep *s = sweep;
    struct race_job *j = s->job;
    bool due = j->work.folder &&
               clock_ms() - j->rows.saved_ms >= j->work.checkpoint_seconds * 1000;
    if (j->work.team) /* rank 0 decides */
        due = j->work.team->broadcast(j->work.team, due);
    return due ? checkpoint(s) : 0;
}

/* ---- extrapolation ---- */

/* Calls `work` for the parts of an array in memory: all of it, or the pages that this rank
   keeps. */
static void each_in_memory(struct race_rows *rows, struct row_part *p,
                           void (*work)(void *newest, const void *before, uint64_t bytes,
                                        const void *arg),
                           const void *arg)
{
    char *newest = part_memory(p), *before = p->remembered;
    if (!rows->windowed) {
        work(newest, before, p->bytes, arg);
        return;
    }
    uint64_t page = window_page_bytes(&rows->window);
    for (uint64_t at = 0; at < p->bytes; at += page) {
        uint64_t rest = p->bytes - at;
        if (window_pinned(&rows->window,
                          window_page(&rows->window, p->half->window[p->array], at)))
            work(newest + at, before + at, rest < page ? rest : page, arg);
    }
}

/* Remembers the newest bytes. */
static void copy_page(void *newest, const void *before, uint64_t bytes, const void *arg)
{
    (void)arg;
    memcpy((void *)before, newest, (size_t)bytes);
}

int race_rows_remember(void *sweep)
{
    struct race_sweep *s = sweep;
    struct race_rows *rows = s->rows;
    if (rows->windowed && !s->job->work.team)
        return rows->saved_sweep == s->it.sweep_count ? 0 : checkpoint(s);
    for (int i = 0; i < rows->n; i++) {
        struct row_part *p = &rows->part[i];
        if (!p->remembered)
            p->remembered = reserved_new(p->bytes, true);
        if (!p->remembered)
            return LUS_EMEMORY;
        each_in_memory(rows, p, copy_page, NULL);
    }
    return 0;
}

int race_rows_extrapolate(void *sweep, double weight)
{
    struct race_sweep *s = sweep;
    struct race_rows *rows = s->rows;
    int status = 0;
    for (int i = 0; i < rows->n && status == 0; i++) {
        struct row_part *p = &rows->part[i];
        struct page_weight w = {weight, p->half->cell_bytes};
        if (rows->windowed && !s->job->work.team)
            status = window_revise(&rows->window, p->half->window[p->array],
                                   extrapolate_page, &w);
        else
            each_in_memory(rows, p, extrapolate_page, &w);
    }
    if (s->job->work.team)
        team_changed(s);
    return status;
}

/* ---- the whole ---- */

static int windowed_open(struct race_job *j, bool fresh)
{
    struct race_rows *rows = &j->rows;
    for (int i = 0; i < 2; i++)
        if ((rows->fd[i] < 0 && open_file(j, i)) ||
            !work_file_resize(rows->fd[i], rows->bytes))
            return LUS_EFILE;
    if (j->work.team)
        window_open(&rows->window, UINT64_MAX, WINDOW_SMALL_PAGES, 1);
    else
        window_open(&rows->window, j->work.memory, window_page_bits(j->work.memory),
                    j->threads);
    int status = open_earlier(j);
    status = status ? status : window_earlier(j);
    return status ? status : window_parts(j, !fresh);
}

int race_rows_open(struct race_job *j, struct race_sweep *s, int layer, bool *fresh)
{
    struct race_rows *rows = &j->rows;
    *rows = (struct race_rows){
        .fd = {-1, -1}, .layer = layer, .saved_ms = clock_ms(), .saved_sweep = -1};
    rows->windowed = (j->work.memory || j->work.team) && j->work.folder;
    s->rows = rows;
    s->job = j;
    parts_make(rows, s);
    int found = checkpoint_read(j, s);
    if (found < 0)
        return found;
    *fresh = !found;
    if (rows->windowed)
        return windowed_open(j, *fresh);
    int status = memory_open(rows);
    if (status == 0 && !*fresh && !memory_file(rows, rows->fd[rows->current], true))
        status = LUS_EFILE;
    return status;
}

int race_rows_plan(struct race_sweep *s)
{
    struct race_rows *rows = s->rows;
    int status = 0;
    race_plan_free(&rows->plan);
    if (!rows->windowed)
        return 0;
    if (s->job->work.team && !rows->team.home)
        status = team_layer_make(s);
    if (s->job->work.team)
        return status ? status : team_plan(s);
    return race_plan_make(&rows->plan, s, &rows->window, rows->window.limit / 2)
               ? 0
               : LUS_EMEMORY;
}

void race_rows_free(struct race_sweep *s)
{
    struct race_rows *rows = s->rows;
    if (rows)
        team_layer_free(s);
    for (int i = 0; rows && i < rows->n; i++) {
        if (rows->part[i].remembered)
            reserved_free(rows->part[i].remembered, rows->part[i].bytes);
        rows->part[i].remembered = NULL;
    }
}

int race_rows_finish(struct race_sweep *s)
{
    struct race_rows *rows = s->rows;
    race_plan_free(&rows->plan);
    if (!rows->windowed)
        return 0;
    if (s->job->work.team) {
        int file = rows->fd[!rows->current];
        rows->current = !rows->current;
        int written = team_write(s, file);
        return written ? written : window_reread(&rows->window, file);
    }
    /* Packing needs disk space, too: only the last checkpoint stays. */
    int status = checkpoint(s);
    if (status == 0 && !work_file_resize(rows->fd[!rows->current], 0))
        status = LUS_EFILE;
    return status;
}

bool race_rows_cells(const struct race_job *j, const struct race_half *h,
                     enum race_array a, uint64_t at, uint64_t n, double *to)
{
    uint64_t size = (unsigned)h->cell_bytes;
    if (!j->rows.windowed)
        memcpy(to, (const char *)h->cell[a] + at * size, (size_t)(n * size));
    else if (window_read(&j->rows.window, h->window[a], at * size, n * size, to))
        return false;
    /* 32-bit cells become 64-bit ones in place, from the last one on. */
    for (uint64_t i = n; size != sizeof *to && i-- > 0;) {
        int32_t cell;
        memcpy(&cell, (const char *)to + i * sizeof cell, sizeof cell);
        to[i] = cell_32_chance(cell);
    }
    return true;
}

static void remove_file(const struct race_job *j, const char *suffix)
{
    char path[4096];
    layer_file(j, suffix, path);
    file_remove(path);
}

void race_rows_close(struct race_job *j, bool solved)
{
    struct race_rows *rows = &j->rows;
    for (int own = 0; rows->windowed && own <= RACE_MAX_SIDE; own++)
        for (int enemy = 0; enemy <= RACE_MAX_SIDE; enemy++)
            memset(j->half[own][enemy].cell, 0, sizeof j->half[own][enemy].cell);
    if (rows->windowed)
        window_close(&rows->window);
    race_plan_free(&rows->plan);
    for (int i = 0; i < 2; i++)
        if (rows->fd[i] >= 0)
            work_file_close(rows->fd[i]);
    if (solved && j->work.folder) {
        remove_file(j, "checkpoint");
        remove_file(j, "checkpoint.new");
        remove_file(j, "a");
        remove_file(j, "b");
    }
    *rows = (struct race_rows){.fd = {-1, -1}};
}

/* ---- states in files ---- */

int race_rows_keep(struct race_job *j, int layer, const char *path)
{
    struct race_rows *rows = &j->rows;
    uint64_t sum[SOLVE_MAX_STATES + 1] = {0};
    char from[4096];
    int fd = rows->fd[rows->current], n = 0;
    (void)layer;
    for (int i = 0; i < rows->n; i++) {
        struct row_part *p = &rows->part[i];
        if (p->offset >= rows->state_bytes)
            break;
        int status = frame_checksum_file(fd, p->offset, p->bytes, &sum[++n]);
        if (status < 0)
            return status;
        p->half->offset[p->array] = p->offset;
    }
    uint64_t all = state_checksum(sum);
    layer_file(j, rows->current ? "b" : "a", from);
    if (!work_file_write(fd, &all, sizeof all, 0) || !work_file_sync(fd) ||
        !os_rename(from, path))
        return LUS_EFILE;
    return 0;
}

/* After its values are packed: the halves read the state file from now on, and it loses what
   only solving needs.  Neither has to succeed: the next layer opens the file again, and it
   may be longer than necessary. */
void race_rows_settle(struct race_job *j)
{
    struct race_rows *rows = &j->rows;
    int fd = rows->fd[rows->current];
    for (int i = 0; i < rows->n && rows->part[i].offset < rows->state_bytes; i++) {
        struct race_half *h = rows->part[i].half;
        h->fd = h->stored ? h->fd : work_file_share(fd);
        h->stored = h->fd >= 0;
    }
    work_file_resize(fd, rows->state_bytes);
}

/* Checks the cells at *offset and moves it behind them.  The half keeps the file open: later
   layers read it through their window. */
static int half_read(struct race_job *j, struct half_rank of, int fd, uint64_t *offset,
                     uint64_t *sum)
{
    struct race_half *h = &j->half[of.own][of.enemy];
    if (!race_half_make(j, of.own, of.enemy))
        return LUS_EMEMORY;
    uint64_t bytes = h->cells * (unsigned)h->cell_bytes;
    if (work_file_size(fd) < *offset + bytes)
        return SOLVE_UNUSABLE;
    int status = frame_checksum_file(fd, *offset, bytes, sum);
    h->offset[RACE_WAITING] = *offset;
    *offset += bytes;
    h->fd = status == 0 ? work_file_share(fd) : -1;
    h->stored = h->fd >= 0;
    return status == 0 && !h->stored ? LUS_EFILE : status;
}

int race_rows_state(struct race_job *j, int layer, const char *path)
{
    struct half_rank of[2];
    uint64_t sum[SOLVE_MAX_STATES + 1] = {0}, all, offset = HEADER;
    int halves = pair_halves(layer, of), fd = work_file_open(path, false);
    if (fd < 0)
        return errno == ENOENT ? SOLVE_UNUSABLE : LUS_EFILE;
    int status = work_file_size(fd) < HEADER               ? SOLVE_UNUSABLE
                 : work_file_read(fd, &all, sizeof all, 0) ? 0
                                                           : LUS_EFILE;
    for (int i = 0; status == 0 && i < halves; i++)
        status = half_read(j, of[i], fd, &offset, &sum[i + 1]);
    int why = errno;
    work_file_close(fd);
    errno = why;
    if (status == 0 && all != state_checksum(sum))
        status = SOLVE_UNUSABLE;
    return status;
}
