/* SPDX-License-Identifier: MIT */
/* player_spec.c - see player_spec.h.  A description is read from left to right; a fault is at
   the first byte that does not fit, with the words that would. */
#include <stdlib.h>
#include <string.h>
#include "player/player_spec.h"
#include "player/agent_command.h"
#include "os/clock.h"
#include "core/text.h"

/* Skips the word if the text at s->at begins with it. */
static bool take_word(struct scan *s, const char *word)
{
    size_t n = strlen(word);
    if (strncmp(s->text + s->at, word, n) != 0)
        return false;
    s->at += n;
    return true;
}

static int read_eval(struct scan *s, struct player_spec *spec)
{
    if (take_word(s, "classic"))
        spec->limits.eval = "classic";
    else if (!take_word(s, "default"))
        return scan_expect(s, "classic or default");
    return 0;
}

static int read_book(struct scan *s, struct player_spec *spec)
{
    spec->wants_book = take_word(s, "yes");
    return spec->wants_book || take_word(s, "no") ? 0 : scan_expect(s, "yes or no");
}

/* One NAME=NUMBER of an ai. */
static int read_setting(struct scan *s, struct player_spec *spec)
{
    int nodes = 0;
    const struct {
        const char *name;
        int *into, max;
        const char *expected;
    } settings[] = {
        {"depth=", &spec->limits.depth, 63, "a depth from 1 to 63"},
        {"nodes=", &nodes, PLAYER_MAX_NODES, "a number of nodes"},
        {"time=", &spec->limits.time_ms, 3600000, "a time in milliseconds"},
        {"noise=", &spec->noise, 100000, "a noise from 0 to 100000"},
        {"table=", &spec->limits.table_mb, 65536, "a size in MB"},
    };
    if (take_word(s, "eval="))
        return read_eval(s, spec);
    if (take_word(s, "book="))
        return read_book(s, spec);
    for (size_t i = 0; i < sizeof settings / sizeof settings[0]; i++)
        if (take_word(s, settings[i].name)) {
            size_t at = s->at;
            int value = scan_int(s, settings[i].max);
            if (value < 0 || (value == 0 && settings[i].into != &spec->noise))
                return scan_fault(s, LUS_ETEXT, at, settings[i].expected);
            *settings[i].into = value;
            if (nodes)
                spec->limits.nodes = (uint64_t)nodes;
            return 0;
        }
    return scan_expect(s,
                       "a level or depth=, nodes=, time=, eval=, noise=, table=, book=");
}

/* "depth=4,noise=10": noise needs values on the scale of the default evaluation. */
static int read_settings(struct scan *s, struct player_spec *spec)
{
    do {
        int status = read_setting(s, spec);
        if (status < 0)
            return status;
    } while (scan_take(s, ','));
    if (spec->noise && spec->limits.eval)
        return scan_expect(s, "noise with the default evaluation only");
    if (!spec->limits.depth && !spec->limits.nodes && !spec->limits.time_ms)
        spec->limits.depth = PLAYER_DEPTH;
    return scan_end(s);
}

static void set_level(const lus_rules *r, struct player_spec *spec, int number)
{
    struct level level = level_at(r, number);
    spec->limits.depth = level.depth;
    spec->noise = level.noise;
    spec->limits.prove = number == N_LEVELS && !level.noise;
    spec->wants_book = number == N_LEVELS;
}

/* Everything except exec: the keyword, then a level or settings. */
static int read_kind(const lus_rules *r, struct scan *s, struct player_spec *spec)
{
    if (!strcmp(s->text, "random")) {
        spec->kind = PLAYER_RANDOM;
        return 0;
    }
    spec->kind = !strcmp(s->text, "greedy") ? PLAYER_GREEDY : PLAYER_AI;
    spec->limits.depth = spec->kind == PLAYER_GREEDY ? 1 : PLAYER_DEPTH;
    spec->limits.eval = spec->kind == PLAYER_GREEDY ? "classic" : NULL;
    if (spec->kind == PLAYER_GREEDY || !strcmp(s->text, "ai"))
        return 0;
    if (!take_word(s, "ai:"))
        return scan_expect(s, "random, greedy, ai, ai:LEVEL or ai:depth=N,...");
    spec->limits.depth = 0;
    int number = level_number(s->text + s->at);
    if (!number)
        return read_settings(s, spec);
    set_level(r, spec, number);
    return 0;
}

int player_spec_read(const lus_rules *r, const char *text, struct player_spec *spec,
                     lus_fault *fault)
{
    struct player_spec read = {
        .limits = {.table_mb = PLAYER_TABLE_MB, .now_ms = clock_ms}};
    struct scan s = scan_on(text, fault);
    if (s.len >= sizeof read.name)
        return scan_expect(&s, "a shorter text");
    memcpy(read.name, text, s.len);
    int status = read_kind(r, &s, &read);
    if (status < 0)
        return status;
    read.limits.all_values = read.noise > 0;
    *spec = read;
    return 0;
}

int player_spec_read_typed(const lus_rules *r, const char *text, struct player_spec *spec,
                           lus_fault *fault)
{
    struct scan s = scan_on(text, fault);
    struct player_spec read = {
        .kind = PLAYER_EXEC,
        .rules = r,
        .agent = {.handshake_ms = AGENT_HANDSHAKE_MS, .memory_mb = AGENT_MEMORY_MB},
        .limits = {.time_ms = AGENT_MOVE_MS}};
    struct agent_command command;
    if (!agent_command_begins(text))
        return player_spec_read(r, text, spec, fault);
    int status = agent_command_read(text, &command, fault);
    if (status < 0)
        return status;
    free(command.words);
    if (s.len >= sizeof read.name)
        return scan_expect(&s, "a shorter text");
    memcpy(read.name, text, s.len);
    *spec = read;
    return 0;
}

bool player_uses_tables(const struct player_spec *spec)
{
    return spec->kind == PLAYER_AI && !spec->noise && !spec->limits.eval;
}

bool player_uses_seed(const struct player_spec *spec)
{
    return spec->kind == PLAYER_RANDOM || spec->noise > 0 || spec->book.choose;
}
