/* SPDX-License-Identifier: MIT */
/* identity.c - what makes a match the same one again: see stored.h. */
#include <stdio.h>
#include "cli/stored.h"
#include "core/rules.h"

/* A number that changes with the weights of the network; 0: there is none. */
static uint32_t net_mark(const lus_rules *r)
{
    uint32_t h = r->search.net ? 0x811c9dc5 : 0;
    for (int i = 0; r->search.net && i < net_weights(r->search.net); i++)
        h = (h ^ (uint16_t)r->search.net->weights[i]) * 0x01000193;
    return h;
}

static int write_player(const struct match *m, int who, char *text, size_t size)
{
    const struct player_spec *b = &m->bot[who];
    int n = snprintf(text, size, " %s=%s", who ? "second" : "first", b->name);
    if (b->kind == PLAYER_EXEC)
        n += snprintf(text + n, size - (size_t)n, " time=%d handshake=%d",
                      b->limits.time_ms, b->agent.hello_ms);
    if (b->kind == PLAYER_AI) /* a level may be graded anew, and what it plays by */
        n += snprintf(text + n, size - (size_t)n, " depth=%d noise=%d net=%x",
                      b->limits.depth, b->noise,
                      b->limits.eval ? 0 : (unsigned)net_mark(m->rules));
    if (b->limits.known.value)
        n += snprintf(text + n, size - (size_t)n, " tables=%d", b->limits.known.most);
    return n;
}

/* All that makes it another match: the number of games does not, more games go on. */
static void write_settings(const struct match *m, char *text, size_t size)
{
    int n = snprintf(text, size, "version=%s opening=%d", LUS_VERSION, m->opening);
    for (int i = 0; i < 2; i++)
        n += write_player(m, i, text + n, size - (size_t)n);
}

struct store_match match_identity(const struct match *m, const char *const name[2],
                                  char settings[SETTINGS])
{
    write_settings(m, settings, SETTINGS);
    return (struct store_match){.rules = lus_rules_name(m->rules),
                                .first = name[0],
                                .second = name[1],
                                .settings = settings,
                                .seed = (int64_t)m->seed};
}

int keep_seed(struct store *s, const struct match *m, const char *const name[2],
              uint64_t *seed)
{
    char settings[SETTINGS];
    struct store_match match = match_identity(m, name, settings);
    int found = store_unfinished(s, &match, 2 * m->pairs);
    if (found == 1)
        *seed = (uint64_t)match.seed;
    return found;
}
