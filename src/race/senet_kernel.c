/* SPDX-License-Identifier: MIT */
/* senet_kernel.c - sweeps rows of Senet (see kernel_vector.h). */
#include <math.h>
#include "race/senet_row_moves.h"

double KERNEL_NAME(senet_rows)(const struct senet_sweep *s, uint32_t first,
                               uint32_t last);

enum { MAX_ROW_UPDATES = 8 }; /* before the sweep continues with the next row */

/* A row as one side sees it: the best value of moves to other rows with each throw, and
   the moves that stay.  Only the latter are computed again when the row changes. */
struct row_side {
    double outer[LUS_MAX_THROWS][SENET_ROOM] __attribute__((aligned(64)));
    const struct senet_lanes *l;
    const double *waiting;
    double *throwing; /* NULL: no throw gives another one */
    double *turned;   /* the waiting row of the other side */
    float *change;    /* where to store its changes; NULL: nowhere */
    double before[SENET_ROOM];
    double weight[LUS_MAX_THROWS]; /* the chance of each throw */
    struct senet_turn turn[LUS_MAX_THROWS];
    struct senet_inner_move inner[LUS_MAX_THROWS][SENET_MAX_INNER];
};

static void side_place(struct row_side *o, const struct senet_sweep *s, int own,
                       int enemy, uint32_t row)
{
    const struct race_half *h = &s->race.half[own][enemy];
    const struct iteration *it = &s->race.it;
    float *change = it->change[enemy != s->race.own][it->newest];
    o->l = &s->lanes->of[own][enemy];
    o->waiting = senet_row(h, RACE_WAITING, row);
    o->throwing = h->cell[RACE_THROWING] ? senet_row(h, RACE_THROWING, row) : NULL;
    o->turned = senet_row(&s->race.half[enemy][own], RACE_WAITING, row);
    o->change = NULL;
    if (change && it->mode == MODE_SWEEP)
        o->change = change + (uint64_t)row * (unsigned)h->stride;
    if (o->change)
        memcpy(o->before, o->turned, (unsigned)o->l->count * sizeof(double));
}

static void side_make(struct row_side *o, const struct senet_sweep *s, int own, int enemy,
                      uint32_t row, uint64_t pieces)
{
    side_place(o, s, own, enemy, row);
    for (int i = 0; i < s->race.r->dice.n_throws; i++) {
        int points = s->race.r->dice.throws[i].value;
        o->weight[i] =
            (double)s->race.r->dice.throws[i].weight / s->race.r->dice.weight_sum;
        bool again = s->race.r->index != 0 && BLOCKADE_AGAIN >> points & 1;
        o->turn[i] =
            (struct senet_turn){points, again, {{0}}, o->outer[i], o->inner[i], 0};
    }
    senet_moves(s, own, enemy, pieces, o->turn);
}

INLINE vec backwards(vec x)
{
#if KERNEL_BYTES == 64
    return __builtin_shufflevector(x, x, 7, 6, 5, 4, 3, 2, 1, 0);
#elif KERNEL_BYTES == 32
    return __builtin_shufflevector(x, x, 3, 2, 1, 0);
#else
    return __builtin_shufflevector(x, x, 1, 0);
#endif
}

/* row[count - 1 - i] = 1 - sum[i] unless `measure`; returns the largest change.  The last
   vector overlaps the one before it: there the change is 0 or the same. */
INLINE double turn_row(double *row, const double *sum, int count, bool measure)
{
    vec most = {0};
    if (count < VEC_LANES) {
        double largest = 0;
        for (int i = 0; i < count; i++) {
            /* lanes_value has stored all lanes as vectors, which clang-tidy does not see.
               NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult) */
            double x = 1 - sum[i], d = x - row[count - 1 - i];
            largest = fmax(largest, fabs(d));
            row[count - 1 - i] = measure ? row[count - 1 - i] : x;
        }
        return largest;
    }
    for (int next = 0; next < count; next += VEC_LANES) {
        int i = next + VEC_LANES > count ? count - VEC_LANES : next;
        vec_unaligned *at = (vec_unaligned *)(row + count - VEC_LANES - i);
        vec x = 1 - backwards(*(const vec_unaligned *)(sum + i));
        most = vec_max(vec_abs(x - *at), most);
        if (!measure)
            *at = x;
    }
    return vec_largest(most);
}

/* The expected values of n = 8 or 16 lanes: of the best moves that leave the row, which do
   not change, and of the moves that stay in it. */
INLINE void lanes_value(const struct row_side *o, int throws, int lane, int n, vec *sum)
{
    for (int v = 0; v < n / VEC_LANES; v++)
        sum[v] = (vec){0};
    for (int i = 0; i < throws; i++) {
        const struct senet_turn *t = &o->turn[i];
        const double *row = t->again ? o->throwing : o->waiting;
        vec best[16 / VEC_LANES];
        for (int v = 0; v < n / VEC_LANES; v++)
            best[v] = *(const vec *)(t->best + lane + v * VEC_LANES);
        for (int k = 0; k < t->n_inner; k++)
            for (int g = 0; g < n; g += 8)
                raise_8(best + g / VEC_LANES, row, t->inner[k].from, &t->inner[k].set,
                        lane + g);
        for (int v = 0; v < n / VEC_LANES; v++)
            sum[v] += o->weight[i] * best[v];
    }
}

/* Updates a row once; returns the largest change. */
static double side_update(const struct row_side *o, const struct senet_sweep *s)
{
    double sum[SENET_ROOM] __attribute__((aligned(64)));
    bool measure = s->race.it.mode == MODE_MEASURE;
    int cells = 8 * o->l->vecs;
    int lane = 0;
    for (; lane + 16 <= cells; lane += 16)
        lanes_value(o, s->race.r->dice.n_throws, lane, 16, (vec *)(sum + lane));
    if (lane < cells)
        lanes_value(o, s->race.r->dice.n_throws, lane, 8, (vec *)(sum + lane));
    if (o->throwing && !measure)
        memcpy(o->throwing, sum, (unsigned)cells * sizeof *sum);
    return turn_row(o->turned, sum, o->l->count, measure);
}

static void side_store_changes(const struct row_side *o)
{
    for (int i = 0; o->change && i < o->l->count; i++)
        o->change[i] = (float)(o->turned[i] - o->before[i]);
}

static double row_update(const struct senet_sweep *s, uint32_t row, uint64_t pieces)
{
    struct row_side side[2];
    int sides = s->race.own == s->race.enemy ? 1 : 2;
    double first = 0;
    side_make(&side[0], s, s->race.own, s->race.enemy, row, pieces);
    if (sides == 2)
        side_make(&side[1], s, s->race.enemy, s->race.own, row, pieces);
    for (int k = 0; k < (s->race.it.mode == MODE_MEASURE ? 1 : MAX_ROW_UPDATES); k++) {
        double d = side_update(&side[0], s);
        if (sides == 2) {
            double e = side_update(&side[1], s);
            d = e > d ? e : d;
        }
        if (k == 0)
            first = d;
        else if (d < first / 10)
            break;
    }
    for (int i = 0; i < sides; i++)
        side_store_changes(&side[i]);
    return first;
}

/* Extrapolates the waiting row of each side and the throwing row of the other. */
static void row_extrapolate(const struct senet_sweep *s, uint32_t row)
{
    const struct race_sweep *race = &s->race;
    for (int i = 0; i < (race->own == race->enemy ? 1 : 2); i++) {
        int own = i ? race->enemy : race->own, enemy = i ? race->own : race->enemy;
        const struct race_half *h = &race->half[own][enemy];
        const struct race_half *turned = &race->half[enemy][own];
        int count = s->lanes->of[own][enemy].count;
        double *waiting = senet_row(h, RACE_WAITING, row);
        iterate_extrapolate(&race->it, i, (uint64_t)row * (unsigned)h->stride, count,
                            waiting);
        if (!turned->cell[RACE_THROWING])
            continue;
        double *throwing = senet_row(turned, RACE_THROWING, row);
        for (int k = 0; k < count; k++)
            throwing[count - 1 - k] = 1 - waiting[k];
    }
}

double KERNEL_NAME(senet_rows)(const struct senet_sweep *s, uint32_t first, uint32_t last)
{
    double most = 0;
    uint32_t cells = senet_mask_of(s->x, s->race.own + s->race.enemy, last - 1);
    for (uint32_t row = last; row-- > first; cells = senet_mask_before(cells)) {
        if (s->race.it.mode == MODE_EXTRAPOLATE) {
            row_extrapolate(s, row);
            continue;
        }
        double d = row_update(s, row, senet_squares(cells));
        most = d > most ? d : most;
    }
    return most;
}
