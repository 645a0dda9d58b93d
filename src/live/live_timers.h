/* SPDX-License-Identifier: MIT */
/* live_timers.h - what the service does by itself, on one thread:

       every 200 ms   games whose clock has run out end; a lost connection is made again
       every 2 s      games whose level has not played for 5 seconds are queued: their process
                      was killed, or its queue was full
                      of a shared store: this process says that it is alive, and deletes those
                      that have not said so for 10 seconds

   All processes of a shared store do this; the versions of the rows decide who was first. */
#ifndef LIVE_LIVE_TIMERS_H
#define LIVE_LIVE_TIMERS_H

#include "live/live_service_internal.h"

/* The body of the thread; runs until the service is closed. */
void live_run_timers(void *service);
/* Queues the games in which a level has had to play since `before` or longer. */
int live_queue_levels(struct live_service *s, int64_t before);
/* Announces to the other processes of a shared store that this one is alive and which players are
   connected to it.  Returns 0 or a negative error. */
int live_tell_alive(struct live_service *s);

#endif
