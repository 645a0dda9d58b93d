/* SPDX-License-Identifier: MIT */
/* match.h - two players, many games, and what came of them.

   Games come in pairs: the same dice, or without dice the same random opening,
   with the seats changed.  Pair k draws all its chance from stream k of the seed,
   and a tally is made of whole numbers, so the result is the same for any number
   of jobs; only the times differ.  An agent with a fault loses that game; the match
   goes on. */
#ifndef ARENA_MATCH_H
#define ARENA_MATCH_H

#include "arena/player.h"
#include "arena/sprt.h"

struct tally;

/* A game that was played; both arrays are of the two bots. */
struct outcome {
    int points; /* of bot 0: 0, 1 or 2 */
    int plies;
    int moves[2];      /* decisions, */
    double time_ms[2]; /* and what they took */
    enum agent_fault fault;
    int at_fault; /* the bot whose fault it is */
    char said[AGENT_SAID];
};

/* Who keeps the games of a match, and knows those of an earlier run.  Called by any
   thread. */
struct keeper {
    void *arg;
    /* Whether the pair was played before; then both its games. */
    bool (*recall)(void *arg, int64_t pair, struct outcome game[2]);
    /* A negative number stops the match. */
    int (*keep)(void *arg, int64_t pair, lus_game *const game[2],
                const struct outcome outcome[2]);
};

/* Who looks on: how the match stands, from one thread at a time. */
struct watcher {
    void *arg;
    void (*watch)(void *arg, const struct tally *t);
};

struct match {
    const lus_rules *rules;
    struct player_spec bot[2];
    int64_t pairs;
    int opening; /* random plies before the players take over */
    int jobs;
    uint64_t seed;
    const struct sprt *sprt;     /* stops the match as soon as it knows; NULL: none */
    const struct keeper *keeper; /* NULL: none */
    const struct watcher *watcher;
    _Atomic bool *stop; /* set from anywhere: games under way do not count; NULL: none */
};

enum { DEFAULT_OPENING = 4 }; /* of a game without dice */

/* Pairs are counted in their order: the first n of them, whoever was ready first. */
struct tally {
    uint64_t pairs[5];    /* by the half points of the first player: see rate.h */
    uint64_t games[2][3]; /* [he began][lost, drawn, won] */
    uint64_t plies;
    uint64_t moves[2]; /* decisions of each player */
    double time_ms[2]; /* and what they took */
    /* Games an exec player lost by a fault, by its kind, and what it said in the first of
       them. */
    uint64_t faults[2][AGENT_FAULTS];
    char said[2][AGENT_SAID];
    enum sprt_verdict verdict;
};

int64_t tally_pairs(const struct tally *t);
int match_run(const struct match *m, struct tally *t);
/* The player, 0 or 1, of a record of such a game who began it: its first, but for
   blockade (B1), whose Dark is the second here. */
int match_beginner(const lus_rules *r);

#endif
