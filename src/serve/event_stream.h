/* SPDX-License-Identifier: MIT */
/* event_stream.h - a game as server-sent events: GET /api/v1/game/ID/events.

       id: 7
       data: {"schema":"lusoria.game/1",...}

   Every event is the whole game, and its id is the version: a page that was disconnected
   misses nothing, because the first event of the next connection is the latest state.
   Nothing is sent while nothing changes, except a comment from time to time.

   libmicrohttpd asks a stream for bytes (on_read).  A stream that has none suspends its
   connection; the hub resumes it when the game changes, and every STREAM_TICK_MS to see
   whether the other side is still there. */
#ifndef SERVE_EVENT_STREAM_H
#define SERVE_EVENT_STREAM_H

#include <microhttpd.h>
#include "live/live_hub.h"
#include "live/live_service.h"
#include "os/thread.h"
#include "serve/client_limits.h"

/* The games of a server and all open streams. */
struct event_streams {
    struct live_service *live;
    struct client_limits *clients; /* REQUIRED: how many streams a client may open */
    struct live_hub hub;
    struct thread timer;
    struct mutex lock; /* of `ended`, which wakes the timer */
    struct condition ended;
    _Atomic bool closing; /* the server ends: streams end, too */
};

/* How long the streams of a server may be idle, and how many there may be. */
enum {
    STREAM_TICK_MS = 2000,      /* closed connections are noticed so fast */
    STREAM_HEARTBEAT_TICKS = 7, /* a comment is sent after so many ticks without event */
    STREAM_MAX = 4096,          /* open streams */
    STREAM_MAX_GAME = 64        /* of one game */
};

/* Opens the games (live_open), whose changes wake the streams, and starts the timer.
   Returns as live_open; after an error nothing is to be closed. */
int event_streams_open(struct event_streams *s, const struct live_config *config,
                       struct client_limits *clients, char why[], size_t size);
/* Answers a request of a client for the events of a game. */
enum MHD_Result event_stream_open(struct event_streams *s, struct MHD_Connection *c,
                                  const char *client, const char *id, const char *token);
/* Lets all streams end: before MHD_stop_daemon, which must not find a suspended connection. */
void event_streams_end(struct event_streams *s);
/* Closes the games: after MHD_stop_daemon. */
void event_streams_close(struct event_streams *s);

#endif
