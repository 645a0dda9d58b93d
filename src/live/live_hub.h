/* SPDX-License-Identifier: MIT */
/* live_hub.h - who watches which game: wakes event streams, and knows who is connected.

       live_announce ---> hub_changed(id) ---> wake() of every stream of that game
       a stream opens or closes ---> the same: the others see who is connected
       a timer ---> hub_tick ---> wake() of all streams, to look whether they are alive

   A stream does not queue events: it is told that there is something new and reads the
   game itself, so a slow reader costs no memory and sees the latest state. */
#ifndef LIVE_LIVE_HUB_H
#define LIVE_LIVE_HUB_H

#include "live/live_service.h"
#include "os/mutex.h"

enum { HUB_BUCKETS = 1024 };

/* A stream, part of its owner's struct. */
struct hub_entry {
    struct live_connection connection; /* player -1: a spectator; hub_add numbers it */
    /* REQUIRED: called with the lock of the hub, from any thread; must not call the hub.
       `changed`: the game has changed, otherwise it is a tick. */
    void (*wake)(struct hub_entry *e, bool changed);
    struct hub_entry *next;
};

struct live_hub {
    struct mutex lock;
    struct hub_entry *bucket[HUB_BUCKETS]; /* by a hash of the id */
    int n;
    int64_t numbers; /* given to streams */
};

/* What hub_add refuses. */
struct hub_limits {
    int streams;  /* in all */
    int per_game; /* of one game */
};

/* An empty hub; hub_destroy must find no stream in it. */
void hub_init(struct live_hub *h);
void hub_destroy(struct live_hub *h);
/* Adds a stream and wakes the others of its game.  False: a limit is reached. */
bool hub_add(struct live_hub *h, struct hub_entry *e, const struct hub_limits *limits);
/* Removes a stream and wakes the others of its game; wake is not called afterwards. */
void hub_remove(struct live_hub *h, struct hub_entry *e);
/* Wakes all streams of a game; NULL: of all games. */
void hub_changed(struct live_hub *h, const char *id);
/* Wakes all streams. */
void hub_tick(struct live_hub *h);
/* Whether a player has an open stream. */
bool hub_is_online(struct live_hub *h, const char *id, int player);
/* Makes a list of the open streams of players, which the caller frees, and returns its length;
   -1 without memory. */
int hub_players(struct live_hub *h, struct live_connection **list);
/* The number of open streams. */
int hub_count(struct live_hub *h);

#endif
