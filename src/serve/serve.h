/* SPDX-License-Identifier: MIT */
/* serve.h - a web server for one machine: the page, the API of doc/api.md and games between
   people.

   It listens on 127.0.0.1 only and answers

       GET /              and every other file of the page, built into the program (site.h)
       GET /api/v1/VERB?QUERY, POST /api/v1/VERB with a form or a flat JSON object
       /api/v1/game...    games between people (live_routes.h)

   and nothing else: while it runs it uses no file except the store of games and tables that
   were opened before. */
#ifndef SERVE_SERVE_H
#define SERVE_SERVE_H

#include <stdbool.h>
#include <stddef.h>
#include "lusoria.h"

/* False: this program was built without libmicrohttpd or jansson, and serve_start fails. */
extern const bool serve_is_built_in;

/* A running server. */
struct serve;

struct serve_config {
    int port;                 /* 0: any free one */
    const lus_tables *tables; /* OPTIONAL: they must be open until serve_stop */
    const char *store; /* OPTIONAL: the path of the store of games between people */
    int away;          /* seconds of absence after which a game can be claimed */
    int expire;        /* days after which an unchanged game is deleted */
};

/* Starts to listen.  Returns NULL if it cannot: `why` says what is wrong, or is "" if the
   port is in use or there is no memory. */
struct serve *serve_start(const struct serve_config *config, char why[], size_t size);
/* Whether a file of the page, "engine.wasm", was there when the program was built. */
bool serve_has_file(const char *path);
/* The port it listens on. */
int serve_port(const struct serve *s);
/* Ends all connections and frees.  NULL is allowed. */
void serve_stop(struct serve *s);

#endif
