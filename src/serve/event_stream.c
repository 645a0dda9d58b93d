/* SPDX-License-Identifier: MIT */
/* event_stream.c - see event_stream.h.

   `changed`, `ticks` and `suspended` are shared with the threads that wake the stream; the
   other members are used only by the thread of its connection.

       on_read:  changed?  read the game, send it
                 ticks?    connection closed: end; long silence: send a comment
                 else      suspend, under the lock, so that no wake is lost */
#ifdef WITH_SERVE

#include "serve/event_stream.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "live/live_token.h"
#include "os/socket.h"
#include "serve/http_answer.h"

struct event_stream {
    struct hub_entry entry; /* first: on_wake gets its address */
    struct event_streams *all;
    struct MHD_Connection *connection;
    char token[LIVE_TOKEN], client[SOCKET_CLIENT];
    struct mutex lock; /* of the next four */
    bool changed, suspended;
    bool again;   /* the game could not be read: try it with the next tick */
    int ticks;    /* since the last event or comment */
    char *text;   /* that is being sent; NULL: none */
    size_t n, at; /* its length, and what was sent of it */
};

/* ---- waking ---- */

/* Called by the hub. */
static void on_wake(struct hub_entry *e, bool changed)
{
    struct event_stream *s = (struct event_stream *)e;
    mutex_lock(&s->lock);
    if (changed || s->again)
        s->changed = true;
    if (!changed)
        s->ticks++;
    if (s->suspended) {
        s->suspended = false;
        MHD_resume_connection(s->connection);
    }
    mutex_unlock(&s->lock);
}

/* What has to be done, in this order. */
enum stream_task { STREAM_SEND, STREAM_COMMENT, STREAM_LOOK, STREAM_WAIT };

/* Decides under the lock; STREAM_WAIT has suspended the connection. */
static enum stream_task next_task(struct event_stream *s, bool looked)
{
    enum stream_task task = STREAM_WAIT;
    mutex_lock(&s->lock);
    if (s->changed)
        task = STREAM_SEND;
    else if (s->ticks >= STREAM_HEARTBEAT_TICKS)
        task = STREAM_COMMENT;
    else if (!looked || s->all->closing) /* a server that ends has no suspended stream */
        task = STREAM_LOOK;
    if (task == STREAM_SEND || task == STREAM_COMMENT) {
        s->changed = s->again = false;
        s->ticks = 0;
    } else if (task == STREAM_WAIT) {
        s->suspended = true;
        MHD_suspend_connection(s->connection);
    }
    mutex_unlock(&s->lock);
    return task;
}

/* ---- sending ---- */

/* Takes over a buffer as the text to send.  False: no memory. */
static bool set_text(struct event_stream *s, struct buffer *b)
{
    s->text = buffer_take(b, &s->n);
    s->at = 0;
    return s->text != NULL;
}

/* The store cannot be used now; a page that waits misses nothing. */
static bool write_later(struct event_stream *s)
{
    mutex_lock(&s->lock);
    s->again = true;
    mutex_unlock(&s->lock);
    return true;
}

/* The whole game as one event.  False: the stream ends, because the game is gone. */
static bool write_event(struct event_stream *s)
{
    struct buffer b = {0}, game = {0};
    int64_t version;
    int role;
    enum live_answer answer =
        live_look(s->all->live, s->entry.connection.id, s->token, &game, &version, &role);
    if (answer != ANSWER_OK || game.failed) {
        free(game.bytes);
        return answer == ANSWER_FAILED && write_later(s);
    }
    buffer_str(&b, "id: ");
    buffer_int(&b, version);
    buffer_str(&b, "\ndata: ");
    buffer_bytes(&b, game.bytes, game.len);
    buffer_str(&b, "\n\n");
    free(game.bytes);
    return set_text(s, &b);
}

static bool write_comment(struct event_stream *s)
{
    struct buffer b = {0};
    buffer_str(&b, ":\n\n");
    return set_text(s, &b);
}

static bool is_closed(const struct event_stream *s)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(s->connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return s->all->closing || (info && socket_is_closed(info->connect_fd));
}

/* Copies what fits of the text; frees it at its end. */
static ssize_t send_part(struct event_stream *s, char *to, size_t max)
{
    size_t n = s->n - s->at < max ? s->n - s->at : max;
    memcpy(to, s->text + s->at, n);
    s->at += n;
    if (s->at == s->n) {
        free(s->text);
        s->text = NULL;
    }
    return (ssize_t)n;
}

/* Called by libmicrohttpd for the next bytes; 0 after the connection was suspended. */
static ssize_t on_read(void *self, uint64_t position, char *to, size_t max)
{
    struct event_stream *s = self;
    bool looked = false, alive = true;
    (void)position;
    while (!s->text) {
        enum stream_task task = next_task(s, looked);
        if (task == STREAM_WAIT)
            return 0;
        if (task == STREAM_SEND)
            alive = write_event(s);
        else if (task == STREAM_COMMENT)
            alive = write_comment(s);
        looked = true;
        if (!alive || is_closed(s))
            return MHD_CONTENT_READER_END_OF_STREAM;
    }
    return send_part(s, to, max);
}

/* ---- opening and closing ---- */

/* Called when the connection has ended.  The time is noted from which the player is away. */
static void on_free(void *self)
{
    struct event_stream *s = self;
    if (s->entry.connection.player != LIVE_NO_PLAYER)
        live_note_left(s->all->live, &s->entry.connection);
    hub_remove(&s->all->hub, &s->entry);
    client_close_stream(s->all->clients, s->client);
    mutex_destroy(&s->lock);
    free(s->text);
    free(s);
}

static struct event_stream *new_stream(struct event_streams *all,
                                       struct MHD_Connection *c, const char *id,
                                       const char *token, int role)
{
    struct event_stream *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    s->all = all;
    s->connection = c;
    s->changed = true; /* the first event is the game as it is */
    s->entry.wake = on_wake;
    s->entry.connection.player =
        role == LIVE_FIRST || role == LIVE_SECOND ? role : LIVE_NO_PLAYER;
    snprintf(s->entry.connection.id, sizeof s->entry.connection.id, "%s", id);
    snprintf(s->token, sizeof s->token, "%s", token);
    mutex_init(&s->lock);
    return s;
}

/* The stream is registered; from now on on_free frees it. */
static enum MHD_Result send_stream(struct event_stream *s)
{
    enum { BLOCK = 4096 };
    struct MHD_Response *r =
        MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, BLOCK, on_read, s, on_free);
    if (!r) {
        on_free(s);
        return MHD_NO;
    }
    MHD_add_response_header(r, MHD_HTTP_HEADER_CACHE_CONTROL, "no-store");
    MHD_add_response_header(r, "X-Accel-Buffering", "no"); /* nginx passes events on */
    return http_send(s->connection, MHD_HTTP_OK, "text/event-stream; charset=utf-8", r);
}

/* Registers a new stream at its client and its game.  False: a limit is reached. */
static bool register_stream(struct event_stream *s)
{
    static const struct hub_limits limits = {STREAM_MAX, STREAM_MAX_GAME};
    if (!client_open_stream(s->all->clients, s->client))
        return false;
    if (!hub_add(&s->all->hub, &s->entry, &limits)) {
        client_close_stream(s->all->clients, s->client);
        return false;
    }
    if (s->entry.connection.player != LIVE_NO_PLAYER)
        live_note_connected(s->all->live, &s->entry.connection);
    return true;
}

enum MHD_Result event_stream_open(struct event_streams *all, struct MHD_Connection *c,
                                  const char *client, const char *id, const char *token)
{
    struct buffer game = {0};
    int64_t version;
    int role = LIVE_SPECTATOR;
    enum live_answer answer = live_look(all->live, id, token, &game, &version, &role);
    free(game.bytes);
    if (answer == ANSWER_FAILED)
        return http_send_error(c, MHD_HTTP_SERVICE_UNAVAILABLE, LUS_EFILE, NULL,
                               "the game cannot be read");
    if (answer != ANSWER_OK)
        return http_send_error(c, MHD_HTTP_NOT_FOUND, LUS_ERANGE, "the token of a game",
                               "there is no such game, or this is not a token of it");
    struct event_stream *s = new_stream(all, c, id, token, role);
    if (!s)
        return MHD_NO;
    snprintf(s->client, sizeof s->client, "%s", client);
    if (register_stream(s))
        return send_stream(s);
    mutex_destroy(&s->lock);
    free(s);
    return http_send_error(c, MHD_HTTP_SERVICE_UNAVAILABLE, LUS_ESTATE,
                           "fewer open streams", "too many event streams are open");
}

/* ---- the timer ---- */

enum { EXPIRE_TICKS = 1800 }; /* an hour */

/* Runs until the server ends. */
static void run_timer(void *self)
{
    struct event_streams *s = self;
    for (int tick = 1; !s->closing; tick++) {
        mutex_lock(&s->lock);
        if (!s->closing)
            condition_wait_ms(&s->ended, &s->lock, STREAM_TICK_MS);
        mutex_unlock(&s->lock);
        hub_tick(&s->hub);
        if (tick % EXPIRE_TICKS == 0)
            live_expire(s->live);
    }
}

static void on_changed(void *self, const char *id)
{
    hub_changed(self, id);
}

static bool on_online(void *self, const char *id, int player)
{
    return hub_is_online(self, id, player);
}

static int on_connected(void *self, struct live_connection **list)
{
    return hub_players(self, list);
}

int event_streams_open(struct event_streams *s, const struct live_config *config,
                       struct client_limits *clients, char why[], size_t size)
{
    struct live_config watched = *config;
    s->clients = clients;
    watched.watch = (struct live_watch){&s->hub, on_changed, on_online, on_connected};
    s->closing = false;
    hub_init(&s->hub);
    mutex_init(&s->lock);
    condition_init(&s->ended);
    int status = live_open(&s->live, &watched, why, size);
    if (status == 0 && !thread_start(&s->timer, run_timer, s)) {
        snprintf(why, size, "the system allows no more threads");
        status = LUS_ESTATE;
    }
    if (status < 0)
        event_streams_close(s);
    return status;
}

void event_streams_end(struct event_streams *s)
{
    mutex_lock(&s->lock);
    s->closing = true;
    condition_signal(&s->ended);
    mutex_unlock(&s->lock);
    thread_join(&s->timer);
    hub_tick(&s->hub);
}

void event_streams_close(struct event_streams *s)
{
    live_close(s->live);
    s->live = NULL;
    condition_destroy(&s->ended);
    mutex_destroy(&s->lock);
    hub_destroy(&s->hub);
}

#else

typedef int event_stream_is_empty_here;

#endif
