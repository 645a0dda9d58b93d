/* SPDX-License-Identifier: MIT */
/* store_shared.h - a store that several processes use at the same time: PostgreSQL.

       processes  id alive                      the running servers, and when they said so
       streams    process number game player    the event streams of players that they have

   Whether a player is connected is known to the process that has the stream; the others read
   it here.  A process that was killed says nothing any more: the others delete it.

   Messages are short words, sent to all processes that listen.  They are not stored: a process
   that was not connected has to read again what it shows. */
#ifndef STORE_STORE_SHARED_H
#define STORE_STORE_SHARED_H

#include "store/store.h"

/* Whether other processes may use the store: false for SQLite, which has one server. */
bool store_is_shared(const struct store *s);
/* Whether the connection was lost; then everything fails until store_reconnect. */
bool store_is_lost(struct store *s);

/* All other functions return 0 or a negative error as those of store.h, unless they say
   otherwise; LUS_ESTATE if the store is not shared. */

int store_reconnect(struct store *s);
/* From now on store_wait returns messages; must be repeated after store_reconnect. */
int store_listen(struct store *s);
/* Sends "SENDER WORD" for each of the words, which are separated by blanks. */
int store_notify(struct store *s, const char *sender, const char *words);
/* Waits for a message for at most `ms` milliseconds.  Returns 1, 0: none came, or LUS_EFILE. */
int store_wait(struct store *s, int ms, char *text, size_t size);

/* Notes that a process is alive.  Returns 1, or 0 if it is new or was deleted by another one:
   then its streams have to be added again. */
int store_process_alive(struct store *s, const char *process, int64_t now);
/* An open stream of a player. */
struct store_stream {
    const char *process;
    int64_t number;
    const char *game;
    int player; /* 0 or 1 */
};
/* Deletes the processes that were last alive before `before`, with their streams, whose players
   count as connected until then.  Returns the number of processes. */
int store_process_expire(struct store *s, int64_t before);
/* Deletes a process that ends. */
int store_process_end(struct store *s, const char *process);

/* store_live_get reads which players of a game have a stream. */
int store_stream_add(struct store *s, const struct store_stream *stream);
int store_stream_remove(struct store *s, const struct store_stream *stream);

#endif
