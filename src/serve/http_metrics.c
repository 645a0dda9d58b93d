/* SPDX-License-Identifier: MIT */
/* http_metrics.c - see http_metrics.h. */
#ifdef WITH_SERVE

#include "serve/http_metrics.h"
#include <stdio.h>
#include "lusoria.h"
#include "serve/serve_internal.h"

/* The upper limits of the buckets in milliseconds. */
static const double limits[METRICS_BUCKETS - 1] = {1, 3, 10, 30, 100, 300, 1000, 10000};

void metrics_count(struct http_metrics *m, unsigned status, double ms)
{
    int i = 0;
    if (status / 100 < METRICS_CLASSES)
        m->answers[status / 100]++;
    if (ms < 0)
        return;
    while (i < METRICS_BUCKETS - 1 && ms > limits[i])
        i++;
    m->bucket[i]++;
    m->microseconds += (int64_t)(ms * 1000);
}

/* ---- Prometheus text ---- */

/* The type and the meaning of a number; samples follow. */
static void put_head(struct buffer *b, const char *name, const char *type,
                     const char *help)
{
    buffer_str(b, "# HELP lusoria_");
    buffer_str(b, name);
    buffer_str(b, " ");
    buffer_str(b, help);
    buffer_str(b, "\n# TYPE lusoria_");
    buffer_str(b, name);
    buffer_str(b, " ");
    buffer_str(b, type);
    buffer_str(b, "\n");
}

/* A sample; `label` contains its brackets, "" without one. */
static void put_sample(struct buffer *b, const char *name, const char *label,
                       double value)
{
    char number[40];
    snprintf(number, sizeof number, " %.15g\n", value);
    buffer_str(b, "lusoria_");
    buffer_str(b, name);
    buffer_str(b, label);
    buffer_str(b, number);
}

static void put(struct buffer *b, const char *name, const char *type, const char *help,
                double value)
{
    put_head(b, name, type, help);
    put_sample(b, name, "", value);
}

static void write_answers(const struct http_metrics *m, struct buffer *b)
{
    char label[40];
    put_head(b, "http_responses_total", "counter", "answers by status");
    for (int i = 1; i < METRICS_CLASSES; i++) {
        snprintf(label, sizeof label, "{status=\"%dxx\"}", i);
        put_sample(b, "http_responses_total", label, (double)m->answers[i]);
    }
}

/* A histogram is cumulative. */
static void write_durations(const struct http_metrics *m, struct buffer *b)
{
    static const char name[] = "http_request_duration_seconds_bucket";
    char label[40];
    int64_t sum = 0;
    put_head(b, "http_request_duration_seconds", "histogram",
             "from the first line of a request to the end of its answer");
    for (int i = 0; i < METRICS_BUCKETS; i++) {
        sum += m->bucket[i];
        if (i < METRICS_BUCKETS - 1)
            snprintf(label, sizeof label, "{le=\"%g\"}", limits[i] / 1000);
        else
            snprintf(label, sizeof label, "{le=\"+Inf\"}");
        put_sample(b, name, label, (double)sum);
    }
    put_sample(b, "http_request_duration_seconds_sum", "", (double)m->microseconds / 1e6);
    put_sample(b, "http_request_duration_seconds_count", "", (double)sum);
}

/* What the engine queue has to do and has done. */
static void write_engine(struct engine_queue *q, struct buffer *b)
{
    mutex_lock(&q->lock);
    int waiting = q->waiting, running = q->running;
    double jobs = (double)q->done_jobs, seconds = q->busy_ms / 1000;
    mutex_unlock(&q->lock);
    put(b, "engine_waiting", "gauge", "searches that wait", waiting);
    put(b, "engine_running", "gauge", "searches that run", running);
    put(b, "engine_searches_total", "counter", "searches that have ended", jobs);
    put(b, "engine_seconds_total", "counter", "time of all searches", seconds);
}

/* Numbers of the store and of games; a server without a store has none. */
static void write_games(struct event_streams *s, struct buffer *b)
{
    struct live_numbers n = live_count(s->live);
    put(b, "event_streams", "gauge", "open event streams", hub_count(&s->hub));
    put(b, "games_created_total", "counter", "games made", (double)n.created);
    put(b, "games_finished_total", "counter", "games that have ended",
        (double)n.finished);
    put(b, "game_requests_total", "counter", "requests about games", (double)n.requests);
    put(b, "game_requests_refused_total", "counter", "refused requests about games",
        (double)n.refused);
    put(b, "game_moves_total", "counter", "moves of people and programs",
        (double)n.moves);
    put(b, "store_commits_total", "counter", "transactions", (double)n.commits);
    put(b, "store_requests_total", "counter", "requests that waited for a transaction",
        (double)n.changes);
    put(b, "store_reconnects_total", "counter",
        "connections to the database that were made again", (double)n.reconnects);
    put(b, "levels_waiting", "gauge", "games in which a level has to play", n.queued);
}

void metrics_write(struct serve *s, struct buffer *out)
{
    put_head(out, "build_info", "gauge", "the version of the program");
    put_sample(out, "build_info", "{version=\"" LUS_VERSION "\"}", 1);
    put(out, "start_time_seconds", "gauge", "when the server was started",
        s->metrics.started);
    put(out, "http_requests_active", "gauge", "requests that have not ended", s->active);
    put(out, "connections", "gauge", "open connections",
        connection_watch_count(&s->watch));
    write_answers(&s->metrics, out);
    write_durations(&s->metrics, out);
    write_engine(&s->engine, out);
    if (s->has_games)
        write_games(&s->streams, out);
}

#else

typedef int http_metrics_is_empty_here;

#endif
