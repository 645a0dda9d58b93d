/* SPDX-License-Identifier: MIT */
/* test_net.c - the learned evaluation: the fast sum compared with the definition, the curve
   with tanh, integers with floats; training is repeatable, with any number of threads and
   after an interruption. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>
#include "learn/learn.h"
#include "learn/learn_checkpoint.h"
#include "learn/max_sum.h"
#include "support/net_portable.h"
#include "support/sample_size.h"

enum { POSITIONS = 20000, STEPS = 6 };

/* Every rule set that has a network. */
static const lus_rules *with_net(int i)
{
    const lus_rules *r;
    for (int k = 0; (r = lus_rules_at(k)); k++)
        if (r->search.net && !i--)
            return r;
    return NULL;
}

/* Any set of pieces that the network must accept, also unreachable ones. */
static lus_pos some_position(const struct net *n, struct random *g)
{
    lus_pos p = {{0}};
    for (int side = 0; side < 2; side++)
        for (int left = 1 + (int)random_below(g, (uint32_t)n->pieces); left; left--) {
            if (n->hands && random_below(g, 4) == 0)
                p.w[2] += UINT64_C(1) << (8 * side);
            else
                p.w[side] |= UINT64_C(2) << random_below(g, (uint32_t)n->squares);
        }
    return p;
}

static int pieces_in_hand(const struct net *n, const lus_pos *p, int side)
{
    return n->hands ? (int)(p->w[2] >> (8 * side) & 0xff) : 0;
}

static int pieces_at_home(const struct net *n, const lus_pos *p, int side)
{
    return n->pieces - pieces_in_hand(n, p, side) - __builtin_popcountll(p->w[side]);
}

static int on_square(const lus_pos *p, int side, int square)
{
    return (int)(p->w[side] >> square & 1);
}

/* Whether a far pair is there: number k, of a lower piece on square bit % 32. */
static int far_pair_is_on(const struct net *n, const lus_pos *p, int k, int bit)
{
    int square = bit % 32, lower = bit / 32, ahead = k < n->reach ? k : k - n->reach;
    int upper = k < n->reach ? !lower : lower;
    return square >= 1 && square + ahead + 1 <= n->squares &&
           on_square(p, lower, square) && on_square(p, upper, square + ahead + 1);
}

/* Whether the input is 1, by the order defined in net.h. */
static int input_is_on(const struct net *n, const lus_pos *p, int input)
{
    int each = n->pieces + 1;
    if (input < 2 * n->squares)
        return on_square(p, input / n->squares, 1 + input % n->squares);
    input -= 2 * n->squares;
    if (input < 28 * ((n->squares + 3) / 4)) {
        int first = 1 + input / 28 * 4, pair = input % 28, b = 1;
        for (; pair >= b; b++)
            pair -= b;
        return on_square(p, pair / 4, first + pair % 4) &&
               on_square(p, b / 4, first + b % 4);
    }
    input -= 28 * ((n->squares + 3) / 4);
    if (input < 2 * each)
        return input % each == pieces_at_home(n, p, input / each);
    input -= 2 * each;
    if (n->hands)
        return input % each == pieces_in_hand(n, p, input / each);
    return far_pair_is_on(n, p, input / 64, input % 64);
}

static int homes(const struct net *n, const lus_pos *p)
{
    return pieces_at_home(n, p, 0) * (n->pieces + 1) + pieces_at_home(n, p, 1);
}

/* The sum of a hidden unit, by the definition. */
static int plain_sum(const struct net *n, const lus_pos *p, int u)
{
    int sum = 0;
    for (int i = 0; i < net_inputs(n); i++)
        sum += input_is_on(n, p, i) ? n->weights[i * NET_HIDDEN + u] : 0;
    return sum;
}

/* The value by the definition; only the curve is a table. */
static int plain_value(const struct net *n, const int32_t *curve, const lus_pos *p)
{
    const int16_t *out = n->weights + (net_inputs(n) + homes(n, p)) * NET_HIDDEN;
    int bias = n->weights[net_weights(n) - net_counts(n) + homes(n, p)];
    int32_t z = bias * NET_BENT_ONE;
    for (int u = 0; u < NET_HIDDEN; u++) {
        int sum = plain_sum(n, p, u);
        if (abs(sum) > INT16_MAX)
            fail_msg("unit %d overflows", u);
        sum = sum > 2047 ? 2047 : sum < -2047 ? -2047 : sum;
        z += (16 * sum * (4 * (4096 - abs(sum))) >> 16) * out[u];
    }
    return net_bend_out(curve, z);
}

/* The value of floating-point weights, between -1 and 1. */
static double float_value(const struct net *n, const float *weights, const lus_pos *p)
{
    const float *out = weights + (net_inputs(n) + homes(n, p)) * NET_HIDDEN;
    double z = (double)weights[net_weights(n) - net_counts(n) + homes(n, p)];
    for (int u = 0; u < NET_HIDDEN; u++) {
        double x = 0;
        for (int i = 0; i < net_inputs(n); i++)
            x += input_is_on(n, p, i) ? (double)weights[i * NET_HIDDEN + u] : 0;
        x = fmin(1, fmax(-1, x));
        z += x * (2 - fabs(x)) * (double)out[u];
    }
    return tanh(z / 2);
}

static void *expanded(const struct net *n)
{
    void *network = aligned_alloc(64, net_rows_size(n));
    assert_non_null(network);
    net_expand(n, network);
    return network;
}

/* ---- the network ---- */

static void the_fast_value_equals_the_definition(void **state)
{
    const lus_rules *r;
    int32_t curve[NET_KNOTS + 2];
    int i = 0;
    (void)state;
    net_curve(curve);
    for (; (r = with_net(i)); i++) {
        struct random g = random_stream(1, (uint64_t)i);
        void *network = expanded(r->search.net);
        for (int k = 0; k < sample_size(POSITIONS); k++) {
            lus_pos p = some_position(r->search.net, &g), other = p;
            int v = net_value(r->search.net, network, &p);
            assert_int_equal(v, plain_value(r->search.net, curve, &p));
            assert_int_equal(v, portable_net_value(r->search.net, network, &p));
            other.w[3] = 1; /* the side to move does not matter */
            assert_int_equal(v, net_value(r->search.net, network, &other));
            assert_true(abs(v) < NET_WIN);
        }
        free(network);
    }
    assert_true(i >= 6);
}

static void the_curve_is_tanh(void **state)
{
    int32_t curve[NET_KNOTS + 2];
    (void)state;
    net_curve(curve);
    for (int z = -60000000; z <= 60000000; z += 997) {
        double exact = NET_WIN * tanh(z / (2.0 * NET_Z_ONE));
        int v = net_bend_out(curve, z);
        assert_true(fabs(v - exact) < 30); /* linear between knots: at most 25 */
        assert_int_equal(net_bend_out(curve, -z), -v);
        assert_true(net_bend_out(curve, z + 997) >= v);
    }
    assert_true(net_bend_out(curve, INT32_MAX) < NET_WIN);
    assert_true(net_bend_out(curve, -INT32_MAX) > -NET_WIN);
}

/* No position makes a sum exceed an int16. */
static void no_sum_overflows(void **state)
{
    const lus_rules *r;
    (void)state;
    for (int i = 0; (r = with_net(i)); i++)
        for (int u = 0; u < NET_HIDDEN; u++)
            assert_true(net_max_sum(r->search.net, u) <= INT16_MAX);
}

/* Hill climbing: the largest sum found by changing one piece at a time. */
static int climb(const struct net *n, int u, int sign, struct random *g)
{
    lus_pos p = some_position(n, g);
    int best = sign * plain_sum(n, &p, u);
    for (int tries = 0; tries < 400; tries++) {
        lus_pos q = some_position(n, g), next = p;
        int side = (int)random_below(g, 2), kind = (int)random_below(g, 3);
        uint64_t square = UINT64_C(2) << random_below(g, (uint32_t)n->squares);
        if (kind == 0 && next.w[side] & square)
            next.w[side] ^= square;
        else if (kind == 1 && pieces_at_home(n, &p, side) > 0)
            next.w[side] |= square;
        else
            next = q;
        int sum = sign * plain_sum(n, &next, u);
        if (sum > best) {
            best = sum;
            p = next;
        }
    }
    return best;
}

static void no_position_exceeds_the_largest_sum(void **state)
{
    const lus_rules *r;
    struct random g = random_stream(4, 0);
    (void)state;
    for (int i = 0; (r = with_net(i)); i++)
        for (int u = 0; u < NET_HIDDEN; u += 5) {
            int bound = net_max_sum(r->search.net, u), best = 0;
            for (int k = 0; k < 40; k++) {
                int found = climb(r->search.net, u, k & 1 ? 1 : -1, &g);
                best = found > best ? found : best;
            }
            assert_true(best <= bound);
            assert_true(best > bound / 2); /* and the bound is not far off */
        }
}

/* One piece left against all pieces, and the other way round. */
static void a_won_position_has_a_high_value(void **state)
{
    const lus_rules *r;
    (void)state;
    for (int i = 0; (r = with_net(i)); i++) {
        const struct net *n = r->search.net;
        void *network = expanded(n);
        lus_pos p;
        r->start(r, &p);
        p.w[0] = UINT64_C(1) << n->squares;
        p.w[2] &= 0xff00;
        assert_true(net_value(n, network, &p) > 0.8 * NET_WIN);
        pos_turn(&p);
        assert_true(net_value(n, network, &p) < -0.8 * NET_WIN);
        free(network);
    }
}

/* One piece left each (ur:finkel): the published chances of the side to throw. */
static void the_last_throws_have_the_published_chances(void **state)
{
    static const struct {
        int own, enemy;
        double chance;
    } known[] = {{14, 14, 4 / 7.0}, {13, 14, 116 / 161.0}, {14, 13, 74 / 161.0}};
    const lus_rules *r = lus_rules_find("ur:finkel");
    void *network = expanded(r->search.net);
    (void)state;
    for (int i = 0; i < 3; i++) {
        lus_pos p = {{UINT64_C(1) << known[i].own, UINT64_C(1) << known[i].enemy}};
        double chance = 0.5 + 0.5 * net_value(r->search.net, network, &p) / NET_WIN;
        if (fabs(chance - known[i].chance) > 0.05)
            fail_msg("%d | %d: %f instead of %f", known[i].own, known[i].enemy, chance,
                     known[i].chance);
    }
    free(network);
}

/* ---- training ---- */

static int until(void *last, struct learner *l)
{
    return l->step < *(int *)last;
}

static struct learner *trained(const char *rules, int seed, int threads, int steps)
{
    struct learner *l = learner_new(lus_rules_find(rules), (uint64_t)seed);
    assert_non_null(l);
    learner_run(l, threads, until, &steps);
    return l;
}

static void assert_same(const struct learner *a, const struct learner *b)
{
    assert_int_equal(a->step, b->step);
    assert_memory_equal(a->weights, b->weights, sizeof(float) * (size_t)a->n_weights);
    assert_memory_equal(a->mean, b->mean, sizeof(float) * (size_t)a->n_weights);
}

static void weights_do_not_depend_on_threads(void **state)
{
    static const char *const rules[] = {"ur:finkel", "senet:blockade"};
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct learner *one = trained(rules[i], 7, 1, STEPS);
        for (int threads = 2; threads <= 16; threads += 7) {
            struct learner *many = trained(rules[i], 7, threads, STEPS);
            assert_same(one, many);
            learner_free(many);
        }
        struct learner *other = trained(rules[i], 8, 1, STEPS);
        assert_memory_not_equal(one->mean, other->mean, 100);
        learner_free(other);
        learner_free(one);
    }
}

static void training_reduces_the_error(void **state)
{
    struct learner *early = trained("ur:blitz", 1, 2, 2);
    struct learner *late = trained("ur:blitz", 1, 2, 400);
    double error[2] = {0};
    (void)state;
    for (int i = 0; i < LEARN_ACTORS; i++) {
        error[0] += early->actor[i].error / (double)early->actor[i].samples;
        error[1] += late->actor[i].error / (double)late->actor[i].samples;
    }
    assert_true(error[1] < error[0] / 4);
    learner_free(early);
    learner_free(late);
}

/* The mean error of rounding to integers is below a thousandth of the scale. */
static void integer_weights_are_close_to_floats(void **state)
{
    struct learner *l = trained("ur:masters", 3, 2, 300);
    struct random g = random_stream(2, 0);
    int16_t *weights = malloc(sizeof *weights * (size_t)l->n_weights);
    assert_non_null(weights);
    (void)state;
    learner_result(l, weights);
    struct net n = *l->shape;
    n.weights = weights;
    void *network = expanded(&n);
    double sum = 0;
    for (int k = 0; k < POSITIONS / 10; k++) {
        lus_pos p = some_position(&n, &g);
        double v = net_value(&n, network, &p) / (double)NET_WIN;
        double off = fabs(v - float_value(&n, l->mean, &p));
        assert_true(off < 0.01);
        sum += off;
    }
    assert_true(sum / (POSITIONS / 10) < 0.001);
    free(network);
    free(weights);
    learner_free(l);
}

static void large_weights_are_scaled_down(void **state)
{
    struct learner *l = learner_new(lus_rules_find("ur:finkel"), 1);
    int16_t weights[16384];
    (void)state;
    assert_true(l && l->n_weights <= 16384);
    for (int i = 0; i < l->n_weights; i++)
        l->mean[i] *=
            40; /* sums of hidden units above 100; 16 is the largest that fits an int16 */
    learner_result(l, weights);
    struct net n = *l->shape;
    n.weights = weights;
    for (int u = 0; u < NET_HIDDEN; u++) {
        assert_true(net_max_sum(&n, u) <= INT16_MAX);
        assert_true(net_max_sum(&n, u) > 30000);
    }
    learner_free(l);
}

/* ---- checkpoints ---- */

static char path[64];

static int make_path(void **state)
{
    (void)state;
    snprintf(path, sizeof path, "/tmp/lusoria-test-net-%ld", (long)getpid());
    return 0;
}

static int drop_path(void **state)
{
    (void)state;
    remove(path);
    return 0;
}

static void a_checkpoint_is_resumed(void **state)
{
    struct learner *whole = trained("ur:aseb", 5, 2, STEPS), *part, *rest;
    int last = STEPS;
    (void)state;
    part = trained("ur:aseb", 5, 1, STEPS / 2);
    rest = learner_new(part->rules, 5);
    assert_int_equal(learner_load(rest, path), LUS_ESTATE);
    assert_int_equal(learner_save(part, path), 0);
    assert_int_equal(learner_load(rest, path), 0);
    assert_int_equal(rest->step, STEPS / 2);
    learner_run(rest, 2, until, &last);
    assert_same(whole, rest);
    learner_free(whole);
    learner_free(part);
    learner_free(rest);
}

static void damage(long at, int byte)
{
    FILE *f = fopen(path, "r+b");
    assert_non_null(f);
    fseek(f, at, SEEK_SET);
    fputc(byte, f);
    fclose(f);
}

static void a_wrong_checkpoint_is_refused(void **state)
{
    struct learner *l = trained("ur:aseb", 5, 1, 2), *fresh = learner_new(l->rules, 5);
    struct learner *seed = learner_new(l->rules, 6);
    struct learner *rules = learner_new(lus_rules_find("ur:blitz"), 5);
    (void)state;
    assert_int_equal(learner_save(l, path), 0);
    assert_int_equal(learner_load(seed, path), LUS_EFILE);
    assert_int_equal(learner_load(rules, path), LUS_EFILE);
    assert_int_equal(learner_save(l, "/proc/none/at/all"), LUS_EFILE);
    damage(2000, 0x55);
    assert_int_equal(learner_load(fresh, path), LUS_EFILE);
    assert_int_equal(learner_save(l, path), 0);
    assert_int_equal(truncate(path, 5000), 0);
    assert_int_equal(learner_load(fresh, path), LUS_EFILE);
    assert_int_equal(fresh->step, 0);
    learner_free(l);
    learner_free(fresh);
    learner_free(seed);
    learner_free(rules);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_fast_value_equals_the_definition),
        cmocka_unit_test(the_curve_is_tanh),
        cmocka_unit_test(no_sum_overflows),
        cmocka_unit_test(no_position_exceeds_the_largest_sum),
        cmocka_unit_test(a_won_position_has_a_high_value),
        cmocka_unit_test(the_last_throws_have_the_published_chances),
        cmocka_unit_test(weights_do_not_depend_on_threads),
        cmocka_unit_test(training_reduces_the_error),
        cmocka_unit_test(integer_weights_are_close_to_floats),
        cmocka_unit_test(large_weights_are_scaled_down),
        cmocka_unit_test_setup_teardown(a_checkpoint_is_resumed, make_path, drop_path),
        cmocka_unit_test_setup_teardown(a_wrong_checkpoint_is_refused, make_path,
                                        drop_path),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
