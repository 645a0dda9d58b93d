/* SPDX-License-Identifier: MIT */
/* inbox.c - see inbox.h. */
#include <stdlib.h>
#include <string.h>
#include "cli/inbox.h"
#include "text/protocol.h"

void inbox_open(struct inbox *b, void (*pong)(const char *args))
{
    *b = (struct inbox){.pong = pong};
    pthread_mutex_init(&b->lock, NULL);
    pthread_cond_init(&b->changed, NULL);
}

/* ---- the reader; all with the lock held ---- */

static void stop_all(struct inbox *b)
{
    b->stopped = b->read;
    if (b->thinking)
        atomic_store(&b->stop, true);
}

static bool push(struct inbox *b, const struct lines *l)
{
    struct letter *e = malloc(sizeof *e + l->n + 1);
    if (!e)
        return false;
    *e = (struct letter){.fault = l->fault, .n = l->n};
    memcpy(e->line, l->text, l->n + 1);
    if (!e->fault && line_after(e->line, "go"))
        e->go = ++b->read;
    while (b->bytes > WAITING_MAX)
        pthread_cond_wait(&b->changed, &b->lock);
    if (b->first)
        b->last->next = e;
    else
        b->first = e;
    b->last = e;
    b->bytes += sizeof *e + e->n;
    pthread_cond_broadcast(&b->changed);
    return true;
}

static bool put(struct inbox *b, const struct lines *l)
{
    bool good = l->fault == LINE_IS_GOOD;
    const char *ping = good ? line_after(l->text, "ping") : NULL;
    if (good && line_after(l->text, "quit")) {
        stop_all(b);
        return false;
    }
    if (good && line_after(l->text, "stop"))
        stop_all(b);
    else if (ping && b->thinking && !b->first)
        b->pong(ping);
    else
        return push(b, l);
    return true;
}

bool inbox_put(struct inbox *b, const struct lines *l)
{
    pthread_mutex_lock(&b->lock);
    bool more = put(b, l);
    pthread_mutex_unlock(&b->lock);
    return more;
}

void inbox_close(struct inbox *b)
{
    pthread_mutex_lock(&b->lock);
    b->closed = true;
    pthread_cond_broadcast(&b->changed);
    pthread_mutex_unlock(&b->lock);
}

/* ---- the thinker ---- */

static struct letter *pop(struct inbox *b)
{
    struct letter *e = b->first;
    if (e) {
        b->first = e->next;
        b->bytes -= sizeof *e + e->n;
        pthread_cond_broadcast(&b->changed);
    }
    return e;
}

struct letter *inbox_take(struct inbox *b)
{
    pthread_mutex_lock(&b->lock);
    while (!b->first && !b->closed)
        pthread_cond_wait(&b->changed, &b->lock);
    struct letter *e = pop(b);
    pthread_mutex_unlock(&b->lock);
    return e;
}

/* Pings that came before the thinking began are answered too. */
void inbox_think(struct inbox *b, int go)
{
    const char *args;
    pthread_mutex_lock(&b->lock);
    b->thinking = go;
    atomic_store(&b->stop, b->stopped >= go);
    while (b->first && !b->first->fault && (args = line_after(b->first->line, "ping"))) {
        b->pong(args);
        free(pop(b));
    }
    pthread_mutex_unlock(&b->lock);
}

void inbox_rest(struct inbox *b)
{
    pthread_mutex_lock(&b->lock);
    b->thinking = 0;
    pthread_mutex_unlock(&b->lock);
}
