/* SPDX-License-Identifier: MIT */
/* serve.c - see serve.h: requests of libmicrohttpd, answered by files and by api_call.

   libmicrohttpd calls, for each request and in one of WORKERS threads,

       on_uri       with the raw URI: the query must reach the API as it was sent
       on_request   once with the headers, once for each part of a body, and once at its end
       on_done      to free what on_uri made

   Every answer has headers that forbid everything the page does not need.

       GET  /                  -> answer_file   index.html; 304 if the ETag is known
       GET  /api/v1/VERB?QUERY -> answer_call   api_call(VERB, QUERY)
       POST /api/v1/VERB       -> answer_post   a form or a JSON object as the query
       anything else           -> send_error    lusoria.error/1 with status 4xx */
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
#include "serve/json_body.h"
#include "serve/serve.h"
#include "serve/site.h"

const bool serve_is_built_in = true;

/* A search occupies one of the threads; the page itself asks for little at the same time.
   The largest requests are records, which rarely have 100 KB. */
enum { WORKERS = 4, MAX_CONNECTIONS = 64, IDLE_SECONDS = 30, MAX_BYTES = 1 << 20 };

#define API_PATH "/api/v1/"
#define JSON     "application/json"
#define FORM     "application/x-www-form-urlencoded"

enum { TABLES_TEXT = 1024 };

/* A running server; read by all threads, changed by none. */
struct serve {
    struct MHD_Daemon *daemon;
    struct api_host host;
    char
        tables[TABLES_TEXT]; /* the rule sets that have tables: "ur:finkel awari:abapa" */
    int port;
};

/* One request while it is received. */
struct received {
    const struct serve *server;
    char *query;        /* of the URI, as sent; "" without one */
    struct buffer body; /* of a POST */
    bool begun, too_long;
};

/* ---- answers ---- */

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

/* lusoria.error/1; `at` is a byte of the request, -1: none. */
static enum MHD_Result send_error_at(struct MHD_Connection *c, unsigned status, int code,
                                     int64_t at, const char *expected,
                                     const char *message)
{
    struct buffer b = {0};
    error_json(&b, lus_error_name(code), at, expected, message);
    return send_json(c, status, &b);
}

static enum MHD_Result send_error(struct MHD_Connection *c, unsigned status, int code,
                                  const char *expected, const char *message)
{
    return send_error_at(c, status, code, -1, expected, message);
}

/* ---- the API ---- */

/* 200; 503 without memory; 413 for a request that is too long; 400 for every other error. */
static unsigned http_status(int status)
{
    if (status >= 0)
        return MHD_HTTP_OK;
    if (status == LUS_EMEMORY)
        return MHD_HTTP_SERVICE_UNAVAILABLE;
    return status == LUS_ESPACE ? MHD_HTTP_CONTENT_TOO_LARGE : MHD_HTTP_BAD_REQUEST;
}

/* Answers with api_call; a line feed follows, for terminals. */
static enum MHD_Result answer_call(struct MHD_Connection *c, const struct serve *s,
                                   const char *verb, const char *query)
{
    struct buffer out = {0};
    int status = api_call(&s->host, verb, query, &out);
    buffer_str(&out, "\n");
    return send_json(c, http_status(status), &out);
}

/* Whether the content has this type, with or without parameters such as a charset. */
static bool has_type(struct MHD_Connection *c, const char *wanted)
{
    const char *type =
        MHD_lookup_connection_value(c, MHD_HEADER_KIND, MHD_HTTP_HEADER_CONTENT_TYPE);
    size_t n = strlen(wanted);
    return type && !strncmp(type, wanted, n) && (!type[n] || strchr("; ", type[n]));
}

/* Answers a request whose query is in a buffer, and frees it. */
static enum MHD_Result answer_query(struct MHD_Connection *c, const struct serve *s,
                                    const char *verb, struct buffer *b)
{
    char *query = buffer_take(b, NULL);
    *b = (struct buffer){0};
    if (!query)
        return MHD_NO;
    enum MHD_Result sent = answer_call(c, s, verb, query);
    free(query);
    return sent;
}

/* A body {"game":"ur","throw":4} becomes the query "game=ur&throw=4" (json_body.h). */
static enum MHD_Result answer_json(struct MHD_Connection *c, const char *verb,
                                   const struct received *r)
{
    struct buffer query = {0};
    struct json_body_fault fault;
    int status = json_body_query(r->body.bytes, r->body.len, &query, &fault);
    if (status == 0)
        return answer_query(c, r->server, verb, &query);
    free(query.bytes);
    return status == LUS_ETEXT
               ? send_error_at(c, MHD_HTTP_BAD_REQUEST, status, fault.at, fault.expected,
                               "the body is not a flat JSON object")
               : MHD_NO;
}

/* A form is a query already. */
static enum MHD_Result answer_form(struct MHD_Connection *c, const char *verb,
                                   struct received *r)
{
    if (r->body.len && memchr(r->body.bytes, '\0', r->body.len))
        return send_error(c, MHD_HTTP_BAD_REQUEST, LUS_ETEXT, "text",
                          "the form contains a zero byte");
    return answer_query(c, r->server, verb, &r->body);
}

/* 415 for a body that is neither a form nor JSON. */
static enum MHD_Result answer_post(struct MHD_Connection *c, const char *verb,
                                   struct received *r)
{
    if (r->too_long)
        return send_error(c, MHD_HTTP_CONTENT_TOO_LARGE, LUS_ESPACE,
                          "a body of at most 1 MB", "the request is too long");
    if (has_type(c, JSON))
        return answer_json(c, verb, r);
    if (has_type(c, FORM))
        return answer_form(c, verb, r);
    return send_error(c, MHD_HTTP_UNSUPPORTED_MEDIA_TYPE, LUS_ETEXT, FORM " or " JSON,
                      "the type of the content must be " FORM " or " JSON);
}

/* ---- the page ---- */

/* "/" is index.html.  The header Lusoria-Tables says which exact values the API has. */
static enum MHD_Result answer_file(struct MHD_Connection *c, const struct serve *s,
                                   const char *path)
{
    const struct site_file *f = site_find(*path ? path : "index.html");
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
    if (r && s->tables[0])
        MHD_add_response_header(r, "Lusoria-Tables", s->tables);
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

/* Makes the state of a request, which on_done frees; NULL: no memory, the connection is
   closed. */
static void *on_uri(void *self, const char *uri, struct MHD_Connection *c)
{
    struct received *r = calloc(1, sizeof *r);
    const char *query = strchr(uri, '?');
    (void)c;
    if (r)
        r->server = self;
    if (r && !(r->query = strdup(query ? query + 1 : ""))) {
        free(r);
        return NULL;
    }
    return r;
}

/* Called in every case, also if the connection was closed by the other side. */
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

/* The rest of a body that is too long is read and dropped, so that the client gets the
   answer. */
static void add_body(struct received *r, const char *bytes, size_t n)
{
    if (r->body.len + n > MAX_BYTES)
        r->too_long = true;
    else
        buffer_bytes(&r->body, bytes, n);
}

/* Checks the host and the method, then divides requests into files and calls. */
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
        return get ? answer_file(c, r->server, path + 1)
                   : send_error(c, MHD_HTTP_METHOD_NOT_ALLOWED, LUS_ESTATE, "GET",
                                "only the API takes POST");
    return get ? answer_call(c, r->server, path + n, r->query)
               : answer_post(c, path + n, r);
}

/* libmicrohttpd calls it several times: with the headers, with each part of the body
   (*n > 0), and at the end (*n == 0). */
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

/* The port that the system chose, if 0 was asked for. */
static int bound_port(struct MHD_Daemon *d)
{
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(d, MHD_DAEMON_INFO_BIND_PORT);
    return info ? info->port : 0;
}

/* A search ends after 20 million nodes or 10 seconds. */
static struct api_host host_with(const lus_tables *tables)
{
    return (struct api_host){.max_depth = LUS_MAX_DEPTH,
                             .max_nodes = 20000000,
                             .max_time_ms = 10000,
                             .max_bytes = MAX_BYTES,
                             .now_ms = clock_ms,
                             .tables = tables,
                             .rules_page = site_rules_page};
}

/* The rule sets that have tables, separated by blanks. */
static void list_tables(char list[TABLES_TEXT], const lus_tables *tables)
{
    struct text t = text_on(list, TABLES_TEXT);
    lus_table table;
    for (int i = 0; tables && lus_tables_at(tables, i, &table) == 0; i++) {
        text_str(&t, i ? " " : "");
        text_str(&t, lus_rules_name(table.rules));
    }
}

/* libmicrohttpd makes the threads; on_uri gets `s` as its context. */
struct serve *serve_start(int port, const lus_tables *tables)
{
    struct sockaddr_in local = {.sin_family = AF_INET,
                                .sin_port = htons((uint16_t)port),
                                .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    struct serve *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    s->host = host_with(tables);
    list_tables(s->tables, tables);
    s->daemon = MHD_start_daemon(
        MHD_USE_EPOLL_INTERNAL_THREAD, 0, NULL, NULL, on_request, NULL,
        MHD_OPTION_SOCK_ADDR, (struct sockaddr *)&local, MHD_OPTION_THREAD_POOL_SIZE,
        (unsigned)WORKERS, MHD_OPTION_CONNECTION_LIMIT, (unsigned)MAX_CONNECTIONS,
        MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)IDLE_SECONDS,
        MHD_OPTION_URI_LOG_CALLBACK, on_uri, s, MHD_OPTION_NOTIFY_COMPLETED, on_done,
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
    return site_find(path) != NULL;
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
