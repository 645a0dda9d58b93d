/* SPDX-License-Identifier: MIT */
/* test_sweep.c - the kernel of Ur reads only the rows it declares: with all other rows
   removed it writes the same numbers.  The initial value of a position is the mean of two
   solved ones. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "core/random.h"
#include "race/ur_sweep.h"

/* The half and the turned one, those after bearing off, and one more for the initial
   values. */
enum { HALVES = 5 };

/* One sweep with all its rows. */
struct stage {
    struct ur_half half[HALVES];
    struct ur_sweep s;
};

static double *cells_new(uint64_t n)
{
    double *cell = aligned_alloc(64, (n + 8) * sizeof *cell); /* also for none */
    assert_non_null(cell);
    return cell;
}

static void half_make(struct stage *t, uint16_t *const track[2], int i, int own,
                      int enemy)
{
    struct ur_half *h = &t->half[i];
    struct random random = random_stream(7, (uint64_t)i);
    h->own = own;
    h->enemy = enemy;
    assert_true(ur_base_make(t->s.x, track, h) && ur_no_moves_make(&t->s, h));
    h->to_move = cells_new(h->cells);
    h->waiting = cells_new(h->cells);
    for (uint64_t k = 0; k < h->cells; k++) {
        h->to_move[k] = (double)(random_next(&random) >> 11) * 0x1p-53;
        h->waiting[k] = (double)(random_next(&random) >> 11) * 0x1p-53;
    }
}

/* The halves of `t` with room for cells of their own. */
static void half_like(struct stage *t, const struct stage *full, int i)
{
    t->half[i] = full->half[i];
    t->half[i].to_move = cells_new(full->half[i].cells);
    t->half[i].waiting = cells_new(full->half[i].cells);
}

static void connect(struct stage *t, bool same)
{
    t->s.half[0] = &t->half[0];
    t->s.half[1] = same ? &t->half[0] : &t->half[1];
    t->s.off[0] = t->half[2].own ? &t->half[2] : NULL; /* the last one wins */
    t->s.off[1] = same ? t->s.off[0] : t->half[3].own ? &t->half[3] : NULL;
}

static void remove_all(struct stage *t)
{
    for (int i = 0; i < HALVES; i++)
        for (uint64_t k = 0; k < t->half[i].cells; k++)
            t->half[i].to_move[k] = t->half[i].waiting[k] = NAN;
}

/* Cells of a block. */
static size_t block_cells(const struct ur_sweep *s, struct ur_rows r)
{
    int own = r.half->own - __builtin_popcount(s->track[0][r.block]);
    int enemy = r.half->enemy - __builtin_popcount(s->track[1][r.block]);
    return (size_t)(ur_start_count(own) * ur_row_cells(ur_start_count(enemy)));
}

/* The same rows of the other stage. */
static struct ur_rows twin_of(const struct stage *of, const struct stage *in,
                              struct ur_rows r)
{
    r.half = &of->half[r.half - in->half];
    return r;
}

static uint32_t turned(const struct ur_sweep *s, uint32_t block)
{
    return s->x->own_id[s->track[1][block]] + s->x->enemy_id[s->track[0][block]];
}

/* Copies the rows that the blocks of a chunk declare. */
static void copy_declared(struct stage *scarce, const struct stage *full, uint32_t chunk)
{
    struct ur_rows list[UR_MAX_READS];
    const struct ur_sweep *s = &scarce->s;
    for (uint32_t i = s->order.chunk[chunk]; i < s->order.chunk[chunk + 1]; i++)
        for (int side = 0; side < 2; side++) {
            uint32_t block = side ? turned(s, s->order.block[i]) : s->order.block[i];
            int n = ur_reads(s, side, block, list);
            assert_in_range(n, 2, UR_MAX_READS);
            for (int k = 0; k < n; k++)
                memcpy(ur_cells(list[k]), ur_cells(twin_of(full, scarce, list[k])),
                       block_cells(s, list[k]) * sizeof(double));
        }
}

/* The waiting rows that the update of a block writes: those of the turned block. */
static void compare_waiting(const struct stage *scarce, const struct stage *full,
                            int side, uint32_t block)
{
    const struct ur_sweep *s = &scarce->s;
    const struct ur_half *h = s->half[side];
    struct ur_rows rows = {s->half[!side], turned(s, block), true};
    int lanes = ur_start_count(h->own - __builtin_popcount(s->track[0][block]));
    int n = ur_start_count(h->enemy - __builtin_popcount(s->track[1][block]));
    for (int row = 0; row < n; row++)
        assert_memory_equal(ur_cells(rows) + row * ur_row_cells(lanes),
                            ur_cells(twin_of(full, scarce, rows)) +
                                row * ur_row_cells(lanes),
                            (size_t)lanes * sizeof(double));
}

static void compare(const struct stage *scarce, const struct stage *full, uint32_t chunk)
{
    const struct ur_sweep *s = &scarce->s;
    for (uint32_t i = s->order.chunk[chunk]; i < s->order.chunk[chunk + 1]; i++)
        for (int side = 0; side < 2; side++) {
            uint32_t block = side ? turned(s, s->order.block[i]) : s->order.block[i];
            struct ur_rows rows = {s->half[side], block, false};
            assert_memory_equal(ur_cells(rows), ur_cells(twin_of(full, scarce, rows)),
                                block_cells(s, rows) * sizeof(double));
            compare_waiting(scarce, full, side, block);
        }
}

static void check_layer(const char *game, int own, int enemy,
                        const struct solve_kernel *kernel)
{
    static struct ur_index x;
    static struct stage full, scarce;
    uint16_t *track[2];
    const lus_rules *r = lus_rules_find(game);
    memset(&full, 0, sizeof full);
    ur_index_make(&x, ur_set(r));
    assert_true(ur_tracks_make(&x, track));
    full.s = (struct ur_sweep){
        .r = r, .kernel = kernel, .x = &x, .track = {track[0], track[1]}};
    half_make(&full, track, 0, own, enemy);
    half_make(&full, track, 1, enemy, own);
    half_make(&full, track, 2, own - 1, enemy);
    half_make(&full, track, 3, enemy - 1, own);
    connect(&full, own == enemy);
    assert_true(ur_sweep_make(&full.s));
    scarce = full;
    connect(&scarce, own == enemy);
    for (int i = 0; i < HALVES; i++)
        half_like(&scarce, &full, i);
    for (uint32_t chunk = 0; chunk < full.s.order.n_chunks; chunk++) {
        remove_all(&scarce);
        copy_declared(&scarce, &full, chunk);
        double change = full.s.kernel->ur_chunk(&full.s, chunk);
        assert_true(change == scarce.s.kernel->ur_chunk(&scarce.s, chunk));
        compare(&scarce, &full, chunk);
    }
    for (int i = 0; i < HALVES; i++) {
        free(full.half[i].base);
        free(full.half[i].no_move_throws);
        free(full.half[i].to_move);
        free(full.half[i].waiting);
        free(scarce.half[i].to_move);
        free(scarce.half[i].waiting);
    }
    ur_sweep_free(&full.s);
    free(track[0]);
    free(track[1]);
}

static void only_what_is_declared(void **state)
{
    (void)state;
    for (int i = 0; kernel_at(i); i++) {
        check_layer("ur:finkel", 2, 2, kernel_at(i));
        check_layer("ur:finkel", 3, 2, kernel_at(i));
        check_layer("ur:blitz", 2, 1, kernel_at(i));
        check_layer("ur:masters", 2, 2, kernel_at(i));
    }
}

/* The cell of a position: masks of squares, what is missing being in hand. */
static double *cell_of(const struct ur_sweep *s, const struct ur_half *h, double *cells,
                       uint32_t own, uint32_t enemy)
{
    uint32_t block = s->x->own_id[own >> UR_TRACK] + s->x->enemy_id[enemy >> UR_TRACK];
    int lanes = ur_start_count(h->enemy - __builtin_popcount(enemy >> UR_TRACK));
    return cells + h->base[block] + ur_start_rank[own >> 1 & 15] * ur_row_cells(lanes) +
           ur_start_rank[enemy >> 1 & 15];
}

/* Without a piece in hand, or else without the hindmost. */
static uint32_t fewer(uint32_t mask, int pieces)
{
    return __builtin_popcount(mask) < pieces ? mask : mask & (mask - 1);
}

static void check_initial(const struct stage *t, uint32_t own, uint32_t enemy)
{
    const struct ur_half *h = &t->half[0], *turned = &t->half[1];
    const struct ur_half *off = t->s.off[0], *less = t->s.less[0];
    if (__builtin_popcount(own) > h->own || __builtin_popcount(enemy) > h->enemy)
        return;
    double better = *cell_of(&t->s, off, off->waiting, fewer(own, h->own), enemy);
    double worse = *cell_of(&t->s, less, less->waiting, own, fewer(enemy, h->enemy));
    double initial = *cell_of(&t->s, h, h->waiting, own, enemy);
    assert_true(initial == (better + worse) / 2);
    assert_true(*cell_of(&t->s, turned, turned->to_move, enemy, own) == 1 - initial);
}

/* 3 against 2 from 2 against 2 and 3 against 1, position by position. */
static void mean_of_two(void **state)
{
    static struct ur_index x;
    static struct stage t;
    uint16_t *track[2];
    const lus_rules *r = lus_rules_find("ur:finkel");
    (void)state;
    ur_index_make(&x, ur_set(r));
    assert_true(ur_tracks_make(&x, track));
    t.s = (struct ur_sweep){.r = r, .x = &x, .track = {track[0], track[1]}};
    half_make(&t, track, 0, 3, 2);
    half_make(&t, track, 1, 2, 3);
    half_make(&t, track, 2, 2, 2);
    half_make(&t, track, 3, 3, 1);
    half_make(&t, track, 4, 1, 3);
    connect(&t, false);
    t.s.off[1] = &t.half[4];
    t.s.less[0] = &t.half[3];
    t.s.less[1] = &t.half[2];
    ur_initial_values(&t.s);
    for (uint32_t id = 0; id < x.blocks; id++)
        for (uint32_t start = 0; start < UR_STARTS * UR_STARTS; start++)
            check_initial(&t, (uint32_t)track[0][id] << UR_TRACK | start / UR_STARTS << 1,
                          (uint32_t)track[1][id] << UR_TRACK | start % UR_STARTS << 1);
    for (int i = 0; i < HALVES; i++) {
        free(t.half[i].base);
        free(t.half[i].no_move_throws);
        free(t.half[i].to_move);
        free(t.half[i].waiting);
    }
    free(track[0]);
    free(track[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(only_what_is_declared),
                                       cmocka_unit_test(mean_of_two)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
