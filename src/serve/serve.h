/* SPDX-License-Identifier: MIT */
/* serve.h - a web server: the page, the API of doc/api.md and games between people.

   It answers

       GET /              and every other file of the page, built into the program (site.h)
       GET /api/v1/VERB?QUERY, POST /api/v1/VERB with a form or a flat JSON object
       /api/v1/game...    games between people (live_routes.h)
       GET /healthz, GET /metrics

   and nothing else: while it runs it uses no file except the store of games and tables that
   were opened before.  doc/security.md describes what it refuses. */
#ifndef SERVE_SERVE_H
#define SERVE_SERVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include "lusoria.h"

/* False: this program was built without libmicrohttpd or jansson, and serve_start fails. */
extern const bool serve_is_built_in;

/* A running server. */
struct serve;

struct serve_config {
    int port;                 /* 0: any free one */
    const char *bind;         /* REQUIRED: the numeric address to listen on */
    const char *hosts;        /* OPTIONAL: further host names, separated by commas */
    bool trust_proxy;         /* X-Forwarded-For names the client */
    int rate;                 /* requests per second of one client; 0: no limit */
    int connections;          /* open at the same time */
    int client_connections;   /* of one client; also its event streams */
    int engine_queue;         /* searches that may wait */
    FILE *log;                /* OPTIONAL: a line for each answer (http_log.h) */
    const lus_tables *tables; /* OPTIONAL: they must be open until serve_stop */
    const char *store; /* OPTIONAL: the path of the store of games between people */
    int away;          /* seconds of absence after which a game can be claimed */
    int expire;        /* days after which an unchanged game is given up */
};
/* The values that are used unless the operator says otherwise. */
#define SERVE_DEFAULTS                                                                   \
    {                                                                                    \
        .port = 8080, .bind = "127.0.0.1", .rate = 50, .connections = 4352,              \
        .client_connections = 256, .engine_queue = 64, .away = 120, .expire = 14         \
    }

/* The number of descriptors (ulimit -n) that such a server can need. */
int serve_descriptors(const struct serve_config *config);

/* Starts to listen.  Returns NULL if it cannot: `why` says what is wrong, or is "" if the
   address cannot be used or there is no memory.  The texts of the config must stay valid. */
struct serve *serve_start(const struct serve_config *config, char why[], size_t size);
/* Whether a file of the page, "engine.wasm", was there when the program was built. */
bool serve_has_file(const char *path);
/* The port it listens on. */
int serve_port(const struct serve *s);
/* Ends all connections and frees.  NULL is allowed. */
void serve_stop(struct serve *s);

#endif
