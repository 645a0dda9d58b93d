/* SPDX-License-Identifier: MIT */
/* rollout.h - estimates the value of a position by playing many games from it.

   Both sides play the best move of a search of fixed depth.  Variance reduction: the luck
   of throw t in position p, with weights w of sum W, is

       luck(p, t) = value(p, t) - sum over k of w(k) value(p, k) / W

   The mean luck of the throws is exactly 0, since values are integers and so is W x luck.
   So the result of a game minus the luck of its throws has the same mean as the result,
   however good the values are; the better they are, the smaller is its variance.

   Stratified sampling: a batch of W x W games contains every pair of first two throws as
   often as it occurs, and the standard error is that within the pairs.  Common random
   numbers: game i has its own random stream and the same throws after every move that is
   compared.  The result does not depend on the number of threads. */
#ifndef ANALYSE_ROLLOUT_H
#define ANALYSE_ROLLOUT_H

#include <stdatomic.h>
#include "search/search.h"

enum {
    ROLLOUT_GAMES = 4096,
    ROLLOUT_MAX_GAMES = 1 << 20,
    ROLLOUT_MAX_DEPTH = 6,
    ROLLOUT_MAX_PLIES = 20000, /* longer games are truncated */
};

struct rollout;

struct rollout_limits {
    int games;    /* at most, for each move; rounded up to at least two whole batches */
    double error; /* stop when every standard error is at most this; 0: never */
    uint64_t seed;
    int threads;  /* 0: one */
    int depth;    /* of the players; 0: one */
    int truncate; /* plies after which the players' evaluation is the result; 0: none */
    double (*now_ms)(void); /* OPTIONAL: for time_ms */
    /* OPTIONAL: called after every round, by the calling thread. */
    void (*progress)(const struct rollout *so_far, void *arg);
    void *arg;
};

/* A chance to win, or the difference of two, with its standard error. */
struct estimate {
    double mean, error;
};

struct rollout_move {
    lus_move move;
    struct estimate win;        /* of the side to move at the root */
    struct estimate unadjusted; /* of the same games, luck not subtracted */
    struct estimate loss; /* against the best move, with the same throws; 0 for it */
    double plies;         /* mean length of a game */
    double truncated;     /* share of the games that were truncated */
};

struct rollout {
    const lus_rules *rules;
    lus_pos pos;
    int throw; /* LUS_ANY_THROW: before the throw; move[0] is then the position itself */
    struct rollout_limits limits;
    int games, batch; /* played for each move; size of a batch */
    bool by_error;    /* stopped because the standard error was reached */
    int n;            /* number of moves, best first */
    struct rollout_move move[LUS_MAX_MOVES];
    double time_ms;
};

/* Sets *out, which the caller frees, and returns 0.  LUS_ESTATE: the game has no dice or
   is over; LUS_ERANGE: a limit or the throw is out of range; LUS_EMEMORY. */
int rollout_run(const lus_rules *r, const lus_pos *p, int throw,
                const struct rollout_limits *limits, struct rollout **out);

#define ROLLOUT_95 1.96 /* half width of a 95 % interval in standard errors */

/* The variance of unadjusted results divided by that of adjusted ones; 0 if both are 0. */
double rollout_variance_ratio(const struct rollout_move *m);

struct shallow_search;
/* W times the luck of a throw for the side that throws, and its best move. */
int64_t rollout_luck(struct shallow_search *g, const lus_rules *r, const lus_pos *p,
                     int throw, lus_move *best);

#endif
