/* SPDX-License-Identifier: MIT */
/* naive_game.h - what naive.c needs of a game: the functions of naive.h, with the name of
   the rule set ("" for the default) in place of GAME:SET.

   test/naive/naive_GAME.c defines `const struct naive_game naive_GAME` for each
   GAME(GAME) of src/core/games.def. */
#ifndef NAIVE_GAME_H
#define NAIVE_GAME_H

#include "naive.h"

struct naive_game {
    /* REQUIRED. */
    int (*moves)(const char *set, const char *position, int throw, struct naive_move *out,
                 char *pass_after);
    int (*result)(const char *set, const char *position, char *result);
    int (*throws)(const char *set, int *values, int *weights);
    int (*start)(const char *set, char *position);
    /* REQUIRED for a dice game with `summarise` (core/rules.h). */
    uint64_t (*pieces)(const char *set, const char *position, char side);
    /* REQUIRED for dice games and for games that count stones. */
    int (*score)(const char *set, const char *position, char side);
    /* REQUIRED for a game with `square_info`. */
    struct naive_square (*square)(const char *set, int square);
    /* REQUIRED for a game with `special_effect`; `special` is "" at first. */
    void (*special)(const char *set, const char *position, const struct naive_move *move,
                    char *special);
};

/* The reference rules of "GAME:SET" or "GAME"; NULL if they are not written. */
const struct naive_game *naive_find(const char *rules);

#endif
