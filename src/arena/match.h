/* SPDX-License-Identifier: MIT */
/* match.h - two players, many games, and what came of them.

   Games come in pairs: the same dice, or without dice the same random opening,
   with the seats changed.  Pair k draws all its chance from stream k of the seed,
   and a tally is made of whole numbers, so the result is the same for any number
   of jobs; only the times differ.  An agent with a fault loses that game; the match
   goes on. */
#ifndef ARENA_MATCH_H
#define ARENA_MATCH_H

#include "arena/bot.h"

struct match {
    const lus_rules *rules;
    struct bot bot[2];
    int64_t pairs;
    int opening; /* random plies before the players take over */
    int jobs;
    uint64_t seed;
};

enum { DEFAULT_OPENING = 4 }; /* of a game without dice */

struct tally {
    uint64_t pairs[5];    /* by the half points of the first player: see rate.h */
    uint64_t games[2][3]; /* [he began][lost, drawn, won] */
    uint64_t plies;
    uint64_t moves[2]; /* decisions of each player */
    double time_ms[2]; /* and what they took */
    /* Games an exec player lost by a fault, by its kind, and what it said in the first of
       them: the pair counts, so that it does not depend on the jobs. */
    uint64_t faults[2][AGENT_FAULTS];
    struct last_words {
        int64_t pair;
        char said[AGENT_SAID];
    } last[2];
};

int match_run(const struct match *m, struct tally *t);

#endif
