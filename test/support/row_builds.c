/* SPDX-License-Identifier: MIT */
/* row_builds.c - see row_builds.h. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>
#include "solve/table.h"
#include "support/row_builds.h"
#include "support/socket_team.h"
#include "support/table_fixture.h"

enum { NEVER = -1 };

int row_precision = 64;
struct row_seen row_seen;
static int kill_layer = NEVER, kill_sweep;

/* The files of a layer that only its own sweeps need are removed when it is solved. */
static void expect_no_files(int layer)
{
    static const char *const suffix[] = {"a", "b", "checkpoint", "checkpoint.new"};
    for (size_t i = 0; i < sizeof suffix / sizeof suffix[0]; i++) {
        char path[4200];
        snprintf(path, sizeof path, "%s/%d.%s", row_seen.work_folder, layer, suffix[i]);
        assert_int_equal(access(path, F_OK), -1);
    }
}

static void on_sweep(const struct solve_progress *p)
{
    if (p->layer == kill_layer && p->sweep == kill_sweep)
        raise(SIGKILL);
    if (row_seen.sweep_limit && p->sweep > row_seen.sweep_limit)
        _exit(1); /* of a rank: a wrong cell may keep the sweeps from ending */
    row_seen.last_sweep = p->sweep;
    row_seen.most_sweeps =
        p->sweep > row_seen.most_sweeps ? p->sweep : row_seen.most_sweeps;
    row_seen.first_layer = row_seen.first_layer < 0 ? p->layer : row_seen.first_layer;
    if (p->layer == row_seen.watched_layer && row_seen.first_sweep == 0)
        row_seen.first_sweep = p->sweep;
    if (p->layer > 0 && p->sweep == 1 && row_seen.work_folder)
        expect_no_files(p->layer - 1);
    if (row_seen.on_sweep)
        row_seen.on_sweep(p->layer, p->sweep);
}

const char *row_folder(const struct row_build *b)
{
    static char folder[160];
    snprintf(folder, sizeof folder, "%s/%s", fixture_folder, b->name);
    return folder;
}

const char *row_work_folder(const struct row_build *b)
{
    static char work[4096];
    table_path(row_folder(b), lus_rules_find(b->game), b->size, ".work", work,
               sizeof work);
    return work;
}

int row_run(const struct row_build *b, struct solve_team *team, char path[4096],
            char why[256])
{
    struct solve_options o = {.r = lus_rules_find(b->game),
                              .size = b->size,
                              .threads = b->threads,
                              .precision = row_precision,
                              .memory = b->memory,
                              .checkpoint_seconds = b->checkpoint_seconds,
                              .team = team,
                              .folder = row_folder(b),
                              .command = "test",
                              .report = on_sweep};
    row_seen.first_sweep = 0;
    row_seen.first_layer = -1;
    row_seen.most_sweeps = 0;
    return solve_run(&o, path, 4096, why);
}

static struct row_traffic *sent; /* of each rank, in memory that the processes share */

struct row_traffic row_traffic(int rank)
{
    return sent[rank];
}

static int run_team(const struct row_build *b)
{
    if (!sent)
        sent =
            mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    assert_true(sent != MAP_FAILED);
    return socket_team_run(b->ranks, row_work_as_rank, (void *)b);
}

int row_work_as_rank(struct solve_team *t, void *arg)
{
    const struct row_build *b = arg;
    const lus_rules *r = lus_rules_find(b->game);
    char path[4096], why[256];
    if (t->rank == 0) {
        int status = row_run(b, t, path, why);
        if (sent)
            sent[0] = (struct row_traffic){t->bytes_sent, t->passes};
        if (status == 0)
            t->broadcast(t, TEAM_QUIT);
        /* Rank 0 solves small layers alone unless the memory is limited. */
        return status == 0 && (t->bytes_sent > 0) == (b->memory > 0) ? 0 : 1;
    }
    struct solve_work work = {.folder = row_work_folder(b),
                              .checkpoint_seconds = b->checkpoint_seconds,
                              .team = t,
                              .memory = b->memory,
                              .precision = row_precision};
    int status = team_work(solver_of(r), r, b->size, &work, b->threads);
    if (sent)
        sent[t->rank] = (struct row_traffic){t->bytes_sent, t->passes};
    return status == 0 ? 0 : 1;
}

uint8_t *row_built(const struct row_build *b, size_t *n)
{
    char path[4096], why[256] = "";
    if (b->ranks)
        assert_int_equal(run_team(b), 0);
    else if (row_run(b, NULL, path, why) < 0)
        fail_msg("%s", why);
    table_path(row_folder(b), lus_rules_find(b->game), b->size, ".lut", path,
               sizeof path);
    return file_bytes(path, n);
}

void row_expect_bytes(const struct row_build *b, const uint8_t *want, size_t n)
{
    size_t m;
    uint8_t *bytes = row_built(b, &m);
    assert_int_equal(m, n);
    assert_memory_equal(bytes, want, n);
    free(bytes);
    assert_int_equal(access(row_work_folder(b), F_OK), -1);
}

static int killed_alone(struct solve_team *t, void *arg)
{
    char path[4096], why[256];
    (void)t;
    return row_run(arg, NULL, path, why) == 0 ? 0 : 1;
}

void row_killed(const struct row_build *b, int layer, int sweep)
{
    kill_layer = layer;
    kill_sweep = sweep;
    int status = b->ranks ? run_team(b) : socket_team_run(1, killed_alone, (void *)b);
    kill_layer = NEVER;
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
}

void row_remove(const struct row_build *b)
{
    char path[4096];
    table_path(row_folder(b), lus_rules_find(b->game), b->size, ".lut", path,
               sizeof path);
    assert_int_equal(unlink(path), 0);
}
