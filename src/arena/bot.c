/* SPDX-License-Identifier: MIT */
/* bot.c - see bot.h. */
#include <stdlib.h>
#include <string.h>
#include "arena/player.h"
#include "os/process.h"
#include "os/clock.h"
#include "core/text.h"
#include "search/tt.h"

/* ---- reading ---- */

static bool take_word(struct scan *s, const char *word)
{
    size_t n = strlen(word);
    if (strncmp(s->text + s->at, word, n) != 0)
        return false;
    s->at += n;
    return true;
}

static int read_eval(struct scan *s, struct player_spec *b)
{
    if (take_word(s, "classic"))
        b->limits.eval = "classic";
    else if (!take_word(s, "default"))
        return scan_expect(s, "classic or default");
    return 0;
}

/* One NAME=NUMBER of an ai. */
static int read_setting(struct scan *s, struct player_spec *b)
{
    int nodes = 0;
    const struct {
        const char *name;
        int *into, max;
        const char *expected;
    } settings[] = {
        {"depth=", &b->limits.depth, 63, "a depth from 1 to 63"},
        {"nodes=", &nodes, 2000000000, "a number of nodes"},
        {"time=", &b->limits.time_ms, 3600000, "a time in milliseconds"},
        {"noise=", &b->noise, 100000, "a noise from 0 to 100000"},
        {"table=", &b->limits.table_mb, 65536, "a size in MB"},
    };
    if (take_word(s, "eval="))
        return read_eval(s, b);
    for (size_t i = 0; i < sizeof settings / sizeof settings[0]; i++)
        if (take_word(s, settings[i].name)) {
            size_t at = s->at;
            int value = scan_int(s, settings[i].max);
            if (value < 0 || (value == 0 && settings[i].into != &b->noise))
                return scan_fault(s, LUS_ETEXT, at, settings[i].expected);
            *settings[i].into = value;
            if (nodes)
                b->limits.nodes = (uint64_t)nodes;
            return 0;
        }
    return scan_expect(s, "a level or depth=, nodes=, time=, eval=, noise=, table=");
}

static int read_settings(struct scan *s, struct player_spec *b)
{
    do {
        int status = read_setting(s, b);
        if (status < 0)
            return status;
    } while (scan_take(s, ','));
    if (b->noise && b->limits.eval)
        return scan_expect(s, "noise with the default evaluation only");
    if (!b->limits.depth && !b->limits.nodes && !b->limits.time_ms)
        b->limits.depth = PLAYER_DEPTH;
    return scan_end(s);
}

static void set_level(const lus_rules *r, struct player_spec *b, int number)
{
    struct level level = level_at(r, number);
    b->limits.depth = level.depth;
    b->noise = level.noise;
}

static int read_kind(const lus_rules *r, struct scan *s, struct player_spec *b)
{
    if (!strcmp(s->text, "random")) {
        b->kind = PLAYER_RANDOM;
        return 0;
    }
    b->kind = !strcmp(s->text, "greedy") ? PLAYER_GREEDY : PLAYER_AI;
    b->limits.depth = b->kind == PLAYER_GREEDY ? 1 : PLAYER_DEPTH;
    b->limits.eval = b->kind == PLAYER_GREEDY ? "classic" : NULL;
    if (b->kind == PLAYER_GREEDY || !strcmp(s->text, "ai"))
        return 0;
    if (!take_word(s, "ai:"))
        return scan_expect(s, "random, greedy, ai, ai:LEVEL or ai:depth=N,...");
    b->limits.depth = 0;
    int number = level_number(s->text + s->at);
    if (!number)
        return read_settings(s, b);
    set_level(r, b, number);
    return 0;
}

int player_spec_read(const lus_rules *r, const char *text, struct player_spec *b, lus_fault *fault)
{
    struct player_spec read = {.limits = {.table_mb = PLAYER_TABLE_MB, .now_ms = clock_ms}};
    struct scan s = scan_on(text, fault);
    if (s.len >= sizeof read.name)
        return scan_expect(&s, "a shorter text");
    memcpy(read.name, text, s.len);
    int status = read_kind(r, &s, &read);
    if (status < 0)
        return status;
    read.limits.all_values = read.noise > 0;
    *b = read;
    return 0;
}

int player_spec_read_typed(const lus_rules *r, const char *text, struct player_spec *b, lus_fault *fault)
{
    struct scan s = scan_on(text, fault);
    struct player_spec read = {
        .kind = PLAYER_EXEC,
        .agent = {.hello_ms = AGENT_HELLO_MS, .memory_mb = AGENT_MEMORY_MB},
        .limits = {.time_ms = AGENT_MOVE_MS}};
    if (!take_word(&s, "exec:"))
        return player_spec_read(r, text, b, fault);
    char **words = command_split(text + s.at);
    free(words);
    if (!words)
        return scan_expect(&s, "a command, its quotes in pairs");
    if (s.len >= sizeof read.name)
        return scan_expect(&s, "a shorter text");
    memcpy(read.name, text, s.len);
    *b = read;
    return 0;
}

bool player_uses_tables(const struct player_spec *b)
{
    return b->kind == PLAYER_AI && !b->noise && !b->limits.eval;
}

/* ---- playing ---- */

static int choose_by_lot(struct seat *s, const lus_game *g, int throw, uint32_t lot,
                         lus_move *m)
{
    const lus_rules *r = lus_game_rules(g);
    lus_move list[LUS_MAX_MOVES];
    int n = r->moves(r, lus_game_pos(g), throw, list);
    (void)s;
    *m = list[random_pick(lot, n)];
    return 0;
}

static int choose_by_search(struct seat *s, const lus_game *g, int throw, uint32_t lot,
                            lus_move *m)
{
    struct search_limits limits = s->bot->limits;
    struct search_report report;
    (void)lot;
    limits.reduce = !limits.depth;
    limits.table = s->table;
    limits.table_mb = s->table ? limits.table_mb : -1;
    limits.rows = s->rows;
    if (!s->rows && search_rows(lus_game_rules(g), &limits, &s->rows) < 0)
        return LUS_EMEMORY;
    int status = search_run(g, throw, &limits, &report);
    if (status < 0)
        return status;
    int place = s->bot->noise ? level_prefers(lus_game_rules(g), &report, lus_game_pos(g),
                                              s->bot->noise, s->seed)
                              : 0;
    *m = report.line[place].move;
    return 0;
}

static int choose_by_agent(struct seat *s, const lus_game *g, int throw, uint32_t lot,
                           lus_move *m)
{
    (void)lot;
    return agent_choose(s->agent, g, throw, m);
}

int bot_agent(const struct player_spec *b, struct agent **a)
{
    struct agent_limits limits = b->agent;
    limits.move_ms = b->limits.time_ms;
    return agent_open(a, b->name + strlen("exec:"), &limits);
}

int seat_open(struct seat *s, const struct player_spec *b, uint64_t seed)
{
    *s = (struct seat){.choose = choose_by_lot, .bot = b, .seed = seed};
    if (b->kind == PLAYER_RANDOM)
        return 0;
    if (b->kind == PLAYER_EXEC) {
        s->choose = choose_by_agent;
        return bot_agent(b, &s->agent);
    }
    s->choose = choose_by_search;
    if (b->limits.depth == 1)
        return 0;
    s->table = tt_new(b->limits.table_mb);
    return s->table ? 0 : LUS_EMEMORY;
}

void seat_close(struct seat *s)
{
    tt_free(s->table);
    agent_close(s->agent);
    free(s->rows);
}
