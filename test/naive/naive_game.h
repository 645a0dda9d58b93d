/* SPDX-License-Identifier: MIT */
/* What naive.c needs of a game; the functions are those of naive.h with the name of
 * the rule set alone in place of GAME:SET, "" for the default. */
#ifndef NAIVE_GAME_H
#define NAIVE_GAME_H

#include "naive.h"

struct naive_game {
    const char *name;
    int (*moves)(const char *set, const char *position, int throw, struct naive_move *out,
                 char *pass_after);
    int (*result)(const char *set, const char *position, char *result);
    int (*throws)(const char *set, int *values, int *weights);
    int (*start)(const char *set, char *position);
};

extern const struct naive_game naive_ur, naive_senet, naive_awari, naive_cave;

#endif
