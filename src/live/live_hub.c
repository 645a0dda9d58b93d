/* SPDX-License-Identifier: MIT */
/* live_hub.c - see live_hub.h.  A game has few streams, so the lists of the buckets are
   short; they need no order. */
#include "live/live_hub.h"
#include <stdlib.h>
#include <string.h>
#include "core/hash.h"

void hub_init(struct live_hub *h)
{
    memset(h->bucket, 0, sizeof h->bucket);
    h->n = 0;
    h->numbers = 0;
    mutex_init(&h->lock);
}

void hub_destroy(struct live_hub *h)
{
    mutex_destroy(&h->lock);
}

static struct hub_entry **bucket_of(struct live_hub *h, const char *id)
{
    return &h->bucket[hash_bytes(HASH_START, id, strlen(id)) % HUB_BUCKETS];
}

/* The functions below are called with the lock. */

static int count_of(struct live_hub *h, const char *id)
{
    int n = 0;
    for (const struct hub_entry *e = *bucket_of(h, id); e; e = e->next)
        n += !strcmp(e->connection.id, id);
    return n;
}

static void wake_game(struct live_hub *h, const char *id, const struct hub_entry *but)
{
    for (struct hub_entry *e = *bucket_of(h, id); e; e = e->next)
        if (e != but && !strcmp(e->connection.id, id))
            e->wake(e, true);
}

/* The new stream itself is not woken: it begins with the game as it is. */
bool hub_add(struct live_hub *h, struct hub_entry *e, const struct hub_limits *limits)
{
    mutex_lock(&h->lock);
    bool added =
        h->n < limits->streams && count_of(h, e->connection.id) < limits->per_game;
    if (added) {
        struct hub_entry **bucket = bucket_of(h, e->connection.id);
        e->next = *bucket;
        *bucket = e;
        h->n++;
        e->connection.number = ++h->numbers;
        wake_game(h, e->connection.id, e);
    }
    mutex_unlock(&h->lock);
    return added;
}

void hub_remove(struct live_hub *h, struct hub_entry *e)
{
    mutex_lock(&h->lock);
    struct hub_entry **at = bucket_of(h, e->connection.id);
    while (*at && *at != e)
        at = &(*at)->next;
    if (*at) {
        *at = e->next;
        h->n--;
        wake_game(h, e->connection.id, e);
    }
    mutex_unlock(&h->lock);
}

static void wake_all(struct live_hub *h, bool changed)
{
    for (int i = 0; i < HUB_BUCKETS; i++)
        for (struct hub_entry *e = h->bucket[i]; e; e = e->next)
            e->wake(e, changed);
}

void hub_changed(struct live_hub *h, const char *id)
{
    mutex_lock(&h->lock);
    if (id)
        wake_game(h, id, NULL);
    else
        wake_all(h, true);
    mutex_unlock(&h->lock);
}

void hub_tick(struct live_hub *h)
{
    mutex_lock(&h->lock);
    wake_all(h, false);
    mutex_unlock(&h->lock);
}

int hub_players(struct live_hub *h, struct live_connection **list)
{
    int n = 0;
    mutex_lock(&h->lock);
    *list = malloc(sizeof **list * (size_t)(h->n + 1));
    for (int i = 0; i < HUB_BUCKETS && *list; i++)
        for (const struct hub_entry *e = h->bucket[i]; e; e = e->next)
            if (e->connection.player >= 0)
                (*list)[n++] = e->connection;
    mutex_unlock(&h->lock);
    return *list ? n : -1;
}

bool hub_is_online(struct live_hub *h, const char *id, int player)
{
    bool online = false;
    mutex_lock(&h->lock);
    for (const struct hub_entry *e = *bucket_of(h, id); e && !online; e = e->next)
        online = e->connection.player == player && !strcmp(e->connection.id, id);
    mutex_unlock(&h->lock);
    return online;
}

int hub_count(struct live_hub *h)
{
    mutex_lock(&h->lock);
    int n = h->n;
    mutex_unlock(&h->lock);
    return n;
}
