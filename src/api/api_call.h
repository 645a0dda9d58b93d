/* SPDX-License-Identifier: MIT */
/* api_call.h - one request in, one JSON answer out: the same handlers in WebAssembly, over HTTP
   and for `lusoria call`.

   A request is a verb and flat names and values, url-encoded: "state", "game=ur:finkel".
   doc/api.md describes every verb with examples, which are tests.  Nothing is kept between
   two calls: a game is the text that the caller holds. */
#ifndef API_API_CALL_H
#define API_API_CALL_H

#include <stddef.h>
#include <stdint.h>
#include "lusoria.h"
#include "text/buffer.h"

/* What a host allows and provides.  The handlers only read it; any number of threads may
   share one. */
struct api_host {
    int max_depth;            /* REQUIRED: plies of a search, 1..63 */
    uint64_t max_nodes;       /* REQUIRED: nodes of a search */
    int max_time_ms;          /* REQUIRED: of a search; 0: the host has no clock */
    int max_review_ms;        /* OPTIONAL: of all searches of a review; 0: no limit */
    size_t max_bytes;         /* REQUIRED: of a request */
    double (*now_ms)(void);   /* OPTIONAL: a clock, for time limits and timings */
    const lus_tables *tables; /* OPTIONAL: exact values; must stay open */
    /* OPTIONAL: the rules of a game, "ur", as JSON (lusoria.rules/1), *n bytes that stay
       valid; NULL: there is no such page.  The browser engine has none: 92 KB of text. */
    const char *(*rules_page)(const char *game, size_t *n);
};

/* Appends the answer, one line of JSON without a newline: the verb's schema, or
   lusoria.error/1.  Returns 0, or the negative error that the answer describes; then
   nothing else was appended.  LUS_EMEMORY also if the answer could not be written. */
int api_call(const struct api_host *host, const char *verb, const char *query,
             struct buffer *out);

#endif
