/* SPDX-License-Identifier: MIT */
/* test_builds.c - what a build of a table reports, writes into the header and refuses. */
#include <fcntl.h>
#include <setjmp.h>
#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cmocka.h>
#include "os/files.h"
#include "os/folders.h"
#include "solve/frame.h"
#include "solve/kernels.h"
#include "solve/needs.h"
#include "solve/table.h"
#include "support/brute.h"
#include "support/table_fixture.h"

/* ---- reports ---- */

static char logged[4096];

static void keep_line(void *arg, const char *line)
{
    size_t n = strlen(logged);
    (void)arg;
    snprintf(logged + n, sizeof logged - n, "%s\n", line);
}

static uint64_t updates;
static int sweeps[3];

/* Sweeps are counted from 1 in every layer, updates through the whole build. */
static void check_progress(const struct solve_progress *p)
{
    static const uint64_t positions[] = {217, 2956, 9696};
    assert_int_equal(p->sweep, ++sweeps[p->layer]);
    updates += positions[p->layer];
    assert_int_equal(p->updates, updates);
    assert_true(p->change >= 0 && p->change < 1);
}

/* Awari: a layer of n stones has a step for every lead from n to 1, and one to store it. */
static int steps[5];

static void count_steps(const struct solve_progress *p)
{
    static const uint64_t boards[] = {1, 12, 78, 364, 1365};
    assert_int_equal(p->sweep, ++steps[p->layer]);
    updates += boards[p->layer];
    assert_int_equal(p->updates, updates);
}

static int build(const char *game, int size, const char *name, int threads, char why[256])
{
    char path[4096], folder[160];
    snprintf(folder, sizeof folder, "%s/%s", fixture_folder, name);
    struct solve_options o = {.r = lus_rules_find(game),
                              .size = size,
                              .threads = threads,
                              .folder = folder,
                              .command = "a command",
                              .log = keep_line,
                              .report = check_progress};
    if (strcmp(game, "ur:finkel") != 0 || size != 2)
        o.report = strcmp(game, "awari:abapa") ? NULL : count_steps;
    logged[0] = why[0] = '\0';
    updates = 0;
    memset(sweeps, 0, sizeof sweeps);
    return solve_run(&o, path, sizeof path, why);
}

/* The log without sweeps and residuals, which depend on the precision. */
static void expect_log(const char *text)
{
    char wanted[1024], found[4096];
    size_t n = 0;
    snprintf(wanted, sizeof wanted, text, kernel_default()->name);
    for (const char *c = logged; *c; c++) {
        if (!strncmp(c, ", ", 2) && n > 9 && !memcmp(found + n - 9, "positions", 9))
            c += strcspn(c, "\n");
        found[n++] = *c;
    }
    found[n] = '\0';
    assert_string_equal(found, wanted);
}

static void logs(void **state)
{
    char why[256];
    (void)state;
    if (!frame_able())
        skip();
    assert_int_equal(build("ur:finkel", 2, "logs", 1, why), 0);
    expect_log("kernel %s, 1 thread\nlayer 1 of 3, 1 against 1: 217 positions\n"
               "layer 2 of 3, 2 against 1: 2956 positions\n"
               "layer 3 of 3, 2 against 2: 9696 positions\n");
    assert_true(sweeps[0] > 10 && sweeps[1] > 10 && sweeps[2] > 10);
    assert_int_equal(build("ur:finkel", 2, "logs", 1, why), 0);
    expect_log("the table already exists\n");
    assert_int_equal(build("awari:abapa", 2, "logs", 2, why), 0);
    expect_log("kernel %s, 2 threads\nlayer 1 of 3, 0 stones: 1 positions\n"
               "layer 2 of 3, 1 stone: 12 positions\n"
               "layer 3 of 3, 2 stones: 78 positions\n");
    assert_true(steps[0] == 1 && steps[1] == 2 && steps[2] == 3);
    fixture_killed_build("ur:finkel", 2, "killed", 2, 5);
    assert_int_equal(build("ur:blitz", 1, "killed", 1, why), 0);
    assert_int_equal(build("ur:finkel", 2, "killed", 1, why), 0);
    expect_log("kernel %s, 1 thread\nresuming after layer 2 of 3\n"
               "layer 3 of 3, 2 against 2: 9696 positions\n");
}

/* ---- headers ---- */

/* The value of a line of the header's text. */
static const char *line_of(const struct table *t, const char *key)
{
    static char value[128];
    const char *text = table_info(t)->text, *at = strstr(text, key);
    assert_non_null(at);
    assert_true(at == text || at[-1] == '\n');
    snprintf(value, sizeof value, "%.*s", (int)strcspn(at, "\n"), at);
    return value + strlen(key);
}

static struct table *table_of(const char *game, int size)
{
    char why[256];
    struct table *t = table_open(fixture_table(game, size, "texts", 1, NULL), why);
    assert_non_null(t);
    return t;
}

static void headers(void **state)
{
    (void)state;
    if (!frame_able())
        skip();
    struct table *t = table_of("ur:blitz", 2);
    double largest = 0;
    struct brute *j = brute_new(lus_rules_find("ur:blitz"), 2);
    lus_pos start = {{0, 0, 2 | 2 << 8, 0}};
    assert_string_equal(line_of(t, "game "), "ur:blitz");
    assert_string_equal(line_of(t, "size "), "2");
    assert_string_equal(line_of(t, "sizename "), "pieces");
    assert_string_equal(line_of(t, "value "), "win16");
    assert_string_equal(line_of(t, "command "), "test");
    assert_true(fabs(atof(line_of(t, "start ")) - brute_value(j, &start)) < 1e-11);
    for (int i = 0; i < 3; i++)
        largest = fmax(largest, table_layer(t, i).residual);
    assert_true(largest > 0 && table_info(t)->residual == largest);
    assert_true(fabs(atof(line_of(t, "residual ")) / largest - 1) < 0.01);
    brute_free(j);
    table_close(t);
    t = table_of("awari:abapa", 2); /* the game begins with 48 stones */
    assert_string_equal(line_of(t, "sizename "), "stones");
    assert_string_equal(line_of(t, "value "), "stones8");
    assert_string_equal(line_of(t, "start "), "?");
    assert_string_equal(line_of(t, "residual "), "0");
    assert_string_equal(line_of(t, "precision "), "0");
    table_close(t);
}

/* ---- refusals ---- */

static void refusals(void **state)
{
    char why[256], folder[160];
    (void)state;
    if (!frame_able())
        skip();
    assert_int_equal(build("ur:finkel", 8, "no", 1, why), LUS_ERANGE);
    assert_string_equal(why, "ur:finkel: the size of a table is 1 to 7 pieces");
    assert_int_equal(build("ur:finkel", -1, "no", 1, why), LUS_ERANGE);
    setenv("LUSORIA_ISA", "sse2", 1);
    assert_int_equal(build("ur:finkel", 1, "no", 1, why), LUS_ESTATE);
    assert_non_null(strstr(why, "expected avx512, avx2 or portable"));
    unsetenv("LUSORIA_ISA");
    snprintf(folder, sizeof folder, "%s/file", fixture_folder);
    assert_true(file_make(folder, 0644));
    assert_int_equal(build("ur:finkel", 1, "file", 1, why), LUS_EFILE);
    assert_non_null(strstr(why, "Not a directory"));
    for (int i = 0; lus_rules_at(i); i++)
        if (!solver_of(lus_rules_at(i))) {
            assert_int_equal(build(lus_rules_at(i)->name, 1, "no", 1, why), LUS_ERULES);
            assert_non_null(strstr(why, " has no tables"));
        }
}

/* What an interrupted build left in the work folder is removed with it. */
static void one_at_a_time(void **state)
{
    static const char *const stray[] = {"7.layer",      "7.state",     "7.start", "7.a",
                                        "7.checkpoint", "7.layer.new", "7.b"};
    char why[256], path[300];
    struct file_lock lock;
    (void)state;
    if (!frame_able())
        skip();
    snprintf(path, sizeof path, "%s/busy", fixture_folder);
    assert_int_equal(mkdir(path, 0700), 0);
    snprintf(path, sizeof path, "%s/busy/ur-finkel-1.work", fixture_folder);
    assert_int_equal(mkdir(path, 0700), 0);
    for (size_t i = 0; i < sizeof stray / sizeof stray[0]; i++) {
        char name[320];
        snprintf(name, sizeof name, "%s/%s", path, stray[i]);
        assert_true(file_make(name, 0600));
    }
    strcat(path, "/lock");
    assert_true(file_lock(&lock, path, 0600));
    assert_int_equal(build("ur:finkel", 1, "busy", 1, why), LUS_ESTATE);
    assert_non_null(strstr(why, "another program is building this table"));
    file_unlock(&lock);
    assert_int_equal(build("ur:finkel", 1, "busy", 1, why), 0);
    *strrchr(path, '/') = '\0';
    assert_int_equal(access(path, F_OK), -1);
}

/* A build that was killed after it had named the table left its folder. */
static void leftovers_are_removed(void **state)
{
    char why[256], path[300], name[320];
    (void)state;
    if (!frame_able())
        skip();
    assert_int_equal(build("ur:finkel", 1, "leftover", 1, why), 0);
    snprintf(path, sizeof path, "%s/leftover/ur-finkel-1.work", fixture_folder);
    snprintf(name, sizeof name, "%s/0.layer", path);
    assert_int_equal(mkdir(path, 0700), 0);
    assert_true(file_make(name, 0600));
    assert_int_equal(build("ur:finkel", 1, "leftover", 1, why), 0);
    expect_log("the table already exists\n");
    assert_int_equal(access(path, F_OK), -1);
}

/* ---- memory, disk and descriptors ---- */

uint64_t __real_folder_free_bytes(const char *path);
uint64_t __wrap_folder_free_bytes(const char *path);
uint64_t __real_memory_physical(void);
uint64_t __wrap_memory_physical(void);

static uint64_t free_bytes, physical_bytes; /* 0: the real ones */

uint64_t __wrap_folder_free_bytes(const char *path)
{
    return free_bytes ? free_bytes : __real_folder_free_bytes(path);
}

uint64_t __wrap_memory_physical(void)
{
    return physical_bytes ? physical_bytes : __real_memory_physical();
}

static void space_is_checked(void **state)
{
    char why[256];
    (void)state;
    if (!frame_able())
        skip();
    free_bytes = 5000;
    assert_int_equal(build("ur:finkel", 2, "space", 1, why), LUS_EFILE);
    assert_non_null(strstr(why, " more of disk space, there are "));
    free_bytes = 0;
    physical_bytes = 5000;
    assert_int_equal(build("ur:finkel", 2, "space", 1, why), LUS_EMEMORY);
    assert_non_null(strstr(why, "give --memory to keep the values on disk"));
    assert_int_equal(build("awari:abapa", 6, "space", 1, why), LUS_EMEMORY);
    assert_non_null(strstr(why, "give a smaller size"));
    physical_bytes = 0;
    assert_int_equal(build("ur:finkel", 2, "space", 1, why), 0);
}

/* What the files of an interrupted build take counts as free. */
static void files_of_a_resumed_build_count(void **state)
{
    const lus_rules *r = lus_rules_find("ur:finkel");
    const struct solver *s = solver_of(r);
    char why[256], path[300];
    size_t n;
    (void)state;
    if (!frame_able())
        skip();
    void *index = s->index.create(r, 2);
    uint64_t disk = (uint64_t)solve_needs(s, r, index, 64, 0).disk, taken = 0;
    s->index.destroy(index);
    fixture_killed_build("ur:finkel", 2, "taken", 2, 5);
    snprintf(path, sizeof path, "%s/taken/ur-finkel-2.work", fixture_folder);
    struct folder_file *file = folder_list(path, "", &n);
    for (size_t i = 0; i < n; i++)
        taken += file[i].disk_bytes;
    free(file);
    assert_true(n > 2 && taken > 0 && taken < disk);
    free_bytes = disk - taken - 1;
    assert_int_equal(build("ur:finkel", 2, "taken", 1, why), LUS_EFILE);
    free_bytes = disk - taken + 1;
    assert_int_equal(build("ur:finkel", 2, "taken", 1, why), 0);
    free_bytes = 0;
}

static struct rlimit descriptors;

/* After the last layer one more file can be opened: the new table, but no layer. */
static void limit_descriptors(void *arg, const char *line)
{
    (void)arg;
    if (strncmp(line, "layer 3 of 3", 12) != 0)
        return;
    int next = dup(0);
    assert_true(next > 0);
    close(next);
    struct rlimit few = {(rlim_t)next + 1, descriptors.rlim_max};
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &few), 0);
}

/* The build fails, and nothing of the new table remains: no file, no open descriptor. */
static void layers_that_cannot_be_opened(void **state)
{
    char why[256] = "", path[4096], folder[160], begun[4200];
    (void)state;
    if (!frame_able())
        skip();
    snprintf(folder, sizeof folder, "%s/descriptors", fixture_folder);
    struct solve_options o = {.r = lus_rules_find("ur:finkel"),
                              .size = 2,
                              .threads = 1,
                              .folder = folder,
                              .log = limit_descriptors};
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &descriptors), 0);
    int before = dup(0);
    close(before);
    int status = solve_run(&o, path, sizeof path, why);
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &descriptors), 0);
    assert_int_equal(status, LUS_EFILE);
    assert_int_equal(access(path, F_OK), -1);
    table_path(folder, o.r, 2, ".work", path, sizeof path);
    assert_int_equal(access(path, F_OK), 0);
    snprintf(begun, sizeof begun, "%s/table.new", path);
    assert_int_equal(access(begun, F_OK), -1);
    int after = dup(0);
    close(after);
    assert_int_equal(after, before);
    assert_int_equal(build("ur:finkel", 2, "descriptors", 1, why), 0);
    assert_int_equal(sweeps[2], 0); /* all layers were finished */
}

static char obstacle[300]; /* a folder that is made while the first layer is solved */

static void make_obstacle(const struct solve_progress *p)
{
    if (p->layer == 0 && p->sweep == 1)
        assert_int_equal(mkdir(obstacle, 0700), 0);
}

/* The message names the file that cannot be written: a folder has its name. */
static void files_that_cannot_be_written_are_named(void **state)
{
    static const char *const names[] = {"0.state",     "0.state.new", "0.layer",
                                        "0.layer.new", "2.start",     "2.start.new"};
    (void)state;
    if (!frame_able())
        skip();
    for (int i = 0; i < 6; i++) {
        char why[256] = "", path[4096], folder[160], name[16];
        snprintf(folder, sizeof folder, "%s/obstacle%d", fixture_folder, i);
        snprintf(name, sizeof name, "%.7s: ", names[i]);
        snprintf(obstacle, sizeof obstacle, "%s/ur-finkel-2.work/%s", folder, names[i]);
        struct solve_options o = {.r = lus_rules_find("ur:finkel"),
                                  .size = 2,
                                  .threads = 1,
                                  .folder = folder,
                                  .report = make_obstacle};
        assert_int_equal(solve_run(&o, path, sizeof path, why), LUS_EFILE);
        assert_non_null(strstr(why, name));
        assert_null(strstr(why, "missing"));
        assert_int_equal(rmdir(obstacle), 0);
        o.report = NULL;
        assert_int_equal(solve_run(&o, path, sizeof path, why), 0);
    }
}

/* Changes the digit at an offset from the end of a file. */
static void change_digit(const char *path, long at)
{
    FILE *f = fopen(path, "r+b");
    assert_non_null(f);
    assert_int_equal(fseek(f, at, SEEK_END), 0);
    int digit = fgetc(f);
    assert_int_equal(fseek(f, -1, SEEK_CUR), 0);
    fputc(digit == '0' ? '1' : '0', f);
    assert_int_equal(fclose(f), 0);
}

/* The value of the start position is in a file of its own until the table is written.  If it
   is damaged, the table is written without it. */
static void a_damaged_start_is_left_out(void **state)
{
    char why[256] = "", path[4096], folder[160], start[200];
    (void)state;
    if (!frame_able())
        skip();
    snprintf(folder, sizeof folder, "%s/start", fixture_folder);
    snprintf(start, sizeof start, "%s/ur-finkel-2.work/2.start", folder);
    snprintf(obstacle, sizeof obstacle, "%s/ur-finkel-2.work/table.new", folder);
    struct solve_options o = {.r = lus_rules_find("ur:finkel"),
                              .size = 2,
                              .threads = 1,
                              .folder = folder,
                              .command = "test",
                              .report = make_obstacle};
    assert_int_equal(solve_run(&o, path, sizeof path, why), LUS_EFILE);
    assert_int_equal(rmdir(obstacle), 0);
    assert_int_equal(truncate(start, 5), 0);
    o.report = NULL;
    assert_int_equal(solve_run(&o, path, sizeof path, why), 0);
    struct table *t = table_open(path, why);
    assert_non_null(t);
    assert_string_equal(line_of(t, "start "), "?");
    table_close(t);
}

static int open_descriptors(void)
{
    int n = 0;
    for (int i = 0; i < 256; i++)
        n += fcntl(i, F_GETFD) >= 0;
    return n;
}

/* Layers that differ only in their precision are not discarded; those of other rules or of
   another version are of no use. */
static void layers_of_another_precision_are_kept(void **state)
{
    static const int digits[] = {-5, -22}; /* "VERSION FINGERPRINT 32\n" */
    int before = open_descriptors();
    (void)state;
    if (!frame_able())
        skip();
    for (int i = 0; i < 2; i++) {
        char why[256] = "", path[4096], folder[160], rules[200];
        snprintf(folder, sizeof folder, "%s/precision%d", fixture_folder, i);
        snprintf(rules, sizeof rules, "%s/ur-finkel-2.work/rules", folder);
        snprintf(obstacle, sizeof obstacle, "%s/ur-finkel-2.work/2.layer", folder);
        struct solve_options o = {.r = lus_rules_find("ur:finkel"),
                                  .size = 2,
                                  .threads = 1,
                                  .precision = 32,
                                  .folder = folder,
                                  .report = make_obstacle};
        assert_int_equal(solve_run(&o, path, sizeof path, why), LUS_EFILE);
        assert_int_equal(rmdir(obstacle), 0);
        o.precision = 64;
        o.report = NULL;
        assert_int_equal(solve_run(&o, path, sizeof path, why), LUS_ESTATE);
        assert_non_null(strstr(why, "was begun with --precision 32"));
        change_digit(rules, digits[i]);
        assert_int_equal(solve_run(&o, path, sizeof path, why), 0);
    }
    assert_int_equal(open_descriptors(), before);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(logs),
        cmocka_unit_test(headers),
        cmocka_unit_test(refusals),
        cmocka_unit_test(one_at_a_time),
        cmocka_unit_test(leftovers_are_removed),
        cmocka_unit_test(space_is_checked),
        cmocka_unit_test(files_of_a_resumed_build_count),
        cmocka_unit_test(layers_that_cannot_be_opened),
        cmocka_unit_test(files_that_cannot_be_written_are_named),
        cmocka_unit_test(a_damaged_start_is_left_out),
        cmocka_unit_test(layers_of_another_precision_are_kept),
    };
    return cmocka_run_group_tests(tests, fixture_setup, fixture_teardown);
}
