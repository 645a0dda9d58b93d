/* SPDX-License-Identifier: MIT */
/* players.c - who decides: a person, a player that is part of the program, or another
   program. */
#include <stdio.h>
#include <string.h>
#include "core/hash.h"
#include "core/random.h"
#include "cli/cli.h"
#include "cli/play.h"

bool player_is_plain(const struct player_spec *p)
{
    return p->kind == PLAYER_AI && !strcmp(p->name, "ai");
}

bool player_read(const struct setup *s, const char *text, struct player_spec *p)
{
    struct player_spec read = {.kind = PLAYER_HUMAN, .name = "human"};
    lus_fault fault;
    if (strcmp(text, "human") != 0 &&
        player_spec_read_typed(s->rules, text, &read, &fault) < 0) {
        print_usage_error("'%s' is no player: expected human, %s", text, fault.expected);
        return false;
    }
    if (player_is_plain(&read)) {
        read.limits.depth = s->limits.depth;
        read.limits.time_ms = s->limits.time_ms;
    }
    if (read.kind == PLAYER_EXEC && s->limits.time_ms)
        read.limits.time_ms = s->limits.time_ms;
    if (!read.limits.time_ms)
        read.limits.time_ms = DEFAULT_TIME_MS;
    read.limits.table_mb = 0;
    *p = read;
    return true;
}

/* A number from the seed and the turn alone, so that --seed repeats the game and undo
   does not change it. */
static uint64_t chance(const char *seed, int turn)
{
    uint64_t state = hash_bytes(HASH_START, seed, strlen(seed)) +
                     (unsigned)turn * UINT64_C(0x9e3779b97f4a7c15);
    return random_split(&state);
}

/* Random bits of turn -1 are the seed of the noise: of the whole game. */
int players_open(struct play *p)
{
    int status = 0;
    for (int i = 0; i < 2 && status == 0; i++) {
        struct player_spec *spec = &p->setup->player[i];
        if (spec->kind == PLAYER_HUMAN)
            continue;
        if (player_uses_tables(spec))
            spec->limits.tablebase = p->setup->limits.tablebase;
        status = player_open(&p->player[i], spec, chance(p->throws.dice.seed, -1),
                             interrupt_flag());
        p->player[i].resumable = true;
    }
    return status < 0 ? print_error_code(status) : EXIT_DONE;
}

/* With nobody left to read it the seed of a game that was interrupted is saved. */
void players_close(struct play *p)
{
    bool watched = play_watched(p);
    for (int i = 0; i < 2; i++)
        player_close(&p->player[i]);
    p->alone = true;
    if (watched && !play_over(p))
        save_write(&p->save, p);
}

bool play_watched(const struct play *p)
{
    return !p->alone && (p->setup->player[0].kind == PLAYER_EXEC ||
                         p->setup->player[1].kind == PLAYER_EXEC);
}

int players_choose(struct play *p, int player, struct player_choice *c)
{
    uint64_t n = chance(p->throws.dice.seed, lus_game_plies(p->game));
    return player_choose(&p->player[player], p->game, p->throw,
                         (uint32_t)(n >> (64 - PICK_BITS)), c);
}
