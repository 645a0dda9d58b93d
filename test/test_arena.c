/* SPDX-License-Identifier: MIT */
/* test_arena.c - matches, playouts and what is concluded from their results. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "arena/match.h"
#include "arena/playout.h"
#include "arena/elo.h"
#include "arena/repetition_internal.h"
#include "support/player_fixture.h"

/* ---- helpers ---- */

static struct match_tally match(const char *game, const char *first, const char *second,
                                int pairs, int jobs, uint64_t seed)
{
    const lus_rules *r = lus_rules_find(game);
    struct match m = {.rules = r,
                      .bot = {bot(r, first), bot(r, second)},
                      .pairs = pairs,
                      .opening.plies = lus_has_dice(r) ? 0 : DEFAULT_OPENING,
                      .jobs = jobs,
                      .seed = seed};
    struct match_tally t;
    assert_int_equal(match_play(&m, &t), 0);
    memset(t.time_ms, 0, sizeof t.time_ms);
    return t;
}

static void assert_same(struct match_tally a, struct match_tally b)
{
    assert_memory_equal(a.pairs, b.pairs, sizeof a.pairs);
    assert_memory_equal(a.games, b.games, sizeof a.games);
    assert_int_equal(a.plies, b.plies);
    assert_int_equal(a.moves[0], b.moves[0]);
    assert_int_equal(a.moves[1], b.moves[1]);
}

/* ---- matches ---- */

static void any_number_of_jobs(void **state)
{
    static const char *const games[] = {"ur:blitz", "senet:blockade", "awari:oware",
                                        "cave:6x4"};
    (void)state;
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        struct match_tally one = match(games[i], "ai:depth=2", "ai:1", 6, 1, 7);
        assert_same(one, match(games[i], "ai:depth=2", "ai:1", 6, 2, 7));
        assert_same(one, match(games[i], "ai:depth=2", "ai:1", 6, 3, 7));
    }
    struct match_tally random = match("ur", "random", "random", 1000, 1, 7);
    assert_same(random, match("ur", "random", "random", 1000, 2, 7));
    assert_int_not_equal(random.plies, match("ur", "random", "random", 1000, 1, 8).plies);
}

/* The same match seen from the other side: every pair mirrored. */
static void players_exchanged(void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++) {
        static const char *const games[] = {"ur:aseb", "senet:houses", "awari:abapa",
                                            "cave:5x4"};
        struct match_tally a = match(games[i], "greedy", "ai:depth=2", 10, 1, 3);
        struct match_tally b = match(games[i], "ai:depth=2", "greedy", 10, 1, 3);
        for (int k = 0; k < 5; k++)
            assert_int_equal(a.pairs[k], b.pairs[4 - k]);
        assert_int_equal(a.plies, b.plies);
        assert_int_equal(a.moves[0], b.moves[1]);
        for (int k = 0; k < 3; k++)
            assert_int_equal(a.games[1][k], b.games[0][2 - k]);
    }
}

/* Players that use no random numbers play the same game twice: the dice are the same. */
static void equal_players_share_each_pair(void **state)
{
    const lus_rules *r;
    (void)state;
    for (int i = 0; (r = lus_rules_at(i)); i++) {
        struct match_tally t = match(lus_rules_name(r), "greedy", "greedy", 8, 1, 5);
        assert_int_equal(t.pairs[2], 8);
        assert_int_equal(t.moves[0], t.moves[1]);
    }
}

/* A random game as the library plays it, move by move, with the random numbers of a pair. */
static struct playout_result slow_playout(const lus_rules *r, struct random chance,
                                          int second, int opening)
{
    lus_pos start;
    lus_start(r, &start);
    lus_game *g = lus_game_new(r, &start);
    while (!lus_game_end(g).over) {
        uint64_t number = random_next(&chance);
        lus_move list[LUS_MAX_MOVES];
        int throw = turn_throw(r, number);
        int n = lus_moves(r, lus_game_pos(g), throw, list);
        int mine = second && lus_game_plies(g) >= opening;
        int k =
            n ? (int)((number >> (mine ? 28 : 0) & 0xfffffff) * (unsigned)n >> 28) : 0;
        assert_int_equal(lus_game_play(g, throw, n ? list[k] : LUS_PASS), 0);
    }
    lus_end end = lus_game_end(g);
    struct playout_result played = {end.winner < 0                   ? 1
                                    : end.winner == lus_side(&start) ? 2
                                                                     : 0,
                                    lus_game_plies(g)};
    lus_game_free(g);
    return played;
}

/* A position counts however long ago it was, until a capture. */
static void playouts_remember_every_position(void **state)
{
    static struct repetition seen;
    const lus_rules *r = lus_rules_find("awari");
    (void)state;
    for (int round = 1; round <= r->repetition_limit; round++)
        for (uint64_t i = 0; i < 2000; i++) {
            bool ended = repetition_add(r, &seen, &(lus_pos){{i}});
            assert_int_equal(ended, round == r->repetition_limit);
        }
    assert_false(repetition_add(r, &seen, &(lus_pos){{1, 0, 2}})); /* 2 stones taken */
}

static void fast_playouts_are_the_same_games(void **state)
{
    const lus_rules *r;
    (void)state;
    for (int i = 0; (r = lus_rules_at(i)); i++)
        for (int k = 0; k < 200; k++) {
            struct random chance = random_stream(11, (uint64_t)k);
            struct playout_result fast[2];
            playout_of(r)(chance, 4, fast);
            for (int second = 0; second < 2; second++) {
                struct playout_result slow = slow_playout(r, chance, second, 4);
                assert_int_equal(fast[second].points, slow.points);
                assert_int_equal(fast[second].plies, slow.plies);
            }
        }
}

/* The dice of a playout are fair: every throw as often as its weight says. */
static void throws_are_fair(void **state)
{
    const lus_rules *r;
    enum { N = 64000 };
    (void)state;
    for (int i = 0; (r = lus_rules_at(i)); i++) {
        int count[16] = {0};
        struct random chance = random_stream(1, 2);
        for (int k = 0; k < N; k++)
            count[turn_throw(r, random_next(&chance))]++;
        for (int t = 0; t < lus_throws(r); t++) {
            double p = (double)lus_throw_weight(r, t) / lus_throw_weight_sum(r);
            double off = count[lus_throw_value(r, t)] - N * p;
            assert_true(fabs(off) <= 5 * sqrt(N * p * (1 - p)) + 0.5);
        }
    }
}

/* ---- openings ---- */

/* The position after an opening, played as the match does. */
static lus_game *after_opening(const lus_rules *r, const struct opening *o)
{
    struct random chance = o->chance;
    lus_game *g = lus_game_new(r, NULL);
    for (int i = 0; i < o->plies; i++) {
        lus_move list[LUS_MAX_MOVES];
        uint64_t n = (uint64_t)lus_moves(r, lus_game_pos(g), 0, list);
        uint64_t pick = random_next(&chance) & 0xfffffff;
        assert_int_equal(lus_game_play(g, 0, list[pick * n >> 28]), 0);
    }
    return g;
}

/* The advantage of either side by an independent search of six plies. */
static int advantage(const lus_rules *r, const struct opening *o)
{
    const struct search_limits limits = {.depth = 6, .threads = 1};
    struct search_report report;
    lus_game *g = after_opening(r, o);
    assert_int_equal(search_run(g, 0, &limits, &report), 0);
    lus_game_free(g);
    return abs(report.moves[0].value);
}

static void openings_are_balanced(void **state)
{
    static const struct {
        const char *game;
        struct opening_rule rule;
        int margin; /* on the scale of search/value.h */
    } cases[] = {{"cave", {4, 8, 5}, (1 << 20) / 10}, {"awari", {4, 8, 1}, 100}};
    (void)state;
    for (int k = 0; k < 2; k++) {
        const lus_rules *r = lus_rules_find(cases[k].game);
        struct opening_rule any = cases[k].rule;
        int unbalanced = 0, lengths = 0;
        any.balance = 0;
        for (int pair = 0; pair < 40; pair++) {
            struct opening o, first;
            assert_int_equal(opening_draw(r, &cases[k].rule, 3, pair, &o), 0);
            assert_int_equal(opening_draw(r, &any, 3, pair, &first), 0);
            assert_in_range(o.plies, 4, 8);
            lengths |= 1 << o.plies;
            assert_true(advantage(r, &o) <= cases[k].margin);
            unbalanced += advantage(r, &first) > cases[k].margin;
        }
        assert_int_equal(lengths, 0x1f0); /* 4, 5, 6, 7 and 8 plies occur */
        assert_true(unbalanced > 0);      /* the condition made a difference */
    }
}

/* Without a range and without balance the opening is that of the pair's own stream. */
static void plain_openings_are_those_of_the_stream(void **state)
{
    const struct opening_rule rule = {.plies = 4};
    struct random stream = random_stream(9, 5);
    struct opening o;
    (void)state;
    assert_int_equal(opening_draw(lus_rules_find("cave"), &rule, 9, 5, &o), 0);
    assert_memory_equal(&o.chance, &stream, sizeof stream);
    assert_int_equal(o.plies, 4);
}

/* An opening that ends the game is not taken: six random plies of cave:5x3 often complete a
   line. */
static void openings_leave_a_game_to_play(void **state)
{
    const lus_rules *r = lus_rules_find("cave:5x3");
    const struct opening_rule rule = {.plies = 6, .most = 6, .balance = 50};
    (void)state;
    for (int pair = 0; pair < 20; pair++) {
        struct opening o;
        assert_int_equal(opening_draw(r, &rule, 1, pair, &o), 0);
        lus_game *g = after_opening(r, &o);
        assert_false(lus_game_end(g).over);
        lus_game_free(g);
    }
}

/* ---- statistics, against numbers worked out by hand ---- */

static void bounds_of_a_score(void **state)
{
    /* 4 pairs lost, 2 shared, 10 won: score .6875; with one more of each
       (11 + 1) / 18 = 2/3, mean square (10.5 + 1) / 18. */
    uint64_t pairs[5] = {4, 0, 2, 0, 10};
    (void)state;
    struct score_estimate r = score_estimate(pairs);
    assert_true(fabs(r.score - 0.6875) < 1e-9);
    double error = 1.96 * sqrt((11.5 / 18 - 4.0 / 9) / 18);
    assert_true(fabs(r.low - (2.0 / 3 - error)) < 1e-9);
    assert_true(fabs(r.high - (2.0 / 3 + error)) < 1e-9);
}

static void certainty_is_never_claimed(void **state)
{
    uint64_t all[5] = {0, 0, 0, 0, 10}, none[5] = {0}, shared[5] = {0, 0, 1000, 0, 0};
    (void)state;
    struct score_estimate r = score_estimate(all);
    assert_true(r.score == 1 && r.low > 0.7 && r.low < 0.8 && r.high == 1);
    r = score_estimate(none);
    assert_true(r.score == 0.5 && r.low == 0 && r.high == 1);
    r = score_estimate(shared);
    assert_true(r.score == 0.5 && r.high - r.low < 0.01);
}

/* Pairs that are always shared tell more than games that are won at random. */
static void pairs_matter(void **state)
{
    uint64_t shared[5] = {0, 0, 100, 0, 0}, swept[5] = {50, 0, 0, 0, 50};
    (void)state;
    struct score_estimate a = score_estimate(shared), b = score_estimate(swept);
    assert_true(b.high - b.low > 5 * (a.high - a.low));
}

/* 2/3 with the deviation of bounds_of_a_score; the normal distribution at 1.6036. */
static void likelihood_of_superiority(void **state)
{
    uint64_t pairs[5] = {4, 0, 2, 0, 10}, mirrored[5] = {10, 0, 2, 0, 4},
             even[5] = {3, 1, 2, 1, 3};
    (void)state;
    assert_true(fabs(score_estimate(pairs).superiority - 0.9456) < 1e-4);
    assert_true(fabs(score_estimate(pairs).superiority +
                     score_estimate(mirrored).superiority - 1) < 1e-9);
    assert_true(fabs(score_estimate(even).superiority - 0.5) < 1e-9);
}

static void elo_of_a_score(void **state)
{
    (void)state;
    assert_true(fabs(elo_from_score(0.5)) < 1e-9);
    assert_true(fabs(elo_from_score(10.0 / 11) - 400) < 1e-9);
    assert_true(fabs(elo_from_score(0.25) + elo_from_score(0.75)) < 1e-9);
    assert_true(isinf(elo_from_score(1)) && elo_from_score(1) > 0);
    assert_true(isinf(elo_from_score(0)) && elo_from_score(0) < 0);
    assert_true(fabs(score_from_elo(elo_from_score(0.3)) - 0.3) < 1e-12);
}

/* ---- every level plays every rule set ---- */

static void novices_play_by_the_rules(void **state)
{
    const lus_rules *r;
    (void)state;
    for (int i = 0; (r = lus_rules_at(i)); i++) {
        struct match_tally t = match(lus_rules_name(r), "ai:novice", "random", 5, 1, 1);
        assert_int_equal(t.pairs[0] + t.pairs[1] + t.pairs[2] + t.pairs[3] + t.pairs[4],
                         5);
        assert_true(t.moves[0] > 0 && t.moves[1] > 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_number_of_jobs),
        cmocka_unit_test(players_exchanged),
        cmocka_unit_test(equal_players_share_each_pair),
        cmocka_unit_test(playouts_remember_every_position),
        cmocka_unit_test(fast_playouts_are_the_same_games),
        cmocka_unit_test(throws_are_fair),
        cmocka_unit_test(openings_are_balanced),
        cmocka_unit_test(plain_openings_are_those_of_the_stream),
        cmocka_unit_test(openings_leave_a_game_to_play),
        cmocka_unit_test(bounds_of_a_score),
        cmocka_unit_test(certainty_is_never_claimed),
        cmocka_unit_test(pairs_matter),
        cmocka_unit_test(likelihood_of_superiority),
        cmocka_unit_test(elo_of_a_score),
        cmocka_unit_test(novices_play_by_the_rules),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
