/* SPDX-License-Identifier: MIT */
/* http_router.h - the callbacks of libmicrohttpd: one request, from its first line to the answer.

   libmicrohttpd calls, for each request and in one of its threads,

       http_on_uri      with the raw URI: the query must reach the API as it was sent
       http_on_request  once with the headers, once for each part of a body, once at its end,
                        and again when a connection that waited for the engine is resumed
       http_on_done     to free what http_on_uri made

   `self` is the struct serve of serve_internal.h. */
#ifndef SERVE_HTTP_ROUTER_H
#define SERVE_HTTP_ROUTER_H

#include <microhttpd.h>

/* Makes the state of a request, which http_on_done frees; NULL: no memory, the connection is
   closed. */
void *http_on_uri(void *self, const char *uri, struct MHD_Connection *c);
/* *n > 0: a part of the body; *n == 0: its end. */
enum MHD_Result http_on_request(void *self, struct MHD_Connection *c, const char *path,
                                const char *method, const char *version,
                                const char *bytes, size_t *n, void **state);
/* Called also if the connection was closed by the other side. */
void http_on_done(void *self, struct MHD_Connection *c, void **state,
                  enum MHD_RequestTerminationCode why);
/* Releases a request whose end libmicrohttpd has not reported (connection_watch.h). */
void http_on_forgotten(void *self, void *request);

#endif
