/* SPDX-License-Identifier: MIT */
/* id_queue.c - see id_queue.h.  The queue is short, so ids are found by a linear
   search. */
#include "live/id_queue.h"
#include <string.h>

void id_queue_init(struct id_queue *q)
{
    q->first = q->n = 0;
    q->closed = false;
    memset(q->busy, 0, sizeof q->busy);
    mutex_init(&q->lock);
    condition_init(&q->changed);
}

void id_queue_destroy(struct id_queue *q)
{
    condition_destroy(&q->changed);
    mutex_destroy(&q->lock);
}

/* Called with the lock. */
static bool is_queued(const struct id_queue *q, const char *id)
{
    for (int i = 0; i < q->n; i++)
        if (!strcmp(q->id[(q->first + i) % ID_QUEUE_MAX], id))
            return true;
    return false;
}

/* The thread that works on an id; NULL: none does.  Called with the lock. */
static struct busy_id *busy_with(struct id_queue *q, const char *id)
{
    for (int i = 0; i < ID_QUEUE_THREADS; i++)
        if (!strcmp(q->busy[i].id, id))
            return &q->busy[i];
    return NULL;
}

/* Called with the lock. */
static bool append(struct id_queue *q, const char *id)
{
    bool queued = is_queued(q, id), added = !queued && q->n < ID_QUEUE_MAX;
    if (added) {
        memcpy(q->id[(q->first + q->n) % ID_QUEUE_MAX], id, LIVE_ID);
        q->n++;
        condition_signal(&q->changed);
    }
    return queued || added;
}

bool id_queue_put(struct id_queue *q, const char *id)
{
    mutex_lock(&q->lock);
    struct busy_id *busy = busy_with(q, id);
    if (busy)
        busy->again = true;
    bool put = busy || append(q, id);
    mutex_unlock(&q->lock);
    return put;
}

void id_queue_done(struct id_queue *q, int thread)
{
    struct busy_id *busy = &q->busy[thread];
    char id[LIVE_ID];
    mutex_lock(&q->lock);
    bool again = busy->again;
    memcpy(id, busy->id, LIVE_ID);
    *busy = (struct busy_id){0};
    if (again)
        append(q, id);
    mutex_unlock(&q->lock);
}

bool id_queue_has_room(struct id_queue *q)
{
    return id_queue_length(q) < ID_QUEUE_MAX;
}

bool id_queue_take(struct id_queue *q, int thread, char id[LIVE_ID])
{
    mutex_lock(&q->lock);
    while (!q->n && !q->closed)
        condition_wait(&q->changed, &q->lock);
    bool taken = !q->closed;
    if (taken) {
        memcpy(id, q->id[q->first], LIVE_ID);
        q->first = (q->first + 1) % ID_QUEUE_MAX;
        q->n--;
        memcpy(q->busy[thread].id, id, LIVE_ID);
    }
    mutex_unlock(&q->lock);
    return taken;
}

void id_queue_close(struct id_queue *q)
{
    mutex_lock(&q->lock);
    q->closed = true;
    condition_broadcast(&q->changed);
    mutex_unlock(&q->lock);
}

int id_queue_length(struct id_queue *q)
{
    mutex_lock(&q->lock);
    int n = q->n;
    mutex_unlock(&q->lock);
    return n;
}
