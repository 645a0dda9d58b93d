/* SPDX-License-Identifier: MIT */
/* live_commit.c - see live_commit.h.  A thread that only reads waits, too, if it may have seen
   changes that are not committed. */
#include "live/live_commit.h"
#include <stdlib.h>

/* The requests of one transaction; the last one that has seen the result frees it. */
struct commit_batch {
    int users;
    bool done;
    int status;
};

void commit_init(struct live_commit *c, struct store *store)
{
    *c = (struct live_commit){.store = store};
    mutex_init(&c->lock);
    condition_init(&c->committed);
}

void commit_destroy(struct live_commit *c)
{
    condition_destroy(&c->committed);
    mutex_destroy(&c->lock);
}

void commit_enter(struct live_commit *c)
{
    c->entering++;
    mutex_lock(&c->lock);
    c->entering--;
}

/* Commits for all users of the batch; with the lock. */
static void commit(struct live_commit *c, struct commit_batch *b)
{
    b->status = store_group_commit(c->store);
    b->done = true;
    c->batch = NULL;
    c->failed = b->status < 0;
    c->commits++;
    c->changes += b->users;
    condition_broadcast(&c->committed);
}

/* Without memory for a batch the changes are committed at once. */
static int commit_alone(struct live_commit *c)
{
    int status = store_group_commit(c->store);
    c->failed = status < 0;
    mutex_unlock(&c->lock);
    return status;
}

int commit_leave(struct live_commit *c)
{
    if (!store_group_is_open(c->store)) {
        mutex_unlock(&c->lock);
        return 0;
    }
    if (!c->batch && !(c->batch = calloc(1, sizeof *c->batch)))
        return commit_alone(c);
    struct commit_batch *b = c->batch;
    b->users++;
    while (!b->done)
        if (c->entering == 0)
            commit(c, b);
        else
            condition_wait(&c->committed, &c->lock);
    int status = b->status;
    if (--b->users == 0)
        free(b);
    mutex_unlock(&c->lock);
    return status;
}
