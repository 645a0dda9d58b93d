/* SPDX-License-Identifier: MIT */
/* test_review_parts.c - reviews with invented values (support/invented_values.h): losses,
   luck, verdicts, forfeits, sums and grades are known beforehand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "analyse/review_internal.h"
#include "search/value.h"
#include "support/invented_values.h"
#include "support/random_game.h"

/* The review of a game of one ply: move `played` of the list. */
static struct review *review_move(const lus_rules *r, const struct invented *t,
                                  int played, struct review_limits limits)
{
    struct review *v;
    lus_move list[LUS_MAX_MOVES];
    lus_game *g = lus_game_new(r, &t->pos);
    int n = lus_moves(r, &t->pos, t->throw, list);
    if (n == 0)
        list[n++] = LUS_PASS;
    assert_true(played < n);
    assert_true(lus_game_play(g, t->throw, list[played]) >= 0);
    limits.tablebase =
        (struct tablebase_source){.context = t, .unrounded = invented_value};
    assert_int_equal(review(g, &limits, &v), 0);
    lus_game_free(g);
    return v;
}

static const struct review_limits any_throw = {.first_throw = LUS_ANY_THROW};

/* ---- one ply ---- */

static void losses_have_verdicts(void **state)
{
    static const struct {
        const char *rules, *position;
        int throw, loss; /* thousandths */
        enum move_verdict verdict;
    } cases[] = {{"ur:finkel", UR_POSITION, 2, 0, VERDICT_BEST},
                 {"ur:finkel", UR_POSITION, 2, 1, VERDICT_GOOD},
                 {"ur:finkel", UR_POSITION, 2, 49, VERDICT_GOOD},
                 {"ur:finkel", UR_POSITION, 2, 50, VERDICT_INACCURACY},
                 {"ur:finkel", UR_POSITION, 2, 99, VERDICT_INACCURACY},
                 {"ur:finkel", UR_POSITION, 2, 100, VERDICT_MISTAKE},
                 {"ur:finkel", UR_POSITION, 2, 199, VERDICT_MISTAKE},
                 {"ur:finkel", UR_POSITION, 2, 200, VERDICT_BLUNDER},
                 {"awari:abapa", AWARI_POSITION, 0, 999, VERDICT_GOOD},
                 {"awari:abapa", AWARI_POSITION, 0, 1000, VERDICT_INACCURACY},
                 {"awari:abapa", AWARI_POSITION, 0, 2000, VERDICT_MISTAKE},
                 {"awari:abapa", AWARI_POSITION, 0, 3999, VERDICT_MISTAKE},
                 {"awari:abapa", AWARI_POSITION, 0, 4000, VERDICT_BLUNDER}};
    static const char *const names[N_VERDICTS] = {"forced",     "best",    "good",
                                                  "inaccuracy", "mistake", "blunder"};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const lus_rules *r = lus_rules_find(cases[i].rules);
        struct invented t = invent(r, cases[i].position, cases[i].throw);
        for (int k = 0; k < LUS_MAX_MOVES; k++)
            t.value[k] = 700;
        t.value[1] = 700 - cases[i].loss;
        struct review *v = review_move(r, &t, 1, any_throw);
        const struct review_ply *ply = &v->ply[0];
        assert_int_equal(ply->loss, cases[i].loss * THOUSANDTH);
        assert_int_equal(ply->best, 700 * THOUSANDTH);
        assert_int_equal(ply->played, (700 - cases[i].loss) * THOUSANDTH);
        assert_int_equal(ply->random_loss, cases[i].loss * THOUSANDTH / ply->n_moves);
        lus_move list[LUS_MAX_MOVES];
        assert_int_equal(lus_moves(r, &t.pos, t.throw, list), ply->n_moves);
        assert_true(ply->best_move == list[cases[i].loss ? 0 : 1]);
        assert_true(ply->move == list[1]);
        assert_int_equal(ply->verdict, cases[i].verdict);
        assert_int_equal(v->player[ply->player].verdicts[cases[i].verdict], 1);
        assert_true(ply->exact && ply->depth == 0);
        free(v);
    }
    for (int i = 0; i < N_VERDICTS; i++)
        assert_string_equal(verdict_name((enum move_verdict)i), names[i]);
}

/* In all rule sets of Awari a move that loses a stone is an inaccuracy, one that loses two a
   mistake. */
static void a_stone_is_an_inaccuracy(void **state)
{
    static const char *const sets[] = {"awari:abapa", "awari:oware", "awari:olympiad"};
    (void)state;
    for (int i = 0; i < 3; i++) {
        const lus_rules *r = lus_rules_find(sets[i]);
        assert_int_equal(verdict_threshold(r, VERDICT_INACCURACY), REVIEW_ONE);
        assert_int_equal(verdict_threshold(r, VERDICT_MISTAKE), 2 * REVIEW_ONE);
    }
}

/* One legal move, and none: forced, whatever it is worth. */
static void forced_moves_lose_nothing(void **state)
{
    const lus_rules *r = lus_rules_find("ur:finkel");
    (void)state;
    for (int throw = 0; throw <= 1; throw ++) {
        struct invented t = invent(r, "7--------------0:7--------------0:L", throw);
        t.value[0] = 300;
        struct review *v = review_move(r, &t, 0, any_throw);
        const struct review_ply *ply = &v->ply[0];
        assert_int_equal(ply->n_moves, throw);
        assert_int_equal(ply->verdict, VERDICT_FORCED);
        assert_int_equal(ply->move == LUS_PASS, throw == 0);
        /* After a pass the other side is about to throw: `other`. */
        assert_int_equal(ply->played, (throw ? 300 : 500) * THOUSANDTH);
        assert_int_equal(ply->loss, 0);
        assert_int_equal(ply->luck, ply->played - 500 * THOUSANDTH);
        assert_int_equal(v->player[0].unforced, 0);
        assert_int_equal(v->player[0].plies, 1);
        assert_int_equal(v->player[0].luckiest, -1); /* no luck, or bad luck */
        assert_int_equal(v->player[0].unluckiest, throw ? 0 : -1);
        assert_int_equal(v->player[1].unluckiest, -1);
        assert_true(v->player[0].side == 0 && v->player[1].side == 1);
        free(v);
    }
}

/* Luck is what the throw gained against the value before it; the first throw may be part
   of the position, and without dice there is none. */
static void luck_is_the_gain_of_the_throw(void **state)
{
    const lus_rules *ur = lus_rules_find("ur:finkel"),
                    *awari = lus_rules_find("awari:abapa");
    struct invented t = invent(ur, UR_POSITION, 2);
    (void)state;
    t.other = 450;
    t.value[0] = 600;
    t.value[1] = 510;
    t.value[2] = 300;
    struct review *v = review_move(ur, &t, 1, any_throw);
    assert_int_equal(v->ply[0].before, 450 * THOUSANDTH);
    assert_int_equal(v->ply[0].luck, 150 * THOUSANDTH);
    assert_int_equal(v->ply[0].random_loss, (90 + 300) * THOUSANDTH / 3);
    assert_true(v->ply[0].luck_exact && v->exact && v->n_exact == 1);
    assert_int_equal(v->player[0].start, 450 * THOUSANDTH);
    assert_int_equal(v->player[1].start, 550 * THOUSANDTH);
    assert_int_equal(v->player[0].result, 510 * THOUSANDTH);
    assert_int_equal(v->player[1].result, 490 * THOUSANDTH);
    assert_int_equal(review_curve(v, 0), 450 * THOUSANDTH);
    assert_int_equal(review_curve(v, 1), 510 * THOUSANDTH);
    assert_int_equal(v->player[0].adjusted, 360 * THOUSANDTH);
    assert_int_equal(v->player[1].adjusted, 640 * THOUSANDTH);
    assert_false(v->over);
    assert_int_equal(v->winner, -1);
    assert_null(v->reason);
    free(v);
    v = review_move(ur, &t, 1, (struct review_limits){.first_throw = 2});
    assert_int_equal(v->ply[0].luck, 0);
    assert_int_equal(v->player[0].start, 600 * THOUSANDTH);
    assert_true(v->ply[0].luck_exact);
    free(v);
    t = invent(awari, AWARI_POSITION, 0);
    t.other = -3000;
    for (int k = 0; k < LUS_MAX_MOVES; k++)
        t.value[k] = 1000 * k;
    v = review_move(awari, &t, 0, any_throw);
    assert_int_equal(v->ply[0].luck, 0);
    assert_int_equal(v->ply[0].before, (v->ply[0].n_moves - 1) * REVIEW_ONE);
    assert_int_equal(v->player[0].result, 0);
    free(v);
}

/* A move that wins at once loses nothing, even if the tablebase promises more elsewhere;
   and the random loss does not count it. */
static void a_win_at_once_is_best(void **state)
{
    const lus_rules *r = lus_rules_find("awari:abapa");
    /* F captures the 3 + 2 stones of the pits a and b: 27 are more than half. */
    struct invented t = invent(r, "0-0-0-0-1-2-2-1-8-0-0-0-22-12-S", 0);
    (void)state;
    t.value[0] = 20000;
    for (int played = 0; played < 2; played++) {
        struct review *v = review_move(r, &t, played, any_throw);
        const struct review_ply *ply = &v->ply[0];
        assert_int_equal(ply->n_moves, 2);
        assert_int_equal(v->over, played);
        assert_int_equal(v->winner, played ? 0 : -1);
        assert_int_equal(ply->played, (played ? 27 - 12 : 20) * REVIEW_ONE);
        assert_int_equal(ply->loss, 0);
        assert_int_equal(ply->random_loss, 0);
        assert_true(ply->best_move == ply->move);
        assert_int_equal(ply->verdict, VERDICT_BEST);
        free(v);
    }
}

/* Without a tablebase the search values the moves; those that end the game are known. */
static void ends_are_known_to_a_search(void **state)
{
    const lus_rules *r = lus_rules_find("awari:abapa");
    const struct tablebase_source none = {0};
    const struct search_limits search = {
        .depth = 2, .all_values = true, .allow_pass = true};
    struct invented t = invent(r, "0-0-0-0-1-2-2-1-8-0-0-0-22-12-S", 0);
    struct move_values c;
    (void)state;
    lus_game *g = lus_game_new(r, &t.pos);
    assert_int_equal(move_values_find(g, 0, &none, &search, &c), 0);
    assert_true(c.n == 2 && c.depth == 2 && !c.exact);
    assert_true(move_from(c.list[0].move, 0) > move_from(c.list[1].move, 0)); /* F */
    assert_true(c.list[0].wins && !c.list[1].wins);
    assert_int_equal(c.list[0].value, 15 * REVIEW_ONE);
    assert_int_equal(lus_game_plies(g), 0);
    lus_game_free(g);
}

/* ---- games that were not played to their end ---- */

/* The last position is worth `last` thousandths to South or Light, player 0. */
static void forfeits_are_what_the_position_was_worth(void **state)
{
    static const struct {
        const char *rules, *position;
        int throw, last, winner, result, forfeit[2];
    } cases[] = {
        {"ur:finkel", UR_POSITION, 2, 600, 1, 0, {600, 0}},
        {"ur:finkel", UR_POSITION, 2, 600, 0, 1000, {0, 400}},
        {"ur:finkel", UR_POSITION, 2, 600, -1, 500, {100, 0}},
        {"ur:finkel", UR_POSITION, 2, 300, -1, 500, {0, 200}},
        {"awari:abapa", AWARI_POSITION, 0, 3000, 0, 3000, {0, 0}},
        {"awari:abapa", AWARI_POSITION, 0, 3000, 1, 0, {3000, 0}},
        {"awari:abapa", AWARI_POSITION, 0, 3000, -1, 0, {3000, 0}},
        {"awari:abapa", AWARI_POSITION, 0, -3000, 0, 0, {0, 3000}},
        {"awari:abapa", AWARI_POSITION, 0, -3000, 1, -3000, {0, 0}},
        {"awari:abapa", AWARI_POSITION, 0, 0, 1, 0, {0, 0}},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const lus_rules *r = lus_rules_find(cases[i].rules);
        struct invented t = invent(r, cases[i].position, cases[i].throw);
        struct review_limits limits = {.first_throw = LUS_ANY_THROW,
                                       .decided = true,
                                       .winner = cases[i].winner,
                                       .reason = "time"};
        for (int k = 0; k < LUS_MAX_MOVES; k++)
            t.value[k] = cases[i].last;
        struct review *v = review_move(r, &t, 0, limits);
        const struct review_player *p = v->player;
        assert_true(v->over);
        assert_int_equal(v->winner, cases[i].winner);
        assert_string_equal(v->reason, "time");
        assert_int_equal(p[0].result, cases[i].result * THOUSANDTH);
        assert_int_equal(p[1].result, review_for_other(v, p[0].result));
        assert_int_equal(p[0].forfeit, cases[i].forfeit[0] * THOUSANDTH);
        assert_int_equal(p[1].forfeit, cases[i].forfeit[1] * THOUSANDTH);
        for (int k = 0; k < 2; k++) {
            assert_int_equal(p[k].loss, p[k].forfeit);
            assert_int_equal(p[k].mean_loss, 0);
        }
        free(v);
    }
}

static void count_plies(void *context, int ply, int plies)
{
    int *calls = context;
    assert_int_equal(ply, ++*calls);
    assert_int_equal(plies, 7);
}

static int clock_reads;

static double read_clock(void)
{
    return clock_reads++ ? 30.5 : 10;
}

/* Every ply is reported; the time is that of the whole review; the depth is 4 with dice
   and 8 without unless there is another limit. */
static void reviews_have_limits(void **state)
{
    static const struct {
        const char *rules;
        struct search_limits search;
        int depth; /* 0: any */
    } cases[] = {{"ur:finkel", {.now_ms = read_clock}, 4},
                 {"cave:5x4", {0}, 8},
                 {"ur:finkel", {.depth = 2}, 2},
                 {"ur:finkel", {.nodes = 100}, 0}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lus_game *g = random_game(lus_rules_find(cases[i].rules), 1, 7);
        int calls = 0;
        struct review_limits limits = {.search = cases[i].search,
                                       .progress = count_plies,
                                       .progress_context = &calls};
        struct review *v;
        clock_reads = 0;
        assert_int_equal(lus_game_plies(g), 7);
        assert_int_equal(review(g, &limits, &v), 0);
        assert_int_equal(calls, 7);
        assert_true(v->time_ms == (cases[i].search.now_ms ? 20.5 : 0));
        assert_true(cases[i].depth ? v->depth_max == cases[i].depth
                                   : v->depth_max > 0 && v->depth_max < 4);
        free(v);
        lus_game_free(g);
    }
    lus_game *g = lus_game_new(lus_rules_find("senet:blockade"), NULL);
    struct review_limits limits = {0};
    struct review *v;
    assert_int_equal(review(g, &limits, &v), LUS_ESTATE);
    lus_game_free(g);
}

/* ---- the sums of a player ---- */

#define BAD .verdict = VERDICT_INACCURACY

static void plies_are_summed_up(void **state)
{
    static const struct review_ply plies[] = {
        {.n_moves = 2, BAD, .loss = 5, .luck = 7, .random_loss = 9, .depth = 3},
        {.n_moves = 1, .luck = -4, .verdict = VERDICT_FORCED, .exact = true},
        {.n_moves = 3, BAD, .loss = 5, .luck = 9, .random_loss = 10, .depth = 5},
        {.n_moves = 2,
         .verdict = VERDICT_GOOD,
         .loss = 0,
         .luck = -4,
         .random_loss = 1,
         .exact = true,
         .depth = 9},
        {.n_moves = 2, BAD, .loss = 8, .luck = 9, .random_loss = 40, .depth = 4},
        {.n_moves = 2, BAD, .loss = 1, .luck = -6, .random_loss = 2, .depth = 4},
        {.n_moves = 1, .verdict = VERDICT_FORCED, .loss = 99, .luck = -1, .depth = 2},
        {.n_moves = 0, .verdict = VERDICT_FORCED, .exact = true},
        {.n_moves = 2, BAD, .loss = 6, .luck = 0, .random_loss = 0, .depth = 3},
    };
    struct review *v = review_of(plies, 9);
    struct review_player *a = &v->player[0], *b = &v->player[1];
    (void)state;
    a->result = 1000;
    b->result = 2000;
    a->forfeit = 11;
    review_sum_up(v);
    assert_true(a->plies == 5 && a->unforced == 4 && b->plies == 4 && b->unforced == 2);
    assert_true(a->luck == 24 && a->loss == 5 + 5 + 8 + 99 + 6 + 11);
    assert_true(b->luck == -14 && b->loss == 1);
    assert_true(a->mean_loss == 123 / 4 && a->random_loss == 59 / 4);
    assert_true(b->mean_loss == 0 && b->random_loss == 1);
    assert_true(a->adjusted == 1000 - 24 - 14 && b->adjusted == 2000 + 14 + 24);
    /* Moments: inaccuracies and worse, the largest first, of equal ones the earlier. */
    assert_int_equal(a->n_moments, 3);
    assert_true(a->moment[0] == 4 && a->moment[1] == 8 && a->moment[2] == 0);
    assert_true(b->n_moments == 1 && b->moment[0] == 5);
    assert_true(a->luckiest == 2 && a->unluckiest == 6);
    assert_true(b->luckiest == -1 && b->unluckiest == 5);
    assert_true(v->n_exact == 3 && !v->exact);
    assert_true(v->depth_min == 2 && v->depth_max == 5);
    assert_true(a->verdicts[VERDICT_INACCURACY] == 4 && b->verdicts[VERDICT_FORCED] == 2);
    free(v);
}

/* A grade begins at its limit: a mean loss halfway between the means of two levels. */
static void grades_have_limits(void **state)
{
    static const struct {
        int loss, grade; /* loss in millionths */
        const char *name;
    } cases[] = {{0, 0, "master"},     {1263, 0, "master"},    {1264, 1, "expert"},
                 {4260, 1, "expert"},  {4261, 2, "club"},      {8800, 3, "casual"},
                 {13368, 3, "casual"}, {13369, 4, "beginner"}, {18910, 4, "beginner"},
                 {18911, 5, "novice"}, {500000, 5, "novice"}};
    const lus_rules *ur = lus_rules_find("ur:finkel");
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct review_ply ply = {.n_moves = 2,
                                 BAD,
                                 .loss = cases[i].loss * THOUSANDTH / 1000,
                                 .random_loss = 1};
        struct review *v = review_of(&ply, 1);
        review_sum_up(v);
        assert_int_equal(v->player[0].grade, cases[i].grade);
        assert_string_equal(grade_name(cases[i].grade), cases[i].name);
        assert_int_equal(v->player[1].grade, -1);
        free(v);
    }
    assert_string_equal(grade_name(-1), "none");
    assert_int_equal(grade_limit(ur, 4), 18911 * THOUSANDTH / 1000);
    assert_int_equal(grade_limit(ur, 5), 0);
}

/* ---- values of moves ---- */

static void ends_have_values(void **state)
{
    const lus_end south = {.over = 1, .winner = 0, .score = {27, 12}},
                  draw = {.over = 1, .winner = -1, .score = {24, 24}};
    (void)state;
    assert_int_equal(value_of_end(UNIT_STONES, &south, 0), 15 * REVIEW_ONE);
    assert_int_equal(value_of_end(UNIT_STONES, &south, 1), -15 * REVIEW_ONE);
    assert_int_equal(value_of_end(UNIT_WIN, &south, 0), REVIEW_ONE);
    assert_int_equal(value_of_end(UNIT_WIN, &south, 1), 0);
    assert_int_equal(value_of_end(UNIT_WIN, &draw, 1), REVIEW_ONE / 2);
    assert_int_equal(value_for_other(UNIT_WIN, 300 * THOUSANDTH), 700 * THOUSANDTH);
    assert_int_equal(value_for_other(UNIT_STONES, 5), -5);
}

static bool rounded_value(const void *context, const lus_rules *r, const lus_pos *p,
                          int *value)
{
    (void)r, (void)p;
    *value = *(const int *)context;
    return true;
}

static bool no_value(const void *context, const lus_rules *r, const lus_pos *p,
                     double *value)
{
    (void)context, (void)r, (void)p, (void)value;
    return false;
}

/* An unrounded value if there is one, otherwise the rounded one in millionths. */
static void tablebases_are_looked_up(void **state)
{
    const lus_rules *r = lus_rules_find("ur:finkel"), *awari = lus_rules_find("awari");
    struct invented t = {.other = 1};
    int value = VALUE_WIN / 2;
    struct tablebase_source source = {.value = rounded_value, .context = &value};
    int64_t found = 0;
    lus_pos p;
    (void)state;
    lus_start(r, &p);
    t.pos = p;
    assert_true(tablebase_lookup(&source, r, &p, &found));
    assert_int_equal(found, 750 * THOUSANDTH);
    source.unrounded = no_value;
    assert_true(tablebase_lookup(&source, r, &p, &found));
    source.value = NULL;
    assert_false(tablebase_lookup(&source, r, &p, &found));
    assert_false(tablebase_lookup(&(struct tablebase_source){0}, r, &p, &found));
    source = (struct tablebase_source){.unrounded = invented_value, .context = &t};
    assert_true(tablebase_lookup(&source, r, &p, &found));
    assert_int_equal(found, THOUSANDTH);
    lus_start(awari, &t.pos);
    t.other = -3;
    for (int k = 0; k < LUS_MAX_MOVES; k++)
        t.value[k] = 3;
    assert_true(tablebase_lookup(&source, awari, &t.pos, &found));
    assert_int_equal(found, -3 * THOUSANDTH);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(losses_have_verdicts),
        cmocka_unit_test(a_stone_is_an_inaccuracy),
        cmocka_unit_test(forced_moves_lose_nothing),
        cmocka_unit_test(luck_is_the_gain_of_the_throw),
        cmocka_unit_test(a_win_at_once_is_best),
        cmocka_unit_test(ends_are_known_to_a_search),
        cmocka_unit_test(forfeits_are_what_the_position_was_worth),
        cmocka_unit_test(reviews_have_limits),
        cmocka_unit_test(plies_are_summed_up),
        cmocka_unit_test(grades_have_limits),
        cmocka_unit_test(ends_have_values),
        cmocka_unit_test(tablebases_are_looked_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
