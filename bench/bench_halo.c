/* SPDX-License-Identifier: MIT */
/* bench_halo.c - memory, messages and a scaling model of a layer of Ur or Senet on N ranks.

       bench_halo [GAME [PIECES]] [RANKS ...] [NAME=VALUE ...]
       bench_halo senet:blockade 5 2 8 64 512 cores=32 latency=2 bandwidth=10

   Memory and messages are counted, not estimated: ranks run their pass (race/team.c), one
   after the other, with an update that does nothing and with other ranks that never answer.
   The second pass is counted.  The layer is the last one, PIECES against PIECES, in 32 bits.
   Of more than `sample` ranks so many are run, evenly spaced, and the sums are scaled.

   The time of a pass is a model.  Its constants, with their defaults:

       cores      32      threads of a rank
       rate       12      million positions per second and core (bench_solve: 12.9 to 14.5)
       latency    2       microseconds of a message
       bandwidth  10      GB/s of a rank, in each direction
       sample     8       ranks
       memory     0       MB of a rank; 0: the share that lusoria-mpi takes without --memory

       time of a step = largest time of a rank to sweep its chunks, at most one thread each
                      + rounds * 2 * log2(ranks) * latency + messages * latency
                      + bytes received or sent / bandwidth
       time of a pass = sum over its steps */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "os/clock.h"
#include "race/pairs.h"
#include "race/race_internal.h"
#include "solve/solve.h"

enum { MAX_RANKS = 4096, MAX_COUNTS = 8 };

static struct {
    double cores, rate, latency, bandwidth, sample, memory;
} model = {.cores = 32, .rate = 12, .latency = 2, .bandwidth = 10, .sample = 8};

/* ---- counting ---- */

/* One rank within a step. */
struct rank_step {
    double bytes, swept; /* received and sent; of its chunks */
    uint64_t messages, chunks, rounds;
};

/* A rank that runs alone.  Traffic belongs to the step of the next chunk. */
static struct rank_count {
    struct solve_team team; /* the first member */
    struct race_sweep *s;
    struct rank_step *step;   /* of all steps */
    const uint32_t *step_of;  /* per chunk */
    struct rank_step waiting; /* traffic before the next chunk */
    double bytes, file_bytes; /* sums */
} count;

static double max_alone(struct solve_team *t, double mine)
{
    (void)t;
    return mine;
}

static int broadcast_alone(struct solve_team *t, int number)
{
    (void)t;
    return number;
}

/* The others take as many rounds and request nothing. */
static void gather_alone(struct solve_team *t, const uint8_t *mine, uint64_t n,
                         uint8_t *all)
{
    for (int i = 0; i < t->ranks; i++)
        memcpy(all + (uint64_t)i * n, mine, n);
}

static void add_messages(const struct team_message *m, uint64_t n)
{
    for (uint64_t i = 0; i < n; i++)
        if (m[i].rank != count.team.rank && m[i].n) {
            count.waiting.messages++;
            count.waiting.bytes += (double)m[i].n;
        }
}

static void exchange_alone(struct solve_team *t, const struct team_message *send,
                           uint64_t n_send, struct team_message *receive,
                           uint64_t n_receive)
{
    (void)t;
    add_messages(send, n_send);
    add_messages(receive, n_receive);
    count.waiting.rounds++;
}

/* Instead of an update. */
static double count_chunk(const void *sweep, uint32_t chunk)
{
    const struct race_sweep *s = sweep;
    struct rank_step *step = &count.step[count.step_of[chunk]];
    const uint64_t *before = s->rows->team.before;
    step->swept += (double)(before[chunk + 1] - before[chunk]);
    step->chunks++;
    step->bytes += count.waiting.bytes;
    step->messages += count.waiting.messages;
    step->rounds += count.waiting.rounds;
    count.bytes += count.waiting.bytes;
    count.waiting = (struct rank_step){0};
    return 0;
}

/* ---- the layer ---- */

/* The layer, and its pages in the window of a rank. */
struct halo {
    struct race_job *j;
    struct race_sweep *s;
    int pieces;
    uint32_t steps, *step_of;
    double layer_bytes;
};

/* Makes the halves of all layers up to this one, without cells. */
static bool make_halves(struct race_job *j, int pieces)
{
    bool made = true;
    for (int own = 1; own <= pieces; own++)
        for (int enemy = 1; enemy <= pieces && made; enemy++)
            made = race_half_make(j, own, enemy);
    return made;
}

/* Adds the arrays of a half that are read; remote pages are loaded without touching them. */
static bool add_half(struct halo *l, int own, int enemy)
{
    struct race_half *h = &l->s->half[own][enemy];
    struct window *w = &l->j->rows.window;
    bool layer = own == l->pieces && enemy == l->pieces;
    for (int a = 0; a < (layer ? l->s->game->arrays : 1); a++) {
        uint32_t first = w->pages;
        uint64_t bytes = h->cells * (unsigned)h->cell_bytes;
        if ((h->window[a] = window_add(w, bytes, 0, -1, -1, false, 0, 0)) < 0)
            return false;
        h->cell[a] = w->array[h->window[a]].memory;
        for (uint32_t page = first; page < w->pages; page++)
            window_remote(w, page);
        if (layer)
            l->j->rows.part[l->j->rows.n++] = (struct row_part){h, a, 0, bytes, NULL};
        if (layer)
            l->layer_bytes += (double)bytes;
    }
    return true;
}

/* The window of a rank, with all halves that the layer may read. */
static bool open_window(struct halo *l)
{
    int reach = l->s->game->reach(l->s->r);
    bool made = true;
    l->j->rows = (struct race_rows){.windowed = true, .fd = {-1, -1}};
    l->layer_bytes = 0;
    l->s->rows = &l->j->rows;
    window_open(&l->j->rows.window, 0, WINDOW_SMALL_PAGES, 1);
    for (int own = l->pieces; made && own > 0 && own >= l->pieces - reach; own--)
        made = add_half(l, own, l->pieces) &&
               (own == l->pieces || add_half(l, l->pieces, own));
    return made;
}

static void close_window(struct halo *l)
{
    team_layer_free(l->s);
    race_plan_free(&l->j->rows.plan);
    window_close(&l->j->rows.window);
    for (int own = 0; own <= l->pieces; own++)
        for (int enemy = 0; enemy <= l->pieces; enemy++)
            memset(l->s->half[own][enemy].cell, 0, sizeof l->s->half[own][enemy].cell);
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

/* ---- ranks ---- */

/* Sums of a pass of all ranks. */
struct pass_sums {
    double memory, bytes, messages; /* of a rank: the most memory; sums */
    double sweep_s, message_s, transfer_s;
};

static double largest(double a, double b)
{
    return a > b ? a : b;
}

/* Bytes of memory of a rank: its own pages, and again if sweeps are extrapolated, and the
   room for those of others. */
static double memory_of(const struct halo *l)
{
    const struct race_rows *rows = &l->j->rows;
    double own =
        (double)rows->team.kept[count.team.rank] * (l->s->game->extrapolates ? 2 : 1);
    return (own + (double)rows->window.limit) * (double)window_page_bytes(&rows->window);
}

/* Runs a pass of one rank and counts the next one.  False: out of memory, or --memory is too
   small. */
static bool count_rank(struct halo *l, int rank, int ranks, struct rank_step *step,
                       struct pass_sums *sums)
{
    count = (struct rank_count){.team = {rank, ranks, max_alone, gather_alone,
                                         exchange_alone, broadcast_alone, 0, 0},
                                .s = l->s,
                                .step = step,
                                .step_of = l->step_of};
    l->j->work.team = &count.team;
    l->j->work.memory = (uint64_t)(model.memory * 1e6);
    bool good = open_window(l) && team_layer_make(l->s) == 0 && team_plan(l->s) == 0 &&
                team_pass(l->s, 1, count_chunk) >= 0;
    memset(step, 0, l->steps * sizeof *step);
    count.bytes = 0;
    good = good && team_pass(l->s, 1, count_chunk) >= 0;
    sums->memory = largest(sums->memory, memory_of(l));
    sums->bytes += count.bytes;
    for (uint32_t i = 0; i < l->steps; i++)
        sums->messages += (double)step[i].messages;
    close_window(l);
    return good;
}

/* Takes the slowest rank of each step, in each respect; bytes_per_second: of one core. */
static void add_steps(const struct halo *l, const struct rank_step *step, int counted,
                      int ranks, double bytes_per_second, struct pass_sums *sums)
{
    for (uint32_t k = 0; k < l->steps; k++) {
        double sweep = 0, messages = 0, transfer = 0;
        for (int i = 0; i < counted; i++) {
            const struct rank_step *r = &step[(size_t)i * l->steps + k];
            double n = (double)r->chunks;
            double threads = n < model.cores ? n : model.cores;
            if (r->chunks)
                sweep = largest(sweep, r->swept / (threads * bytes_per_second));
            messages = largest(messages,
                               (double)r->messages + 2 * log2(ranks) * (double)r->rounds);
            transfer = largest(transfer, r->bytes);
        }
        sums->sweep_s += sweep;
        sums->message_s += messages * model.latency * 1e-6;
        sums->transfer_s += transfer / (1e9 * model.bandwidth);
    }
}

static bool report(struct halo *l, int ranks, double positions)
{
    int counted = ranks < (int)model.sample ? ranks : (int)model.sample;
    struct rank_step *step = calloc((size_t)counted * l->steps, sizeof *step);
    struct pass_sums p = {0};
    bool good = step;
    for (int i = 0; good && i < counted; i++)
        good = count_rank(l, i * ranks / counted, ranks, step + (size_t)i * l->steps, &p);
    if (good) {
        add_steps(l, step, counted, ranks, 1e6 * model.rate * l->layer_bytes / positions,
                  &p);
        p.bytes *= (double)ranks / counted;
        printf("%5d %10.1f %12.1f %8.2f %10.0f %9.3f %9.3f %9.3f %9.3f\n", ranks,
               p.memory / 1e6, p.bytes / 1e6, p.bytes / l->layer_bytes,
               p.messages / counted, p.sweep_s, p.message_s, p.transfer_s,
               p.sweep_s + p.message_s + p.transfer_s);
    } else {
        printf("%5d not enough memory\n", ranks);
    }
    fflush(stdout);
    free(step);
    return good;
}

static int run(struct halo *l, const int *ranks, int counts, double positions)
{
    const struct race_order *o = &l->s->order;
    bool good = (l->step_of = malloc(o->n_chunks * sizeof *l->step_of));
    for (uint32_t first = 0, end; good && first < o->n_chunks; first = end, l->steps++) {
        end = team_step_end(o, first);
        for (uint32_t chunk = first; chunk < end; chunk++)
            l->step_of[chunk] = l->steps;
    }
    puts("ranks  MB a rank   MB a pass  x layer   messages   sweep s messages  transfer"
         "    pass s");
    for (int k = 0; k < counts && good; k++)
        good = report(l, ranks[k], positions);
    free(l->step_of);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* Reads NAME=VALUE; false: there is no such constant. */
static bool set_constant(const char *text)
{
    const struct {
        const char *name;
        double *value;
    } constants[] = {{"cores=", &model.cores},         {"rate=", &model.rate},
                     {"latency=", &model.latency},     {"sample=", &model.sample},
                     {"bandwidth=", &model.bandwidth}, {"memory=", &model.memory}};
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
        l.j = j;
        l.pieces = pieces;
        l.s = sweep_of(j, pieces);
        int layer = layer_of(pieces, pieces);
        double positions = (double)solver->index.layer_size(index, layer);
        if (l.s && make_halves(j, pieces) && l.s->game->sweep_make(l.s)) {
            printf("%s, %d against %d: %.0f positions, %u chunks\n", r->name, pieces,
                   pieces, positions, l.s->order.n_chunks);
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
