/* SPDX-License-Identifier: MIT */
/* live_level.c - see live_level.h.  A level is opened for every move and closed after it:
   between two moves of a person it would only occupy memory. */
#include "live/live_level.h"
#include "player/player_book.h"
#include <stdio.h>
#include <string.h>
#include "analyse/tablebase_values.h"
#include "core/random.h"
#include "core/sha256.h"
#include "os/clock.h"
#include "player/player.h"

bool level_is_due(const struct live_game *g)
{
    int player = live_to_act(g);
    return player != LIVE_NO_PLAYER && g->seat[player].kind == LIVE_LEVEL;
}

bool level_describe(const lus_rules *r, const char *text, char name[LIVE_NAME])
{
    struct player_spec spec;
    int number = level_number(text);
    if (!number)
        return false;
    snprintf(name, LIVE_NAME, "ai:%s", level_title(number));
    return player_spec_read(r, name, &spec, NULL) == 0;
}

/* The seed of the level's errors: it depends on the seed of the dice, so that a restarted
   server plays the same game, but does not reveal it. */
static uint64_t noise_seed(const struct live_game *g)
{
    static const char purpose[] = "level";
    uint8_t digest[SHA256_BYTES];
    uint64_t seed = 0;
    hmac_sha256(g->dice.seed, strlen(g->dice.seed), purpose, sizeof purpose, digest);
    for (int i = 0; i < 8; i++)
        seed = seed << 8 | digest[i];
    return seed;
}

/* What is left now; the search has a clock with another start. */
static struct game_clock stopped_clock(const struct live_game *g)
{
    struct game_clock k = g->clock;
    double now = clock_unix_ms();
    for (int i = 0; i < 2; i++)
        k.left_ms[i] = game_clock_left(&g->clock, i, now);
    k.running = -1;
    return k;
}

/* Sets *m; LUS_ESTATE if the search was stopped. */
static int choose(const struct live_game *g, const struct player_spec *spec,
                  _Atomic bool *stop, lus_move *m)
{
    const lus_game *game = live_moves_made(g);
    struct player player;
    struct player_choice c;
    uint64_t seed = noise_seed(g);
    struct random random = random_stream(seed, (uint64_t)lus_game_plies(game));
    uint32_t bits = (uint32_t)(random_next(&random) >> (64 - PICK_BITS));
    int status = player_open(&player, spec, seed, stop);
    struct game_clock clock = stopped_clock(g);
    player.clock = game_clock_used(&clock) ? &clock : NULL;
    player.seat = live_to_act(g);
    if (status == 0)
        status = player_choose(&player, game, live_throw_made(g), bits, &c);
    player_close(&player);
    if (status == 0 && stop && *stop)
        status = LUS_ESTATE;
    if (status == 0)
        *m = c.move;
    return status;
}

/* Searches, and plays what was chosen. */
static int play_move(struct live_game *g, int player, const struct player_spec *spec,
                     _Atomic bool *stop)
{
    const lus_game *game = live_moves_made(g);
    struct live_fault fault;
    char text[LUS_MAX_TEXT];
    lus_move m = LUS_PASS;
    int status = choose(g, spec, stop, &m);
    if (status < 0)
        return status;
    lus_move_format(lus_game_rules(game), lus_game_pos(game), m, text);
    struct live_turn turn = live_turn_now(g);
    return live_move(g, player, &turn, text, &fault);
}

/* A throw, a throw of the roll-off, or a move. */
static int play_step(struct live_game *g, const struct player_spec *spec,
                     _Atomic bool *stop)
{
    struct live_fault fault;
    struct live_turn turn = live_turn_now(g);
    int player = live_to_act(g);
    if (live_next(g) == LIVE_MOVE)
        return play_move(g, player, spec, stop);
    return live_throw(g, player, &turn, &fault);
}

/* The same with its clock: a level that was too slow has lost. */
static int play_timed(struct live_game *g, const struct player_spec *spec,
                      _Atomic bool *stop)
{
    int plies = lus_game_plies(live_moves_made(g)), status = 0;
    if (live_clock_check(g, clock_unix_ms()))
        return 0;
    status = play_step(g, spec, stop);
    if (status >= 0)
        live_clock_turn(g, plies, clock_unix_ms());
    return status;
}

int level_play(struct live_game *g, const lus_tables *tables, _Atomic bool *stop)
{
    const lus_rules *r = lus_game_rules(live_moves_made(g));
    struct player_spec spec;
    lus_fault fault;
    int status = 0;
    while (status >= 0 && level_is_due(g)) {
        status = player_spec_read(r, live_name(g, live_to_act(g)), &spec, NULL);
        if (status < 0)
            return status;
        (void)!player_take_book(r, &spec, &fault); /* without its book it searches */
        if (player_uses_tables(&spec))
            spec.limits.tablebase =
                tablebase_for_search((const struct tables *)tables, r);
        status = play_timed(g, &spec, stop);
    }
    return status < 0 ? status : 0;
}
