/* SPDX-License-Identifier: MIT */
/* test_game_clock.c - the clocks of a game (core/game_clock.h), driven by given times. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>
#include "core/game_clock.h"

static struct game_clock clock_of(const char *text)
{
    struct time_control c;
    struct game_clock k;
    assert_int_equal(time_control_parse(text, &c, NULL), 0);
    game_clock_set(&k, &c);
    return k;
}

static void time_controls_are_read(void **state)
{
    static const struct {
        const char *text, *written;
        int base_ms, increment_ms;
    } cases[] = {
        {"5+3", "5+3", 300000, 3000},
        {"5", "5+0", 300000, 0},
        {"0.5+0", "0.5+0", 30000, 0},
        {"0.25+1", "15s+1", 15000, 1000},
        {"90s+1", "1.5+1", 90000, 1000},
        {"0.2s", "0.2s+0", 200, 0},
        {"12.345s+0.05", "12.345s+0.05", 12345, 50},
        {"1440+3600", "1440+3600", TIME_CONTROL_BASE_MS, TIME_CONTROL_INCREMENT_MS},
        {"86400s+0.001", "1440+0.001", TIME_CONTROL_BASE_MS, 1},
        {"0.001s+0.100", "0.001s+0.1", 1, 100},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct time_control c, again;
        char text[TIME_CONTROL_TEXT];
        assert_int_equal(time_control_parse(cases[i].text, &c, NULL), 0);
        assert_int_equal(c.base_ms, cases[i].base_ms);
        assert_int_equal(c.increment_ms, cases[i].increment_ms);
        time_control_format(&c, text);
        assert_string_equal(text, cases[i].written);
        assert_int_equal(time_control_parse(text, &again, NULL), 0);
        assert_memory_equal(&c, &again, sizeof c);
    }
}

static void other_texts_are_refused(void **state)
{
    static const struct {
        const char *text;
        size_t at;
    } cases[] = {{"", 0},         {"0", 0},          {"0.000+3", 0},    {"+3", 0},
                 {"-5+3", 0},     {"5x3", 1},        {"5 +3", 1},       {"5+", 2},
                 {"5+x", 2},      {"5+3s", 3},       {"5.", 0},         {"1440.001", 0},
                 {"86401s", 0},   {"5+3600.001", 2}, {"05+3", 0},       {"1e3", 1},
                 {"5+1.2345", 7}, {"5+3 ", 3},       {"99999999999", 0}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct time_control c = {7, 8};
        lus_fault fault = {0};
        assert_int_equal(time_control_parse(cases[i].text, &c, &fault), LUS_ETEXT);
        assert_int_equal(fault.at, cases[i].at);
        assert_true(*fault.expected);
        assert_true(c.base_ms == 7 && c.increment_ms == 8);
    }
}

static void one_clock_runs(void **state)
{
    struct game_clock k = clock_of("10s+2");
    (void)state;
    assert_true(game_clock_left(&k, 0, 500) == 10000);
    game_clock_start(&k, 0, 1000);
    assert_true(game_clock_left(&k, 0, 4000) == 7000);
    assert_true(game_clock_left(&k, 1, 4000) == 10000);
    assert_true(game_clock_stop(&k, true, 4000)); /* a move: 2 s more */
    assert_true(game_clock_left(&k, 0, 9000) == 9000);
    game_clock_start(&k, 1, 9000);
    assert_true(game_clock_stop(&k, false, 9001)); /* no move: nothing more */
    assert_true(game_clock_left(&k, 1, 9999) == 9999);
    game_clock_start(&k, 0, 10000);
    game_clock_start(&k, 1, 13000); /* stops the other one */
    assert_true(game_clock_left(&k, 0, 99999) == 6000);
    assert_int_equal(k.running, 1);
}

static void flags_fall(void **state)
{
    struct game_clock k = clock_of("1s+5");
    (void)state;
    assert_int_equal(game_clock_fallen(&k, 1e9), -1); /* none runs */
    game_clock_start(&k, 1, 100);
    assert_int_equal(game_clock_fallen(&k, 1099.5), -1);
    assert_int_equal(game_clock_fallen(&k, 1100), 1);
    assert_true(game_clock_left(&k, 1, 5000) == 0);
    assert_false(game_clock_stop(&k, true, 1100)); /* too late: no increment */
    assert_true(game_clock_left(&k, 1, 1100) == 0);
    assert_true(game_clock_stop(&k, true, 1200)); /* none runs */
}

static void a_game_may_have_no_clock(void **state)
{
    struct game_clock k;
    struct time_control none = {0, 0};
    (void)state;
    game_clock_set(&k, &none);
    assert_false(game_clock_used(&k));
    game_clock_start(&k, 0, 0);
    assert_int_equal(game_clock_fallen(&k, 1e12), -1);
    assert_true(game_clock_stop(&k, true, 1e12));
}

static void times_are_written(void **state)
{
    static const struct {
        double ms;
        const char *text;
    } cases[] = {{0, "0:00"},          {-5, "0:00"},          {0.5, "0:01"},
                 {1000, "0:01"},       {1001, "0:02"},        {59000, "0:59"},
                 {59001, "1:00"},      {271300, "4:32"},      {3600000, "1:00:00"},
                 {3723000, "1:02:03"}, {86400000, "24:00:00"}};
    char text[GAME_CLOCK_TEXT];
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        game_clock_format(cases[i].ms, text);
        assert_string_equal(text, cases[i].text);
    }
}

static void times_left_are_kept(void **state)
{
    static const char *const wrong[] = {"",     "1",    "1 ",  " 1 2",     "1 2 ",
                                        "1  2", "-1 2", "1 x", "9999999 1"};
    struct game_clock k = clock_of("5+3"), read = clock_of("5+3");
    char text[GAME_CLOCK_LEFT_TEXT];
    (void)state;
    game_clock_start(&k, 1, 0);
    game_clock_write_left(&k, 28700.4, text);
    assert_string_equal(text, "300 271.299");
    assert_true(game_clock_read_left(&read, text));
    assert_true(read.left_ms[0] == 300000 && read.left_ms[1] == 271299);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_false(game_clock_read_left(&read, wrong[i]));
    assert_true(read.left_ms[0] == 300000 && read.left_ms[1] == 271299);
}

/* The moves that a program expects at the start of a rule set. */
static int moves_at_start(const char *rules)
{
    lus_game *g = lus_game_new(lus_rules_find(rules), NULL);
    int moves = game_clock_moves(g);
    lus_game_free(g);
    return moves;
}

/* The mean length of a game of Awari is 100 plies: 50 moves at the start, 12 from ply 75
   on. */
static void moves_left_are_estimated(void **state)
{
    lus_game *g = lus_game_new(lus_rules_find("awari"), NULL);
    lus_move list[LUS_MAX_MOVES];
    (void)state;
    assert_int_equal(game_clock_moves(g), 50);
    for (int ply = 0; ply < 10; ply++) {
        int n = lus_moves(lus_game_rules(g), lus_game_pos(g), 0, list);
        assert_true(n > 0);
        assert_int_equal(lus_game_play(g, 0, list[n - 1]), 0);
    }
    assert_int_equal(game_clock_moves(g), 45);
    lus_game_free(g);
    for (int i = 0; lus_rules_at(i); i++) {
        lus_pos start;
        lus_start(lus_rules_at(i), &start);
        g = lus_game_new(lus_rules_at(i), &start);
        assert_in_range(game_clock_moves(g), 4, 140);
        lus_game_free(g);
    }
    assert_int_equal(moves_at_start("cave:standard"),
                     27); /* each size has its own mean */
    assert_int_equal(moves_at_start("cave:7x5"), 23);
    assert_int_equal(moves_at_start("cave:5x3"), 4);
}

static void shares_last_for_the_game(void **state)
{
    (void)state;
    assert_int_equal(game_clock_share(300000, 3000, 50), 6000 + 2250);
    assert_int_equal(game_clock_share(1000, 3000, 50), 712); /* three quarters of 950 */
    assert_int_equal(game_clock_share(100, 3000, 50), 50);
    assert_int_equal(game_clock_share(0, 0, 50), 1);
    /* Thinking for every share, and 20 ms longer, never uses a whole clock up. */
    for (int increment = 0; increment <= 3000; increment += 1500) {
        double left = 60000;
        for (int move = 0; move < 400 && left > 100; move++) {
            int moves = move < 37 ? 50 - move : 12;
            left -= game_clock_share(left, increment, moves) + 20;
            assert_true(left > 0);
            left += increment;
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(time_controls_are_read),
        cmocka_unit_test(other_texts_are_refused),
        cmocka_unit_test(one_clock_runs),
        cmocka_unit_test(flags_fall),
        cmocka_unit_test(a_game_may_have_no_clock),
        cmocka_unit_test(times_are_written),
        cmocka_unit_test(times_left_are_kept),
        cmocka_unit_test(moves_left_are_estimated),
        cmocka_unit_test(shares_last_for_the_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
