/* SPDX-License-Identifier: MIT */
/* ordered_tally.h - adds the pairs of a match to its tally in their order.

   Threads finish pairs in any order.  A pair waits in a ring buffer until all pairs before
   it have been added, so the tally, and the pair at which an SPRT ends the match, do not
   depend on the number of threads:

       added 0 1 2 3 4 | 5 is missing | 6 7 . 9 wait in the ring */
#ifndef ARENA_ORDERED_TALLY_H
#define ARENA_ORDERED_TALLY_H

#include "arena/match_game.h"
#include "os/mutex.h"

/* All functions except open and close may be called by any thread. */
struct ordered_tally {
    struct mutex lock;
    const struct match *match;
    struct match_tally *sum;
    int64_t next; /* the first missing pair */
    struct waiting_pair *ring;
    int64_t cap; /* a power of two */
    int error;   /* of the recorder; 0: none */
};

/* Clears *sum, which all functions below update.  The match must stay valid. */
void ordered_tally_open(struct ordered_tally *o, const struct match *m,
                        struct match_tally *sum);
/* Frees the pairs that were not counted. */
void ordered_tally_close(struct ordered_tally *o);
/* Adds a finished pair and takes its games, which may be NULL: they are recorded when the
   pair is counted, and freed.  Returns 0, 1 if the SPRT has ended the match, LUS_EMEMORY or
   the error of the recorder. */
int ordered_tally_add_pair(struct ordered_tally *o, int64_t pair,
                           struct finished_pair *p);
/* Adds the sums of many pairs at once, in any order: only for matches without SPRT and
   without exec players. */
void ordered_tally_add_batch(struct ordered_tally *o, const struct match_tally *t);

#endif
