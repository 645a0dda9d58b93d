/* SPDX-License-Identifier: MIT */
/* rollout.h - what a position is worth, by playing it out many times with the dice.

   Both sides play the best move of a search of fixed depth.  What the dice give a side
   is known at every throw t of a position p:

       luck(p, t) = value(p, t) - sum over k of w(k) value(p, k) / W

   Its mean over the throws is 0, exactly: values are whole numbers, and W luck is one.
   So the result of a game minus all luck of its throws has the same mean as the result
   alone, whatever the values are worth; the better they are, the less it varies.

   The first two throws are not drawn: a batch of W x W games has every pair as often as
   it comes, and the standard error is that of the spread within each pair.  Game i has
   a stream of its own and meets the same throws after every move that is compared, so
   nothing depends on the threads, and moves differ by less than their errors say. */
#ifndef ANALYSE_ROLLOUT_H
#define ANALYSE_ROLLOUT_H

#include <stdatomic.h>
#include "search/search.h"

enum {
    ROLLOUT_GAMES = 4096,
    ROLLOUT_MAX_GAMES = 1 << 20,
    ROLLOUT_MAX_DEPTH = 6,
    ROLLOUT_MAX_PLIES = 20000, /* a longer game is cut off there */
};

struct rollout;

struct rollout_limits {
    int games;    /* at most, a move; rounded up to batches, at least two of them */
    double error; /* stops at this standard error of every chance; 0: never */
    uint64_t seed;
    int threads;  /* 0: one */
    int depth;    /* of the players; 0: one */
    int truncate; /* plies after which a game is worth what its players think; 0: none */
    double (*now_ms)(void); /* may be NULL */
    /* After every round, from the calling thread; may be NULL. */
    void (*progress)(const struct rollout *so_far, void *arg);
    void *arg;
};

/* A chance to win, or the difference of two, with its standard error. */
struct estimate {
    double mean, error;
};

struct rollout_move {
    lus_move move;
    struct estimate win;    /* of the side to move at the root */
    struct estimate plain;  /* of the same games without luck taken off */
    struct estimate behind; /* the best move's chance is that much higher, with the same
                               throws; both 0 for the best */
    double plies;           /* mean length of a game */
    double cut;             /* share of the games that were truncated */
};

struct rollout {
    const lus_rules *rules;
    lus_pos pos;
    int throw; /* LUS_ANY_THROW: none made, and move[0] is no move but the position */
    struct rollout_limits limits;
    int games, batch; /* played, a move; games of a batch */
    bool by_error;    /* the standard error stopped it */
    int n;            /* moves, best first; equal ones as listed */
    struct rollout_move move[LUS_MAX_MOVES];
    double time_ms;
};

/* Fills *out, to be freed.  LUS_ESTATE: no dice, or the game is over; LUS_ERANGE: a
   limit is. */
int rollout_run(const lus_rules *r, const lus_pos *p, int throw,
                const struct rollout_limits *limits, struct rollout **out);

#define ROLLOUT_95 1.96 /* standard errors either side of a 95 % interval */

/* How many times plain playouts vary more; 0 where nothing varies. */
double rollout_gain(const struct rollout_move *m);

struct shallow_search;
/* W times the luck of a throw for the side that throws it, and its best move. */
int64_t rollout_luck(struct shallow_search *g, const lus_rules *r, const lus_pos *p,
                     int throw, lus_move *best);

#endif
