/* SPDX-License-Identifier: MIT */
/* live_commit.c - see live_commit.h.  A thread that only reads waits, too, if it may have seen
   changes that are not committed. */
#include "live/live_commit.h"
#include <stdio.h>
#include <stdlib.h>
#include "store/store_shared.h"

/* The requests of one transaction; the last one that has seen the result frees it. */
struct commit_batch {
    int users;
    bool done;
    int status;
};

/* ---- opening ---- */

/* Opens the next connection. */
static int add_connection(struct live_commit *c, const char *path, char why[],
                          size_t size)
{
    struct store *s;
    int status = store_open(&s, path, STORE_WRITE);
    if (status == 0)
        status = store_serve(s);
    if (status < 0) {
        snprintf(why, size, "%s", store_error(s));
        store_close(s);
        return status;
    }
    store_group(s);
    c->store[c->n++] = s;
    return 0;
}

int commit_open(struct live_commit *c, const char *path, char why[], size_t size)
{
    *c = (struct live_commit){.n = 0};
    mutex_init(&c->lock);
    condition_init(&c->committed);
    int status = add_connection(c, path, why, size);
    c->shared = status == 0 && store_is_shared(c->store[0]);
    while (status == 0 && c->shared && c->n < COMMIT_CONNECTIONS)
        status = add_connection(c, path, why, size);
    return status;
}

void commit_close(struct live_commit *c)
{
    while (c->n > 0)
        store_close(c->store[--c->n]);
    condition_destroy(&c->committed);
    mutex_destroy(&c->lock);
}

/* ---- one connection for all ---- */

/* Commits for all users of the batch; with the lock. */
static void commit_batch(struct live_commit *c, struct commit_batch *b)
{
    b->status = store_group_commit(c->store[0]);
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
    int status = store_group_commit(c->store[0]);
    c->failed = status < 0;
    mutex_unlock(&c->lock);
    return status;
}

static int leave_batch(struct live_commit *c)
{
    if (!store_group_is_open(c->store[0])) {
        mutex_unlock(&c->lock);
        return 0;
    }
    if (!c->batch && !(c->batch = calloc(1, sizeof *c->batch)))
        return commit_alone(c);
    struct commit_batch *b = c->batch;
    b->users++;
    while (!b->done)
        if (c->entering == 0)
            commit_batch(c, b);
        else
            condition_wait(&c->committed, &c->lock);
    int status = b->status;
    if (--b->users == 0)
        free(b);
    mutex_unlock(&c->lock);
    return status;
}

/* ---- a connection for each ---- */

/* With the lock.  -1: there is none. */
static int find_state(const struct live_commit *c, enum commit_state state)
{
    for (int i = 0; i < c->n; i++)
        if (c->state[i] == state)
            return i;
    return -1;
}

/* With the lock.  A free connection, or a lost one if no other will be free soon; -1: wait. */
static int find_connection(const struct live_commit *c)
{
    int at = find_state(c, COMMIT_FREE);
    return at < 0 && find_state(c, COMMIT_TAKEN) < 0 ? find_state(c, COMMIT_LOST) : at;
}

static struct store *take_connection(struct live_commit *c)
{
    mutex_lock(&c->lock);
    int at = find_connection(c);
    while (at < 0) {
        condition_wait(&c->committed, &c->lock);
        at = find_connection(c);
    }
    c->state[at] = COMMIT_TAKEN;
    mutex_unlock(&c->lock);
    return c->store[at];
}

static void return_connection(struct live_commit *c, struct store *s)
{
    bool lost = store_is_lost(s);
    mutex_lock(&c->lock);
    for (int i = 0; i < c->n; i++)
        if (c->store[i] == s)
            c->state[i] = lost ? COMMIT_LOST : COMMIT_FREE;
    condition_signal(&c->committed);
    mutex_unlock(&c->lock);
}

static int leave_connection(struct live_commit *c, struct store *s)
{
    int status = 0;
    if (store_group_is_open(s)) {
        status = store_group_commit(s);
        c->failed = status == LUS_EFILE;
        c->commits++;
        c->changes++;
    }
    return_connection(c, s);
    return status;
}

/* Takes a connection that is lost, also one whose end was not noticed yet. */
static int take_lost(struct live_commit *c)
{
    mutex_lock(&c->lock);
    int at = find_state(c, COMMIT_LOST);
    for (int i = 0; i < c->n && at < 0; i++)
        if (c->state[i] == COMMIT_FREE && store_is_lost(c->store[i]))
            at = i;
    if (at >= 0)
        c->state[at] = COMMIT_REPAIRING;
    mutex_unlock(&c->lock);
    return at;
}

void commit_repair(struct live_commit *c)
{
    int at, status = 0;
    while (c->shared && status == 0 && (at = take_lost(c)) >= 0) {
        status = store_reconnect(c->store[at]);
        c->reconnects += status == 0;
        return_connection(c, c->store[at]);
    }
}

/* ---- both ---- */

struct store *commit_enter(struct live_commit *c)
{
    if (c->shared)
        return take_connection(c);
    c->entering++;
    mutex_lock(&c->lock);
    c->entering--;
    return c->store[0];
}

int commit_leave(struct live_commit *c, struct store *s)
{
    return c->shared ? leave_connection(c, s) : leave_batch(c);
}
