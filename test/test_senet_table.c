/* SPDX-License-Identifier: MIT */
/* test_senet_table.c - tables of Senet: the index, the values against a solver that
   shares nothing with them but the rules, threads and resuming. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "core/random.h"
#include "solve/frame.h"
#include "race/senet_index.h"
#include "solve/table.h"
#include "support/brute.h"
#include "support/table_fixture.h"
#include "support/ranks.h"
#include "support/walk.h"

static const char *const games[] = {"senet:houses", "senet:blockade"};

/* ---- a table solved in memory ---- */

struct solved {
    const lus_rules *r;
    const struct solver *s;
    void *index, *job;
};

static struct solved solved_new(const char *game, int pieces, int layers, int threads)
{
    struct solved t = {.r = lus_rules_find(game)};
    struct solve_progress progress = {0};
    double residual;
    t.s = solver_of(t.r);
    t.index = t.s->index.create(t.r, pieces);
    t.job = t.s->job.create(t.index, threads);
    for (int layer = 0; layer < layers; layer++) {
        assert_int_equal(t.s->job.solve(t.job, layer, &progress, &residual), 0);
        assert_true(residual <= 1e-12);
    }
    return t;
}

static void solved_free(struct solved *t)
{
    t->s->job.destroy(t->job);
    t->s->index.destroy(t->index);
}

static double value_of(const struct solved *t, const lus_pos *p)
{
    int layer;
    uint64_t rank;
    if (!t->s->index.rank(t->index, p, &layer, &rank))
        fail_at(t->r, p, "the table has no such position");
    return t->s->job.unrounded(t->job, layer, rank);
}

static void assert_value(const struct solved *t, const lus_pos *p, double want,
                         double error)
{
    double value = value_of(t, p);
    if (!(fabs(value - want) < error))
        fail_at(t->r, p, "value %.15f, expected %.15f", value, want);
}

/* 1 against 1, 2 against 1 and 2 against 2, every position. */
static void brute_force(void **state)
{
    (void)state;
    for (int g = 0; g < 2; g++) {
        struct solved t = solved_new(games[g], 2, 3, 1);
        struct brute *j = brute_new(t.r, 2);
        assert_int_equal(j->n, 165242);
        for (int i = 0; i < j->n; i++)
            assert_value(&t, &j->pos[i], j->value[i], 1e-11);
        brute_free(j);
        solved_free(&t);
    }
}

/* The value of a position from the values of its moves, by the rules alone. */
static double value_by_rules(const struct solved *t, const lus_pos *p)
{
    double sum = 0;
    for (int k = 0; k < lus_throws(t->r); k++) {
        lus_move list[LUS_MAX_MOVES];
        int throw = lus_throw_value(t->r, k), n = lus_moves(t->r, p, throw, list);
        double best = 0;
        if (n == 0)
            list[n++] = LUS_PASS;
        for (int i = 0; i < n; i++) {
            lus_pos next = *p;
            assert_true(lus_play(t->r, &next, throw, list[i]) >= 0);
            int result = lus_result(t->r, &next);
            double value = result == LUS_ONGOING ? value_of(t, &next)
                           : result == LUS_WIN   ? 1
                                                 : 0;
            value = lus_side(&next) == lus_side(p) ? value : 1 - value;
            best = value > best ? value : best;
        }
        sum += best * lus_throw_weight(t->r, k);
    }
    return sum / lus_throw_weight_sum(t->r);
}

/* A value of the table is the one that the rules give. */
static void check_value(const struct solved *t, const lus_pos *p)
{
    double want = value_by_rules(t, p), got = value_of(t, p);
    char text[LUS_MAX_TEXT];
    if (fabs(want - got) <= 1e-11)
        return;
    lus_pos_format(t->r, p, LUS_ANY_THROW, text);
    fail_msg("%s: %.12f, by the rules %.12f", text, got, want);
}

/* 3 against 1, every position: three pieces can leave in one move (B9). */
static void three_pieces(void **state)
{
    (void)state;
    for (int g = 0; g < 2; g++) {
        struct solved t = solved_new(games[g], 3, 4, 1);
        uint64_t size = t.s->index.layer_size(t.index, 3);
        int steps = 0;
        assert_int_equal(size, 2 * 23751 * 4);
        for (uint64_t rank = 0; rank < size; rank++) {
            lus_pos p;
            t.s->index.unrank(t.index, 3, rank, &p);
            check_value(&t, &p);
            lus_move list[LUS_MAX_MOVES];
            for (int k = 0; k < lus_throws(t.r); k++)
                for (int i = lus_moves(t.r, &p, lus_throw_value(t.r, k), list) - 1;
                     i >= 0; i--)
                    steps += list[i] >> 32 != 0;
        }
        assert_true(g == 0 || steps > 0);
        solved_free(&t);
    }
}

/* houses, 3 against 2, a sample: its rows have 10 lanes, more than the 8 that a kernel handles
   at a time. */
static void rows_of_two_vectors(void **state)
{
    (void)state;
    struct solved t = solved_new(games[0], 3, 5, 1);
    uint64_t size = t.s->index.layer_size(t.index, 4);
    for (uint64_t rank = 0; rank < size; rank += 101) {
        lus_pos p;
        t.s->index.unrank(t.index, 4, rank, &p);
        check_value(&t, &p);
    }
    solved_free(&t);
}

/* blockade, 2 against 1, takes 35 sweeps without extrapolation. */
static void extrapolation(void **state)
{
    struct solved t = solved_new(games[1], 2, 1, 1);
    struct solve_progress progress = {0};
    double residual;
    (void)state;
    assert_int_equal(t.s->job.solve(t.job, 1, &progress, &residual), 0);
    assert_in_range(progress.sweep, 10, 32);
    solved_free(&t);
}

/* The numbers of doc/rules/senet.md, to ten digits. */
static void published(void **state)
{
    static const struct {
        const char *game, *text;
        double value;
    } want[] = {
        {"senet:houses", "------------------------BW----:W", 0.5976348303},
        {"senet:houses", "---------------------------WB-:W", 0.4901935152},
        {"senet:houses", "-------------BW---------------:W", 0.5124128325},
        {"senet:blockade", "------------------------DL----:L", 0.7222985520},
        {"senet:blockade", "---------------------------LD-:L", 0.3757516805},
        {"senet:blockade", "-------------DL---------------:L", 0.5581581390},
    };
    (void)state;
    for (size_t i = 0; i < sizeof want / sizeof want[0]; i++) {
        struct solved t = solved_new(want[i].game, 1, 1, 1);
        lus_pos p;
        int throw;
        lus_fault fault;
        assert_true(lus_pos_parse(t.r, want[i].text, &p, &throw, &fault) >= 0);
        assert_value(&t, &p, want[i].value, 1e-10);
        solved_free(&t);
    }
}

/* ---- the index ---- */

static void sizes(void **state)
{
    static const uint64_t want[] = {812, 165242, 12230750, 437373650, 8560690670};
    const lus_rules *r = lus_rules_find("senet:houses");
    const struct solver *s = solver_of(r);
    (void)state;
    for (int pieces = 1; pieces <= 5; pieces++) {
        void *index = s->index.create(r, pieces);
        uint64_t sum = 0;
        for (int layer = 0; layer < s->index.layers(index); layer++)
            sum += s->index.layer_size(index, layer);
        assert_int_equal(sum, want[pieces - 1]);
        s->index.destroy(index);
    }
}

/* Layers up to 3 against 2 whole. */
static void ranks(void **state)
{
    (void)state;
    for (int g = 0; g < 2; g++)
        check_ranks(lus_rules_find(games[g]), 5, 3000000, 50021);
}

/* The start of a table of all pieces is the game's. */
static void starts(void **state)
{
    const lus_rules *r = lus_rules_find("senet:blockade");
    const struct solver *s = solver_of(r);
    void *index = s->index.create(r, 5);
    lus_pos p, want;
    (void)state;
    s->index.start(index, &p);
    lus_start(r, &want);
    assert_memory_equal(&p, &want, sizeof p);
    s->index.destroy(index);
}

/* ---- files ---- */

/* Killed in the third layer, then the same again with other threads: the same bytes, and
   every value is what its moves make it, through the rules alone. */
static void resumed(void **state)
{
    char why[256];
    (void)state;
    if (!frame_able())
        skip();
    for (int g = 0; g < 2; g++) {
        size_t n;
        uint8_t *once = file_bytes(fixture_table(games[g], 2, "once", 1, NULL), &n);
        fixture_killed_build(games[g], 2, "killed", 2, 3);
        const char *path = fixture_table(games[g], 2, "killed", 3, NULL);
        assert_same_file(once, n, path);
        struct table *t = table_open(path, why);
        struct verify_result v;
        assert_non_null(t);
        assert_int_equal(table_verify(t, &(struct verify_options){.threads = 2}, &v), 0);
        assert_int_equal(v.wrong, 0);
        assert_int_equal(v.positions, 165242);
        table_close(t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sizes),
        cmocka_unit_test(ranks),
        cmocka_unit_test(starts),
        cmocka_unit_test(brute_force),
        cmocka_unit_test(published),
        cmocka_unit_test(three_pieces),
        cmocka_unit_test(rows_of_two_vectors),
        cmocka_unit_test(extrapolation),
        cmocka_unit_test(resumed),
    };
    return cmocka_run_group_tests(tests, fixture_setup, fixture_teardown);
}
