/* SPDX-License-Identifier: MIT */
/* http_log.h - one line of JSON for each answer, without secrets.

       {"time":"2026-11-16T21:04:05.123Z","client":"192.0.2.1","method":"POST",
        "route":"game/move","status":200,"us":4210}

   A route is the kind of an address.  Ids of games, tokens, queries and names are never
   written: a log can be given to someone who must not see the games. */
#ifndef SERVE_HTTP_LOG_H
#define SERVE_HTTP_LOG_H

#include <stdio.h>

enum { HTTP_ROUTE = 24 };

/* What is known about an answer. */
struct http_log_line {
    const char *client, *method, *route;
    unsigned status; /* 0: the connection was closed before the answer */
    double ms;
};

/* Writes a line; any number of threads may call it. */
void http_log_write(FILE *to, const struct http_log_line *line);
/* Writes the route of a path: "page", "api/choose", "game/move", "other". */
void http_log_route(const char *path, char route[HTTP_ROUTE]);

#endif
