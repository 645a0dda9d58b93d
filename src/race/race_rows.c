/* SPDX-License-Identifier: MIT */
/* race_rows.c - the cells of a layer, in memory or in files (see race_internal.h). */
#include <errno.h>
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

void race_layer_file(const struct race_job *j, const char *suffix, char path[4096])
{
    snprintf(path, 4096, "%s/%d.%s", j->work.folder, j->rows.layer, suffix);
}

/* ---- the parts of a file ---- */

static void parts_make(struct race_rows *rows, const struct race_sweep *s)
{
    int sides = s->own == s->enemy ? 1 : 2;
    struct race_half *half[2] = {&s->half[s->own][s->enemy], &s->half[s->enemy][s->own]};
    rows->bytes = ROWS_HEADER;
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

bool race_memory_file(const struct race_rows *rows, int fd, bool reading)
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
        return rows->saved_sweep == s->it.sweep_count ? 0 : race_checkpoint(s);
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
        if ((rows->fd[i] < 0 && race_layer_open(j, i)) ||
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
    int found = race_checkpoint_read(j, s);
    if (found < 0)
        return found;
    *fresh = !found;
    if (rows->windowed)
        return windowed_open(j, *fresh);
    int status = memory_open(rows);
    if (status == 0 && !*fresh && !race_memory_file(rows, rows->fd[rows->current], true))
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
    int status = race_checkpoint(s);
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
    race_layer_file(j, suffix, path);
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
    race_layer_file(j, rows->current ? "b" : "a", from);
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
    uint64_t sum[SOLVE_MAX_STATES + 1] = {0}, all, offset = ROWS_HEADER;
    int halves = pair_halves(layer, of), fd = work_file_open(path, false);
    if (fd < 0)
        return errno == ENOENT ? SOLVE_UNUSABLE : LUS_EFILE;
    int status = work_file_size(fd) < ROWS_HEADER          ? SOLVE_UNUSABLE
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
