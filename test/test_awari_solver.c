/* SPDX-License-Identifier: MIT */
/* test_awari_solver.c - the solvers of Awari as the table builder sees them: what they say
   about a table, what they report, and the parts of a solved layer. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "retro/awari_retro_internal.h"
#include "solve/solve.h"

extern const struct solver awari_solver, awari_bounds_solver;

static const char *const games[] = {"awari:abapa", "awari:olympiad", "awari:oware"};
enum { GAMES = 3, STONES = 6 };

/* ---- what is said about a table ---- */

/* Each rule set has one solver; the other one refuses it. */
static void one_solver_each(void **state)
{
    (void)state;
    for (int i = 0; i < GAMES; i++) {
        const lus_rules *r = lus_rules_find(games[i]);
        bool bounds = i == 2;
        assert_ptr_equal(solver_of(r), bounds ? &awari_bounds_solver : &awari_solver);
        assert_int_equal(awari_solver.max_size(r), bounds ? 0 : 48);
        assert_int_equal(awari_bounds_solver.max_size(r), bounds ? 48 : 0);
        assert_int_equal(awari_numbers(r), bounds ? 2 : 1);
        struct solve_estimate e = solver_of(r)->estimate(r, 64);
        /* A node of two bytes and the byte of the result, twice for two bounds. */
        assert_true(e.solving == (bounds ? 6 : 3) && e.kept == (bounds ? 2 : 1));
        assert_true(e.packed > 0 && e.packed < e.kept && e.fixed == 0 &&
                    e.checkpoint == 0);
    }
}

static void index_of_a_table(void **state)
{
    (void)state;
    for (int i = 0; i < GAMES; i++) {
        const lus_rules *r = lus_rules_find(games[i]);
        const struct solver_index *x = &solver_of(r)->index;
        void *index = x->create(r, STONES);
        lus_pos p, start;
        int layer;
        uint64_t rank;
        assert_int_equal(x->layers(index), STONES + 1);
        for (int n = 0; n <= STONES; n++) {
            char name[32], want[32];
            snprintf(want, sizeof want, "%d stone%s", n, n == 1 ? "" : "s");
            x->layer_name(index, n, name);
            assert_string_equal(name, want);
            assert_int_equal(x->max_value(index, n), n);
            /* Captures lead to every smaller layer. */
            assert_int_equal(x->last_use(index, n), STONES);
            assert_int_equal(x->layer_size(index, n), awari_boards(n));
        }
        x->start(index, &p);
        lus_start(r, &start);
        assert_memory_equal(&p, &start, sizeof p);
        assert_false(x->rank(index, &p, &layer, &rank));
        p = (lus_pos){{1 << 8, STONES - 1, 0, 0}};
        assert_true(x->rank(index, &p, &layer, &rank));
        assert_int_equal(layer, STONES);
        p.w[1]++;
        assert_false(x->rank(index, &p, &layer, &rank));
        x->destroy(index);
    }
}

/* ---- solving ---- */

/* What was reported so far; every report is compared with the one before. */
static struct {
    int layer, sweep;
    uint64_t updates;
} last;

/* One report for each threshold and one for the values; each scan updates all boards. */
static void on_report(const struct solve_progress *p)
{
    if (p->layer != last.layer) {
        assert_int_equal(last.sweep, last.layer + 1);
        assert_int_equal(p->layer, last.layer + 1);
        last.sweep = 0;
    }
    last.layer = p->layer;
    assert_int_equal(p->sweep, ++last.sweep);
    last.updates += awari_boards(p->layer);
    assert_int_equal(p->updates, last.updates);
}

/* A job that has solved all layers of up to STONES stones. */
static void *solved_job(const struct solver *s, const void *index,
                        void (*report)(const struct solve_progress *p))
{
    void *job = s->job.create(index, 1);
    struct solve_progress progress = {.report = report};
    for (int n = 0; n <= STONES; n++) {
        double residual = 1;
        progress.layer = n;
        assert_int_equal(s->job.solve(job, n, &progress, &residual), 0);
        assert_true(residual == 0);
    }
    return job;
}

static void progress(void **state)
{
    (void)state;
    for (int i = 0; i < GAMES; i++) {
        const lus_rules *r = lus_rules_find(games[i]);
        const struct solver *s = solver_of(r);
        void *index = s->index.create(r, STONES);
        memset(&last, 0, sizeof last);
        void *job = solved_job(s, index, on_report);
        assert_int_equal(last.layer, STONES);
        assert_int_equal(last.sweep, STONES + 1);
        s->job.destroy(job);
        s->index.destroy(index);
    }
}

/* Any part of a layer, one value, and the state are the same numbers. */
static void parts_of_a_layer(void **state)
{
    (void)state;
    for (int i = 0; i < GAMES; i++) {
        const lus_rules *r = lus_rules_find(games[i]);
        const struct solver *s = solver_of(r);
        uint64_t boards = awari_boards(STONES), each = (uint64_t)awari_numbers(r);
        void *index = s->index.create(r, STONES), *job = solved_job(s, index, NULL);
        int8_t *all = malloc(boards * each), *part = malloc(boards * each);
        struct solve_state saved[SOLVE_MAX_STATES];
        assert_int_equal(s->job.values(job, STONES, 0, boards, all), 0);
        for (uint64_t first = 0; first < boards; first += 997) {
            uint64_t n = boards - first < 1000 ? boards - first : 1000;
            assert_int_equal(s->job.values(job, STONES, first, n, part), 0);
            assert_memory_equal(part, all + first * each, n * each);
            assert_true(s->job.unrounded(job, STONES, first) == all[first * each]);
        }
        assert_int_equal(s->job.states(job, STONES, saved), 1);
        assert_int_equal(saved[0].size, boards * each);
        assert_memory_equal(saved[0].bytes, all, boards * each);
        free(all);
        free(part);
        s->job.destroy(job);
        s->index.destroy(index);
    }
}

/* A job that gets the states of the layers before solves the last one alike.  `forget` and
   `states` again: the job has room for a state that is read from a file. */
static void continued(void **state)
{
    (void)state;
    for (int i = 0; i < GAMES; i++) {
        const lus_rules *r = lus_rules_find(games[i]);
        const struct solver *s = solver_of(r);
        void *index = s->index.create(r, STONES), *job = solved_job(s, index, NULL);
        void *next = s->job.create(index, 1);
        struct solve_progress progress = {.layer = STONES};
        struct solve_state from[SOLVE_MAX_STATES], to[SOLVE_MAX_STATES];
        double residual;
        for (int n = 0; n < STONES; n++) {
            assert_int_equal(s->job.states(next, n, to), 1);
            s->job.forget(next, n);
            s->job.forget(next, n); /* a second time: nothing is left to free */
            assert_int_equal(s->job.states(job, n, from), 1);
            assert_int_equal(s->job.states(next, n, to), 1);
            assert_int_equal(to[0].size, from[0].size);
            memcpy(to[0].bytes, from[0].bytes, from[0].size);
        }
        assert_int_equal(s->job.solve(next, STONES, &progress, &residual), 0);
        s->job.states(job, STONES, from);
        s->job.states(next, STONES, to);
        assert_memory_equal(to[0].bytes, from[0].bytes, from[0].size);
        /* Alone, a job has no files: the builder reads and writes the state. */
        assert_int_equal(s->job.save_state(job, 1, "/nowhere"), SOLVE_NOT_HANDLED);
        assert_int_equal(s->job.load_state(job, 1, "/nowhere"), SOLVE_NOT_HANDLED);
        s->job.destroy(next);
        s->job.destroy(job);
        s->index.destroy(index);
    }
}

/* ---- moves backwards ---- */

/* Every board that is listed has one move to b, and it captures nothing; together with
   "every such move is found" (test_awari_table) the list is right. */
static void predecessors_lead_here(void **state)
{
    struct awari_index x;
    (void)state;
    awari_index_make(&x);
    for (int i = 0; i < GAMES; i++) {
        const lus_rules *r = lus_rules_find(games[i]);
        for (int stones = 4; stones <= 48; stones += 11) {
            uint64_t boards = awari_boards(stones), step = boards / 1009 + 1, listed = 0;
            for (uint64_t at = 0; at < boards; at += step) {
                struct awari_board b = awari_unrank(&x, stones, at);
                struct awari_board list[MAX_PREDECESSORS];
                int n = list_predecessors(r, stones, b, list);
                listed += (uint64_t)n;
                for (int k = 0; k < n; k++) {
                    struct awari_capture capture[AWARI_PITS];
                    lus_pos p = {{list[k].own, list[k].enemy, 0, 0}};
                    uint16_t node;
                    int captures = list_captures(r, list[k], capture, &node), moves = 0;
                    int leading = 0;
                    for (uint64_t m = awari_movers(r, &p); m; m &= m - 1, moves++) {
                        lus_pos next = p;
                        awari_sown(r, &next, (unsigned)__builtin_ctzll(m) >> 3);
                        leading += next.w[1] == b.own && next.w[0] == b.enemy &&
                                   awari_store(&next, 0) == 0;
                    }
                    assert_true(leading >= 1);
                    assert_int_equal(node_open(node), moves - captures);
                    assert_int_equal(node_worth(node), NODE_NONE);
                }
            }
            assert_true(listed > 100);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_solver_each), cmocka_unit_test(index_of_a_table),
        cmocka_unit_test(progress),        cmocka_unit_test(parts_of_a_layer),
        cmocka_unit_test(continued),       cmocka_unit_test(predecessors_lead_here),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
