/* SPDX-License-Identifier: MIT */
/* api_games.c - calls of the functions on games and dice: see api.h. */
#include <string.h>
#include "api.h"

static lus_game *game(struct api *a)
{
    return api_null(a) ? NULL : a->game;
}

static void use_game(struct api *a, lus_game *g)
{
    if (!g)
        return;
    lus_game_free(a->game);
    a->game = g;
}

CALL(lus_game_new)
{
    const lus_rules *r = api_rule_set(a);
    use_game(a, lus_game_new(r, api_position(a)));
}

CALL(lus_game_copy)
{
    use_game(a, lus_game_copy(game(a)));
}

CALL(lus_game_free)
{
    lus_game_free(api_null(a) ? NULL : lus_game_new(a->rules, NULL));
}

CALL(lus_game_rules)
{
    const lus_game *g = game(a);
    REQUIRE(!g == !lus_game_rules(g));
}

static void check_pos(const lus_game *g, const lus_pos *p)
{
    REQUIRE(!p || lus_pos_check(lus_game_rules(g), p) == 0);
}

CALL(lus_game_start)
{
    const lus_game *g = game(a);
    check_pos(g, lus_game_start(g));
}

CALL(lus_game_pos)
{
    const lus_game *g = game(a);
    check_pos(g, lus_game_pos(g));
}

CALL(lus_game_pos_at)
{
    const lus_game *g = game(a);
    check_pos(g, lus_game_pos_at(g, api_int(a)));
}

CALL(lus_game_plies)
{
    api_check(lus_game_plies(game(a)), 1 << 20);
}

CALL(lus_game_throw_at)
{
    const lus_game *g = game(a);
    api_check(lus_game_throw_at(g, api_int(a)), 127);
}

CALL(lus_game_move_at)
{
    const lus_game *g = game(a);
    lus_game_move_at(g, api_int(a));
}

CALL(lus_game_play)
{
    lus_game *g = game(a);
    int thrown = api_throw(a), plies = lus_game_plies(g);
    lus_move m = api_move(a, lus_game_rules(g), lus_game_pos(g), thrown);
    int status = lus_game_play(g, thrown, m);
    api_check(status, 0);
    REQUIRE(lus_game_plies(g) == plies + (status == 0));
    check_pos(g, lus_game_pos(g));
}

CALL(lus_game_undo)
{
    api_check(lus_game_undo(game(a)), 0);
}

CALL(lus_game_resign)
{
    lus_game *g = game(a);
    api_check(lus_game_resign(g, api_int(a)), 0);
}

CALL(lus_game_end)
{
    lus_end end = lus_game_end(game(a));
    REQUIRE(end.winner >= -1 && end.winner <= 1 && end.over >> 1 == 0);
    REQUIRE(end.reason >= LUS_BY_RULE && end.reason <= LUS_BY_RESIGNATION);
}

CALL(lus_game_needs_rolloff)
{
    REQUIRE(lus_game_needs_rolloff(game(a)) >> 1 == 0);
}

CALL(lus_game_rolloff)
{
    lus_game *g = game(a);
    api_check(lus_game_rolloff(g, api_throw(a)), 1);
}

CALL(lus_game_rolloffs)
{
    api_check(lus_game_rolloffs(game(a)), 256);
}

CALL(lus_game_rolloff_at)
{
    const lus_game *g = game(a);
    api_check(lus_game_rolloff_at(g, api_int(a)), 127);
}

CALL(lus_game_player)
{
    const lus_game *g = game(a);
    api_check(lus_game_player(g, api_int(a)), 1);
}

static lus_dice *dice(struct api *a)
{
    return api_null(a) ? NULL : a->dice;
}

CALL(lus_dice_new)
{
    char seed[sizeof a->text] = "seed";
    const char *text = api_text(a);
    lus_dice *made = NULL;
    lus_fault fault = {0};
    if (text)
        memcpy(seed, text, strnlen(text, sizeof seed - 1) + 1);
    seed[sizeof seed - 1] = '\0';
    const char *first = api_null(a) ? NULL : seed, *nonce = api_text(a);
    int status = lus_dice_new(first, nonce, api_null(a) ? NULL : &made, &fault);
    api_check(status, 0);
    REQUIRE(!made == (status < 0));
    if (made) {
        lus_dice_free(a->dice);
        a->dice = made;
    }
}

CALL(lus_dice_free)
{
    lus_dice_free(a->dice);
    a->dice = NULL;
}

CALL(lus_dice_seed)
{
    const lus_dice *d = dice(a);
    REQUIRE(!d == !lus_dice_seed(d));
}

CALL(lus_dice_nonce)
{
    const lus_dice *d = dice(a);
    REQUIRE(!d == !lus_dice_nonce(d));
}

CALL(lus_dice_commitment)
{
    char text[LUS_MAX_COMMITMENT];
    const lus_dice *d = dice(a);
    api_check(lus_dice_commitment(d, api_null(a) ? NULL : text), LUS_MAX_COMMITMENT - 1);
}

CALL(lus_dice_throw)
{
    const lus_dice *d = dice(a);
    const lus_rules *r = api_rule_set(a);
    int thrown = lus_dice_throw(d, r, (uint64_t)api_int(a));
    REQUIRE(thrown < 0 || lus_is_throw(r, thrown));
}

const struct api_function api_games[] = {
    CALLED(lus_game_new),           CALLED(lus_game_copy),
    CALLED(lus_game_free),          CALLED(lus_game_rules),
    CALLED(lus_game_start),         CALLED(lus_game_pos),
    CALLED(lus_game_pos_at),        CALLED(lus_game_plies),
    CALLED(lus_game_throw_at),      CALLED(lus_game_move_at),
    CALLED(lus_game_play),          CALLED(lus_game_undo),
    CALLED(lus_game_resign),        CALLED(lus_game_end),
    CALLED(lus_game_needs_rolloff), CALLED(lus_game_rolloff),
    CALLED(lus_game_rolloffs),      CALLED(lus_game_rolloff_at),
    CALLED(lus_game_player),        CALLED(lus_dice_new),
    CALLED(lus_dice_free),          CALLED(lus_dice_seed),
    CALLED(lus_dice_nonce),         CALLED(lus_dice_commitment),
    CALLED(lus_dice_throw),         {NULL, NULL},
};
