/* SPDX-License-Identifier: MIT */
/* test_awari_net.c - the learned evaluation of Awari: the fast sum compared with the definition,
   whose attacks are found by sowing stone by stone; no sum overflows; training is repeatable
   with any number of threads and learns something. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "core/net.h"
#include "core/random.h"
#include "core/rules.h"
#include "learn/score_fit.h"
#include "support/sample_size.h"

#define POSITIONS sample_size(20000)
enum { PITS = 12, SETS_AT = 12 * 16, INPUTS = 12 * 16 + 2 * 64 };

static const char *const names[] = {"awari:abapa", "awari:oware", "awari:olympiad"};

/* Any distribution of up to 48 stones, often with one large pit. */
static lus_pos some_position(struct random *g, int pit[PITS])
{
    lus_pos p = {{0}};
    int left = 48 - (int)random_below(g, 48);
    memset(pit, 0, PITS * sizeof *pit);
    if (random_below(g, 2)) {
        int many = (int)random_below(g, (uint32_t)left + 1);
        pit[random_below(g, PITS)] = many;
        left -= many;
    }
    for (; left > 0; left--) {
        uint32_t where = random_below(g, PITS + 2);
        if (where < PITS)
            pit[where]++;
        else
            p.w[2] += UINT64_C(1) << 8 * (where - PITS);
    }
    for (int i = 0; i < PITS; i++)
        p.w[i / 6] |= (uint64_t)pit[i] << 8 * (i % 6);
    return p;
}

/* The set of enemy pits in which the last stone of a move of `side` makes two or three; a
   second lap does not count. */
static int attacked(const int pit[PITS], int side)
{
    int set = 0;
    for (int from = 6 * side; from < 6 * side + 6; from++) {
        int ring[PITS], at = from, stones = pit[from];
        memcpy(ring, pit, sizeof ring);
        if (stones == 0 || stones > 22)
            continue;
        for (ring[from] = 0; stones > 0; stones--) {
            do
                at = (at + 1) % PITS;
            while (at == from);
            ring[at]++;
        }
        if (at / 6 != side && (ring[at] == 2 || ring[at] == 3))
            set |= 1 << at % 6;
    }
    return set;
}

/* Whether the input is 1, by the order defined in awari_net.h. */
static bool input_is_on(const int pit[PITS], int input)
{
    if (input < SETS_AT)
        return input % 16 == (pit[input / 16] < 15 ? pit[input / 16] : 15);
    input -= SETS_AT;
    return input % 64 == attacked(pit, input / 64);
}

/* The value in hundredths of a stone, by the definition. */
static int plain_value(const int16_t *weights, const lus_pos *p, const int pit[PITS])
{
    int stones = 0, lead = (int)(p->w[2] & 255) - (int)(p->w[2] >> 8 & 255);
    for (int i = 0; i < PITS; i++)
        stones += pit[i];
    int output = stones ? (stones - 1) / 6 : 0;
    int64_t z = (int64_t)weights[(INPUTS + 8) * 16 + output] * 4096;
    for (int u = 0; u < 16; u++) {
        int sum = 0;
        for (int i = 0; i < INPUTS; i++)
            sum += input_is_on(pit, i) ? weights[i * 16 + u] : 0;
        sum = sum > 2047 ? 2047 : sum < -2047 ? -2047 : sum;
        z += (16 * sum * (4 * (4096 - abs(sum))) >> 16) *
             weights[(INPUTS + output) * 16 + u];
    }
    return 100 * lead + (int)((z >> 12) * 25 >> 8);
}

static void the_fast_value_equals_the_definition(void **state)
{
    struct random g = random_stream(1, 7);
    int pit[PITS], captures = 0;
    (void)state;
    for (int n = 0; n < POSITIONS; n++) {
        const lus_rules *r = lus_rules_find(names[n % 3]);
        lus_pos p = some_position(&g, pit);
        assert_int_equal(r->search.evaluate(r, &p),
                         plain_value(r->search.score_net->weights, &p, pit));
        captures += attacked(pit, 0) != 0;
    }
    assert_in_range(captures, POSITIONS / 10, POSITIONS);
}

/* The largest sum that one row of each pit and of each set can give. */
static int largest_sum(const int16_t *weights, int unit)
{
    int sum = 0;
    for (int first = 0; first < INPUTS;) {
        int rows = first < SETS_AT ? 16 : 64, most = 0;
        for (int i = first; i < first + rows; i++)
            most =
                abs(weights[i * 16 + unit]) > most ? abs(weights[i * 16 + unit]) : most;
        sum += most;
        first += rows;
    }
    return sum;
}

static void no_sum_overflows(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++)
        for (int u = 0; u < 16; u++)
            assert_in_range(
                largest_sum(lus_rules_find(names[i])->search.score_net->weights, u), 1,
                INT16_MAX);
}

/* ---- training ---- */

static struct score_fit trained(uint64_t seed, int threads, int16_t *weights)
{
    struct score_fit f = {.rules = lus_rules_find("awari:oware"),
                          .seed = seed,
                          .games = 60,
                          .depth = 3,
                          .threads = threads};
    assert_int_equal(score_fit_run(&f, weights), 0);
    return f;
}

static void weights_do_not_depend_on_threads(void **state)
{
    static _Alignas(64) int16_t one[6000], two[6000], other[6000];
    size_t size = (size_t)score_net_weights(lus_rules_find("awari")->search.score_net) *
                  sizeof *one;
    (void)state;
    assert_true(size <= sizeof one);
    struct score_fit f = trained(5, 1, one);
    trained(5, 2, two);
    trained(6, 2, other);
    assert_memory_equal(one, two, size);
    assert_memory_not_equal(one, other, size);
    assert_in_range(f.positions, 2000, 20000);
    assert_true(f.error > 0 && f.error < 0.95 * f.error_before);
    for (int u = 0; u < 16; u++)
        assert_in_range(largest_sum(one, u), 1, INT16_MAX);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_fast_value_equals_the_definition),
        cmocka_unit_test(no_sum_overflows),
        cmocka_unit_test(weights_do_not_depend_on_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
