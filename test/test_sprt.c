/* SPDX-License-Identifier: MIT */
/* test_sprt.c - the sequential test: its ratio against two other ways to compute it, its
   errors on simulated matches, and the end of a match that does not depend on jobs. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "arena/match.h"
#include "arena/elo.h"
#include "core/random.h"

/* ---- the ratio ---- */

static double likelihood(const double n[5], const double p[5])
{
    double sum = 0;
    for (int i = 0; i < 5; i++) {
        if (p[i] <= 0)
            return -1e300;
        sum += n[i] * log(p[i]);
    }
    return sum;
}

/* Climbs along one direction that changes neither the sum nor the mean. */
static void climb(const double n[5], double p[5], int at)
{
    double low = -1, high = 1;
    for (int step = 0; step < 100; step++) {
        double a = low + (high - low) / 3, b = high - (high - low) / 3, q[2][5];
        for (int k = 0; k < 2; k++) {
            double by = k ? b : a;
            memcpy(q[k], p, sizeof q[k]);
            q[k][at] += by;
            q[k][at + 1] -= 2 * by;
            q[k][at + 2] += by;
        }
        double left = likelihood(n, q[0]), right = likelihood(n, q[1]);
        if (left <= -1e300 && right <= -1e300) { /* both outside: towards the middle */
            low /= 2;
            high /= 2;
        } else if (left < right) {
            low = a;
        } else {
            high = b;
        }
    }
    double by = (low + high) / 2, q[5];
    memcpy(q, p, sizeof q);
    q[at] += by;
    q[at + 1] -= 2 * by;
    q[at + 2] += by;
    if (likelihood(n, q) > likelihood(n, p))
        memcpy(p, q, sizeof q);
}

/* The largest likelihood of all chances with this mean, found by climbing among them:
   no multiplier anywhere. */
static double largest(const double n[5], double mean)
{
    double p[5];
    for (int i = 0; i < 5; i++) { /* two games, each with this score: a start inside */
        static const double ways[] = {1, 4, 6, 4, 1};
        p[i] = ways[i] * pow(mean, i) * pow(1 - mean, 4 - i);
    }
    for (int round = 0; round < 400; round++)
        for (int at = 0; at < 3; at++)
            climb(n, p, at);
    return likelihood(n, p);
}

static void the_ratio_is_the_largest_likelihoods(void **state)
{
    static const uint64_t pairs[][5] = {{3, 7, 20, 9, 5},    {1, 1, 1, 1, 1},
                                        {40, 2, 90, 3, 60},  {9, 30, 50, 22, 4},
                                        {100, 90, 80, 5, 2}, {1, 4, 200, 30, 7}};
    static const struct sprt tests[] = {{0, 50}, {-20, 10}, {100, 200}, {-5, 0}};
    (void)state;
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++)
        for (size_t k = 0; k < sizeof tests / sizeof tests[0]; k++) {
            double n[5];
            for (int j = 0; j < 5; j++)
                n[j] = (double)pairs[i][j];
            double wanted = largest(n, score_from_elo(tests[k].elo1)) -
                            largest(n, score_from_elo(tests[k].elo0));
            double got = sprt_llr(&tests[k], pairs[i]);
            if (fabs(got - wanted) > 1e-3 * (1 + fabs(wanted)))
                fail_msg("pairs %zu, test %zu: %f, wanted %f", i, k, got, wanted);
        }
}

/* Where a pair is won or lost as a whole it is Wald's test of a coin. */
static void of_two_results_it_is_walds(void **state)
{
    const struct sprt t = {0, 100};
    double s0 = 0.5, s1 = 1 / (1 + pow(10, -0.25));
    (void)state;
    for (int won = 1; won < 60; won += 7) {
        uint64_t pairs[5] = {40, 0, 0, 0, (uint64_t)won};
        double wanted = won * log(s1 / s0) + 40 * log((1 - s1) / (1 - s0));
        assert_true(fabs(sprt_llr(&t, pairs) - wanted) < 0.01);
    }
}

static void bounds_are_walds(void **state)
{
    const struct sprt t = {0, 10};
    uint64_t none[5] = {0}, won[5] = {0, 0, 0, 0, 500}, lost[5] = {500, 0, 0, 0, 0};
    (void)state;
    assert_true(fabs(sprt_bound() - log(19)) < 1e-9);
    assert_int_equal(sprt_decide(&t, none), SPRT_CONTINUE);
    assert_int_equal(sprt_decide(&t, won), SPRT_ACCEPT_H1);
    assert_int_equal(sprt_decide(&t, lost), SPRT_ACCEPT_H0);
}

/* ---- its errors ---- */

/* Chances of a pair with this mean: its games alike (`bound` of them), or each for
   itself, and some drawn. */
static void chances(double mean, double bound, double p[5])
{
    double win = mean - 0.05, loss = 1 - mean - 0.05, draw = 0.1;
    double game[3] = {loss, draw, win};
    memset(p, 0, 5 * sizeof *p);
    for (int a = 0; a < 3; a++)
        for (int b = 0; b < 3; b++)
            p[a + b] += (1 - bound) * game[a] * game[b] + (a == b ? bound * game[a] : 0);
}

static int draw_result(struct random *g, const double p[5])
{
    double u = (double)(random_next(g) >> 11) / 9007199254740992.0;
    for (int i = 0; i < 4; i++)
        if ((u -= p[i]) < 0)
            return i;
    return 4;
}

/* How many of `n` matches between players `elo` apart end with the decision. */
static int decisions(double elo, double bound, enum sprt_decision v, int n)
{
    const struct sprt t = {0, 80};
    double p[5];
    int count = 0;
    chances(score_from_elo(elo), bound, p);
    for (int i = 0; i < n; i++) {
        struct random g = random_stream(20, (uint64_t)i);
        uint64_t pairs[5] = {0};
        enum sprt_decision end;
        do
            pairs[draw_result(&g, p)]++;
        while ((end = sprt_decide(&t, pairs)) == SPRT_CONTINUE);
        count += end == v;
    }
    return count;
}

/* The error rate should be 5 %: 30 of 600 matches, with a standard deviation of 5.3.  It is a
   little lower, because the last pair exceeds the bound, and a little higher, because the
   variance is not well known after a few pairs. */
static void errors_are_as_rare_as_promised(void **state)
{
    (void)state;
    for (int alike = 0; alike < 2; alike++) {
        double bound = alike ? 0.4 : 0;
        int false_1 = decisions(0, bound, SPRT_ACCEPT_H1, 600);
        int false_0 = decisions(80, bound, SPRT_ACCEPT_H0, 600);
        if (false_1 < 10 || false_1 > 46 || false_0 < 10 || false_0 > 46)
            fail_msg("%d and %d errors of 600", false_1, false_0);
    }
}

static void far_from_both_it_does_not_err(void **state)
{
    (void)state;
    assert_int_equal(decisions(-80, 0, SPRT_ACCEPT_H1, 300), 0);
    assert_int_equal(decisions(160, 0, SPRT_ACCEPT_H0, 300), 0);
}

/* ---- in a match ---- */

static struct match_tally played(int jobs)
{
    static const struct sprt test = {0, 60};
    const lus_rules *r = lus_rules_find("cave:5x4");
    struct match m = {.rules = r,
                      .pairs = 2000,
                      .opening.plies = 4,
                      .jobs = jobs,
                      .seed = 5,
                      .sprt = &test};
    struct match_tally t;
    lus_fault fault;
    assert_int_equal(player_spec_read(r, "ai:depth=2", &m.bot[0], &fault), 0);
    assert_int_equal(player_spec_read(r, "random", &m.bot[1], &fault), 0);
    assert_int_equal(match_play(&m, &t), 0);
    return t;
}

static void a_match_ends_at_the_same_pair(void **state)
{
    struct match_tally one = played(1), three = played(3);
    (void)state;
    assert_int_equal(one.decision, SPRT_ACCEPT_H1);
    assert_true(match_tally_pairs(&one) < 200);
    assert_memory_equal(one.pairs, three.pairs, sizeof one.pairs);
    assert_memory_equal(one.games, three.games, sizeof one.games);
    assert_int_equal(one.plies, three.plies);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_ratio_is_the_largest_likelihoods),
        cmocka_unit_test(of_two_results_it_is_walds),
        cmocka_unit_test(bounds_are_walds),
        cmocka_unit_test(errors_are_as_rare_as_promised),
        cmocka_unit_test(far_from_both_it_does_not_err),
        cmocka_unit_test(a_match_ends_at_the_same_pair),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
