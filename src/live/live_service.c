/* SPDX-License-Identifier: MIT */
/* live_service.c - see live_service.h: opening, the threads of the levels, who is connected. */
#include <stdio.h>
#include <stdlib.h>
#include "live/live_level.h"
#include "live/live_timers.h"
#include "os/clock.h"

int64_t live_now(const struct live_service *s)
{
    return s->config.now ? s->config.now() : (int64_t)(clock_unix_ms() / 1000);
}

const char *live_field(const struct live_work *w, const char *name)
{
    return query_value(w->request->fields, name);
}

void live_changed(void *service, const char *id)
{
    const struct live_watch *watch = &((struct live_service *)service)->config.watch;
    if (watch->changed)
        watch->changed(watch->arg, id);
}

void live_announce(struct live_service *s, const struct live_game *g)
{
    if (level_is_due(g))
        id_queue_put(&s->queue, g->id);
    live_changed(s, g->id);
    channel_send(&s->channel, g->id);
}

/* ---- levels ---- */

/* Reads a game in which a level has to play.  False: there is none. */
static bool load_due(struct live_service *s, const char *id, struct live_game *g)
{
    struct store *store = commit_enter(&s->commit);
    int status = live_load(store, id, g);
    int stored = commit_leave(&s->commit, store);
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
    struct store *store = commit_enter(&s->commit);
    status = live_save(store, g, false, NULL, 0);
    int stored = commit_leave(&s->commit, store);
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

/* ---- opening ---- */

/* Games that expired while no server was running are deleted first.  Of a shared store, games
   in which a level has to play may be in the queue of another process. */
static int open_store(struct live_service *s, char why[], size_t size)
{
    int status = commit_open(&s->commit, s->config.store, why, size);
    if (status == 0 && s->commit.shared) {
        s->channel.on_message = live_changed;
        s->channel.arg = s;
        status = channel_open(&s->channel, s->config.store, &s->commit, why, size);
    }
    if (status < 0)
        return status;
    live_expire(s);
    status =
        live_queue_levels(s, live_now(s) - (s->commit.shared ? LIVE_LEVEL_PATIENCE : 0));
    if (status == 0 && s->commit.shared)
        status = live_tell_alive(s);
    if (status < 0)
        snprintf(why, size, "the store cannot be written");
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
    return thread_start(&s->timers, live_run_timers, s);
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

/* The others need not wait for this process any more; its streams were closed before. */
static void end_process(struct live_service *s)
{
    if (!s->commit.shared)
        return;
    struct store *store = commit_enter(&s->commit);
    store_process_end(store, s->channel.process);
    commit_leave(&s->commit, store);
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
    thread_join(&s->timers);
    if (s->commit.n > 0)
        end_process(s);
    channel_close(&s->channel);
    commit_close(&s->commit);
    id_queue_destroy(&s->queue);
    condition_destroy(&s->stopped);
    mutex_destroy(&s->stop_lock);
    free(s);
}

/* ---- who is connected ---- */

static struct store_stream stream_of(const struct live_service *s,
                                     const struct live_connection *c)
{
    return (struct store_stream){s->channel.process, c->number, c->id, c->player};
}

/* What cannot be written now is written by live_tell_alive. */
void live_note_connected(struct live_service *s, const struct live_connection *c)
{
    struct store_stream stream = stream_of(s, c);
    if (!s->commit.shared)
        return;
    struct store *store = commit_enter(&s->commit);
    int status = store_stream_add(store, &stream);
    if (commit_leave(&s->commit, store) < 0 || status < 0)
        s->streams_unsure = true;
    channel_send(&s->channel, c->id);
}

/* Without the time of leaving the last move counts. */
void live_note_left(struct live_service *s, const struct live_connection *c)
{
    struct store_stream stream = stream_of(s, c);
    struct store *store = commit_enter(&s->commit);
    int status = store_live_seen(store, c->id, c->player, live_now(s));
    if (status == 0 && s->commit.shared)
        status = store_stream_remove(store, &stream);
    if (commit_leave(&s->commit, store) < 0 || status < 0)
        s->streams_unsure = true;
    channel_send(&s->channel, c->id);
}

/* ---- for the operator ---- */

bool live_is_usable(struct live_service *s)
{
    struct live_tokens tokens;
    struct store *store = commit_enter(&s->commit);
    int status = live_load_tokens(store, "", &tokens);
    commit_leave(&s->commit, store);
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
                                 .reconnects = s->commit.reconnects,
                                 .queued = id_queue_length(&s->queue)};
}
