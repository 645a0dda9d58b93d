/* SPDX-License-Identifier: MIT */
/* test_bradley_terry.c - ratings of many players: against closed forms, against another way to
   fit them, and against the strength of simulated players. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "tournament/bradley_terry.h"
#include "arena/elo.h"
#include "core/random.h"

static void near(double got, double wanted, double by)
{
    if (!(fabs(got - wanted) <= by))
        fail_msg("%f, wanted %f", got, wanted);
}

/* Two players: the score decides alone.  One drawn game is added. */
static void two_players(void **state)
{
    struct bradley_terry *l = bradley_terry_new(2);
    struct rating s[2];
    uint64_t pairs[5] = {10, 5, 40, 15, 30}; /* 125 points of 200 */
    (void)state;
    bradley_terry_add_pairs(l, 1, 0, pairs);
    assert_int_equal(bradley_terry_fit(l, s), 0);
    double p = 125.5 / 201;
    near(s[1].elo - s[0].elo, elo_from_score(p), 1e-6);
    near(s[0].elo + s[1].elo, 0, 1e-6);
    near(s[1].points, 125, 1e-9);
    assert_int_equal(s[0].games, 200);
    /* The variance of a pair, and the slope of the score. */
    double square = (10 * 0 + 5 * 0.25 + 40 * 1 + 15 * 2.25 + 30 * 4);
    double var = square - 2 * 2 * p * 125 + 4 * p * p * 100 + (0.5 - p) * (0.5 - p);
    double slope = 201 * p * (1 - p), unit = 400 / log(10);
    near(s[1].error, 1.96 * sqrt(var) / slope * unit / 2, 1e-6);
    bradley_terry_free(l);
}

/* The same fit by Zermelo's iteration (1929): gamma_i = points_i / sum of n / (gamma_i +
   gamma_j). */
static void as_zermelo_found_them(void **state)
{
    enum { N = 5 };
    struct bradley_terry *l = bradley_terry_new(N);
    struct rating s[N];
    double n[N][N] = {{0}}, points[N] = {0}, gamma[N];
    struct random g = random_stream(4, 4);
    (void)state;
    for (int i = 0; i < N; i++)
        for (int j = i + 1; j < N; j++) {
            int games = 10 + (int)random_below(&g, 50);
            int won = (int)random_below(&g, (uint32_t)games + 1);
            bradley_terry_add(l, i, j, 1, 1, (uint64_t)won);
            bradley_terry_add(l, j, i, 1, 1, (uint64_t)(games - won));
            n[i][j] = n[j][i] = games + 1;
            points[i] += won + 0.5;
            points[j] += games - won + 0.5;
        }
    for (int i = 0; i < N; i++)
        gamma[i] = 1;
    for (int round = 0; round < 20000; round++)
        for (int i = 0; i < N; i++) {
            double sum = 0;
            for (int j = 0; j < N; j++)
                sum += i == j ? 0 : n[i][j] / (gamma[i] + gamma[j]);
            gamma[i] = points[i] / sum;
        }
    assert_int_equal(bradley_terry_fit(l, s), 0);
    for (int i = 1; i < N; i++)
        near(s[i].elo - s[0].elo, 400 * log10(gamma[i] / gamma[0]), 1e-4);
    bradley_terry_free(l);
}

/* ---- simulated players ---- */

static const double strength[] = {-250, -60, 0, 90, 220};
enum { PLAYERS = 5 };

/* The points of a pair of games; `bound` is the probability that the second game
   has the same winner as the first by construction. */
static double pair_points(struct random *g, double p, double bound)
{
    double u[3];
    for (int i = 0; i < 3; i++)
        u[i] = (double)(random_next(g) >> 11) / 9007199254740992.0;
    double first = u[0] < p;
    return first + (u[2] < bound ? first : u[1] < p);
}

/* How many of the 95 % bounds hold the truth, and how wide they are. */
static int covered(double bound, int pairs, double *width)
{
    int inside = 0;
    for (int trial = 0; trial < 200; trial++) {
        struct random g = random_stream(9, (uint64_t)trial);
        struct bradley_terry *l = bradley_terry_new(PLAYERS);
        struct rating s[PLAYERS];
        for (int i = 0; i < PLAYERS; i++)
            for (int j = i + 1; j < PLAYERS; j++)
                for (int k = 0; k < pairs; k++)
                    bradley_terry_add(
                        l, i, j,
                        pair_points(&g, score_from_elo(strength[i] - strength[j]), bound),
                        2, 1);
        assert_int_equal(bradley_terry_fit(l, s), 0);
        for (int i = 0; i < PLAYERS; i++) {
            inside += fabs(s[i].elo - strength[i]) <= s[i].error;
            *width += s[i].error / 200 / PLAYERS;
        }
        bradley_terry_free(l);
    }
    return inside;
}

/* 1,000 bounds: 950 with a deviation of 7 to 15, as those of one trial hang together. */
static void bounds_hold_the_truth(void **state)
{
    double loose = 0, bound = 0;
    (void)state;
    int each = covered(0, 50, &loose), alike = covered(0.8, 50, &bound);
    if (each < 915 || each > 980 || alike < 915 || alike > 980)
        fail_msg("%d and %d of 1000", each, alike);
    /* Pairs that end alike say less: their games are not 100 but 50 to 60 samples. */
    assert_true(bound > 1.25 * loose && bound < 1.45 * loose);
}

/* ---- the odd ones ---- */

static void anchors_hold(void **state)
{
    struct bradley_terry *l = bradley_terry_new(3);
    struct rating free_one[3], s[3];
    (void)state;
    bradley_terry_add(l, 0, 1, 1, 1, 60);
    bradley_terry_add(l, 1, 0, 1, 1, 40);
    bradley_terry_add(l, 1, 2, 1, 1, 70);
    bradley_terry_add(l, 2, 1, 1, 1, 30);
    assert_int_equal(bradley_terry_fit(l, free_one), 0);
    bradley_terry_anchor(l, 1, 1500);
    assert_int_equal(bradley_terry_fit(l, s), 0);
    assert_true(s[1].elo == 1500 && s[1].error == 0 && s[1].anchored);
    for (int i = 0; i < 3; i++)
        near(s[i].elo - 1500, free_one[i].elo - free_one[1].elo, 1e-6);
    bradley_terry_anchor(l, 2, 1500); /* now the results cannot say otherwise */
    assert_int_equal(bradley_terry_fit(l, s), 0);
    assert_true(s[1].elo == 1500 && s[2].elo == 1500);
    near(s[0].elo, 1500 + elo_from_score(60.5 / 101), 1e-6);
    bradley_terry_free(l);
}

static void strangers_are_not_compared(void **state)
{
    struct bradley_terry *l = bradley_terry_new(6);
    struct rating s[6];
    (void)state;
    bradley_terry_add(l, 0, 3, 1, 1, 10);
    bradley_terry_add(l, 1, 4, 0.5, 1, 10);
    bradley_terry_add(l, 5, 5, 1, 1, 10); /* against himself: nothing */
    bradley_terry_anchor(l, 4, 100);
    assert_int_equal(bradley_terry_fit(l, s), 0);
    assert_int_equal(s[0].group, s[3].group);
    assert_int_equal(s[1].group, s[4].group);
    assert_int_not_equal(s[0].group, s[1].group);
    assert_int_not_equal(s[2].group, s[5].group);
    near(s[0].elo + s[3].elo, 0, 1e-9);
    assert_true(s[0].elo > 100 && s[0].elo < 1000 && s[0].error > 100); /* not infinite */
    near(s[1].elo, 100, 1e-6);
    assert_true(s[2].elo == 0 && s[2].games == 0 && s[5].games == 0);
    bradley_terry_free(l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_players),
        cmocka_unit_test(as_zermelo_found_them),
        cmocka_unit_test(bounds_hold_the_truth),
        cmocka_unit_test(anchors_hold),
        cmocka_unit_test(strangers_are_not_compared),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
