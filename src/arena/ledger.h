/* SPDX-License-Identifier: MIT */
/* ledger.h - the pairs of a match, counted in their order.

   Threads bring pairs as they finish them; a pair waits here until all before it have
   come, so that the count, and the moment an SPRT ends the match, do not depend on the
   number of threads:

       counted 0 1 2 3 4 | 5 is missing | 6 7 . 9 wait in a ring */
#ifndef ARENA_LEDGER_H
#define ARENA_LEDGER_H

#include <pthread.h>
#include "arena/match.h"

struct ledger {
    pthread_mutex_t lock;
    const struct match *match;
    struct tally *sum;
    int64_t next; /* the first pair that is missing */
    struct waiting *ring;
    int64_t cap; /* a power of two */
};

void ledger_open(struct ledger *l, const struct match *m, struct tally *sum);
void ledger_close(struct ledger *l);
/* 1: the match is decided, no more pairs are needed; LUS_EMEMORY. */
int ledger_pair(struct ledger *l, int64_t pair, const struct outcome game[2]);
/* Whole numbers of many pairs at once, in any order: no SPRT. */
void ledger_add(struct ledger *l, const struct tally *t);
void tally_count(struct tally *t, const struct outcome game[2]);

#endif
