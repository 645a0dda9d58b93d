/* SPDX-License-Identifier: MIT */
/* test_row_faults.c - calls that write and read the files of a race table fail: the build ends
   with an error, and the next one continues to the same bytes.

   The calls are counted, too: how much a window reads and writes is compared with
   test/window_traffic.txt.  A plan with other phases, or other pages that are released first,
   changes a line.  After an intended change: UPDATE=1 build/test/test_row_faults */
#include <errno.h>
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>
#include "os/files.h"
#include "solve/frame.h"
#include "support/golden.h"
#include "support/row_builds.h"
#include "support/table_fixture.h"

bool __real_work_file_write(int file, const void *bytes, uint64_t n, uint64_t offset);
bool __real_work_file_read(int file, void *bytes, uint64_t n, uint64_t offset);
bool __real_work_file_resize(int file, uint64_t bytes);
bool __real_work_file_sync(int file);
int __real_work_file_open(const char *path, bool writable);
int __real_work_file_share(int file);
bool __real_file_commit(struct file_writer *w);
bool __wrap_file_commit(struct file_writer *w);
bool __wrap_work_file_write(int file, const void *bytes, uint64_t n, uint64_t offset);
bool __wrap_work_file_read(int file, void *bytes, uint64_t n, uint64_t offset);
bool __wrap_work_file_resize(int file, uint64_t bytes);
bool __wrap_work_file_sync(int file);
int __wrap_work_file_open(const char *path, bool writable);
int __wrap_work_file_share(int file);

/* Calls until the one that fails; 0: none fails any more. */
static int failing;

static bool fails(void)
{
    if (failing == 0 || --failing > 0)
        return false;
    errno = ENOSPC;
    return true;
}

static bool reads_succeed; /* and are not counted */

/* Bytes read and written since the last build began. */
static unsigned long long bytes_read, bytes_written;

static bool sums_fail; /* the checksum at the start of a state cannot be written */

bool __wrap_work_file_write(int file, const void *bytes, uint64_t n, uint64_t offset)
{
    if (sums_fail && offset == 0) {
        errno = ENOSPC;
        return false;
    }
    bytes_written += n;
    return !fails() && __real_work_file_write(file, bytes, n, offset);
}

bool __wrap_work_file_read(int file, void *bytes, uint64_t n, uint64_t offset)
{
    bytes_read += n;
    return (reads_succeed || !fails()) && __real_work_file_read(file, bytes, n, offset);
}

bool __wrap_work_file_resize(int file, uint64_t bytes)
{
    return !fails() && __real_work_file_resize(file, bytes);
}

bool __wrap_work_file_sync(int file)
{
    return !fails() && __real_work_file_sync(file);
}

int __wrap_work_file_open(const char *path, bool writable)
{
    return fails() ? -1 : __real_work_file_open(path, writable);
}

int __wrap_work_file_share(int file)
{
    return fails() ? -1 : __real_work_file_share(file);
}

bool __wrap_file_commit(struct file_writer *w)
{
    if (!fails())
        return __real_file_commit(w);
    file_abandon(w);
    return false;
}

/* One of the calls fails: the build ends with an error, and the same command continues to the
   same bytes. */
static void calls_fail(void **state)
{
    struct row_build whole = {"ur:finkel", 2, "written", 1, 0, 0, 0};
    size_t n;
    (void)state;
    if (!frame_able())
        skip();
    uint8_t *want = row_built(&whole, &n);
    for (int window = 0; window < 2; window++) {
        struct row_build b = {"ur:finkel",          2,           "failing", 1,
                              window ? 1 << 20 : 0, EVERY_SWEEP, 0};
        bool reached = true;
        int errors = 0;
        for (int k = 1; reached; k += 1 + k) {
            char path[4096], why[256] = "";
            failing = k;
            int status = row_run(&b, NULL, path, why);
            reached = failing == 0;
            failing = 0;
            if (status < 0 && (status != LUS_EFILE || !strstr(why, "No space left")))
                fail_msg("call %d fails: status %d, %s", k, status, why);
            errors += status < 0;
            row_expect_bytes(&b, want, n);
            assert_int_equal(unlink(path), 0);
        }
        assert_true(errors > 5);
    }
    free(want);
}

/* Every call of a small build fails in turn, in the same folder: the next build continues
   with the sweep after the last checkpoint. */
static void every_call_fails(void **state)
{
    struct row_build whole = {"ur:finkel", 1, "smallest", 1, 0, 0, 0};
    size_t n;
    (void)state;
    if (!frame_able())
        skip();
    uint8_t *want = row_built(&whole, &n);
    row_seen.watched_layer = 0;
    for (int window = 0; window < 2; window++) {
        struct row_build b = {"ur:finkel", 1, "smallest-failing", 1, window ? 1 << 20 : 0,
                              EVERY_SWEEP, 0};
        char path[4096], why[256] = "";
        int errors = 0, continued = 0;
        for (int k = 1, status = -1; status < 0; k++) {
            int before = row_seen.last_sweep = errors ? row_seen.last_sweep : 0;
            failing = k;
            status = row_run(&b, NULL, path, why);
            failing = 0;
            if (status < 0 && (status != LUS_EFILE || !strstr(why, "No space left")))
                fail_msg("call %d fails: status %d, %s", k, status, why);
            errors += status < 0;
            if (before > 1 && row_seen.first_sweep) {
                assert_in_range(row_seen.first_sweep, before, before + 1);
                continued++;
            }
        }
        assert_true(errors > 5 && continued > 5);
        row_expect_bytes(&b, want, n);
        assert_int_equal(unlink(path), 0);
    }
    free(want);
}

/* ---- a team of one rank, in this process ---- */

static double lone_max(struct solve_team *t, double mine)
{
    (void)t;
    return mine;
}

static void lone_gather(struct solve_team *t, const uint8_t *mine, uint64_t n,
                        uint8_t *all)
{
    (void)t;
    memcpy(all, mine, n);
}

static void lone_exchange(struct solve_team *t, const struct team_message *send,
                          uint64_t n_send, struct team_message *receive,
                          uint64_t n_receive)
{
    (void)t, (void)send, (void)n_send, (void)receive, (void)n_receive;
}

static int lone_broadcast(struct solve_team *t, int number)
{
    (void)t;
    return number;
}

static const struct solve_team lone_team = {
    0, 1, lone_max, lone_gather, lone_exchange, lone_broadcast, 0, 0};

/* A build whose call k fails.  Returns whether that call was reached. */
static bool failing_build(const struct row_build *b, struct solve_team *team, int k,
                          int *status)
{
    char path[4096], why[256] = "";
    failing = k;
    *status = row_run(b, team, path, why);
    bool reached = failing == 0;
    failing = 0;
    /* The reason of a thread that packs values is lost. */
    if (*status < 0 && (*status != LUS_EFILE || (!strstr(why, "No space left") &&
                                                 !strstr(why, "Input/output error"))))
        fail_msg("%s: call %d fails: status %d, %s", b->name, k, *status, why);
    return reached;
}

/* Builds in memory, through a window and in a team. */
static const struct row_store {
    const char *name;
    uint64_t memory;
    bool team;
} stores[] = {{"in-memory", 0, false}, {"window", 2 << 20, false}, {"team", 0, true}};
enum { STORES = sizeof stores / sizeof stores[0] };

/* Every call that changes a file fails in turn, in a build of several layers.  The next layer
   cannot read a state that was not opened: an error, not a crash.  The next build continues to
   the same bytes. */
static void every_call_of_layers_fails(void **state)
{
    struct row_build whole = {"ur:finkel", 2, "layers", 1, 0, 0, 0};
    size_t n;
    (void)state;
    if (!frame_able())
        skip();
    uint8_t *want = row_built(&whole, &n);
    reads_succeed = true;
    for (int i = 0; i < STORES; i++) {
        struct solve_team lone = lone_team;
        struct solve_team *team = stores[i].team ? &lone : NULL;
        struct row_build b = {"ur:finkel", 2, stores[i].name, 1, stores[i].memory, 0, 0};
        int status, errors = 0;
        for (int k = 1; failing_build(&b, team, k, &status); k++) {
            errors += status < 0;
            row_expect_bytes(&b, want, n);
            row_remove(&b);
        }
        assert_true(errors > 5);
        assert_int_equal(status, 0);
        row_remove(&b);
    }
    reads_succeed = false;
    free(want);
}

/* The calls after a sweep in the middle of the second layer fail. */
static void fail_in_middle(int layer, int sweep)
{
    failing = layer == 1 && sweep == 4;
}

/* A build fails in the sweeps of a layer, and the first calls of the next build in the same
   folder fail in turn, also those that read states and checkpoints.  Nothing that was
   stored is computed again. */
static void calls_of_resumed_layers_fail(void **state)
{
    struct row_build whole = {"ur:finkel", 2, "resumed", 1, 0, 0, 0};
    size_t n;
    (void)state;
    if (!frame_able())
        skip();
    uint8_t *want = row_built(&whole, &n);
    row_seen.watched_layer = 1;
    for (int i = 0; i < STORES; i++) {
        struct solve_team lone = lone_team;
        struct solve_team *team = stores[i].team ? &lone : NULL;
        struct row_build b = {"ur:finkel", 2, stores[i].name, 1, stores[i].memory,
                              EVERY_SWEEP, 0};
        int status, errors = 0;
        for (int k = 1; k <= 16; k++) {
            row_seen.on_sweep = fail_in_middle;
            failing_build(&b, team, 0, &status);
            assert_int_equal(status, LUS_EFILE);
            row_seen.on_sweep = NULL;
            failing_build(&b, team, k, &status);
            assert_true(row_seen.first_layer != 0);
            assert_true(row_seen.first_sweep == 0 || row_seen.first_sweep == 4);
            errors += status < 0;
            row_expect_bytes(&b, want, n);
            row_remove(&b);
        }
        assert_true(errors > 5);
    }
    free(want);
}

/* Packing reads the values through the window.  A read that fails ends the build: no table is
   written with other values. */
static void reads_of_packing_fail(void **state)
{
    struct row_build whole = {"ur:finkel", 3, "packed", 1, 0, 0, 0};
    struct row_build b = {"ur:finkel", 3, "packed-failing", 1, 3 << 20, 0, 0};
    size_t n;
    int errors = 0;
    (void)state;
    if (!frame_able())
        skip();
    uint8_t *want = row_built(&whole, &n);
    failing = INT_MAX;
    row_expect_bytes(&b, want, n);
    int calls = INT_MAX - failing;
    for (int back = 1; back < 300; back *= 2) {
        char path[4096], why[256] = "";
        row_remove(&b);
        failing = calls - back;
        errors += row_run(&b, NULL, path, why) < 0;
        failing = 0;
        row_expect_bytes(&b, want, n);
    }
    assert_true(errors > 5);
    free(want);
}

/* A state that cannot be finished ends the build; the next one continues. */
static void states_fail(void **state)
{
    struct row_build whole = {"ur:finkel", 2, "sums", 1, 0, 0, 0};
    struct row_build b = {"ur:finkel", 2, "sums-fail", 1, 1 << 20, 0, 0};
    char path[4096], why[256] = "";
    size_t n;
    (void)state;
    if (!frame_able())
        skip();
    uint8_t *want = row_built(&whole, &n);
    sums_fail = true;
    int status = row_run(&b, NULL, path, why);
    sums_fail = false;
    assert_int_equal(status, LUS_EFILE);
    assert_int_equal(row_seen.first_layer, 0);
    row_expect_bytes(&b, want, n);
    free(want);
}

/* What windows of two sizes read and write, with checkpoints and without. */
static void traffic(void **state)
{
    static const struct {
        const char *game;
        int size, pages, precision;
    } cases[] = {{"ur:finkel", 2, 9, 64},      {"ur:finkel", 2, 16, 32},
                 {"ur:masters", 2, 16, 64},    {"ur:masters", 2, 40, 64},
                 {"senet:houses", 1, 2, 64},   {"senet:blockade", 2, 36, 64},
                 {"senet:blockade", 2, 60, 32}};
    char text[4000];
    int n = 0;
    (void)state;
    if (!frame_able())
        skip();
    for (size_t i = 0; i < 2 * sizeof cases / sizeof cases[0]; i++) {
        struct row_build b = {cases[i / 2].game,
                              cases[i / 2].size,
                              "traffic",
                              1,
                              (uint64_t)cases[i / 2].pages << 16,
                              i % 2 ? EVERY_SWEEP : 0,
                              0};
        char path[4096], why[256];
        bytes_read = bytes_written = 0;
        row_precision = cases[i / 2].precision;
        assert_int_equal(row_run(&b, NULL, path, why), 0);
        n += snprintf(text + n, sizeof text - (size_t)n,
                      "%s %d, precision %d, %d pages%s: read %llu, written %llu, sweeps "
                      "%d\n",
                      b.game, b.size, row_precision, cases[i / 2].pages,
                      i % 2 ? ", checkpoints" : "", bytes_read, bytes_written,
                      row_seen.most_sweeps);
        assert_int_equal(unlink(path), 0);
    }
    row_precision = 64;
    assert_golden("test/window_traffic.txt", text, (size_t)n);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(calls_fail),
        cmocka_unit_test(every_call_fails),
        cmocka_unit_test(every_call_of_layers_fails),
        cmocka_unit_test(calls_of_resumed_layers_fail),
        cmocka_unit_test(reads_of_packing_fail),
        cmocka_unit_test(states_fail),
        cmocka_unit_test(traffic),
    };
    return cmocka_run_group_tests(tests, fixture_setup, fixture_teardown);
}
