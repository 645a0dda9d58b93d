/* SPDX-License-Identifier: MIT */
/* test_rows.c - tables of race games that are solved through a window of memory have the same
   bytes as those solved in memory. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "race/race_plan.h"
#include "solve/frame.h"
#include "support/row_builds.h"
#include "support/table_fixture.h"

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
        struct row_build b = {.game = cases[i].game, .size = cases[i].size, .threads = 1};
        row_precision = k % 2 ? 32 : 64;
        b.name = names[k % 2][0];
        uint8_t *want = row_built(&b, &n);
        for (int m = 0; m < 2; m++) {
            b.name = names[k % 2][m + 1];
            b.memory = cases[i].memory[m];
            b.threads = 1 + 2 * m;
            row_expect_bytes(&b, want, n);
        }
        free(want);
    }
    row_precision = 64;
}

static void window_too_small(void **state)
{
    struct row_build b = {"ur:finkel", 2, "tiny", 1, 1 << 16, 0, 0};
    char path[4096], why[256] = "";
    (void)state;
    if (!frame_able())
        skip();
    assert_true(row_run(&b, NULL, path, why) < 0);
    assert_non_null(strstr(why, "--memory is too small for layer 1"));
}

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(windows),
        cmocka_unit_test(window_too_small),
        cmocka_unit_test(long_lists_of_pages),
    };
    return cmocka_run_group_tests(tests, fixture_setup, fixture_teardown);
}
