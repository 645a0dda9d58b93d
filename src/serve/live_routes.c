/* SPDX-License-Identifier: MIT */
/* live_routes.c - see live_routes.h.  Everything about the game is in live/live_call.c; here
   are the path, the method, the header with the token and the status of the answer. */
#ifdef WITH_SERVE

#include "serve/live_routes.h"
#include <string.h>
#include "serve/http_answer.h"

#define EVENTS "events"
#define GAME   "game"
#define PLAIN  "text/plain; charset=utf-8"

enum { MAX_ID = 40, MAX_ACTION = 16 };

/* The parts of a path: "game/ID/ACTION". */
struct live_path {
    char id[MAX_ID], action[MAX_ACTION]; /* "": missing */
};

bool live_route_is(const char *path)
{
    size_t n = strlen(GAME);
    return !strncmp(path, GAME, n) && (!path[n] || path[n] == '/');
}

/* Copies up to the next '/' and returns what follows; NULL: it does not fit. */
static const char *take_part(const char *path, char *to, size_t size)
{
    size_t n = strcspn(path, "/");
    if (n >= size)
        return NULL;
    memcpy(to, path, n);
    to[n] = '\0';
    return path[n] ? path + n + 1 : path + n;
}

/* False: the path has more parts, or longer ones. */
static bool split(const char *path, struct live_path *p)
{
    path += strlen(GAME);
    path = take_part(*path ? path + 1 : path, p->id, sizeof p->id);
    if (path)
        path = take_part(path, p->action, sizeof p->action);
    return path && !*path;
}

/* The token of "Authorization: Bearer TOKEN"; NULL: none. */
static const char *token_of(struct MHD_Connection *c)
{
    static const char scheme[] = "Bearer ";
    const char *value =
        MHD_lookup_connection_value(c, MHD_HEADER_KIND, MHD_HTTP_HEADER_AUTHORIZATION);
    size_t n = strlen(scheme);
    return value && !strncmp(value, scheme, n) ? value + n : NULL;
}

/* The HTTP status of an answer. */
static unsigned status_of(enum live_answer answer)
{
    static const unsigned statuses[] = {
        [ANSWER_OK] = MHD_HTTP_OK,
        [ANSWER_CREATED] = MHD_HTTP_CREATED,
        [ANSWER_BAD] = MHD_HTTP_BAD_REQUEST,
        [ANSWER_FORBIDDEN] = MHD_HTTP_FORBIDDEN,
        [ANSWER_UNKNOWN] = MHD_HTTP_NOT_FOUND,
        [ANSWER_CONFLICT] = MHD_HTTP_CONFLICT,
        [ANSWER_BUSY] = MHD_HTTP_SERVICE_UNAVAILABLE,
        [ANSWER_FAILED] = MHD_HTTP_SERVICE_UNAVAILABLE,
    };
    return statuses[answer];
}

/* Whether the method fits the path; sets the action of a GET. */
static bool check_method(struct live_path *p, bool get)
{
    bool reads =
        !p->action[0] || !strcmp(p->action, "record") || !strcmp(p->action, EVENTS);
    if (!p->id[0])
        return !get && !p->action[0];
    if (get && !p->action[0])
        strcpy(p->action, "state");
    return get == reads;
}

/* A line feed follows JSON, for terminals. */
static enum MHD_Result answer(struct MHD_Connection *c, struct live_service *live,
                              const struct live_path *p, const struct query *fields)
{
    struct live_request request = {.id = p->id[0] ? p->id : NULL,
                                   .action = p->action,
                                   .token = token_of(c),
                                   .fields = fields};
    struct buffer out = {0};
    enum live_answer answered = live_call(live, &request, &out);
    bool record = !strcmp(p->action, "record") && answered == ANSWER_OK;
    if (!record)
        buffer_str(&out, "\n");
    return http_send_text(c, status_of(answered), record ? PLAIN : HTTP_JSON, &out);
}

enum MHD_Result live_route(struct MHD_Connection *c, struct event_streams *streams,
                           const char *client, const char *path, bool get, char *query)
{
    struct live_path p;
    struct query fields;
    if (!streams)
        return http_send_error(c, MHD_HTTP_NOT_FOUND, LUS_ESTATE, NULL,
                               "this server has no store for games");
    if (!split(path, &p))
        return http_send_error(c, MHD_HTTP_NOT_FOUND, LUS_ETEXT, "game/ID/ACTION",
                               "there is no such address");
    if (!check_method(&p, get))
        return http_send_error(c, MHD_HTTP_METHOD_NOT_ALLOWED, LUS_ESTATE,
                               get ? "POST" : "GET", "this address takes another method");
    const char *expected = query_read(&fields, query);
    if (expected)
        return http_send_error(c, MHD_HTTP_BAD_REQUEST, LUS_ETEXT, expected,
                               "the fields are not understood");
    if (!strcmp(p.action, EVENTS))
        return event_stream_open(streams, c, client, p.id, token_of(c));
    return answer(c, streams->live, &p, &fields);
}

#else

typedef int live_routes_is_empty_here;

#endif
