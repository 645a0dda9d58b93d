/* SPDX-License-Identifier: MIT */
/* test_sweep.c - a kernel touches only the rows that its game declares: with all other rows
   removed it writes the same numbers, and nothing outside of them.  All kernels write the
   same numbers.  The initial value of a position is the mean of two solved ones in Ur, the
   learned evaluation in Senet. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "core/net.h"
#include "core/random.h"
#include "core/rules.h"
#include "race/race_internal.h"
#include "race/ur_sweep.h"
#include "support/sample_size.h"

enum { SIDE = 3 };

static enum cell_type cells = CELL_64; /* of the next stages */

static size_t cell_size(void)
{
    return cells == CELL_32 ? sizeof(int32_t) : sizeof(double);
}

static double cell_get(const void *cell, uint64_t i)
{
    return cells == CELL_32 ? cell_32_chance(((const int32_t *)cell)[i])
                            : ((const double *)cell)[i];
}

static void cell_set(void *cell, uint64_t i, double value)
{
    if (cells == CELL_32)
        ((int32_t *)cell)[i] = cell_32(value);
    else
        ((double *)cell)[i] = value;
}

/* A removed cell is not a chance.  Among doubles it is NaN; among integers a kernel that reads it
   takes it for a chance above 1, in the half that it reads or in the turned one. */
static double removed = 1.02;

static void cell_remove(void *cell, uint64_t i)
{
    if (cells == CELL_32)
        ((int32_t *)cell)[i] = (int32_t)(removed * CELL_32_ONE);
    else
        ((double *)cell)[i] = NAN;
}

static bool cell_is_removed(const void *cell, uint64_t i)
{
    double chance = cell_get(cell, i);
    return cells == CELL_32 ? chance < 0 || chance > 1 : isnan(chance);
}

/* One sweep with all the halves it can read. */
struct stage {
    const struct race_game *game;
    void *x, *data;
    struct race_half half[RACE_MAX_SIDE + 1][RACE_MAX_SIDE + 1];
    struct race_sweep *s;
};

static void *cells_new(uint64_t n, uint64_t stream)
{
    struct random r = random_stream(5, stream);
    void *cell = aligned_alloc(64, (size_t)(n + 7) / 8 * 64);
    assert_non_null(cell);
    for (uint64_t i = 0; i < n; i++)
        cell_set(cell, i, (double)(random_next(&r) >> 11) * 0x1p-53);
    return cell;
}

static void half_make(struct stage *t, int own, int enemy)
{
    struct race_half *h = &t->half[own][enemy];
    h->own = own;
    h->enemy = enemy;
    h->cell_bytes = (int)cell_size();
    assert_true(t->game->half_make(t->x, t->data, h));
    uint64_t stream = (uint64_t)(own * 16 + enemy) * 2;
    h->cell[RACE_WAITING] = cells_new(h->cells, stream);
    if (t->game->arrays == RACE_ARRAYS)
        h->cell[RACE_THROWING] = cells_new(h->cells, stream + 1);
}

static void stage_make(struct stage *t, const struct race_game *g, const char *name,
                       int own, int enemy)
{
    const lus_rules *r = lus_rules_find(name);
    *t = (struct stage){.game = g, .x = malloc(g->index_size)};
    assert_non_null(t->x);
    g->index_make(t->x, r);
    t->data = g->data_new(t->x, SIDE);
    t->s = calloc(1, g->sweep_size);
    assert_true(t->data && t->s);
    for (int a = 1; a <= own; a++)
        for (int b = 1; b <= own; b++)
            if (a + b <= own + enemy)
                half_make(t, a, b);
    *t->s = (struct race_sweep){.r = r,
                                .game = g,
                                .kernel = kernel_at(0),
                                .cells = cells,
                                .x = t->x,
                                .data = t->data,
                                .own = own,
                                .enemy = enemy,
                                .half = t->half};
    assert_true(g->sweep_make(t->s));
}

static void stage_free(struct stage *t)
{
    for (int a = 0; a <= SIDE; a++)
        for (int b = 0; b <= SIDE; b++) {
            struct race_half *h = &t->half[a][b];
            free(h->cell[RACE_WAITING]);
            free(h->cell[RACE_THROWING]);
            free(h->base);
            free(h->no_move_throws);
            free(h->first_rank);
        }
    t->game->sweep_free(t->s);
    t->game->data_free(t->data);
    free(t->x);
    free(t->s);
}

/* ---- declared rows ---- */

struct visit {
    struct race_reader reader;
    struct stage *to;
    const struct stage *from;
    uint64_t cells;
};

static void *twin(const struct stage *t, const struct race_half *h, int a, uint64_t at)
{
    return (char *)t->half[h->own][h->enemy].cell[a] + at * cell_size();
}

static void copy_cells(struct race_reader *r, const struct race_half *h,
                       enum race_array a, uint64_t at, uint64_t n)
{
    struct visit *v = (struct visit *)r;
    assert_true(at + n <= h->cells);
    memcpy(twin(v->to, h, a, at), twin(v->from, h, a, at), (size_t)n * cell_size());
    v->cells += n;
}

/* Padding may differ: it is not read. */
static void compare_cells(struct race_reader *r, const struct race_half *h,
                          enum race_array a, uint64_t at, uint64_t n)
{
    struct visit *v = (struct visit *)r;
    assert_memory_equal(twin(v->to, h, a, at), twin(v->from, h, a, at),
                        (size_t)n * cell_size());
}

static void remove_cells(struct race_reader *r, const struct race_half *h,
                         enum race_array a, uint64_t at, uint64_t n)
{
    struct visit *v = (struct visit *)r;
    for (uint64_t i = 0; i < n; i++)
        cell_remove(twin(v->to, h, a, at), i);
}

static void remove_all(struct stage *t)
{
    for (int a = 1; a <= SIDE; a++)
        for (int b = 1; b <= SIDE; b++)
            for (int k = 0; k < RACE_ARRAYS; k++)
                for (uint64_t i = 0; t->half[a][b].cell[k] && i < t->half[a][b].cells;
                     i++)
                    cell_remove(t->half[a][b].cell[k], i);
}

/* All cells are removed: nothing else was written. */
static void nothing_else(const struct stage *scarce)
{
    for (int a = 1; a <= SIDE; a++)
        for (int b = 1; b <= SIDE; b++)
            for (int k = 0; k < RACE_ARRAYS; k++)
                for (uint64_t i = 0;
                     scarce->half[a][b].cell[k] && i < scarce->half[a][b].cells; i++)
                    assert_true(cell_is_removed(scarce->half[a][b].cell[k], i));
}

static void check_chunk(struct stage *full, struct stage *scarce, uint32_t chunk)
{
    const struct race_game *g = full->game;
    struct visit copy = {{copy_cells}, scarce, full, 0};
    struct visit compare = {{compare_cells}, scarce, full, 0};
    struct visit remove = {{remove_cells}, scarce, full, 0};
    g->writes(scarce->s, chunk, &copy.reader);
    assert_true(copy.cells > 0);
    g->reads(scarce->s, chunk, &copy.reader);
    double change = g->chunk(full->s, chunk);
    assert_true(change == g->chunk(scarce->s, chunk));
    g->writes(scarce->s, chunk, &compare.reader);
    g->writes(scarce->s, chunk, &remove.reader);
    g->reads(scarce->s, chunk, &remove.reader);
}

static void check_layer(const struct race_game *g, const char *name, int own, int enemy,
                        enum sweep_mode mode)
{
    static struct stage full, scarce;
    stage_make(&full, g, name, own, enemy);
    stage_make(&scarce, g, name, own, enemy);
    full.s->it.mode = scarce.s->it.mode = mode;
    remove_all(&scarce);
    for (uint32_t chunk = 0; chunk < full.s->order.n_chunks; chunk++)
        check_chunk(&full, &scarce, chunk);
    nothing_else(&scarce);
    stage_free(&full);
    stage_free(&scarce);
}

/* Own pieces of the largest layers of Senet: a tenth of the positions in slow builds. */
static int senet_own(void)
{
    return sample_size(1) ? 3 : 2;
}

static void check_layers(void)
{
    check_layer(&ur_race, "ur:finkel", 2, 2, MODE_SWEEP);
    check_layer(&ur_race, "ur:finkel", 3, 2, MODE_SWEEP);
    check_layer(&ur_race, "ur:finkel", 3, 2, MODE_INITIAL);
    check_layer(&ur_race, "ur:blitz", 2, 1, MODE_SWEEP);
    check_layer(&ur_race, "ur:masters", 2, 2, MODE_SWEEP);
    check_layer(&senet_race, "senet:houses", senet_own(), 2, MODE_SWEEP);
    check_layer(&senet_race, "senet:blockade", senet_own(), 2, MODE_SWEEP);
    check_layer(&senet_race, "senet:blockade", 2, 1, MODE_SWEEP);
}

static void only_what_is_declared(void **state)
{
    (void)state;
    check_layers();
    cells = CELL_32;
    check_layers();
    removed = -0.02;
    check_layers();
    cells = CELL_64;
}

/* Every cell of the layer belongs to one chunk. */
static void count_cells(struct race_reader *r, const struct race_half *h,
                        enum race_array a, uint64_t at, uint64_t n)
{
    (void)h, (void)a, (void)at;
    ((struct visit *)r)->cells += n;
}

static void each_cell_once(void **state)
{
    static struct stage t;
    static const struct {
        const struct race_game *g;
        const char *name;
    } all[] = {{&ur_race, "ur:finkel"}, {&senet_race, "senet:blockade"}};
    (void)state;
    for (int i = 0; i < 2; i++)
        for (int enemy = 2; enemy <= 3; enemy++) {
            struct visit v = {{count_cells}, NULL, NULL, 0};
            stage_make(&t, all[i].g, all[i].name, 3, enemy);
            for (uint32_t chunk = 0; chunk < t.s->order.n_chunks; chunk++)
                all[i].g->writes(t.s, chunk, &v.reader);
            uint64_t n = t.half[3][enemy].cells;
            n += enemy == 3 ? 0 : t.half[enemy][3].cells;
            assert_int_equal(v.cells, n * (unsigned)all[i].g->arrays);
            stage_free(&t);
        }
}

/* ---- kernels ---- */

static void compare_halves(const struct stage *a, const struct stage *b)
{
    for (int own = 1; own <= SIDE; own++)
        for (int enemy = 1; enemy <= SIDE; enemy++)
            for (int k = 0; k < RACE_ARRAYS; k++)
                if (a->half[own][enemy].cell[k])
                    assert_memory_equal(a->half[own][enemy].cell[k],
                                        b->half[own][enemy].cell[k],
                                        (size_t)a->half[own][enemy].cells * cell_size());
}

/* The source of the kernel avx512, compiled for any x86-64 (support/wide_vectors.h). */
#ifdef __x86_64__
double ur_chunk_wide_64(const struct ur_sweep *s, uint32_t chunk);
double ur_chunk_wide_32(const struct ur_sweep *s, uint32_t chunk);
double senet_rows_wide_64(const struct senet_sweep *s, uint32_t first, uint32_t last);
double senet_rows_wide_32(const struct senet_sweep *s, uint32_t first, uint32_t last);
static const struct solve_kernel wide = {
    .name = "wide",
    .ur_chunk = {ur_chunk_wide_64, ur_chunk_wide_32},
    .senet_rows = {senet_rows_wide_64, senet_rows_wide_32}};
#define OTHER_KERNELS &wide
#else
#define OTHER_KERNELS NULL
#endif

/* The kernels of this machine, and then `wide`. */
static const struct solve_kernel *compared_kernel(int i)
{
    const struct solve_kernel *k = kernel_at(i);
    return k || !kernel_at(i - 1) ? k : OTHER_KERNELS;
}

static void same_numbers(const struct race_game *g, const char *name, int own, int enemy,
                         enum sweep_mode mode)
{
    static struct stage first, other;
    for (int i = 1; compared_kernel(i); i++) {
        stage_make(&first, g, name, own, enemy);
        stage_make(&other, g, name, own, enemy);
        other.s->kernel = compared_kernel(i);
        first.s->it.mode = other.s->it.mode = mode;
        double most = 0;
        for (uint32_t chunk = 0; chunk < first.s->order.n_chunks; chunk++) {
            double change = g->chunk(first.s, chunk);
            assert_true(change == g->chunk(other.s, chunk));
            most = fmax(most, change);
        }
        assert_true(most > 0.1);
        compare_halves(&first, &other);
        stage_free(&first);
        stage_free(&other);
    }
}

static void kernels(void **state)
{
    (void)state;
    for (cells = CELL_64; cells < CELL_TYPES; cells++) {
        same_numbers(&ur_race, "ur:finkel", 3, 2, MODE_SWEEP);
        same_numbers(&ur_race, "ur:masters", 2, 2, MODE_MEASURE);
        same_numbers(&senet_race, "senet:houses", senet_own(), 2, MODE_SWEEP);
        same_numbers(&senet_race, "senet:blockade", senet_own(), 2, MODE_SWEEP);
        same_numbers(&senet_race, "senet:blockade", senet_own(), 2, MODE_MEASURE);
        same_numbers(&senet_race, "senet:blockade", 2, 1, MODE_SWEEP);
    }
    cells = CELL_64;
}

/* ---- initial values of Ur ---- */

/* The cell of a position: masks of squares, what is missing being in hand. */
static double cell_of(const struct stage *t, int own, int enemy, enum race_array a,
                      uint32_t own_mask, uint32_t enemy_mask)
{
    const struct race_half *h = &t->half[own][enemy];
    uint32_t block = ur_block(t->x, own_mask >> UR_TRACK, enemy_mask >> UR_TRACK);
    int lanes = ur_start_count(enemy - __builtin_popcount(enemy_mask >> UR_TRACK));
    return cell_get(h->cell[a], h->base[block] +
                                    ur_start_rank[own_mask >> 1 & 15] *
                                        (unsigned)ur_row_cells(lanes) +
                                    ur_start_rank[enemy_mask >> 1 & 15]);
}

/* Without a piece in hand, or else without the rearmost. */
static uint32_t fewer(uint32_t mask, int pieces)
{
    return __builtin_popcount(mask) < pieces ? mask : mask & (mask - 1);
}

static void check_initial(const struct stage *t, uint32_t own, uint32_t enemy)
{
    if (__builtin_popcount(own) > 3 || __builtin_popcount(enemy) > 2)
        return;
    double better = cell_of(t, 2, 2, RACE_WAITING, fewer(own, 3), enemy);
    double worse = cell_of(t, 3, 1, RACE_WAITING, own, fewer(enemy, 2));
    double initial = cell_of(t, 3, 2, RACE_WAITING, own, enemy);
    assert_true(initial == (better + worse) / 2);
    assert_true(cell_of(t, 2, 3, RACE_THROWING, enemy, own) == 1 - initial);
}

/* 3 against 2 from 2 against 2 and 3 against 1, position by position. */
static void mean_of_two(void **state)
{
    static struct stage t;
    (void)state;
    stage_make(&t, &ur_race, "ur:finkel", 3, 2);
    t.s->it.mode = MODE_INITIAL;
    for (uint32_t chunk = 0; chunk < t.s->order.n_chunks; chunk++)
        ur_race.chunk(t.s, chunk);
    const struct ur_tracks *tracks = t.data;
    for (uint32_t id = 0; id < tracks->blocks; id++)
        for (uint32_t start = 0; start < UR_STARTS * UR_STARTS; start++)
            check_initial(
                &t, (uint32_t)tracks->of[0][id] << UR_TRACK | start / UR_STARTS << 1,
                (uint32_t)tracks->of[1][id] << UR_TRACK | start % UR_STARTS << 1);
    stage_free(&t);
}

/* ---- initial values of Senet ---- */

/* The values of a half for the side to throw, as the table gets them, are those of the
   learned evaluation.  As doubles they are equal bit by bit: both are multiples of 2^-21. */
static void check_evaluated(const struct stage *t, int own, int enemy, unsigned step)
{
    static const struct race_job in_memory;
    const lus_rules *r = t->s->r;
    struct race_values v = {t->x, t->data, &t->half[own][enemy], &t->half[enemy][own],
                            &in_memory};
    void *network = net_expanded(r->search.net);
    double least = 1, most = 0;
    assert_non_null(network);
    for (uint64_t i = 0; i < senet_race.half_size(t->x, own, enemy); i += step) {
        lus_pos p;
        double value;
        senet_race.unrank(t->x, own, enemy, i, &p);
        senet_race.values(&v, i, 1, &value);
        double want = 0.5 + net_value(r->search.net, network, &p) / (2.0 * NET_WIN);
        assert_true(cells == CELL_32 ? fabs(value - want) < 0.51 / CELL_32_ONE
                                     : value == want);
        least = fmin(least, value);
        most = fmax(most, value);
    }
    assert_true(least < 0.2 && most > 0.8);
    free(network);
}

static void check_senet_initial(const char *name, int own, int enemy, unsigned step)
{
    static struct stage t;
    stage_make(&t, &senet_race, name, own, enemy);
    t.s->it.mode = MODE_INITIAL;
    for (uint32_t chunk = 0; chunk < t.s->order.n_chunks; chunk++)
        assert_true(senet_race.chunk(t.s, chunk) == 0);
    check_evaluated(&t, own, enemy, step);
    check_evaluated(&t, enemy, own, step);
    stage_free(&t);
}

static void learned_evaluation(void **state)
{
    (void)state;
    for (cells = CELL_64; cells < CELL_TYPES; cells++) {
        check_senet_initial("senet:houses", 2, 2, 1);
        check_senet_initial("senet:blockade", 2, 1, 1);
        check_senet_initial("senet:blockade", senet_own(), 2, 7);
    }
    cells = CELL_64;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_what_is_declared), cmocka_unit_test(each_cell_once),
        cmocka_unit_test(kernels), cmocka_unit_test(mean_of_two),
        cmocka_unit_test(learned_evaluation)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
