/* SPDX-License-Identifier: MIT */
/* ladder.c - see ladder.h.

   Inside, a rating is in natural units x, p = 1 / (1 + e^(x_j - x_i)), and only those
   that are free are unknowns: not the anchors, nor one player of each group without. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "arena/ladder.h"
#include "core/cholesky.h"
#include "lusoria.h"

#define ELO_UNIT (400 / 2.302585092994046) /* of one natural unit */

/* Sums over the samples of two players, i < j, points of i. */
struct meeting {
    double games, points;
    double points_2, both, games_2; /* points^2, points * games, games^2 */
};

struct ladder {
    int n;
    struct meeting *meeting; /* [i * n + j], i < j */
    double *anchor;          /* NaN: none */
};

struct ladder *ladder_new(int players)
{
    struct ladder *l = calloc(1, sizeof *l);
    size_t n = (size_t)players;
    if (!l)
        return NULL;
    l->n = players;
    l->meeting = calloc(n * n + 1, sizeof *l->meeting);
    l->anchor = calloc(n + 1, sizeof *l->anchor);
    if (!l->meeting || !l->anchor) {
        ladder_free(l);
        return NULL;
    }
    for (int i = 0; i < players; i++)
        l->anchor[i] = NAN;
    return l;
}

void ladder_free(struct ladder *l)
{
    if (!l)
        return;
    free(l->meeting);
    free(l->anchor);
    free(l);
}

void ladder_anchor(struct ladder *l, int player, double elo)
{
    l->anchor[player] = elo;
}

void ladder_add(struct ladder *l, int first, int second, double points, int games,
                uint64_t times)
{
    if (first == second || !games)
        return;
    int i = first < second ? first : second, j = first < second ? second : first;
    struct meeting *m = &l->meeting[i * l->n + j];
    double p = first < second ? points : games - points, k = (double)times;
    m->games += k * games;
    m->points += k * p;
    m->points_2 += k * p * p;
    m->both += k * p * games;
    m->games_2 += k * games * games;
}

void ladder_add_pairs(struct ladder *l, int first, int second, const uint64_t pairs[5])
{
    for (int i = 0; i < 5; i++)
        ladder_add(l, first, second, i / 2.0, 2, pairs[i]);
}

/* ---- groups ---- */

static int root_of(const int *parent, int i)
{
    while (parent[i] != i)
        i = parent[i];
    return i;
}

static void find_groups(const struct ladder *l, int *parent, struct standing *out)
{
    int n = l->n, groups = 0;
    for (int i = 0; i < n; i++)
        parent[i] = i;
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++)
            if (l->meeting[i * n + j].games > 0)
                parent[root_of(parent, j)] = root_of(parent, i);
    for (int i = 0; i < n; i++)
        out[i].group = root_of(parent, i) == i ? groups++ : 0;
    for (int i = 0; i < n; i++)
        out[i].group = out[root_of(parent, i)].group;
}

/* ---- the fit ---- */

struct fit {
    const struct ladder *l;
    int n;       /* unknowns */
    int *place;  /* of a player among them; -1: none */
    double *x;   /* of all players */
    double *a;   /* n * n: minus the second derivatives, then their inverse */
    double *b;   /* n: the first derivatives, then the step */
    double *mid; /* n * n: the scatter of the samples */
};

static double expected(const double *x, int i, int j)
{
    return 1 / (1 + exp(x[j] - x[i]));
}

/* Adds w (e_i - e_j)(e_i - e_j)' to a matrix of the unknowns. */
static void add_between(const struct fit *f, double *matrix, int i, int j, double w)
{
    int p = f->place[i], q = f->place[j];
    if (p >= 0)
        matrix[p * f->n + p] += w;
    if (q >= 0)
        matrix[q * f->n + q] += w;
    if (p >= 0 && q >= 0) {
        matrix[p * f->n + q] -= w;
        matrix[q * f->n + p] -= w;
    }
}

/* One drawn game more for each two who met. */
static void derive(struct fit *f)
{
    int all = f->l->n;
    size_t n = (size_t)f->n;
    memset(f->a, 0, n * n * sizeof *f->a);
    memset(f->b, 0, n * sizeof *f->b);
    for (int i = 0; i < all; i++)
        for (int j = i + 1; j < all; j++) {
            const struct meeting *m = &f->l->meeting[i * all + j];
            if (m->games <= 0)
                continue;
            double p = expected(f->x, i, j), games = m->games + 1;
            double off = m->points + 0.5 - games * p;
            add_between(f, f->a, i, j, games * p * (1 - p));
            if (f->place[i] >= 0)
                f->b[f->place[i]] += off;
            if (f->place[j] >= 0)
                f->b[f->place[j]] -= off;
        }
}

/* Steps of at most 1 (174 Elo), since far away the curve is flat. */
static void climb(struct fit *f)
{
    for (int round = 0; round < 200; round++) {
        double largest = 0;
        derive(f);
        cholesky_factor(f->a, f->n, 1e-12); /* not positive: a short step */
        cholesky_solve(f->a, f->n, f->b);
        for (int i = 0; i < f->n; i++)
            largest = fmax(largest, fabs(f->b[i]));
        for (int i = 0; i < f->l->n; i++)
            if (f->place[i] >= 0)
                f->x[i] += f->b[f->place[i]] / fmax(1, largest);
        if (largest < 1e-10)
            return;
    }
}

/* ---- the errors ---- */

static void scatter(struct fit *f)
{
    int all = f->l->n;
    memset(f->mid, 0, (size_t)f->n * (size_t)f->n * sizeof *f->mid);
    for (int i = 0; i < all; i++)
        for (int j = i + 1; j < all; j++) {
            const struct meeting *m = &f->l->meeting[i * all + j];
            double p = expected(f->x, i, j);
            if (m->games > 0)
                add_between(f, f->mid, i, j,
                            m->points_2 - 2 * p * m->both + p * p * m->games_2 +
                                (0.5 - p) * (0.5 - p));
        }
}

/* The variance of a sum of unknowns: c' A^-1 M A^-1 c.  `c` is overwritten. */
static double variance(const struct fit *f, double *c)
{
    double sum = 0;
    cholesky_solve(f->a, f->n, c);
    for (int i = 0; i < f->n; i++)
        for (int j = 0; j < f->n; j++)
            sum += c[i] * f->mid[i * f->n + j] * c[j];
    return fmax(0, sum);
}

/* A rating itself in a group with anchors, else its distance from the group's mean. */
static double error_of(const struct fit *f, const struct standing *out, int player,
                       bool anchored)
{
    int all = f->l->n, size = 0;
    memset(f->b, 0, (size_t)f->n * sizeof *f->b);
    for (int i = 0; i < all; i++)
        size += out[i].group == out[player].group;
    for (int i = 0; i < all && !anchored; i++)
        if (f->place[i] >= 0 && out[i].group == out[player].group)
            f->b[f->place[i]] -= 1.0 / size;
    if (f->place[player] >= 0)
        f->b[f->place[player]] += 1;
    return 1.96 * sqrt(variance(f, f->b)) * ELO_UNIT;
}

/* ---- putting it together ---- */

static bool group_anchored(const struct ladder *l, const struct standing *out, int group)
{
    for (int i = 0; i < l->n; i++)
        if (out[i].group == group && out[i].anchored)
            return true;
    return false;
}

/* Which players are unknowns: all but anchors, and the first of a group without. */
static void choose_unknowns(struct fit *f, const struct standing *out)
{
    const struct ladder *l = f->l;
    int seen = 0; /* groups are numbered by their first player */
    for (int i = 0; i < l->n; i++) {
        bool first = out[i].group == seen;
        seen += first;
        bool fixed = out[i].anchored || (first && !group_anchored(l, out, out[i].group));
        f->place[i] = fixed ? -1 : f->n++;
        f->x[i] = out[i].anchored ? l->anchor[i] / ELO_UNIT : 0;
    }
}

static void fill(const struct fit *f, struct standing *out)
{
    int n = f->l->n;
    for (int i = 0; i < n; i++) {
        bool anchored = group_anchored(f->l, out, out[i].group);
        double sum = 0;
        int size = 0;
        for (int j = 0; j < n; j++)
            if (out[j].group == out[i].group) {
                sum += f->x[j];
                size++;
            }
        out[i].elo = ELO_UNIT * (f->x[i] - (anchored ? 0 : sum / size));
        out[i].error = error_of(f, out, i, anchored);
    }
}

static void count_games(const struct ladder *l, struct standing *out)
{
    for (int i = 0; i < l->n; i++)
        for (int j = i + 1; j < l->n; j++) {
            const struct meeting *m = &l->meeting[i * l->n + j];
            out[i].games += (int64_t)m->games;
            out[j].games += (int64_t)m->games;
            out[i].points += m->points;
            out[j].points += m->games - m->points;
        }
}

int ladder_fit(const struct ladder *l, struct standing *out)
{
    size_t n = (size_t)l->n;
    struct fit f = {.l = l,
                    .place = calloc(n + 1, sizeof *f.place),
                    .x = calloc(n + 1, sizeof *f.x),
                    .a = calloc(n * n + 1, sizeof *f.a),
                    .b = calloc(n + 1, sizeof *f.b),
                    .mid = calloc(n * n + 1, sizeof *f.mid)};
    int status = f.place && f.x && f.a && f.b && f.mid ? 0 : LUS_EMEMORY;
    for (int i = 0; i < l->n; i++)
        out[i] = (struct standing){.anchored = !isnan(l->anchor[i])};
    if (status == 0) {
        find_groups(l, f.place, out);
        choose_unknowns(&f, out);
        climb(&f);
        scatter(&f);
        fill(&f, out);
        count_games(l, out);
    }
    free(f.place);
    free(f.x);
    free(f.a);
    free(f.b);
    free(f.mid);
    return status;
}
