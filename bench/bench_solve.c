/* SPDX-License-Identifier: MIT */
/* bench_solve.c - sweeps of Ur and Senet with every kernel of the machine, and probes.

   All rates are in CPU time of one thread, the median of several rounds in which the kernels
   take turns, and the best of them: on a busy machine single rounds differ by half.  A sweep
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
    ROUNDS = 7,
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

/* ---- all kernels in turn ---- */

static int smaller_first(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y ? 1 : 0;
}

/* Runs `work` with every kernel ROUNDS times and prints the rates. */
static void compare(const char *what, double positions, double bandwidth,
                    void (*work)(void *arg, const struct solve_kernel *k), void *arg)
{
    double rate[MAX_KERNELS][ROUNDS] = {0};
    for (int round = 0; round < ROUNDS; round++)
        for (int i = 0; i < MAX_KERNELS && kernel_at(i); i++) {
            double begin = cpu_seconds();
            work(arg, kernel_at(i));
            rate[i][round] = positions / (cpu_seconds() - begin);
        }
    for (int i = 0; i < MAX_KERNELS && kernel_at(i); i++) {
        qsort(rate[i], ROUNDS, sizeof rate[i][0], smaller_first);
        double median = rate[i][ROUNDS / 2], best = rate[i][ROUNDS - 1];
        printf(
            "%-38s %-8s %6.1f million positions/s (best %5.1f)  %3.0f %% of the first  "
            "%2.0f %% of the memory bandwidth\n",
            i ? "" : what, kernel_at(i)->name, median / 1e6, best / 1e6,
            100 * median / rate[0][ROUNDS / 2],
            100 * median * BYTES_PER_CELL / bandwidth);
    }
    fflush(stdout);
}

/* ---- a layer before anything is solved, as in the first sweep ---- */

enum { SIDE = 7, PARTS = 4 };

/* A sweep of one layer and the halves it reads, all cells 1/2. */
struct layer {
    const struct race_game *game;
    void *x, *data;
    struct race_half half[SIDE + 1][SIDE + 1];
    struct race_sweep *s;
};

static void *half_cells(uint64_t n, enum cell_type type)
{
    size_t size = type == CELL_32 ? sizeof(int32_t) : sizeof(double);
    void *cells = huge_alloc((size_t)n * size);
    for (uint64_t i = 0; cells && i < n; i++)
        if (type == CELL_32)
            ((int32_t *)cells)[i] = cell_32(0.5);
        else
            ((double *)cells)[i] = 0.5;
    return cells;
}

static bool half_make(struct layer *l, int own, int enemy)
{
    struct race_half *h = &l->half[own][enemy];
    if (h->cells)
        return true;
    h->own = own;
    h->enemy = enemy;
    if (!l->game->half_make(l->x, l->data, h))
        return false;
    for (int a = 0; a < l->game->arrays; a++)
        if (!(h->cell[a] = half_cells(h->cells, l->s->cells)))
            return false;
    return true;
}

/* The layer `side` against `side`, and the earlier ones that a move leads to. */
static bool layer_make(struct layer *l, const struct race_game *g, const lus_rules *r,
                       int side, enum cell_type cells)
{
    *l = (struct layer){.game = g, .x = malloc(g->index_size)};
    if (!l->x || !(l->s = calloc(1, g->sweep_size)))
        return false;
    g->index_make(l->x, r);
    l->data = g->data_new(l->x, side);
    *l->s = (struct race_sweep){.r = r,
                                .game = g,
                                .kernel = kernel_at(0),
                                .cells = cells,
                                .x = l->x,
                                .data = l->data,
                                .own = side,
                                .enemy = side,
                                .half = l->half,
                                .it = {.threads = 1}};
    for (int own = side; own > 0 && own >= side - g->reach(r); own--)
        if (!l->data || !half_make(l, own, side) || !half_make(l, side, own))
            return false;
    return g->sweep_make(l->s);
}

static void layer_free(struct layer *l)
{
    for (int own = 0; own <= SIDE; own++)
        for (int enemy = 0; enemy <= SIDE; enemy++) {
            struct race_half *h = &l->half[own][enemy];
            free(h->cell[RACE_WAITING]);
            free(h->cell[RACE_THROWING]);
            free(h->base);
            free(h->no_move_throws);
            free(h->first_rank);
        }
    if (l->s)
        l->game->sweep_free(l->s);
    if (l->data)
        l->game->data_free(l->data);
    free(l->s);
    free(l->x);
}

static void all_chunks(void *arg, const struct solve_kernel *k)
{
    struct race_sweep *s = arg;
    s->kernel = k;
    for (uint32_t chunk = 0; chunk < s->order.n_chunks; chunk++)
        s->game->chunk(s, chunk);
}

static uint32_t senet_part_rows(int side)
{
    return side < 4 ? 10000 : 3000;
}

/* Some rows of every fifth of the layer. */
static void some_rows(void *arg, const struct solve_kernel *k)
{
    const struct senet_sweep *s = arg;
    int side = s->race.own;
    for (uint32_t part = PARTS; part > 0; part--) {
        uint32_t last = (uint32_t)s->race.half[side][side].rows / 5 * part;
        k->senet_rows[s->race.cells](s, last - senet_part_rows(side), last);
    }
}

/* Only layers whose title contains this; NULL: all, and probes. */
static const char *only;

static void bench_layer(const char *name, int side, enum cell_type cells,
                        double bandwidth)
{
    const lus_rules *r = lus_rules_find(name);
    bool senet = !strncmp(name, "senet", 5);
    struct layer l;
    char what[48];
    snprintf(what, sizeof what, "%s %d against %d%s", name, side, side,
             cells == CELL_32 ? ", 32 bits" : "");
    if (only && !strstr(what, only))
        return;
    if (!layer_make(&l, senet ? &senet_race : &ur_race, r, side, cells)) {
        printf("%s: not enough memory\n", what);
    } else if (senet) {
        const struct senet_lanes_table *lanes = l.data;
        double rows = PARTS * (double)senet_part_rows(side);
        compare(what, rows * lanes->of[side][side].count, bandwidth, some_rows, l.s);
    } else {
        compare(what, (double)ur_layer_size(l.x, side, side), bandwidth, all_chunks, l.s);
    }
    layer_free(&l);
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

/* 4 against 4 of Senet with 64 bits takes 3.6 GB. */
static bool enough_memory(void)
{
    return (double)sysconf(_SC_AVPHYS_PAGES) * (double)sysconf(_SC_PAGESIZE) > 4.5e9;
}

int main(int argc, char **argv)
{
    only = argc > 1 ? argv[1] : NULL;
    double bandwidth = stream();
    printf("memory: %.1f GB/s on one thread (triad)\n", bandwidth / 1e9);
    bench_layer("ur:finkel", 5, CELL_64, bandwidth);
    bench_layer("ur:finkel", 7, CELL_64, bandwidth);
    bench_layer("ur:masters", 5, CELL_64, bandwidth);
    for (int side = 3; side <= (enough_memory() ? 4 : 3); side++) {
        for (enum cell_type cells = CELL_64; cells < CELL_TYPES; cells++) {
            bench_layer("senet:houses", side, cells, bandwidth);
            bench_layer("senet:blockade", side, cells, bandwidth);
        }
    }
    if (!only)
        probes();
    return 0;
}
