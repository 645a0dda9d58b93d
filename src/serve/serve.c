/* SPDX-License-Identifier: MIT */
/* serve.c - see serve.h: requests of libmicrohttpd, answered by files and by api_call.

   libmicrohttpd calls, for each request and in one of WORKERS threads,

       on_uri       with the raw URI: the query must reach the API as it was sent
       on_request   once with the headers, once for each part of a body, and once at its end
       on_done      to free what on_uri made

   Every answer has headers that forbid everything the page does not need. */
#ifdef WITH_SERVE

#include <arpa/inet.h>
#include <microhttpd.h>
#include <stdlib.h>
#include <string.h>
#include "api/api_call.h"
#include "core/text.h"
#include "lusoria.h"
#include "os/clock.h"
#include "report/analysis_json.h"
#include "serve/serve.h"
#include "serve/site.h"

const bool serve_is_built_in = true;

enum { WORKERS = 4, MAX_CONNECTIONS = 64, IDLE_SECONDS = 30, MAX_BYTES = 1 << 20 };

#define API_PATH "/api/v1/"
#define JSON     "application/json"
#define FORM     "application/x-www-form-urlencoded"

/* A search ends after 20 million nodes or 10 seconds. */
static const struct api_host host = {.max_depth = LUS_MAX_DEPTH,
                                     .max_nodes = 20000000,
                                     .max_time_ms = 10000,
                                     .max_bytes = MAX_BYTES,
                                     .now_ms = clock_ms};

struct serve {
    struct MHD_Daemon *daemon;
    int port;
};

/* One request while it is received. */
struct received {
    char *query;        /* of the URI, as sent; "" without one */
    struct buffer body; /* of a POST */
    bool begun, too_long;
};

/* ---- answers ---- */

static const char *const headers[][2] = {
    {"Content-Security-Policy",
     "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; "
     "style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; manifest-src "
     "'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"},
    {"X-Content-Type-Options", "nosniff"},
    {"Referrer-Policy", "no-referrer"},
    {"Cross-Origin-Opener-Policy", "same-origin"},
    {"Cross-Origin-Resource-Policy", "same-origin"},
    {"Cache-Control", "no-cache"},
};

/* Sends and releases a response. */
static enum MHD_Result send_response(struct MHD_Connection *c, unsigned status,
                                     const char *type, struct MHD_Response *r)
{
    if (!r)
        return MHD_NO;
    MHD_add_response_header(r, MHD_HTTP_HEADER_CONTENT_TYPE, type);
    for (size_t i = 0; i < sizeof headers / sizeof headers[0]; i++)
        MHD_add_response_header(r, headers[i][0], headers[i][1]);
    if (status == MHD_HTTP_METHOD_NOT_ALLOWED)
        MHD_add_response_header(r, MHD_HTTP_HEADER_ALLOW, "GET, HEAD, POST");
    enum MHD_Result sent = MHD_queue_response(c, status, r);
    MHD_destroy_response(r);
    return sent;
}

/* Sends a text and frees it; NULL closes the connection. */
static enum MHD_Result send_json(struct MHD_Connection *c, unsigned status,
                                 struct buffer *b)
{
    size_t n;
    char *text = buffer_take(b, &n);
    if (!text)
        return MHD_NO;
    return send_response(c, status, JSON,
                         MHD_create_response_from_buffer(n, text, MHD_RESPMEM_MUST_FREE));
}

static enum MHD_Result send_error(struct MHD_Connection *c, unsigned status, int code,
                                  const char *expected, const char *message)
{
    struct buffer b = {0};
    error_json(&b, lus_error_name(code), -1, expected, message);
    return send_json(c, status, &b);
}

/* ---- the API ---- */

static unsigned http_status(int status)
{
    if (status >= 0)
        return MHD_HTTP_OK;
    if (status == LUS_EMEMORY)
        return MHD_HTTP_SERVICE_UNAVAILABLE;
    return status == LUS_ESPACE ? MHD_HTTP_CONTENT_TOO_LARGE : MHD_HTTP_BAD_REQUEST;
}

static enum MHD_Result answer_call(struct MHD_Connection *c, const char *verb,
                                   const char *query)
{
    struct buffer out = {0};
    int status = api_call(&host, verb, query, &out);
    buffer_str(&out, "\n");
    return send_json(c, http_status(status), &out);
}

static bool is_form(struct MHD_Connection *c)
{
    const char *type =
        MHD_lookup_connection_value(c, MHD_HEADER_KIND, MHD_HTTP_HEADER_CONTENT_TYPE);
    return type && !strncmp(type, FORM, strlen(FORM));
}

static enum MHD_Result answer_post(struct MHD_Connection *c, const char *verb,
                                   struct received *r)
{
    if (r->too_long)
        return send_error(c, MHD_HTTP_CONTENT_TOO_LARGE, LUS_ESPACE,
                          "a form of at most 1 MB", "the request is too long");
    if (!is_form(c))
        return send_error(c, MHD_HTTP_UNSUPPORTED_MEDIA_TYPE, LUS_ETEXT, FORM,
                          "the type of the content must be " FORM);
    if (r->body.len && memchr(r->body.bytes, '\0', r->body.len))
        return send_error(c, MHD_HTTP_BAD_REQUEST, LUS_ETEXT, "text",
                          "the form contains a zero byte");
    char *query = buffer_take(&r->body, NULL);
    r->body = (struct buffer){0};
    if (!query)
        return MHD_NO;
    enum MHD_Result sent = answer_call(c, verb, query);
    free(query);
    return sent;
}

/* ---- the page ---- */

static int by_path(const void *path, const void *file)
{
    return strcmp(path, ((const struct site_file *)file)->path);
}

static const struct site_file *find_file(const char *path)
{
    size_t n = 0;
    while (site_files[n].path)
        n++;
    return bsearch(*path ? path : "index.html", site_files, n, sizeof *site_files,
                   by_path);
}

static enum MHD_Result answer_file(struct MHD_Connection *c, const char *path)
{
    const struct site_file *f = find_file(path);
    if (!f)
        return send_error(c, MHD_HTTP_NOT_FOUND, LUS_EFILE, "/ or " API_PATH "VERB",
                          "there is no such page");
    const char *known =
        MHD_lookup_connection_value(c, MHD_HEADER_KIND, MHD_HTTP_HEADER_IF_NONE_MATCH);
    bool same = known && !strcmp(known, f->etag);
    size_t n = same ? 0 : (size_t)(f->end - f->begin);
    struct MHD_Response *r = MHD_create_response_from_buffer(
        n, (void *)(uintptr_t)f->begin, MHD_RESPMEM_PERSISTENT);
    if (r)
        MHD_add_response_header(r, MHD_HTTP_HEADER_ETAG, f->etag);
    return send_response(c, same ? MHD_HTTP_NOT_MODIFIED : MHD_HTTP_OK, f->type, r);
}

/* ---- requests ---- */

/* Another site that lets its name point to 127.0.0.1 must not be answered. */
static bool is_local_name(const char *name)
{
    static const char *const names[] = {"127.0.0.1", "localhost", "[::1]"};
    for (size_t i = 0; name && i < sizeof names / sizeof names[0]; i++) {
        size_t n = strlen(names[i]);
        if (!strncmp(name, names[i], n) && (!name[n] || name[n] == ':'))
            return true;
    }
    return false;
}

static void *on_uri(void *self, const char *uri, struct MHD_Connection *c)
{
    struct received *r = calloc(1, sizeof *r);
    const char *query = strchr(uri, '?');
    (void)self, (void)c;
    if (r && !(r->query = strdup(query ? query + 1 : ""))) {
        free(r);
        return NULL;
    }
    return r;
}

static void on_done(void *self, struct MHD_Connection *c, void **state,
                    enum MHD_RequestTerminationCode why)
{
    struct received *r = *state;
    (void)self, (void)c, (void)why;
    if (r) {
        free(r->query);
        free(r->body.bytes);
        free(r);
    }
}

static void add_body(struct received *r, const char *bytes, size_t n)
{
    if (r->body.len + n > MAX_BYTES)
        r->too_long = true;
    else
        buffer_bytes(&r->body, bytes, n);
}

static enum MHD_Result answer(struct MHD_Connection *c, const char *path,
                              const char *method, struct received *r)
{
    bool get = !strcmp(method, "GET") || !strcmp(method, "HEAD");
    const char *name =
        MHD_lookup_connection_value(c, MHD_HEADER_KIND, MHD_HTTP_HEADER_HOST);
    size_t n = strlen(API_PATH);
    if (!is_local_name(name))
        return send_error(c, MHD_HTTP_MISDIRECTED_REQUEST, LUS_ESTATE,
                          "the host 127.0.0.1 or localhost", "this server is local");
    if (!get && strcmp(method, "POST") != 0)
        return send_error(c, MHD_HTTP_METHOD_NOT_ALLOWED, LUS_ESTATE, "GET or POST",
                          "this method is not supported");
    if (strncmp(path, API_PATH, n) != 0)
        return get ? answer_file(c, path + 1)
                   : send_error(c, MHD_HTTP_METHOD_NOT_ALLOWED, LUS_ESTATE, "GET",
                                "only the API takes POST");
    return get ? answer_call(c, path + n, r->query) : answer_post(c, path + n, r);
}

static enum MHD_Result on_request(void *self, struct MHD_Connection *c, const char *path,
                                  const char *method, const char *version,
                                  const char *bytes, size_t *n, void **state)
{
    struct received *r = *state;
    (void)self, (void)version;
    if (!r)
        return MHD_NO;
    if (!r->begun) { /* the headers alone */
        r->begun = true;
        return MHD_YES;
    }
    if (*n) {
        add_body(r, bytes, *n);
        *n = 0;
        return MHD_YES;
    }
    return answer(c, path, method, r);
}

/* ---- the interface ---- */

static int bound_port(struct MHD_Daemon *d)
{
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(d, MHD_DAEMON_INFO_BIND_PORT);
    return info ? info->port : 0;
}

struct serve *serve_start(int port)
{
    struct sockaddr_in local = {.sin_family = AF_INET,
                                .sin_port = htons((uint16_t)port),
                                .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    struct serve *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    s->daemon = MHD_start_daemon(
        MHD_USE_EPOLL_INTERNAL_THREAD, 0, NULL, NULL, on_request, NULL,
        MHD_OPTION_SOCK_ADDR, (struct sockaddr *)&local, MHD_OPTION_THREAD_POOL_SIZE,
        (unsigned)WORKERS, MHD_OPTION_CONNECTION_LIMIT, (unsigned)MAX_CONNECTIONS,
        MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)IDLE_SECONDS,
        MHD_OPTION_URI_LOG_CALLBACK, on_uri, NULL, MHD_OPTION_NOTIFY_COMPLETED, on_done,
        NULL, MHD_OPTION_END);
    if (!s->daemon) {
        free(s);
        return NULL;
    }
    s->port = bound_port(s->daemon);
    return s;
}

bool serve_has_file(const char *path)
{
    return find_file(path) != NULL;
}

int serve_port(const struct serve *s)
{
    return s->port;
}

void serve_stop(struct serve *s)
{
    if (s)
        MHD_stop_daemon(s->daemon);
    free(s);
}

#else

typedef int serve_is_empty_here;

#endif
