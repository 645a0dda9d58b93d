/* SPDX-License-Identifier: MIT */
/* test_live.c - games between people: who may do what (live_game.h), without a server. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>
#include "core/random.h"
#include "live/id_queue.h"
#include "live/live_game.h"
#include "live/live_level.h"
#include "live/live_token.h"
#include "record/record_dice.h"

#define TEST(name) cmocka_unit_test(name)

static struct live_fault fault;

/* A game that waits for both players; the dice are always the same. */
static struct live_game waiting(const char *rules)
{
    struct dice dice = {.seed = "0123456789abcdef0123456789abcdef",
                        .nonce = "00112233445566ff"};
    struct live_options o = {.rules = lus_rules_find(rules), .now = 1000};
    struct live_game g;
    assert_int_equal(live_new(&g, &o, &dice, &fault), 0);
    return g;
}

static struct live_game started(const char *rules)
{
    struct live_game g = waiting(rules);
    assert_int_equal(live_join(&g, 0, "Ada", "a1", &fault), LIVE_CHANGED);
    assert_int_equal(live_join(&g, 1, "Bob", "b2", &fault), LIVE_CHANGED);
    return g;
}

static int plies(const struct live_game *g)
{
    return lus_game_plies(live_moves_made(g));
}

static int throw_at(struct live_game *g, int player, int ply)
{
    struct live_turn turn = {ply, g->generation};
    return live_throw(g, player, &turn, &fault);
}

static int move_at(struct live_game *g, int player, int ply, const char *move)
{
    struct live_turn turn = {ply, g->generation};
    return live_move(g, player, &turn, move, &fault);
}

/* The text of legal move number i, counted modulo their number. */
static void legal_move(const struct live_game *g, uint32_t i, char text[LUS_MAX_TEXT])
{
    const lus_game *game = live_moves_made(g);
    lus_move list[LUS_MAX_MOVES];
    int n = lus_moves(lus_game_rules(game), lus_game_pos(game), live_throw_made(g), list);
    assert_true(n > 0);
    lus_move_format(lus_game_rules(game), lus_game_pos(game), list[i % (uint32_t)n],
                    text);
}

/* The player who has to act throws or moves. */
static void step(struct live_game *g, uint32_t random)
{
    char move[LUS_MAX_TEXT];
    int player = live_to_act(g);
    if (live_next(g) != LIVE_MOVE) {
        assert_int_equal(throw_at(g, player, plies(g)), LIVE_CHANGED);
        return;
    }
    legal_move(g, random, move);
    assert_int_equal(move_at(g, player, plies(g), move), LIVE_CHANGED);
}

/* ---- whole games ---- */

/* Every rule set is played to its end, and its dice can be checked. */
static void every_rule_set_is_played(void **state)
{
    const lus_rules *r;
    (void)state;
    for (int i = 0; (r = lus_rules_at(i)); i++) {
        struct live_game g = started(lus_rules_name(r));
        struct random random = random_stream(3, (uint64_t)i);
        for (int n = 0; live_next(&g) != LIVE_OVER && n < 4000; n++) {
            assert_null(record_tag(g.record, "DiceSeed"));
            step(&g, (uint32_t)random_next(&random));
        }
        if (live_next(&g) != LIVE_OVER)
            assert_int_equal(live_resign(&g, 0, &fault), LIVE_CHANGED);
        assert_int_equal(record_check_dice(g.record).result,
                         lus_has_dice(r) ? DICE_ARE_RIGHT : DICE_NOT_USED);
        assert_int_equal(live_to_act(&g), LIVE_NO_PLAYER);
        live_free(&g);
    }
}

/* The commitment covers the seed and the server's nonce, and the nonce begins with it. */
static void the_nonce_of_the_server_is_checked(void **state)
{
    struct live_game g = started("ur");
    (void)state;
    assert_string_equal(g.dice.nonce, "00112233445566ff.a1.b2");
    step(&g, 0);
    live_resign(&g, 0, &fault);
    assert_int_equal(record_check_dice(g.record).result, DICE_ARE_RIGHT);
    record_set_tag(g.record, "DiceNonce", "00112233445566fe.a1.b2");
    assert_int_equal(record_check_dice(g.record).result, DICE_WRONG_SEED);
    record_set_tag(g.record, "DiceNonce", "00112233445566ffxa1.b2");
    assert_int_equal(record_check_dice(g.record).result, DICE_WRONG_SEED);
    record_set_tag(g.record, "DiceNonce", "00112233445566ff.a1.b2");
    record_set_tag(g.record, "DiceCommittedNonce", "00112233445566fe");
    assert_int_equal(record_check_dice(g.record).result, DICE_WRONG_SEED);
    live_free(&g);
}

/* ---- joining ---- */

static void both_players_join(void **state)
{
    struct live_game g = waiting("ur");
    (void)state;
    assert_int_equal(live_next(&g), LIVE_JOIN);
    assert_string_equal(live_name(&g, 0), "?");
    assert_int_equal(live_join(&g, 0, NULL, "x", &fault), LUS_ETEXT);
    assert_int_equal(live_join(&g, 0, "ai:6", "x", &fault), LUS_ETEXT);
    assert_int_equal(live_join(&g, 0, "Ada", "has.dot", &fault), LUS_ETEXT);
    assert_int_equal(live_join(&g, 0, "Ada", "12345678901234567890123", &fault),
                     LUS_ETEXT);
    assert_int_equal(throw_at(&g, 0, 0), LUS_ESTATE);
    assert_int_equal(live_join(&g, 0, "Ada", "a1", &fault), LIVE_CHANGED);
    assert_int_equal(live_join(&g, 0, "Ada", "a1", &fault), LIVE_SAME);
    assert_int_equal(live_join(&g, 0, "Ada", "a2", &fault), LUS_ESTATE);
    assert_null(record_tag(g.record, "DiceNonce"));
    assert_int_equal(live_join(&g, 1, "Bob", NULL, &fault), LIVE_CHANGED);
    assert_string_equal(record_tag(g.record, "DiceNonce"), "00112233445566ff.a1.0");
    assert_int_equal(live_next(&g), LIVE_THROW);
    live_free(&g);
}

/* ---- turns ---- */

static void turns_are_checked(void **state)
{
    struct live_game g = started("awari");
    (void)state;
    assert_int_equal(throw_at(&g, 0, 0), LUS_ESTATE);
    assert_int_equal(move_at(&g, 1, 0, "a"), LUS_ESTATE);
    assert_string_equal(fault.expected, "your own turn");
    assert_int_equal(move_at(&g, 0, 1, "A"), LUS_ESTATE);
    assert_string_equal(fault.expected, "ply=0");
    assert_int_equal(move_at(&g, 0, 0, "Z"), LUS_ETEXT);
    assert_int_equal(plies(&g), 0);
    assert_int_equal(move_at(&g, 0, 0, "A"), LIVE_CHANGED);
    assert_int_equal(plies(&g), 1);
    live_free(&g);
}

/* A request that is repeated changes nothing; another move at that ply is refused. */
static void moves_are_idempotent(void **state)
{
    struct live_game g = started("awari");
    (void)state;
    assert_int_equal(move_at(&g, 0, 0, "A"), LIVE_CHANGED);
    assert_int_equal(move_at(&g, 0, 0, "A"), LIVE_SAME);
    assert_int_equal(move_at(&g, 0, 0, "B"), LUS_ESTATE);
    assert_int_equal(move_at(&g, 1, 0, "A"), LUS_ESTATE);
    assert_int_equal(move_at(&g, 1, 1, "b"), LIVE_CHANGED);
    assert_int_equal(move_at(&g, 0, 0, "A"), LIVE_SAME);
    assert_int_equal(plies(&g), 2);
    live_free(&g);
}

static void throws_are_idempotent(void **state)
{
    struct live_game g = started("ur");
    (void)state;
    int ply, player;
    char move[LUS_MAX_TEXT];
    while (live_next(&g) != LIVE_THROW)
        step(&g, 0);
    player = live_to_act(&g);
    ply = plies(&g);
    assert_int_equal(move_at(&g, player, ply, "0-2"), LUS_ESTATE);
    assert_int_equal(throw_at(&g, player, ply), LIVE_CHANGED);
    int throw = live_throw_made(&g);
    assert_int_equal(throw_at(&g, player, ply), LIVE_SAME);
    assert_int_equal(live_throw_made(&g), throw);
    legal_move(&g, 0, move);
    assert_int_equal(move_at(&g, player, ply, move), LIVE_CHANGED);
    assert_int_equal(throw_at(&g, player, ply), LIVE_SAME);
    live_free(&g);
}

/* A throw of 0 passes at once: it is a ply, and the other player throws. */
static void forced_passes_are_plies(void **state)
{
    struct live_game g = started("ur");
    int passes = 0;
    (void)state;
    for (int n = 0; n < 200 && live_next(&g) != LIVE_OVER; n++) {
        int before = plies(&g), player = live_to_act(&g);
        bool throws = live_next(&g) == LIVE_THROW;
        step(&g, (uint32_t)n);
        if (throws && plies(&g) > before) {
            passes++;
            assert_int_equal(lus_game_move_at(live_moves_made(&g), before), LUS_PASS);
            assert_int_equal(throw_at(&g, player, before), LIVE_SAME);
        }
    }
    assert_true(passes > 0);
    live_free(&g);
}

/* ---- offers ---- */

/* Offers for the turn at hand. */
static int draw_now(struct live_game *g, int player, bool accept)
{
    struct live_turn now = live_turn_now(g);
    return live_draw(g, player, &now, accept, &fault);
}

static int undo_now(struct live_game *g, int player, bool accept)
{
    struct live_turn now = live_turn_now(g);
    return live_undo(g, player, &now, accept, &fault);
}

static void draws_are_agreed(void **state)
{
    struct live_game g = started("awari");
    (void)state;
    assert_int_equal(draw_now(&g, 1, true), LIVE_CHANGED);
    assert_int_equal(draw_now(&g, 1, true), LIVE_SAME);
    assert_int_equal(g.draw_by, 1);
    assert_int_equal(move_at(&g, 0, 0, "A"), LIVE_CHANGED);
    assert_int_equal(g.draw_by, LIVE_NO_PLAYER); /* a move declines */
    assert_int_equal(draw_now(&g, 1, true), LIVE_CHANGED);
    assert_int_equal(move_at(&g, 1, 1, "a"), LIVE_CHANGED);
    assert_int_equal(g.draw_by, 1); /* an own move does not */
    assert_int_equal(draw_now(&g, 0, true), LIVE_CHANGED);
    assert_int_equal(record_result(g.record), RECORD_DRAW);
    assert_string_equal(record_reason(g.record), "agreement");
    assert_int_equal(draw_now(&g, 0, true), LIVE_SAME); /* the answer was lost */
    assert_int_equal(draw_now(&g, 0, false), LUS_ESTATE);
    assert_int_equal(move_at(&g, 0, 2, "A"), LUS_ESTATE);
    live_free(&g);
}

/* Requests of `offer` for turn 1 arrive again in all situations that follow it. */
static void check_late_offers(int (*offer)(struct live_game *, int,
                                           const struct live_turn *, bool,
                                           struct live_fault *),
                              int offset)
{
    const struct live_turn turn = {1, 0}, next = {2, 0}, early = {3, 0};
    for (int ended_by = 0; ended_by < 2; ended_by++) {
        struct live_game g = started("awari");
        const int *by = (const int *)((const char *)&g + offset);
        move_at(&g, 0, 0, "A");
        assert_int_equal(offer(&g, 0, &next, true, &fault), LUS_ESTATE);
        assert_string_equal(fault.expected, "ply=1");
        assert_int_equal(offer(&g, 0, &turn, true, &fault), LIVE_CHANGED);
        assert_int_equal(offer(&g, ended_by, &turn, false, &fault), LIVE_CHANGED);
        assert_int_equal(offer(&g, 0, &turn, true, &fault), LUS_ESTATE);
        assert_int_equal(offer(&g, 1, &turn, true, &fault), LUS_ESTATE);
        assert_int_equal(offer(&g, !ended_by, &turn, false, &fault), LIVE_SAME);
        assert_int_equal(*by, LIVE_OFFER_ENDED);
        move_at(&g, 1, 1, "a");
        for (int player = 0; player < 2; player++)
            assert_int_equal(offer(&g, player, &turn, true, &fault), LIVE_SAME);
        assert_int_equal(*by, LIVE_NO_PLAYER);
        assert_int_equal(offer(&g, 0, &early, true, &fault), LUS_ESTATE);
        assert_int_equal(offer(&g, 0, &next, true, &fault), LIVE_CHANGED);
        for (int player = 0; player < 2; player++)
            for (int accept = 0; accept < 2; accept++)
                assert_int_equal(offer(&g, player, &turn, accept, &fault), LIVE_SAME);
        assert_int_equal(*by, 0);
        assert_int_equal(offer(&g, 1, &next, true, &fault), LIVE_CHANGED);
        live_free(&g);
    }
}

static void late_copies_of_offers_change_nothing(void **state)
{
    (void)state;
    check_late_offers(live_draw, offsetof(struct live_game, draw_by));
    check_late_offers(live_undo, offsetof(struct live_game, undo_by));
}

/* An answer that was lost is asked for again, by the player who ended the game only. */
static void ends_can_be_repeated(void **state)
{
    struct live_game g = started("awari");
    (void)state;
    assert_int_equal(live_resign(&g, 1, &fault), LIVE_CHANGED);
    assert_int_equal(live_resign(&g, 1, &fault), LIVE_SAME);
    assert_int_equal(live_resign(&g, 0, &fault), LUS_ESTATE);
    assert_int_equal(draw_now(&g, 0, true), LUS_ESTATE);
    assert_int_equal(live_winner(&g), 0);
    live_free(&g);
    g = started("awari");
    g.seat[1].seen = 0;
    assert_int_equal(live_claim(&g, 0, 120, 120, false, &fault), LIVE_CHANGED);
    assert_int_equal(live_claim(&g, 0, 120, 120, false, &fault), LIVE_SAME);
    assert_int_equal(live_claim(&g, 1, 120, 120, false, &fault), LUS_ESTATE);
    live_free(&g);
}

/* The throw of the decision that is taken back stays. */
static void undo_keeps_the_throw(void **state)
{
    struct live_game g = started("ur");
    (void)state;
    while (live_next(&g) != LIVE_MOVE)
        step(&g, 0);
    int player = live_to_act(&g), ply = plies(&g), throw = live_throw_made(&g);
    step(&g, 0);
    assert_int_equal(undo_now(&g, !player, true), LUS_ESTATE); /* no own move */
    assert_int_equal(undo_now(&g, player, true), LIVE_CHANGED);
    assert_int_equal(plies(&g) > ply, 1);
    assert_int_equal(undo_now(&g, !player, true), LIVE_CHANGED);
    assert_int_equal(plies(&g), ply);
    assert_int_equal(live_next(&g), LIVE_MOVE);
    assert_int_equal(live_to_act(&g), player);
    assert_int_equal(live_throw_made(&g), throw);
    live_free(&g);
}

static void absent_players_lose(void **state)
{
    struct live_game g = started("ur");
    (void)state;
    g.seat[1].seen = 2000;
    assert_int_equal(live_claim(&g, 0, 2119, 120, false, &fault), LUS_ESTATE);
    assert_int_equal(live_claim(&g, 0, 2120, 120, true, &fault), LUS_ESTATE);
    assert_int_equal(live_claim(&g, 0, 2120, 120, false, &fault), LIVE_CHANGED);
    assert_int_equal(record_result(g.record), RECORD_FIRST);
    assert_string_equal(record_reason(g.record), "abandonment");
    live_free(&g);
}

static void resigning_reveals_the_seed(void **state)
{
    struct live_game g = started("senet:blockade");
    (void)state;
    while (live_next(&g) == LIVE_ROLLOFF)
        step(&g, 0);
    assert_int_equal(live_resign(&g, 1, &fault), LIVE_CHANGED);
    assert_int_equal(record_result(g.record), RECORD_FIRST);
    assert_string_equal(record_tag(g.record, "DiceSeed"), g.dice.seed);
    assert_int_equal(live_resign(&g, 0, &fault), LUS_ESTATE);
    live_free(&g);
}

static void rematch_exchanges_the_seats(void **state)
{
    struct live_game g = started("ur");
    (void)state;
    assert_int_equal(live_rematch(&g, 0, true, &fault), LUS_ESTATE);
    live_resign(&g, 0, &fault);
    assert_int_equal(live_rematch(&g, 0, true, &fault), LIVE_CHANGED);
    assert_false(live_rematch_agreed(&g));
    assert_int_equal(live_rematch(&g, 0, true, &fault), LIVE_SAME);
    assert_int_equal(live_rematch(&g, 1, true, &fault), LIVE_CHANGED);
    assert_true(live_rematch_agreed(&g));
    struct live_options o = live_rematch_options(&g, 5000);
    assert_string_equal(o.name[0], "Bob");
    assert_string_equal(o.name[1], "Ada");
    live_free(&g);
}

/* A request that arrives again after an undo was for a move that is gone. */
static void a_late_copy_of_a_move_is_refused(void **state)
{
    struct live_game g = started("awari");
    struct live_turn first = {0, 0}, moved = {1, 0}, again = {0, 1}, later = {0, 2};
    (void)state;
    assert_int_equal(live_move(&g, 0, &first, "A", &fault), LIVE_CHANGED);
    assert_int_equal(live_undo(&g, 0, &moved, true, &fault), LIVE_CHANGED);
    assert_int_equal(live_undo(&g, 1, &moved, true, &fault), LIVE_CHANGED);
    assert_int_equal(g.generation, 1);
    assert_int_equal(live_move(&g, 0, &first, "A", &fault), LUS_ESTATE);
    assert_string_equal(fault.expected, "generation=1 ply=0");
    assert_int_equal(live_undo(&g, 1, &moved, true, &fault), LIVE_SAME);
    assert_int_equal(live_undo(&g, 0, &moved, true, &fault), LIVE_SAME);
    assert_int_equal(live_undo(&g, 0, &later, true, &fault), LUS_ESTATE);
    assert_int_equal(plies(&g), 0);
    assert_int_equal(g.undo_by, LIVE_NO_PLAYER);
    assert_int_equal(live_move(&g, 0, &again, "B", &fault), LIVE_CHANGED);
    assert_int_equal(live_move(&g, 0, &again, "B", &fault), LIVE_SAME);
    live_free(&g);
}

/* ---- time ---- */

/* Awari with 10 seconds and 2 more for each move; both players join at 1000 ms. */
static struct live_game timed(void)
{
    struct dice dice = {.seed = "s", .nonce = "n"};
    struct live_options o = {.rules = lus_rules_find("awari"), .clock = {10000, 2000}};
    struct live_game g;
    assert_int_equal(live_new(&g, &o, &dice, &fault), 0);
    live_join(&g, 0, "Ada", NULL, &fault);
    live_clock_turn(&g, 0, 500);
    assert_int_equal(g.clock.running, -1);
    live_join(&g, 1, "Bob", NULL, &fault);
    live_clock_turn(&g, 0, 1000);
    return g;
}

static void clocks_run_and_get_increments(void **state)
{
    struct live_game g = timed();
    (void)state;
    assert_string_equal(record_tag(g.record, "TimeControl"), "10s+2");
    assert_int_equal(g.clock.running, 0);
    assert_int_equal(live_clock_end(&g), 11000);
    move_at(&g, 0, 0, "A");
    live_clock_turn(&g, 0, 4000);
    assert_int_equal((int)g.clock.left_ms[0], 9000);
    assert_int_equal(g.clock.running, 1);
    assert_int_equal(live_clock_end(&g), 14000);
    draw_now(&g, 0, true); /* the clock of the other runs on */
    live_clock_turn(&g, 1, 6000);
    assert_int_equal(live_clock_end(&g), 14000);
    undo_now(&g, 0, true);
    undo_now(&g, 1, true);
    live_clock_turn(&g, 1, 7000); /* taken back: no increment */
    assert_int_equal((int)g.clock.left_ms[1], 7000);
    assert_int_equal(live_clock_end(&g), 16000);
    assert_int_equal(live_claim(&g, 1, 1 << 30, 1, false, &fault), LUS_ESTATE);
    live_free(&g);
}

/* An answer that is handled late must not give time back. */
static void a_clock_never_runs_back(void **state)
{
    struct live_game g = timed();
    (void)state;
    move_at(&g, 0, 0, "A");
    live_clock_turn(&g, 0, 400);
    assert_int_equal((int)g.clock.left_ms[0], 12000);
    assert_int_equal(live_clock_end(&g), 11000);
    live_free(&g);
}

static void a_clock_that_runs_out_ends_the_game(void **state)
{
    struct live_game g = timed();
    (void)state;
    assert_false(live_clock_check(&g, 10999));
    assert_true(live_clock_check(&g, 11000));
    assert_int_equal(record_result(g.record), RECORD_SECOND);
    assert_string_equal(record_reason(g.record), "time");
    assert_string_equal(record_tag(g.record, "TimeLeft"), "0 10");
    assert_int_equal(live_clock_end(&g), -1);
    assert_false(live_clock_check(&g, 20000));
    struct live_options o = live_rematch_options(&g, 0);
    assert_int_equal(o.clock.base_ms, 10000);
    live_free(&g);
    g = timed();
    live_resign(&g, 1, &fault);
    live_clock_turn(&g, 0, 3000);
    assert_string_equal(record_tag(g.record, "TimeLeft"), "8 10");
    live_free(&g);
}

/* Who had to act loses, once both have played. */
static void an_expired_game_is_abandoned(void **state)
{
    struct live_game g = waiting("awari");
    (void)state;
    assert_false(live_abandon(&g));
    live_free(&g);
    g = started("awari");
    step(&g, 0);
    assert_false(live_abandon(&g));
    step(&g, 0);
    assert_true(live_abandon(&g));
    assert_int_equal(record_result(g.record), RECORD_SECOND);
    assert_string_equal(record_reason(g.record), "abandonment");
    assert_false(live_abandon(&g));
    live_free(&g);
}

/* ---- levels ---- */

static void levels_play_and_agree_to_undo(void **state)
{
    struct dice dice = {.seed = "s", .nonce = "n"};
    char name[LIVE_NAME];
    const lus_rules *r = lus_rules_find("ur");
    (void)state;
    assert_false(level_describe(r, "exec:sh", name));
    assert_true(level_describe(r, "easy", name));
    struct live_options o = {
        .rules = r, .kind = {LIVE_LEVEL, LIVE_PERSON}, .name = {name}};
    struct live_game g;
    assert_int_equal(live_new(&g, &o, &dice, &fault), 0);
    assert_false(level_is_due(&g));
    assert_int_equal(live_join(&g, 1, "Ada", NULL, &fault), LIVE_CHANGED);
    assert_true(level_is_due(&g));
    assert_int_equal(level_play(&g, NULL, NULL), 0);
    assert_int_equal(live_to_act(&g), 1);
    while (live_next(&g) != LIVE_MOVE || live_to_act(&g) != 1)
        if (level_is_due(&g))
            level_play(&g, NULL, NULL);
        else
            step(&g, 0);
    int ply = plies(&g);
    step(&g, 0);
    level_play(&g, NULL, NULL);
    assert_int_equal(draw_now(&g, 1, true), LUS_ESTATE);
    assert_int_equal(live_claim(&g, 1, 1 << 30, 1, false, &fault), LUS_ESTATE);
    assert_int_equal(undo_now(&g, 1, true), LIVE_CHANGED);
    assert_int_equal(plies(&g), ply);
    live_free(&g);
}

/* ---- tokens and the queue ---- */

static void tokens_are_random_and_hashed(void **state)
{
    char a[LIVE_TOKEN], b[LIVE_TOKEN], hash[LIVE_HASH], other[LIVE_HASH];
    (void)state;
    assert_int_equal(token_make(a), 0);
    assert_int_equal(token_make(b), 0);
    assert_true(token_is_valid(a));
    assert_string_not_equal(a, b);
    assert_false(token_is_valid("0123456789abcdef0123456789abcdeF"));
    assert_false(token_is_valid("0123456789abcdef0123456789abcde"));
    token_hash("abc", hash); /* FIPS 180-4 */
    assert_string_equal(
        hash, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    memcpy(other, hash, sizeof other);
    assert_true(token_hash_equal(hash, other));
    other[63] ^= 1;
    assert_false(token_hash_equal(hash, other));
}

static void the_queue_is_bounded(void **state)
{
    static struct id_queue q;
    char id[LIVE_ID];
    (void)state;
    id_queue_init(&q);
    for (int i = 0; i < ID_QUEUE_MAX; i++) {
        assert_true(id_queue_has_room(&q));
        snprintf(id, sizeof id, "%016d", i);
        assert_true(id_queue_put(&q, id));
        assert_true(id_queue_put(&q, id)); /* once */
    }
    assert_false(id_queue_has_room(&q));
    assert_false(id_queue_put(&q, "ffffffffffffffff"));
    assert_true(id_queue_take(&q, 0, id));
    assert_string_equal(id, "0000000000000000");
    assert_int_equal(id_queue_length(&q), ID_QUEUE_MAX - 1);
    id_queue_close(&q);
    assert_false(id_queue_take(&q, 0, id));
    id_queue_destroy(&q);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(every_rule_set_is_played),
        TEST(the_nonce_of_the_server_is_checked),
        TEST(both_players_join),
        TEST(turns_are_checked),
        TEST(moves_are_idempotent),
        TEST(throws_are_idempotent),
        TEST(forced_passes_are_plies),
        TEST(draws_are_agreed),
        TEST(late_copies_of_offers_change_nothing),
        TEST(ends_can_be_repeated),
        TEST(undo_keeps_the_throw),
        TEST(absent_players_lose),
        TEST(resigning_reveals_the_seed),
        TEST(rematch_exchanges_the_seats),
        TEST(a_late_copy_of_a_move_is_refused),
        TEST(clocks_run_and_get_increments),
        TEST(a_clock_never_runs_back),
        TEST(a_clock_that_runs_out_ends_the_game),
        TEST(an_expired_game_is_abandoned),
        TEST(levels_play_and_agree_to_undo),
        TEST(tokens_are_random_and_hashed),
        TEST(the_queue_is_bounded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
