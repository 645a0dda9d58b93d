/* SPDX-License-Identifier: MIT */
/* test_leaks.c - searches and analyses free what they allocate: without a fault, and when
   the k-th allocation fails, for every k.  The Makefile makes the linker wrap the
   allocations of this program, so the test needs no sanitizer. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <cmocka.h>
#include "analyse/bench.h"
#include "analyse/puzzle.h"
#include "analyse/rollout.h"
#include "core/hash.h"
#include "search/search_tree.h"
#include "search/shallow_search.h"
#include "search/tt.h"
#include "search/value.h"
#include "support/counted_memory.h"
#include "support/random_game.h"

/* ---- what is run ---- */

/* Every position is in the tablebase; the side to move at the root is ahead in all. */
static bool probe_ahead(void *context, const lus_rules *r, const lus_pos *p, int *value)
{
    (void)context, (void)r;
    *value = pos_side(p) ? -VALUE_WIN - VALUE_STONE : VALUE_WIN + VALUE_STONE;
    return true;
}

/* A random game, whose own allocations are neither counted nor made to fail. */
static lus_game *game_of(const char *name, int plies)
{
    counted = false;
    lus_game *g = random_game(lus_rules_find(name), 3, plies);
    counted = true;
    return g;
}

/* Searches 2 plies, with the options of the argument. */
static int search_with(const char *name, int throw, struct search_limits limits)
{
    struct search_report report;
    lus_game *g = game_of(name, 6);
    if (!limits.depth)
        limits.depth = 2;
    int status = search_at_least_one_ply(g, throw, &limits, &report);
    lus_game_free(g);
    return status;
}

static int search_dice(void)
{
    return search_with("ur:finkel", 2, (struct search_limits){.table_mb = 1});
}

static int search_threads(void)
{
    return search_with("awari", 0, (struct search_limits){.table_mb = 1, .threads = 2});
}

static int search_tablebase(void)
{
    return search_with(
        "awari", 0, (struct search_limits){.tablebase = {probe_ahead, NULL, 48, NULL}});
}

static int search_no_move(void)
{
    int status = search_with("ur:finkel", 0, (struct search_limits){.table_mb = 1});
    return status == LUS_ESTATE ? 0 : status;
}

static int search_tree(void)
{
    struct search_tree *t = search_tree_new(lus_rules_find("ur:finkel"), 100);
    int status =
        t ? search_with("ur:finkel", 1, (struct search_limits){.tree = t}) : LUS_EMEMORY;
    search_tree_free(t);
    return status;
}

static int search_shallow(void)
{
    struct shallow_search *s = shallow_search_new(lus_rules_find("ur:finkel"), 2);
    lus_pos p;
    lus_start(lus_rules_find("ur:finkel"), &p);
    if (s)
        shallow_search_throw(s, &p, 1);
    shallow_search_free(s);
    return s ? 0 : LUS_EMEMORY;
}

static int analyse_with(const char *name, int throw, struct search_limits limits)
{
    struct analysis *a = NULL;
    lus_game *g = game_of(name, 6);
    limits.depth = 2;
    int status = analyse(g, throw, &limits, &a);
    assert_int_equal(status == 0, a != NULL);
    free(a);
    lus_game_free(g);
    return status;
}

static int analyse_throw(void)
{
    return analyse_with("ur:finkel", 2, (struct search_limits){.table_mb = 1});
}

static int analyse_throws(void)
{
    return analyse_with("ur:finkel", LUS_ANY_THROW,
                        (struct search_limits){.table_mb = 1});
}

static int analyse_without_table(void)
{
    return analyse_with("awari", 0, (struct search_limits){.table_mb = -1});
}

static int analyse_tablebase(void)
{
    return analyse_with(
        "awari", 0, (struct search_limits){.tablebase = {probe_ahead, NULL, 48, NULL}});
}

static int review_game(void)
{
    lus_game *g = game_of("ur:finkel", 3);
    struct review_limits limits = {.search.depth = 1};
    struct review *v = NULL;
    int status = review(g, &limits, &v);
    assert_int_equal(status == 0, v != NULL);
    free(v);
    lus_game_free(g);
    return status;
}

static int roll_out(void)
{
    const lus_rules *r = lus_rules_find("ur:finkel");
    struct rollout_limits limits = {.games = 1, .truncate = 1, .threads = 2};
    struct rollout *out = NULL;
    lus_game *g = game_of("ur:finkel", 6);
    int status = rollout_run(r, lus_game_pos(g), 2, &limits, &out);
    assert_int_equal(status == 0, out != NULL);
    free(out);
    lus_game_free(g);
    return status;
}

static int roll_out_refused(void)
{
    const lus_rules *r = lus_rules_find("ur:finkel");
    struct rollout_limits limits = {.games = 0};
    struct rollout *out;
    lus_pos p;
    lus_start(r, &p);
    int status = rollout_run(r, &p, 2, &limits, &out);
    return status == LUS_ERANGE ? 0 : status;
}

static int judge_puzzle(void)
{
    const lus_rules *r = lus_rules_find("ur:finkel");
    const struct puzzle_limits limits = {.nodes = 300};
    struct puzzle z;
    lus_game *g = game_of("ur:finkel", 6);
    int status = puzzle_judge(r, lus_game_pos(g), 2, &limits, &z);
    lus_game_free(g);
    return status < 0 ? status : 0;
}

static int generate_puzzle(void)
{
    const struct puzzle_limits limits = {.nodes = 2000};
    struct puzzle z;
    int status = puzzle_generate(lus_rules_find("ur:blitz"), 1, &limits, &z);
    return status < 0 ? status : 0;
}

static int run_bench(void)
{
    struct bench b;
    uint64_t signature = 0;
    return bench_run(lus_rules_find("ur:finkel"), NULL, &b, &signature);
}

/* ---- the test ---- */

static const struct {
    const char *name;
    int (*run)(void);
    int failures; /* at most so many allocations fail, one per run */
    int optional; /* so many of them are not needed: two of each table of a search, the
                     ABDADA counters; -1: not counted (lines and replies are left out) */
} tasks[] = {
    {"search with dice", search_dice, 99, 2},
    {"search on two threads", search_threads, 99, 3},
    {"search of a root in the tablebase", search_tablebase, 99, -1},
    {"search without a move", search_no_move, 99, 0},
    {"recorded search", search_tree, 99, 2},
    {"shallow search", search_shallow, 99, 0},
    {"analysis of a throw", analyse_throw, 99, -1},
    {"analysis before a throw", analyse_throws, 99, 0},
    {"analysis without a table", analyse_without_table, 99, -1},
    {"analysis by the tablebase", analyse_tablebase, 9, -1},
    {"review", review_game, 99, 0},
    {"rollout", roll_out, 99, 0},
    {"refused rollout", roll_out_refused, 99, 0},
    {"judged puzzle", judge_puzzle, 99, 12},
    {"generated puzzle", generate_puzzle, 9, 0},
    {"bench", run_bench, 4, -1},
};

static void nothing_leaks(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof tasks / sizeof tasks[0]; i++) {
        bool all = false;
        int optional = 0;
        for (int k = 0; k <= tasks[i].failures && !all; k++) {
            failing = k;
            counted = true;
            int status = tasks[i].run();
            counted = false;
            all = k && failing > 0; /* no allocation was left to fail */
            optional += k && !all && status == 0;
            if (n_live || (k == 0 || all ? status != 0 : status && status != LUS_EMEMORY))
                print_error("%s, allocation %d fails: status %d, %d blocks not freed\n",
                            tasks[i].name, k, status, n_live);
            assert_int_equal(n_live, 0);
            assert_true(status == 0 || (status == LUS_EMEMORY && k && !all));
        }
        assert_true(all || tasks[i].failures < 99);
        if (tasks[i].optional >= 0)
            assert_int_equal(optional, tasks[i].optional);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_leaks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
