/* SPDX-License-Identifier: MIT */
/* race_checkpoints.c - checkpoints of a layer that is being solved (see race_internal.h). */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include "os/clock.h"
#include "os/files.h"
#include "os/work_file.h"
#include "race/race_internal.h"
#include "solve/frame.h"

int race_layer_open(struct race_job *j, int which)
{
    char path[4096];
    race_layer_file(j, which ? "b" : "a", path);
    j->rows.fd[which] = work_file_open(path, true);
    return j->rows.fd[which] < 0 ? LUS_EFILE : 0;
}

/* The checksum of all arrays of a file: see frame_checksum_file. */
static int checkpoint_sum(const struct race_rows *rows, int fd, uint64_t *sum)
{
    return frame_checksum_file(fd, ROWS_HEADER, rows->bytes - ROWS_HEADER, sum);
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

int race_checkpoint_read(struct race_job *j, struct race_sweep *s)
{
    char path[4096], which = 0;
    struct iteration it = s->it;
    int mode = 0, slow = 0;
    unsigned long long bytes = 0, expected = 0;
    uint64_t sum;
    if (!j->work.folder)
        return 0;
    race_layer_file(j, "checkpoint", path);
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
    if (race_layer_open(j, j->rows.current))
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
    race_layer_file(j, "checkpoint", path);
    race_layer_file(j, "checkpoint.new", temporary);
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

int race_checkpoint(struct race_sweep *s)
{
    struct race_job *j = s->job;
    struct race_rows *rows = &j->rows;
    int other = !rows->current, status = 0;
    if (rows->fd[other] < 0 && race_layer_open(j, other))
        return LUS_EFILE;
    if (!work_file_resize(rows->fd[other], rows->bytes))
        return LUS_EFILE;
    if (j->work.team)
        status = team_write(s, rows->fd[other]);
    else if (rows->windowed)
        status = window_complete(&rows->window);
    else
        status = race_memory_file(rows, rows->fd[other], false) ? 0 : LUS_EFILE;
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
    return due ? race_checkpoint(s) : 0;
}
