/* SPDX-License-Identifier: MIT */
/* serve.h - a web server for one machine: the page and the API of doc/api.md.

   It listens on 127.0.0.1 only and answers

       GET /              and every other file of the page, built into the program (site.h)
       GET /api/v1/VERB?QUERY, POST /api/v1/VERB with a form or a flat JSON object

   and nothing else: no file is read while it runs, except tables that were opened before. */
#ifndef SERVE_SERVE_H
#define SERVE_SERVE_H

#include <stdbool.h>
#include "lusoria.h"

/* False: this program was built without libmicrohttpd or jansson, and serve_start fails. */
extern const bool serve_is_built_in;

/* A running server. */
struct serve;

/* Starts to listen; port 0 takes any free one.  The tables (NULL: none) stay the caller's and
   must be open until serve_stop.  Returns NULL if the port is in use or there is no memory. */
struct serve *serve_start(int port, const lus_tables *tables);
/* Whether a file of the page, "engine.wasm", was there when the program was built. */
bool serve_has_file(const char *path);
/* The port it listens on. */
int serve_port(const struct serve *s);
/* Ends all connections and frees.  NULL is allowed. */
void serve_stop(struct serve *s);

#endif
