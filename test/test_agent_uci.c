/* SPDX-License-Identifier: MIT */
/* test_agent_uci.c - the referee's side of UCI and UGI: descriptions of players, and the lines
   that are sent, read back by the engine's side (record/dialect.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "core/lines.h"
#include "player/agent_uci.h"
#include "player/player_spec.h"
#include "record/dialect.h"
#include "record/protocol.h"
#include "support/random_game.h"

/* ---- descriptions ---- */

static struct agent_command command(const char *text)
{
    struct agent_command c;
    assert_int_equal(agent_command_read(text, &c, NULL), 0);
    return c;
}

static void commands_are_read(void **state)
{
    (void)state;
    struct agent_command c =
        command("uci:option.Hash=64 'option.Draw Search=a=b' depth=8 "
                "nodes=2000000000 java -jar option.x=1");
    assert_int_equal(c.protocol, PROTOCOL_UCI);
    assert_int_equal(c.settings, 4);
    assert_int_equal(c.depth, 8);
    assert_int_equal(c.nodes, 2000000000);
    assert_string_equal(c.words[4], "java");
    assert_string_equal(c.words[6], "option.x=1");
    assert_true(agent_command_sets(&c, "Hash"));
    assert_true(agent_command_sets(&c, "Draw Search"));
    assert_false(agent_command_sets(&c, "Has"));
    assert_false(agent_command_sets(&c, "x"));
    free(c.words);
    c = command("exec:depth=8 x"); /* settings are for the other protocols */
    assert_int_equal(c.protocol, PROTOCOL_LUSORIA);
    assert_int_equal(c.settings, 0);
    assert_string_equal(c.words[0], "depth=8");
    free(c.words);
    c = command("ugi:engine");
    assert_int_equal(c.protocol, PROTOCOL_UGI);
    free(c.words);
    c = command("python3 bot.py");
    assert_int_equal(c.protocol, PROTOCOL_LUSORIA);
    free(c.words);
}

static void wrong_commands_are_refused(void **state)
{
    static const struct {
        const char *text, *expected;
    } wrong[] = {
        {"uci:", "a command"},
        {"uci:'x", "a command"},
        {"uci:depth=8", "a program after the settings"},
        {"uci:depth=0 x", "a whole number"},
        {"uci:depth=1001 x", "a whole number"},
        {"ugi:nodes=5k x", "a whole number"},
        {"uci:option.Hash x", "option.NAME=VALUE"},
        {"uci:option.=1 x", "option.NAME=VALUE"},
        {"uci:'option.Hash=1\nquit' x", "an option without control characters"},
    };
    const lus_rules *r = lus_rules_find("awari");
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct player_spec spec = {.noise = 99};
        lus_fault fault = {0};
        assert_int_equal(player_spec_read_typed(r, wrong[i].text, &spec, &fault),
                         LUS_ETEXT);
        assert_int_equal(fault.at, 4);
        assert_ptr_equal(strstr(fault.expected, wrong[i].expected), fault.expected);
        assert_int_equal(spec.noise, 99);
        /* A record or a request cannot name a program. */
        assert_int_equal(player_spec_read(r, "uci:true", &spec, &fault), LUS_ETEXT);
    }
}

/* ---- lines ---- */

/* Compares the text with what was written, and empties it. */
static void expect_text(struct text *t, const char *expected)
{
    assert_false(t->full);
    assert_string_equal(t->buf, expected);
    *t = text_on(t->buf, t->cap);
}

static lus_game *game_of(const char *rules, const char *args)
{
    lus_game *g;
    lus_fault fault;
    int throw;
    assert_int_equal(protocol_position(lus_rules_find(rules), args, &g, &throw, &fault),
                     0);
    return g;
}

static void positions_are_written(void **state)
{
    char buf[512];
    struct text t = text_on(buf, sizeof buf);
    struct uci_engine uci = {.protocol = PROTOCOL_UCI}, ugi = {.protocol = PROTOCOL_UGI};
    lus_game *awari = game_of("awari:oware", "start moves F f B e");
    lus_game *cave = game_of("cave", "start moves A1 A8");
    lus_game *later = game_of("awari", "0-0-0-0-0-1-0-0-0-0-0-1-23-23-S moves F");
    lus_game *ur = game_of("ur", "5---x----------1:5-------x------1:L moves 2/0-2");
    (void)state;
    uci_write_position(&t, &uci, awari, 0, true);
    expect_text(&t, "ucinewgame\nposition startpos moves FfBe\n");
    uci_write_position(&t, &ugi, awari, 0, false);
    expect_text(&t, "position startpos moves F f B e\n");
    uci_write_position(&t, &uci, cave, 0, false);
    expect_text(&t, "position startpos moves A1 A8\n");
    uci_write_position(&t, &uci, later, 0, false);
    expect_text(&t, "position fen 0-0-0-0-0-1-0-0-0-0-0-1-23-23-S moves F\n");
    uci_note_option(&ugi, "option name Game type string default cave");
    uci_write_position(&t, &ugi, ur, 2, true);
    expect_text(&t, "setoption name Game value ur:finkel\nuginewgame\n"
                    "position fen 4-x-x----------1:5-------x------1:D throw 2\n");
    ugi.game_is_set = true;
    uci_write_new_game(&t, &ugi, lus_rules_find("ur"));
    expect_text(&t, "uginewgame\n");
    lus_game_free(awari);
    lus_game_free(cave);
    lus_game_free(later);
    lus_game_free(ur);
}

static void go_has_limits_and_clocks(void **state)
{
    char buf[512];
    struct text t = text_on(buf, sizeof buf);
    struct uci_engine uci = {.protocol = PROTOCOL_UCI, .depth = 9},
                      ugi = {.protocol = PROTOCOL_UGI, .nodes = 5000};
    struct agent_clock clock = {1000, 2000, 30};
    lus_game *south = game_of("awari", "start"),
             *north = game_of("awari", "start moves A");
    (void)state;
    uci_write_go(&t, &uci, south, 250, NULL);
    expect_text(&t, "go movetime 250 depth 9\n");
    uci_write_go(&t, &uci, south, 250, &clock);
    expect_text(&t, "go wtime 1000 btime 2000 winc 30 binc 30 depth 9\n");
    uci_write_go(&t, &ugi, north, 250, &clock);
    expect_text(&t, "go p1time 2000 p2time 1000 p1inc 30 p2inc 30 nodes 5000\n");
    lus_game_free(south);
    lus_game_free(north);
}

static void options_are_sent(void **state)
{
    char buf[512];
    struct text t = text_on(buf, sizeof buf);
    struct agent_command c = command("uci:option.OwnBook=false depth=3 option.A=b=c x");
    (void)state;
    uci_write_options(&t, &c);
    expect_text(&t, "setoption name OwnBook value false\nsetoption name A value b=c\n");
    free(c.words);
}

/* Only a list of games without the rule set is a refusal. */
static void games_are_known_by_the_option(void **state)
{
    const lus_rules *oware = lus_rules_find("awari:oware"), *ur = lus_rules_find("ur");
    struct uci_engine e = {.protocol = PROTOCOL_UCI};
    (void)state;
    uci_note_option(&e, "option name GameX type combo var x");
    assert_true(uci_plays(&e, oware) && !e.games[0]);
    uci_note_option(&e, "option name Game type string default x");
    assert_true(uci_plays(&e, oware));
    uci_note_option(&e, "option name Game type combo default ur:finkel var awari:oware2 "
                        "var awari:oware");
    assert_true(uci_plays(&e, oware));
    assert_false(uci_plays(&e, ur));
    uci_note_option(&e, "option name Game type combo var awari:oware2");
    assert_false(uci_plays(&e, oware));
    e.game_is_set = true;
    assert_true(uci_plays(&e, oware));
}

/* ---- read back ---- */

/* The arguments of the line, as the engine translates and reads them. */
static lus_game *read_back(const lus_rules *r, enum dialect d, const char *line,
                           int *throw)
{
    struct buffer out = {0};
    lus_fault fault;
    lus_game *g;
    size_t n;
    char *args = strdup(line_after(line, "position"));
    args[strcspn(args, "\n")] = '\0';
    dialect_position(d, args, &out);
    char *ours = buffer_take(&out, &n);
    assert_int_equal(protocol_position(r, ours, &g, throw, &fault), 0);
    free(args);
    free(ours);
    return g;
}

static void the_engine_reads_the_same_game(void **state)
{
    static char buf[1 << 16];
    const lus_rules *r;
    (void)state;
    for (int i = 0; (r = lus_rules_at(i)); i++)
        for (int seed = 0; seed < 20; seed++) {
            int throw,
                sent = lus_has_dice(r) ? lus_throw_value(r, seed % lus_throws(r)) : 0;
            bool uci = r->text->one_letter_moves && seed % 2;
            struct uci_engine e = {.protocol = uci ? PROTOCOL_UCI : PROTOCOL_UGI};
            lus_game *g = random_game(r, seed, 8 * seed);
            struct text t = text_on(buf, sizeof buf);
            uci_write_position(&t, &e, g, sent, false);
            assert_false(t.full);
            lus_game *read = read_back(r, uci ? DIALECT_UCI : DIALECT_UGI, buf, &throw);
            assert_memory_equal(lus_game_pos(g), lus_game_pos(read), sizeof(lus_pos));
            assert_int_equal(throw, sent);
            if (!lus_has_dice(r))
                assert_int_equal(lus_game_plies(read), lus_game_plies(g));
            lus_game_free(g);
            lus_game_free(read);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(commands_are_read),
        cmocka_unit_test(wrong_commands_are_refused),
        cmocka_unit_test(positions_are_written),
        cmocka_unit_test(go_has_limits_and_clocks),
        cmocka_unit_test(options_are_sent),
        cmocka_unit_test(games_are_known_by_the_option),
        cmocka_unit_test(the_engine_reads_the_same_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
