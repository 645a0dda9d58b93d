/* SPDX-License-Identifier: MIT */
/* live_service.c - see live_service.h: opening, the thread of the levels, expiry. */
#include <stdio.h>
#include <stdlib.h>
#include "live/live_level.h"
#include "live/live_service_internal.h"
#include "os/clock.h"

int64_t live_now(const struct live_service *s)
{
    return s->config.now ? s->config.now() : (int64_t)(clock_unix_ms() / 1000);
}

const char *live_field(const struct live_work *w, const char *name)
{
    return query_value(w->request->fields, name);
}

void live_announce(struct live_service *s, const struct live_game *g)
{
    const struct live_watch *watch = &s->config.watch;
    if (level_is_due(g))
        id_queue_put(&s->queue, g->id);
    if (watch->changed)
        watch->changed(watch->arg, g->id);
}

/* ---- levels ---- */

/* Reads a game in which a level has to play.  False: there is none. */
static bool load_due(struct live_service *s, const char *id, struct live_game *g)
{
    commit_enter(&s->commit);
    int status = live_load(s->store, id, g);
    int stored = commit_leave(&s->commit);
    if (status != 1)
        return false;
    if (stored == 0 && level_is_due(g))
        return true;
    live_free(g);
    return false;
}

/* The level thinks without the lock; if the game has changed meanwhile, its move is
   dropped.  Returns as live_save. */
static int play_once(struct live_service *s, struct live_game *g)
{
    int status = level_play(g, s->config.tables, &s->stop);
    if (status < 0)
        return status;
    g->changed = live_now(s);
    commit_enter(&s->commit);
    status = live_save(s->store, g, false, NULL, 0);
    int stored = commit_leave(&s->commit);
    status = stored < 0 ? stored : status;
    if (status == 0 && live_next(g) == LIVE_OVER)
        s->finished++;
    return status;
}

/* LUS_ESTATE is another version of the game, which is read again.  After any other error
   the game waits for the next request that looks at it. */
static void play_level(struct live_service *s, const char *id)
{
    struct live_game g;
    int status = LUS_ESTATE;
    while (status == LUS_ESTATE && !s->stop && load_due(s, id, &g)) {
        status = play_once(s, &g);
        if (status == 0)
            live_announce(s, &g);
        live_free(&g);
    }
}

static void play_levels(void *arg)
{
    struct level_thread *self = arg;
    struct live_service *s = self->service;
    char id[LIVE_ID];
    while (id_queue_take(&s->queue, self->number, id)) {
        play_level(s, id);
        id_queue_done(&s->queue, self->number);
    }
}

/* ---- clocks ---- */

enum { CLOCK_TICK_MS = 200, MAX_DUE = 64 }; /* a flag falls at most so much too late */

/* The ids that a query has found. */
struct due_games {
    char id[MAX_DUE][LIVE_ID];
    int n;
};

static int add_due(void *arg, const char *id)
{
    struct due_games *due = arg;
    snprintf(due->id[due->n++], LIVE_ID, "%s", id);
    return due->n == MAX_DUE;
}

/* Ends a game if its clock has run out; it may have changed since the list was made. */
static void end_by_clock(struct live_service *s, const char *id)
{
    struct live_game g = {0};
    commit_enter(&s->commit);
    bool ended =
        live_load(s->store, id, &g) == 1 && live_clock_check(&g, clock_unix_ms());
    g.changed = live_now(s);
    ended = ended && live_save(s->store, &g, false, NULL, 0) == 0;
    if (commit_leave(&s->commit) == 0 && ended) {
        s->finished++;
        live_announce(s, &g);
    }
    live_free(&g);
}

static void end_late_games(struct live_service *s)
{
    struct due_games due = {.n = 0};
    commit_enter(&s->commit);
    store_live_late(s->store, (int64_t)clock_unix_ms(), add_due, &due);
    commit_leave(&s->commit);
    for (int i = 0; i < due.n; i++)
        end_by_clock(s, due.id[i]);
}

/* Runs until the service is closed. */
static void watch_clocks(void *arg)
{
    struct live_service *s = arg;
    while (!s->stop) {
        end_late_games(s);
        mutex_lock(&s->stop_lock);
        if (!s->stop)
            condition_wait_ms(&s->stopped, &s->stop_lock, CLOCK_TICK_MS);
        mutex_unlock(&s->stop_lock);
    }
}

/* ---- opening ---- */

/* Queues a game of an earlier run; a full queue is filled by later requests. */
static int queue_game(void *arg, const char *id)
{
    struct live_service *s = arg;
    char copy[LIVE_ID];
    snprintf(copy, sizeof copy, "%s", id);
    id_queue_put(&s->queue, copy);
    return 0;
}

/* Games that expired while no server was running are deleted first. */
static int open_store(struct live_service *s, char why[], size_t size)
{
    int status = store_open(&s->store, s->config.store, STORE_WRITE);
    if (status == 0)
        status = store_use_log(s->store);
    if (status == 0) {
        store_group(s->store);
        commit_init(&s->commit, s->store);
        live_expire(s);
    }
    if (status == 0)
        status = store_live_each(s->store, LIVE_LEVEL, queue_game, s);
    if (status < 0)
        snprintf(why, size, "%s", store_error(s->store));
    return status;
}

static bool start_threads(struct live_service *s)
{
    for (int i = 0; i < ID_QUEUE_THREADS; i++) {
        s->level[i].service = s;
        s->level[i].number = i;
        if (!thread_start(&s->level[i].thread, play_levels, &s->level[i]))
            return false;
    }
    return thread_start(&s->clocks, watch_clocks, s);
}

int live_open(struct live_service **made, const struct live_config *config, char why[],
              size_t size)
{
    struct live_service *s = *made = calloc(1, sizeof *s);
    if (!s) {
        snprintf(why, size, "%s", lus_error_text(LUS_EMEMORY));
        return LUS_EMEMORY;
    }
    s->config = *config;
    s->started = live_now(s);
    mutex_init(&s->stop_lock);
    condition_init(&s->stopped);
    id_queue_init(&s->queue);
    int status = open_store(s, why, size);
    if (status == 0 && !start_threads(s)) {
        snprintf(why, size, "the system allows no more threads");
        status = LUS_ESTATE;
    }
    if (status < 0) {
        live_close(s);
        *made = NULL;
    }
    return status;
}

void live_close(struct live_service *s)
{
    if (!s)
        return;
    mutex_lock(&s->stop_lock);
    s->stop = true;
    condition_signal(&s->stopped);
    mutex_unlock(&s->stop_lock);
    id_queue_close(&s->queue);
    for (int i = 0; i < ID_QUEUE_THREADS; i++)
        thread_join(&s->level[i].thread);
    thread_join(&s->clocks);
    if (s->commit.store)
        commit_destroy(&s->commit);
    store_close(s->store);
    id_queue_destroy(&s->queue);
    condition_destroy(&s->stopped);
    mutex_destroy(&s->stop_lock);
    free(s);
}

/* ---- from time to time ---- */

void live_note_left(struct live_service *s, const char *id, int player)
{
    commit_enter(&s->commit);
    store_live_seen(s->store, id, player, live_now(s)); /* else the last move counts */
    commit_leave(&s->commit);
}

/* A game that was played ends by abandonment: it becomes one of the finished games, which stay
   in the table games, and its row is deleted when it expires again.  Others are deleted. */
static int expire_game(struct live_service *s, const char *id)
{
    struct live_game g = {0};
    int status = live_load(s->store, id, &g);
    if (status == 1 && live_abandon(&g)) {
        g.changed = live_now(s);
        status = live_save(s->store, &g, false, NULL, 0);
        s->finished += status == 0;
    } else {
        status = store_live_remove(s->store, id);
    }
    live_free(&g);
    return status;
}

int64_t live_expire(struct live_service *s)
{
    struct due_games due;
    int64_t n = 0;
    int status = 0;
    do {
        due.n = 0;
        commit_enter(&s->commit);
        store_live_unchanged(s->store, live_now(s) - s->config.expiry, add_due, &due);
        for (int i = 0; i < due.n && status == 0; i++) {
            status = expire_game(s, due.id[i]);
            n += status == 0;
        }
        int stored = commit_leave(&s->commit);
        status = stored < 0 ? stored : status;
    } while (due.n == MAX_DUE && status == 0);
    return n;
}

bool live_is_usable(struct live_service *s)
{
    struct live_tokens tokens;
    commit_enter(&s->commit);
    int status = live_load_tokens(s->store, "", &tokens);
    commit_leave(&s->commit);
    return status == 0 && !s->commit.failed;
}

struct live_numbers live_count(struct live_service *s)
{
    return (struct live_numbers){.requests = s->requests,
                                 .refused = s->refused,
                                 .moves = s->moves,
                                 .created = s->created,
                                 .finished = s->finished,
                                 .commits = s->commit.commits,
                                 .changes = s->commit.changes,
                                 .queued = id_queue_length(&s->queue)};
}
