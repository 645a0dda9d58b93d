/* SPDX-License-Identifier: MIT */
/* client_limits.c - see client_limits.h. */
#include "serve/client_limits.h"
#include <stdio.h>
#include <string.h>
#include "core/hash.h"
#include "os/entropy.h"

void client_limits_init(struct client_limits *l, int rate, int max_streams,
                        double (*now_ms)(void))
{
    memset(l, 0, sizeof *l);
    mutex_init(&l->lock);
    l->rate = rate;
    l->max_streams = max_streams;
    l->now_ms = now_ms;
    entropy_fill((uint8_t *)&l->key, sizeof l->key); /* without it the key is 0 */
}

void client_limits_destroy(struct client_limits *l)
{
    mutex_destroy(&l->lock);
}

/* ---- the table; with the lock ---- */

static bool in_use(const struct client *c)
{
    return c->jobs > 0 || c->streams > 0;
}

/* The least recently seen client without jobs and streams; NULL: all have some. */
static struct client *replaceable(struct client *set)
{
    struct client *found = NULL;
    for (int i = 0; i < CLIENT_WAYS; i++)
        if (!in_use(&set[i]) && (!found || set[i].at < found->at))
            found = &set[i];
    return found;
}

static struct client *find(struct client_limits *l, const char *address)
{
    uint64_t h = hash_bytes(hash_number(HASH_START, l->key), address, strlen(address));
    struct client *set = l->client[h % CLIENT_SETS], *c = NULL;
    for (int i = 0; i < CLIENT_WAYS && !c; i++)
        if (!strcmp(set[i].address, address))
            c = &set[i];
    if (c)
        return c;
    c = replaceable(set);
    if (!c)
        return NULL;
    *c = (struct client){
        .requests = l->rate * CLIENT_BURST, .work_ms = CLIENT_WORK_MS, .at = l->now_ms()};
    snprintf(c->address, sizeof c->address, "%s", address);
    return c;
}

static double at_most(double value, double most)
{
    return value < most ? value : most;
}

/* The client with its accounts filled; NULL: the table has no room. */
static struct client *filled(struct client_limits *l, const char *address)
{
    struct client *c = find(l, address);
    double now = l->now_ms();
    if (!c)
        return NULL;
    double ms = now - c->at;
    c->requests =
        at_most(c->requests + ms * l->rate / 1000, (double)l->rate * CLIENT_BURST);
    c->work_ms = at_most(c->work_ms + ms / CLIENT_WORK_SHARE, CLIENT_WORK_MS);
    c->at = now;
    return c;
}

/* ---- the interface ---- */

bool client_take_request(struct client_limits *l, const char *address)
{
    if (!l->rate)
        return true;
    mutex_lock(&l->lock);
    struct client *c = filled(l, address);
    bool taken = c && c->requests >= 1;
    if (taken)
        c->requests--;
    mutex_unlock(&l->lock);
    return taken;
}

bool client_begin_work(struct client_limits *l, const char *address)
{
    mutex_lock(&l->lock);
    struct client *c = filled(l, address);
    bool begun = c && c->jobs < CLIENT_MAX_JOBS && c->work_ms > 0;
    if (begun)
        c->jobs++;
    mutex_unlock(&l->lock);
    return begun;
}

/* A client with a job is still in the table. */
void client_end_work(struct client_limits *l, const char *address, double ms)
{
    mutex_lock(&l->lock);
    struct client *c = filled(l, address);
    if (c) {
        c->jobs--;
        c->work_ms -= ms;
    }
    mutex_unlock(&l->lock);
}

bool client_open_stream(struct client_limits *l, const char *address)
{
    mutex_lock(&l->lock);
    struct client *c = filled(l, address);
    bool opened = c && c->streams < l->max_streams;
    if (opened)
        c->streams++;
    mutex_unlock(&l->lock);
    return opened;
}

void client_close_stream(struct client_limits *l, const char *address)
{
    mutex_lock(&l->lock);
    struct client *c = filled(l, address);
    if (c)
        c->streams--;
    mutex_unlock(&l->lock);
}
