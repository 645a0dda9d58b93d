/* SPDX-License-Identifier: MIT */
/* learn.c - see learn.h: the weights, the steps and the threads.

   One step of learner_run:

       expand_network    the weights as integers, for the targets
       actor_step        16 actors, shared out over the threads: one ply of 16 games each,
                         and the gradient of the squared errors (actor_hot.c)
       update_weights    the 16 gradients are added in order; one step of Adam

   The result is not the last weights but their mean over the last steps, which is less
   noisy. */
#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include "learn/learn_internal.h"
#include "learn/max_sum.h"
#include "os/parallel.h"

#define HOT_SELECT      actor_step
#define HOT_SELECT_TYPE actor_step_fn *const
#include "core/hot_select.h"

/* ---- the weights ---- */

/* Uniform in -1/4 .. 1/4. */
static float random_weight(struct random *g)
{
    return (float)random_below(g, 1 << 20) / (1 << 21) - 0.25f;
}

/* Random weights for single pieces and the output, zero for pairs; the output weights do
   not depend on the pieces at home. */
static void init_weights(struct learner *l)
{
    const struct net *n = l->shape;
    struct random random = random_stream(l->seed, LEARN_ACTORS);
    float *out = l->weights + net_inputs(n) * NET_HIDDEN;
    for (int i = 0; i < net_pairs_at(n) * NET_HIDDEN; i++)
        l->weights[i] = random_weight(&random);
    for (int i = 0; i < NET_HIDDEN; i++)
        for (int k = 0; k < net_counts(n); k++)
            out[k * NET_HIDDEN + i] = k ? out[i] : random_weight(&random);
    memcpy(l->mean, l->weights, sizeof *l->mean * (size_t)l->n_weights);
}

/* One block holds the weights, their two moments, their mean and the gradients. */
struct learner *learner_new(const lus_rules *r, uint64_t seed)
{
    const struct net *n = r->search.net;
    size_t weights = (size_t)net_weights(n);
    int32_t curve[NET_KNOTS + 2];
    struct learner *l = calloc(1, sizeof *l);
    float *floats = calloc((4 + LEARN_ACTORS) * weights, sizeof *floats);
    int16_t *rounded = calloc(weights, sizeof *rounded);
    void *network = aligned_alloc(64, net_rows_size(n));
    if (!l || !floats || !rounded || !network) {
        free(l);
        free(floats);
        free(rounded);
        free(network);
        return NULL;
    }
    *l =
        (struct learner){.rules = r, .shape = n, .seed = seed, .n_weights = (int)weights};
    l->weights = floats;
    l->moment = floats + weights;
    l->square = floats + 2 * weights;
    l->mean = floats + 3 * weights;
    l->rounded = rounded;
    l->network = network;
    for (int i = 0; i < LEARN_ACTORS; i++) {
        l->actor[i].gradient = floats + (4 + (size_t)i) * weights;
        l->actor[i].random = random_stream(seed, (uint64_t)i);
    }
    net_curve(curve);
    for (int i = 0; i < NET_KNOTS + 2; i++)
        l->curve[i] = (float)curve[i] / NET_WIN;
    init_weights(l);
    return l;
}

void learner_free(struct learner *l)
{
    if (l) {
        free(l->weights);
        free(l->rounded);
        free(l->network);
    }
    free(l);
}

static int16_t to_int16(float x)
{
    x = x > 32767 ? 32767 : x < -32767 ? -32767 : x;
    return (int16_t)floorf(x + 0.5f);
}

/* 1.0 is NET_ONE in the first layer and NET_OUT_ONE in the output layer (core/net.h). */
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
        for (int max; (max = net_max_sum(&n, u)) > INT16_MAX;)
            for (int i = 0; i < net_inputs(&n); i++)
                weights[i * NET_HIDDEN + u] =
                    (int16_t)(weights[i * NET_HIDDEN + u] * 32000 / max);
}

/* The integer network that computes the targets of this step. */
static void expand_network(struct learner *l)
{
    struct net now = *l->shape;
    round_weights(l, l->weights, l->rounded);
    now.weights = l->rounded;
    net_expand(&now, l->network);
}

/* A step of Adam.  The learning rate falls as 1 / sqrt(step), independent of the number
   of steps; the result is the mean of about the last tenth of the steps.  Loss per
   decision of ur:finkel after 17 s of CPU time: 0.059 % (twice the rate 0.063, two thirds
   of it 0.058); three times the games per step for the same time: 0.071 against 0.067. */
static void update_weights(struct learner *l)
{
    int64_t samples = 0;
    for (int a = 0; a < LEARN_ACTORS; a++)
        samples += l->actor[a].samples;
    float scale = 1 / (float)(samples ? samples : 1);
    float rate = 0.0015f / sqrtf(1 + (float)l->step / 5000);
    float mean_rate = 10 / (float)(l->step + 10);
    for (int i = 0; i < l->n_weights; i++) {
        float g = 0;
        for (int a = 0; a < LEARN_ACTORS; a++)
            g += l->actor[a].gradient[i];
        g *= scale;
        l->moment[i] += 0.1f * (g - l->moment[i]);
        l->square[i] += 0.001f * (g * g - l->square[i]);
        l->weights[i] -= rate * l->moment[i] / (sqrtf(l->square[i]) + 1e-8f);
        l->mean[i] += mean_rate * (l->weights[i] - l->mean[i]);
    }
    l->step++;
}

bool learn_exact(const struct learner *l, const lus_pos *p, int *value)
{
    return l->exact(l->exact_context, p, value);
}

/* ---- threads ---- */

/* A step in progress; the threads take the next actor until there is none. */
struct learn_step {
    struct learner *l;
    actor_step_fn *actor_step;
    atomic_int next_actor;
};

static void run_actors(void *arg, int thread)
{
    struct learn_step *step = arg;
    (void)thread;
    for (int i; (i = atomic_fetch_add(&step->next_actor, 1)) < LEARN_ACTORS;)
        step->actor_step(step->l, &step->l->actor[i]);
}

void learner_run(struct learner *l, int threads, learn_continue *proceed, void *context)
{
    struct learn_step step = {.l = l, .actor_step = *select_actor_step(l->rules)};
    threads = threads < LEARN_ACTORS ? threads : LEARN_ACTORS;
    while (proceed(context, l)) {
        expand_network(l);
        atomic_store(&step.next_actor, 0);
        parallel_run(threads, run_actors, &step);
        update_weights(l);
    }
}
