/* SPDX-License-Identifier: MIT */
/* id_queue.h - the games in which a level has to play, waiting for a thread.

   The queue is bounded: a server that has more to compute than it can refuses new work
   instead of answering ever later. */
#ifndef LIVE_ID_QUEUE_H
#define LIVE_ID_QUEUE_H

#include "live/live_game.h"
#include "os/mutex.h"

enum { ID_QUEUE_MAX = 256 };

struct id_queue {
    struct mutex lock;
    struct condition changed;
    char id[ID_QUEUE_MAX][LIVE_ID]; /* a ring */
    int first, n;
    bool closed;
};

/* An empty queue; id_queue_destroy frees it. */
void id_queue_init(struct id_queue *q);
void id_queue_destroy(struct id_queue *q);
/* Adds an id unless it is queued.  False: the queue is full. */
bool id_queue_put(struct id_queue *q, const char *id);
/* Whether another id can be added; other threads may add one meanwhile. */
bool id_queue_has_room(struct id_queue *q);
/* Waits for an id and takes it.  False: the queue was closed. */
bool id_queue_take(struct id_queue *q, char id[LIVE_ID]);
/* Lets every id_queue_take return false. */
void id_queue_close(struct id_queue *q);
/* The number of ids that wait. */
int id_queue_length(struct id_queue *q);

#endif
