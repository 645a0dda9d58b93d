/* SPDX-License-Identifier: MIT */
/* match_settings.c - the key of a match and the endings of its games: see recorder.h.

       version=0.1.0 opening=0 first=ai:2 depth=1 noise=100 net=370554f1 second=random

   Everything that changes a game is part of the key, so that games of an older program, of
   another network or with another table are never mixed with new ones. */
#include <stdio.h>
#include <string.h>
#include "arena/recorder.h"
#include "core/hash.h"
#include "core/rules.h"

/* A hash of the weights of the network; 0: the rules have no network. */
static uint32_t network_hash(const lus_rules *r)
{
    const struct net *net = r->search.net;
    const struct score_net *score_net = r->search.score_net;
    const int16_t *weights = net ? net->weights : score_net ? score_net->weights : NULL;
    int n = net ? net_weights(net) : score_net ? score_net_weights(score_net) : 0;
    uint64_t h = HASH_START;
    for (int i = 0; i < n; i++)
        h = hash_number(h, (uint16_t)weights[i]);
    return n ? (uint32_t)(h ^ h >> 32) : 0;
}

static int write_player(const struct match *m, int who, char *text, size_t size)
{
    const struct player_spec *b = &m->bot[who];
    int n = snprintf(text, size, " %s=%s", who ? "second" : "first", b->name);
    if (b->kind == PLAYER_EXEC)
        n += snprintf(text + n, size - (size_t)n, " time=%d handshake=%d",
                      b->limits.time_ms, b->agent.handshake_ms);
    if (b->kind == PLAYER_AI) /* the strength of a level, or the network, may change */
        n += snprintf(text + n, size - (size_t)n, " depth=%d noise=%d net=%x",
                      b->limits.depth, b->noise,
                      b->limits.eval ? 0 : (unsigned)network_hash(m->rules));
    if (b->book.choose)
        n += snprintf(text + n, size - (size_t)n, " book");
    if (b->limits.tablebase.probe)
        n += snprintf(text + n, size - (size_t)n, " tables=%d",
                      b->limits.tablebase.max_material);
    return n;
}

/* The version is included because any change of the program may change the games. */
static void write_settings(const struct match *m, char *text, size_t size)
{
    char clock[TIME_CONTROL_TEXT], opening[OPENING_TEXT];
    opening_format(&m->opening, opening);
    int n = snprintf(text, size, "version=%s opening=%s", LUS_VERSION, opening);
    if (m->opening.balance)
        n += snprintf(text + n, size - (size_t)n, " balanced=%d", m->opening.balance);
    time_control_format(&m->clock, clock);
    if (m->clock.base_ms)
        n += snprintf(text + n, size - (size_t)n, " clock=%s", clock);
    for (int i = 0; i < 2; i++)
        n += write_player(m, i, text + n, size - (size_t)n);
}

struct store_match match_store_key(const struct match *m, char settings[MATCH_SETTINGS])
{
    write_settings(m, settings, MATCH_SETTINGS);
    return (struct store_match){.rules = lus_rules_name(m->rules),
                                .first = m->name[0],
                                .second = m->name[1],
                                .settings = settings,
                                .seed = (int64_t)m->seed};
}

int match_unfinished_seed(struct store *s, const struct match *m, uint64_t *seed)
{
    char settings[MATCH_SETTINGS];
    struct store_match key = match_store_key(m, settings);
    int found = store_unfinished(s, &key, 2 * m->pairs);
    if (found == 1)
        *seed = (uint64_t)key.seed;
    return found;
}

enum agent_fault stored_fault(const char *reason)
{
    for (int i = 1; reason && i < AGENT_FAULTS; i++)
        if (!strcmp(reason, i == AGENT_RESIGNED ? "resignation" : agent_fault_name[i]))
            return (enum agent_fault)i;
    return AGENT_NO_FAULT;
}

int stored_winner(const char *result)
{
    return !strcmp(result, "1-0") ? 0 : !strcmp(result, "0-1") ? 1 : -1;
}
