/* SPDX-License-Identifier: MIT */
/* test_puzzle.c - puzzles: the named move is best by a deeper search and by exact values,
   seeds repeat, ratings are what the levels do, and mistakes of games become puzzles. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "analyse/puzzle.h"
#include "analyse/tablebase_values.h"
#include "core/random.h"
#include "solve/frame.h"
#include "support/sample_size.h"
#include "support/table_fixture.h"

static struct puzzle generated(const lus_rules *r, uint64_t seed, int level)
{
    struct puzzle_limits limits = {.level = level};
    struct puzzle z;
    assert_int_equal(puzzle_generate(r, seed, &limits, &z), PUZZLE_OK);
    return z;
}

static struct search_report searched(const struct puzzle *z, struct search_limits limits)
{
    struct search_report report;
    lus_game *g = lus_game_new(z->rules, &z->pos);
    assert_int_equal(search_run(g, z->throw, &limits, &report), 0);
    lus_game_free(g);
    return report;
}

static int64_t value_of(const struct puzzle *z, lus_move m)
{
    for (int i = 0; i < z->values.n; i++)
        if (z->values.list[i].move == m)
            return z->values.list[i].value;
    fail();
    return 0;
}

/* ---- generated puzzles of every rule set ---- */

/* The values are in order, the margin is that of the first two or smaller, and large
   enough; the simple player goes wrong by at least as much. */
static void check_margin(const struct puzzle *z)
{
    lus_move list[LUS_MAX_MOVES];
    const struct move_value *value = z->values.list;
    assert_int_equal(lus_moves(z->rules, &z->pos, z->throw, list), z->values.n);
    for (int i = 1; i < z->values.n; i++)
        assert_true(value[i - 1].value >= value[i].value);
    assert_true(z->margin <= value[0].value - value[1].value);
    assert_true(z->margin >= puzzle_threshold(z->rules));
    assert_true(value[0].value - value_of(z, z->simple) >= puzzle_threshold(z->rules));
    assert_true(
        z->simple ==
        searched(z, (struct search_limits){.depth = 1, .table_mb = -1, .eval = "classic"})
            .moves[0]
            .move);
}

/* A search deeper than those that confirmed the puzzle, with other settings. */
static void check_deeper(const struct puzzle *z)
{
    struct search_limits limits = {.depth = z->depth[1] + 1, .table_mb = 8};
    assert_int_equal(z->depth[0] + 1, z->depth[1]);
    assert_true(z->values.list[0].move == searched(z, limits).moves[0].move);
}

/* Every level from the rating on plays the move in 3 of 4 games, the one below does not. */
static void check_rating(const struct puzzle *z)
{
    assert_in_range(z->level, 1, N_LEVELS);
    for (int level = z->level; level <= N_LEVELS; level++)
        assert_in_range(z->solved[level - 1], 75, 100);
    if (z->level > 1)
        assert_in_range(z->solved[z->level - 2], 0, 74);
    for (int level = 1; level <= N_LEVELS; level++) {
        struct level strength = level_at(z->rules, level);
        struct search_limits limits = {.depth = strength.depth,
                                       .all_values = strength.noise > 0};
        struct search_report report = searched(z, limits);
        int found = 0, games = 400;
        for (int i = 0; i < games; i++) {
            int at = level_choose(z->rules, &report, &z->pos, strength.noise,
                                  977 + 31 * (uint64_t)i);
            found += report.moves[at].move == z->values.list[0].move;
        }
        assert_in_range(z->solved[level - 1] + 20 - 100 * found / games, 0, 40);
    }
}

static void generated_puzzles(void **state)
{
    const lus_rules *r;
    (void)state;
    for (int i = 0; (r = lus_rules_at(i)); i++)
        for (uint64_t seed = 0; seed <= (uint64_t)sample_size(1); seed++) {
            struct puzzle z = generated(r, seed, 0);
            assert_int_equal(z.origin, PUZZLE_GENERATED);
            assert_false(z.values.exact);
            check_margin(&z);
            check_deeper(&z);
            check_rating(&z);
        }
}

static void seeds_repeat(void **state)
{
    const lus_rules *r;
    (void)state;
    for (int i = 0; (r = lus_rules_at(i)); i += 3) {
        struct puzzle a = generated(r, 11, 3), b = generated(r, 11, 3),
                      c = generated(r, 12, 3);
        assert_memory_equal(&a.pos, &b.pos, sizeof a.pos);
        assert_int_equal(a.throw, b.throw);
        assert_true(a.values.list[0].move == b.values.list[0].move);
        assert_true(a.margin == b.margin && a.level == b.level && a.ply == b.ply);
        assert_true(memcmp(&a.pos, &c.pos, sizeof a.pos) || a.throw != c.throw);
    }
}

/* The rating asked for is found where it is common. */
static void level_asked_for(void **state)
{
    static const struct {
        const char *game;
        int level;
    } common[] = {{"ur", 2},   {"ur", 3},    {"ur", 4},      {"awari", 5},
                  {"cave", 2}, {"awari", 4}, {"ur:aseb", 2}, {"senet:blockade", 1}};
    (void)state;
    for (size_t i = 0; i < sizeof common / sizeof common[0]; i++) {
        struct puzzle z = generated(lus_rules_find(common[i].game), 5, common[i].level);
        assert_int_equal(z.level, common[i].level);
    }
}

/* ---- exact margins ---- */

/* With a table of small endgames the margin is the difference of its values. */
static void exact_margins(void **state)
{
    const lus_rules *r = lus_rules_find("ur:finkel");
    struct random g = random_stream(3, 0);
    int found = 0;
    (void)state;
    if (!frame_able())
        skip();
    fixture_table("ur:finkel", 2, "two", 1, NULL);
    char where[128];
    snprintf(where, sizeof where, "%s/two", fixture_folder);
    struct tables *ts = tables_open(where);
    struct puzzle_limits limits = {.tablebase = tablebase_source_of(ts)};
    for (int i = 0; i < 3000; i++) {
        struct puzzle z;
        lus_pos p;
        r->start_with(r, 2, &p);
        for (int ply = (int)random_below(&g, 40); ply > 0; ply--)
            r->search.play_random(r, &p, random_throw(r, &g),
                                  (uint32_t)(random_next(&g) >> (64 - PICK_BITS)));
        int throw = random_throw(r, &g);
        if (lus_result(r, &p) != LUS_ONGOING ||
            puzzle_judge(r, &p, throw, &limits, &z) != PUZZLE_OK)
            continue;
        double best = 0, second = 0;
        found++;
        assert_true(z.values.exact);
        assert_int_equal(z.depth[1], 0);
        assert_int_equal(
            tables_move_value(ts, r, &p, throw, z.values.list[0].move, &best), 1);
        assert_int_equal(
            tables_move_value(ts, r, &p, throw, z.values.list[1].move, &second), 1);
        assert_true(llabs(z.margin - (int64_t)((best - second) * 1e12)) < 10);
    }
    assert_in_range(found, 20, 3000);
    tables_close(ts);
}

/* ---- mistakes of a game ---- */

static void mistakes_of_a_game(void **state)
{
    const lus_rules *r = lus_rules_find("awari");
    struct review_limits how = {.search.depth = 6};
    struct puzzle_limits limits = {0};
    lus_game *g = lus_game_new(r, NULL);
    struct random random = random_stream(9, 1);
    struct review *v;
    int64_t last = INT64_MAX;
    int n = 0, skip = 0;
    (void)state;
    while (!lus_game_end(g).over && lus_game_plies(g) < 40) {
        lus_move list[LUS_MAX_MOVES];
        int count = lus_moves(r, lus_game_pos(g), 0, list);
        lus_game_play(g, 0, list[random_below(&random, (uint32_t)count)]);
    }
    assert_int_equal(review(g, &how, &v), 0);
    for (struct puzzle z; puzzle_of_review(v, 1, &skip, &limits, &z) == PUZZLE_OK;) {
        const struct review_ply *ply = &v->ply[z.ply];
        assert_int_equal(z.origin, PUZZLE_REVIEWED);
        assert_int_equal(ply->player, 1);
        assert_memory_equal(&ply->pos, &z.pos, sizeof z.pos);
        assert_true(z.played == ply->move && ply->loss <= last);
        assert_true(ply->loss >= puzzle_threshold(r));
        last = ply->loss;
        skip = ++n;
    }
    assert_in_range(n, 2, 20);
    assert_int_equal(skip, 0);
    free(v);
    lus_game_free(g);
}

/* ---- positions that are not puzzles ---- */

static void not_puzzles(void **state)
{
    const lus_rules *ur = lus_rules_find("ur"), *cave = lus_rules_find("cave");
    struct puzzle_limits limits = {0};
    struct puzzle z;
    lus_pos p;
    (void)state;
    lus_start(ur, &p);
    assert_int_equal(puzzle_judge(ur, &p, 2, &limits, &z), PUZZLE_FORCED);
    assert_int_equal(puzzle_judge(ur, &p, 9, &limits, &z), LUS_ERANGE);
    lus_start(cave, &p);
    assert_int_equal(puzzle_judge(cave, &p, 0, &limits, &z), PUZZLE_UNCLEAR);
}

static void days_of_repetition(void **state)
{
    static const int days[] = {1, 3, 7, 16, 35};
    (void)state;
    assert_int_equal(puzzle_repetitions(), 5);
    for (int i = 0; i < 5; i++)
        assert_int_equal(puzzle_days(i), days[i]);
    assert_int_equal(puzzle_days(-1), 1);
    assert_int_equal(puzzle_days(5), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(generated_puzzles),  cmocka_unit_test(seeds_repeat),
        cmocka_unit_test(level_asked_for),    cmocka_unit_test(exact_margins),
        cmocka_unit_test(mistakes_of_a_game), cmocka_unit_test(not_puzzles),
        cmocka_unit_test(days_of_repetition),
    };
    return cmocka_run_group_tests(tests, fixture_setup, fixture_teardown);
}
