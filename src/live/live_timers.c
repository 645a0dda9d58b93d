/* SPDX-License-Identifier: MIT */
/* live_timers.c - see live_timers.h; for live_expire see live_service.h. */
#include "live/live_timers.h"
#include <stdio.h>
#include <stdlib.h>
#include "os/clock.h"

enum { TICK_MS = 200, SLOW_TICKS = 10 }; /* a flag falls at most so much too late */
enum { LEVEL_PATIENCE = LIVE_LEVEL_PATIENCE, DEAD_AFTER = 10 }; /* seconds */

/* The ids that a query has found. */
struct due_games {
    char id[STORE_MAX_LIST][LIVE_ID];
    int n;
};

static int add_due(void *arg, const char *id)
{
    struct due_games *due = arg;
    snprintf(due->id[due->n++], LIVE_ID, "%s", id);
    return due->n == STORE_MAX_LIST;
}

/* ---- clocks ---- */

/* Ends a game if its clock has run out; it may have changed since the list was made. */
static void end_by_clock(struct live_service *s, const char *id)
{
    struct live_game g = {0};
    struct store *store = commit_enter(&s->commit);
    bool ended = live_load(store, id, &g) == 1 && live_clock_check(&g, clock_unix_ms());
    g.changed = live_now(s);
    ended = ended && live_save(store, &g, false, NULL, 0) == 0;
    if (commit_leave(&s->commit, store) == 0 && ended) {
        s->finished++;
        live_announce(s, &g);
    }
    live_free(&g);
}

static void end_late_games(struct live_service *s)
{
    struct due_games due = {.n = 0};
    struct store *store = commit_enter(&s->commit);
    store_live_late(store, (int64_t)clock_unix_ms(), add_due, &due);
    commit_leave(&s->commit, store);
    for (int i = 0; i < due.n; i++)
        end_by_clock(s, due.id[i]);
}

/* ---- levels ---- */

static int queue_game(void *arg, const char *id)
{
    struct live_service *s = arg;
    char copy[LIVE_ID];
    snprintf(copy, sizeof copy, "%s", id);
    id_queue_put(&s->queue, copy); /* if it is full, they are found again later */
    return 0;
}

int live_queue_levels(struct live_service *s, int64_t before)
{
    struct store *store = commit_enter(&s->commit);
    int status = store_live_levels(store, before, live_now(s), queue_game, s);
    int stored = commit_leave(&s->commit, store);
    return stored < 0 ? stored : status;
}

/* ---- processes ---- */

/* The open streams of players are written again: the process is new, was given up by another
   one, or could not write a change.  Returns their number or a negative error. */
static int add_streams(struct live_service *s, struct store *store)
{
    struct live_connection *list = NULL;
    const struct live_watch *w = &s->config.watch;
    int status = 0, n = w->connected ? w->connected(w->arg, &list) : 0;
    for (int i = 0; i < n && status == 0; i++)
        status = store_stream_add(
            store, &(struct store_stream){s->channel.process, list[i].number, list[i].id,
                                          list[i].player});
    free(list);
    return n < 0 ? LUS_EMEMORY : status < 0 ? status : n;
}

int live_tell_alive(struct live_service *s)
{
    bool anew = atomic_exchange(&s->streams_unsure, false);
    struct store *store = commit_enter(&s->commit);
    int known = anew ? store_process_end(store, s->channel.process) : 0;
    if (known == 0)
        known = store_process_alive(store, s->channel.process, live_now(s));
    int added = known == 0 ? add_streams(s, store) : known < 0 ? known : 0;
    int stored = commit_leave(&s->commit, store);
    added = stored < 0 ? stored : added;
    if (added < 0)
        s->streams_unsure = true;
    if (added > 0 || (added == 0 && anew))
        channel_send(&s->channel, NULL);
    return added < 0 ? added : 0;
}

/* A process that was killed may have stored changes without telling anyone. */
static void bury_processes(struct live_service *s)
{
    struct store *store = commit_enter(&s->commit);
    int n = store_process_expire(store, live_now(s) - DEAD_AFTER);
    if (commit_leave(&s->commit, store) < 0 || n <= 0)
        return;
    channel_send(&s->channel, NULL);
    live_changed(s, NULL);
}

/* ---- the thread ---- */

static void tick(struct live_service *s, int number)
{
    commit_repair(&s->commit);
    end_late_games(s);
    if (number % SLOW_TICKS)
        return;
    live_queue_levels(s, live_now(s) - LEVEL_PATIENCE);
    if (s->commit.shared && live_tell_alive(s) == 0)
        bury_processes(s);
}

void live_run_timers(void *service)
{
    struct live_service *s = service;
    for (int number = 0; !s->stop; number++) {
        tick(s, number);
        mutex_lock(&s->stop_lock);
        if (!s->stop)
            condition_wait_ms(&s->stopped, &s->stop_lock, TICK_MS);
        mutex_unlock(&s->stop_lock);
    }
}

/* ---- expiry ---- */

/* A game that was played ends by abandonment: it becomes one of the finished games, which stay
   in the table games, and its row is deleted when it expires again.  Others are deleted, and
   what another process has done since the list was made stays. */
static int expire_game(struct live_service *s, struct store *store, const char *id,
                       int64_t before)
{
    struct live_game g = {0};
    int status = live_load(store, id, &g);
    if (status == 1 && g.changed < before && live_abandon(&g)) {
        g.changed = live_now(s);
        status = live_save(store, &g, false, NULL, 0);
        s->finished += status == 0;
    } else {
        status = store_live_remove(store, id, before);
    }
    live_free(&g);
    return status;
}

/* LUS_ESTATE: another process was faster; the rest is listed again. */
int64_t live_expire(struct live_service *s)
{
    enum { MAX_ROUNDS = 10000 };
    struct due_games due = {.n = STORE_MAX_LIST};
    int64_t n = 0;
    int status = 0;
    for (int i = 0; i < MAX_ROUNDS && (status == LUS_ESTATE || due.n == STORE_MAX_LIST);
         i++) {
        due.n = 0;
        int64_t before = live_now(s) - s->config.expiry;
        struct store *store = commit_enter(&s->commit);
        status = store_live_unchanged(store, before, add_due, &due);
        status = status < 0 ? status : 0;
        for (int k = 0; k < due.n && status == 0; k++)
            status = expire_game(s, store, due.id[k], before);
        int stored = commit_leave(&s->commit, store);
        status = stored < 0 ? stored : status;
        n += status == 0 ? due.n : 0;
        if (status < 0 && status != LUS_ESTATE)
            break;
    }
    return n;
}
