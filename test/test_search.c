/* SPDX-License-Identifier: MIT */
/* test_search.c - the search against a plain one that shares nothing with it but the
   rules and the evaluation: the same value to the last bit and an equally good move,
   with every switch, table size and number of threads. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "core/random.h"
#include "search/alphabeta_internal.h"
#include "search/search.h"
#include "support/judge.h"
#include "support/sample_size.h"

/* ---- the comparison ---- */

/* The deepest the judge can look in a moment. */
static int affordable(const lus_rules *r, const lus_pos *p, int throw, int most,
                      uint64_t lines)
{
    int depth = 1;
    while (depth < most && lus_perft(r, p, throw, depth + 1) <= lines)
        depth++;
    return depth;
}

static const struct search_limits variants[] = {
    {.table_mb = 1},
    {.table_mb = -1},
    {.table_mb = 1, .all_values = true},
    {.table_mb = -1, .no_order = true},
    {.table_mb = 4, .no_star2 = true},
    {.table_mb = 1, .threads = 2},
    {.plain = true},
};

static void compare(const lus_game *g, int throw, int depth, const char *eval,
                    int variant, const void *rows)
{
    const lus_rules *r = lus_game_rules(g);
    const lus_pos *p = lus_game_pos(g);
    struct judge j = {r, eval != NULL, pos_side(p), rows};
    struct search_limits limits = variants[variant];
    struct search_report report;
    char text[LUS_MAX_TEXT], move[LUS_MAX_TEXT];
    lus_move list[LUS_MAX_MOVES];
    int n = lus_moves(r, p, throw, list), best = INT32_MIN, first = 0;
    limits.depth = depth;
    limits.eval = eval;
    assert_int_equal(search_run(g, throw, &limits, &report), 0);
    for (int i = 0; i < n; i++) {
        int v = judge_move(&j, p, throw, list[i], depth);
        if (v > best) {
            best = v;
            first = i;
        }
        for (int k = 0; k < n && limits.all_values; k++)
            if (report.moves[k].move == list[i])
                assert_int_equal(report.moves[k].value, v);
    }
    lus_pos_format(r, p, throw, text);
    lus_move_format(r, p, list[first], move);
    if (report.moves[0].value != best || report.moves[0].move != list[first])
        print_error("%s %s depth %d variant %d: value %d, judge %d %s\n",
                    lus_rules_name(r), text, depth, variant, report.moves[0].value, best,
                    move);
    assert_int_equal(report.moves[0].value, best);
    assert_true(report.moves[0].move == list[first]); /* ties: the first listed */
    assert_int_equal(report.depth, depth);
}

enum { POSITIONS = 2000, VARIANTS = sizeof variants / sizeof variants[0] };

static void agrees_with_the_judge(void **state)
{
    const lus_rules *r = *state;
    struct random rng = random_stream(20261115, 0);
    void *rows = judge_rows(r);
    for (int k = 0; k < sample_size(POSITIONS);) {
        lus_pos p;
        int throw, most = r->dice.sticks ? 4 : 6;
        if (!random_position(r, &rng, &p, &throw))
            continue;
        int depth = affordable(r, &p, throw, most, k % 20 ? 3000 : 60000);
        lus_game *g = lus_game_new(r, &p);
        compare(g, throw, depth, NULL, k % VARIANTS, rows);
        if (k % 4 == 0)
            compare(g, throw, 1 + k / 4 % depth, "classic", k / 4 % VARIANTS, rows);
        lus_game_free(g);
        k++;
    }
    free(rows);
}

/* ---- limits ---- */

static void one_move_needs_no_search(void **state)
{
    const lus_rules *r = lus_rules_find("ur:finkel");
    struct search_limits limits = {.depth = 30};
    struct search_report report;
    lus_game *g = lus_game_new(r, NULL);
    (void)state;
    assert_int_equal(search_run(g, 2, &limits, &report), 0);
    assert_string_equal(report.how, "only move");
    assert_int_equal(report.stats.leaves, 0);
    assert_int_equal(search_run(g, 0, &limits, &report), LUS_ESTATE);
    assert_int_equal(search_run(g, 7, &limits, &report), LUS_ERANGE);
    lus_game_free(g);
}

static void nodes_are_a_limit_and_repeat(void **state)
{
    const lus_rules *r;
    (void)state;
    for (int i = 0; (r = lus_rules_at(i)); i++) {
        struct search_report a, b;
        lus_move list[LUS_MAX_MOVES];
        lus_game *g = lus_game_new(r, NULL);
        while (lus_game_needs_rolloff(g))
            lus_game_rolloff(g, 1);
        int throw = r->dice.throws[r->dice.n_throws / 2].value;
        if (lus_moves(r, lus_game_pos(g), throw, list) > 1) {
            struct search_limits limits = {.nodes = 20000, .table_mb = 1};
            assert_int_equal(search_run(g, throw, &limits, &a), 0);
            assert_int_equal(search_run(g, throw, &limits, &b), 0);
            uint64_t nodes = a.stats.nodes[0] + a.stats.nodes[1] + a.stats.chance;
            assert_true(nodes <= 20000 + 100);
            assert_true(a.moves[0].move == b.moves[0].move);
            assert_memory_equal(&a.stats, &b.stats, sizeof a.stats);
        }
        lus_game_free(g);
    }
}

/* A clock that moves when it is looked at: a millisecond is a look, whatever the
   machine is doing.  At look `stop_at` it stops the search as another thread would. */
static _Atomic int looks, asked, stop_at;
static _Atomic bool stop;

static double look(void)
{
    if (stop_at && looks + 1 >= stop_at)
        stop = true; /* before it counts: the other thread may look meanwhile */
    return ++looks;
}

static bool ask_nothing(void *of, const lus_rules *r, const lus_pos *p, int *value)
{
    (void)of, (void)r, (void)p, (void)value;
    asked++;
    return false;
}

enum { NODES_A_LOOK = 1000, ASKS_A_LOOK = 32, MOST_LOOKS = 6 };

/* Whatever is searched, and however, it looks at the clock every so many nodes and stops
   there with a legal move. */
static void search_by_looks(const lus_rules *r, struct search_limits limits)
{
    struct search_report report;
    lus_move list[LUS_MAX_MOVES];
    struct random rng = random_stream(3, 0);
    lus_pos p;
    int throw, known = 0, threads = limits.threads > 1 ? 2 : 1;
    while (!random_position(r, &rng, &p, &throw))
        ;
    lus_game *g = lus_game_new(r, &p);
    limits.now_ms = look;
    limits.stop = &stop;
    looks = asked = 0;
    stop = false;
    assert_int_equal(search_run(g, throw, &limits, &report), 0);
    uint64_t nodes = report.stats.nodes[0] + report.stats.nodes[1] + report.stats.chance;
    /* One look at the beginning, one at the end, and one of the other thread. */
    assert_true(looks <= MOST_LOOKS + 2 + threads);
    assert_true(nodes <= (uint64_t)(looks + 2 * threads) * NODES_A_LOOK);
    assert_true(asked <= (looks + threads + 2) * ASKS_A_LOOK ||
                !limits.tablebase.max_material);
    for (int i = 0; i < lus_moves(r, &p, throw, list); i++)
        known += list[i] == report.moves[0].move;
    assert_int_equal(known, 1);
    lus_game_free(g);
}

static void limits_are_looked_at(void **state)
{
    const lus_rules *r;
    (void)state;
    for (int i = 0; (r = lus_rules_at(i)); i++)
        for (int k = 0; k < 4 * VARIANTS; k++) {
            struct search_limits limits = variants[k % VARIANTS];
            bool stopped = k / VARIANTS % 2, asks = k / VARIANTS / 2;
            limits.eval = asks || k % 2 ? NULL : "classic";
            limits.time_ms = stopped ? 1 << 20 : MOST_LOOKS;
            stop_at = stopped ? MOST_LOOKS : 0;
            if (asks)
                limits.tablebase = (struct search_tablebase){ask_nothing, NULL, 99};
            search_by_looks(r, limits);
        }
}

/* Awari looks deeper with reductions, other games do not know them. */
static void reductions_look_deeper(void **state)
{
    static const char *const games[] = {"awari", "cave:5x4", "ur:finkel"};
    (void)state;
    for (int i = 0; i < 3; i++) {
        const lus_rules *r = lus_rules_find(games[i]);
        struct search_limits limits = {.nodes = 100000, .table_mb = 1};
        struct search_report full, reduced;
        struct random rng = random_stream(4, 0);
        lus_pos p;
        int throw;
        while (!random_position(r, &rng, &p, &throw))
            ;
        lus_game *g = lus_game_new(r, &p);
        assert_int_equal(search_run(g, throw, &limits, &full), 0);
        limits.late_move_reduction = true;
        assert_int_equal(search_run(g, throw, &limits, &reduced), 0);
        if (i == 0)
            assert_true(reduced.depth > full.depth);
        else
            assert_memory_equal(&reduced.stats, &full.stats, sizeof full.stats);
        lus_game_free(g);
    }
}

static int largest_order_score(const lus_rules *r, const lus_pos *p, lus_move m,
                               const lus_pos *next)
{
    (void)r, (void)p, (void)m, (void)next;
    return 1000;
}

/* Whatever the game's order scores are: 512 << 20 used to overflow. */
static void the_table_move_is_searched_first(void **state)
{
    static struct search s;
    lus_rules r = *lus_rules_find("awari");
    struct scored_child child[LUS_MAX_MOVES];
    lus_move list[LUS_MAX_MOVES];
    uint8_t order[] = {0, 1, 2, 3, 4, 5};
    lus_pos p;
    (void)state;
    r.search.order_score = largest_order_score;
    lus_start(&r, &p);
    int n = lus_moves(&r, &p, 0, list), table_move = 4;
    assert_int_equal(n, 6);
    play_children(&r, &s, &p, list, n, table_move, TABLE_DEPTH - 1, child);
    assert_int_equal(pick_next(child, order, 0, n)->index, table_move);
}

static void a_stopped_search_has_moves_and_one_ply_if_asked(void **state)
{
    const lus_rules *r = lus_rules_find("awari");
    struct search_limits limits = {.depth = 20, .plain = true, .stop = &stop};
    struct search_report report;
    lus_game *g = lus_game_new(r, NULL);
    (void)state;
    stop = true; /* a plain search begins with its last iteration */
    assert_int_equal(search_run(g, 0, &limits, &report), 0);
    assert_true(report.timed_out);
    assert_int_equal(report.n, 6);
    assert_int_equal(report.depth, 0);
    assert_int_equal(search_at_least_one_ply(g, 0, &limits, &report), 0);
    assert_int_equal(report.depth, 1);
    lus_game_free(g);
}

int main(void)
{
    enum { MOST = 64 };
    struct CMUnitTest tests[MOST] = {
        cmocka_unit_test(one_move_needs_no_search),
        cmocka_unit_test(nodes_are_a_limit_and_repeat),
        cmocka_unit_test(limits_are_looked_at),
        cmocka_unit_test(a_stopped_search_has_moves_and_one_ply_if_asked),
        cmocka_unit_test(reductions_look_deeper),
        cmocka_unit_test(the_table_move_is_searched_first),
    };
    static char names[MOST][64];
    const lus_rules *r;
    size_t n = 6;
    for (int i = 0; (r = lus_rules_at(i)) && n < MOST; i++, n++) {
        snprintf(names[n], sizeof names[n], "%s agrees with the judge",
                 lus_rules_name(r));
        tests[n] = (struct CMUnitTest){.name = names[n],
                                       .test_func = agrees_with_the_judge,
                                       .initial_state = (void *)(uintptr_t)r};
    }
    return _cmocka_run_group_tests("search", tests, n, NULL, NULL);
}
