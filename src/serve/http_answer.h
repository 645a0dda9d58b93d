/* SPDX-License-Identifier: MIT */
/* http_answer.h - answers over HTTP: JSON, errors, and the headers that every answer has. */
#ifndef SERVE_HTTP_ANSWER_H
#define SERVE_HTTP_ANSWER_H

#include <microhttpd.h>
#include "text/buffer.h"

#define HTTP_JSON "application/json"

/* The headers forbid everything the page does not need.  405 gets the header Allow, 405
   and 411 close the connection, 429 and 503 have Retry-After.  All functions return what
   http_on_request has to return; without memory the connection is closed. */

/* Sends a response (NULL: the connection is closed) with our headers and releases it. */
enum MHD_Result http_send(struct MHD_Connection *c, unsigned status, const char *type,
                          struct MHD_Response *r);
/* Sends the text of a buffer and frees it. */
enum MHD_Result http_send_text(struct MHD_Connection *c, unsigned status,
                               const char *type, struct buffer *b);
/* Sends lusoria.error/1; `at` is a byte of the request, -1: none. */
enum MHD_Result http_send_error_at(struct MHD_Connection *c, unsigned status, int code,
                                   int64_t at, const char *expected, const char *message);
enum MHD_Result http_send_error(struct MHD_Connection *c, unsigned status, int code,
                                const char *expected, const char *message);

#endif
