/* SPDX-License-Identifier: MIT */
/* test_solve_leaks.c - builds and readers of tables free what they allocate, also when an
   allocation fails. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>
#include "solve/frame.h"
#include "solve/table.h"
#include "support/counted_memory.h"
#include "support/table_fixture.h"

enum { EVERY_SWEEP = -1 };

/* Builds a table, whose allocation number `fail` fails (0: none); returns whether it was
   reached.  Nothing stays allocated, and a build that reports success has written the same
   table as one without a failure. */
static bool build(const char *game, int size, uint64_t memory, int fail)
{
    static int builds; /* each in a new folder: a build would resume the one before */
    char path[4096], why[256], folder[160];
    snprintf(folder, sizeof folder, "%s/built%d", fixture_folder, builds++);
    struct solve_options o = {.r = lus_rules_find(game),
                              .size = size,
                              .threads = 1,
                              .memory = memory,
                              .checkpoint_seconds = memory ? EVERY_SWEEP : 0,
                              .folder = folder,
                              .command = "test"};
    failing = fail;
    counted = true;
    int status = solve_run(&o, path, sizeof path, why);
    counted = false;
    if (n_live)
        fail_msg("%s: %d blocks stay allocated (failure %d)", game, n_live, fail);
    bool reached = fail > 0 && failing == 0;
    assert_true(status == 0 || reached);
    failing = 0;
    if (status == 0) {
        size_t n;
        uint8_t *bytes = file_bytes(path, &n);
        assert_same_file(bytes, n, fixture_table(game, size, "reference", 1, NULL));
    }
    unlink(path);
    return reached;
}

static void builds(void **state)
{
    static const struct {
        const char *game;
        int size;
        uint64_t memory;
    } cases[] = {{"ur:finkel", 2, 0},    {"ur:finkel", 2, 1 << 20},
                 {"senet:houses", 1, 0}, {"senet:blockade", 1, 1 << 20},
                 {"awari:abapa", 4, 0},  {"cave:5x3", 4, 0}};
    (void)state;
    if (!frame_able())
        skip();
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        build(cases[i].game, cases[i].size, cases[i].memory, 0);
}

static void failed_builds(void **state)
{
    (void)state;
    if (!frame_able())
        skip();
    for (int k = 1; build("ur:finkel", 1, 0, k); k++)
        ;
    /* Every fourth of 271: each build syncs its checkpoints to the disk. */
    for (int k = 1; build("ur:finkel", 1, 1 << 20, k); k += 4)
        ;
    for (int k = 1; build("awari:abapa", 5, 0, k); k++)
        ;
    for (int k = 1; build("cave:5x3", 4, 0, k); k++)
        ;
}

/* Opens, reads, loads and verifies a table with one failing allocation. */
static bool read_table(const char *path, int fail)
{
    char why[256];
    uint16_t **value;
    struct verify_result v;
    int number;
    failing = fail;
    counted = true;
    struct table *t = table_open(path, why);
    if (t) {
        table_number(t, 0, 0, &number);
        if (table_load(t, 1, &value) == 0)
            table_unload(t, value);
        table_verify(t, 1, &v);
    }
    table_close(t);
    counted = false;
    if (n_live)
        fail_msg("%d blocks stay allocated (failure %d)", n_live, fail);
    bool reached = fail > 0 && failing == 0;
    failing = 0;
    return reached;
}

static void readers(void **state)
{
    static const char *const names[] = {"ur:finkel", "awari:abapa"};
    (void)state;
    if (!frame_able())
        skip();
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char path[4096];
        snprintf(path, sizeof path, "%s", fixture_table(names[i], 2, "read", 1, NULL));
        read_table(path, 0);
        for (int k = 1; read_table(path, k); k++)
            ;
        *strrchr(path, '/') = '\0';
        counted = true;
        tables_close(tables_open(path));
        counted = false;
        assert_int_equal(n_live, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(builds),
        cmocka_unit_test(failed_builds),
        cmocka_unit_test(readers),
    };
    return cmocka_run_group_tests(tests, fixture_setup, fixture_teardown);
}
