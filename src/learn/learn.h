/* SPDX-License-Identifier: MIT */
/* learn.h - learning the evaluation of a race game by self-play.

   Many games are played side by side.  At every ply the target value of each legal move
   is computed by a search one throw deep (all throws, the best reply to each, weighted;
   finished games exactly), and the network is moved towards these targets.  No result is
   sampled, so there is little noise, and games need not be finished.  Where a table of
   perfect play has the value of a position, it is the target instead.

   The weights depend only on the seed and the number of steps.  A step is the work of
   LEARN_ACTORS actors, each with its own games and random numbers; their gradients are
   added in a fixed order, whatever thread computed them. */
#ifndef LEARN_LEARN_H
#define LEARN_LEARN_H

#include "core/random.h"

enum { LEARN_ACTORS = 16, LEARN_GAMES = 16, LEARN_MAX_PLIES = 1000 };

struct learn_game {
    lus_pos pos;
    int32_t plies, explore; /* a random move is played with probability explore / 256 */
};

/* Plays LEARN_GAMES games and accumulates the gradient of one step. */
struct learn_actor {
    struct random random;
    struct learn_game game[LEARN_GAMES];
    float *gradient;
    double error; /* sum of the squared errors of `samples` positions */
    int64_t samples;
};

/* Sets *value, between -NET_WIN and NET_WIN, for the side about to throw; false: the exact
   value of this position is not known.  Called by several threads at a time. */
typedef bool learn_exact_fn(const void *context, const lus_pos *p, int *value);

/* The network in floating point; the weights have the order of struct net. */
struct learner {
    const lus_rules *rules;
    const struct net *shape;
    uint64_t seed;
    int64_t step;
    int n_weights;
    float *weights, *moment, *square; /* Adam: first and second moment */
    float *mean;                      /* of the weights of the last steps: the result */
    int16_t *rounded;                 /* the weights as integers */
    void *network;                    /* `rounded`, expanded (core/net.h) */
    learn_exact_fn *exact;            /* values of a table; NULL: self-play alone */
    const void *exact_context;
    float curve[NET_KNOTS + 2];
    struct learn_actor actor[LEARN_ACTORS];
};

/* A learner with random weights, to be freed with learner_free; NULL if there is no
   memory.  The rule set must have a network. */
struct learner *learner_new(const lus_rules *r, uint64_t seed);
void learner_free(struct learner *l); /* l may be NULL */

/* Called before every step, on the thread that called learner_run; returns 0 to stop. */
typedef int learn_continue(void *context, struct learner *l);
/* Runs steps on up to `threads` threads until proceed(context, l) returns 0. */
void learner_run(struct learner *l, int threads, learn_continue *proceed, void *context);

/* Writes the result, the mean weights as integers: net_weights(l->shape) of them.  The
   weights of a hidden unit whose sum could exceed an int16 are scaled down. */
void learner_result(const struct learner *l, int16_t *weights);

#endif
