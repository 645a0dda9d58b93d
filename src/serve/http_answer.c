/* SPDX-License-Identifier: MIT */
/* http_answer.c - see http_answer.h. */
#ifdef WITH_SERVE

#include "serve/http_answer.h"
#include <stdlib.h>
#include "lusoria.h"
#include "report/analysis_json.h"
#include "serve/connection_watch.h"

/* The page runs its own scripts and the engine, and connects to its own server; it is never
   shown in a frame of another page.  no-cache: the browser asks with the ETag each time, so
   a new program is never mixed with an old page. */
static const char *const headers[][2] = {
    {"Content-Security-Policy",
     "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; "
     "style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; manifest-src "
     "'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"},
    {"X-Content-Type-Options", "nosniff"},
    {"Referrer-Policy", "no-referrer"},
    {"Cross-Origin-Opener-Policy", "same-origin"},
    {"Cross-Origin-Resource-Policy", "same-origin"},
};

enum MHD_Result http_send(struct MHD_Connection *c, unsigned status, const char *type,
                          struct MHD_Response *r)
{
    if (!r)
        return MHD_NO;
    MHD_add_response_header(r, MHD_HTTP_HEADER_CONTENT_TYPE, type);
    for (size_t i = 0; i < sizeof headers / sizeof headers[0]; i++)
        MHD_add_response_header(r, headers[i][0], headers[i][1]);
    if (!MHD_get_response_header(r, MHD_HTTP_HEADER_CACHE_CONTROL))
        MHD_add_response_header(r, MHD_HTTP_HEADER_CACHE_CONTROL, "no-cache");
    if (status == MHD_HTTP_METHOD_NOT_ALLOWED)
        MHD_add_response_header(r, MHD_HTTP_HEADER_ALLOW, "GET, HEAD, POST");
    if (status == MHD_HTTP_SERVICE_UNAVAILABLE || status == MHD_HTTP_TOO_MANY_REQUESTS)
        MHD_add_response_header(r, MHD_HTTP_HEADER_RETRY_AFTER, "5");
    if (status == MHD_HTTP_LENGTH_REQUIRED || /* what follows may be the body */
        status == MHD_HTTP_METHOD_NOT_ALLOWED)
        MHD_add_response_header(r, MHD_HTTP_HEADER_CONNECTION, "close");
    connection_watch_answered(c, status);
    enum MHD_Result sent = MHD_queue_response(c, status, r);
    MHD_destroy_response(r);
    return sent;
}

enum MHD_Result http_send_text(struct MHD_Connection *c, unsigned status,
                               const char *type, struct buffer *b)
{
    size_t n;
    char *text = buffer_take(b, &n);
    if (!text)
        return MHD_NO;
    struct MHD_Response *r =
        MHD_create_response_from_buffer(n, text, MHD_RESPMEM_MUST_FREE);
    if (!r)
        free(text);
    else /* answers may contain tokens */
        MHD_add_response_header(r, MHD_HTTP_HEADER_CACHE_CONTROL, "no-store");
    return http_send(c, status, type, r);
}

enum MHD_Result http_send_error_at(struct MHD_Connection *c, unsigned status, int code,
                                   int64_t at, const char *expected, const char *message)
{
    struct buffer b = {0};
    error_json(&b, lus_error_name(code), at, expected, message);
    return http_send_text(c, status, HTTP_JSON, &b);
}

enum MHD_Result http_send_error(struct MHD_Connection *c, unsigned status, int code,
                                const char *expected, const char *message)
{
    return http_send_error_at(c, status, code, -1, expected, message);
}

#else

typedef int http_answer_is_empty_here;

#endif
