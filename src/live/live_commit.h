/* SPDX-License-Identifier: MIT */
/* live_commit.h - the store of a server with many threads.

   SQLite has one connection, and changes of several requests are committed together:

       request A   enter  change  leave: waits ------------------+
       request B          enter  change  leave: waits -----------+--> one COMMIT, all continue
       request C                 enter  change  leave: COMMIT ---+

   A commit waits for the disk (3.4 ms on the machine of doc/scale.md), so one commit for each
   request would allow 300 requests per second.  The last thread that is about to use the
   store commits for all; there are as many requests in a batch as threads at most.

   PostgreSQL does this by itself: here each request has a connection of its own while it uses
   the store.  A connection that was lost fails at once, until commit_repair has made a new one,
   so no thread that answers requests waits for a database that is away. */
#ifndef LIVE_LIVE_COMMIT_H
#define LIVE_LIVE_COMMIT_H

#include <stdint.h>
#include "os/mutex.h"
#include "store/store.h"

/* Five servers, each with one connection more to listen, fit into the 100 that PostgreSQL allows
   by default.  With 8, one server was a third slower: most of the time they wait for the disk. */
enum { COMMIT_CONNECTIONS = 16 };

struct commit_batch;

enum commit_state {
    COMMIT_FREE,
    COMMIT_TAKEN,
    COMMIT_LOST,     /* every use fails */
    COMMIT_REPAIRING /* is connected again */
};

struct live_commit {
    struct mutex lock;
    struct condition committed; /* a batch, or a connection is free */
    struct store *store[COMMIT_CONNECTIONS];
    enum commit_state state[COMMIT_CONNECTIONS]; /* not used by SQLite */
    int n;                                       /* connections; 0: not open */
    bool shared;                                 /* store_is_shared */
    _Atomic int entering;                        /* threads that wait for the lock */
    struct commit_batch *batch; /* what is not committed yet; NULL: nothing */
    _Atomic int64_t commits, changes, reconnects; /* for the operator */
    _Atomic bool failed;                          /* the last commit has failed */
};

/* Opens the store for a server.  Returns as store_open; `why` says what is wrong. */
int commit_open(struct live_commit *c, const char *path, char why[], size_t size);
void commit_close(struct live_commit *c);
/* Waits for a connection and takes it. */
struct store *commit_enter(struct live_commit *c);
/* Gives the connection to the next thread, and returns when everything that this thread has
   seen or changed is on the disk.  Returns 0, or as store_group_commit; then nothing of the
   batch was stored. */
int commit_leave(struct live_commit *c, struct store *s);
/* Connects lost connections again, until one fails. */
void commit_repair(struct live_commit *c);

#endif
