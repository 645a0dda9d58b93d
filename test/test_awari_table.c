/* SPDX-License-Identifier: MIT */
/* test_awari_table.c - Awari for the table builder: the rank, the values against a solver
   that shares nothing with it but the rules, and a table asked for positions and moves.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>
#include "retro/awari_retro_internal.h"
#include "solve/frame.h"
#include "solve/small_table.h"
#include "solve/table.h"
#include "support/awari_bounds_reference.h"
#include "support/awari_reference.h"
#include "support/table_fixture.h"

static const char *const solved[] = {"awari:abapa", "awari:olympiad"};

static void sizes(void **state)
{
    uint64_t sum = 0;
    (void)state;
    for (int n = 0; n <= 20; n++)
        sum += awari_boards(n);
    assert_int_equal(sum, 225792840);
    assert_int_equal(awari_boards(31), 4280561376);
    assert_int_equal(awari_boards(48), 279871768995);
}

/* unrank and next agree, rank gives the number back; a board has its stones. */
static void whole_layers(void **state)
{
    struct awari_index x;
    (void)state;
    awari_index_make(&x);
    for (int n = 0; n <= 8; n++) {
        uint32_t boards = (uint32_t)awari_boards(n);
        struct awari_board walked = awari_unrank(&x, n, 0);
        for (uint32_t i = 0; i < boards; i++) {
            struct awari_board b = awari_unrank(&x, n, i);
            int stones = 0;
            assert_memory_equal(&b, &walked, sizeof b);
            assert_int_equal(awari_rank(&x, b), i);
            for (int pit = 0; pit < 6; pit++)
                stones += (int)((b.own >> 8 * pit & 0xff) + (b.enemy >> 8 * pit & 0xff));
            assert_int_equal(stones, n);
            if (i + 1 < boards)
                awari_next(&walked);
        }
    }
}

/* Some thousand boards of every layer, the last among them. */
static void large_layers(void **state)
{
    struct awari_index x;
    (void)state;
    awari_index_make(&x);
    for (int n = 9; n <= AWARI_MAX_STONES; n++) {
        uint64_t boards = awari_boards(n), step = boards / 2003;
        for (uint64_t i = 0; i < boards; i += step)
            assert_int_equal(awari_rank(&x, awari_unrank(&x, n, i)), i);
        uint64_t last = boards - 1;
        assert_int_equal(awari_rank(&x, awari_unrank(&x, n, last)), last);
    }
}

/* Boards of 32 and of 48 stones, more than a layer in memory can have: every move that
   captures nothing is found again among the predecessors of the board after it. */
static void sample_of_large_layers(void **state)
{
    const lus_rules *r = lus_rules_find("awari");
    struct awari_board list[MAX_PREDECESSORS];
    struct awari_index x;
    (void)state;
    awari_index_make(&x);
    for (int stones = 32; stones <= 48; stones += 16) {
        uint64_t boards = awari_boards(stones), moves = 0;
        for (uint64_t i = 0; i < boards; i += boards / 20011) {
            struct awari_board b = awari_unrank(&x, stones, i);
            const lus_pos p = {{b.own, b.enemy, 0, 0}};
            for (uint64_t m = awari_movers(r, &p); m; m &= m - 1) {
                lus_pos next = p;
                awari_sown(r, &next, (unsigned)__builtin_ctzll(m) >> 3);
                if (awari_store(&next, 0))
                    continue;
                struct awari_board after = {next.w[1], next.w[0]};
                int n = list_predecessors(r, stones, after, list), found = 0;
                for (int k = 0; k < n; k++)
                    found += awari_rank(&x, list[k]) == i;
                assert_int_equal(found, 1);
                moves++;
            }
        }
        assert_true(moves > 40000);
    }
}

/* Values do not depend on the history of a game, except under oware. */
static void kinds(void **state)
{
    (void)state;
    assert_int_equal(solver_of(lus_rules_find("awari:abapa"))->kind, VALUE_KIND_STONES8);
    assert_int_equal(solver_of(lus_rules_find("awari:olympiad"))->kind,
                     VALUE_KIND_STONES8);
    assert_int_equal(solver_of(lus_rules_find("awari:oware"))->kind, VALUE_KIND_BOUNDS8);
}

/* ---- values ---- */

static void brute_force(void **state)
{
    (void)state;
    for (int set = 0; set < 2; set++) {
        const lus_rules *r = lus_rules_find(solved[set]);
        const struct solver *s = solver_of(r);
        void *index = s->index.create(r, REFERENCE_STONES),
             *job = s->job.create(index, 1);
        struct awari_reference_layer *layers[REFERENCE_STONES + 1];
        struct solve_progress progress = {0};
        double residual;
        awari_reference_solve(r, layers);
        for (int n = 0; n <= REFERENCE_STONES; n++) {
            const struct awari_reference_layer *l = layers[n];
            int layer;
            uint64_t rank;
            progress.layer = n;
            assert_int_equal(s->job.solve(job, n, &progress, &residual), 0);
            assert_int_equal(l->n, s->index.layer_size(index, n));
            for (int i = 0; i < l->n; i++) {
                assert_true(s->index.rank(index, &l->board[i], &layer, &rank));
                assert_int_equal(layer, n);
                assert_int_equal(s->job.unrounded(job, n, rank), l->value[i]);
            }
        }
        awari_reference_free(layers);
        s->job.destroy(job);
        s->index.destroy(index);
    }
}

/* The numbers of the last of the layers up to `stones`. */
static int8_t *solve_all(const lus_rules *r, int stones, int threads)
{
    const struct solver *s = solver_of(r);
    void *index = s->index.create(r, stones), *job = s->job.create(index, threads);
    size_t size = (size_t)s->index.layer_size(index, stones);
    int8_t *values = malloc(2 * size);
    struct solve_progress progress = {0};
    double residual;
    assert_non_null(values);
    for (progress.layer = 0; progress.layer <= stones; progress.layer++)
        assert_int_equal(s->job.solve(job, progress.layer, &progress, &residual), 0);
    s->job.values(job, stones, 0, size, values);
    s->job.destroy(job);
    s->index.destroy(index);
    return values;
}

/* Won, drawn and lost boards of 3 to 7 stones under abapa, as published. */
static void published(void **state)
{
    static const int want[][3] = {{8, 355, 1},
                                  {442, 602, 321},
                                  {1912, 1122, 1334},
                                  {5095, 3997, 3284},
                                  {13089, 10970, 7765}};
    (void)state;
    for (int n = 3; n <= 7; n++) {
        int8_t *value = solve_all(lus_rules_find("awari:abapa"), n, 1);
        int count[3] = {0};
        for (uint64_t i = 0; i < awari_boards(n); i++)
            count[value[i] > 0 ? 0 : value[i] == 0 ? 1 : 2]++;
        assert_memory_equal(count, want[n - 3], sizeof count);
        free(value);
    }
}

/* ---- bounds ---- */

/* Every board of up to 7 stones has the bounds that value iteration finds. */
static void bounds_by_iteration(void **state)
{
    const lus_rules *r = lus_rules_find("awari:oware");
    struct bounds_layer *layers[BOUNDS_STONES + 1];
    struct awari_index x;
    (void)state;
    awari_index_make(&x);
    bounds_reference_solve(layers);
    for (int n = 0; n <= BOUNDS_STONES; n++) {
        int8_t *bound = solve_all(r, n, 1);
        assert_int_equal(layers[n]->n, awari_boards(n));
        for (int i = 0; i < layers[n]->n; i++) {
            const struct bounds_board *b = &layers[n]->board[i];
            struct awari_board board = {0, 0};
            for (int pit = 0; pit < 6; pit++) {
                board.own |= (uint64_t)b->pit[pit] << 8 * pit;
                board.enemy |= (uint64_t)b->pit[6 + pit] << 8 * pit;
            }
            uint64_t rank = awari_rank(&x, board);
            assert_int_equal(bound[2 * rank], b->lower);
            assert_int_equal(bound[2 * rank + 1], b->upper);
        }
        free(bound);
    }
    bounds_reference_free(layers);
}

static bool has_empty_pit(uint64_t row)
{
    return ((row + AWARI_SOME) & AWARI_TOP) != AWARI_TOP;
}

/* The boards whose bounds are equal, among those in which the side that has just moved has an
   empty pit, as counted by others. */
static void bounds_published(void **state)
{
    static const struct {
        int stones, equal;
    } want[] = {{4, 994}, {5, 4090}, {6, 10167}, {7, 25993}, {8, 46097}};
    struct awari_index x;
    (void)state;
    awari_index_make(&x);
    for (size_t k = 0; k < sizeof want / sizeof want[0]; k++) {
        int n = want[k].stones, equal = 0;
        uint64_t after_move = 0;
        int8_t *bound = solve_all(lus_rules_find("awari:oware"), n, 1);
        for (uint64_t i = 0; i < awari_boards(n); i++)
            if (has_empty_pit(awari_unrank(&x, n, i).enemy)) {
                after_move++;
                equal += bound[2 * i] == bound[2 * i + 1];
            }
        assert_int_equal(after_move, awari_boards(n) - (n < 6 ? 0 : awari_boards(n - 6)));
        assert_int_equal(equal, want[k].equal);
        free(bound);
    }
}

/* 18.7 % of the boards of 12 stones. */
static void bounds_of_12_stones(void **state)
{
    struct awari_index x;
    uint64_t after_move = 0, equal = 0;
    int8_t *bound = solve_all(lus_rules_find("awari:oware"), 12, 2);
    (void)state;
    awari_index_make(&x);
    for (uint64_t i = 0; i < awari_boards(12); i++)
        if (has_empty_pit(awari_unrank(&x, 12, i).enemy)) {
            after_move++;
            equal += bound[2 * i] == bound[2 * i + 1];
            assert_true(bound[2 * i] <= bound[2 * i + 1] && bound[2 * i] % 2 == 0);
        }
    assert_int_equal(after_move, 1339702);
    assert_int_equal((1000 * equal + after_move / 2) / after_move, 187);
    free(bound);
}

/* Layers that are large enough for several threads have the same values for any number of
   threads. */
static void threads_agree(void **state)
{
    static const char *const games[] = {"awari:abapa", "awari:olympiad", "awari:oware"};
    enum { STONES = 9 };
    (void)state;
    for (int set = 0; set < 3; set++) {
        const lus_rules *r = lus_rules_find(games[set]);
        int8_t *one = solve_all(r, STONES, 1), *four = solve_all(r, STONES, 4);
        assert_memory_equal(one, four, awari_boards(STONES) * (uint64_t)awari_numbers(r));
        free(one);
        free(four);
    }
}

/* ---- a table ---- */

/* What a table says of a position is what it says of its best move; it has a value if the
   bounds are equal. */
static void check_position(const struct tables *ts, const lus_rules *r, const lus_pos *p)
{
    lus_move list[LUS_MAX_MOVES];
    struct value_bounds b, best = {-99, -99};
    double value = 99;
    int n = r->moves(r, p, 0, list);
    assert_int_equal(tables_bounds(ts, r, p, &b), 1);
    assert_int_equal(tables_value(ts, r, p, &value), b.lower == b.upper);
    if (b.lower == b.upper)
        assert_true(value == b.lower);
    for (int i = 0; i < n; i++) {
        struct value_bounds v;
        assert_int_equal(tables_move_bounds(ts, r, p, 0, list[i], &v), 1);
        assert_int_equal(tables_move_value(ts, r, p, 0, list[i], &value),
                         v.lower == v.upper);
        best.lower = v.lower > best.lower ? v.lower : best.lower;
        best.upper = v.upper > best.upper ? v.upper : best.upper;
    }
    if (n)
        assert_true(b.lower == best.lower && b.upper == best.upper);
}

static void table_of(const char *name)
{
    enum { STONES = 6 };
    const lus_rules *r = lus_rules_find(name);
    char where[128];
    struct verify_result v;
    fixture_table(name, STONES, name, 2, NULL);
    snprintf(where, sizeof where, "%s/%s", fixture_folder, name);
    struct tables *ts = tables_open(where);
    assert_int_equal(tables_count(ts), 1);
    const struct table_info *info = table_info(tables_at(ts, 0));
    assert_int_equal(info->positions, 18564); /* C(18, 12) */
    for (int n = 1; n <= STONES; n++)
        for (uint64_t i = 0; i < table_layer(tables_at(ts, 0), n).positions; i++) {
            lus_pos p;
            info->solver->index.unrank(info->index, n, i, &p);
            check_position(ts, r, &p);
        }
    assert_int_equal(
        table_verify(tables_at(ts, 0), &(struct verify_options){.threads = 2}, &v), 0);
    assert_int_equal(v.positions, 18564);
    assert_int_equal(v.wrong, 0);
    tables_close(ts);
}

/* Killed with 5 of 7 layers on disk, then the same again: every value is right, and
   nothing but the table is left. */
static void resumed_table(const char *name)
{
    enum { STONES = 6 };
    struct verify_result v;
    char where[128];
    fixture_killed_build(name, STONES, "killed", 5, 3);
    const char *path = fixture_table(name, STONES, "killed", 2, NULL);
    struct table *t = table_open(path, (char[256]){0});
    assert_non_null(t);
    assert_int_equal(table_verify(t, &(struct verify_options){.threads = 1}, &v), 0);
    assert_int_equal(v.wrong, 0);
    table_close(t);
    assert_int_equal(unlink(path), 0);
    snprintf(where, sizeof where, "%s/killed", fixture_folder);
    assert_int_equal(rmdir(where), 0);
}

/* The table in memory has the numbers of the solver, up to 10 stones. */
static void in_memory(void **state)
{
    static const char *const games[] = {"awari:abapa", "awari:olympiad", "awari:oware"};
    struct awari_index x;
    (void)state;
    awari_index_make(&x);
    assert_null(small_table_new(lus_rules_find("ur")));
    for (int set = 0; set < 3; set++) {
        const lus_rules *r = lus_rules_find(games[set]);
        struct small_table *t = small_table_new(r);
        int numbers = awari_numbers(r);
        assert_int_equal(small_table_size(t), 10);
        assert_int_equal(small_table_has_bounds(t), numbers == 2);
        for (int n = 0; n <= 10; n += 5) {
            int8_t *wanted = solve_all(r, n, 1);
            for (uint64_t i = 0; i < awari_boards(n); i++) {
                struct awari_board b = awari_unrank(&x, n, i);
                struct value_bounds v;
                const lus_pos p = {{b.own, b.enemy, 0, 0}};
                const int8_t *want = wanted + i * (uint64_t)numbers;
                assert_int_equal(small_table_bounds(t, &p, &v), 1);
                assert_true(v.lower == want[0] && v.upper == want[numbers - 1]);
            }
            free(wanted);
        }
        const lus_pos eleven = {{11, 0, 0, 0}};
        assert_int_equal(small_table_bounds(t, &eleven, &(struct value_bounds){0}), 0);
        small_table_free(t);
    }
    small_table_free(NULL);
}

static void resumed(void **state)
{
    (void)state;
    if (!frame_able())
        skip();
    resumed_table("awari:olympiad");
    resumed_table("awari:oware");
}

static void files(void **state)
{
    (void)state;
    if (!frame_able())
        skip();
    table_of("awari:abapa");
    table_of("awari:olympiad");
    table_of("awari:oware");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sizes),
        cmocka_unit_test(whole_layers),
        cmocka_unit_test(large_layers),
        cmocka_unit_test(sample_of_large_layers),
        cmocka_unit_test(kinds),
        cmocka_unit_test(brute_force),
        cmocka_unit_test(published),
        cmocka_unit_test(bounds_by_iteration),
        cmocka_unit_test(bounds_published),
        cmocka_unit_test(bounds_of_12_stones),
        cmocka_unit_test(threads_agree),
        cmocka_unit_test(in_memory),
        cmocka_unit_test(resumed),
        cmocka_unit_test(files),
    };
    return cmocka_run_group_tests(tests, fixture_setup, fixture_teardown);
}
