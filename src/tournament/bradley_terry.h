/* SPDX-License-Identifier: MIT */
/* bradley_terry.h - Elo ratings of many players from all their games (Bradley-Terry).

   Player i is expected to score p = 1 / (1 + 10^((r_j - r_i) / 400)) in a game against
   player j.  The ratings with the maximum likelihood are found by Newton's method.  A
   draw counts as half a win.  For each two players who met, one drawn game is added, so
   that the rating of a player who won every game stays finite.

   The errors come from a sandwich estimator: from the observed spread of the samples, not
   from the variance of a coin.  A sample is a pair of games with the same dice, or a
   single game.  Draws, and pairs that share their luck, are therefore weighted correctly.

   Ratings are determined up to a constant.  In each group of players who are connected by
   games the mean is 0, unless ratings in the group are given (anchors).  Ratings of
   different groups cannot be compared. */
#ifndef TOURNAMENT_BRADLEY_TERRY_H
#define TOURNAMENT_BRADLEY_TERRY_H

#include <stdbool.h>
#include <stdint.h>

/* A model and its samples; not thread-safe. */
struct bradley_terry;

struct rating {
    double elo, error; /* 95 % interval: elo - error to elo + error; anchors: error 0 */
    double points;     /* scored; games against oneself are not counted */
    int64_t games;
    int group; /* from 0 */
    bool anchored;
};

/* A model without games, freed by bradley_terry_free.  NULL: out of memory. */
struct bradley_terry *bradley_terry_new(int players);
/* NULL is allowed. */
void bradley_terry_free(struct bradley_terry *b);
/* Adds `times` samples of `games` games each, in which `first` scored `points`.  Samples
   of a player against itself and samples without games are ignored. */
void bradley_terry_add(struct bradley_terry *b, int first, int second, double points,
                       int games, uint64_t times);
/* Adds the pairs of a match, counted by the half points of `first` (elo.h). */
void bradley_terry_add_pairs(struct bradley_terry *b, int first, int second,
                             const uint64_t pairs[5]);
/* Fixes the rating of a player. */
void bradley_terry_anchor(struct bradley_terry *b, int player, double elo);
/* Writes one rating for each player to `out`.  Returns 0 or LUS_EMEMORY. */
int bradley_terry_fit(const struct bradley_terry *b, struct rating *out);

#endif
