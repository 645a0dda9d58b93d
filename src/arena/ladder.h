/* SPDX-License-Identifier: MIT */
/* ladder.h - the strength of many players from all their games: Bradley and Terry.

   Player i scores p = 1 / (1 + 10^((r_j - r_i) / 400)) a game against player j; the
   ratings that make the results likeliest are found by Newton's method.  A draw is half
   a win.  Each two who met get one drawn game more, so that who won every game is not
   infinitely strong.

   The errors are those of a "sandwich": they come from how far the samples are from what
   was expected, not from a coin's variance.  A sample is a pair of games with the same
   dice, or a game of no pair; so draws, and pairs that share their luck, count as what
   they are.

   Ratings are known up to a constant: the mean of a group (players linked by games) is
   0, unless some of its ratings are given (anchors).  Groups cannot be compared. */
#ifndef ARENA_LADDER_H
#define ARENA_LADDER_H

#include <stdbool.h>
#include <stdint.h>

struct ladder;

struct standing {
    double elo, error; /* 95 %: elo - error to elo + error; 0 for an anchor */
    double points;     /* of his games, those against himself left out */
    int64_t games;
    int group; /* from 0 */
    bool anchored;
};

struct ladder *ladder_new(int players); /* NULL: out of memory */
void ladder_free(struct ladder *l);
/* `times` samples of so many games, in which the first scored so many points. */
void ladder_add(struct ladder *l, int first, int second, double points, int games,
                uint64_t times);
/* The pairs of a match by their half points, as in rate.h. */
void ladder_add_pairs(struct ladder *l, int first, int second, const uint64_t pairs[5]);
void ladder_anchor(struct ladder *l, int player, double elo);
/* One standing a player; LUS_EMEMORY. */
int ladder_fit(const struct ladder *l, struct standing *out);

#endif
