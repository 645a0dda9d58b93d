/* SPDX-License-Identifier: MIT */
/* connection_watch.h - ends connections that send their request too slowly, and knows the request
   that a connection has.

   libmicrohttpd ends a connection that is idle.  A client that sends one byte from time to
   time is never idle and could keep its connection without end, so each part of a request has
   a time:

       connected, or answered  --- WATCH_HEADER_MS --->  the headers are complete
       the headers             --- WATCH_BODY_MS ----->  the body is complete
       answering               --- no limit here; event streams stay open for hours

   libmicrohttpd 0.9.75 does not report the end of a request that has two errors (arguments that
   are too long, then a body that is): such a request is released with its connection. */
#ifndef SERVE_CONNECTION_WATCH_H
#define SERVE_CONNECTION_WATCH_H

#include <microhttpd.h>
#include "os/thread.h"
#include "os/mutex.h"

enum { WATCH_HEADER_MS = 10000, WATCH_BODY_MS = 30000, WATCH_TICK_MS = 500 };

struct watched_connection;

struct connection_watch {
    struct mutex lock;
    struct condition ended;
    struct watched_connection *first;
    struct thread timer;
    int n;         /* open connections */
    int header_ms; /* WATCH_HEADER_MS, or less in a test */
    bool closing;
    void (*forgotten)(void *arg,
                      void *request); /* a request whose end was not reported */
    void *arg;
};

/* Starts the thread that looks at all connections; `forgotten` gets `arg`.  False: the system
   allows no more. */
bool connection_watch_start(struct connection_watch *w, int header_ms,
                            void (*forgotten)(void *arg, void *request), void *arg);
/* Ends the thread; after MHD_stop_daemon. */
void connection_watch_stop(struct connection_watch *w);
/* The callback for MHD_OPTION_NOTIFY_CONNECTION; its first argument is the watch. */
void connection_watch_notify(void *watch, struct MHD_Connection *c, void **context,
                             enum MHD_ConnectionNotificationCode code);
/* The connection has to send something within `ms` milliseconds; 0: there is no limit. */
void connection_watch_expect(struct MHD_Connection *c, int ms);
/* The connection has this request until the next call; NULL: none.  False: it is not watched,
   because there was no memory. */
bool connection_watch_request(struct MHD_Connection *c, void *request);
/* Notes the status of the answer, for the log; connection_watch_status returns it once, 0: the
   connection was closed without one. */
void connection_watch_answered(struct MHD_Connection *c, unsigned status);
unsigned connection_watch_status(struct MHD_Connection *c);
/* The number of open connections. */
int connection_watch_count(struct connection_watch *w);

#endif
