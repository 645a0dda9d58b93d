/* SPDX-License-Identifier: MIT */
/* players.c - who decides: a person, a player that is part of the program, or another
   program. */
#include <stdio.h>
#include <string.h>
#include "cli/cli.h"
#include "cli/play.h"

bool player_is_plain(const struct player *p)
{
    return !p->human && !strcmp(p->bot.name, "ai");
}

bool player_read(const struct setup *s, const char *text, struct player *p)
{
    struct player read = {.human = !strcmp(text, "human")};
    lus_fault fault;
    if (!read.human && player_spec_read_typed(s->rules, text, &read.bot, &fault) < 0) {
        say_usage("'%s' is no player: expected human, %s", text, fault.expected);
        return false;
    }
    if (player_is_plain(&read)) {
        read.bot.limits.depth = s->limits.depth;
        read.bot.limits.time_ms = s->limits.time_ms;
    }
    if (read.bot.kind == PLAYER_EXEC && s->limits.time_ms)
        read.bot.limits.time_ms = s->limits.time_ms;
    if (!read.bot.limits.time_ms)
        read.bot.limits.time_ms = DEFAULT_TIME_MS;
    read.bot.limits.table_mb = 0;
    *p = read;
    return true;
}

const char *player_text(const struct player *p)
{
    return p->human ? "human" : p->bot.name;
}

/* A number from the seed and the turn alone, so that --seed repeats the game and undo
   does not change it: FNV-1a, then the finish of splitmix64. */
static uint64_t chance(const char *seed, int turn)
{
    uint64_t h = UINT64_C(0xcbf29ce484222325);
    for (; *seed; seed++)
        h = (h ^ (unsigned char)*seed) * UINT64_C(0x100000001b3);
    h += ((uint64_t)(unsigned)turn + 1) * UINT64_C(0x9e3779b97f4a7c15);
    h = (h ^ h >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    h = (h ^ h >> 27) * UINT64_C(0x94d049bb133111eb);
    return h ^ h >> 31;
}

int players_open(struct play *p)
{
    int status = 0;
    for (int i = 0; i < 2 && status == 0; i++) {
        const struct player_spec *b = &p->setup->player[i].bot;
        if (p->setup->player[i].human || b->kind != PLAYER_EXEC)
            continue;
        status = bot_agent(b, &p->agent[i]);
        if (status == 0)
            agent_stop_at(p->agent[i], interrupt_flag());
    }
    return status < 0 ? say_error(status) : EXIT_DONE;
}

/* With nobody left to read it the seed of a game that was interrupted is saved. */
void players_close(struct play *p)
{
    bool watched = play_watched(p);
    for (int i = 0; i < 2; i++)
        agent_close(p->agent[i]);
    p->alone = true;
    if (watched && !play_over(p))
        save_write(&p->save, p);
}

bool play_watched(const struct play *p)
{
    for (int i = 0; i < 2; i++)
        if (!p->setup->player[i].human && p->setup->player[i].bot.kind == PLAYER_EXEC)
            return !p->alone;
    return false;
}

int player_choose(const struct play *p, const struct player *who, struct choice *c)
{
    const char *seed = p->throws.dice.seed;
    if (who->bot.kind == PLAYER_EXEC)
        return agent_choose(p->agent[who - p->setup->player], p->game, p->throw,
                            &c->move);
    if (who->bot.kind == PLAYER_RANDOM) {
        uint64_t n = chance(seed, lus_game_plies(p->game));
        c->move = p->moves[n % (unsigned)p->n_moves];
        return 0;
    }
    struct search_limits limits = who->bot.limits;
    limits.reduce = !limits.depth;
    limits.stop = interrupt_flag();
    if (player_uses_tables(&who->bot))
        limits.known = p->setup->limits.known;
    int status = search_run(p->game, p->throw, &limits, &c->report);
    if (status < 0)
        return status;
    c->place = who->bot.noise ? level_prefers(p->rules, &c->report, lus_game_pos(p->game),
                                              who->bot.noise, chance(seed, -1))
                              : 0;
    c->move = c->report.line[c->place].move;
    return 0;
}
