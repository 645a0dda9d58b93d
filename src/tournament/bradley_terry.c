/* SPDX-License-Identifier: MIT */
/* bradley_terry.c - see bradley_terry.h.

   Internally a rating is x in natural units: p = 1 / (1 + e^(x_j - x_i)).  The unknowns are
   the ratings of all players except the anchors and, in each group without an anchor, one
   player whose x is fixed at 0.

       bradley_terry_fit
         find_groups          players connected by games (union-find)
         choose_unknowns      which x are free
         maximise             Newton's method on the log-likelihood
         compute_scatter      spread of the samples, for the errors
         write_ratings        x to Elo, mean of each group to 0, errors

   Cost: n^3 per Newton step for n players (Cholesky); 2,000 is the most (ratings.h). */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "tournament/bradley_terry.h"
#include "core/cholesky.h"
#include "lusoria.h"

#define ELO_UNIT (400 / 2.302585092994046) /* Elo points for a factor e of the odds */

/* Sums over the samples of players i < j; the points are those of i. */
struct head_to_head {
    double games, points;
    double points_squared, points_games, games_squared;
};

/* All samples of a model. */
struct bradley_terry {
    int n;
    struct head_to_head *versus; /* [i * n + j], i < j */
    double *anchor;              /* NaN: none */
};

struct bradley_terry *bradley_terry_new(int players)
{
    struct bradley_terry *b = calloc(1, sizeof *b);
    size_t n = (size_t)players;
    if (!b)
        return NULL;
    b->n = players;
    b->versus = calloc(n * n + 1, sizeof *b->versus);
    b->anchor = calloc(n + 1, sizeof *b->anchor);
    if (!b->versus || !b->anchor) {
        bradley_terry_free(b);
        return NULL;
    }
    for (int i = 0; i < players; i++)
        b->anchor[i] = NAN;
    return b;
}

void bradley_terry_free(struct bradley_terry *b)
{
    if (!b)
        return;
    free(b->versus);
    free(b->anchor);
    free(b);
}

void bradley_terry_anchor(struct bradley_terry *b, int player, double elo)
{
    b->anchor[player] = elo;
}

void bradley_terry_add(struct bradley_terry *b, int first, int second, double points,
                       int games, uint64_t times)
{
    if (first == second || !games)
        return;
    int i = first < second ? first : second, j = first < second ? second : first;
    struct head_to_head *m = &b->versus[i * b->n + j];
    double p = first < second ? points : games - points, k = (double)times;
    m->games += k * games;
    m->points += k * p;
    m->points_squared += k * p * p;
    m->points_games += k * p * games;
    m->games_squared += k * games * games;
}

void bradley_terry_add_pairs(struct bradley_terry *b, int first, int second,
                             const uint64_t pairs[5])
{
    for (int i = 0; i < 5; i++)
        bradley_terry_add(b, first, second, i / 2.0, 2, pairs[i]);
}

/* ---- groups ---- */

/* The representative of a player's group. */
static int root_of(const int *parent, int i)
{
    while (parent[i] != i)
        i = parent[i];
    return i;
}

/* Union-find.  `parent` has room for one number per player and is scratch space; groups are
   numbered in the order of their first players. */
static void find_groups(const struct bradley_terry *b, int *parent, struct rating *out)
{
    int n = b->n, groups = 0;
    for (int i = 0; i < n; i++)
        parent[i] = i;
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++)
            if (b->versus[i * n + j].games > 0)
                parent[root_of(parent, j)] = root_of(parent, i);
    for (int i = 0; i < n; i++)
        out[i].group = root_of(parent, i) == i ? groups++ : 0;
    for (int i = 0; i < n; i++)
        out[i].group = out[root_of(parent, i)].group;
}

/* ---- maximum likelihood ---- */

/* The state of one fit. */
struct bt_fit {
    const struct bradley_terry *model;
    int n;           /* number of unknowns */
    int *unknown;    /* player -> index of its unknown; -1: fixed */
    double *x;       /* ratings of all players */
    double *hessian; /* n * n: negated second derivatives, then their Cholesky factor */
    double *step;    /* n: first derivatives, then the Newton step */
    double *scatter; /* n * n: the middle matrix of the sandwich */
};

/* The expected score of i against j. */
static double expected(const double *x, int i, int j)
{
    return 1 / (1 + exp(x[j] - x[i]));
}

/* Adds w (e_i - e_j)(e_i - e_j)' to a matrix over the unknowns. */
static void add_between(const struct bt_fit *f, double *matrix, int i, int j, double w)
{
    int p = f->unknown[i], q = f->unknown[j];
    if (p >= 0)
        matrix[p * f->n + p] += w;
    if (q >= 0)
        matrix[q * f->n + q] += w;
    if (p >= 0 && q >= 0) {
        matrix[p * f->n + q] -= w;
        matrix[q * f->n + p] -= w;
    }
}

/* One drawn game is added for each two players who met. */
static void compute_derivatives(struct bt_fit *f)
{
    int all = f->model->n;
    size_t n = (size_t)f->n;
    memset(f->hessian, 0, n * n * sizeof *f->hessian);
    memset(f->step, 0, n * sizeof *f->step);
    for (int i = 0; i < all; i++)
        for (int j = i + 1; j < all; j++) {
            const struct head_to_head *m = &f->model->versus[i * all + j];
            if (m->games <= 0)
                continue;
            double p = expected(f->x, i, j), games = m->games + 1;
            double off = m->points + 0.5 - games * p;
            add_between(f, f->hessian, i, j, games * p * (1 - p));
            if (f->unknown[i] >= 0)
                f->step[f->unknown[i]] += off;
            if (f->unknown[j] >= 0)
                f->step[f->unknown[j]] -= off;
        }
}

/* Newton's method.  Steps are limited to 1 (174 Elo), because the likelihood is flat far
   from its maximum. */
static void maximise(struct bt_fit *f)
{
    for (int iteration = 0; iteration < 200; iteration++) {
        double largest = 0;
        compute_derivatives(f);
        cholesky_factor(f->hessian, f->n, 1e-12); /* clamped pivots: a shorter step */
        cholesky_solve(f->hessian, f->n, f->step);
        for (int i = 0; i < f->n; i++)
            largest = fmax(largest, fabs(f->step[i]));
        for (int i = 0; i < f->model->n; i++)
            if (f->unknown[i] >= 0)
                f->x[i] += f->step[f->unknown[i]] / fmax(1, largest);
        if (largest < 1e-10)
            return;
    }
}

/* ---- errors ---- */

/* The sum of squared deviations (points - expected)^2 over the samples of each two players,
   from the sums of head_to_head; the added drawn game is a sample, too. */
static void compute_scatter(struct bt_fit *f)
{
    int all = f->model->n;
    memset(f->scatter, 0, (size_t)f->n * (size_t)f->n * sizeof *f->scatter);
    for (int i = 0; i < all; i++)
        for (int j = i + 1; j < all; j++) {
            const struct head_to_head *m = &f->model->versus[i * all + j];
            double p = expected(f->x, i, j);
            if (m->games > 0)
                add_between(f, f->scatter, i, j,
                            m->points_squared - 2 * p * m->points_games +
                                p * p * m->games_squared + (0.5 - p) * (0.5 - p));
        }
}

/* The variance of the linear combination c of the unknowns: c' H^-1 S H^-1 c, where H is
   the Hessian and S the scatter.  Overwrites `c`. */
static double variance(const struct bt_fit *f, double *c)
{
    double sum = 0;
    cholesky_solve(f->hessian, f->n, c);
    for (int i = 0; i < f->n; i++)
        for (int j = 0; j < f->n; j++)
            sum += c[i] * f->scatter[i * f->n + j] * c[j];
    return fmax(0, sum);
}

/* The error of a rating; in a group without anchors, of its distance from the mean. */
static double error_of(const struct bt_fit *f, const struct rating *out, int player,
                       bool anchored)
{
    int all = f->model->n, size = 0;
    memset(f->step, 0, (size_t)f->n * sizeof *f->step);
    for (int i = 0; i < all; i++)
        size += out[i].group == out[player].group;
    for (int i = 0; i < all && !anchored; i++)
        if (f->unknown[i] >= 0 && out[i].group == out[player].group)
            f->step[f->unknown[i]] -= 1.0 / size;
    if (f->unknown[player] >= 0)
        f->step[f->unknown[player]] += 1;
    return 1.96 * sqrt(variance(f, f->step)) * ELO_UNIT;
}

/* ---- results ---- */

/* Whether a rating of the group is given. */
static bool group_anchored(const struct bradley_terry *b, const struct rating *out,
                           int group)
{
    for (int i = 0; i < b->n; i++)
        if (out[i].group == group && out[i].anchored)
            return true;
    return false;
}

/* Fixes the anchors and the first player of each group without an anchor. */
static void choose_unknowns(struct bt_fit *f, const struct rating *out)
{
    const struct bradley_terry *b = f->model;
    int seen = 0; /* groups are numbered by their first player */
    for (int i = 0; i < b->n; i++) {
        bool first = out[i].group == seen;
        seen += first;
        bool fixed = out[i].anchored || (first && !group_anchored(b, out, out[i].group));
        f->unknown[i] = fixed ? -1 : f->n++;
        f->x[i] = out[i].anchored ? b->anchor[i] / ELO_UNIT : 0;
    }
}

/* Without an anchor the mean of the group is subtracted, so it becomes 0. */
static void write_ratings(const struct bt_fit *f, struct rating *out)
{
    int n = f->model->n;
    for (int i = 0; i < n; i++) {
        bool anchored = group_anchored(f->model, out, out[i].group);
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

/* Sums over all opponents, without the added draws. */
static void count_games(const struct bradley_terry *b, struct rating *out)
{
    for (int i = 0; i < b->n; i++)
        for (int j = i + 1; j < b->n; j++) {
            const struct head_to_head *m = &b->versus[i * b->n + j];
            out[i].games += (int64_t)m->games;
            out[j].games += (int64_t)m->games;
            out[i].points += m->points;
            out[j].points += m->games - m->points;
        }
}

int bradley_terry_fit(const struct bradley_terry *b, struct rating *out)
{
    size_t n = (size_t)b->n;
    struct bt_fit f = {.model = b,
                       .unknown = calloc(n + 1, sizeof *f.unknown),
                       .x = calloc(n + 1, sizeof *f.x),
                       .hessian = calloc(n * n + 1, sizeof *f.hessian),
                       .step = calloc(n + 1, sizeof *f.step),
                       .scatter = calloc(n * n + 1, sizeof *f.scatter)};
    int status = f.unknown && f.x && f.hessian && f.step && f.scatter ? 0 : LUS_EMEMORY;
    for (int i = 0; i < b->n; i++)
        out[i] = (struct rating){.anchored = !isnan(b->anchor[i])};
    if (status == 0) {
        find_groups(b, f.unknown, out);
        choose_unknowns(&f, out);
        maximise(&f);
        compute_scatter(&f);
        write_ratings(&f, out);
        count_games(b, out);
    }
    free(f.unknown);
    free(f.x);
    free(f.hessian);
    free(f.step);
    free(f.scatter);
    return status;
}
