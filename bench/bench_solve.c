/* SPDX-License-Identifier: MIT */
/* bench_solve.c - sweeps of Ur and Senet with every kernel of the machine, and probes.

   All rates are in CPU time of one thread, the best of several rounds in which the kernels
   take turns, so that a busy machine disturbs the comparison as little as possible.  A sweep
   must at least read and write each value, write it for the other side and read a waiting
   value: 4 x 8 bytes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "core/random.h"
#include "solve/frame.h"
#include "os/memory.h"
#include "solve/kernels.h"
#include "race/senet_sweep.h"
#include "solve/table.h"
#include "race/ur_sweep.h"

enum {
    ROUNDS = 4,
    MAX_KERNELS = 4,
    BYTES_PER_CELL = 32,
    STREAM = 1 << 25,
    PROBES = 200000,
    COLD = 2000
};

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

/* ---- all kernels in turn ---- */

/* Runs `work` with every kernel ROUNDS times and prints the best rates. */
static void compare(const char *what, double positions, double bandwidth,
                    void (*work)(void *arg, const struct solve_kernel *k), void *arg)
{
    double best[MAX_KERNELS] = {0};
    for (int round = 0; round < ROUNDS; round++)
        for (int i = 0; i < MAX_KERNELS && kernel_at(i); i++) {
            double begin = cpu_seconds();
            work(arg, kernel_at(i));
            double rate = positions / (cpu_seconds() - begin);
            best[i] = rate > best[i] ? rate : best[i];
        }
    for (int i = 0; i < MAX_KERNELS && kernel_at(i); i++)
        printf("%-27s %-8s %6.1f million positions/s  %3.0f %% of the first  %2.0f %% of "
               "the memory bandwidth\n",
               i ? "" : what, kernel_at(i)->name, best[i] / 1e6, 100 * best[i] / best[0],
               100 * best[i] * BYTES_PER_CELL / bandwidth);
}

/* ---- Ur ---- */

static void ur_work(void *arg, const struct solve_kernel *k)
{
    struct ur_sweep *s = arg;
    for (uint32_t chunk = 0; chunk < s->order.n_chunks; chunk++)
        k->ur_chunk(s, chunk);
}

/* Sweeps of the layer `pieces` against `pieces`. */
static void ur(const char *game, int pieces, double bandwidth)
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
        char what[40];
        snprintf(what, sizeof what, "%s %d against %d", game, pieces, pieces);
        compare(what, (double)ur_layer_size(&x, pieces, pieces), bandwidth, ur_work, &s);
    }
    ur_sweep_free(&s);
    half_free(&half);
    half_free(&off);
    free(track[0]);
    free(track[1]);
}

/* ---- Senet before anything is solved, as in the first sweep ---- */

enum { SIDE = 4, PARTS = 4 };

static struct senet_half senet_half[SENET_MAX_SIDE + 1][SENET_MAX_SIDE + 1];
static const struct senet_lanes *senet_lanes[SENET_MAX_SIDE + 1][SENET_MAX_SIDE + 1];
static struct senet_lanes senet_lanes_of[SIDE + 1][SIDE + 1];

static double *senet_cells_new(size_t n)
{
    double *cell = huge_alloc(n * sizeof(double));
    for (size_t i = 0; cell && i < n; i++)
        cell[i] = 0.5;
    return cell;
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

static uint32_t senet_part_rows(int side)
{
    return side < 4 ? 10000 : 3000;
}

/* Some rows of every fifth of the layer. */
static void senet_work(void *arg, const struct solve_kernel *k)
{
    const struct senet_sweep *s = arg;
    for (uint32_t part = PARTS; part > 0; part--) {
        uint32_t last = (uint32_t)senet_half[s->own][s->own].rows / 5 * part;
        k->senet_rows(s, last - senet_part_rows(s->own), last);
    }
}

static void senet(const char *game, int side, double bandwidth)
{
    static struct senet_index x;
    char what[40];
    struct senet_sweep s = {.r = lus_rules_find(game),
                            .x = &x,
                            .own = side,
                            .enemy = side,
                            .half = senet_half,
                            .lanes = senet_lanes};
    senet_index_make(&x);
    for (int own = 1; own <= side; own++)
        for (int enemy = 1; enemy <= side; enemy++)
            if (!senet_half[own][enemy].throwing && !senet_make(&x, own, enemy)) {
                printf("%s %d against %d: not enough memory\n", game, side, side);
                return;
            }
    snprintf(what, sizeof what, "%s %d against %d", game, side, side);
    compare(what, (double)PARTS * senet_part_rows(side) * senet_lanes[side][side]->count,
            bandwidth, senet_work, &s);
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

/* 4 against 4 of Senet takes 8 GB. */
static bool enough_memory(void)
{
    return (double)sysconf(_SC_AVPHYS_PAGES) * (double)sysconf(_SC_PAGESIZE) > 9e9;
}

int main(void)
{
    double bandwidth = stream();
    printf("memory: %.1f GB/s on one thread (triad)\n", bandwidth / 1e9);
    ur("ur:finkel", 5, bandwidth);
    ur("ur:finkel", 7, bandwidth);
    ur("ur:masters", 5, bandwidth);
    for (int side = 3; side <= (enough_memory() ? 4 : 3); side++) {
        senet("senet:houses", side, bandwidth);
        senet("senet:blockade", side, bandwidth);
    }
    probes();
    return 0;
}
