/* SPDX-License-Identifier: MIT */
/* serve_internal.h - a running server, for the files that answer its requests. */
#ifndef SERVE_SERVE_INTERNAL_H
#define SERVE_SERVE_INTERNAL_H

#include <stdio.h>
#include "serve/client_limits.h"
#include "serve/connection_watch.h"
#include "serve/engine_queue.h"
#include "serve/event_stream.h"
#include "serve/http_metrics.h"
#include "serve/request_guard.h"

enum { TABLES_TEXT = 1024 };

/* Only members with locks of their own change while it runs. */
struct serve {
    struct MHD_Daemon *daemon;
    struct api_host host;
    struct request_guard guard;
    struct client_limits clients;
    struct connection_watch watch;
    struct engine_queue engine;
    struct event_streams streams; /* games between people, */
    bool has_games;               /* if a store was named */
    char
        tables[TABLES_TEXT]; /* the rule sets that have tables: "ur:finkel awari:abapa" */
    struct http_metrics metrics;
    FILE *log;          /* NULL: none */
    _Atomic int active; /* requests that have begun and not ended, event streams too */
    int port;
};

#endif
