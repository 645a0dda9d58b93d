/* SPDX-License-Identifier: MIT */
/* test_api_puzzles.c - public rollouts and puzzles have the numbers of the program's. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "analyse/puzzle.h"
#include "analyse/rollout.h"

static const char place[] = "6---x----------0:6----x---------0:L:2";

static lus_pos position(int *thrown)
{
    lus_pos p;
    assert_int_equal(lus_pos_parse(lus_rules_find("ur"), place, &p, thrown, NULL), 0);
    return p;
}

/* ---- rollouts ---- */

static void rollout_is_that_of_the_program(void **state)
{
    const lus_rules *r = lus_rules_find("ur");
    lus_rollout_limits limits = {.games = 512, .seed = 3, .truncate = 6};
    struct rollout_limits own = {.games = 512, .seed = 3, .truncate = 6};
    struct rollout *expected;
    lus_rollout *x = NULL;
    lus_rollout_move m;
    size_t n;
    int thrown;
    lus_pos p = position(&thrown);
    (void)state;
    assert_int_equal(lus_rollout_new(r, &p, thrown, &limits, &x), 0);
    assert_int_equal(rollout_run(r, &p, thrown, &own, &expected), 0);
    assert_int_equal(lus_rollout_games(x), 512);
    assert_int_equal(lus_rollout_count(x), expected->n);
    for (int i = 0; i < expected->n; i++) {
        const struct rollout_move *e = &expected->move[i];
        assert_int_equal(lus_rollout_at(x, i, &m), 0);
        assert_true(m.move == e->move && m.win == e->win.mean && m.error == e->win.error);
        assert_true(m.plain_win == e->unadjusted.mean && m.loss == e->loss.mean);
        assert_true(m.plain_error == e->unadjusted.error &&
                    m.loss_error == e->loss.error);
        assert_true(m.plies == e->plies && m.truncated == e->truncated);
    }
    char *json = lus_rollout_json(x, &n);
    assert_int_equal(n, strlen(json));
    assert_memory_equal(json, "{\"schema\":\"lusoria.rollout/1\"", 29);
    lus_free(json);
    free(expected);
    lus_rollout_free(x);
}

static void rollout_refuses(void **state)
{
    static const lus_rollout_limits bad[] = {
        {.games = -1}, {.depth = 7}, {.truncate = -1}, {.error = -1}, {.reserved[3] = 1}};
    const lus_rules *r = lus_rules_find("ur"), *awari = lus_rules_find("awari");
    lus_rollout *x = NULL;
    int thrown;
    lus_pos p = position(&thrown), start;
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_int_equal(lus_rollout_new(r, &p, thrown, &bad[i], &x), LUS_ERANGE);
    assert_int_equal(lus_rollout_new(r, &p, 9, NULL, &x), LUS_ERANGE);
    lus_start(awari, &start);
    assert_int_equal(lus_rollout_new(awari, &start, 0, NULL, &x), LUS_ESTATE);
    assert_null(x);
    assert_int_equal(lus_rollout_count(NULL), LUS_ERANGE);
}

/* ---- puzzles ---- */

static void check_puzzle(const lus_puzzle *z, const struct puzzle *e)
{
    lus_puzzle_info info;
    lus_move m;
    double value, last = 0;
    size_t n;
    assert_int_equal(lus_puzzle_info_of(z, &info), 0);
    assert_ptr_equal(info.rules, e->rules);
    assert_memory_equal(&info.pos, &e->pos, sizeof e->pos);
    assert_true(info.thrown == e->throw &&info.level == e->level);
    assert_true(info.best == e->values.list[0].move && info.simple == e->simple);
    assert_true(info.margin == (double)e->margin / (double)REVIEW_ONE);
    assert_memory_equal(info.solved, e->solved, sizeof e->solved);
    assert_int_equal(lus_puzzle_count(z), e->values.n);
    for (int i = 0; i < e->values.n; i++) {
        assert_int_equal(lus_puzzle_at(z, i, &m, &value), 0);
        assert_true(m == e->values.list[i].move && (i == 0 || value <= last));
        last = value;
    }
    assert_int_equal(lus_puzzle_at(z, e->values.n, &m, &value), LUS_ERANGE);
    char *json = lus_puzzle_json(z, &n);
    assert_int_equal(n, strlen(json));
    assert_memory_equal(json, "{\"schema\":\"lusoria.puzzle/1\",\"puzzle\":true", 42);
    lus_free(json);
}

/* The generated puzzle, and the judgement of its position. */
static void puzzle_is_that_of_the_program(void **state)
{
    const lus_rules *r = lus_rules_find("ur:blitz");
    lus_puzzle_limits limits = {.nodes = 2000};
    struct puzzle_limits own = {.nodes = 2000};
    struct puzzle expected;
    lus_puzzle *z = NULL, *again = NULL;
    (void)state;
    assert_int_equal(puzzle_generate(r, 7, &own, &expected), PUZZLE_OK);
    assert_int_equal(lus_puzzle_generate(r, 7, &limits, &z), 0);
    check_puzzle(z, &expected);
    assert_int_equal(lus_puzzle_judge(r, &expected.pos, expected.throw, &limits, &again),
                     0);
    check_puzzle(again, &expected);
    lus_puzzle_free(z);
    lus_puzzle_free(again);
}

static void puzzle_refuses(void **state)
{
    static const lus_puzzle_limits bad[] = {
        {.level = 7}, {.level = -1}, {.reserved[2] = 1}};
    const lus_rules *r = lus_rules_find("ur");
    lus_record *empty = lus_record_new();
    lus_puzzle *z = NULL;
    lus_pos p;
    (void)state;
    lus_start(r, &p);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_int_equal(lus_puzzle_judge(r, &p, 1, &bad[i], &z), LUS_ERANGE);
    assert_int_equal(lus_puzzle_judge(r, &p, 1, NULL, &z), LUS_PUZZLE_FORCED);
    assert_int_equal(lus_puzzle_generate(r, UINT64_C(1) << 53, NULL, &z), LUS_ERANGE);
    assert_int_equal(lus_puzzle_of_record(empty, 2, 0, NULL, &z), LUS_ERANGE);
    assert_int_equal(lus_puzzle_of_record(empty, -1, 0, NULL, &z), LUS_PUZZLE_UNCLEAR);
    assert_null(z);
    lus_record_free(empty);
}

/* The mistake 10-12 of a record: the position of the puzzle of `lusoria puzzle ur --seed 7`. */
static void puzzle_of_a_mistake(void **state)
{
    const lus_rules *r = lus_rules_find("ur");
    struct puzzle_limits own = {0};
    struct puzzle found;
    lus_puzzle_info info;
    lus_puzzle *z = NULL;
    lus_record *record = lus_record_new();
    (void)state;
    assert_int_equal(puzzle_generate(r, 7, &own, &found), PUZZLE_OK);
    lus_game *g = lus_game_new(r, &found.pos);
    assert_int_equal(lus_game_play(g, found.throw, found.simple), 0);
    assert_int_equal(lus_record_add(record, g), 0);
    assert_int_equal(lus_puzzle_of_record(record, -1, 0, NULL, &z), 0);
    lus_puzzle_info_of(z, &info);
    assert_true(info.played == found.simple && info.best == found.values.list[0].move);
    assert_true(info.player == lus_side(&found.pos) && info.ply == 0);
    assert_int_equal(lus_puzzle_of_record(record, -1, 1, NULL, &z), LUS_PUZZLE_UNCLEAR);
    lus_puzzle_free(z);
    lus_record_free(record);
    lus_game_free(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rollout_is_that_of_the_program),
        cmocka_unit_test(rollout_refuses),
        cmocka_unit_test(puzzle_is_that_of_the_program),
        cmocka_unit_test(puzzle_refuses),
        cmocka_unit_test(puzzle_of_a_mistake),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
