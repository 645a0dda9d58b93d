/* SPDX-License-Identifier: MIT */
/* test_ending.c - endings that are searched to the end, against a search without any of the
   reductions, and what the search reports about them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "core/rules.h"
#include "core/random.h"
#include "search/ending.h"
#include "search/value.h"

enum { SLOTS = 1 << 16 };

/* Plays a random move that completes no line; false: there is none. */
static bool play_quietly(lus_game *game, struct random *g)
{
    lus_move list[LUS_MAX_MOVES];
    int n = lus_moves(lus_game_rules(game), lus_game_pos(game), 0, list);
    for (; n > 0; n--) {
        int k = (int)random_below(g, (uint32_t)n);
        assert_int_equal(lus_game_play(game, 0, list[k]), 0);
        if (!lus_game_end(game).over)
            return true;
        lus_game_undo(game);
        list[k] = list[n - 1];
    }
    return false;
}

/* A running game with `left` empty cells. */
static lus_game *random_ending(const lus_rules *r, int left, struct random *g)
{
    for (int i = 0; i < 100000; i++) {
        lus_game *game = lus_game_new(r, NULL);
        assert_non_null(game);
        while (r->search.plies_left(r, lus_game_pos(game)) > left &&
               play_quietly(game, g))
            ;
        if (r->search.plies_left(r, lus_game_pos(game)) == left)
            return game;
        lus_game_free(game);
    }
    fail_msg("no ending of %s with %d empty cells", lus_rules_name(r), left);
    return NULL;
}

/* The result by the rules alone: every move, alpha-beta, no table. */
static int plain_result(const lus_rules *r, const lus_pos *p, int alpha, int beta)
{
    lus_move list[LUS_MAX_MOVES];
    int result = r->result(r, p), best = -1;
    if (result != LUS_ONGOING)
        return result == LUS_WIN ? 1 : result == LUS_LOSS ? -1 : 0;
    int n = r->moves(r, p, 0, list);
    for (int i = 0; i < n && best < beta; i++) {
        lus_pos next = *p;
        r->play(r, &next, 0, list[i]);
        int v = -plain_result(r, &next, -beta, best > alpha ? -best : -alpha);
        best = v > best ? v : best;
    }
    return best;
}

static struct ending_work new_work(void)
{
    struct ending_work w = {calloc(SLOTS, sizeof *w.slots), SLOTS - 1, 0, 1 << 30};
    assert_non_null(w.slots);
    return w;
}

/* Every window says something true about the result, also with slots of other positions. */
static void endings_agree_with_the_rules(void **state)
{
    static const char *const games[] = {"cave", "cave:5x4", "cave:5x5", "cave:6x5",
                                        "cave:7x5"};
    struct random g = random_stream(7, 7);
    int count[3] = {0};
    (void)state;
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        const lus_rules *r = lus_rules_find(games[i]);
        struct ending_work w = new_work();
        for (int k = 0; k < 150; k++) {
            lus_game *game = random_ending(r, 4 + k % 6, &g);
            const lus_pos *p = lus_game_pos(game);
            int expected = plain_result(r, p, -1, 1), alpha = -1 + k % 2;
            int v = r->search.solve_ending(r, p, &w, alpha, alpha + 1);
            assert_true(v <= alpha ? expected <= v : expected >= v);
            assert_int_equal(r->search.solve_ending(r, p, &w, -1, 1), expected);
            count[expected + 1]++;
            lus_game_free(game);
        }
        free(w.slots);
    }
    assert_true(count[0] > 20 && count[1] > 100 && count[2] > 100);
}

/* All moves of the root have their results, and the report says how they were found. */
static void the_search_proves_endings(void **state)
{
    const struct search_limits limits = {.prove = true, .all_values = true, .depth = 2};
    const lus_rules *r = lus_rules_find("cave");
    struct random g = random_stream(8, 8);
    (void)state;
    for (int k = 0; k < 40; k++) {
        lus_game *game = random_ending(r, 4 + k % 6, &g);
        struct search_report report;
        assert_int_equal(search_run(game, 0, &limits, &report), 0);
        assert_true(report.exact && report.proved);
        assert_string_equal(report.how, "proved");
        for (int i = 0; i < report.n; i++) {
            lus_pos next = *lus_game_pos(game);
            int value = report.moves[i].value;
            r->play(r, &next, 0, report.moves[i].move);
            assert_int_equal((value >= VALUE_WIN) - (value <= -VALUE_WIN),
                             -plain_result(r, &next, -1, 1));
            assert_false(report.moves[i].bound);
            assert_true(i == 0 || value <= report.moves[i - 1].value);
        }
        lus_game_free(game);
    }
}

/* The best move first; of equal values, exact ones before bounds. */
static void check_order(const struct search_report *report)
{
    const struct root_move *m = report->moves;
    for (int i = 1; i < report->n; i++)
        assert_true(m[i - 1].value > m[i].value ||
                    (m[i - 1].value == m[i].value && m[i - 1].bound <= m[i].bound));
}

/* Without all_values the first move is best, and the others are at most as good. */
static void one_best_move_is_enough(void **state)
{
    const struct search_limits all = {.prove = true, .all_values = true},
                               best = {.prove = true};
    const lus_rules *r = lus_rules_find("cave");
    struct random g = random_stream(9, 9);
    (void)state;
    for (int k = 0; k < 60; k++) {
        lus_game *game = random_ending(r, 6 + k % 12, &g);
        struct search_report a, b;
        assert_true(ending_answer(game, &all, &a));
        assert_true(ending_answer(game, &best, &b));
        assert_int_equal(a.moves[0].value >= VALUE_WIN, b.moves[0].value >= VALUE_WIN);
        assert_int_equal(a.moves[0].value <= -VALUE_WIN, b.moves[0].value <= -VALUE_WIN);
        assert_false(b.moves[0].bound);
        check_order(&a);
        check_order(&b);
        lus_game_free(game);
    }
}

/* Not without `prove`, not with the classic evaluation, not with too few nodes or too many
   empty cells; then the search estimates as before. */
static void proofs_have_limits(void **state)
{
    const lus_rules *r = lus_rules_find("cave");
    struct random g = random_stream(10, 10);
    lus_game *ending = random_ending(r, 16, &g), *start = lus_game_new(r, NULL);
    struct search_report report;
    (void)state;
    assert_true(ending_answer(ending, &(struct search_limits){.prove = true}, &report));
    assert_false(ending_answer(ending, &(struct search_limits){.depth = 2}, &report));
    assert_false(ending_answer(
        ending, &(struct search_limits){.prove = true, .eval = "classic"}, &report));
    assert_false(ending_answer(
        ending, &(struct search_limits){.prove = true, .nodes = 100}, &report));
    assert_false(ending_answer(start, &(struct search_limits){.prove = true}, &report));
    assert_int_equal(search_run(ending, 0,
                                &(struct search_limits){.prove = true, .nodes = 100},
                                &report),
                     0);
    assert_false(report.exact || report.proved);
    lus_game_free(ending);
    lus_game_free(start);
}

/* 1,000 nodes, half of those of the move, are enough for most endings of 12 plies; longer ones
   are not tried. */
static void longer_endings_are_not_tried(void **state)
{
    const struct search_limits limits = {.prove = true, .nodes = 2000};
    const lus_rules *r = lus_rules_find("cave");
    struct random g = random_stream(12, 12);
    int proved[2] = {0};
    (void)state;
    for (int k = 0; k < 20; k++) {
        struct search_report report;
        lus_game *game = random_ending(r, 12 + k % 2, &g);
        proved[k % 2] += ending_answer(game, &limits, &report);
        lus_game_free(game);
    }
    assert_in_range(proved[0], 5, 10);
    assert_int_equal(proved[1], 0);
}

/* A search whose nodes do not suffice proves nothing; with one node more it may be enough. */
static void proofs_that_run_out_of_nodes_are_refused(void **state)
{
    const lus_rules *r = lus_rules_find("cave");
    struct random g = random_stream(11, 11);
    int refused = 0, proved = 0;
    (void)state;
    for (int k = 0; k < 12; k++) {
        lus_game *game = random_ending(r, 10, &g);
        for (uint64_t nodes = 2; nodes < 400; nodes += 2 + nodes / 8) {
            const struct search_limits limits = {
                .prove = true, .all_values = true, .nodes = nodes};
            struct search_report report;
            int status = ending_answer(game, &limits, &report);
            refused += status == 0;
            proved += status == 1;
            for (int i = 0; status && i < report.n; i++) {
                lus_pos next = *lus_game_pos(game);
                int value = report.moves[i].value;
                r->play(r, &next, 0, report.moves[i].move);
                assert_int_equal((value >= VALUE_WIN) - (value <= -VALUE_WIN),
                                 -plain_result(r, &next, -1, 1));
            }
        }
        lus_game_free(game);
    }
    assert_true(refused > 20 && proved > 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(endings_agree_with_the_rules),
        cmocka_unit_test(the_search_proves_endings),
        cmocka_unit_test(one_best_move_is_enough),
        cmocka_unit_test(proofs_have_limits),
        cmocka_unit_test(longer_endings_are_not_tried),
        cmocka_unit_test(proofs_that_run_out_of_nodes_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
