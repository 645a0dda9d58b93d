/* SPDX-License-Identifier: MIT */
/* live_service.h - requests about live games, answered from the store.

       serve (HTTP)  --- live_call --->  token, action, answer        live_call.c
                                           |        |
                                    live_storage  live_game
                                           |
                                         store       its connections: live_commit.h
       threads       --- level_play --->   |         the turns of levels, live_timers.h
                                           v
                                    watch->changed   event streams are woken, those of
                                                     other processes by live_channel.h

   Every change is on the disk before it is answered or announced. */
#ifndef LIVE_LIVE_SERVICE_H
#define LIVE_LIVE_SERVICE_H

#include <stdbool.h>
#include "live/live_game.h"
#include "store/store_live.h"
#include "text/buffer.h"
#include "text/query.h"

/* An open event stream of a player. */
struct live_connection {
    char id[LIVE_ID]; /* of the game */
    int player;       /* 0 or 1 */
    int64_t number;   /* no two streams of a process have the same */
};

/* Who is told of changes and knows who is connected; called from any thread, without the
   lock of the store. */
struct live_watch {
    void *arg;
    /* OPTIONAL: game `id` has changed; NULL: any game may have. */
    void (*changed)(void *arg, const char *id);
    /* OPTIONAL: whether a player is connected to this process. */
    bool (*online)(void *arg, const char *id, int player);
    /* OPTIONAL: all open streams of players; returns their number and an array that the caller
       frees, or -1 without memory. */
    int (*connected)(void *arg, struct live_connection **list);
};

struct live_config {
    const char *store;        /* REQUIRED: the path or URL of the store */
    const lus_tables *tables; /* OPTIONAL: for levels that use them; must stay open */
    int64_t absence;          /* seconds after which a game can be claimed */
    int64_t expiry;           /* seconds after which an unchanged game is given up */
    struct live_watch watch;
    int64_t (*now)(void); /* OPTIONAL: seconds since 1970, for tests */
};

struct live_service;

/* Opens the store, and starts the thread of the levels, which continues games that waited
   for a level.  Returns 0 or a negative error: `why` says what is wrong with the store. */
int live_open(struct live_service **made, const struct live_config *config, char why[],
              size_t size);
/* Ends the thread and closes the store.  NULL is allowed. */
void live_close(struct live_service *s);

/* One request.  The texts are the caller's. */
struct live_request {
    const char *id; /* NULL: a new game */
    const char
        *action; /* "state", "record", "join", "move", ...; "create" without an id */
    const char *token; /* NULL: none was sent */
    const struct query *fields;
};

/* How a request ended; the order is that of the HTTP statuses. */
enum live_answer {
    ANSWER_OK,
    ANSWER_CREATED,
    ANSWER_BAD,       /* the request is not understood, or the move is illegal */
    ANSWER_FORBIDDEN, /* the token is for someone else */
    ANSWER_UNKNOWN,   /* there is no such game, or the token is not one of it */
    ANSWER_CONFLICT,  /* not now */
    ANSWER_BUSY,      /* too many levels have to play: try again later */
    ANSWER_FAILED     /* the store cannot be used */
};

/* Answers a request with a line of JSON without the line feed, lusoria.game/1 or
   lusoria.error/1 (the action "record": the text of the record). */
enum live_answer live_call(struct live_service *s, const struct live_request *q,
                           struct buffer *out);

/* What an event stream needs: the game as the holder of a token sees it.  *version and *role
   (enum live_role) are set with ANSWER_OK. */
enum live_answer live_look(struct live_service *s, const char *id, const char *token,
                           struct buffer *out, int64_t *version, int *role);
/* Notes that a player is connected, for the other processes of a shared store. */
void live_note_connected(struct live_service *s, const struct live_connection *c);
/* Notes that a player is not connected any more.  A player who was connected when a server was
   killed counts as connected until the next one was started. */
void live_note_left(struct live_service *s, const struct live_connection *c);
/* Ends games that have expired by abandonment, and deletes those in which too little was
   played; returns their number. */
int64_t live_expire(struct live_service *s);
/* Whether games can be read, and the last change could be stored. */
bool live_is_usable(struct live_service *s);
/* Numbers for the operator. */
struct live_numbers {
    int64_t requests, refused, moves, created, finished;
    int64_t commits, changes; /* transactions, and the requests in them */
    int64_t reconnects;       /* connections to the database that were made again */
    int queued;               /* games that wait for a level */
};
struct live_numbers live_count(struct live_service *s);

#endif
