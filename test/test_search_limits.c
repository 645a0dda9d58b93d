/* SPDX-License-Identifier: MIT */
/* test_search_limits.c - what a search that a limit interrupts reports. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include "search/search.h"
#include "search/value.h"
#include "support/random_game.h"

static struct search_report searched(lus_game *g, int throw, struct search_limits limits)
{
    struct search_report report;
    limits.table_mb = 1;
    assert_int_equal(search_run(g, throw, &limits, &report), 0);
    return report;
}

/* An iteration that is interrupted leaves no trace: moves, values and bounds are those of a
   search that ends with the last complete iteration. */
static void interrupted_iterations_are_discarded(void **state)
{
    static const struct {
        const char *rules;
        int throw;
    } cases[] = {
        {"awari:abapa", 0}, {"cave:5x4", 0}, {"ur:finkel", 2}, {"senet:houses", 3}};
    int checked = 0;
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lus_game *g = lus_game_new(lus_rules_find(cases[i].rules), NULL);
        int throw = cases[i].throw;
        for (uint64_t nodes = 100; nodes < 20000; nodes += nodes / 3) {
            struct search_report cut =
                searched(g, throw, (struct search_limits){.nodes = nodes});
            if (!cut.timed_out || !cut.depth)
                continue;
            struct search_report whole =
                searched(g, throw, (struct search_limits){.depth = cut.depth});
            assert_false(whole.timed_out);
            assert_int_equal(cut.n, whole.n);
            for (int k = 0; k < cut.n; k++) {
                assert_true(cut.moves[k].move == whole.moves[k].move);
                assert_int_equal(cut.moves[k].value, whole.moves[k].value);
                assert_int_equal(cut.moves[k].bound, whole.moves[k].bound);
            }
            checked++;
        }
        lus_game_free(g);
    }
    assert_true(checked >= 20);
}

/* Threads that the node limit interrupts do not complete their iteration. */
static void interrupted_threads_are_reported(void **state)
{
    static const char *const rules[] = {"awari:abapa", "cave:5x4", "senet:houses"};
    (void)state;
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++) {
        lus_game *g = lus_game_new(lus_rules_find(rules[i]), NULL);
        for (uint64_t nodes = 1; nodes < 20000; nodes *= 5) {
            struct search_report cut = searched(
                g, i < 2 ? 0 : 3, (struct search_limits){.nodes = nodes, .threads = 2});
            assert_true(cut.timed_out);
            assert_in_range(cut.depth, 0, 20);
        }
        lus_game_free(g);
    }
}

/* Without a depth limit, the first iteration that finds a forced win or loss is the last. */
static void decided_games_end_the_search(void **state)
{
    const lus_rules *r = lus_rules_find("cave:5x4");
    int wins = 0, losses = 0;
    (void)state;
    for (int seed = 0; seed < 200; seed++) {
        lus_game *g = random_game(r, seed, 8 + seed % 6);
        struct search_report last = {0};
        for (int depth = 1; depth < 8 && !lus_game_end(g).over; depth++) {
            last = searched(g, 0, (struct search_limits){.depth = depth});
            if (last.moves[0].value >= VALUE_WIN || last.moves[0].value <= -VALUE_WIN)
                break;
        }
        int value = last.moves[0].value;
        if (last.n > 1 && (value >= VALUE_WIN || value <= -VALUE_WIN)) {
            struct search_report whole = searched(g, 0, (struct search_limits){0});
            assert_int_equal(whole.depth, last.depth);
            assert_int_equal(whole.moves[0].value, value);
            wins += value > 0;
            losses += value < 0;
        }
        lus_game_free(g);
    }
    assert_true(wins > 10 && losses > 10);
}

/* A finished game has no moves to search. */
static void finished_games_are_refused(void **state)
{
    const lus_rules *r = lus_rules_find("awari:abapa");
    struct search_report report;
    struct search_limits limits = {.depth = 1, .table_mb = 1};
    (void)state;
    lus_game *g = lus_game_new(r, NULL);
    while (!lus_game_end(g).over) {
        lus_move list[LUS_MAX_MOVES];
        assert_true(lus_moves(r, lus_game_pos(g), 0, list) > 0);
        assert_int_equal(lus_game_play(g, 0, list[0]), 0);
    }
    assert_int_equal(search_run(g, 0, &limits, &report), LUS_ESTATE);
    lus_game_free(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(interrupted_iterations_are_discarded),
        cmocka_unit_test(interrupted_threads_are_reported),
        cmocka_unit_test(decided_games_end_the_search),
        cmocka_unit_test(finished_games_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
