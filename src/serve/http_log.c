/* SPDX-License-Identifier: MIT */
/* http_log.c - see http_log.h. */
#include "serve/http_log.h"
#include <stdlib.h>
#include <string.h>
#include "os/clock.h"
#include "text/json.h"

/* ---- routes ---- */

/* The words that may stand in a log; every other part of a path could be secret. */
static const char *const verbs[] = {
    "games",   "state", "refuse", "choose", "analyse", "review",
    "explain", "probe", "record", "dice",   "puzzle",  "rules",
};
static const char *const actions[] = {
    "record", "events", "join", "throw",   "move",
    "resign", "draw",   "undo", "rematch", "claim",
};

/* The entry of a list that is this word; NULL: there is none. */
static const char *known(const char *word, const char *const *list, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!strcmp(word, list[i]))
            return list[i];
    return NULL;
}

#define KNOWN(word, list) known(word, list, sizeof list / sizeof list[0])

/* The route of "game", "game/ID" or "game/ID/ACTION". */
static void game_route(const char *rest, char route[HTTP_ROUTE])
{
    const char *action = *rest ? strchr(rest + 1, '/') : NULL;
    const char *name = action ? KNOWN(action + 1, actions) : NULL;
    snprintf(route, HTTP_ROUTE, "game%s%s", *rest ? "/" : "",
             !*rest   ? ""
             : name   ? name
             : action ? "?"
                      : "state");
}

void http_log_route(const char *path, char route[HTTP_ROUTE])
{
    static const char api[] = "/api/v1/";
    size_t n = strlen(api);
    if (!strcmp(path, "/healthz") || !strcmp(path, "/metrics"))
        snprintf(route, HTTP_ROUTE, "%s", path + 1);
    else if (strncmp(path, api, n) != 0)
        snprintf(route, HTTP_ROUTE, "page");
    else if (!strcmp(path + n, "game") || !strncmp(path + n, "game/", 5))
        game_route(path + n + 4, route);
    else
        snprintf(route, HTTP_ROUTE, "api/%s",
                 KNOWN(path + n, verbs) ? KNOWN(path + n, verbs) : "?");
}

/* ---- lines ---- */

/* One call of fwrite is one write of the stream, which has a lock. */
void http_log_write(FILE *to, const struct http_log_line *line)
{
    struct buffer b = {0};
    struct json j = json_on(&b);
    char time[CLOCK_STAMP];
    size_t n;
    clock_stamp(time);
    json_open(&j, NULL, '{');
    json_string(&j, "time", time);
    json_string(&j, "client", line->client);
    json_string(&j, "method", line->method);
    json_string(&j, "route", line->route);
    json_int(&j, "status", line->status);
    json_int(&j, "us", (int64_t)(line->ms * 1000));
    json_close(&j, '}');
    buffer_str(&b, "\n");
    char *text = buffer_take(&b, &n);
    if (text) {
        fwrite(text, 1, n, to);
        fflush(to);
    }
    free(text);
}
