/* SPDX-License-Identifier: MIT */
/* http_router.c - see http_router.h.

       GET  /                  -> answer_file   index.html; 304 if the ETag is known
       GET  /api/v1/VERB?QUERY -> answer_call   api_call(VERB, QUERY), or a job that searches
       POST /api/v1/VERB       -> http_body.h   a form or a JSON object as the query
            /api/v1/game...    -> live_route    games between people
       GET  /healthz           -> answer_health 200, or 503 if games cannot be stored
       GET  /metrics           -> answer_metrics  http_metrics.h; only for this machine
       anything else           -> http_answer.h lusoria.error/1 with status 4xx */
#ifdef WITH_SERVE

#include "serve/http_router.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "os/clock.h"
#include "serve/http_answer.h"
#include "serve/http_body.h"
#include "serve/live_routes.h"
#include "serve/serve_internal.h"
#include "serve/site.h"

#define API_PATH "/api/v1/"

/* One request that is complete. */
struct call {
    struct serve *serve;
    struct MHD_Connection *connection;
    struct http_request *request;
    const char *path; /* below API_PATH, or of a file */
    bool get;         /* or HEAD; otherwise POST */
    char client[SOCKET_CLIENT];
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

/* Sends the answer of api_call; a line feed follows, for terminals. */
static enum MHD_Result send_answer(struct MHD_Connection *c, int status,
                                   struct buffer *out)
{
    buffer_str(out, "\n");
    return http_send_text(c, http_status(status), HTTP_JSON, out);
}

/* The job of the request is done. */
static enum MHD_Result send_job(struct MHD_Connection *c, struct engine_job *job)
{
    struct buffer out = job->out;
    if (job->refused)
        return http_send_error(c, MHD_HTTP_SERVICE_UNAVAILABLE, LUS_ESTATE, NULL,
                               "the server is ending");
    job->out = (struct buffer){0};
    return send_answer(c, job->status, &out);
}

/* Lets the engine answer later (engine_queue.h). */
static enum MHD_Result start_job(struct call *k, const char *query)
{
    struct serve *s = k->serve;
    if (!client_begin_work(&s->clients, k->client))
        return http_send_error(k->connection, MHD_HTTP_TOO_MANY_REQUESTS, LUS_ESTATE,
                               "fewer searches", "too many searches of one client");
    struct engine_job *job = k->request->job =
        engine_job_new(k->connection, k->path, query, k->client);
    if (job && engine_queue_put(&s->engine, job))
        return MHD_YES;
    client_end_work(&s->clients, k->client, 0);
    engine_job_free(job);
    k->request->job = NULL;
    return http_send_error(k->connection, MHD_HTTP_SERVICE_UNAVAILABLE, LUS_ESTATE,
                           "a request after some seconds",
                           "the engine is busy; try again later");
}

/* Verbs that search are answered later, the others at once. */
static enum MHD_Result answer_call(struct call *k, const char *query)
{
    struct buffer out = {0};
    if (engine_verb(k->path))
        return start_job(k, query);
    int status = api_call(&k->serve->host, k->path, query, &out);
    return send_answer(k->connection, status, &out);
}

/* Answers a request to the API whose fields are `query`, and frees it. */
static enum MHD_Result answer_query(struct call *k, char *query)
{
    struct serve *s = k->serve;
    enum MHD_Result sent =
        live_route_is(k->path)
            ? live_route(k->connection, s->has_games ? &s->streams : NULL, k->client,
                         k->path, k->get, query)
            : answer_call(k, query);
    free(query);
    return sent;
}

static enum MHD_Result answer_api(struct call *k)
{
    enum MHD_Result sent;
    char *query;
    if (!k->get)
        return http_body_query(k->connection, k->request, &query, &sent)
                   ? answer_query(k, query)
                   : sent;
    query = k->request->query;
    k->request->query = NULL;
    return answer_query(k, query);
}

/* ---- the page ---- */

static enum MHD_Result send_no_page(struct MHD_Connection *c)
{
    return http_send_error(c, MHD_HTTP_NOT_FOUND, LUS_EFILE, "/ or " API_PATH "VERB",
                           "there is no such page");
}

/* "/" is index.html.  The header Lusoria-Tables says which exact values the API has,
   Lusoria-Games that people can play each other. */
static enum MHD_Result answer_file(struct MHD_Connection *c, const struct serve *s,
                                   const char *path)
{
    const struct site_file *f = site_find(*path ? path : "index.html");
    if (!f)
        return send_no_page(c);
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

/* ---- operations ---- */

static enum MHD_Result send_plain(struct MHD_Connection *c, unsigned status,
                                  struct buffer *b)
{
    return http_send_text(c, status, "text/plain; version=0.0.4; charset=utf-8", b);
}

/* For proxies and monitors: a server that cannot store games must not get new ones. */
static enum MHD_Result answer_health(struct call *k)
{
    struct serve *s = k->serve;
    struct buffer b = {0};
    bool usable = !s->has_games || live_is_usable(s->streams.live);
    buffer_str(&b, usable ? "ok\n" : "games cannot be stored\n");
    return send_plain(k->connection, usable ? MHD_HTTP_OK : MHD_HTTP_SERVICE_UNAVAILABLE,
                      &b);
}

/* Behind a proxy the client is another machine, even if the proxy is on this one. */
static enum MHD_Result answer_metrics(struct call *k)
{
    struct buffer b = {0};
    if (strncmp(k->client, "127.", 4) != 0 && strcmp(k->client, "::") != 0)
        return http_send_error(k->connection, MHD_HTTP_FORBIDDEN, LUS_ESTATE,
                               "a request of this machine", "this page is not public");
    metrics_write(k->serve, &b);
    return send_plain(k->connection, MHD_HTTP_OK, &b);
}

/* ---- requests ---- */

static const char *header(struct MHD_Connection *c, const char *name)
{
    return MHD_lookup_connection_value(c, MHD_HEADER_KIND, name);
}

/* Divides requests into files and calls.  Another spelling of a path, such as /metrics%00,
   could pass a proxy that does not let /metrics pass. */
static enum MHD_Result answer_path(struct call *k)
{
    size_t n = strlen(API_PATH);
    if (k->request->escaped)
        return send_no_page(k->connection);
    if (!strncmp(k->path, API_PATH, n)) {
        k->path += n;
        return answer_api(k);
    }
    if (k->get && !strcmp(k->path, "/healthz"))
        return answer_health(k);
    if (k->get && !strcmp(k->path, "/metrics"))
        return answer_metrics(k);
    return k->get ? answer_file(k->connection, k->serve, k->path + 1)
                  : http_send_error(k->connection, MHD_HTTP_METHOD_NOT_ALLOWED,
                                    LUS_ESTATE, "GET", "only the API takes POST");
}

/* A page of another site must not make changes here, nor let the engine work. */
static bool is_foreign(const struct call *k, const char *host)
{
    return !strncmp(k->path, API_PATH, strlen(API_PATH)) &&
           !guard_origin(header(k->connection, MHD_HTTP_HEADER_ORIGIN),
                         header(k->connection, "Sec-Fetch-Site"), host);
}

/* For the log; a method that is too long is cut off. */
static void note_request(struct call *k, const char *method)
{
    struct http_request *r = k->request;
    snprintf(r->method, sizeof r->method, "%s", method);
    snprintf(r->client, sizeof r->client, "%s", k->client);
    http_log_route(k->path, r->route);
}

/* Checks the length, the rate, the host, the method and the origin. */
static enum MHD_Result answer(struct call *k, const char *method)
{
    const char *host = header(k->connection, MHD_HTTP_HEADER_HOST);
    guard_client(&k->serve->guard, k->connection, k->client);
    note_request(k, method);
    if (!guard_length(k->connection, !strcmp(method, "POST")))
        return http_send_error(k->connection, MHD_HTTP_LENGTH_REQUIRED, LUS_ETEXT,
                               "one header Content-Length",
                               "the length of the request is not clear");
    if (!client_take_request(&k->serve->clients, k->client))
        return http_send_error(k->connection, MHD_HTTP_TOO_MANY_REQUESTS, LUS_ESTATE,
                               "fewer requests", "too many requests of one client");
    if (!guard_host(&k->serve->guard, host))
        return http_send_error(k->connection, MHD_HTTP_MISDIRECTED_REQUEST, LUS_ESTATE,
                               "a host name of this server",
                               "this server does not have the name of the header Host");
    if (!k->get && strcmp(method, "POST") != 0)
        return http_send_error(k->connection, MHD_HTTP_METHOD_NOT_ALLOWED, LUS_ESTATE,
                               "GET or POST", "this method is not supported");
    if (is_foreign(k, host))
        return http_send_error(k->connection, MHD_HTTP_FORBIDDEN, LUS_ESTATE,
                               "a request of this server's own page",
                               "another site must not use this server");
    return answer_path(k);
}

void *http_on_uri(void *self, const char *uri, struct MHD_Connection *c)
{
    struct serve *s = self;
    struct http_request *made = http_request_new(uri);
    if (made && !connection_watch_request(c, made)) {
        http_request_free(made);
        return NULL;
    }
    if (made) {
        made->began = clock_ms();
        s->active++;
    }
    return made;
}

void http_on_forgotten(void *self, void *request)
{
    struct serve *s = self;
    s->active--;
    http_request_free(request);
}

/* Event streams stay open for hours: they count, but not their time. */
static void note_answer(struct serve *s, const struct http_request *r, unsigned status)
{
    double ms = clock_ms() - r->began;
    bool stream = !strcmp(r->route, "game/events");
    metrics_count(&s->metrics, status, stream ? -1 : ms);
    const struct http_log_line line = {.client = r->client,
                                       .method = r->method,
                                       .route = r->route,
                                       .status = status,
                                       .ms = ms};
    if (s->log)
        http_log_write(s->log, &line);
}

void http_on_done(void *self, struct MHD_Connection *c, void **state,
                  enum MHD_RequestTerminationCode why)
{
    struct serve *s = self;
    (void)why;
    connection_watch_expect(c, s->watch.header_ms);
    connection_watch_request(c, NULL);
    if (*state) {
        s->active--;
        note_answer(s, *state, connection_watch_status(c));
    }
    http_request_free(*state);
    *state = NULL;
}

/* The next part of a request: its headers, or bytes of its body.  False: it is complete. */
static bool receive(struct MHD_Connection *c, struct http_request *r, const char *bytes,
                    size_t *n, enum MHD_Result *result)
{
    *result = MHD_YES;
    if (!r->begun) {
        r->begun = true;
        connection_watch_expect(c, WATCH_BODY_MS);
        return true;
    }
    if (!*n)
        return false;
    if (!http_request_add(r, bytes, *n))
        *result = MHD_NO;
    *n = 0;
    return true;
}

enum MHD_Result http_on_request(void *self, struct MHD_Connection *c, const char *path,
                                const char *method, const char *version,
                                const char *bytes, size_t *n, void **state)
{
    struct http_request *r = *state;
    enum MHD_Result result;
    (void)version;
    if (!r)
        return MHD_NO;
    if (receive(c, r, bytes, n, &result))
        return result;
    connection_watch_expect(c, 0);
    if (r->job)
        return send_job(c, r->job);
    struct call k = {.serve = self,
                     .connection = c,
                     .request = r,
                     .path = path,
                     .get = !strcmp(method, "GET") || !strcmp(method, "HEAD")};
    return answer(&k, method);
}

#else

typedef int http_router_is_empty_here;

#endif
