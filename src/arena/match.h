/* SPDX-License-Identifier: MIT */
/* match.h - a match: two players, many games, and the result.

   Games come in pairs with the same dice, or without dice the same random opening, and
   with exchanged seats.  Pair k takes all its random numbers from stream k of the seed,
   and the tally consists of whole numbers, so the result is the same for any number of
   jobs; only the times differ, and with clocks what depends on them.  An agent with a fault
   and a player whose clock runs out lose that game; the match continues. */
#ifndef ARENA_MATCH_H
#define ARENA_MATCH_H

#include "arena/match_tally.h"
#include "arena/opening.h"
#include "player/player.h"

struct tables;

/* Stores the games of a match and knows those of an earlier run (recorder.h).  Called by
   any thread. */
struct match_recorder {
    void *arg;
    /* REQUIRED: if the pair was played before, sets both outcomes and returns true. */
    bool (*recall)(void *arg, int64_t pair, struct game_outcome game[2]);
    /* REQUIRED: stores a pair.  Returns 0; a negative error stops the match. */
    int (*record)(void *arg, int64_t pair, lus_game *const game[2],
                  const struct game_outcome outcome[2]);
};

/* Is shown the tally while the match runs, by one thread at a time. */
struct match_watcher {
    void *arg;
    void (*update)(void *arg, const struct match_tally *t); /* REQUIRED */
};

/* Processes that play pairs beside the threads of this one: the ranks of lusoria-mpi. */
struct match_run;
struct match_helpers {
    void *arg;
    /* REQUIRED: gives pairs to the helpers and adds their results (match_run.h) until no
       pair is left.  Called by the thread that called match_play.  Returns 0; a negative
       error stops the match. */
    int (*serve)(void *arg, struct match_run *run);
};

/* A match.  The caller owns everything that it points to. */
struct match {
    /* What is played: these members decide the result. */
    const lus_rules *rules;      /* REQUIRED */
    struct player_spec bot[2];   /* REQUIRED: the players */
    char name[2][PLAYER_NAME];   /* OPTIONAL: their names in reports and in the store */
    int64_t pairs;               /* REQUIRED */
    struct opening_rule opening; /* random plies at the start of each game */
    struct time_control clock;   /* OPTIONAL: zero: the games have no clocks */
    uint64_t seed;
    const struct sprt *sprt; /* OPTIONAL: ends the match as soon as it is decided */
    /* How it is run. */
    int jobs;                              /* number of threads */
    const struct match_helpers *helpers;   /* OPTIONAL */
    const struct match_recorder *recorder; /* OPTIONAL */
    const struct match_watcher *watcher;   /* OPTIONAL */
    const struct tables *tables;           /* OPTIONAL: set by match_use_tables */
    _Atomic bool *stop; /* OPTIONAL: ends the match; unfinished games are not counted */
};

enum { DEFAULT_OPENING = 4 }; /* plies, in a game without dice */

/* Plays the match.  The tally contains its first pairs in order, whichever thread
   finished first.  Returns 0 or a negative error; *t is set in both cases. */
int match_play(const struct match *m, struct match_tally *t);
/* The rule itself, or the default of the game if its number of plies is -1. */
struct opening_rule match_opening(const lus_rules *r, const struct opening_rule *given);
/* Gives the tablebases to those players that use them.  The tables must stay open. */
void match_use_tables(struct match *m, const struct tables *tables);
/* Which player of a record (0: First, 1: Second) began a game of a match.  It is the first
   one except in blockade (B1), where the side that begins, Dark, is the second. */
int match_beginner(const lus_rules *r);

#endif
