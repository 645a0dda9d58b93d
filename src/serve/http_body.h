/* SPDX-License-Identifier: MIT */
/* http_body.h - a request while it is received, and its fields as one query. */
#ifndef SERVE_HTTP_BODY_H
#define SERVE_HTTP_BODY_H

#include <microhttpd.h>
#include <stdbool.h>
#include "serve/engine_queue.h"
#include "serve/http_log.h"
#include "text/buffer.h"

/* The largest requests are records, which rarely have 100 KB.  The rest of a body that is too
   long is read up to HTTP_MAX_DROPPED, so that the client gets the answer; then the connection
   is closed. */
enum { HTTP_MAX_BODY = 1 << 20, HTTP_MAX_DROPPED = 8 << 20 };

/* One request while it is received. */
struct http_request {
    char *query;        /* of the URI, as sent; "" without one */
    struct buffer body; /* of a POST */
    bool escaped;       /* the path contains '%': no path of this server does */
    bool begun, too_long;
    size_t dropped;         /* bytes of a body that is too long */
    struct engine_job *job; /* the search that answers it; NULL: none */
    /* For the log: */
    double began; /* os/clock.h */
    char method[8], route[HTTP_ROUTE], client[SOCKET_CLIENT];
};

/* The state of a request with this URI, which http_request_free frees; NULL: no memory. */
struct http_request *http_request_new(const char *uri);
void http_request_free(struct http_request *r); /* NULL is allowed */
/* Adds a part of the body.  False: so much was sent that the connection has to be closed. */
bool http_request_add(struct http_request *r, const char *bytes, size_t n);

/* The fields of a body, url-encoded: a form as it is, a flat JSON object as json_body.h
   translates it.  Sets *query, which the caller frees, and returns true; otherwise the
   request was answered, and *sent is what on_request has to return. */
bool http_body_query(struct MHD_Connection *c, struct http_request *r, char **query,
                     enum MHD_Result *sent);

#endif
