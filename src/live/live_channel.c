/* SPDX-License-Identifier: MIT */
/* live_channel.c - see live_channel.h. */
#include "live/live_channel.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "live/live_token.h"
#include "os/clock.h"
#include "store/store_shared.h"

#define ALL_GAMES "*"

enum { WAIT_MS = 200, QUIET_WAITS = 25, RETRY_MS = 500, MAX_WORDS = 64 << 10 };

/* ---- sending ---- */

void channel_send(struct live_channel *c, const char *id)
{
    if (!c->listener)
        return;
    mutex_lock(&c->lock);
    if (!id || c->words.len > MAX_WORDS)
        c->all = true;
    else if (!c->all) {
        buffer_str(&c->words, c->words.len ? " " : "");
        buffer_str(&c->words, id);
    }
    condition_signal(&c->filled);
    mutex_unlock(&c->lock);
}

/* Waits for words and takes them; NULL: the channel is closed and nothing is left. */
static char *take_words(struct live_channel *c)
{
    char *words = NULL;
    size_t n;
    mutex_lock(&c->lock);
    while (!c->stop && !c->all && !c->words.len && !c->words.failed)
        condition_wait(&c->filled, &c->lock);
    if (c->all || c->words.failed) {
        free(c->words.bytes);
        c->words = (struct buffer){0};
        words = strdup(ALL_GAMES);
    } else if (c->words.len) {
        words = buffer_take(&c->words, &n);
        c->words = (struct buffer){0};
    }
    c->all = false;
    mutex_unlock(&c->lock);
    return words;
}

/* What could not be sent becomes a message for all games. */
static void run_sender(void *self)
{
    struct live_channel *c = self;
    char *words;
    while ((words = take_words(c))) {
        struct store *s = commit_enter(c->commit);
        int status = store_notify(s, c->process, words);
        commit_leave(c->commit, s);
        free(words);
        if (status < 0 && c->stop)
            return;
        if (status < 0) {
            clock_sleep(RETRY_MS);
            channel_send(c, NULL);
        }
    }
}

/* ---- receiving ---- */

/* "SENDER WORD"; what this process has sent is known here. */
static void receive_message(struct live_channel *c, const char *text)
{
    const char *word = strchr(text, ' ');
    if (word && strncmp(text, c->process, strlen(c->process)) != 0)
        c->on_message(c->arg, strcmp(word + 1, ALL_GAMES) != 0 ? word + 1 : NULL);
}

/* Asks the database for an answer after some seconds of silence: a connection whose other side
   has vanished says nothing. */
static bool is_alive(struct live_channel *c, int *quiet)
{
    if (++*quiet < QUIET_WAITS)
        return true;
    *quiet = 0;
    return store_listen(c->listener) == 0;
}

/* What was said while the connection was lost is not known. */
static void listen_again(struct live_channel *c)
{
    if (store_reconnect(c->listener) == 0 && store_listen(c->listener) == 0)
        c->on_message(c->arg, NULL);
    else
        clock_sleep(RETRY_MS);
}

static void run_receiver(void *self)
{
    struct live_channel *c = self;
    char text[80];
    int quiet = 0;
    while (!c->stop) {
        int got = store_wait(c->listener, WAIT_MS, text, sizeof text);
        if (got == 1)
            receive_message(c, text);
        else if (got < 0 || !is_alive(c, &quiet))
            listen_again(c);
    }
}

/* ---- opening and closing ---- */

int channel_open(struct live_channel *c, const char *path, struct live_commit *commit,
                 char why[], size_t size)
{
    c->commit = commit;
    mutex_init(&c->lock);
    condition_init(&c->filled);
    int status = token_make_id(c->process);
    if (status == 0)
        status = store_open(&c->listener, path, STORE_WRITE);
    if (status == 0)
        status = store_serve(c->listener);
    if (status == 0)
        status = store_listen(c->listener);
    if (status < 0) {
        snprintf(why, size, "%s", store_error(c->listener));
        return status;
    }
    if (thread_start(&c->sender, run_sender, c) &&
        thread_start(&c->receiver, run_receiver, c))
        return 0;
    snprintf(why, size, "the system allows no more threads");
    return LUS_ESTATE;
}

void channel_close(struct live_channel *c)
{
    if (!c->commit)
        return;
    mutex_lock(&c->lock);
    c->stop = true;
    condition_signal(&c->filled);
    mutex_unlock(&c->lock);
    thread_join(&c->sender);
    thread_join(&c->receiver);
    store_close(c->listener);
    free(c->words.bytes);
    condition_destroy(&c->filled);
    mutex_destroy(&c->lock);
}
