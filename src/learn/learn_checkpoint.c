/* SPDX-License-Identifier: MIT */
/* learn_checkpoint.c - see learn_checkpoint.h.

   A header with the rule set, the shape of the network and the seed; the weights, their
   moments and mean; the random state and the games of every actor; a checksum.  Numbers
   are in the byte order of the machine: a checkpoint is read by the machine that wrote
   it. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "core/hash.h"
#include "learn/learn_checkpoint.h"
#include "os/files.h"

struct checkpoint_header {
    char magic[16], rules[32];
    uint64_t seed;
    int64_t step;
    int32_t n_weights, actors, games, hidden;
};

static struct checkpoint_header header_of(const struct learner *l)
{
    struct checkpoint_header h = {.magic = "lusoria-train-1",
                                  .seed = l->seed,
                                  .step = l->step,
                                  .n_weights = l->n_weights,
                                  .actors = LEARN_ACTORS,
                                  .games = LEARN_GAMES,
                                  .hidden = NET_HIDDEN};
    strncpy(h.rules, l->rules->name, sizeof h.rules - 1);
    return h;
}

static size_t state_size(const struct learner *l)
{
    return sizeof(struct checkpoint_header) + 4 * sizeof(float) * (size_t)l->n_weights +
           LEARN_ACTORS * (sizeof(struct random) + sizeof l->actor[0].game) +
           sizeof(uint64_t);
}

/* Copies n bytes to the learner if `load`, otherwise to the buffer. */
static void copy_part(unsigned char **at, void *part, size_t n, bool load)
{
    memcpy(load ? part : *at, load ? *at : part, n);
    *at += n;
}

/* weights, moment, square and mean are contiguous in memory. */
static void copy_state(struct learner *l, unsigned char *at, bool load)
{
    copy_part(&at, l->weights, 4 * sizeof(float) * (size_t)l->n_weights, load);
    for (int i = 0; i < LEARN_ACTORS; i++) {
        copy_part(&at, &l->actor[i].random, sizeof l->actor[i].random, load);
        copy_part(&at, l->actor[i].game, sizeof l->actor[i].game, load);
    }
}

int learner_save(struct learner *l, const char *path)
{
    struct checkpoint_header h = header_of(l);
    size_t n = state_size(l);
    unsigned char *bytes = malloc(n);
    if (!bytes)
        return LUS_EMEMORY;
    memcpy(bytes, &h, sizeof h);
    copy_state(l, bytes + sizeof h, false);
    uint64_t sum = hash_bytes(HASH_START, bytes, n - sizeof sum);
    memcpy(bytes + n - sizeof sum, &sum, sizeof sum);
    bool written = file_write(path, (const char *)bytes, n, 0666);
    free(bytes);
    return written ? 0 : LUS_EFILE;
}

static int load_state(struct learner *l, unsigned char *bytes, size_t n)
{
    struct checkpoint_header h, expected = header_of(l);
    uint64_t sum;
    memcpy(&h, bytes, sizeof h);
    memcpy(&sum, bytes + n - sizeof sum, sizeof sum);
    expected.step = h.step;
    if (memcmp(&h, &expected, sizeof h) != 0 ||
        sum != hash_bytes(HASH_START, bytes, n - sizeof sum))
        return LUS_EFILE;
    copy_state(l, bytes + sizeof h, true);
    l->step = h.step;
    return 0;
}

int learner_load(struct learner *l, const char *path)
{
    size_t n;
    char *bytes = file_read(path, state_size(l), &n);
    if (!bytes)
        return errno == ENOENT ? LUS_ESTATE : errno == ENOMEM ? LUS_EMEMORY : LUS_EFILE;
    int status =
        n == state_size(l) ? load_state(l, (unsigned char *)bytes, n) : LUS_EFILE;
    free(bytes);
    return status;
}
