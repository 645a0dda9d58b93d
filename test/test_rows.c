/* SPDX-License-Identifier: MIT */
/* test_rows.c - tables of race games that are solved through a window of memory, with
   checkpoints or by several processes have the same bytes as those solved in memory. */
#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>
#include "os/files.h"
#include "race/race_plan.h"
#include "solve/frame.h"
#include "solve/table.h"
#include "support/socket_team.h"
#include "support/table_fixture.h"

enum { EVERY_SWEEP = -1, NEVER = -1 };

static int precision = 64; /* of the next builds */

/* One build; in memory and without checkpoints if the last three members are 0. */
struct build {
    const char *game;
    int size;
    const char *name; /* of its folder */
    int threads;
    uint64_t memory;
    double checkpoint_seconds;
    int ranks;
};

/* ---- building ---- */

static int kill_layer = NEVER, kill_sweep;
static int watched_layer, first_sweep; /* the first sweep of that layer in this build */
static int last_sweep;                 /* the last one of any layer */
static int first_layer;                /* the first layer that is solved */

static const char *work_of_sweeps; /* the work folder whose files are checked */

/* The files of a layer that only its own sweeps need are removed when it is solved. */
static void expect_no_files(int layer)
{
    static const char *const suffix[] = {"a", "b", "checkpoint", "checkpoint.new"};
    for (size_t i = 0; i < sizeof suffix / sizeof suffix[0]; i++) {
        char path[4200];
        snprintf(path, sizeof path, "%s/%d.%s", work_of_sweeps, layer, suffix[i]);
        assert_int_equal(access(path, F_OK), -1);
    }
}

static void on_sweep(const struct solve_progress *p)
{
    if (p->layer == kill_layer && p->sweep == kill_sweep)
        raise(SIGKILL);
    last_sweep = p->sweep;
    first_layer = first_layer < 0 ? p->layer : first_layer;
    if (p->layer == watched_layer && first_sweep == 0)
        first_sweep = p->sweep;
    if (p->layer > 0 && p->sweep == 1 && work_of_sweeps)
        expect_no_files(p->layer - 1);
}

static const char *folder_of(const struct build *b)
{
    static char folder[160];
    snprintf(folder, sizeof folder, "%s/%s", fixture_folder, b->name);
    return folder;
}

static int run(const struct build *b, struct solve_team *team, char path[4096],
               char why[256])
{
    struct solve_options o = {.r = lus_rules_find(b->game),
                              .size = b->size,
                              .threads = b->threads,
                              .precision = precision,
                              .memory = b->memory,
                              .checkpoint_seconds = b->checkpoint_seconds,
                              .team = team,
                              .folder = folder_of(b),
                              .command = "test",
                              .report = on_sweep};
    first_sweep = 0;
    first_layer = -1;
    return solve_run(&o, path, 4096, why);
}

/* A rank of a team: rank 0 builds, the others help. */
static int work_as_rank(struct solve_team *t, void *arg)
{
    const struct build *b = arg;
    const lus_rules *r = lus_rules_find(b->game);
    char path[4096], why[256], work_folder[4096];
    if (t->rank == 0) {
        int status = run(b, t, path, why);
        if (status == 0)
            t->broadcast(t, TEAM_QUIT);
        /* Rank 0 solves small layers alone unless the memory is limited. */
        return status == 0 && (t->bytes_sent > 0) == (b->memory > 0) ? 0 : 1;
    }
    table_path(folder_of(b), r, b->size, ".work", work_folder, sizeof work_folder);
    struct solve_work work = {.folder = work_folder,
                              .checkpoint_seconds = b->checkpoint_seconds,
                              .team = t,
                              .memory = b->memory,
                              .precision = precision};
    return team_work(solver_of(r), r, b->size, &work, b->threads) == 0 ? 0 : 1;
}

/* The bytes of the table, to be freed. */
static uint8_t *built(const struct build *b, size_t *n)
{
    char path[4096], why[256] = "";
    if (b->ranks)
        assert_int_equal(socket_team_run(b->ranks, work_as_rank, (void *)b), 0);
    else if (run(b, NULL, path, why) < 0)
        fail_msg("%s", why);
    table_path(folder_of(b), lus_rules_find(b->game), b->size, ".lut", path, sizeof path);
    return file_bytes(path, n);
}

static void expect_bytes(const struct build *b, const uint8_t *want, size_t n)
{
    size_t m;
    char work[4096];
    uint8_t *bytes = built(b, &m);
    assert_int_equal(m, n);
    assert_memory_equal(bytes, want, n);
    free(bytes);
    table_path(folder_of(b), lus_rules_find(b->game), b->size, ".work", work,
               sizeof work);
    assert_int_equal(access(work, F_OK), -1);
}

static int killed_alone(struct solve_team *t, void *arg)
{
    char path[4096], why[256];
    (void)t;
    return run(arg, NULL, path, why) == 0 ? 0 : 1;
}

/* Builds until that sweep of a layer, then the process (of rank 0) is killed. */
static void killed(const struct build *b, int layer, int sweep)
{
    kill_layer = layer;
    kill_sweep = sweep;
    int status = b->ranks ? socket_team_run(b->ranks, work_as_rank, (void *)b)
                          : socket_team_run(1, killed_alone, (void *)b);
    kill_layer = NEVER;
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
}

/* ---- windows ---- */

/* The small windows hold little more than what is needed at a time: pages are released. */
static void windows(void **state)
{
    static const struct {
        const char *game;
        int size;
        uint64_t memory[2];
    } cases[] = {{"ur:finkel", 2, {9 << 16, 3 << 20}},
                 {"ur:masters", 2, {16 << 16, 64 << 20}},
                 {"senet:houses", 1, {2 << 16, 64 << 20}},
                 {"senet:blockade", 2, {36 << 16, 9 << 20}}};
    static const char *const names[2][3] = {{"memory", "small", "large"},
                                            {"memory32", "small32", "large32"}};
    (void)state;
    if (!frame_able())
        skip();
    for (size_t k = 0; k < 2 * sizeof cases / sizeof cases[0]; k++) {
        size_t i = k / 2, n;
        struct build b = {.game = cases[i].game, .size = cases[i].size, .threads = 1};
        precision = k % 2 ? 32 : 64;
        b.name = names[k % 2][0];
        uint8_t *want = built(&b, &n);
        for (int m = 0; m < 2; m++) {
            b.name = names[k % 2][m + 1];
            b.memory = cases[i].memory[m];
            b.threads = 1 + 2 * m;
            expect_bytes(&b, want, n);
        }
        free(want);
    }
    precision = 64;
}

static void window_too_small(void **state)
{
    struct build b = {"ur:finkel", 2, "tiny", 1, 1 << 16, 0, 0};
    char path[4096], why[256] = "";
    (void)state;
    if (!frame_able())
        skip();
    assert_true(run(&b, NULL, path, why) < 0);
    assert_non_null(strstr(why, "--memory is too small for layer 0"));
}

/* ---- checkpoints ---- */

static void flip_byte(const char *path, long at)
{
    FILE *f = fopen(path, "r+b");
    assert_non_null(f);
    assert_int_equal(fseek(f, at, SEEK_SET), 0);
    int byte = fgetc(f);
    assert_int_equal(fseek(f, at, SEEK_SET), 0);
    fputc(byte ^ 1, f);
    assert_int_equal(fclose(f), 0);
}

/* Killed in a sweep: the next build repeats no other sweep of that layer. */
static void continues(const struct build *b, int layer, int sweep, const uint8_t *want,
                      size_t n)
{
    killed(b, layer, sweep);
    watched_layer = layer;
    expect_bytes(b, want, n);
    if (b->ranks)
        return;
    assert_int_equal(first_layer, layer); /* no finished layer is solved again */
    assert_int_equal(first_sweep, sweep);
}

static void checkpoints(void **state)
{
    static const struct {
        const char *game;
        uint64_t window;
    } cases[] = {{"ur:finkel", 1 << 20}, {"senet:blockade", 9 << 20}};
    (void)state;
    if (!frame_able())
        skip();
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct build whole = {cases[i].game, 2, "whole", 1, 0, 0, 0};
        size_t n;
        uint8_t *want = built(&whole, &n);
        for (int k = 0; k < (i ? 2 : 4); k++) {
            struct build b = {cases[i].game, 2, "killed", 1, k % 2 ? cases[i].window : 0,
                              EVERY_SWEEP,   0};
            char path[4096];
            continues(&b, 1 + k / 2, k % 2 ? 6 : 17, want, n);
            table_path(folder_of(&b), lus_rules_find(b.game), 2, ".lut", path,
                       sizeof path);
            assert_int_equal(unlink(path), 0);
        }
        free(want);
    }
}

/* The work folder of a build. */
static const char *work_of(const struct build *b)
{
    static char work[4096];
    table_path(folder_of(b), lus_rules_find(b->game), b->size, ".work", work,
               sizeof work);
    return work;
}

static void files_are_removed(void **state)
{
    struct build whole = {"ur:finkel", 2, "tidy", 1, 0, 0, 0};
    size_t n;
    (void)state;
    if (!frame_able())
        skip();
    uint8_t *want = built(&whole, &n);
    for (int i = 0; i < 2; i++) {
        struct build b = {"ur:finkel", 2, i ? "tidy1" : "tidy2", 1, i ? 1 << 20 : 0,
                          EVERY_SWEEP, 0};
        work_of_sweeps = work_of(&b);
        expect_bytes(&b, want, n);
        work_of_sweeps = NULL;
    }
    free(want);
}

/* Sets all values of a state to 0; the checksum before them stays. */
static void clear_values(const char *path)
{
    size_t n;
    uint8_t *bytes = file_bytes(path, &n);
    memset(bytes + 8, 0, n - 8);
    file_put(path, bytes, n);
    free(bytes);
}

/* The state of a finished layer that is damaged or missing is not used. */
static void states_damaged(void **state)
{
    struct build whole = {"ur:finkel", 2, "states", 1, 0, 0, 0};
    size_t n;
    (void)state;
    if (!frame_able())
        skip();
    uint8_t *want = built(&whole, &n);
    for (int i = 0; i < 3; i++) {
        struct build b = {"ur:finkel", 2, "state", 1, 1 << 20, EVERY_SWEEP, 0};
        char path[4200];
        killed(&b, 2, 9);
        snprintf(path, sizeof path, "%s/1.state", work_of(&b));
        if (i == 0)
            assert_int_equal(unlink(path), 0);
        else if (i == 1)
            assert_int_equal(truncate(path, 1000), 0);
        else
            clear_values(path);
        watched_layer = 1;
        expect_bytes(&b, want, n);
        assert_int_equal(first_sweep, 1);
        table_path(folder_of(&b), lus_rules_find(b.game), 2, ".lut", path, sizeof path);
        assert_int_equal(unlink(path), 0);
    }
    free(want);
}

/* ---- calls that fail ---- */

bool __real_work_file_write(int file, const void *bytes, uint64_t n, uint64_t offset);
bool __real_work_file_read(int file, void *bytes, uint64_t n, uint64_t offset);
bool __real_work_file_resize(int file, uint64_t bytes);
bool __real_work_file_sync(int file);
bool __real_file_commit(struct file_writer *w);
bool __wrap_file_commit(struct file_writer *w);
bool __wrap_work_file_write(int file, const void *bytes, uint64_t n, uint64_t offset);
bool __wrap_work_file_read(int file, void *bytes, uint64_t n, uint64_t offset);
bool __wrap_work_file_resize(int file, uint64_t bytes);
bool __wrap_work_file_sync(int file);

/* Calls until the one that fails; 0: none fails any more. */
static int failing;

static bool fails(void)
{
    if (failing == 0 || --failing > 0)
        return false;
    errno = ENOSPC;
    return true;
}

static bool sums_fail; /* the checksum at the start of a state cannot be written */

bool __wrap_work_file_write(int file, const void *bytes, uint64_t n, uint64_t offset)
{
    if (sums_fail && offset == 0) {
        errno = ENOSPC;
        return false;
    }
    return !fails() && __real_work_file_write(file, bytes, n, offset);
}

bool __wrap_work_file_read(int file, void *bytes, uint64_t n, uint64_t offset)
{
    return !fails() && __real_work_file_read(file, bytes, n, offset);
}

bool __wrap_work_file_resize(int file, uint64_t bytes)
{
    return !fails() && __real_work_file_resize(file, bytes);
}

bool __wrap_work_file_sync(int file)
{
    return !fails() && __real_work_file_sync(file);
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
    struct build whole = {"ur:finkel", 2, "written", 1, 0, 0, 0};
    size_t n;
    (void)state;
    if (!frame_able())
        skip();
    uint8_t *want = built(&whole, &n);
    for (int window = 0; window < 2; window++) {
        struct build b = {"ur:finkel",          2,           "failing", 1,
                          window ? 1 << 20 : 0, EVERY_SWEEP, 0};
        bool reached = true;
        int errors = 0;
        for (int k = 1; reached; k += 1 + k) {
            char path[4096], why[256] = "";
            failing = k;
            int status = run(&b, NULL, path, why);
            reached = failing == 0;
            failing = 0;
            if (status < 0 && (status != LUS_EFILE || !strstr(why, "No space left")))
                fail_msg("call %d fails: status %d, %s", k, status, why);
            errors += status < 0;
            expect_bytes(&b, want, n);
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
    struct build whole = {"ur:finkel", 1, "smallest", 1, 0, 0, 0};
    size_t n;
    (void)state;
    if (!frame_able())
        skip();
    uint8_t *want = built(&whole, &n);
    watched_layer = 0;
    for (int window = 0; window < 2; window++) {
        struct build b = {"ur:finkel", 1, "smallest-failing", 1, window ? 1 << 20 : 0,
                          EVERY_SWEEP, 0};
        char path[4096], why[256] = "";
        int errors = 0, continued = 0;
        for (int k = 1, status = -1; status < 0; k++) {
            int before = last_sweep = errors ? last_sweep : 0;
            failing = k;
            status = run(&b, NULL, path, why);
            failing = 0;
            if (status < 0 && (status != LUS_EFILE || !strstr(why, "No space left")))
                fail_msg("call %d fails: status %d, %s", k, status, why);
            errors += status < 0;
            if (before > 1 && first_sweep) {
                assert_in_range(first_sweep, before, before + 1);
                continued++;
            }
        }
        assert_true(errors > 5 && continued > 5);
        expect_bytes(&b, want, n);
        assert_int_equal(unlink(path), 0);
    }
    free(want);
}

/* A state that cannot be finished ends the build; the next one continues. */
static void states_fail(void **state)
{
    struct build whole = {"ur:finkel", 2, "sums", 1, 0, 0, 0};
    struct build b = {"ur:finkel", 2, "sums-fail", 1, 1 << 20, 0, 0};
    char path[4096], why[256] = "";
    size_t n;
    (void)state;
    if (!frame_able())
        skip();
    uint8_t *want = built(&whole, &n);
    sums_fail = true;
    int status = run(&b, NULL, path, why);
    sums_fail = false;
    assert_int_equal(status, LUS_EFILE);
    assert_int_equal(first_layer, 0);
    expect_bytes(&b, want, n);
    free(want);
}

static void damage(const char *path, const char *text)
{
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fputs(text, f);
    assert_int_equal(fclose(f), 0);
}

/* A checkpoint of another layer, or a damaged one, is not used: the layer starts from the
   beginning. */
static void checkpoints_damaged(void **state)
{
    static const char *const text[] = {
        "", "c 5 0 0x1p-3 1000 0\n", "a 5 0 0x1p-3 1000 0\n", "a 5\n", NULL, NULL};
    struct build whole = {"ur:finkel", 2, "undamaged", 1, 0, 0, 0};
    size_t n;
    (void)state;
    if (!frame_able())
        skip();
    uint8_t *want = built(&whole, &n);
    for (int i = 0; i < 6; i++) {
        struct build b = {"ur:finkel", 2, "damaged", 1, 0, EVERY_SWEEP, 0};
        char path[4200], work[4096];
        killed(&b, 2, 9);
        table_path(folder_of(&b), lus_rules_find(b.game), 2, ".work", work, sizeof work);
        if (text[i]) {
            snprintf(path, sizeof path, "%s/2.checkpoint", work);
            damage(path, text[i]);
        } else {
            for (const char *c = "ab"; *c; c++) { /* both data files, shorter or wrong */
                snprintf(path, sizeof path, "%s/2.%c", work, *c);
                if (i == 4)
                    assert_int_equal(truncate(path, 1000), 0);
                else
                    flip_byte(path, 1000);
            }
        }
        watched_layer = 2;
        expect_bytes(&b, want, n);
        assert_int_equal(first_sweep, 1);
        table_path(folder_of(&b), lus_rules_find(b.game), 2, ".lut", path, sizeof path);
        assert_int_equal(unlink(path), 0);
    }
    free(want);
}

/* ---- lists of pages ---- */

/* More pages than a list has room for at first; each is in the list once. */
static void long_lists_of_pages(void **state)
{
    struct window w = {.pages = 5000};
    struct page_list l;
    (void)state;
    assert_true(page_list_make(&l, NULL, &w));
    for (int round = 0; round < 2; round++) {
        for (uint32_t i = 0; i < 2 * w.pages; i++)
            page_list_add(&l, i * 7 % w.pages);
        assert_int_equal(l.n, w.pages);
        assert_false(l.failed);
        for (uint32_t i = 0; i < w.pages; i++)
            assert_int_equal(l.page[i], i * 7 % w.pages);
        page_list_clear(&l);
        assert_int_equal(l.n, 0);
    }
    page_list_free(&l);
    assert_null(l.page);
}

/* ---- several processes ---- */

/* Rank 0 alone, and all ranks with little more memory than one chunk needs: pages are
   requested several times in a pass. */
static void teams(void **state)
{
    static const struct {
        const char *game;
        uint64_t memory;
    } cases[] = {{"ur:masters", 26 << 16}, {"senet:blockade", 56 << 16}};
    static const char *const names[][2] = {{"ranks2", "little2"}, {"ranks3", "little3"}};
    (void)state;
    if (!frame_able())
        skip();
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct build b = {cases[i].game, 2, "one", 1, 0, 0, 0};
        size_t n;
        uint8_t *want = built(&b, &n);
        for (b.ranks = 2; b.ranks <= 3; b.ranks++)
            for (int little = 0; little < 2; little++) {
                b.name = names[b.ranks - 2][little];
                b.memory = little ? cases[i].memory : 0;
                b.threads = 1 + little;
                expect_bytes(&b, want, n);
            }
        free(want);
    }
}

/* All ranks end if the memory of one is too small. */
static void teams_too_small(void **state)
{
    struct build b = {"ur:finkel", 2, "tiny-team", 1, 2 << 16, 0, 2};
    (void)state;
    if (!frame_able())
        skip();
    assert_int_equal(WEXITSTATUS(socket_team_run(2, work_as_rank, &b)), 1);
}

/* A rank is killed; another number of ranks continues from the checkpoint. */
static void teams_continue(void **state)
{
    struct build b = {"ur:finkel", 2, "alone", 1, 0, 0, 0};
    size_t n;
    (void)state;
    if (!frame_able())
        skip();
    uint8_t *want = built(&b, &n);
    b = (struct build){"ur:finkel", 2, "team", 1, 26 << 16, EVERY_SWEEP, 3};
    killed(&b, 2, 9);
    b.ranks = 2;
    expect_bytes(&b, want, n);
    b.name = "team2";
    killed(&b, 2, 9);
    b.ranks = 0;
    watched_layer = 2;
    expect_bytes(&b, want, n);
    assert_int_equal(first_sweep, 9);
    free(want);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_are_removed),   cmocka_unit_test(states_damaged),
        cmocka_unit_test(calls_fail),          cmocka_unit_test(windows),
        cmocka_unit_test(window_too_small),    cmocka_unit_test(checkpoints),
        cmocka_unit_test(checkpoints_damaged), cmocka_unit_test(teams),
        cmocka_unit_test(teams_too_small),     cmocka_unit_test(teams_continue),
        cmocka_unit_test(every_call_fails),    cmocka_unit_test(long_lists_of_pages),
        cmocka_unit_test(states_fail),
    };
    return cmocka_run_group_tests(tests, fixture_setup, fixture_teardown);
}
