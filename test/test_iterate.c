/* SPDX-License-Identifier: MIT */
/* test_iterate.c - sweeps of linear maps whose end is known: certified, the same with any
   number of threads, and reached sooner by extrapolations. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>
#include "race/iterate.h"

enum { CELLS = 64 };

/* Cell i goes to 1 / (i + 1), the distance shrinking by one of three factors; the slowest takes
   81 sweeps from 1/2 to 1e-13. */
struct map {
    struct iteration it;
    double cell[CELLS], before[CELLS];
    int saves; /* after which the iteration is stopped; 0: never */
    int measurements, extrapolations;
    bool alternates; /* the slow error changes its sign in every sweep */
    double slow;     /* its factor instead of 0.7; 0: 0.7 */
};

static const double factor[] = {0.7, 0.4, -0.1};

static double run(void *sweep, int threads)
{
    struct map *m = sweep;
    double most = 0;
    (void)threads;
    m->measurements += m->it.mode == MODE_MEASURE;
    for (int i = 0; i < CELLS; i++) {
        double slowest = m->alternates ? -0.6 : m->slow > 0 ? m->slow : factor[0];
        double f = i % 3 == 0 ? slowest : factor[i % 3];
        double d = (f - 1) * (m->cell[i] - 1.0 / (i + 1));
        most = fmax(most, fabs(d));
        if (m->it.mode != MODE_MEASURE)
            m->cell[i] += d;
    }
    return most;
}

static int remember(void *sweep)
{
    struct map *m = sweep;
    memcpy(m->before, m->cell, sizeof m->before);
    return 0;
}

static int extrapolate(void *sweep, double weight)
{
    struct map *m = sweep;
    assert_true(m->alternates || weight > 0);
    m->extrapolations++;
    for (int i = 0; i < CELLS; i++)
        m->cell[i] += weight * (m->cell[i] - m->before[i]);
    return 0;
}

/* Stops the iteration, as if the program were killed. */
static int save(void *sweep)
{
    struct map *m = sweep;
    return m->saves && --m->saves == 0 ? LUS_EFILE : 0;
}

static void map_make(struct map *m, bool extrapolates, int threads, double slow)
{
    *m = (struct map){.slow = slow,
                      .it = {.run = run,
                             .remember = extrapolates ? remember : NULL,
                             .extrapolate = extrapolate,
                             .save = save,
                             .sweep = m,
                             .threads = threads,
                             .positions = 1000000,
                             .limit = 1e-13}};
    for (int i = 0; i < CELLS; i++)
        m->cell[i] = 0.5;
}

static int sweeps_of(bool extrapolates, int threads, double slow, struct map *m)
{
    struct solve_progress progress = {0};
    double residual = 1;
    map_make(m, extrapolates, threads, slow);
    assert_int_equal(iterate(&m->it, &progress, &residual), 0);
    assert_true(residual <= 1e-13);
    assert_true(m->measurements >= 1);
    assert_int_equal(progress.updates, (uint64_t)progress.sweep * 1000000);
    for (int i = 0; i < CELLS; i++)
        assert_true(fabs(m->cell[i] - 1.0 / (i + 1)) < 1e-12);
    return progress.sweep;
}

/* Without extrapolation the error shrinks by 0.7 per sweep. */
static void extrapolations(void **state)
{
    struct map m;
    (void)state;
    assert_in_range(sweeps_of(false, 1, 0, &m), 75, 90);
    assert_int_equal(m.extrapolations, 0);
    assert_in_range(sweeps_of(true, 1, 0, &m), 10, 60);
    assert_in_range(m.extrapolations, 3, 15);
}

/* With the positive weight only, each extrapolation would multiply the error by 3, and a
   model of it takes 255 sweeps.  When the error that changes its sign is gone, the slowest
   one is positive: with the negative weight kept it takes 37 sweeps. */
static void alternating(void **state)
{
    struct map m;
    struct solve_progress progress = {0};
    double residual = 1;
    (void)state;
    map_make(&m, true, 1, 0);
    m.alternates = true;
    assert_int_equal(iterate(&m.it, &progress, &residual), 0);
    assert_in_range(progress.sweep, 15, 30); /* 60 without extrapolation */
    assert_int_equal(m.it.misses, 4); /* negative, and positive for the next error */
}

static void threads(void **state)
{
    struct map one, many;
    (void)state;
    assert_int_equal(sweeps_of(true, 1, 0, &one), sweeps_of(true, 5, 0, &many));
    assert_memory_equal(one.cell, many.cell, sizeof one.cell);
}

/* Without extrapolation an error that shrinks by 0.99 per sweep takes 2700 sweeps.  The quick
   errors are extrapolated first, up to a factor of 0.8. */
static void slow_errors(void **state)
{
    static const double slow[] = {0.85, 0.95, 0.99, 0.998};
    (void)state;
    for (size_t i = 0; i < sizeof slow / sizeof slow[0]; i++) {
        struct map m;
        assert_in_range(sweeps_of(true, 1, slow[i], &m), 12, 70);
        assert_true(m.it.slow);
    }
}

/* Notes the sweeps after which the iteration extrapolates. */
static int note(void *sweep, double weight)
{
    struct map *m = sweep;
    (void)weight;
    if (m->extrapolations < CELLS)
        m->cell[m->extrapolations] = m->it.sweep_count;
    m->extrapolations++;
    return 0;
}

static void note_extrapolations(struct map *m,
                                double (*changes)(void *sweep, int threads))
{
    struct solve_progress progress = {0};
    double residual = 1;
    map_make(m, true, 1, 0);
    m->it.run = changes;
    m->it.extrapolate = note;
    assert_int_equal(iterate(&m->it, &progress, &residual), LUS_ESTATE);
}

/* Changes that shrink by 0.95 in each of 200 sweeps. */
static double certain(void *sweep, int threads)
{
    struct map *m = sweep;
    (void)threads;
    return 1e-3 * pow(0.95, m->it.sweep_count % 200);
}

/* The same for three periods, but faster in the last one. */
static double uncertain(void *sweep, int threads)
{
    struct map *m = sweep;
    int at = m->it.sweep_count % 12;
    (void)threads;
    return 1e-3 * pow(0.95, at < 8 ? at : 2 * at - 8);
}

/* A slow factor is trusted after three periods without an extrapolation, if their means
   agree: one that is too early, with 19 times the change, would spoil the values. */
static void slow_factors(void **state)
{
    struct map m;
    (void)state;
    note_extrapolations(&m, certain);
    assert_true(m.extrapolations > 2);
    assert_true(m.cell[0] == 12 && m.cell[1] == 24 && m.cell[2] == 36);
    note_extrapolations(&m, uncertain);
    assert_int_equal(m.extrapolations, 0);
}

/* Changes from `first_change` on that shrink by 0.85 per sweep. */
static double first_change;

static double shrinking(void *sweep, int threads)
{
    struct map *m = sweep;
    (void)threads;
    return first_change * pow(0.85, m->it.sweep_count);
}

/* Slow errors are extrapolated below the limit, but not in the sweep that ends the layer, the
   twelfth of the second one. */
static void slow_errors_near_the_limit(void **state)
{
    static const struct {
        double change; /* of the twelfth sweep */
        int extrapolations;
    } of[] = {{9e-14, 1}, {4.5e-14, 0}};
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct map m;
        struct solve_progress progress = {0};
        double residual = 1;
        map_make(&m, true, 1, 0);
        m.it.run = shrinking;
        m.it.extrapolate = note;
        first_change = of[i].change / pow(0.85, 11);
        assert_int_equal(iterate(&m.it, &progress, &residual), 0);
        assert_int_equal(m.extrapolations, of[i].extrapolations);
    }
}

/* Stopped after any pass, it continues from its state: the same numbers. */
static void resumes(double slow)
{
    struct map whole, parts;
    struct solve_progress progress = {0};
    double residual = 1;
    int sweeps = sweeps_of(true, 1, slow, &whole), status = LUS_EFILE;
    map_make(&parts, true, 1, slow);
    for (int i = 1; status == LUS_EFILE; i++) {
        parts.saves = i % 4 + 1;
        status = iterate(&parts.it, &progress, &residual);
    }
    assert_int_equal(status, 0);
    assert_int_equal(parts.it.sweep_count, sweeps);
    assert_memory_equal(whole.cell, parts.cell, sizeof whole.cell);
}

static void resumed(void **state)
{
    (void)state;
    resumes(0);
    resumes(0.95);
}

/* An iteration that does not converge is an error. */
static double restless(void *sweep, int threads)
{
    (void)sweep, (void)threads;
    return 1e-9;
}

static void no_end(void **state)
{
    struct solve_progress progress = {0};
    struct iteration it = {.run = restless, .limit = 1e-13, .positions = 8};
    double residual;
    (void)state;
    assert_int_equal(iterate(&it, &progress, &residual), LUS_ESTATE);
    assert_in_range(progress.sweep, 100, 100000);
}

/* An error that shrinks by 0.95 per sweep is 20 times its change: the iteration continues until
   the error is as small as with 0.7. */
static void small_slow_errors(void **state)
{
    struct map m;
    (void)state;
    assert_in_range(sweeps_of(false, 1, 0.95, &m), 540,
                    560); /* 511 to a change of 1e-13 */
    assert_true(fabs(m.cell[0] - 1) <= 1e-13 / 0.3);
}

/* The changes of a quick layer end it when four sweeps after an extrapolation have shown how
   they shrink. */
static double quick(void *sweep, int threads)
{
    struct map *m = sweep;
    (void)threads;
    return m->it.sweep_count < 8 ? 1e-3 : 1e-13 / (1 << (m->it.sweep_count - 8));
}

static void ends_after_extrapolations(void **state)
{
    struct map m;
    struct solve_progress progress = {0};
    double residual = 1;
    (void)state;
    map_make(&m, true, 1, 0);
    m.it.run = quick;
    m.it.since = -8; /* as if the eighth sweep had been extrapolated */
    assert_int_equal(iterate(&m.it, &progress, &residual), 0);
    assert_int_equal(progress.sweep, 14); /* 13 sweeps and a measurement */
}

/* Changes that rounding keeps from shrinking end the iteration, but not above the limit. */
static double rounded(void *sweep, int threads)
{
    struct iteration *it = sweep;
    (void)threads;
    return it->sweep_count % 4 ? 7e-7 : 8e-7;
}

static void rounding(void **state)
{
    struct solve_progress progress = {0};
    struct iteration it = {.run = rounded, .sweep = &it, .limit = 1e-6, .positions = 8};
    double residual;
    (void)state;
    assert_int_equal(iterate(&it, &progress, &residual), 0);
    assert_int_equal(it.sweep_count, 10); /* nine sweeps and a measurement */
    assert_true(residual == 7e-7);
    it = (struct iteration){.run = rounded, .sweep = &it, .limit = 6e-7, .positions = 8};
    assert_int_equal(iterate(&it, &progress, &residual), LUS_ESTATE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(extrapolations),
                                       cmocka_unit_test(alternating),
                                       cmocka_unit_test(slow_errors),
                                       cmocka_unit_test(slow_factors),
                                       cmocka_unit_test(threads),
                                       cmocka_unit_test(resumed),
                                       cmocka_unit_test(no_end),
                                       cmocka_unit_test(rounding),
                                       cmocka_unit_test(small_slow_errors),
                                       cmocka_unit_test(slow_errors_near_the_limit),
                                       cmocka_unit_test(ends_after_extrapolations)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
