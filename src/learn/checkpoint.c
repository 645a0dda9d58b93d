/* SPDX-License-Identifier: MIT */
/* checkpoint.c - the state of a learner in a file.

   A head that names the rule set, the shape and the seed, the weights with their
   moments and mean, then every shard's random number and games, then a checksum.
   It is read back by the machine that wrote it: numbers are in its own order. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "core/hash.h"
#include "os/files.h"
#include "learn/learn.h"

struct head {
    char magic[16], rules[32];
    uint64_t seed;
    int64_t step;
    int32_t n_weights, shards, games, hidden;
};

static struct head head_of(const struct learner *l)
{
    struct head h = {.magic = "lusoria-train-1",
                     .seed = l->seed,
                     .step = l->step,
                     .n_weights = l->n_weights,
                     .shards = LEARN_SHARDS,
                     .games = LEARN_GAMES,
                     .hidden = NET_HIDDEN};
    strncpy(h.rules, l->rules->name, sizeof h.rules - 1);
    return h;
}

static size_t state_size(const struct learner *l)
{
    return sizeof(struct head) + 4 * sizeof(float) * (size_t)l->n_weights +
           LEARN_SHARDS * (sizeof(struct random) + sizeof l->shard[0].game) +
           sizeof(uint64_t);
}

/* Copies between the learner and a buffer: `into` one or the other. */
static void move_bytes(unsigned char **at, void *part, size_t n, int load)
{
    memcpy(load ? part : *at, load ? *at : part, n);
    *at += n;
}

/* weights, moment, square and mean are one piece of memory. */
static void move_state(struct learner *l, unsigned char *at, int load)
{
    move_bytes(&at, l->weights, 4 * sizeof(float) * (size_t)l->n_weights, load);
    for (int i = 0; i < LEARN_SHARDS; i++) {
        move_bytes(&at, &l->shard[i].random, sizeof l->shard[i].random, load);
        move_bytes(&at, l->shard[i].game, sizeof l->shard[i].game, load);
    }
}

int learner_save(struct learner *l, const char *path)
{
    size_t n = state_size(l);
    unsigned char *bytes = malloc(n);
    struct head h = head_of(l);
    if (!bytes)
        return LUS_EMEMORY;
    memcpy(bytes, &h, sizeof h);
    move_state(l, bytes + sizeof h, 0);
    uint64_t sum = hash_bytes(HASH_START, bytes, n - sizeof sum);
    memcpy(bytes + n - sizeof sum, &sum, sizeof sum);
    bool written = file_write(path, (const char *)bytes, n, 0666);
    free(bytes);
    return written ? 0 : LUS_EFILE;
}

static int accept(struct learner *l, unsigned char *bytes, size_t n)
{
    struct head h, mine = head_of(l);
    uint64_t sum;
    memcpy(&h, bytes, sizeof h);
    memcpy(&sum, bytes + n - sizeof sum, sizeof sum);
    mine.step = h.step;
    if (memcmp(&h, &mine, sizeof h) != 0 ||
        sum != hash_bytes(HASH_START, bytes, n - sizeof sum))
        return LUS_EFILE;
    move_state(l, bytes + sizeof h, 1);
    l->step = h.step;
    return 0;
}

int learner_load(struct learner *l, const char *path)
{
    size_t n = state_size(l);
    FILE *f = fopen(path, "rb");
    if (!f)
        return errno == ENOENT ? LUS_ESTATE : LUS_EFILE;
    unsigned char *bytes = malloc(n + 1);
    int status = LUS_EMEMORY;
    if (bytes)
        status = fread(bytes, 1, n + 1, f) == n ? accept(l, bytes, n) : LUS_EFILE;
    free(bytes);
    fclose(f);
    return status;
}
