/* SPDX-License-Identifier: MIT */
/* test_bounds_search.c - searches with a table of bounds (awari:oware): values stay within
   them, pruning does not change values, and a player keeps what the table guarantees. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "analyse/tablebase_values.h"
#include "core/random.h"
#include "search/tablebase_root.h"
#include "search/value.h"
#include "solve/frame.h"
#include "support/sample_size.h"
#include "support/table_fixture.h"

enum { SMALL = 6, LARGE = 8 };

static const lus_rules *oware;
static struct tables *small_tables, *large_tables;

static struct tables *tables_of(int stones)
{
    char name[32], where[128];
    snprintf(name, sizeof name, "oware-%d", stones);
    snprintf(where, sizeof where, "%s/%s", fixture_folder, name);
    fixture_table("awari:oware", stones, name, 1, NULL);
    struct tables *ts = tables_open(where);
    assert_non_null(ts);
    return ts;
}

static int setup(void **state)
{
    oware = lus_rules_find("awari:oware");
    if (fixture_setup(state))
        return 1;
    if (frame_able()) {
        small_tables = tables_of(SMALL);
        large_tables = tables_of(LARGE);
    }
    return 0;
}

static int teardown(void **state)
{
    tables_close(small_tables);
    tables_close(large_tables);
    return fixture_teardown(state);
}

/* A random board of so many stones with a legal move; the others are in the stores. */
static lus_pos random_board(struct random *random, int stones)
{
    lus_move list[LUS_MAX_MOVES];
    lus_pos p;
    do {
        p = (lus_pos){{0, 0, (uint64_t)(48 - stones) / 2 * 0x101, 0}};
        for (int i = 0; i < stones; i++) {
            uint32_t pit = random_below(random, 12);
            p.w[pit / 6] += (uint64_t)1 << 8 * (pit % 6);
        }
    } while (lus_moves(oware, &p, 0, list) < 1);
    return p;
}

static struct search_report searched(const lus_pos *p, const struct search_limits *limits)
{
    struct search_report report = {0};
    lus_game *g = lus_game_new(oware, p);
    assert_int_equal(search_run(g, 0, limits, &report), 0);
    lus_game_free(g);
    return report;
}

/* The lead in stones of a decided value, without the depth that the search adds. */
static int lead_of(int value)
{
    int size = abs(value);
    size = size >= VALUE_WIN ? (size - VALUE_WIN) / VALUE_STONE : 0;
    return value < 0 ? -size : size;
}

/* With a table of 6 stones and boards of 8: plain and pruned searches agree, and what they
   prove does not contradict the bounds of 8 stones. */
static void pruning_changes_nothing(void **state)
{
    struct random random = random_stream(9, 1);
    const int asked = sample_size(300);
    int decided = 0, met = 0;
    (void)state;
    if (!frame_able())
        skip();
    for (int i = 0; i < asked; i++) {
        lus_pos p = random_board(&random, LARGE);
        struct search_limits limits = {
            .depth = 1 + i % 8,
            .plain = true,
            .all_values = true,
            .tablebase = tablebase_for_table(tables_at(small_tables, 0))};
        struct search_report plain = searched(&p, &limits);
        struct value_bounds b;
        limits.plain = false;
        limits.table_mb = -1;
        struct search_report pruned = searched(&p, &limits);
        assert_memory_equal(plain.moves, pruned.moves, sizeof plain.moves);
        limits.all_values = false;
        struct search_report best = searched(&p, &limits);
        if (best.n > 1) /* an only move is not searched */
            assert_int_equal(best.moves[0].value, plain.moves[0].value);
        assert_true(best.moves[0].move == plain.moves[0].move);
        assert_int_equal(tables_bounds(large_tables, oware, &p, &b), 1);
        int value = plain.moves[0].value;
        if (value >= VALUE_WIN)
            assert_true(lead_of(value) <= b.upper);
        if (value <= -VALUE_WIN)
            assert_true(lead_of(value) >= b.lower);
        decided += abs(value) >= VALUE_WIN;
        met += plain.stats.tablebase_hits > 0;
    }
    print_message("%d boards, %d decided, %d with a hit\n", asked, decided, met);
    assert_true(decided > asked / 10 && met > asked / 4);
}

/* A value without the VALUE_WIN of a decided game. */
static int stones_of(int value)
{
    return value >= VALUE_WIN    ? value - VALUE_WIN
           : value <= -VALUE_WIN ? value + VALUE_WIN
                                 : value;
}

/* Every root move that is searched is within its bounds, and so are the stones that an
   evaluation says; a search adds the depth to decided games. */
static void values_are_within_bounds(void **state)
{
    struct random random = random_stream(9, 2);
    const int asked = sample_size(200);
    int open = 0;
    (void)state;
    if (!frame_able())
        skip();
    for (int i = 0; i < asked; i++) {
        lus_pos p = random_board(&random, LARGE);
        struct search_limits limits = {
            .depth = 1 + i % 9,
            .all_values = true,
            .tablebase = tablebase_for_table(tables_at(large_tables, 0))};
        struct search_report report = searched(&p, &limits);
        lus_game *g = lus_game_new(oware, &p);
        for (int k = 0; k < report.n; k++) {
            int lower, upper, v = report.moves[k].value, depth = limits.depth;
            assert_true(tablebase_move_range(g, 0, report.moves[k].move,
                                             &limits.tablebase, &lower, &upper));
            assert_true(v >= lower - depth && v <= upper + depth);
            assert_true(stones_of(v) >= stones_of(lower) - depth &&
                        stones_of(v) <= stones_of(upper) + depth);
            open += lower < upper;
        }
        lus_game_free(g);
    }
    assert_true(open > asked / 2);
}

/* One move in four is random; the others leave the table's player the smallest guarantee. */
static lus_move opponent_move(const lus_game *g, struct random *random)
{
    const lus_pos *p = lus_game_pos(g);
    lus_move list[LUS_MAX_MOVES], best;
    int n = lus_moves(oware, p, 0, list), least = 99;
    best = list[random_below(random, (uint32_t)n)];
    if (random_below(random, 4) == 0)
        return best;
    for (int i = 0; i < n; i++) {
        struct value_bounds b;
        assert_int_equal(tables_move_bounds(large_tables, oware, p, 0, list[i], &b), 1);
        int worth = -(int)b.upper;
        if (worth < least) {
            least = worth;
            best = list[i];
        }
    }
    return best;
}

/* Plays from a board to the end; the lead of the table's player. */
static int play_out(lus_game *g, int side, int depth, struct random *random)
{
    const struct search_limits limits = {
        .depth = depth, .tablebase = tablebase_for_table(tables_at(large_tables, 0))};
    while (!lus_game_end(g).over) {
        struct search_report report;
        lus_move m;
        if (pos_side(lus_game_pos(g)) == side) {
            assert_int_equal(search_run(g, 0, &limits, &report), 0);
            m = report.moves[0].move;
        } else {
            m = opponent_move(g, random);
        }
        assert_true(lus_game_play(g, 0, m) >= 0);
    }
    lus_end end = lus_game_end(g);
    return end.score[side] - end.score[!side];
}

/* From boards of up to 8 stones the lead at the end is at least what the table guarantees at
   the beginning: a lead of -8 .. 8 that the majority (A6) may end earlier. */
static void guarantees_are_kept(void **state)
{
    struct random random = random_stream(9, 3);
    const int asked = sample_size(400);
    int forced = 0;
    (void)state;
    if (!frame_able())
        skip();
    for (int i = 0; i < asked; i++) {
        lus_pos p = random_board(&random, 2 + i % (LARGE - 1));
        struct value_bounds b;
        lus_game *g = lus_game_new(oware, &p);
        assert_int_equal(tables_bounds(large_tables, oware, &p, &b), 1);
        int lead = play_out(g, 0, 1 + i % 3, &random), lower = (int)b.lower;
        int result = (lead > 0) - (lead < 0), guaranteed = (lower > 0) - (lower < 0);
        if (result < guaranteed)
            print_message("board %d: guaranteed %d, got %d\n", i, lower, lead);
        assert_true(result >= guaranteed);
        forced += guaranteed >= 0;
        lus_game_free(g);
    }
    print_message("%d boards, %d at least drawn\n", asked, forced);
    assert_true(forced > asked / 5);
}

/* ---- progress ---- */

/* For each board of a layer whether the player who follows the search forces a capture. */
enum { UNSEEN, GOING, FORCED };
struct progress {
    struct table *t;
    struct search_limits limits;
    uint8_t *seen;
    int searched; /* boards that were not answered by exact values alone */
};

static struct value_bounds bounds_of(const struct progress *w, lus_pos p)
{
    struct value_bounds b;
    p.w[2] = 0;
    assert_int_equal(table_bounds(w->t, &p, &b), 1);
    return b;
}

/* Follows the search from a board on which it can force `lower` stones, against all replies
   that give nothing away; it must not come back to a board. */
static void force_capture(struct progress *w, lus_pos p)
{
    const struct table_info *info = table_info(w->t);
    lus_move list[LUS_MAX_MOVES];
    uint64_t rank;
    int layer;
    double lower = bounds_of(w, p).lower;
    p.w[3] = 0;
    assert_true(info->solver->index.rank(info->index, &p, &layer, &rank));
    assert_int_not_equal(w->seen[rank], GOING);
    if (w->seen[rank] == FORCED || !lus_moves(oware, &p, 0, list))
        return;
    w->seen[rank] = GOING;
    struct search_report report = searched(&p, &w->limits);
    w->searched += !report.exact;
    oware->play(oware, &p, 0, report.moves[0].move);
    if (!p.w[2]) {
        assert_true(-bounds_of(w, p).upper >= lower);
        int n = lus_moves(oware, &p, 0, list);
        for (int i = 0; i < n; i++) {
            lus_pos next = p;
            oware->play(oware, &next, 0, list[i]);
            if (!next.w[2] && bounds_of(w, next).lower <= lower)
                force_capture(w, next);
        }
    }
    w->seen[rank] = FORCED;
}

/* Every board of up to 6 stones on which the side to move can force a lead. */
static void guarantees_make_progress(void **state)
{
    struct progress w = {0};
    (void)state;
    if (!frame_able())
        skip();
    w.t = tables_at(large_tables, 0);
    w.limits = (struct search_limits){
        .depth = 1, .tablebase = tablebase_for_table(tables_at(large_tables, 0))};
    for (int stones = 1; stones <= SMALL; stones++) {
        uint64_t boards = table_layer(w.t, stones).positions;
        w.seen = calloc(boards, 1);
        assert_non_null(w.seen);
        for (uint64_t i = 0; i < boards; i++) {
            lus_pos p;
            table_info(w.t)->solver->index.unrank(table_info(w.t)->index, stones, i, &p);
            if (bounds_of(&w, p).lower > 0)
                force_capture(&w, p);
        }
        free(w.seen);
    }
    print_message("%d boards with moves that only have bounds\n", w.searched);
    assert_true(w.searched > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pruning_changes_nothing),
        cmocka_unit_test(values_are_within_bounds),
        cmocka_unit_test(guarantees_are_kept),
        cmocka_unit_test(guarantees_make_progress),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
