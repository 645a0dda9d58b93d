/* SPDX-License-Identifier: MIT */
/* test_search.c - the search compared with a plain expectiminimax: the same value and the
   same best move with every switch, table size and number of threads; limits. */
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
#include "support/reference_search.h"
#include "support/sample_size.h"

/* ---- the comparison ---- */

/* The largest depth at which the reference search visits at most `lines` leaves. */
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
                    int variant, const void *network)
{
    const lus_rules *r = lus_game_rules(g);
    const lus_pos *p = lus_game_pos(g);
    struct reference_search reference = {r, eval != NULL, pos_side(p), network};
    struct search_limits limits = variants[variant];
    struct search_report report;
    char text[LUS_MAX_TEXT], move[LUS_MAX_TEXT];
    lus_move list[LUS_MAX_MOVES];
    int n = lus_moves(r, p, throw, list), best = INT32_MIN, first = 0;
    limits.depth = depth;
    limits.eval = eval;
    assert_int_equal(search_run(g, throw, &limits, &report), 0);
    for (int i = 0; i < n; i++) {
        int v = reference_move_value(&reference, p, throw, list[i], depth);
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
        print_error("%s %s depth %d variant %d: value %d, expected %d %s\n",
                    lus_rules_name(r), text, depth, variant, report.moves[0].value, best,
                    move);
    assert_int_equal(report.moves[0].value, best);
    assert_true(report.moves[0].move == list[first]); /* ties: the first listed */
    assert_int_equal(report.depth, depth);
}

enum { POSITIONS = 2000, VARIANTS = sizeof variants / sizeof variants[0] };

static void agrees_with_the_reference(void **state)
{
    const lus_rules *r = *state;
    struct random rng = random_stream(20261115, 0);
    void *network = reference_network(r);
    for (int k = 0; k < sample_size(POSITIONS);) {
        lus_pos p;
        int throw, most = r->dice.sticks ? 4 : 6;
        if (!random_position(r, &rng, &p, &throw))
            continue;
        int depth = affordable(r, &p, throw, most, k % 20 ? 3000 : 60000);
        lus_game *g = lus_game_new(r, &p);
        compare(g, throw, depth, NULL, k % VARIANTS, network);
        if (k % 4 == 0)
            compare(g, throw, 1 + k / 4 % depth, "classic", k / 4 % VARIANTS, network);
        lus_game_free(g);
        k++;
    }
    free(network);
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

static void node_limits_hold_and_are_repeatable(void **state)
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

/* A clock that advances by a millisecond whenever it is read, so that tests do not depend
   on the speed of the machine.  Reading number `stop_at` stops the search, as another
   thread would. */
static _Atomic int clock_reads, probes, stop_at;
static _Atomic bool stop;

static double read_clock(void)
{
    if (stop_at && clock_reads + 1 >= stop_at)
        stop = true; /* before counting: the other thread may read the clock */
    return ++clock_reads;
}

static bool empty_tablebase(void *context, const lus_rules *r, const lus_pos *p,
                            int *value)
{
    (void)context, (void)r, (void)p, (void)value;
    probes++;
    return false;
}

enum { NODES_PER_CHECK = 1000, PROBES_PER_CHECK = 32, MAX_READS = 6 };

/* Every search reads the clock after a bounded number of nodes, stops there and returns a
   legal move. */
static void check_clock_reads(const lus_rules *r, struct search_limits limits)
{
    struct search_report report;
    lus_move list[LUS_MAX_MOVES];
    struct random rng = random_stream(3, 0);
    lus_pos p;
    int throw, legal = 0, threads = limits.threads > 1 ? 2 : 1;
    while (!random_position(r, &rng, &p, &throw))
        ;
    lus_game *g = lus_game_new(r, &p);
    limits.now_ms = read_clock;
    limits.stop = &stop;
    clock_reads = probes = 0;
    stop = false;
    assert_int_equal(search_run(g, throw, &limits, &report), 0);
    uint64_t nodes = report.stats.nodes[0] + report.stats.nodes[1] + report.stats.chance;
    /* One at the start, one at the end, and one of the other thread. */
    assert_true(clock_reads <= MAX_READS + 2 + threads);
    assert_true(nodes <= (uint64_t)(clock_reads + 2 * threads) * NODES_PER_CHECK);
    assert_true(probes <= (clock_reads + threads + 2) * PROBES_PER_CHECK ||
                !limits.tablebase.max_material);
    for (int i = 0; i < lus_moves(r, &p, throw, list); i++)
        legal += list[i] == report.moves[0].move;
    assert_int_equal(legal, 1);
    lus_game_free(g);
}

static void limits_are_checked_often(void **state)
{
    const lus_rules *r;
    (void)state;
    for (int i = 0; (r = lus_rules_at(i)); i++)
        for (int k = 0; k < 4 * VARIANTS; k++) {
            struct search_limits limits = variants[k % VARIANTS];
            bool stopped = k / VARIANTS % 2, tablebase = k / VARIANTS / 2;
            limits.eval = tablebase || k % 2 ? NULL : "classic";
            limits.time_ms = stopped ? 1 << 20 : MAX_READS;
            stop_at = stopped ? MAX_READS : 0;
            if (tablebase)
                limits.tablebase = (struct search_tablebase){.probe = empty_tablebase,
                                                             .max_material = 99};
            check_clock_reads(r, limits);
        }
}

/* Cave has no material: all its positions may be in a tablebase, also in one of size 0. */
static void positions_without_material_are_probed(void **state)
{
    lus_game *g = lus_game_new(lus_rules_find("cave:5x4"), NULL);
    int counted[2];
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct search_limits limits = {
            .depth = 3,
            .table_mb = 1,
            .tablebase = {.probe = empty_tablebase, .max_material = 20 * i}};
        struct search_report report;
        probes = 0;
        assert_int_equal(search_run(g, 0, &limits, &report), 0);
        counted[i] = probes;
    }
    assert_true(counted[0] > 20);
    assert_int_equal(counted[0], counted[1]);
    lus_game_free(g);
}

/* Awari reaches more depth with late-move reduction; other games do not use it. */
static void selective_search_reaches_more_depth(void **state)
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
        limits.selective = true;
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

static void a_stopped_search_has_moves_and_one_ply_if_probes(void **state)
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

/* A plain search evaluates every position at its depth. */
static void a_plain_search_has_every_leaf(void **state)
{
    static const char *const names[] = {"awari", "cave:5x3"};
    (void)state;
    for (int i = 0; i < 2; i++) {
        const lus_rules *r = lus_rules_find(names[i]);
        lus_game *g = lus_game_new(r, NULL);
        struct search_limits limits = {.depth = 4, .plain = true};
        struct search_report report;
        lus_pos p;
        lus_start(r, &p);
        assert_int_equal(search_run(g, 0, &limits, &report), 0);
        assert_int_equal(report.stats.leaves, lus_perft(r, &p, 0, 4));
        assert_int_equal(report.stats.hits, 0);
        lus_game_free(g);
    }
}

static void a_table_is_used_unless_refused(void **state)
{
    lus_game *g = lus_game_new(lus_rules_find("awari"), NULL);
    struct search_limits limits = {.depth = 9};
    struct search_report with, without;
    (void)state;
    assert_int_equal(search_run(g, 0, &limits, &with), 0);
    limits.table_mb = -1;
    assert_int_equal(search_run(g, 0, &limits, &without), 0);
    assert_true(with.stats.hits > 0 && without.stats.hits == 0);
    assert_int_equal(with.moves[0].value, without.moves[0].value);
    lus_game_free(g);
}

/* Shallow searches have small tables. */
static void tables_grow_with_the_depth(void **state)
{
    static const struct {
        const char *rules;
        int depth, table_mb, wanted;
    } cases[] = {{"ur", 1, 0, 1},    {"ur", 5, 0, 1},    {"ur", 6, 0, 4},
                 {"ur", 7, 0, 16},   {"ur", 0, 0, 16},   {"ur", 5, 3, 3},
                 {"awari", 8, 0, 1}, {"awari", 9, 0, 4}, {"awari", 10, 0, 16}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct search_limits limits = {.depth = cases[i].depth,
                                       .table_mb = cases[i].table_mb};
        assert_int_equal(search_table_mb(lus_rules_find(cases[i].rules), &limits),
                         cases[i].wanted);
    }
}

int main(void)
{
    enum { MAX_TESTS = 64 };
    struct CMUnitTest tests[MAX_TESTS] = {
        cmocka_unit_test(one_move_needs_no_search),
        cmocka_unit_test(a_plain_search_has_every_leaf),
        cmocka_unit_test(a_table_is_used_unless_refused),
        cmocka_unit_test(tables_grow_with_the_depth),
        cmocka_unit_test(node_limits_hold_and_are_repeatable),
        cmocka_unit_test(limits_are_checked_often),
        cmocka_unit_test(a_stopped_search_has_moves_and_one_ply_if_probes),
        cmocka_unit_test(positions_without_material_are_probed),
        cmocka_unit_test(selective_search_reaches_more_depth),
        cmocka_unit_test(the_table_move_is_searched_first),
    };
    static char names[MAX_TESTS][64];
    const lus_rules *r;
    size_t n = 0;
    while (tests[n].name)
        n++;
    for (int i = 0; (r = lus_rules_at(i)) && n < MAX_TESTS; i++, n++) {
        snprintf(names[n], sizeof names[n], "%s agrees with the reference search",
                 lus_rules_name(r));
        tests[n] = (struct CMUnitTest){.name = names[n],
                                       .test_func = agrees_with_the_reference,
                                       .initial_state = (void *)(uintptr_t)r};
    }
    return _cmocka_run_group_tests("search", tests, n, NULL, NULL);
}
