/* SPDX-License-Identifier: MIT */
/* serve.c - see serve.h: requests of libmicrohttpd, answered by files and by api_call.

   libmicrohttpd calls, for each request and in one of WORKERS threads,

       on_uri       with the raw URI: the query must reach the API as it was sent
       on_request   once with the headers, once for each part of a body, and once at its end
       on_done      to free what on_uri made

   Every answer has headers that forbid everything the page does not need.

       GET  /                  -> answer_file   index.html; 304 if the ETag is known
       GET  /api/v1/VERB?QUERY -> answer_call   api_call(VERB, QUERY)
       POST /api/v1/VERB       -> http_body.h   a form or a JSON object as the query
            /api/v1/game...    -> live_route    games between people
       anything else           -> http_answer.h lusoria.error/1 with status 4xx */
#ifdef WITH_SERVE

#include <arpa/inet.h>
#include <microhttpd.h>
#include <stdlib.h>
#include <string.h>
#include "api/api_call.h"
#include "core/text.h"
#include "os/clock.h"
#include "serve/http_answer.h"
#include "serve/http_body.h"
#include "serve/live_routes.h"
#include "serve/serve.h"
#include "serve/site.h"

const bool serve_is_built_in = true;

/* A search occupies one of the threads; the page itself asks for little at the same time. */
enum { WORKERS = 4, MAX_CONNECTIONS = STREAM_MAX + 256, IDLE_SECONDS = 30 };

#define API_PATH "/api/v1/"

enum { TABLES_TEXT = 1024, DAY_SECONDS = 24 * 60 * 60 };

/* A running server; only the streams change, under their own locks. */
struct serve {
    struct MHD_Daemon *daemon;
    struct api_host host;
    struct event_streams streams; /* games between people, */
    bool has_games;               /* if a store was named */
    char
        tables[TABLES_TEXT]; /* the rule sets that have tables: "ur:finkel awari:abapa" */
    int port;
};

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
    return http_send_text(c, http_status(status), HTTP_JSON, &out);
}

/* Answers a request to the API whose fields are `query`, and frees it. */
static enum MHD_Result answer_query(struct MHD_Connection *c, struct serve *s,
                                    const char *path, bool get, char *query)
{
    enum MHD_Result sent =
        live_route_is(path)
            ? live_route(c, s->has_games ? &s->streams : NULL, path, get, query)
            : answer_call(c, s, path, query);
    free(query);
    return sent;
}

static enum MHD_Result answer_api(struct MHD_Connection *c, struct serve *s,
                                  const char *path, bool get, struct http_request *r)
{
    enum MHD_Result sent;
    char *query;
    if (!get)
        return http_body_query(c, r, &query, &sent) ? answer_query(c, s, path, get, query)
                                                    : sent;
    query = r->query;
    r->query = NULL;
    return answer_query(c, s, path, get, query);
}

/* ---- the page ---- */

/* "/" is index.html.  The header Lusoria-Tables says which exact values the API has,
   Lusoria-Games that people can play each other. */
static enum MHD_Result answer_file(struct MHD_Connection *c, const struct serve *s,
                                   const char *path)
{
    const struct site_file *f = site_find(*path ? path : "index.html");
    if (!f)
        return http_send_error(c, MHD_HTTP_NOT_FOUND, LUS_EFILE, "/ or " API_PATH "VERB",
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
    if (r && s->has_games)
        MHD_add_response_header(r, "Lusoria-Games", "yes");
    return http_send(c, same ? MHD_HTTP_NOT_MODIFIED : MHD_HTTP_OK, f->type, r);
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

/* A page of another site must not make changes here: a browser sends its origin with every
   POST.  Programs send none. */
static bool is_same_origin(const char *origin, const char *host)
{
    const char *name = origin ? strstr(origin, "://") : NULL;
    return !origin || (name && host && !strcmp(name + 3, host));
}

/* Makes the state of a request, which on_done frees; NULL: no memory, the connection is
   closed. */
static void *on_uri(void *self, const char *uri, struct MHD_Connection *c)
{
    (void)self, (void)c;
    return http_request_new(uri);
}

/* Called in every case, also if the connection was closed by the other side. */
static void on_done(void *self, struct MHD_Connection *c, void **state,
                    enum MHD_RequestTerminationCode why)
{
    (void)self, (void)c, (void)why;
    http_request_free(*state);
    *state = NULL;
}

static const char *header(struct MHD_Connection *c, const char *name)
{
    return MHD_lookup_connection_value(c, MHD_HEADER_KIND, name);
}

/* Divides requests into files and calls. */
static enum MHD_Result answer_path(struct MHD_Connection *c, struct serve *s,
                                   const char *path, bool get, struct http_request *r)
{
    size_t n = strlen(API_PATH);
    if (!strncmp(path, API_PATH, n))
        return answer_api(c, s, path + n, get, r);
    return get ? answer_file(c, s, path + 1)
               : http_send_error(c, MHD_HTTP_METHOD_NOT_ALLOWED, LUS_ESTATE, "GET",
                                 "only the API takes POST");
}

/* Checks the host, the method and the origin. */
static enum MHD_Result answer(struct MHD_Connection *c, struct serve *s, const char *path,
                              const char *method, struct http_request *r)
{
    bool get = !strcmp(method, "GET") || !strcmp(method, "HEAD");
    const char *host = header(c, MHD_HTTP_HEADER_HOST);
    if (!is_local_name(host))
        return http_send_error(c, MHD_HTTP_MISDIRECTED_REQUEST, LUS_ESTATE,
                               "the host 127.0.0.1 or localhost", "this server is local");
    if (!get && strcmp(method, "POST") != 0)
        return http_send_error(c, MHD_HTTP_METHOD_NOT_ALLOWED, LUS_ESTATE, "GET or POST",
                               "this method is not supported");
    if (!get && !is_same_origin(header(c, MHD_HTTP_HEADER_ORIGIN), host))
        return http_send_error(c, MHD_HTTP_FORBIDDEN, LUS_ESTATE,
                               "a request of this server's own page",
                               "another site must not make changes here");
    return answer_path(c, s, path, get, r);
}

/* libmicrohttpd calls it several times: with the headers, with each part of the body
   (*n > 0), and at the end (*n == 0). */
static enum MHD_Result on_request(void *self, struct MHD_Connection *c, const char *path,
                                  const char *method, const char *version,
                                  const char *bytes, size_t *n, void **state)
{
    struct http_request *r = *state;
    (void)version;
    if (!r)
        return MHD_NO;
    if (!r->begun) { /* the headers alone */
        r->begun = true;
        return MHD_YES;
    }
    if (*n) {
        http_request_add(r, bytes, *n);
        *n = 0;
        return MHD_YES;
    }
    return answer(c, self, path, method, r);
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
                             .max_bytes = HTTP_MAX_BODY,
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

/* Opens the store of games between people, if one is named. */
static bool open_live(struct serve *s, const struct serve_config *c, char why[],
                      size_t size)
{
    const struct live_config config = {.store = c->store,
                                       .tables = c->tables,
                                       .absence = c->away,
                                       .expiry = (int64_t)c->expire * DAY_SECONDS};
    s->has_games = c->store && event_streams_open(&s->streams, &config, why, size) == 0;
    return s->has_games || !c->store;
}

/* libmicrohttpd makes the threads; the callbacks get `s` as their context. */
static struct MHD_Daemon *listen_on(struct serve *s, int port)
{
    struct sockaddr_in local = {.sin_family = AF_INET,
                                .sin_port = htons((uint16_t)port),
                                .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    return MHD_start_daemon(
        MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL,
        on_request, s, MHD_OPTION_SOCK_ADDR, (struct sockaddr *)&local,
        MHD_OPTION_THREAD_POOL_SIZE, (unsigned)WORKERS, MHD_OPTION_CONNECTION_LIMIT,
        (unsigned)MAX_CONNECTIONS, MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)IDLE_SECONDS,
        MHD_OPTION_URI_LOG_CALLBACK, on_uri, s, MHD_OPTION_NOTIFY_COMPLETED, on_done,
        NULL, MHD_OPTION_END);
}

struct serve *serve_start(const struct serve_config *config, char why[], size_t size)
{
    struct serve *s = calloc(1, sizeof *s);
    why[0] = '\0';
    if (!s)
        return NULL;
    s->host = host_with(config->tables);
    list_tables(s->tables, config->tables);
    if (open_live(s, config, why, size))
        s->daemon = listen_on(s, config->port);
    if (!s->daemon) {
        serve_stop(s);
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
    if (!s)
        return;
    if (s->has_games)
        event_streams_end(&s->streams);
    if (s->daemon)
        MHD_stop_daemon(s->daemon);
    if (s->has_games)
        event_streams_close(&s->streams);
    free(s);
}

#else

typedef int serve_is_empty_here;

#endif
