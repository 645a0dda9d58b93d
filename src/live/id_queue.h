/* SPDX-License-Identifier: MIT */
/* id_queue.h - the games in which a level has to play, waiting for a thread.

   The queue is bounded: a server that has more to compute than it can refuses new work
   instead of answering ever later.  A game is played by one thread at a time: an id that is
   added while a thread works on it is queued again afterwards. */
#ifndef LIVE_ID_QUEUE_H
#define LIVE_ID_QUEUE_H

#include "live/live_game.h"
#include "os/mutex.h"

enum { ID_QUEUE_MAX = 256, ID_QUEUE_THREADS = 8 };

/* An id that a thread has taken. */
struct busy_id {
    char id[LIVE_ID]; /* "": none */
    bool again;       /* it was added meanwhile */
};

struct id_queue {
    struct mutex lock;
    struct condition changed;
    char id[ID_QUEUE_MAX][LIVE_ID]; /* a ring */
    int first, n;
    struct busy_id busy[ID_QUEUE_THREADS];
    bool closed;
};

/* An empty queue; id_queue_destroy frees it. */
void id_queue_init(struct id_queue *q);
void id_queue_destroy(struct id_queue *q);
/* Adds an id unless it is queued.  False: the queue is full. */
bool id_queue_put(struct id_queue *q, const char *id);
/* Whether another id can be added; other threads may add one meanwhile. */
bool id_queue_has_room(struct id_queue *q);
/* Waits for an id and takes it for thread number `thread`, which calls id_queue_done
   afterwards.  False: the queue was closed. */
bool id_queue_take(struct id_queue *q, int thread, char id[LIVE_ID]);
void id_queue_done(struct id_queue *q, int thread);
/* Lets every id_queue_take return false. */
void id_queue_close(struct id_queue *q);
/* The number of ids that wait. */
int id_queue_length(struct id_queue *q);

#endif
