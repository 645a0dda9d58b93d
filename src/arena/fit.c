/* SPDX-License-Identifier: MIT */
/* fit.c - see fit.h. */
#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include "os/parallel.h"
#include "core/random.h"
#include "arena/fit.h"
#include "search/search.h"

enum { MAX_KEPT = 64, OPENING = 6, MAX_PLIES = 300, MAX_WEIGHTS = MAX_FEATURES + 1 };

struct sample {
    int8_t trait[MAX_FEATURES], side, points; /* 0, 1 or 2 half points */
};

struct game_samples {
    int n;
    struct sample sample[MAX_KEPT];
};

struct work {
    struct fit *fit;
    struct game_samples *games;
    _Atomic int next, status;
};

/* ---- self-play ---- */

static void keep(const lus_rules *r, const lus_pos *p, struct game_samples *kept)
{
    int count[MAX_FEATURES];
    struct sample *s = &kept->sample[kept->n++];
    r->search.features->count(r, p, count);
    for (int i = 0; i < r->search.features->n; i++)
        s->trait[i] = (int8_t)count[i];
    s->side = (int8_t)pos_side(p);
}

/* The opening and one move in twenty are drawn by lot. */
static int choose(const struct fit *f, const lus_game *g, struct random *chance,
                  lus_move *m)
{
    struct search_limits limits = {.depth = f->depth, .table_mb = -1};
    struct search_report report;
    lus_move list[LUS_MAX_MOVES];
    int n = lus_moves(f->rules, lus_game_pos(g), 0, list);
    *m = list[random_below(chance, (uint32_t)n)];
    if (lus_game_plies(g) < OPENING || random_below(chance, 20) == 0)
        return 0;
    int status = search_run(g, 0, &limits, &report);
    *m = status < 0 ? LUS_PASS : report.moves[0].move;
    return status;
}

static int self_play(const struct fit *f, int number, struct game_samples *kept)
{
    struct random chance = random_stream(f->seed, (uint64_t)number);
    lus_game *g = lus_game_new(f->rules, NULL);
    int status = g ? 0 : LUS_EMEMORY;
    while (status >= 0 && !lus_game_end(g).over && lus_game_plies(g) < MAX_PLIES) {
        lus_move m;
        if (lus_game_plies(g) >= OPENING && kept->n < MAX_KEPT &&
            random_below(&chance, 4) == 0)
            keep(f->rules, lus_game_pos(g), kept);
        status = choose(f, g, &chance, &m);
        if (status >= 0)
            status = lus_game_play(g, 0, m);
    }
    if (status >= 0) {
        int winner = lus_game_end(g).winner;
        for (int i = 0; i < kept->n; i++) {
            struct sample *s = &kept->sample[i];
            s->points = (int8_t)(winner < 0 ? 1 : winner == s->side ? 2 : 0);
        }
    }
    lus_game_free(g);
    return status;
}

static void play_some(void *arg, int thread)
{
    struct work *w = arg;
    int number;
    (void)thread;
    while ((number = atomic_fetch_add(&w->next, 1)) < w->fit->games) {
        int status = self_play(w->fit, number, &w->games[number]);
        if (status < 0)
            atomic_store(&w->status, status);
    }
}

/* ---- Newton's method ---- */

struct system {
    int n;
    double gradient[MAX_WEIGHTS], curve[MAX_WEIGHTS][MAX_WEIGHTS];
};

static void add_sample(struct system *sys, const struct fit *f, const struct sample *s)
{
    double x[MAX_WEIGHTS], z = 0;
    for (int i = 0; i < sys->n; i++) {
        x[i] = i < sys->n - 1 ? s->trait[i] : 1;
        z += x[i] * f->weight[i];
    }
    double p = 1 / (1 + exp(-z));
    for (int i = 0; i < sys->n; i++) {
        sys->gradient[i] += x[i] * (s->points / 2.0 - p);
        for (int j = 0; j < sys->n; j++)
            sys->curve[i][j] += x[i] * x[j] * p * (1 - p);
    }
}

/* The inverse of a positive matrix, by Gauss and Jordan, in its place. */
static void invert(double a[MAX_WEIGHTS][MAX_WEIGHTS], int n)
{
    for (int k = 0; k < n; k++) {
        double pivot = a[k][k];
        a[k][k] = 1;
        for (int j = 0; j < n; j++)
            a[k][j] /= pivot;
        for (int i = 0; i < n; i++) {
            double factor = a[i][k];
            if (i == k)
                continue;
            a[i][k] = 0;
            for (int j = 0; j < n; j++)
                a[i][j] -= factor * a[k][j];
        }
    }
}

static void newton_step(struct fit *f, const struct game_samples *games)
{
    struct system sys = {.n = f->rules->search.features->n + 1};
    for (int i = 0; i < sys.n; i++)
        sys.curve[i][i] = 1e-3; /* a trait that never shows keeps weight 0 */
    for (int g = 0; g < f->games; g++)
        for (int k = 0; k < games[g].n; k++)
            add_sample(&sys, f, &games[g].sample[k]);
    invert(sys.curve, sys.n);
    for (int i = 0; i < sys.n; i++) {
        for (int j = 0; j < sys.n; j++)
            f->weight[i] += sys.curve[i][j] * sys.gradient[j];
        f->error[i] = 1.96 * sqrt(sys.curve[i][i]);
    }
}

int fit_run(struct fit *f)
{
    struct work w = {.fit = f, .games = calloc((size_t)f->games, sizeof *w.games)};
    if (!w.games)
        return LUS_EMEMORY;
    parallel_run(f->threads, play_some, &w);
    f->positions = 0;
    memset(f->weight, 0, sizeof f->weight);
    for (int g = 0; g < f->games; g++)
        f->positions += w.games[g].n;
    for (int step = 0; step < 12 && !w.status; step++)
        newton_step(f, w.games);
    free(w.games);
    return w.status;
}
