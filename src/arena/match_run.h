/* SPDX-License-Identifier: MIT */
/* match_run.h - a match while it is played: pairs are taken, played anywhere, and added.

       threads of this process   take 1 pair,   play it,  add it          match.c
       ranks of lusoria-mpi      take a block,  send it,  add its results mpi/mpi_match.c

   The tally counts the pairs in their order (ordered_tally.h), so where and when a pair was
   played does not change the result. */
#ifndef ARENA_MATCH_RUN_H
#define ARENA_MATCH_RUN_H

#include "arena/match_game.h"

struct match_run;

/* The pairs from .. from + n - 1. */
struct pair_block {
    int64_t from, n;
};

/* All functions may be called by any thread. */
const struct match *match_run_match(const struct match_run *run);
/* Takes the next pairs that have to be played, at most `most`; pairs that the recorder
   recalls are counted and skipped.  Every pair is taken once.  False: there are none left,
   or the match is decided, stopped or has failed. */
bool match_run_take(struct match_run *run, int64_t most, struct pair_block *b);
/* The number of pairs that were not taken yet. */
int64_t match_run_left(struct match_run *run);
/* Adds a pair that was taken and frees its games, which are needed if the match has a
   recorder.  An error ends the match. */
void match_run_add_pair(struct match_run *run, int64_t pair, struct finished_pair *p);
/* Adds the sums of a block; only if match_in_batches. */
void match_run_add_batch(struct match_run *run, const struct match_tally *t);
/* Ends the match unless `status` is 0.  match_play returns the first negative one. */
void match_run_end(struct match_run *run, int status);

/* Whether the games can be played in batches: both players are random and have no clocks,
   all openings have the same length and any value, games are not recorded, and no sequential
   test looks at every pair. */
bool match_in_batches(const struct match *m);
/* Plays the pairs of a block of such a match and sets their sums. */
void match_play_batch(const struct match *m, const struct pair_block *b,
                      struct match_tally *t);

#endif
