/* SPDX-License-Identifier: MIT */
/* learn.c - the learner: weights, steps, threads. */
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include "learn/learn.h"

#define HOT_SELECT      learn
#define HOT_SELECT_TYPE learn_fn *const
#include "core/hot_select.h"

/* ---- the weights ---- */

/* -1/4 .. 1/4 */
static float random_weight(struct random *g)
{
    return (float)random_below(g, 1 << 20) / (1 << 21) - 0.25f;
}

/* Single pieces and the output by lot, the same output for all homes. */
static void begin_weights(struct learner *l)
{
    const struct net *n = l->shape;
    struct random random = random_stream(l->seed, LEARN_SHARDS);
    float *out = l->weights + net_inputs(n) * NET_HIDDEN;
    for (int i = 0; i < net_pairs_at(n) * NET_HIDDEN; i++)
        l->weights[i] = random_weight(&random);
    for (int i = 0; i < NET_HIDDEN; i++)
        for (int k = 0; k < net_counts(n); k++)
            out[k * NET_HIDDEN + i] = k ? out[i] : random_weight(&random);
    memcpy(l->mean, l->weights, sizeof *l->mean * (size_t)l->n_weights);
}

struct learner *learner_new(const lus_rules *r, uint64_t seed)
{
    const struct net *n = r->search.net;
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

static int16_t to_int16(float x)
{
    x = x > 32767 ? 32767 : x < -32767 ? -32767 : x;
    return (int16_t)floorf(x + 0.5f);
}

static void round_weights(const struct learner *l, const float *from, int16_t *weights)
{
    int inputs = net_inputs(l->shape) * NET_HIDDEN;
    for (int i = 0; i < l->n_weights; i++)
        weights[i] = to_int16(from[i] * (i < inputs ? NET_ONE : NET_OUT_ONE));
}

void learner_result(const struct learner *l, int16_t *weights)
{
    struct net n = *l->shape;
    n.weights = weights;
    round_weights(l, l->mean, weights);
    for (int u = 0; u < NET_HIDDEN; u++)
        for (int far; (far = net_reach(&n, u)) > INT16_MAX;)
            for (int i = 0; i < net_inputs(&n); i++)
                weights[i * NET_HIDDEN + u] =
                    (int16_t)(weights[i * NET_HIDDEN + u] * 32000 / far);
}

/* The network in whole numbers for this step's backups. */
static void expand(struct learner *l)
{
    struct net now = *l->shape;
    round_weights(l, l->weights, l->rounded);
    now.weights = l->rounded;
    net_expand(&now, l->rows);
}

/* Adam, with a rate that falls as 1 / sqrt(step) whatever number of steps is to come,
   and the mean of about the last tenth of the steps, which is what is handed out.  Twice
   the rate loses 0.063 % a decision of finkel after 17 s of work, this one 0.059, two
   thirds of it 0.058; thrice the games a step for the same work 0.071 against 0.067. */
static void descend(struct learner *l)
{
    int64_t samples = 0;
    for (int s = 0; s < LEARN_SHARDS; s++)
        samples += l->shard[s].samples;
    float scale = 1 / (float)(samples ? samples : 1);
    float rate = 0.0015f / sqrtf(1 + (float)l->step / 5000);
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
        .l = l, .work = *select_learn(l->rules), .hiring = PTHREAD_MUTEX_INITIALIZER};
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
