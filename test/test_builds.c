/* SPDX-License-Identifier: MIT */
/* test_builds.c - what a build of a table reports, writes into the header and refuses, and
   the bytes of small tables. */
#include <setjmp.h>
#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cmocka.h>
#include "os/files.h"
#include "solve/format.h"
#include "solve/frame.h"
#include "solve/kernels.h"
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
    assert_int_equal(p->sweep, ++steps[p->layer]);
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

static int last_sweep[3];

static void keep_sweep(const struct solve_progress *p)
{
    last_sweep[p->layer] = p->sweep;
}

/* No layer takes more sweeps than it did when the order of the sweeps and the extrapolation
   were measured. */
static void sweeps_are_few(void **state)
{
    static const struct {
        const char *game;
        int sweeps[3];
    } cases[] = {{"ur:finkel", {18, 23, 23}},
                 {"ur:masters", {24, 27, 25}},
                 {"senet:houses", {42, 29, 16}},
                 {"senet:blockade", {21, 26, 19}}};
    (void)state;
    if (!frame_able())
        skip();
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        fixture_table(cases[i].game, 2, "sweeps", 1, keep_sweep);
        for (int k = 0; k < 3; k++)
            assert_in_range(last_sweep[k], 5, cases[i].sweeps[k]);
    }
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

/* ---- bytes ---- */

/* The hash of all predictors, indexes and frames: everything but the text and the residuals
   of the layers. */
static uint64_t hash_of_sections(const char *game, int size)
{
    size_t n;
    uint8_t *bytes = file_bytes(fixture_table(game, size, "bytes", 1, NULL), &n);
    size_t directory = TABLE_HEAD + get_number(bytes + 12, 4);
    uint64_t layers = get_number(bytes + 16, 4);
    uint64_t section = get_number(bytes + directory, 8);
    for (uint64_t i = 0; i < layers; i++) {
        uint64_t at = get_number(bytes + directory + i * TABLE_ENTRY, 8);
        memset(bytes + at + 16, 0, 16); /* residual and checksum */
    }
    uint64_t hash = frame_checksum(bytes + section, n - section);
    free(bytes);
    return hash;
}

/* Tables of two-byte values have the same bytes on every machine and in every version (the
   frames of others depend on the version of zstd).  The values in them are compared with
   other programs in test_solve and test_senet_table; these hashes also notice a predictor
   that is only worse. */
static void bytes_stay(void **state)
{
    static const struct {
        const char *game;
        int size;
        uint64_t hash;
    } cases[] = {{"ur:finkel", 2, 0x9737b46c5d58484d},
                 {"ur:masters", 2, 0xb895ec749657280f},
                 {"ur:aseb", 1, 0x27e1ba20ea53223f},
                 {"senet:houses", 1, 0x5393e9c1000b68dd},
                 {"senet:blockade", 1, 0xd7082aa70d196434}};
    int wrong = 0;
    (void)state;
    if (!frame_able())
        skip();
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uint64_t hash = hash_of_sections(cases[i].game, cases[i].size);
        if (hash == cases[i].hash)
            continue;
        print_message("%s %d: 0x%016llx\n", cases[i].game, cases[i].size,
                      (unsigned long long)hash);
        wrong++;
    }
    assert_int_equal(wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(logs),       cmocka_unit_test(headers),
        cmocka_unit_test(refusals),   cmocka_unit_test(one_at_a_time),
        cmocka_unit_test(bytes_stay), cmocka_unit_test(sweeps_are_few),
    };
    return cmocka_run_group_tests(tests, fixture_setup, fixture_teardown);
}
