/* SPDX-License-Identifier: MIT */
/* test_puzzle_parts.c - puzzles with invented values (support/invented_values.h): margins,
   thresholds, ratings and the order of mistakes are known beforehand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "analyse/puzzle_internal.h"
#include "support/invented_values.h"

static void margins_and_losses(void **state)
{
    struct move_values c = {.n = 4,
                            .list = {{1, 30, false, false},
                                     {2, 90, false, false},
                                     {3, 30, false, false},
                                     {4, 70, false, false}}};
    (void)state;
    assert_int_equal(puzzle_margin(&c), 20);
    assert_true(c.list[0].move == 2 && c.list[1].move == 4);
    assert_true(c.list[2].move == 1 && c.list[3].move == 3); /* equal: in their order */
    assert_int_equal(puzzle_loss(&c, 2), 0);
    assert_int_equal(puzzle_loss(&c, 4), 20);
    assert_int_equal(puzzle_loss(&c, 3), 60);
    c.list[0].wins = true;
    assert_int_equal(puzzle_margin(&c), 20);
    c.list[3].wins = true;
    assert_int_equal(puzzle_margin(&c), 0);
    assert_int_equal(puzzle_threshold(lus_rules_find("ur")), 50 * THOUSANDTH);
    assert_int_equal(puzzle_threshold(lus_rules_find("awari")), 2 * REVIEW_ONE);
    assert_int_equal(puzzle_threshold(lus_rules_find("cave")), 200 * THOUSANDTH);
}

/* With exact values a position is a puzzle from the threshold on. */
static void exact_puzzles_begin_at_the_threshold(void **state)
{
    const lus_rules *r = lus_rules_find("ur:finkel");
    (void)state;
    for (int margin = 49; margin <= 51; margin++) {
        struct invented t = invent(r, UR_POSITION, 2);
        struct puzzle_limits limits = {
            .tablebase = {.context = &t, .unrounded = invented_value}};
        struct puzzle z = {.margin = -1};
        lus_move list[LUS_MAX_MOVES];
        lus_moves(r, &t.pos, 2, list);
        t.value[0] = 600 - margin;
        t.value[1] = 600;
        t.value[2] = 100;
        assert_int_equal(puzzle_judge(r, &t.pos, 2, &limits, &z),
                         margin < 50 ? PUZZLE_UNCLEAR : PUZZLE_OK);
        assert_int_equal(z.margin, margin < 50 ? -1 : margin * THOUSANDTH);
        if (margin < 50)
            continue;
        assert_true(z.values.exact && z.values.n == 3 && z.unit == UNIT_WIN);
        assert_true(z.values.list[0].move == list[1]);
        assert_true(z.depth[0] == 0 && z.depth[1] == 0 && z.throw == 2);
        assert_int_equal(z.origin, PUZZLE_POSITION);
        assert_memory_equal(&z.pos, &t.pos, sizeof z.pos);
    }
}

/* Ratings: the lowest level from which on all levels solve the puzzle. */
static void ratings_follow_from_the_levels(void **state)
{
    const lus_rules *r = lus_rules_find("ur:finkel");
    lus_move list[LUS_MAX_MOVES];
    struct invented t = invent(r, UR_POSITION, 2);
    int n = lus_moves(r, &t.pos, 2, list), rated = 0;
    (void)state;
    for (int best = 0; best < n; best++) {
        struct puzzle_limits limits = {
            .tablebase = {.context = &t, .unrounded = invented_value}};
        struct puzzle z;
        for (int i = 0; i < n; i++)
            t.value[i] = i == best ? 800 : 400;
        assert_int_equal(puzzle_judge(r, &t.pos, 2, &limits, &z), PUZZLE_OK);
        int level = N_LEVELS + 1;
        while (level > 1 && z.solved[level - 2] >= 75)
            level--;
        assert_int_equal(z.level, level > N_LEVELS ? 0 : level);
        rated += z.level > 0;
    }
    assert_in_range(rated, 1, n - 1);
}

/* The mistakes of a review: the largest loss first, of equal ones the first; at least as
   large as the threshold; of one player or both; `skip` of them are left out. */
static void mistakes_come_by_their_size(void **state)
{
    static const int losses[] = {60, 300, 49, 80, 50, 80, 80};
    static const int order[3][8] = {
        {6, 0, 4, -1}, {1, 3, 5, -1}, {1, 3, 5, 6, 0, 4, -1}}; /* players 0, 1, both */
    const lus_rules *r = lus_rules_find("ur:finkel");
    struct invented t = invent(r, UR_POSITION, 2);
    struct puzzle_limits limits = {
        .tablebase = {.context = &t, .unrounded = invented_value}};
    struct review_ply plies[7];
    (void)state;
    t.value[0] = 600;
    t.value[1] = 400;
    t.value[2] = 300;
    for (int i = 0; i < 7; i++)
        plies[i] = (struct review_ply){.pos = t.pos,
                                       .throw = 2,
                                       .move = (lus_move)(i + 100),
                                       .n_moves = 3,
                                       .loss = losses[i] * THOUSANDTH};
    struct review *v = review_of(plies, 7);
    v->rules = r;
    for (int k = 0; k < 3; k++)
        for (int i = 0;; i++) {
            struct puzzle z;
            int skip = i,
                status = puzzle_of_review(v, k < 2 ? k : -1, &skip, &limits, &z);
            assert_int_equal(status, order[k][i] < 0 ? PUZZLE_UNCLEAR : PUZZLE_OK);
            assert_int_equal(skip, order[k][i] < 0 ? 0 : -1);
            if (order[k][i] < 0)
                break;
            assert_int_equal(z.ply, order[k][i]);
            assert_int_equal(z.player, order[k][i] % 2);
            assert_int_equal(z.played, order[k][i] + 100);
            assert_int_equal(z.origin, PUZZLE_REVIEWED);
        }
    int skip = 0;
    struct puzzle z;
    assert_int_equal(puzzle_of_review(v, -1, &skip, &limits, &z), PUZZLE_OK);
    limits.level = z.level % N_LEVELS + 1; /* another level than they have */
    assert_int_equal(puzzle_of_review(v, -1, &skip, &limits, &z), PUZZLE_UNCLEAR);
    free(v);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(margins_and_losses),
        cmocka_unit_test(exact_puzzles_begin_at_the_threshold),
        cmocka_unit_test(ratings_follow_from_the_levels),
        cmocka_unit_test(mistakes_come_by_their_size),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
