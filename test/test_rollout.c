/* SPDX-License-Identifier: MIT */
/* test_rollout.c - luck is fair at every throw, the first throws are not drawn, the
   answer does not depend on threads, and the error stops the games. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "analyse/rollout.h"
#include "search/shallow_search.h"
#include "search/value.h"
#include "support/json_reader.h"
#include "support/reference_search.h"
#include "support/walk.h"
#include "report/rollout_json.h"

enum { POSITIONS = 60, BATCH = 256 };

static struct rollout *rolled(const char *name, const char *text,
                              struct rollout_limits limits)
{
    const lus_rules *r = lus_rules_find(name);
    struct rollout *out = NULL;
    int throw = LUS_ANY_THROW;
    lus_pos p;
    lus_start(r, &p);
    if (text)
        assert_true(lus_pos_parse(r, text, &p, &throw, NULL) >= 0);
    assert_int_equal(rollout_run(r, &p, throw, &limits, &out), 0);
    return out;
}

/* ---- luck ---- */

/* The value of having thrown, as a textbook finds it. */
static int value_thrown(const struct reference_search *j, const lus_pos *p, int throw,
                        int depth)
{
    lus_move list[LUS_MAX_MOVES];
    int n = lus_moves(j->r, p, throw, list), best = -VALUE_MAX;
    for (int i = 0; i < n; i++) {
        int v = reference_move_value(j, p, throw, list[i], depth);
        best = v > best ? v : best;
    }
    return best;
}

/* Luck is measured in winning chances; the classic evaluation has none. */
static bool has_winning_chances(const lus_rules *r)
{
    return r->search.net || r->search.evaluate;
}

/* The luck of a throw is weight_sum x (its value - the mean value of all throws), so the
   weighted sum over the throws is exactly 0; the values are those of the reference search. */
static void check_luck(struct shallow_search *g, const struct reference_search *j,
                       const lus_pos *p, int depth)
{
    const lus_rules *r = j->r;
    int64_t fair = 0, sum = 0, all = 0, luck[LUS_MAX_THROWS];
    int value[LUS_MAX_THROWS];
    for (int t = 0; t < r->dice.n_throws; t++) {
        lus_move list[LUS_MAX_MOVES], m = LUS_PASS;
        int throw = r->dice.throws[t].value;
        luck[t] = rollout_luck(g, r, p, throw, &m);
        if (!has_winning_chances(r)) {
            if (luck[t])
                fail_at(r, p, "throw %d: luck %lld without an evaluation", throw,
                        (long long)luck[t]);
            continue;
        }
        value[t] = lus_moves(r, p, throw, list) ? value_thrown(j, p, throw, depth)
                                                : shallow_search_throw(g, p, throw);
        int best = m == LUS_PASS ? value[t] : reference_move_value(j, p, throw, m, depth);
        if (best != value[t])
            fail_at(r, p, "throw %d, depth %d: the move chosen is worth %d, the best %d",
                    throw, depth, best, value[t]);
        fair += r->dice.throws[t].weight * luck[t];
        sum += (int64_t)r->dice.throws[t].weight * value[t];
    }
    if (!has_winning_chances(r))
        return;
    if (fair != 0) /* exactly */
        fail_at(r, p, "depth %d: the luck of all throws adds up to %lld", depth,
                (long long)fair);
    for (int t = 0; t < r->dice.n_throws; t++) {
        int64_t want = (int64_t)r->dice.weight_sum * value[t] - sum;
        if (luck[t] != want)
            fail_at(r, p, "throw %d, depth %d: luck %lld, expected %lld",
                    r->dice.throws[t].value, depth, (long long)luck[t], (long long)want);
        all |= luck[t];
    }
    if (!all)
        fail_at(r, p, "depth %d: no throw is lucky", depth);
}

static void luck_is_fair_at_every_throw(void **state)
{
    const lus_rules *r = *state;
    for (int depth = 1; depth <= 2; depth++) {
        struct random rng = random_stream(11, (uint64_t)depth);
        struct reference_search j = {.r = r, .network = reference_network(r)};
        struct shallow_search *g = shallow_search_new(r, depth);
        assert_non_null(g);
        for (int i = 0; i < POSITIONS / depth;) {
            lus_pos p;
            int throw;
            if (!random_position(r, &rng, &p, &throw))
                continue;
            j.root_side = pos_side(&p);
            check_luck(g, &j, &p, depth);
            i++;
        }
        shallow_search_free(g);
        free((void *)j.network);
    }
}

/* ---- the estimate ---- */

/* One piece each on square 14: the side to throw wins 4/7 (doc/rules/ur.md). */
static void the_mean_is_right(void **state)
{
    const char *last = "0-------------x6:0-------------x6:L";
    struct rollout *out = rolled("ur", last, (struct rollout_limits){.games = 8192});
    const struct rollout_move *m = out->move;
    (void)state;
    assert_true(fabs(m->win.mean - 4.0 / 7) < 4 * m->win.error);
    assert_true(fabs(m->unadjusted.mean - 4.0 / 7) < 4 * m->unadjusted.error);
    assert_true(m->win.error > 0 && m->unadjusted.error > 0.001 &&
                m->unadjusted.error < 0.01);
    free(out);
}

static void subtracting_luck_reduces_the_variance(void **state)
{
    struct rollout *out = rolled("ur", NULL, (struct rollout_limits){.games = 1024});
    (void)state;
    assert_true(rollout_variance_ratio(out->move) > 20);
    assert_true(out->move[0].plies > 100 && out->move[0].truncated == 0);
    free(out);
}

/* Two plies: the first throws decide everything, so nothing varies within a pair, and
   the mean is the exact sum over all of them. */
static void the_first_throws_are_not_drawn(void **state)
{
    const lus_rules *r = lus_rules_find("ur");
    struct rollout_limits limits = {.games = 1, .truncate = 2};
    struct rollout *out = rolled("ur", NULL, limits);
    struct shallow_search *g = shallow_search_new(r, 1);
    int64_t sum = 0;
    lus_pos start;
    (void)state;
    lus_start(r, &start);
    for (int a = 0; a < r->dice.n_throws; a++)
        for (int b = 0; b < r->dice.n_throws; b++) {
            lus_pos p = start;
            int throw[2] = {r->dice.throws[a].value, r->dice.throws[b].value};
            int64_t worth = 0,
                    weight = r->dice.throws[a].weight * r->dice.throws[b].weight;
            for (int ply = 0; ply < 2; ply++) {
                lus_move m = LUS_PASS;
                shallow_search_best(g, &p, throw[ply], &m);
                lus_play(r, &p, throw[ply], m);
            }
            for (int c = 0; c < r->dice.n_throws; c++)
                worth += (int64_t)r->dice.throws[c].weight *
                         shallow_search_throw(g, &p, r->dice.throws[c].value);
            sum += weight * (pos_side(&p) == pos_side(&start) ? worth : -worth);
        }
    double exact = 0.5 + (double)sum / (2.0 * 16 * 16 * 16 * VALUE_WIN);
    assert_int_equal(out->games, 2 * BATCH);
    assert_true(out->move[0].unadjusted.error == 0 && out->move[0].win.error == 0);
    assert_true(fabs(out->move[0].unadjusted.mean - exact) < 1e-12);
    assert_true(out->move[0].truncated == 1 && out->move[0].plies == 2);
    shallow_search_free(g);
    free(out);
}

/* ---- threads, rounds, moves ---- */

static bool same(const struct rollout *a, const struct rollout *b)
{
    return a->games == b->games && a->n == b->n && a->by_error == b->by_error &&
           !memcmp(a->move, b->move, (size_t)a->n * sizeof a->move[0]);
}

static void threads_change_nothing(void **state)
{
    static const char *const games[] = {"ur:blitz", "senet:houses", "senet:blockade"};
    (void)state;
    for (int i = 0; i < 3; i++) {
        struct rollout_limits limits = {.games = 2000, .error = 0.012, .truncate = 40};
        struct rollout *one = rolled(games[i], NULL, limits);
        for (limits.threads = 2; limits.threads < 8; limits.threads += 3) {
            struct rollout *more = rolled(games[i], NULL, limits);
            assert_true(same(one, more));
            free(more);
        }
        limits.seed = 1;
        struct rollout *other = rolled(games[i], NULL, limits);
        assert_true(one->move[0].win.mean != other->move[0].win.mean);
        free(other);
        free(one);
    }
}

static void the_error_stops_the_games(void **state)
{
    struct rollout_limits limits = {.games = 8192, .error = 0.002};
    struct rollout *out = rolled("ur:blitz", NULL, limits);
    (void)state;
    assert_true(out->by_error && out->games < 8192 && out->games % BATCH == 0);
    assert_true(out->move[0].win.error <= 0.002);
    limits = (struct rollout_limits){.games = out->games};
    struct rollout *alone = rolled("ur:blitz", NULL, limits);
    assert_true(!alone->by_error);
    alone->by_error = true;
    assert_true(same(out, alone)); /* stopping early changes no game */
    limits = (struct rollout_limits){.games = 600, .error = 1e-9};
    struct rollout *never = rolled("ur:blitz", NULL, limits);
    assert_true(!never->by_error && never->games == 3 * BATCH);
    free(never);
    free(alone);
    free(out);
}

static void moves_are_ranked(void **state)
{
    const char *choice = "3--x-x----x----1:5---x---x------0:D:2";
    struct rollout *out = rolled("ur", choice, (struct rollout_limits){.games = 512});
    lus_move list[LUS_MAX_MOVES];
    (void)state;
    assert_int_equal(out->n, lus_moves(out->rules, &out->pos, 2, list));
    assert_true(out->n > 1);
    for (int i = 1; i < out->n; i++) {
        double gap = out->move[0].win.mean - out->move[i].win.mean;
        assert_true(out->move[i].win.mean <= out->move[i - 1].win.mean);
        assert_true(fabs(out->move[i].loss.mean - gap) < 1e-9);
        assert_true(out->move[i].loss.error > 0);
    }
    assert_true(out->move[0].loss.mean == 0 && out->move[0].loss.error == 0);
    free(out);
}

/* A move that ends the game is worth what it is, with no error. */
static void a_won_game_is_won(void **state)
{
    const char *last = "0-------------x6:0-------------x6:L:1";
    struct rollout *out = rolled("ur", last, (struct rollout_limits){.games = 1});
    (void)state;
    assert_int_equal(out->n, 1);
    assert_true(out->move[0].win.mean == 1 && out->move[0].win.error == 0);
    assert_true(rollout_variance_ratio(out->move) == 0);
    free(out);
}

/* ---- what is refused, what is written ---- */

static int refused(const char *name, const char *text, int throw,
                   struct rollout_limits limits)
{
    const lus_rules *r = lus_rules_find(name);
    struct rollout *out = NULL;
    int ignored;
    lus_pos p;
    lus_start(r, &p);
    if (text)
        assert_true(lus_pos_parse(r, text, &p, &ignored, NULL) >= 0);
    int status = rollout_run(r, &p, throw, &limits, &out);
    assert_null(out);
    return status;
}

static void bad_questions(void **state)
{
    struct rollout_limits fine = {.games = 1}, l = fine;
    const char *over = "0--------------7:7--------------0:D";
    (void)state;
    assert_int_equal(refused("awari", NULL, LUS_ANY_THROW, fine), LUS_ESTATE);
    assert_int_equal(refused("cave", NULL, 0, fine), LUS_ESTATE);
    assert_int_equal(refused("ur", over, LUS_ANY_THROW, fine), LUS_ESTATE);
    assert_int_equal(refused("ur", NULL, 5, fine), LUS_ERANGE);
    l.games = 0;
    assert_int_equal(refused("ur", NULL, 1, l), LUS_ERANGE);
    l.games = ROLLOUT_MAX_GAMES + 1;
    assert_int_equal(refused("ur", NULL, 1, l), LUS_ERANGE);
    l = fine, l.depth = 7;
    assert_int_equal(refused("ur", NULL, 1, l), LUS_ERANGE);
    l = fine, l.truncate = -1;
    assert_int_equal(refused("ur", NULL, 1, l), LUS_ERANGE);
    l = fine, l.error = NAN;
    assert_int_equal(refused("ur", NULL, 1, l), LUS_ERANGE);
    l = fine, l.threads = 257;
    assert_int_equal(refused("ur", NULL, 1, l), LUS_ERANGE);
}

static void count_round(const struct rollout *so_far, void *arg)
{
    int *games = arg;
    assert_true(so_far->games > *games && so_far->n > 0);
    *games = so_far->games;
}

static void every_round_is_reported(void **state)
{
    int games = 0;
    (void)state;
    struct rollout *out =
        rolled("ur", NULL,
               (struct rollout_limits){
                   .games = 2048, .truncate = 4, .progress = count_round, .arg = &games});
    assert_true(games >= 2048);
    assert_int_equal(games, out->games);
    free(out);
}

static void json_is_json(void **state)
{
    const char *text[] = {NULL, "3--x-x----x----1:5---x---x------0:D:2"};
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct rollout_limits limits = {.games = 1, .truncate = 10};
        struct rollout *out = rolled("ur", text[i], limits);
        struct buffer b = {0};
        size_t n;
        rollout_json(&b, out);
        char *json = buffer_take(&b, &n);
        assert_true(json_is_valid(json));
        assert_int_equal(strncmp(json_member(json, "games"), "512", 3), 0);
        assert_true((json_item(json_member(json, "moves"), 0) != NULL) == (i == 1));
        free(json);
        free(out);
    }
}

int main(void)
{
    enum { MOST = 64 };
    struct CMUnitTest tests[MOST] = {
        cmocka_unit_test(the_mean_is_right),
        cmocka_unit_test(subtracting_luck_reduces_the_variance),
        cmocka_unit_test(the_first_throws_are_not_drawn),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(the_error_stops_the_games),
        cmocka_unit_test(moves_are_ranked),
        cmocka_unit_test(a_won_game_is_won),
        cmocka_unit_test(bad_questions),
        cmocka_unit_test(every_round_is_reported),
        cmocka_unit_test(json_is_json),
    };
    static char name[MOST][64];
    const lus_rules *r;
    int n = 0;
    while (tests[n].name)
        n++;
    for (int i = 0; (r = lus_rules_at(i)) && n < MOST; i++) {
        if (!r->dice.sticks)
            continue;
        snprintf(name[n], sizeof name[n], "%s: luck", r->name);
        tests[n] = (struct CMUnitTest){name[n], luck_is_fair_at_every_throw, NULL, NULL,
                                       (void *)r};
        n++;
    }
    return _cmocka_run_group_tests("rollout", tests, (size_t)n, NULL, NULL);
}
