/* SPDX-License-Identifier: MIT */
/* score_fit_internal.h - samples of self-play, made by score_samples.c and learned by
   score_fit.c: see score_fit.h. */
#ifndef LEARN_SCORE_FIT_INTERNAL_H
#define LEARN_SCORE_FIT_INTERNAL_H

#include "learn/score_fit.h"

enum {
    SCORE_MAX_TERMS = 16,
    NO_RESULT = 2,        /* the position did not occur in the game */
    DECIDED_VALUE = 2000, /* of a won game, in hundredths of a point */
};

struct score_sample {
    uint16_t at[SCORE_MAX_TERMS]; /* the rows of its inputs, then its output layer */
    int16_t lead;                 /* points of the side to move more than the enemy's */
    int16_t value;                /* of the search, in hundredths of a point */
    int8_t result;                /* -1, 0, 1, NO_RESULT */
};

struct score_samples {
    size_t n;
    struct score_sample *sample; /* to be freed by the caller */
};

/* Plays `games` games of a round and searches their positions with the evaluation `weights`.
   Returns 0 or a negative error. */
int score_samples_make(const struct score_fit *f, int round, int games,
                       const int16_t *weights, struct score_samples *out);

#endif
