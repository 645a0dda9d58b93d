/* SPDX-License-Identifier: MIT */
/* score_fit.c - see score_fit.h: the network in floating point, learned from samples.

   Stochastic gradient descent, one sample at a time in random order; each weight has a step
   of its own, divided by the root of the mean square of its gradients (RMSProp).  Input
   weights stay within what the sum of a unit can hold as int16. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "core/net.h"
#include "core/random.h"
#include "learn/score_fit_internal.h"

enum {
    SWEEPS = 16,      /* over all samples */
    HELD_OUT = 10,    /* one sample in so many is not learned: it measures the error */
    MAX_OUTPUTS = 16, /* of a score_net */
    NEWTON_STEPS = 20,
};

static const float rate = 0.003f; /* of the first half; then it falls to a twentieth */
static const float result_share = 0.25f; /* of the result of the game in a target */
static const float memory = 0.999f;      /* of the mean squares */

struct score_learner {
    const struct score_net *net;
    const struct score_sample *sample;
    size_t n, n_learned;
    float limit;              /* of the input weights */
    float scale[MAX_OUTPUTS]; /* log odds of a point, by output layer */
    float *weights, *square;  /* those of struct score_net; mean squares of gradients */
    float *target;            /* chances of each sample */
    double squared_error;
};

static float chance(float log_odds)
{
    return 1 / (1 + expf(-log_odds));
}

/* ---- targets ---- */

/* The log odds of a point in positions of one output layer: logistic regression of the
   results on the values of the searches. */
static float fit_scale(const struct score_learner *l, int output)
{
    double k = 0.3;
    for (int step = 0; step < NEWTON_STEPS; step++) {
        double gradient = 0, hessian = 1e-9;
        for (size_t i = 0; i < l->n_learned; i++) {
            const struct score_sample *s = &l->sample[i];
            double x = s->value / 100.0, y = (s->result + 1) / 2.0;
            if (s->result == NO_RESULT || abs(s->value) == DECIDED_VALUE ||
                s->at[l->net->terms] != output)
                continue;
            double p = 1 / (1 + exp(-k * x));
            gradient += (y - p) * x;
            hessian += p * (1 - p) * x * x;
        }
        k += gradient / hessian;
    }
    return (float)(k < 0.05 ? 0.05 : k > 2 ? 2 : k);
}

static void set_targets(struct score_learner *l)
{
    for (int o = 0; o < l->net->outputs; o++)
        l->scale[o] = fit_scale(l, o);
    for (size_t i = 0; i < l->n; i++) {
        const struct score_sample *s = &l->sample[i];
        float p = chance(l->scale[s->at[l->net->terms]] * (float)s->value / 100);
        l->target[i] = s->result == NO_RESULT
                           ? p
                           : p + result_share * ((float)(s->result + 1) / 2 - p);
    }
}

/* ---- the network ---- */

/* The units of a sample: their sums become activations, and `slope` their derivatives. */
static float forward(const struct score_learner *l, const struct score_sample *s,
                     float unit[NET_HIDDEN], float slope[NET_HIDDEN])
{
    int output = s->at[l->net->terms];
    const float *out = l->weights + (l->net->inputs + output) * NET_HIDDEN;
    float sum = (float)s->lead +
                l->weights[(l->net->inputs + l->net->outputs) * NET_HIDDEN + output];
    memset(unit, 0, NET_HIDDEN * sizeof *unit);
    for (int t = 0; t < l->net->terms; t++)
        for (int u = 0; u < NET_HIDDEN; u++)
            unit[u] += l->weights[s->at[t] * NET_HIDDEN + u];
    for (int u = 0; u < NET_HIDDEN; u++) {
        float x = unit[u] > 1 ? 1 : unit[u] < -1 ? -1 : unit[u];
        slope[u] = 2 - 2 * fabsf(x);
        unit[u] = x * (2 - fabsf(x));
        sum += out[u] * unit[u];
    }
    return sum;
}

static void move_weight(struct score_learner *l, int i, float gradient, float step)
{
    float *square = &l->square[i];
    *square = memory * *square + (1 - memory) * gradient * gradient;
    l->weights[i] -= step * gradient / (sqrtf(*square) + 1e-4f);
}

static void learn_sample(struct score_learner *l, size_t i, float step)
{
    const struct score_sample *s = &l->sample[i];
    const struct score_net *net = l->net;
    float unit[NET_HIDDEN], slope[NET_HIDDEN];
    int output = s->at[net->terms], out = (net->inputs + output) * NET_HIDDEN;
    float value = forward(l, s, unit, slope);
    float error = 4 * (chance(l->scale[output] * value) - l->target[i]);
    for (int u = 0; u < NET_HIDDEN; u++) {
        slope[u] *= error * l->weights[out + u];
        move_weight(l, out + u, error * unit[u], step);
    }
    move_weight(l, (net->inputs + net->outputs) * NET_HIDDEN + output, error, step);
    for (int t = 0; t < net->terms; t++)
        for (int u = 0; u < NET_HIDDEN; u++) {
            int w = s->at[t] * NET_HIDDEN + u;
            move_weight(l, w, slope[u], step);
            l->weights[w] = l->weights[w] > l->limit    ? l->limit
                            : l->weights[w] < -l->limit ? -l->limit
                                                        : l->weights[w];
        }
}

/* ---- a round ---- */

static float uniform(struct random *random)
{
    return (float)random_below(random, 1 << 20) / (1 << 19) - 1;
}

static void learn(struct score_learner *l, uint64_t seed)
{
    struct random random = random_stream(seed, UINT64_C(1) << 40);
    int inputs = l->net->inputs * NET_HIDDEN, outputs = l->net->outputs * NET_HIDDEN;
    for (int i = 0; i < inputs + outputs; i++)
        l->weights[i] = uniform(&random) * (i < inputs ? 0.4f : 0.8f);
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
        float late = (float)(2 * sweep - SWEEPS) / SWEEPS;
        float step = late > 0 ? rate * powf(0.05f, late) : rate;
        for (size_t k = 0; k < l->n_learned; k++)
            learn_sample(l, random_below(&random, (uint32_t)l->n_learned), step);
    }
}

/* The mean squared error of the chances in the samples that were not learned. */
static double held_out_error(const struct score_learner *l, bool with_network)
{
    float unit[NET_HIDDEN], slope[NET_HIDDEN];
    double sum = 0;
    for (size_t i = l->n_learned; i < l->n; i++) {
        const struct score_sample *s = &l->sample[i];
        float scale = l->scale[s->at[l->net->terms]];
        float value = with_network ? forward(l, s, unit, slope) : (float)s->lead;
        float e = chance(scale * value) - chance(scale * (float)s->value / 100);
        sum += (double)(e * e);
    }
    return l->n > l->n_learned ? sum / (double)(l->n - l->n_learned) : 0;
}

/* As integers: inputs in units of NET_ONE, outputs and biases in NET_OUT_ONE. */
static void round_weights(const struct score_learner *l, int16_t *weights)
{
    for (int i = 0; i < score_net_weights(l->net); i++) {
        int one = i < l->net->inputs * NET_HIDDEN ? NET_ONE : NET_OUT_ONE;
        float w = rintf(l->weights[i] * (float)one);
        weights[i] = (int16_t)(w > INT16_MAX    ? INT16_MAX
                               : w < -INT16_MAX ? -INT16_MAX
                                                : w);
    }
}

/* Learns the samples of a round and writes the weights. */
static int learn_round(struct score_fit *f, int round,
                       const struct score_samples *samples, int16_t *weights)
{
    const struct score_net *net = f->rules->search.score_net;
    size_t n = (size_t)score_net_weights(net);
    struct score_learner l = {.net = net,
                              .sample = samples->sample,
                              .n = samples->n,
                              .n_learned = samples->n - samples->n / HELD_OUT,
                              .limit = (float)INT16_MAX / NET_ONE / (float)net->terms};
    l.limit -= 1.0f / NET_ONE; /* for rounding */
    l.weights = calloc(n, sizeof *l.weights);
    l.square = calloc(n, sizeof *l.square);
    l.target = malloc((samples->n + 1) * sizeof *l.target);
    int status = l.weights && l.square && l.target ? 0 : LUS_EMEMORY;
    if (status == 0) {
        set_targets(&l);
        learn(&l, f->seed + (uint64_t)round);
        round_weights(&l, weights);
        f->positions = (int64_t)l.n;
        f->error_before = held_out_error(&l, false);
        f->error = held_out_error(&l, true);
    }
    free(l.weights);
    free(l.square);
    free(l.target);
    return status;
}

int score_fit_run(struct score_fit *f, int16_t *weights)
{
    enum { ROUNDS = 2, FIRST_SHARE = 4 };
    int status = 0;
    memset(weights, 0,
           (size_t)score_net_weights(f->rules->search.score_net) * sizeof *weights);
    for (int round = 0; round < ROUNDS && status >= 0; round++) {
        struct score_samples samples = {0};
        int games = round ? f->games : (f->games + FIRST_SHARE - 1) / FIRST_SHARE;
        status = score_samples_make(f, round, games, weights, &samples);
        if (status >= 0)
            status = learn_round(f, round, &samples, weights);
        free(samples.sample);
        if (status >= 0 && f->progress)
            f->progress(f, round);
    }
    return status;
}
