/* SPDX-License-Identifier: MIT */
/* senet_kernel.c - sweeps rows of Senet (see kernel_vector.h). */
#include "race/senet_row_moves.h"

double CELL_KERNEL_NAME(senet_rows)(const struct senet_sweep *s, uint32_t first,
                                    uint32_t last);

/* How often a row is updated, at most, before the sweep continues with the next one.  More
   updates save sweeps of houses (3 against 3: 10 instead of 22), but not of blockade
   (4 against 3: 34 with 2 and with 8), where they take a quarter of the time. */
enum { HOUSES_UPDATES = 8, BLOCKADE_UPDATES = 2 };

/* A row as one side sees it: the best value of moves to other rows with each throw, and
   the moves that stay.  Only the latter are computed again when the row changes. */
struct row_side {
    cell outer[LUS_MAX_THROWS][SENET_ROOM] __attribute__((aligned(64)));
    cell throwing[SENET_ROOM]
        __attribute__((aligned(64))); /* the chances not in turned, in the order of
                                     the lanes; only if a throw gives another one */
    const struct senet_lanes *l;
    const cell *waiting;
    cell *turned;                /* the waiting row of the other side */
    cell weight[LUS_MAX_THROWS]; /* of each throw (cell_weight) */
    bool throws_again;           /* a throw can give another one */
    struct senet_turn turn[LUS_MAX_THROWS];
    struct senet_inner_move inner[LUS_MAX_THROWS][SENET_MAX_INNER];
};

static void side_make(struct row_side *o, const struct senet_sweep *s, int own, int enemy,
                      uint32_t row, uint64_t pieces)
{
    const struct dice_rules *dice = &s->race.r->dice;
    o->l = &s->lanes->of[own][enemy];
    o->waiting = senet_row(&s->race.half[own][enemy], row);
    o->turned = senet_row(&s->race.half[enemy][own], row);
    for (int i = 0; i < dice->n_throws; i++) {
        int points = dice->throws[i].value;
        o->weight[i] = cell_weight((double)dice->throws[i].weight / dice->weight_sum);
        bool again = s->race.r->index != 0 && BLOCKADE_AGAIN >> points & 1;
        o->turn[i] =
            (struct senet_turn){points, again, {{0}}, o->outer[i], o->inner[i], 0};
    }
    senet_moves(s, own, enemy, pieces, o->turn);
    o->throws_again = s->race.r->index != 0;
    for (int i = 0; o->throws_again && i < o->l->count; i++)
        o->throwing[i] = CELL_ONE - o->turned[o->l->count - 1 - i];
}

/* row[count - 1 - i] = CELL_ONE - value[i] unless `measure`; returns the largest change.  The last
   vector overlaps the one before it: there the change is 0 or the same. */
INLINE cell turn_row(cell *row, const cell *value, int count, bool measure)
{
    vec most = {0};
    if (count < VEC_LANES) {
        cell largest = 0;
        for (int i = 0; i < count; i++) {
            /* lanes_value has stored all lanes as vectors, which clang-tidy does not see.
               NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult) */
            cell x = CELL_ONE - value[i], d = x - row[count - 1 - i];
            d = d < 0 ? -d : d;
            largest = d > largest ? d : largest;
            row[count - 1 - i] = measure ? row[count - 1 - i] : x;
        }
        return largest;
    }
    for (int next = 0; next < count; next += VEC_LANES) {
        int i = next + VEC_LANES > count ? count - VEC_LANES : next;
        vec_unaligned *at = (vec_unaligned *)(row + count - VEC_LANES - i);
        vec x = CELL_ONE - vec_reverse(*(const vec_unaligned *)(value + i));
        most = vec_max(vec_abs(x - *at), most);
        if (!measure)
            *at = x;
    }
    return vec_largest(most);
}

/* Copies n cells of at least 0, n a multiple of 8.  gcc 12 replaces a plain loop by a call of
   memcpy, which is slower for such short rows. */
INLINE void copy_lanes(cell *to, const cell *from, int n)
{
    for (int i = 0; i < n; i += VEC_LANES)
        *(vec *)(to + i) = vec_max(*(const vec *)(from + i), (vec){0});
}

/* sum[i] += weight * value[i] for n lanes, n a multiple of 8; the first time sum[i] is set. */
INLINE void add_weighted(cell *sum, const cell *value, cell weight, int n, bool first)
{
    for (int i = 0; i < n; i += VEC_LANES) {
        vec x = weight * *(const vec *)(value + i);
        *(vec *)(sum + i) = first ? x : *(vec *)(sum + i) + x;
    }
}

/* The expected values of all lanes: of the best moves that leave the row, which do not
   change, and of the moves that stay in it. */
static void side_value(const struct row_side *o, int throws, cell *value)
{
    cell inner[SENET_ROOM] __attribute__((aligned(64)));
    int cells = 8 * o->l->vecs;
    for (int i = 0; i < throws; i++) {
        const struct senet_turn *t = &o->turn[i];
        const cell *row = t->again ? o->throwing : o->waiting, *best = t->best;
        if (t->n_inner) {
            copy_lanes(inner, t->best, cells);
            best = inner;
        }
        for (int k = 0; k < t->n_inner; k++)
            raise_row(inner, row, t->inner[k].map, &t->inner[k].set, o->l, false);
        add_weighted(value, best, o->weight[i], cells, i == 0);
    }
    for (int i = 0; i < cells; i += VEC_LANES)
        *(vec *)(value + i) = vec_mean(*(const vec *)(value + i));
}

/* Updates a row once; returns the largest change. */
static double side_update(struct row_side *o, const struct senet_sweep *s)
{
    cell value[SENET_ROOM] __attribute__((aligned(64)));
    bool measure = s->race.it.mode == MODE_MEASURE;
    int cells = 8 * o->l->vecs;
    side_value(o, s->race.r->dice.n_throws, value);
    if (o->throws_again && !measure)
        for (int i = 0; i < cells; i += VEC_LANES)
            *(vec *)(o->throwing + i) = CELL_ONE - (CELL_ONE - *(const vec *)(value + i));
    return (double)turn_row(o->turned, value, o->l->count, measure) / CELL_ONE;
}

static double row_update(const struct senet_sweep *s, uint32_t row, uint64_t pieces)
{
    struct row_side side[2];
    int sides = s->race.own == s->race.enemy ? 1 : 2;
    int updates = s->race.it.mode == MODE_MEASURE ? 1
                  : s->race.r->index == 0         ? HOUSES_UPDATES
                                                  : BLOCKADE_UPDATES;
    double first = 0;
    side_make(&side[0], s, s->race.own, s->race.enemy, row, pieces);
    if (sides == 2)
        side_make(&side[1], s, s->race.enemy, s->race.own, row, pieces);
    for (int k = 0; k < updates; k++) {
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
    return first;
}

double CELL_KERNEL_NAME(senet_rows)(const struct senet_sweep *s, uint32_t first,
                                    uint32_t last)
{
    double most = 0;
    uint32_t cells = senet_mask_of(s->x, s->race.own + s->race.enemy, last - 1);
    for (uint32_t row = last; row-- > first; cells = senet_mask_before(cells)) {
        double d = row_update(s, row, senet_squares(cells));
        most = d > most ? d : most;
    }
    return most;
}
