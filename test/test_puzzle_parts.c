/* SPDX-License-Identifier: MIT */
/* test_puzzle_parts.c - puzzles with invented values (support/invented_values.h): margins,
   thresholds, ratings and the order of mistakes are known beforehand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "analyse/puzzle_internal.h"
#include "support/golden.h"
#include "support/invented_values.h"
#include "support/reference_search.h"

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

/* Ratings: the lowest level from which on all levels play the best move in 75 % of the
   games; the positions contain a level with exactly 75 %. */
static void ratings_follow_from_the_levels(void **state)
{
    enum { POSITIONS = 40 };
    const lus_rules *r = lus_rules_find("ur:finkel");
    struct random rng = random_stream(2, 0);
    int rated = 0, at_limit = 0;
    (void)state;
    for (int k = 0; k < POSITIONS;) {
        lus_move list[LUS_MAX_MOVES];
        struct invented t = {0};
        struct puzzle_limits limits = {
            .tablebase = {.context = &t, .unrounded = invented_value}};
        struct puzzle z;
        if (!random_position(r, &rng, &t.pos, &t.throw))
            continue;
        int n = lus_moves(r, &t.pos, t.throw, list), best = k++ % n;
        for (int i = 0; i < n; i++)
            t.value[i] = i == best ? 800 : 400;
        assert_int_equal(puzzle_judge(r, &t.pos, t.throw, &limits, &z), PUZZLE_OK);
        int level = N_LEVELS + 1;
        while (level > 1 && z.solved[level - 2] >= 75)
            level--;
        assert_int_equal(z.level, level > N_LEVELS ? 0 : level);
        rated += z.level > 0;
        for (int i = 0; i < N_LEVELS; i++)
            at_limit += z.solved[i] == 75;
    }
    assert_in_range(rated, 5, POSITIONS - 5);
    assert_true(at_limit > 0);
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
    skip = 0;
    v->ply[1].throw = 5; /* the largest mistake */
    assert_int_equal(puzzle_of_review(v, -1, &skip, &limits, &z), LUS_ERANGE);
    v->ply[1].throw = 2;
    limits.level = z.level % N_LEVELS + 1; /* another level than they have */
    assert_int_equal(puzzle_of_review(v, -1, &skip, &limits, &z), PUZZLE_UNCLEAR);
    free(v);
}

/* ---- generated puzzles ---- */

/* The puzzle of a seed is part of the interface (links and days name seeds): it changes
   only with the search, the levels or the generator.  test/puzzle_seeds.txt has some;
   UPDATE=1 build/test/test_puzzle_parts writes them again. */
static void seeds_keep_their_puzzles(void **state)
{
    static const char *const names[] = {"ur:finkel", "senet:blockade", "senet:houses",
                                        "awari:abapa", "cave:5x4"};
    static char written[12000];
    size_t size = 0;
    (void)state;
    for (int i = 0; i < 5; i++)
        for (uint64_t seed = 0; seed < 8; seed++)
            for (int level = 0; level <= (seed < 3 ? 4 : 0); level += 2) {
                const lus_rules *r = lus_rules_find(names[i]);
                const struct puzzle_limits limits = {.nodes = 4000, .level = level};
                char position[LUS_MAX_TEXT], best[LUS_MAX_TEXT], simple[LUS_MAX_TEXT];
                struct puzzle z;
                int status = puzzle_generate(r, seed, &limits, &z);
                size += (size_t)snprintf(written + size, sizeof written - size,
                                         "%s, seed %d, level %d: ", names[i], (int)seed,
                                         level);
                if (status != PUZZLE_OK) {
                    size += (size_t)snprintf(written + size, sizeof written - size,
                                             "status %d\n", status);
                    continue;
                }
                lus_pos_format(r, &z.pos, z.throw, position);
                lus_move_format(r, &z.pos, z.values.list[0].move, best);
                lus_move_format(r, &z.pos, z.simple, simple);
                size += (size_t)snprintf(written + size, sizeof written - size,
                                         "game %d, ply %d, %s, %s not %s, margin %lld, "
                                         "depths %d %d, level %d\n",
                                         z.game, z.ply, position, best, simple,
                                         (long long)(z.margin / (REVIEW_ONE / 1000000)),
                                         z.depth[0], z.depth[1], z.level);
                assert_true(z.seed == seed && z.origin == PUZZLE_GENERATED);
            }
    assert_golden("test/puzzle_seeds.txt", written, size);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(margins_and_losses),
        cmocka_unit_test(exact_puzzles_begin_at_the_threshold),
        cmocka_unit_test(ratings_follow_from_the_levels),
        cmocka_unit_test(mistakes_come_by_their_size),
        cmocka_unit_test(seeds_keep_their_puzzles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
