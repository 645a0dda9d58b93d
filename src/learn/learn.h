/* SPDX-License-Identifier: MIT */
/* learn.h - learning the evaluation of a race game from its own play.

   Games are played side by side.  In every ply each legal move's position is
   given its value one throw deeper (every throw, its best reply, weighted, the
   end of the game exactly), and the network is moved towards these values.  No
   outcome is ever sampled, so there is little noise and no need of full games.

   What is computed depends on the seed and the number of steps alone: a step is
   SHARDS pieces of work, each with games and random numbers of its own, and
   their gradients are added in the order of the shards by whichever threads. */
#ifndef LEARN_LEARN_H
#define LEARN_LEARN_H

#include "core/random.h"

enum { LEARN_SHARDS = 16, LEARN_GAMES = 16, LEARN_MAX_PLIES = 1000 };

struct float_row {
    float unit[NET_HIDDEN];
};

struct learn_game {
    lus_pos pos;
    int32_t plies, explore; /* of 256: how often a move is drawn by lot */
};

struct shard {
    struct random random;
    struct learn_game game[LEARN_GAMES];
    float *gradient;
    double error; /* squared, summed over `samples` */
    int64_t samples;
};

/* The network in floating point; the same layout of weights as struct net. */
struct learner {
    const lus_rules *rules;
    const struct net *shape;
    uint64_t seed;
    int64_t step;
    int n_weights;
    float *weights, *moment, *square, *mean; /* mean: of the last steps, the result */
    int16_t *rounded;
    void *rows; /* of the rounded weights, see net.h */
    float curve[NET_KNOTS + 2];
    struct shard shard[LEARN_SHARDS];
};

/* One instance a rule set; NULL where there is no network (see core/hot.h). */
typedef void learn_fn(const struct learner *l, struct shard *s);

/* NULL: out of memory.  The rule set must have a network. */
struct learner *learner_new(const lus_rules *r, uint64_t seed);
void learner_free(struct learner *l);

/* Called before every step by the one thread that owns the learner; 0 stops. */
typedef int learn_more(void *context, struct learner *l);
/* Works with as many threads as can be had, up to `threads`. */
void learner_run(struct learner *l, int threads, learn_more *more, void *context);

/* The largest sum, of either sign, that any position gives a hidden unit. */
int net_reach(const struct net *n, int unit);

/* What was learned, the mean weights as whole numbers: net_weights() of them.  A
   hidden unit that some position could drive beyond an int16 is scaled down. */
void learner_result(const struct learner *l, int16_t *weights);

/* Reads or writes the whole state, by a temporary file and a rename. Loading fails
   with LUS_EFILE and changes nothing if the file is not of this rule set and seed;
   LUS_ESTATE: there is no file. */
int learner_save(struct learner *l, const char *path);
int learner_load(struct learner *l, const char *path);

#endif
