/* SPDX-License-Identifier: MIT */
/* id_queue.c - see id_queue.h.  The queue is short, so ids are found by a linear
   search. */
#include "live/id_queue.h"
#include <string.h>

void id_queue_init(struct id_queue *q)
{
    q->first = q->n = 0;
    q->closed = false;
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

bool id_queue_put(struct id_queue *q, const char *id)
{
    mutex_lock(&q->lock);
    bool queued = is_queued(q, id), added = !queued && q->n < ID_QUEUE_MAX;
    if (added) {
        memcpy(q->id[(q->first + q->n) % ID_QUEUE_MAX], id, LIVE_ID);
        q->n++;
        condition_signal(&q->changed);
    }
    mutex_unlock(&q->lock);
    return queued || added;
}

bool id_queue_has_room(struct id_queue *q)
{
    return id_queue_length(q) < ID_QUEUE_MAX;
}

bool id_queue_take(struct id_queue *q, char id[LIVE_ID])
{
    mutex_lock(&q->lock);
    while (!q->n && !q->closed)
        condition_wait(&q->changed, &q->lock);
    bool taken = !q->closed;
    if (taken) {
        memcpy(id, q->id[q->first], LIVE_ID);
        q->first = (q->first + 1) % ID_QUEUE_MAX;
        q->n--;
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
