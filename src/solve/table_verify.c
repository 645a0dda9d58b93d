/* SPDX-License-Identifier: MIT */
/* table_verify.c - recomputes every value from the values of its moves (see table.h).

   It uses the rules alone, not the kernels that built the table: unrank, play every move
   with every throw, rank, average.  A sample divides a layer into parts of equal size and
   checks one random position of each part. */
#include <limits.h>
#include <math.h>
#include <stdatomic.h>
#include "core/random.h"
#include "os/parallel.h"
#include "solve/table.h"

enum { CHUNK = 4096 }; /* positions a thread takes at a time */

/* What the threads share; largest[] has an element for each of them. */
struct verifier {
    struct table *t;
    const struct verify_options *options;
    const struct table_info *info;
    uint16_t **value;
    int layer, threads;
    int win;          /* the number of a won game */
    uint64_t limit;   /* positions that are checked in a layer, at most */
    uint64_t all;     /* positions that will be checked in all layers */
    uint64_t checked; /* in the layers before */
    atomic_ullong next;
    atomic_ullong wrong;
    double largest[256];
};

/* The number of a position as it is stored, also if the game is over; NAN: the table does
   not contain it. */
static double value_of(const struct verifier *v, const lus_pos *p)
{
    int result = v->info->r->result(v->info->r, p), layer;
    uint64_t rank;
    if (result != LUS_ONGOING)
        return result == LUS_WIN ? v->win : result == LUS_LOSS ? 0 : v->win / 2.0;
    if (!v->info->solver->index.rank(v->info->index, p, &layer, &rank))
        return NAN;
    return v->value[layer][rank];
}

/* The value of the best move of one throw, for the side to throw; NAN: a move leads out of
   the table. */
static double best_of(const struct verifier *v, const lus_pos *p, int throw)
{
    const lus_rules *r = v->info->r;
    lus_move list[LUS_MAX_MOVES];
    double best = -1;
    int n = r->moves(r, p, throw, list);
    for (int i = 0; i < n || i == 0; i++) {
        lus_pos next = *p;
        int again = n ? r->play(r, &next, throw, list[i]) : r->pass(r, &next, throw);
        double value = value_of(v, &next);
        if (isnan(value))
            return NAN;
        value = again ? value : v->win - value;
        best = value > best ? value : best;
    }
    return best;
}

/* By how many quanta a stored value differs from the mean over its throws. */
static double difference(const struct verifier *v, int layer, uint64_t rank)
{
    const lus_rules *r = v->info->r;
    lus_pos p;
    double sum = 0;
    v->info->solver->index.unrank(v->info->index, layer, rank, &p);
    if (r->result(r, &p) != LUS_ONGOING)
        return fabs(value_of(v, &p) - v->value[layer][rank]);
    for (int t = 0; t < r->dice.n_throws; t++)
        sum += r->dice.throws[t].weight * best_of(v, &p, r->dice.throws[t].value);
    return fabs(sum / r->dice.weight_sum - v->value[layer][rank]);
}

/* The stones still to come, and their bounds. */
struct stone_bounds {
    int lower, upper;
};

static struct stone_bounds stones_at(const struct verifier *v, int layer, uint64_t rank)
{
    uint16_t number = v->value[layer][rank];
    if (v->info->solver->kind == VALUE_KIND_BOUNDS8)
        return (struct stone_bounds){bounds_lower(number), bounds_upper(number)};
    return (struct stone_bounds){(int16_t)number, (int16_t)number};
}

static int larger(int a, int b)
{
    return a > b ? a : b;
}

/* The stones still to come with the best move, for the side to move; INT_MIN: a move leads
   out of the table.  A majority (A6) does not change them.  What a move can force depends on
   the upper bound after it, and the other way round. */
static struct stone_bounds best_stones(const struct verifier *v, const lus_pos *p)
{
    const lus_rules *r = v->info->r;
    lus_move list[LUS_MAX_MOVES];
    struct stone_bounds best = {INT_MIN, INT_MIN};
    int n = r->moves(r, p, 0, list), layer;
    uint64_t rank;
    if (n == 0) {
        lus_pos end = *p;
        r->settle(r, &end, LUS_BY_NO_MOVE);
        best.lower = best.upper = stones_lead(r, &end);
    }
    for (int i = 0; i < n; i++) {
        lus_pos next = *p;
        r->play(r, &next, 0, list[i]);
        if (!v->info->solver->index.rank(v->info->index, &next, &layer, &rank))
            return (struct stone_bounds){INT_MIN, INT_MIN};
        struct stone_bounds after = stones_at(v, layer, rank);
        int lead = -stones_lead(r, &next);
        best.lower = larger(best.lower, lead - after.upper);
        best.upper = larger(best.upper, lead - after.lower);
    }
    return best;
}

static double difference_stones(const struct verifier *v, int layer, uint64_t rank)
{
    lus_pos p;
    v->info->solver->index.unrank(v->info->index, layer, rank, &p);
    struct stone_bounds best = best_stones(v, &p), stored = stones_at(v, layer, rank);
    return fmax(fabs((double)best.lower - stored.lower),
                fabs((double)best.upper - stored.upper));
}

static uint64_t smaller(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* The number of positions that are checked if each layer has at most `limit` of them. */
static uint64_t sample_size(const struct verifier *v, uint64_t limit)
{
    uint64_t sum = 0;
    for (int i = v->info->solver->first_layer_proved; i < v->info->layers; i++)
        sum += smaller(table_layer(v->t, i).positions, limit);
    return sum;
}

/* The smallest limit for which the sample has at least `wanted` positions; if the table has
   fewer, one that includes all of them. */
static uint64_t sample_limit(const struct verifier *v, uint64_t wanted)
{
    uint64_t low = 1, high = wanted;
    while (low < high) {
        uint64_t middle = low + (high - low) / 2;
        if (sample_size(v, middle) >= wanted)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

/* The i-th of n positions of a layer: a random one of the i-th of n equal parts. */
static uint64_t sampled(const struct verifier *v, uint64_t i, uint64_t n, uint64_t size)
{
    if (n == size)
        return i;
    uint64_t part = size / n, rest = size % n;
    uint64_t state = v->options->seed ^ ((uint64_t)v->layer << 56 | i);
    uint64_t first = i * part + i * rest / n;
    return first + random_split(&state) % part;
}

/* The work of one thread: chunks of the layer until there are none. */
static void check_layer(void *arg, int thread)
{
    struct verifier *v = arg;
    uint64_t size = table_layer(v->t, v->layer).positions, n = smaller(size, v->limit);
    bool stones = value_kind_stones(v->info->solver->kind);
    /* Only winning chances are rounded. */
    double allowed = v->info->solver->kind == VALUE_KIND_WIN16 ? 1 + 1e-6 : 0;
    for (;;) {
        uint64_t first = atomic_fetch_add(&v->next, CHUNK);
        if (first >= n)
            return;
        if (thread == 0 && v->options->report)
            v->options->report(v->options->arg, v->checked + first, v->all);
        for (uint64_t i = first; i < n && i < first + CHUNK; i++) {
            uint64_t rank = sampled(v, i, n, size);
            double d = stones ? difference_stones(v, v->layer, rank)
                              : difference(v, v->layer, rank);
            if (!(d <= allowed))
                atomic_fetch_add(&v->wrong, 1);
            if (!(d <= v->largest[thread]))
                v->largest[thread] = d;
        }
    }
}

int table_verify(struct table *t, const struct verify_options *o,
                 struct verify_result *result)
{
    struct verifier v = {.t = t, .options = o, .info = table_info(t)};
    v.threads = o->threads < 1 ? 1 : o->threads > 256 ? 256 : o->threads;
    v.win = v.info->solver->kind == VALUE_KIND_WIN16 ? 65535 : 2;
    v.limit = o->sample ? sample_limit(&v, o->sample) : UINT64_MAX;
    v.all = sample_size(&v, v.limit);
    int status = table_load(t, v.threads, &v.value);
    *result = (struct verify_result){.unchecked =
                                         v.info->positions - sample_size(&v, UINT64_MAX)};
    for (v.layer = v.info->solver->first_layer_proved;
         status == 0 && v.layer < v.info->layers; v.layer++) {
        atomic_store(&v.next, 0);
        parallel_run(v.threads, check_layer, &v);
        v.checked += smaller(table_layer(t, v.layer).positions, v.limit);
    }
    result->positions = v.checked;
    result->wrong = atomic_load(&v.wrong);
    for (int i = 0; i < v.threads; i++)
        if (!(v.largest[i] <= result->largest))
            result->largest = v.largest[i];
    table_unload(t, v.value);
    return status;
}
