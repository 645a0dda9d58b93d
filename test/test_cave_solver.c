/* SPDX-License-Identifier: MIT */
/* test_cave_solver.c - the solver of Magnetic Cave as the table builder sees it: what it says
   about a table, what it reports, and the parts of a solved layer. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "retro/cave_index.h"
#include "retro/cave_proof.h"
#include "solve/solve.h"

enum { BRICKS = 5, LAYERS = BRICKS + 1 };

/* ---- what is said about a table ---- */

/* The sizes that can be solved, their bricks and the memory of their proofs. */
static void sizes(void **state)
{
    static const struct {
        const char *name;
        int bricks, bits;
    } want[] = {{"cave:5x3", 8, 24}, {"cave:5x4", 4, 24}, {"cave:5x5", 4, 24},
                {"cave:6x3", 7, 24}, {"cave:6x4", 1, 27}, {"cave:7x3", 6, 24},
                {"cave:8x3", 5, 24}, {"cave:6x6", 4, 24}, {"cave:8x5", 0, 0},
                {"cave:6x5", 1, 27}, {"cave:7x4", 0, 0},  {"cave:8x4", 0, 0}};
    (void)state;
    for (size_t i = 0; i < sizeof want / sizeof want[0]; i++) {
        const lus_rules *r = lus_rules_find(want[i].name);
        const struct solver *s = solver_of(lus_rules_find("cave:5x3"));
        assert_non_null(r);
        assert_int_equal(s->max_size(r), want[i].bricks);
        if (!want[i].bricks)
            continue;
        struct solve_estimate e = s->estimate(r, 64);
        assert_true(e.fixed == 8.0 * (double)(UINT64_C(1) << want[i].bits));
        assert_true(e.solving == 1 && e.kept == 1 && e.checkpoint == 0);
        assert_true(e.packed > 0 && e.packed < 1);
        assert_true(want[i].bricks <= CAVE_MAX_BRICKS);
    }
}

/* Layer 0 has the most bricks; each layer needs only the one before. */
static void index_of_a_table(void **state)
{
    const lus_rules *r = lus_rules_find("cave:5x3");
    const struct solver_index *x = &solver_of(r)->index;
    void *index = x->create(r, BRICKS);
    struct cave_index cells;
    (void)state;
    cave_index_make(&cells, 5);
    assert_int_equal(x->layers(index), LAYERS);
    for (int i = 0; i < LAYERS; i++) {
        char name[32], want[32];
        int bricks = BRICKS - i;
        snprintf(want, sizeof want, "%d brick%s", bricks, bricks == 1 ? "" : "s");
        x->layer_name(index, i, name);
        assert_string_equal(name, want);
        assert_int_equal(x->last_use(index, i), i < BRICKS ? i + 1 : i);
        assert_int_equal(x->max_value(index, i), 2);
        assert_int_equal(x->layer_size(index, i), cave_boards(&cells, bricks));
    }
    x->destroy(index);
}

/* The start is in the last layer; boards of too many bricks, or whose numbers of bricks
   cannot occur, are in none. */
static void boards_of_a_table(void **state)
{
    const lus_rules *r = lus_rules_find("cave:5x3");
    const struct solver_index *x = &solver_of(r)->index;
    void *index = x->create(r, BRICKS);
    lus_pos p, start;
    int layer;
    uint64_t rank;
    (void)state;
    x->start(index, &p);
    lus_start(r, &start);
    assert_memory_equal(&p, &start, sizeof p);
    assert_true(x->rank(index, &p, &layer, &rank));
    assert_int_equal(layer, BRICKS);
    assert_int_equal(rank, 0);
    p = (lus_pos){{0x3, 0x101 << 8, 0, 0}}; /* two own bricks of four */
    assert_true(x->rank(index, &p, &layer, &rank));
    assert_int_equal(layer, BRICKS - 4);
    p.w[1] |= 0x10; /* of five */
    assert_true(x->rank(index, &p, &layer, &rank));
    assert_int_equal(layer, 0);
    p.w[0] |= 0x100000000; /* three own bricks of six */
    assert_false(x->rank(index, &p, &layer, &rank));
    p = (lus_pos){{0x3, 0x100, 0, 0}}; /* two own bricks of three */
    assert_false(x->rank(index, &p, &layer, &rank));
    p = (lus_pos){{0, 0x300, 0, 0}}; /* none of two */
    assert_false(x->rank(index, &p, &layer, &rank));
    x->destroy(index);
}

/* ---- solving ---- */

static uint64_t before_layer, last_updates, reports;
static int last_layer;

/* Boards are counted through all layers, the first board of each first; a large layer is
   reported a thousand times or a little less. */
static void on_report(const struct solve_progress *p)
{
    assert_int_equal(p->sweep, 0);
    if (p->layer != last_layer || reports == 0)
        assert_int_equal(p->updates, before_layer + 1);
    else
        assert_true(p->updates > last_updates);
    last_layer = p->layer;
    last_updates = p->updates;
    reports++;
}

/* A job that has solved all layers on one thread, or on three. */
static void *solved_job(const struct solver *s, const void *index, int threads)
{
    void *job = s->job.create(index, threads);
    struct solve_progress progress = {.report = threads == 1 ? on_report : NULL,
                                      .sweep = 7};
    before_layer = 0;
    last_layer = -1;
    for (int i = 0; i < LAYERS; i++) {
        double residual = 1;
        uint64_t size = s->index.layer_size(index, i), each = size / 1000 + 1;
        reports = 0;
        progress.layer = i;
        assert_int_equal(s->job.solve(job, i, &progress, &residual), 0);
        assert_true(residual == 0);
        before_layer += size;
        if (threads > 1)
            continue;
        assert_int_equal(reports, (size + each - 1) / each);
        assert_true(last_updates <= before_layer && last_updates + each > before_layer);
    }
    return job;
}

/* Any part of a layer, one value, and the state are the same numbers; they are those of the
   mirror images, and of any number of threads. */
static void parts_of_a_layer(void **state)
{
    const lus_rules *r = lus_rules_find("cave:5x3");
    const struct solver *s = solver_of(r);
    void *index = s->index.create(r, BRICKS), *job = solved_job(s, index, 1);
    void *same = solved_job(s, index, 3);
    (void)state;
    for (int i = 0; i < LAYERS; i++) {
        struct solve_state saved[SOLVE_MAX_STATES], others[SOLVE_MAX_STATES];
        uint64_t size = s->index.layer_size(index, i);
        uint8_t part[100];
        assert_int_equal(s->job.states(job, i, saved), 1);
        assert_int_equal(s->job.states(same, i, others), 1);
        assert_int_equal(saved[0].size, size);
        assert_memory_equal(saved[0].bytes, others[0].bytes, size);
        const uint8_t *all = saved[0].bytes;
        for (uint64_t first = 0; first < size; first += 97) {
            uint64_t n = size - first < 100 ? size - first : 100;
            assert_int_equal(s->job.values(job, i, first, n, part), 0);
            assert_memory_equal(part, all + first, n);
            assert_true(s->job.unrounded(job, i, first) == all[first] / 2.0);
            lus_pos p;
            int layer;
            uint64_t rank;
            s->index.unrank(index, i, first, &p);
            cave_canonical(5, &p.w[0], &p.w[1]);
            assert_true(s->index.rank(index, &p, &layer, &rank));
            assert_int_equal(all[rank], all[first]);
        }
    }
    s->job.destroy(same);
    s->job.destroy(job);
    s->index.destroy(index);
}

/* Boards with a line, of six bricks: the side that has it has won, also the side to move. */
static void boards_with_a_line(void **state)
{
    enum { SIX = 6 };
    const lus_rules *r = lus_rules_find("cave:5x3");
    const struct solver *s = solver_of(r);
    void *index = s->index.create(r, SIX), *job = s->job.create(index, 2);
    struct solve_progress progress = {0};
    double residual;
    int won = 0, lost = 0;
    (void)state;
    assert_int_equal(s->job.solve(job, 0, &progress, &residual), 0);
    for (uint64_t i = 0; i < s->index.layer_size(index, 0); i++) {
        lus_pos p;
        s->index.unrank(index, 0, i, &p);
        bool own = cave_lines(cave_set(r), p.w[0]),
             enemy = cave_lines(cave_set(r), p.w[1]);
        if (enemy)
            assert_true(s->job.unrounded(job, 0, i) == 0);
        else if (own)
            assert_true(s->job.unrounded(job, 0, i) == 1);
        lost += enemy;
        won += own && !enemy;
    }
    assert_true(won > 100 && lost > 100);
    s->job.destroy(job);
    s->index.destroy(index);
}

/* A job that gets the state of the layer before solves a layer alike. */
static void continued(void **state)
{
    const lus_rules *r = lus_rules_find("cave:5x3");
    const struct solver *s = solver_of(r);
    void *index = s->index.create(r, BRICKS), *job = solved_job(s, index, 2);
    (void)state;
    for (int i = 1; i < LAYERS; i++) {
        void *next = s->job.create(index, 1);
        struct solve_progress progress = {.layer = i};
        struct solve_state from[SOLVE_MAX_STATES], to[SOLVE_MAX_STATES];
        double residual;
        s->job.states(next, i - 1, to);
        s->job.forget(next, i - 1);
        s->job.forget(next, i - 1); /* a second time: nothing is left to free */
        assert_int_equal(s->job.states(job, i - 1, from), 1);
        assert_int_equal(s->job.states(next, i - 1, to), 1);
        memcpy(to[0].bytes, from[0].bytes, from[0].size);
        assert_int_equal(s->job.solve(next, i, &progress, &residual), 0);
        s->job.states(job, i, from);
        s->job.states(next, i, to);
        assert_int_equal(to[0].size, from[0].size);
        assert_memory_equal(to[0].bytes, from[0].bytes, from[0].size);
        s->job.destroy(next);
    }
    s->job.destroy(job);
    s->index.destroy(index);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sizes),
        cmocka_unit_test(index_of_a_table),
        cmocka_unit_test(boards_of_a_table),
        cmocka_unit_test(parts_of_a_layer),
        cmocka_unit_test(continued),
        cmocka_unit_test(boards_with_a_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
