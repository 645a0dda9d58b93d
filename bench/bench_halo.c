/* SPDX-License-Identifier: MIT */
/* bench_halo.c - memory, messages and a scaling model of a layer of Ur or Senet on N ranks.

       bench_halo [GAME [PIECES]] [RANKS ...] [NAME=VALUE ...]
       bench_halo senet:blockade 5 2 8 64 512 cores=32 latency=2 bandwidth=10

   Memory and messages are counted, not estimated: the rows that every chunk reads and writes
   are listed as a rank lists them (race/team.c), for all ranks, without values and without
   solving.  The layer is the last one, PIECES against PIECES, in 32 bits.

   The time of a pass is a model.  Its constants, with their defaults:

       cores      32      threads of a rank
       rate       12      million positions per second and core (bench_solve: 12.9 to 14.5)
       latency    2       microseconds of a message
       bandwidth  10      GB/s of a rank, in each direction
       copy       4       GB/s of packing and unpacking
       walk       (measured here) nanoseconds to look whether a rank reads a chunk

       time of a step = largest time of a rank to sweep its chunks, at most one thread each
                      + messages * latency + bytes / bandwidth + bytes / copy
       time of a pass = sum over its steps + 3 * chunks * walk */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "os/clock.h"
#include "race/pairs.h"
#include "race/race_internal.h"
#include "solve/solve.h"

enum { MAX_RANKS = 4096, MAX_COUNTS = 8 };

static struct {
    double cores, rate, latency, bandwidth, copy, walk;
} model = {.cores = 32, .rate = 12, .latency = 2, .bandwidth = 10, .copy = 4};

/* ---- the layer ---- */

/* Page numbers of all halves, and what one number of ranks reads. */
struct halo {
    struct race_sweep *s;
    uint64_t first[RACE_MAX_SIDE + 1][RACE_MAX_SIDE + 1][RACE_ARRAYS];
    uint64_t pages, layer_pages; /* the layer has the last ones */
};

/* Pages that each rank holds: one bit per rank and page. */
struct holding {
    int ranks;
    uint64_t words; /* per rank */
    uint64_t *bit;
};

static uint64_t half_pages(const struct race_half *h)
{
    return (h->cells * (unsigned)h->cell_bytes + WINDOW_PAGE - 1) / WINDOW_PAGE;
}

/* Numbers the pages of a half. */
static void number_pages(struct halo *l, int own, int enemy)
{
    const struct race_half *h = &l->s->half[own][enemy];
    for (int a = 0; a < l->s->game->arrays; a++) {
        l->first[own][enemy][a] = l->pages;
        l->pages += half_pages(h);
    }
}

/* Makes the halves of all layers up to this one, without cells. */
static bool make_halves(struct halo *l, struct race_job *j, int pieces)
{
    bool made = true;
    for (int own = 0; own <= pieces; own++)
        for (int enemy = 0; enemy <= pieces && made; enemy++) {
            if (!own || !enemy || (own == pieces && enemy == pieces))
                continue;
            made = race_half_make(j, own, enemy);
            number_pages(l, own, enemy);
        }
    made = made && race_half_make(j, pieces, pieces);
    l->layer_pages = l->pages;
    number_pages(l, pieces, pieces);
    l->layer_pages = l->pages - l->layer_pages;
    return made;
}

static struct race_sweep *sweep_of(struct race_job *j, int pieces)
{
    const struct race_index *x = j->index;
    struct race_sweep *s = calloc(1, x->game->sweep_size);
    if (s)
        *s = (struct race_sweep){.r = x->r,
                                 .game = x->game,
                                 .cells = CELL_32,
                                 .x = x->x,
                                 .data = j->data,
                                 .own = pieces,
                                 .enemy = pieces,
                                 .half = j->half,
                                 .job = j,
                                 .it = {.mode = MODE_SWEEP}};
    return s;
}

/* ---- pages ---- */

/* Marks the pages of the cells it receives, or counts the bytes on pages that a rank holds. */
struct page_walk {
    struct race_reader reader;
    const struct halo *l;
    uint64_t *mark;       /* sets the bits */
    const uint64_t *held; /* or adds to `bytes`; NULL: all pages count */
    uint64_t bytes;
};

static void walk_cells(struct race_reader *r, const struct race_half *h,
                       enum race_array a, uint64_t at, uint64_t n)
{
    struct page_walk *w = (struct page_walk *)r;
    uint64_t size = (unsigned)h->cell_bytes, end = (at + n) * size, next;
    for (uint64_t from = at * size; from < end; from = next) {
        uint64_t page = w->l->first[h->own][h->enemy][a] + from / WINDOW_PAGE;
        next = (from / WINDOW_PAGE + 1) * WINDOW_PAGE;
        next = next < end ? next : end;
        if (w->mark)
            w->mark[page / 64] |= UINT64_C(1) << page % 64;
        else if (!w->held || (w->held[page / 64] >> page % 64 & 1))
            w->bytes += next - from;
    }
}

/* The pages that a chunk reads and writes become pages of its owner, for every number of
   ranks.  Listing them takes most of the time, so it is done once. */
static void hold_chunk(const struct halo *l, uint32_t chunk, struct holding *h,
                       int counts, const int *owner, uint64_t *own)
{
    struct page_walk w = {.reader = {walk_cells}, .l = l, .mark = own};
    l->s->game->reads(l->s, chunk, &w.reader);
    l->s->game->writes(l->s, chunk, &w.reader);
    for (uint64_t i = 0; i < h->words; i++) {
        if (!own[i])
            continue;
        for (int k = 0; k < counts; k++)
            h[k].bit[h[k].words * (unsigned)owner[k] + i] |= own[i];
        own[i] = 0;
    }
}

/* The rank that owns a chunk of the step first .. end - 1. */
static int owner_of(uint32_t chunk, uint32_t first, uint32_t end, int ranks)
{
    int rank = (int)((uint64_t)(chunk - first) * (unsigned)ranks / (end - first));
    while (rank + 1 < ranks && chunk >= team_share(first, end, rank + 1, ranks))
        rank++;
    while (chunk < team_share(first, end, rank, ranks))
        rank--;
    return rank;
}

static bool hold_all(const struct halo *l, struct holding *h, int counts)
{
    const struct race_order *o = &l->s->order;
    uint64_t *own = calloc(h->words + 1, sizeof *own);
    for (uint32_t first = 0, end; own && first < o->n_chunks; first = end) {
        end = team_step_end(o, first);
        for (uint32_t chunk = first; chunk < end; chunk++) {
            int owner[MAX_COUNTS];
            for (int k = 0; k < counts; k++)
                owner[k] = owner_of(chunk, first, end, h[k].ranks);
            hold_chunk(l, chunk, h, counts, owner, own);
        }
    }
    free(own);
    return own;
}

/* ---- messages ---- */

/* One rank within a step. */
struct rank_step {
    double sent, received, swept; /* bytes */
    int messages, chunks;
};

/* Sums of a pass. */
struct pass_sums {
    double bytes, messages, steps;
    double sweep_s, message_s, transfer_s, walk_s;
};

/* The bytes of a chunk on pages that a rank holds; rank -1: all. */
static double chunk_bytes(const struct halo *l, uint32_t chunk, const struct holding *h,
                          int rank)
{
    struct page_walk w = {.reader = {walk_cells}, .l = l};
    if (rank >= 0)
        w.held = h->bit + h->words * (unsigned)rank;
    l->s->game->writes(l->s, chunk, &w.reader);
    return (double)w.bytes;
}

/* The messages of the chunks of one owner. */
static void send_chunks(const struct halo *l, const struct holding *h, uint32_t from,
                        uint32_t to, int owner, struct rank_step *step)
{
    for (uint32_t chunk = from; chunk < to; chunk++)
        step[owner].swept += chunk_bytes(l, chunk, h, -1);
    step[owner].chunks = (int)(to - from);
    for (int rank = 0; rank < h->ranks; rank++) {
        double bytes = 0;
        for (uint32_t chunk = from; chunk < to && rank != owner; chunk++)
            bytes += chunk_bytes(l, chunk, h, rank);
        step[owner].sent += bytes;
        step[rank].received += bytes;
        step[owner].messages += bytes > 0;
    }
}

static double largest(double a, double b)
{
    return a > b ? a : b;
}

/* Adds the slowest rank of a step in each respect. */
static void add_step(struct pass_sums *sums, const struct rank_step *step, int ranks,
                     double bytes_per_second)
{
    double sweep = 0, messages = 0, transfer = 0;
    for (int i = 0; i < ranks; i++) {
        const struct rank_step *r = &step[i];
        double threads = r->chunks < model.cores ? r->chunks : model.cores;
        double bytes = largest(r->sent, r->received);
        if (r->chunks)
            sweep = largest(sweep, r->swept / (threads * bytes_per_second));
        messages = largest(messages, r->messages);
        transfer = largest(transfer, bytes / (1e9 * model.bandwidth) +
                                         (r->sent + r->received) / (1e9 * model.copy));
        sums->bytes += r->sent;
        sums->messages += r->messages;
    }
    sums->sweep_s += sweep;
    sums->message_s += messages * model.latency * 1e-6;
    sums->transfer_s += transfer;
    sums->steps++;
}

/* A whole pass; bytes_per_second: of one core. */
static struct pass_sums pass_of(const struct halo *l, const struct holding *h,
                                double bytes_per_second)
{
    const struct race_order *o = &l->s->order;
    struct pass_sums sums = {0};
    struct rank_step *step = calloc((unsigned)h->ranks, sizeof *step);
    double started = clock_cpu_ms();
    for (uint32_t first = 0, end; step && first < o->n_chunks; first = end) {
        end = team_step_end(o, first);
        memset(step, 0, (unsigned)h->ranks * sizeof *step);
        for (int rank = 0; rank < h->ranks; rank++)
            send_chunks(l, h, team_share(first, end, rank, h->ranks),
                        team_share(first, end, rank + 1, h->ranks), rank, step);
        add_step(&sums, step, h->ranks, bytes_per_second);
    }
    double walks = (double)o->n_chunks * h->ranks;
    double walk_ms = (clock_cpu_ms() - started) / walks;
    sums.walk_s =
        h->ranks > 1 ? 3e-3 * o->n_chunks * (model.walk > 0 ? model.walk * 1e-6 : walk_ms)
                     : 0;
    free(step);
    return sums;
}

/* ---- reports ---- */

/* Bytes of memory of a rank: the pages it holds, and those of the layer again if sweeps are
   extrapolated. */
static double memory_of(const struct halo *l, const struct holding *h, int rank)
{
    const uint64_t *bit = h->bit + h->words * (unsigned)rank;
    double pages = 0;
    for (uint64_t page = 0; page < l->pages; page++)
        if (bit[page / 64] >> page % 64 & 1)
            pages +=
                l->s->game->extrapolates && page >= l->pages - l->layer_pages ? 2 : 1;
    return pages * WINDOW_PAGE;
}

static void report(const struct halo *l, const struct holding *h, double positions)
{
    double memory = 0, layer = (double)l->layer_pages * WINDOW_PAGE;
    double bytes_per_second = 1e6 * model.rate * layer / positions;
    struct pass_sums p = pass_of(l, h, bytes_per_second);
    for (int i = 0; i < h->ranks; i++)
        memory = largest(memory, memory_of(l, h, i));
    double pass = p.sweep_s + p.message_s + p.transfer_s + p.walk_s;
    printf("%5d %10.1f %12.1f %8.2f %10.0f %9.3f %9.3f %9.3f %9.3f %9.3f\n", h->ranks,
           memory / 1e6, p.bytes / 1e6, p.bytes / layer, p.messages / h->ranks, p.sweep_s,
           p.message_s, p.transfer_s, p.walk_s, pass);
    fflush(stdout);
}

static int run(struct halo *l, const int *ranks, int counts, double positions)
{
    struct holding h[MAX_COUNTS];
    bool good = true;
    for (int k = 0; k < counts; k++) {
        h[k] = (struct holding){.ranks = ranks[k], .words = l->pages / 64 + 1};
        h[k].bit = calloc(h[k].words * (unsigned)ranks[k], sizeof *h[k].bit);
        good = good && h[k].bit;
    }
    good = good && hold_all(l, h, counts);
    puts("ranks  MB a rank   MB a pass  x layer   messages   sweep s messages  transfer"
         "      walk    pass s");
    for (int k = 0; k < counts && good; k++)
        report(l, &h[k], positions);
    for (int k = 0; k < counts; k++)
        free(h[k].bit);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* Reads NAME=VALUE; false: there is no such constant. */
static bool set_constant(const char *text)
{
    const struct {
        const char *name;
        double *value;
    } constants[] = {{"cores=", &model.cores},         {"rate=", &model.rate},
                     {"latency=", &model.latency},     {"copy=", &model.copy},
                     {"bandwidth=", &model.bandwidth}, {"walk=", &model.walk}};
    for (size_t i = 0; i < sizeof constants / sizeof constants[0]; i++) {
        size_t n = strlen(constants[i].name);
        if (!strncmp(text, constants[i].name, n)) {
            *constants[i].value = atof(text + n);
            return *constants[i].value > 0;
        }
    }
    return false;
}

int main(int argc, char **argv)
{
    const lus_rules *r = lus_rules_find(argc > 1 ? argv[1] : "senet:blockade");
    int pieces = argc > 2 ? atoi(argv[2]) : 2, ranks[MAX_COUNTS] = {1, 2, 4}, counts = 0;
    for (int i = 3; i < argc; i++)
        if (atoi(argv[i]) > 0 && atoi(argv[i]) <= MAX_RANKS && counts < MAX_COUNTS)
            ranks[counts++] = atoi(argv[i]);
        else if (!set_constant(argv[i]))
            return EXIT_FAILURE;
    const struct solver *solver = r ? solver_of(r) : NULL;
    void *index =
        solver && solver->team_work && pieces > 0 && pieces <= solver->max_size(r)
            ? solver->index.create(r, pieces)
            : NULL;
    struct race_job *j = index ? solver->job.create(index, 1) : NULL;
    struct halo l = {0};
    int status = EXIT_FAILURE;
    if (j) {
        j->cells = CELL_32;
        l.s = sweep_of(j, pieces);
        int layer = layer_of(pieces, pieces);
        double positions = (double)solver->index.layer_size(index, layer);
        if (l.s && make_halves(&l, j, pieces) && l.s->game->sweep_make(l.s)) {
            printf("%s, %d against %d: %.0f positions, %u chunks, %.1f MB\n", r->name,
                   pieces, pieces, positions, l.s->order.n_chunks,
                   (double)l.layer_pages * WINDOW_PAGE / 1e6);
            status = run(&l, ranks, counts ? counts : 3, positions);
        }
        if (l.s)
            l.s->game->sweep_free(l.s);
        free(l.s);
        solver->job.destroy(j);
    }
    free(index);
    return status;
}
