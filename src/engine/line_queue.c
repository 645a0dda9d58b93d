/* SPDX-License-Identifier: MIT */
/* line_queue.c - see line_queue.h.

   Every `go` and `value?` gets a number when it is read.  `stop` sets last_stopped to the last
   number, so it ends all of them, also those that are still queued: a search whose number is
   not above last_stopped ends at once. */
#include <stdlib.h>
#include <string.h>
#include "engine/line_queue.h"

void line_queue_init(struct line_queue *q, immediate_answer_fn *answer, void *arg)
{
    *q = (struct line_queue){.answer = answer, .arg = arg};
    mutex_init(&q->lock);
    condition_init(&q->changed);
}

/* ---- the reader; the lock is held ---- */

/* Ends the current search and every search in the queue. */
static void stop_all(struct line_queue *q)
{
    q->last_stopped = q->last_search;
    if (q->searching)
        atomic_store(&q->stop, true);
    condition_broadcast(&q->changed);
}

/* Appends a line; waits while the queue is full.  False: out of memory. */
static bool append(struct line_queue *q, const struct lines *l)
{
    struct queued_line *new = malloc(sizeof *new + l->n + 1);
    if (!new)
        return false;
    *new = (struct queued_line){.fault = l->fault, .n = l->n};
    memcpy(new->line, l->text, l->n + 1);
    if (!new->fault && (line_after(new->line, "go") || line_after(new->line, "value?")))
        new->search = ++q->last_search;
    while (q->bytes > LINE_QUEUE_MAX)
        condition_wait(&q->changed, &q->lock);
    if (q->first)
        q->last->next = new;
    else
        q->first = new;
    q->last = new;
    q->bytes += sizeof *new + new->n;
    condition_broadcast(&q->changed);
    return true;
}

/* False: nothing more has to be read. */
static bool put(struct line_queue *q, const struct lines *l)
{
    bool good = l->fault == LINE_IS_GOOD;
    if (good && line_after(l->text, "quit")) {
        stop_all(q);
        return false;
    }
    if (good && (line_after(l->text, "stop") || line_after(l->text, "ponderhit"))) {
        stop_all(q);
        return true;
    }
    if (good && q->searching && !q->first && q->answer(q->arg, l->text))
        return true;
    return append(q, l);
}

bool line_queue_put(struct line_queue *q, const struct lines *l)
{
    mutex_lock(&q->lock);
    bool more = put(q, l);
    mutex_unlock(&q->lock);
    return more;
}

void line_queue_close(struct line_queue *q)
{
    mutex_lock(&q->lock);
    q->closed = true;
    if (q->until_stop)
        stop_all(q);
    condition_broadcast(&q->changed);
    mutex_unlock(&q->lock);
}

/* ---- the worker ---- */

static struct queued_line *pop(struct line_queue *q)
{
    struct queued_line *first = q->first;
    if (first) {
        q->first = first->next;
        q->bytes -= sizeof *first + first->n;
        condition_broadcast(&q->changed);
    }
    return first;
}

struct queued_line *line_queue_take(struct line_queue *q)
{
    mutex_lock(&q->lock);
    while (!q->first && !q->closed)
        condition_wait(&q->changed, &q->lock);
    struct queued_line *line = pop(q);
    mutex_unlock(&q->lock);
    return line;
}

/* Lines queued before the search began are answered too if they can be. */
void line_queue_begin_search(struct line_queue *q, int search, bool until_stop)
{
    mutex_lock(&q->lock);
    q->searching = search;
    q->until_stop = until_stop;
    atomic_store(&q->stop, q->last_stopped >= search || (until_stop && q->closed));
    while (q->first && !q->first->fault && q->answer(q->arg, q->first->line))
        free(pop(q));
    mutex_unlock(&q->lock);
}

void line_queue_end_search(struct line_queue *q)
{
    mutex_lock(&q->lock);
    while (q->until_stop && !atomic_load(&q->stop))
        condition_wait(&q->changed, &q->lock);
    q->searching = 0;
    q->until_stop = false;
    mutex_unlock(&q->lock);
}
