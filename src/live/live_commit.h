/* SPDX-License-Identifier: MIT */
/* live_commit.h - the store of a server with many threads: changes of several requests are
   committed together.

       request A   enter  change  leave: waits ------------------+
       request B          enter  change  leave: waits -----------+--> one COMMIT, all continue
       request C                 enter  change  leave: COMMIT ---+

   A commit waits for the disk (3.4 ms on the machine of doc/scale.md), so one commit for each
   request would allow 300 requests per second.  The last thread that is about to use the
   store commits for all; there are as many requests in a batch as threads at most. */
#ifndef LIVE_LIVE_COMMIT_H
#define LIVE_LIVE_COMMIT_H

#include <stdint.h>
#include "os/mutex.h"
#include "store/store.h"

struct commit_batch;

struct live_commit {
    struct mutex lock;
    struct condition committed;
    struct store *store;        /* of the caller; only used between enter and leave */
    _Atomic int entering;       /* threads that wait for the lock */
    struct commit_batch *batch; /* what is not committed yet; NULL: nothing */
    _Atomic int64_t commits, changes; /* for the operator */
    _Atomic bool failed;              /* the last commit has failed */
};

/* The store must be open and grouped (store_group). */
void commit_init(struct live_commit *c, struct store *store);
void commit_destroy(struct live_commit *c);
/* Waits for the store and takes it. */
void commit_enter(struct live_commit *c);
/* Gives the store to the next thread, and returns when everything that this thread has seen or
   changed is on the disk.  Returns 0 or LUS_EFILE: then nothing of the batch was stored. */
int commit_leave(struct live_commit *c);

#endif
