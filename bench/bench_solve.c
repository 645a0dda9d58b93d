/* SPDX-License-Identifier: MIT */
/* bench_solve.c - the sweeps of Ur and Senet compared with the memory bandwidth; probes.

   A sweep of Ur reads and writes every value, writes its mirror image and reads that of
   the waiting side: at least 4 x 8 bytes.  All rates are measured in CPU time of one
   thread, so they are also valid on a busy machine. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "core/random.h"
#include "solve/frame.h"
#include "solve/huge_pages.h"
#include "solve/senet_rows.h"
#include "solve/table.h"
#include "solve/ur_sweep.h"

enum { SWEEPS = 4, BYTES_PER_CELL = 32, STREAM = 1 << 25, PROBES = 200000, COLD = 2000 };

static double cpu_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* Bytes per second of a[i] = b[i] + c * d[i], the best of three. */
static double stream(void)
{
    double *a = malloc(3 * sizeof(double) * STREAM), best = 0;
    if (!a)
        return 0;
    double *b = a + STREAM, *c = b + STREAM;
    for (int i = 0; i < 3 * STREAM; i++)
        a[i] = i;
    for (int run = 0; run < 3; run++) {
        double begin = cpu_seconds();
        for (int i = 0; i < STREAM; i++)
            a[i] = b[i] + 3 * c[i];
        double rate = 3 * 8.0 * STREAM / (cpu_seconds() - begin);
        best = rate > best ? rate : best;
    }
    volatile double keep = a[STREAM / 2]; /* keeps the loop from being optimised away */
    (void)keep;
    free(a);
    return best;
}

static bool half_make(struct ur_sweep *s, uint16_t *const track[2], struct ur_half *h,
                      int own, int enemy)
{
    h->own = own;
    h->enemy = enemy;
    if (!ur_base_make(s->x, track, h))
        return false;
    h->to_move = huge_alloc(h->cells * sizeof(double));
    h->waiting = huge_alloc(h->cells * sizeof(double));
    for (uint64_t i = 0; h->to_move && h->waiting && i < h->cells; i++)
        h->to_move[i] = h->waiting[i] = 0.5;
    return h->to_move && h->waiting && ur_no_moves_make(s, h);
}

static void half_free(struct ur_half *h)
{
    free(h->base);
    free(h->to_move);
    free(h->waiting);
    free(h->no_move_throws);
}

/* Sweeps of the layer `pieces` against `pieces`. */
static void sweep(const char *game, int pieces, double bandwidth)
{
    static struct ur_index x;
    struct ur_half half = {0}, off = {0};
    uint16_t *track[2] = {NULL, NULL};
    struct ur_sweep s = {.r = lus_rules_find(game), .x = &x, .half = {&half, &half}};
    ur_index_make(&x, ur_set(s.r));
    if (!ur_tracks_make(&x, track))
        return;
    s.track[0] = track[0];
    s.track[1] = track[1];
    s.off[0] = s.off[1] = &off;
    if (half_make(&s, track, &half, pieces, pieces) &&
        half_make(&s, track, &off, pieces - 1, pieces) && ur_sweep_make(&s)) {
        double begin = cpu_seconds();
        for (int i = 0; i < SWEEPS; i++)
            for (uint32_t chunk = 0; chunk < s.order.n_chunks; chunk++)
                ur_sweep_chunk(&s, chunk);
        double seconds = cpu_seconds() - begin;
        double size = (double)ur_layer_size(&x, pieces, pieces);
        double moved = (double)half.cells * BYTES_PER_CELL * SWEEPS / seconds;
        printf("%-10s %d against %d: %5.1f million positions per second, at least "
               "%4.1f GB/s, %2.0f %% of the memory bandwidth\n",
               game, pieces, pieces, size * SWEEPS / seconds / 1e6, moved / 1e9,
               100 * moved / bandwidth);
    }
    ur_sweep_free(&s);
    half_free(&half);
    half_free(&off);
    free(track[0]);
    free(track[1]);
}

/* ---- Senet: 3 against 3 before anything is solved, as in the first sweep ---- */

enum { SIDE = 3, SENET_ROWS = 40000 };

static struct senet_half senet_half[SENET_MAX_SIDE + 1][SENET_MAX_SIDE + 1];
static const struct senet_lanes *senet_lanes[SENET_MAX_SIDE + 1][SENET_MAX_SIDE + 1];
static struct senet_lanes senet_lanes_of[SIDE + 1][SIDE + 1];

static double *senet_cells_new(size_t n)
{
    double *cell = huge_alloc((n + 8) * sizeof(double));
    for (size_t i = 0; cell && i < n + 8; i++)
        cell[i] = 0.5;
    return cell ? cell + 8 : NULL;
}

static bool senet_make(const struct senet_index *x, int own, int enemy)
{
    struct senet_half *h = &senet_half[own][enemy];
    senet_lanes_make(x, own, enemy, &senet_lanes_of[own][enemy]);
    senet_lanes[own][enemy] = &senet_lanes_of[own][enemy];
    h->rows = x->choose[SENET_CELLS][own + enemy];
    h->stride = 8 * senet_lanes[own][enemy]->vecs;
    h->waiting = senet_cells_new((size_t)h->rows * (size_t)h->stride);
    h->throwing = senet_cells_new((size_t)h->rows * (size_t)h->stride);
    return h->waiting && h->throwing;
}

/* A value must at least be read and written, by both sides. */
static void senet(const char *game, double bandwidth)
{
    static struct senet_index x;
    struct senet_sweep s = {.r = lus_rules_find(game),
                            .x = &x,
                            .rows = senet_rows(),
                            .own = SIDE,
                            .enemy = SIDE,
                            .half = senet_half,
                            .lanes = senet_lanes};
    senet_index_make(&x);
    for (int own = 1; own <= SIDE; own++)
        for (int enemy = 1; enemy <= SIDE; enemy++)
            if (!senet_half[own][enemy].throwing && !senet_make(&x, own, enemy))
                return;
    double begin = cpu_seconds();
    for (uint32_t part = 4; part > 0; part--) { /* a part of each fifth */
        uint32_t last = (uint32_t)senet_half[SIDE][SIDE].rows / 5 * part;
        senet_sweep_rows(&s, last - SENET_ROWS, last);
    }
    double seconds = cpu_seconds() - begin;
    double values = 4.0 * SENET_ROWS * senet_lanes[SIDE][SIDE]->count;
    printf("%-14s 3 against 3: %5.1f million positions per second, at least "
           "%4.2f GB/s, %2.0f %% of the memory bandwidth\n",
           game, values / seconds / 1e6, values * 32 / seconds / 1e9,
           100 * values * 32 / seconds / bandwidth);
}

/* Probes of a new table: of cached blocks (warm) and of blocks to unpack (cold). */
static void probes(void)
{
    char folder[] = "/tmp/lusoria-bench-XXXXXX", path[4096], why[256];
    const lus_rules *r = lus_rules_find("ur:finkel");
    struct solve_options o = {.r = r, .size = 3, .threads = 1, .folder = folder};
    if (!mkdtemp(folder) || solve_run(&o, path, sizeof path, why) < 0)
        return;
    struct table *t = table_open(path, why);
    int number, layer = t ? table_info(t)->layers - 1 : 0;
    static uint16_t block[FRAME_VALUES];
    double begin = cpu_seconds();
    for (uint64_t i = 0; t && i < PROBES; i++)
        table_number(t, layer, i * 7919 % table_layer(t, layer).positions, &number);
    double warm = (cpu_seconds() - begin) / PROBES;
    begin = cpu_seconds();
    for (uint64_t i = 0; t && i < COLD; i++)
        table_block(t, layer, i * 7919 % table_layer(t, layer).blocks, block);
    double cold = (cpu_seconds() - begin) / COLD;
    printf("probe: %.3f microseconds warm, %.0f cold\n", warm * 1e6, cold * 1e6);
    table_close(t);
    unlink(path);
    rmdir(folder);
}

int main(void)
{
    double bandwidth = stream();
    printf("memory: %.1f GB/s on one thread (triad)\n", bandwidth / 1e9);
    sweep("ur:finkel", 5, bandwidth);
    sweep("ur:finkel", 7, bandwidth);
    sweep("ur:masters", 5, bandwidth);
    senet("senet:houses", bandwidth);
    senet("senet:blockade", bandwidth);
    probes();
    return 0;
}
