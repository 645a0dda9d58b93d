/* SPDX-License-Identifier: MIT */
/* connection_watch.c - see connection_watch.h.  Only the thread of a connection and the timer
   use an entry; the deadline is atomic, the list has a lock.  libmicrohttpd calls
   connection_watch_notify before it closes the descriptor, so the timer never shuts down a
   descriptor that belongs to another connection by now. */
#ifdef WITH_SERVE

#include "serve/connection_watch.h"
#include <stdint.h>
#include <stdlib.h>
#include "os/clock.h"
#include "os/socket.h"

struct watched_connection {
    struct watched_connection *next, *previous;
    int fd;
    _Atomic int64_t deadline; /* os/clock.h; 0: none */
    unsigned status;          /* of the answer; used by the thread of the connection */
    void *request;            /* NULL: none; used by that thread, too */
};

static int64_t after(int ms)
{
    return ms ? (int64_t)clock_ms() + ms : 0;
}

/* Ends all connections whose time is over; with the lock. */
static void end_late(const struct connection_watch *w)
{
    int64_t now = (int64_t)clock_ms();
    for (struct watched_connection *e = w->first; e; e = e->next)
        if (e->deadline && e->deadline < now) {
            e->deadline = 0;
            socket_end(e->fd);
        }
}

static void run_timer(void *arg)
{
    struct connection_watch *w = arg;
    mutex_lock(&w->lock);
    while (!w->closing) {
        condition_wait_ms(&w->ended, &w->lock, WATCH_TICK_MS);
        end_late(w);
    }
    mutex_unlock(&w->lock);
}

bool connection_watch_start(struct connection_watch *w, int header_ms,
                            void (*forgotten)(void *arg, void *request), void *arg)
{
    *w = (struct connection_watch){
        .header_ms = header_ms, .forgotten = forgotten, .arg = arg};
    mutex_init(&w->lock);
    condition_init(&w->ended);
    return thread_start(&w->timer, run_timer, w);
}

void connection_watch_stop(struct connection_watch *w)
{
    mutex_lock(&w->lock);
    w->closing = true;
    condition_signal(&w->ended);
    mutex_unlock(&w->lock);
    thread_join(&w->timer);
    condition_destroy(&w->ended);
    mutex_destroy(&w->lock);
}

/* ---- the list ---- */

static struct watched_connection *add(struct connection_watch *w,
                                      struct MHD_Connection *c)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(c, MHD_CONNECTION_INFO_CONNECTION_FD);
    struct watched_connection *e = info ? calloc(1, sizeof *e) : NULL;
    if (!e)
        return NULL;
    e->fd = info->connect_fd;
    e->deadline = after(w->header_ms);
    mutex_lock(&w->lock);
    e->next = w->first;
    if (e->next)
        e->next->previous = e;
    w->first = e;
    w->n++;
    mutex_unlock(&w->lock);
    return e;
}

/* Unlinks an entry and frees it; the timer cannot see it any more. */
static void remove_entry(struct connection_watch *w, struct watched_connection *e)
{
    mutex_lock(&w->lock);
    if (e->previous)
        e->previous->next = e->next;
    else
        w->first = e->next;
    if (e->next)
        e->next->previous = e->previous;
    w->n--;
    mutex_unlock(&w->lock);
    free(e);
}

/* Without memory the connection is not watched. */
void connection_watch_notify(void *watch, struct MHD_Connection *c, void **context,
                             enum MHD_ConnectionNotificationCode code)
{
    struct connection_watch *w = watch;
    struct watched_connection *e = *context;
    if (code == MHD_CONNECTION_NOTIFY_STARTED) {
        *context = add(w, c);
    } else if (e) {
        if (e->request)
            w->forgotten(w->arg, e->request);
        remove_entry(w, e);
        *context = NULL;
    }
}

static struct watched_connection *entry_of(struct MHD_Connection *c)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(c, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info ? info->socket_context : NULL;
}

void connection_watch_expect(struct MHD_Connection *c, int ms)
{
    struct watched_connection *e = entry_of(c);
    if (e)
        e->deadline = after(ms);
}

bool connection_watch_request(struct MHD_Connection *c, void *request)
{
    struct watched_connection *e = entry_of(c);
    if (e)
        e->request = request;
    return e != NULL;
}

void connection_watch_answered(struct MHD_Connection *c, unsigned status)
{
    struct watched_connection *e = entry_of(c);
    if (e)
        e->status = status;
}

unsigned connection_watch_status(struct MHD_Connection *c)
{
    struct watched_connection *e = entry_of(c);
    unsigned status = e ? e->status : 0;
    if (e)
        e->status = 0;
    return status;
}

int connection_watch_count(struct connection_watch *w)
{
    mutex_lock(&w->lock);
    int n = w->n;
    mutex_unlock(&w->lock);
    return n;
}

#else

typedef int connection_watch_is_empty_here;

#endif
