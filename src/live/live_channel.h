/* SPDX-License-Identifier: MIT */
/* live_channel.h - announces to the other processes of a shared store which games have changed.

       process A   COMMIT  channel_send(id) ---> sender: one message for all ids that wait
       process B   receiver: on_message(id) ---> its event streams read the game

   The message follows the commit in a transaction of its own: PostgreSQL lets transactions
   with messages commit only one after the other, each waiting for the disk.  A message that is
   lost with its process is replaced by one for all games (live_timers.h), as are messages
   while the connection was lost. */
#ifndef LIVE_LIVE_CHANNEL_H
#define LIVE_LIVE_CHANNEL_H

#include "live/live_commit.h"
#include "live/live_game.h"
#include "os/thread.h"
#include "text/buffer.h"

/* Called by the receiver; `id` is NULL if all games may have changed. */
typedef void channel_message_fn(void *arg, const char *id);

struct live_channel {
    char process[LIVE_ID]; /* the name of this process */
    struct live_commit *commit;
    struct store *listener; /* a connection of its own; NULL: the channel is not open */
    channel_message_fn *on_message;
    void *arg;
    struct thread sender, receiver;
    struct mutex lock;
    struct condition filled; /* wakes the sender */
    struct buffer words;     /* ids that wait, separated by blanks */
    bool all;                /* instead of them: all games */
    _Atomic bool stop;
};

/* Connects and starts both threads.  Returns 0 or a negative error; `why` says what is wrong.
   Must be closed in both cases. */
int channel_open(struct live_channel *c, const char *path, struct live_commit *commit,
                 char why[], size_t size);
/* Announces to the other processes that a game has changed; NULL: any. */
void channel_send(struct live_channel *c, const char *id);
/* Sends what waits, and ends the threads. */
void channel_close(struct live_channel *c);

#endif
