/* SPDX-License-Identifier: MIT */
/* learn.c - the learner: weights, steps, threads. */
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include "core/registry.h"
#include "learn/learn.h"

enum { MAX_SQUARES = 32 };

#define GAME(id) extern learn_fn *const id##_learn[];
#include "core/games.def"
#undef GAME

static learn_fn *instance(const lus_rules *r)
{
    static learn_fn *const *const games[] = {
#define GAME(id) id##_learn,
#include "core/games.def"
#undef GAME
    };
    return games[game_number(r)][r->number];
}

/* ---- the weights ---- */

static void begin_weights(struct learner *l)
{
    struct random random = random_stream(l->seed, LEARN_SHARDS);
    for (int i = 0; i < l->n_weights - 1; i++)
        l->weights[i] = (float)random_below(&random, 1 << 20) / (1 << 21) - 0.25f;
    l->weights[l->n_weights - 1] = 0;
    memcpy(l->mean, l->weights, sizeof *l->mean * (size_t)l->n_weights);
}

struct learner *learner_new(const lus_rules *r, uint64_t seed)
{
    const struct net *n = r->net;
    size_t weights = (size_t)net_weights(n);
    int32_t curve[NET_KNOTS + 2];
    struct learner *l = calloc(1, sizeof *l);
    float *floats = calloc((4 + LEARN_SHARDS) * weights, sizeof *floats);
    int16_t *rounded = calloc(weights, sizeof *rounded);
    void *rows = aligned_alloc(64, net_rows_size(n));
    if (!l || !floats || !rounded || !rows) {
        free(l);
        free(floats);
        free(rounded);
        free(rows);
        return NULL;
    }
    *l =
        (struct learner){.rules = r, .shape = n, .seed = seed, .n_weights = (int)weights};
    l->weights = floats;
    l->moment = floats + weights;
    l->square = floats + 2 * weights;
    l->mean = floats + 3 * weights;
    l->rounded = rounded;
    l->rows = rows;
    for (int i = 0; i < LEARN_SHARDS; i++) {
        l->shard[i].gradient = floats + (4 + (size_t)i) * weights;
        l->shard[i].random = random_stream(seed, (uint64_t)i);
    }
    net_curve(curve);
    for (int i = 0; i < NET_KNOTS + 2; i++)
        l->curve[i] = (float)curve[i] / NET_WIN;
    begin_weights(l);
    return l;
}

void learner_free(struct learner *l)
{
    if (l) {
        free(l->weights);
        free(l->rounded);
        free(l->rows);
    }
    free(l);
}

/* The largest sum of a unit that a side's pieces can reach, the unit's weights times
   `sign`: h in hand, m at home, the others on the squares that give most. */
static float reach(const struct net *n, const float *unit, float sign)
{
    float top[MAX_SQUARES], best = -1e9f, board = 0;
    for (int i = 0; i < n->squares; i++) {
        float w = sign * unit[i * NET_HIDDEN];
        int k = i;
        for (; k > 0 && top[k - 1] < w; k--)
            top[k] = top[k - 1];
        top[k] = w;
    }
    const float *hand = unit + n->squares * NET_HIDDEN;
    const float *home = n->hands ? hand + (n->pieces + 1) * NET_HIDDEN : hand;
    for (int k = 0; k <= n->pieces; k++) {
        for (int h = 0; h <= (n->hands ? n->pieces - k : 0); h++) {
            float in_hand = n->hands ? hand[h * NET_HIDDEN] : 0;
            float sum = board + sign * (in_hand + home[(n->pieces - k - h) * NET_HIDDEN]);
            best = sum > best ? sum : best;
        }
        board += top[k];
    }
    return best;
}

static int16_t to_int16(float x)
{
    x = x > 32767 ? 32767 : x < -32767 ? -32767 : x;
    return (int16_t)floorf(x + 0.5f);
}

void learner_round(const struct learner *l, const float *from, int16_t *weights)
{
    const struct net *n = l->shape;
    int side = net_side_inputs(n) * NET_HIDDEN;
    float most = 32000.0f / NET_ONE, scale[NET_HIDDEN];
    for (int u = 0; u < NET_HIDDEN; u++) {
        float up = reach(n, from + u, 1) + reach(n, from + side + u, 1);
        float down = reach(n, from + u, -1) + reach(n, from + side + u, -1);
        float far = up > down ? up : down;
        scale[u] = NET_ONE * (far > most ? most / far : 1);
    }
    for (int i = 0; i < 2 * side; i++)
        weights[i] = to_int16(from[i] * scale[i % NET_HIDDEN]);
    for (int i = 2 * side; i < l->n_weights; i++)
        weights[i] = to_int16(from[i] * NET_OUT_ONE);
}

/* The network in whole numbers for this step's backups. */
static void expand(struct learner *l)
{
    struct net now = *l->shape;
    learner_round(l, l->weights, l->rounded);
    now.weights = l->rounded;
    net_expand(&now, l->rows);
}

#ifndef LR0
#define LR0 0.003f
#endif
#ifndef TAU
#define TAU 1000.f
#endif

/* Adam, with a rate that falls as 1 / sqrt(step), and the mean of about the last
   tenth of the steps, which is what is handed out. */
static void descend(struct learner *l)
{
    int64_t samples = 0;
    for (int s = 0; s < LEARN_SHARDS; s++)
        samples += l->shard[s].samples;
    float scale = 1 / (float)(samples ? samples : 1);
    float rate = LR0 / sqrtf(1 + (float)l->step / TAU);
    float keep = 10 / (float)(l->step + 10);
    for (int i = 0; i < l->n_weights; i++) {
        float g = 0;
        for (int s = 0; s < LEARN_SHARDS; s++)
            g += l->shard[s].gradient[i];
        g *= scale;
        l->moment[i] += 0.1f * (g - l->moment[i]);
        l->square[i] += 0.001f * (g * g - l->square[i]);
        l->weights[i] -= rate * l->moment[i] / (sqrtf(l->square[i]) + 1e-8f);
        l->mean[i] += keep * (l->weights[i] - l->mean[i]);
    }
    l->step++;
}

/* ---- threads ---- */

struct crew {
    struct learner *l;
    learn_fn *work;
    pthread_mutex_t hiring; /* held until it is known how many came */
    pthread_barrier_t gate;
    atomic_int next; /* shard */
    int go_on;
};

static void work_shards(struct crew *c)
{
    for (int i; (i = atomic_fetch_add(&c->next, 1)) < LEARN_SHARDS;)
        c->work(c->l, &c->l->shard[i]);
}

static void *crew_member(void *crew)
{
    struct crew *c = crew;
    pthread_mutex_lock(&c->hiring);
    pthread_mutex_unlock(&c->hiring);
    for (;;) {
        pthread_barrier_wait(&c->gate);
        if (!c->go_on)
            return NULL;
        work_shards(c);
        pthread_barrier_wait(&c->gate);
    }
}

void learner_run(struct learner *l, int threads, learn_more *more, void *context)
{
    struct crew crew = {
        .l = l, .work = instance(l->rules), .hiring = PTHREAD_MUTEX_INITIALIZER};
    pthread_t member[LEARN_SHARDS];
    int hired = 0;
    pthread_mutex_lock(&crew.hiring);
    while (hired < threads - 1 && hired < LEARN_SHARDS - 1 &&
           !pthread_create(&member[hired], NULL, crew_member, &crew))
        hired++;
    pthread_barrier_init(&crew.gate, NULL, (unsigned)hired + 1);
    pthread_mutex_unlock(&crew.hiring);
    while ((crew.go_on = more(context, l))) {
        expand(l);
        crew.next = 0;
        pthread_barrier_wait(&crew.gate);
        work_shards(&crew);
        pthread_barrier_wait(&crew.gate);
        descend(l);
    }
    pthread_barrier_wait(&crew.gate);
    for (int i = 0; i < hired; i++)
        pthread_join(member[i], NULL);
    pthread_barrier_destroy(&crew.gate);
    pthread_mutex_destroy(&crew.hiring);
}
