/* SPDX-License-Identifier: MIT */
/* score_fit.h - learning the evaluation of a game whose score counts (search.score_net).

   The program plays against itself.  Positions of these games, some of them after one or two
   random moves, are searched; the network is moved towards

       3/4 of the winning chances that the value of the search means
     + 1/4 of the result of the game, if the position occurred in it

   where the chances are 1 / (1 + exp(-k x value)), k fitted to the results for every output
   layer.  The first round starts with an evaluation of the score alone; the second one searches
   with the network of the first.  Each game has a random stream of its own and the samples are
   learned in a fixed order: the weights depend on the seed, not on the number of threads. */
#ifndef LEARN_SCORE_FIT_H
#define LEARN_SCORE_FIT_H

#include "core/rules.h"

struct score_fit {
    /* Set by the caller: */
    const lus_rules *rules; /* with search.score_net */
    uint64_t seed;
    int games;   /* of the last round; the first one plays a quarter */
    int depth;   /* of the searches that give the values */
    int threads; /* of self-play */
    void (*progress)(const struct score_fit *f, int round); /* after each; may be NULL */
    /* Set by score_fit_run for the last round: */
    int64_t positions;
    double error_before,
        error; /* mean squared error of the chances in games that were not
                                    learned: the score alone, and the network */
};

/* Plays and learns; writes score_net_weights() numbers to `weights`.  Returns 0 or a negative
   error: LUS_EMEMORY, or that of a search. */
int score_fit_run(struct score_fit *f, int16_t *weights);

#endif
