/* SPDX-License-Identifier: MIT */
/* linear_fit.c - see linear_fit.h.

   With p the predicted chance of a sample, y its result (0, 1/2 or 1) and x its features, a
   step of Newton's method solves

       (sum of p (1 - p) x x^T) step = sum of (y - p) x

   and adds the step to the weights.  The matrix, the Hessian, is also the inverse of the
   covariance of the weights: the intervals come from its diagonal.  Samples of one game
   are not independent, so the true intervals are somewhat wider. */
#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include "core/cholesky.h"
#include "core/random.h"
#include "learn/linear_fit.h"
#include "os/parallel.h"
#include "search/search.h"

enum {
    MAX_SAMPLES = 64, /* per game */
    OPENING = 6,      /* random plies */
    MAX_PLIES = 300,  /* then a game is a draw */
    MAX_WEIGHTS = MAX_FEATURES + 1,
    NEWTON_STEPS = 12, /* the method converges quadratically: 12 are more than enough */
};

struct fit_sample {
    int8_t feature[MAX_FEATURES], side;
    int8_t points; /* of `side`: 0, 1 (draw) or 2 */
};

/* The samples of one game. */
struct fit_game {
    int n;
    struct fit_sample sample[MAX_SAMPLES];
};

/* What the threads of self-play share: they take the next number and play that game. */
struct fit_work {
    struct linear_fit *fit;
    struct fit_game *games;
    _Atomic int next, status;
};

/* ---- self-play ---- */

static void add_sample(const lus_rules *r, const lus_pos *p, struct fit_game *game)
{
    int count[MAX_FEATURES];
    struct fit_sample *s = &game->sample[game->n++];
    r->search.features->count(r, p, count);
    for (int i = 0; i < r->search.features->n; i++)
        s->feature[i] = (int8_t)count[i];
    s->side = (int8_t)pos_side(p);
}

/* The opening and one move in twenty are random. */
static int choose_move(const struct linear_fit *f, const lus_game *g,
                       struct random *random, lus_move *m)
{
    struct search_limits limits = {.depth = f->depth, .table_mb = -1};
    struct search_report report;
    lus_move list[LUS_MAX_MOVES];
    int n = lus_moves(f->rules, lus_game_pos(g), 0, list);
    *m = list[random_below(random, (uint32_t)n)];
    if (lus_game_plies(g) < OPENING || random_below(random, 20) == 0)
        return 0;
    int status = search_run(g, 0, &limits, &report);
    *m = status < 0 ? LUS_PASS : report.moves[0].move;
    return status;
}

/* Plays game `number` and keeps samples of it.  Returns 0 or a negative error. */
static int self_play(const struct linear_fit *f, int number, struct fit_game *game)
{
    struct random random = random_stream(f->seed, (uint64_t)number);
    lus_game *g = lus_game_new(f->rules, NULL);
    int status = g ? 0 : LUS_EMEMORY;
    while (status >= 0 && !lus_game_end(g).over && lus_game_plies(g) < MAX_PLIES) {
        lus_move m;
        if (lus_game_plies(g) >= OPENING && game->n < MAX_SAMPLES &&
            random_below(&random, 4) == 0)
            add_sample(f->rules, lus_game_pos(g), game);
        status = choose_move(f, g, &random, &m);
        if (status >= 0)
            status = lus_game_play(g, 0, m);
    }
    if (status >= 0) {
        int winner = lus_game_end(g).winner;
        for (int i = 0; i < game->n; i++) {
            struct fit_sample *s = &game->sample[i];
            s->points = (int8_t)(winner < 0 ? 1 : winner == s->side ? 2 : 0);
        }
    }
    lus_game_free(g);
    return status;
}

static void play_games(void *arg, int thread)
{
    struct fit_work *w = arg;
    int number;
    (void)thread;
    while ((number = atomic_fetch_add(&w->next, 1)) < w->fit->games) {
        int status = self_play(w->fit, number, &w->games[number]);
        if (status < 0)
            atomic_store(&w->status, status);
    }
}

/* ---- Newton's method ---- */

/* hessian is n x n, row after row. */
struct newton_system {
    int n;
    double gradient[MAX_WEIGHTS], hessian[MAX_WEIGHTS * MAX_WEIGHTS];
};

/* Adds one sample; the last weight is the tempo, whose feature is always 1. */
static void add_to_system(struct newton_system *sys, const struct linear_fit *f,
                          const struct fit_sample *s)
{
    double x[MAX_WEIGHTS], z = 0;
    for (int i = 0; i < sys->n; i++) {
        x[i] = i < sys->n - 1 ? s->feature[i] : 1;
        z += x[i] * f->weight[i];
    }
    double p = 1 / (1 + exp(-z));
    for (int i = 0; i < sys->n; i++) {
        sys->gradient[i] += x[i] * (s->points / 2.0 - p);
        for (int j = 0; j < sys->n; j++)
            sys->hessian[i * sys->n + j] += x[i] * x[j] * p * (1 - p);
    }
}

/* The variance of weight i: element (i, i) of the inverse of the factored Hessian. */
static double variance(const struct newton_system *sys, int i)
{
    double column[MAX_WEIGHTS] = {0};
    column[i] = 1;
    cholesky_solve(sys->hessian, sys->n, column);
    return column[i];
}

static void newton_step(struct linear_fit *f, const struct fit_game *games)
{
    struct newton_system sys = {.n = f->rules->search.features->n + 1};
    for (int i = 0; i < sys.n; i++)
        sys.hessian[i * sys.n + i] = 1e-3; /* an absent feature keeps weight 0 */
    for (int g = 0; g < f->games; g++)
        for (int k = 0; k < games[g].n; k++)
            add_to_system(&sys, f, &games[g].sample[k]);
    cholesky_factor(sys.hessian, sys.n, 0);
    cholesky_solve(sys.hessian, sys.n, sys.gradient);
    for (int i = 0; i < sys.n; i++) {
        f->weight[i] += sys.gradient[i];
        f->error[i] = 1.96 * sqrt(variance(&sys, i));
    }
}

int linear_fit_run(struct linear_fit *f)
{
    struct fit_work w = {.fit = f, .games = calloc((size_t)f->games, sizeof *w.games)};
    if (!w.games)
        return LUS_EMEMORY;
    parallel_run(f->threads, play_games, &w);
    f->positions = 0;
    memset(f->weight, 0, sizeof f->weight);
    for (int g = 0; g < f->games; g++)
        f->positions += w.games[g].n;
    for (int step = 0; step < NEWTON_STEPS && !w.status; step++)
        newton_step(f, w.games);
    free(w.games);
    return w.status;
}
