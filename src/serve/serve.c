/* SPDX-License-Identifier: MIT */
/* serve.c - see serve.h: starting and ending the server.  The requests are answered by
   http_router.c. */
#ifdef WITH_SERVE

#include "serve/serve.h"
#include <stdio.h>
#include <stdlib.h>
#include "core/text.h"
#include "os/clock.h"
#include "serve/http_body.h"
#include "serve/http_router.h"
#include "serve/serve_internal.h"
#include "serve/site.h"

const bool serve_is_built_in = true;

/* Moves are stored by these threads, several in one transaction; searches have their own
   (engine_queue.h). */
enum { WORKERS = 16, IDLE_SECONDS = 30, DAY_SECONDS = 24 * 60 * 60 };
/* Descriptors that are not connections: the store, the tables, epoll. */
enum { OTHER_DESCRIPTORS = 64 };

/* ---- the interface ---- */

/* The port that the system chose, if 0 was asked for. */
static int bound_port(struct MHD_Daemon *d)
{
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(d, MHD_DAEMON_INFO_BIND_PORT);
    return info ? info->port : 0;
}

/* A search ends after 20 million nodes or 10 seconds, a review after 30. */
static struct api_host host_with(const lus_tables *tables)
{
    return (struct api_host){.max_depth = LUS_MAX_DEPTH,
                             .max_nodes = 20000000,
                             .max_time_ms = 10000,
                             .max_review_ms = 30000,
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
    s->has_games =
        c->store && event_streams_open(&s->streams, &config, &s->clients, why, size) == 0;
    return s->has_games || !c->store;
}

/* libmicrohttpd makes the threads; the callbacks get `s` as their context.  Behind a proxy
   all connections have the address of the proxy. */
static struct MHD_Daemon *listen_on(struct serve *s, const struct serve_config *c,
                                    const struct socket_address *a)
{
    unsigned per_client = c->trust_proxy ? 0 : (unsigned)c->client_connections;
    return MHD_start_daemon(
        MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME |
            (a->ipv6 ? (unsigned)MHD_USE_IPv6 : 0U),
        0, NULL, NULL, http_on_request, s, MHD_OPTION_SOCK_ADDR,
        (const struct sockaddr *)&a->storage, MHD_OPTION_THREAD_POOL_SIZE,
        (unsigned)WORKERS, MHD_OPTION_CONNECTION_LIMIT, (unsigned)c->connections,
        MHD_OPTION_PER_IP_CONNECTION_LIMIT, per_client, MHD_OPTION_CONNECTION_TIMEOUT,
        (unsigned)IDLE_SECONDS, MHD_OPTION_URI_LOG_CALLBACK, http_on_uri, s,
        MHD_OPTION_NOTIFY_COMPLETED, http_on_done, s, MHD_OPTION_NOTIFY_CONNECTION,
        connection_watch_notify, &s->watch, MHD_OPTION_END);
}

/* Starts what requests need; `why` says what is missing. */
static bool start_parts(struct serve *s, const struct serve_config *c, char why[],
                        size_t size)
{
    if (!connection_watch_start(&s->watch, WATCH_HEADER_MS, http_on_forgotten, s) ||
        !engine_queue_start(&s->engine, &s->host, &s->clients, c->engine_queue)) {
        snprintf(why, size, "the system allows no more threads");
        return false;
    }
    return open_live(s, c, why, size);
}

struct serve *serve_start(const struct serve_config *c, char why[], size_t size)
{
    struct socket_address address;
    why[0] = '\0';
    if (!socket_address_read(&address, c->bind, c->port)) {
        snprintf(why, size, "'%.60s' is not a numeric address such as 127.0.0.1 or ::1",
                 c->bind);
        return NULL;
    }
    struct serve *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    s->host = host_with(c->tables);
    s->guard = (struct request_guard){.hosts = c->hosts,
                                      .numeric = !socket_address_is_loopback(&address),
                                      .trust_proxy = c->trust_proxy};
    s->log = c->log;
    s->metrics.started = clock_unix_ms() / 1000;
    list_tables(s->tables, c->tables);
    client_limits_init(&s->clients, c->rate, c->client_connections, clock_ms);
    if (start_parts(s, c, why, size))
        s->daemon = listen_on(s, c, &address);
    if (!s->daemon) {
        serve_stop(s);
        return NULL;
    }
    s->port = bound_port(s->daemon);
    return s;
}

int serve_descriptors(const struct serve_config *c)
{
    return c->connections + OTHER_DESCRIPTORS;
}

bool serve_has_file(const char *path)
{
    return site_find(path) != NULL;
}

int serve_port(const struct serve *s)
{
    return s->port;
}

/* Requests that have been received are answered; those that never end are cut off. */
static void wait_for_answers(const struct serve *s)
{
    enum { PATIENCE_MS = 2000, STEP_MS = 10 };
    for (int ms = 0; s->active > 0 && ms < PATIENCE_MS; ms += STEP_MS)
        clock_sleep(STEP_MS);
}

/* No new connection, then the end of all searches and streams: MHD_stop_daemon must not find
   a suspended connection. */
void serve_stop(struct serve *s)
{
    if (!s)
        return;
    if (s->daemon)
        socket_close(MHD_quiesce_daemon(s->daemon));
    engine_queue_stop(&s->engine);
    if (s->has_games)
        event_streams_end(&s->streams);
    if (s->daemon) {
        wait_for_answers(s);
        MHD_stop_daemon(s->daemon);
    }
    if (s->has_games)
        event_streams_close(&s->streams);
    connection_watch_stop(&s->watch);
    client_limits_destroy(&s->clients);
    free(s);
}

#else

typedef int serve_is_empty_here;

#endif
