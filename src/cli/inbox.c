/* SPDX-License-Identifier: MIT */
/* inbox.c - see inbox.h. */
#include <stdlib.h>
#include <string.h>
#include "cli/inbox.h"
#include "record/protocol.h"

void inbox_open(struct inbox *b, bool (*answer)(void *of, const char *line), void *of)
{
    *b = (struct inbox){.answer = answer, .of = of};
    pthread_mutex_init(&b->lock, NULL);
    pthread_cond_init(&b->changed, NULL);
}

/* ---- the reader; all with the lock held ---- */

static void stop_all(struct inbox *b)
{
    b->stopped = b->read;
    if (b->thinking)
        atomic_store(&b->stop, true);
    pthread_cond_broadcast(&b->changed);
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
    if (good && line_after(l->text, "quit")) {
        stop_all(b);
        return false;
    }
    if (good && (line_after(l->text, "stop") || line_after(l->text, "ponderhit"))) {
        stop_all(b);
        return true;
    }
    if (good && b->thinking && !b->first && b->answer(b->of, l->text))
        return true;
    return push(b, l);
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
    if (b->forever)
        stop_all(b);
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

/* What came before the thinking began and need not wait is answered too. */
void inbox_think(struct inbox *b, int go, bool forever)
{
    pthread_mutex_lock(&b->lock);
    b->thinking = go;
    b->forever = forever;
    atomic_store(&b->stop, b->stopped >= go || (forever && b->closed));
    while (b->first && !b->first->fault && b->answer(b->of, b->first->line))
        free(pop(b));
    pthread_mutex_unlock(&b->lock);
}

void inbox_rest(struct inbox *b)
{
    pthread_mutex_lock(&b->lock);
    while (b->forever && !atomic_load(&b->stop))
        pthread_cond_wait(&b->changed, &b->lock);
    b->thinking = 0;
    b->forever = false;
    pthread_mutex_unlock(&b->lock);
}
