/* SPDX-License-Identifier: MIT */
/* live_service_internal.h - the service and a request while it is answered. */
#ifndef LIVE_LIVE_SERVICE_INTERNAL_H
#define LIVE_LIVE_SERVICE_INTERNAL_H

#include <stdatomic.h>
#include "live/id_queue.h"
#include "live/live_channel.h"
#include "live/live_commit.h"
#include "live/live_json.h"
#include "live/live_service.h"
#include "live/live_storage.h"
#include "os/thread.h"
#include "store/store_shared.h"

/* A thread that plays for levels: most of its time it waits for a commit. */
struct level_thread {
    struct live_service *service;
    int number;
    struct thread thread;
};

struct live_service {
    struct live_config config;
    int64_t started;             /* seconds since 1970 */
    struct live_commit commit;   /* the store */
    struct live_channel channel; /* to the other processes of a shared store */
    _Atomic bool streams_unsure; /* the streams of this process must be written again */
    struct id_queue queue;
    struct level_thread level[ID_QUEUE_THREADS]; /* play the games of the queue */
    struct thread timers;                        /* live_timers.h */
    struct mutex stop_lock;
    struct condition stopped; /* wakes it */
    _Atomic bool stop;
    _Atomic int64_t requests, refused, moves, created, finished;
};

/* A request while it is answered. */
struct live_work {
    struct live_service *service;
    struct store *store; /* between commit_enter and commit_leave */
    const struct live_request *request;
    struct live_game game;
    struct live_tokens tokens;
    int role;                      /* enum live_role of the token */
    int seat;                      /* that acts; LIVE_NO_PLAYER: a spectator */
    char player_token[LIVE_TOKEN]; /* "": not made by this request */
    char invite[LIVE_TOKEN], spectator[LIVE_TOKEN];
    double now_ms; /* when the request arrived, since 1970: waiting costs no time */
    bool flag;     /* the time of a player was over */
    bool moved;    /* by a person or a program */
    bool raced;    /* another process was faster: nothing was stored */
    struct live_fault fault;
};

/* Seconds since 1970. */
int64_t live_now(const struct live_service *s);
/* The value of a field of the request; NULL: it has none. */
const char *live_field(const struct live_work *w, const char *name);
/* Announces a change, and lets a level play if it has to.  After commit_leave. */
void live_announce(struct live_service *s, const struct live_game *g);
/* Wakes the event streams of this process; `id` is NULL for all games. */
void live_changed(void *service, const char *id);
/* Whether a player of the game is connected, to this process or another one. */
bool live_is_online(const struct live_work *w, int player);

/* Seconds that the process of the last move has for the answer of a level; then another process
   plays it. */
enum { LIVE_LEVEL_PATIENCE = 5 };

/* ---- live_actions.c ---- */

/* The seat of an action, and what it does to w->game: returns as the actions of live_game.h. */
struct live_action {
    const char *name;
    const char *fields; /* the fields it takes, separated by blanks */
    int (*run)(struct live_work *w);
    bool by_invited; /* the invited player may do it */
};
/* NULL: there is no such action. */
const struct live_action *live_action_find(const char *name);
/* Makes the game of the request "create" with its tokens in *w and stores it, between
   commit_enter and commit_leave.  Returns 0 or a negative error with w->fault. */
int live_create(struct live_work *w);
/* Makes the game that follows w->game, in the same way, and sets its id there. */
int live_make_rematch(struct live_work *w);

#endif
