/* SPDX-License-Identifier: MIT */
/* test_record.c - records of every rule set, in every format, there and back. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "core/dice.h"
#include "support/random_game.h"
#include "record/ogn.h"
#include "record/record.h"
#include "record/rgn.h"
#include "record/record_dice.h"

static struct record *read_one(const char *text)
{
    struct record **list, *r;
    lus_fault fault;
    int count;
    if (record_read(text, strlen(text), &list, &count, &fault) < 0)
        fail_msg("byte %zu, expected %s:\n%s", fault.at, fault.expected, text);
    assert_int_equal(count, 1);
    r = list[0];
    free(list);
    return r;
}

static void expect_same_text(const struct record *r, const char *wanted)
{
    size_t n;
    char *text = record_write(r, &n);
    assert_non_null(text);
    assert_int_equal(n, strlen(text));
    assert_string_equal(text, wanted);
    free(text);
}

static void expect_same_game(const lus_game *a, const lus_game *b)
{
    assert_ptr_equal(lus_game_rules(a), lus_game_rules(b));
    assert_int_equal(lus_game_plies(a), lus_game_plies(b));
    for (int i = 0; i < lus_game_plies(a); i++) {
        assert_int_equal(lus_game_throw_at(a, i), lus_game_throw_at(b, i));
        assert_true(lus_game_move_at(a, i) == lus_game_move_at(b, i));
    }
    assert_memory_equal(lus_game_pos(a), lus_game_pos(b), sizeof(lus_pos));
    for (int side = 0; side < 2; side++)
        assert_int_equal(lus_game_player(a, side), lus_game_player(b, side));
    assert_int_equal(lus_game_end(a).over, lus_game_end(b).over);
    assert_int_equal(lus_game_end(a).winner, lus_game_end(b).winner);
}

/* A random game with tags: finished, unfinished or resigned, depending on the seed. */
static struct record *random_record(const lus_rules *rules, int seed)
{
    struct record *r = record_new(random_game(rules, seed, seed % 3 ? 5000 : seed));
    lus_game *g = record_game(r);
    if (seed % 3 == 0 && seed % 2 && !lus_game_end(g).over)
        assert_int_equal(lus_game_resign(g, seed % 4 == 1), 0);
    assert_int_equal(record_set_tag(r, "Zeal", "\\ and \" and é"), 0);
    assert_int_equal(record_set_tag(r, "First", "Ada"), 0);
    return r;
}

static void written_is_read_and_written_again(void **state)
{
    const lus_rules *rules;
    (void)state;
    for (int i = 0; (rules = lus_rules_at(i)); i++)
        for (int seed = 0; seed < 30; seed++) {
            struct record *r = random_record(rules, seed);
            lus_game *g = record_game(r);
            for (int ply = -1; ply < lus_game_plies(g); ply += 1 + seed)
                assert_int_equal(record_set_comment(r, ply, "  a word\nor two  "), 0);
            size_t n;
            char *text = record_write(r, &n);
            struct record *again = read_one(text);
            expect_same_game(g, record_game(again));
            expect_same_text(again, text);
            free(text);
            record_free(r);
            record_free(again);
        }
}

/* Another format, there and back: the same game, tags and text. */
static void expect_round_trip(const struct record *r,
                              int (*write)(const struct record *, char **, size_t *),
                              bool has_tags)
{
    char *text, *second;
    size_t n;
    assert_int_equal(write(r, &text, &n), 0);
    assert_int_equal(n, strlen(text));
    struct record *again = read_one(text);
    expect_same_game(record_game(r), record_game(again));
    assert_int_equal(write(again, &second, &n), 0);
    assert_string_equal(text, second);
    if (has_tags) {
        assert_int_equal(record_result(r), record_result(again));
        assert_string_equal(record_tag(again, "First"), "Ada");
        assert_string_equal(record_tag(again, "Zeal"), "\\ and \" and é");
    }
    free(text);
    free(second);
    record_free(again);
}

static void foreign_formats_go_there_and_back(void **state)
{
    const lus_rules *rules;
    char *text;
    size_t n;
    (void)state;
    for (int i = 0; (rules = lus_rules_at(i)); i++) {
        bool ur = !strncmp(lus_rules_name(rules), "ur:", 3);
        bool awari = !strncmp(lus_rules_name(rules), "awari:", 6);
        for (int seed = 0; seed < 30; seed++) {
            struct record *r = random_record(rules, seed);
            if (ur)
                expect_round_trip(r, rgn_write, true);
            else
                assert_int_equal(rgn_write(r, &text, &n), LUS_ERULES);
            if (awari)
                expect_round_trip(r, ogn_write, true);
            else
                assert_int_equal(ogn_write(r, &text, &n), LUS_ERULES);
            if (!strcmp(lus_rules_name(rules), "awari:abapa") &&
                lus_game_plies(record_game(r)) && !lus_game_end(record_game(r)).over)
                expect_round_trip(r, ogn_write_moves, false);
            record_free(r);
        }
    }
}

/* A game begun in the middle of another, its first throw made already. */
static struct record *set_up_record(const lus_rules *rules, int seed)
{
    struct random random = random_stream((uint64_t)seed, 1);
    lus_game *before = random_game(rules, seed, 7 + seed % 2);
    lus_game *g = lus_game_new(rules, lus_game_pos(before));
    struct record *r = record_new(g);
    lus_move list[LUS_MAX_MOVES];
    int first = random_throw(rules, &random), throw = first;
    for (int ply = 0; ply < 9 && !lus_game_end(g).over; ply++) {
        int n = lus_moves(rules, lus_game_pos(g), throw, list);
        assert_int_equal(lus_game_play(g, throw, n ? list[n - 1] : LUS_PASS), 0);
        throw = random_throw(rules, &random);
    }
    if (lus_has_dice(rules) && seed % 3)
        assert_int_equal(record_set_first_throw(r, first), 0);
    assert_int_equal(record_set_first_throw(r, 9), LUS_ERANGE);
    assert_int_equal(record_set_tag(r, "First", "Ada"), 0);
    assert_int_equal(record_set_tag(r, "Zeal", "\\ and \" and é"), 0);
    lus_game_free(before);
    return r;
}

static void games_from_a_position_go_there_and_back(void **state)
{
    const lus_rules *rules;
    (void)state;
    for (int i = 0; (rules = lus_rules_at(i)); i++)
        for (int seed = 0; seed < 12; seed++) {
            struct record *r = set_up_record(rules, seed);
            size_t n;
            char *text = record_write(r, &n);
            struct record *again = read_one(text);
            expect_same_game(record_game(r), record_game(again));
            assert_int_equal(record_first_throw(r), record_first_throw(again));
            expect_same_text(again, text);
            if (!strncmp(lus_rules_name(rules), "ur:", 3))
                expect_round_trip(r, rgn_write, true);
            if (!strncmp(lus_rules_name(rules), "awari:", 6))
                expect_round_trip(r, ogn_write, true);
            free(text);
            record_free(r);
            record_free(again);
        }
}

/* ---- texts from elsewhere, read and written as ours ---- */

struct foreign {
    const char *text, *ours;
};

static const struct foreign foreign_texts[] = {
    /* no Rules tag, a throw not yet played at the end */
    {"[StartTime \"2023-05-06 10:00\"]\n\n1. A@A1 * A@A3 / 0 --\n2. 2 --",
     "[Game \"ur:finkel\"]\n[Result \"*\"]\n[StartTime \"2023-05-06 10:00\"]\n\n"
     "1. 4/0-4 2/0-2 1... 0/pass *\n"},
    /* no Rules tag: Dark walks from B4 to A7, 4 squares, on the long path only */
    {"1. A@A3 / C@C4 2. A3B1 / C4C1 * C1B4 * B4A7 * 0 --",
     "[Game \"ur:blitz\"]\n[Result \"*\"]\n\n"
     "1. 2/0-2 1... 1/0-1 2. 3/2-5 2... 3/1-4 4/4-8 4/8-12 0/pass *\n"},
    {"[Rules \"ur:masters\"]\n[Light Ada Lovelace ]\n[Dark Bob]\n1. A@A3 / C@C4",
     "[Game \"ur:masters\"]\n[First \"Ada Lovelace\"]\n[Second \"Bob\"]\n[Result "
     "\"*\"]\n\n"
     "1. 2/0-2 1... 1/0-1 *\n"},
    {"[Rules Aseb]\n[Position \"4-----------x----0:5----------------0:D:2\"]\n/ C@C3 1. "
     "B8B9",
     "[Game \"ur:aseb\"]\n[Position \"4-----------x----0:5----------------0:D:2\"]\n"
     "[Result \"*\"]\n\n1. 2/0-2 1... 1/12-13 *\n"},
    /* the throw of the second pass is not recorded: the smallest without a move is used */
    {"1. 0 -- / --", "[Game \"ur:finkel\"]\n[Result \"*\"]\n\n1. 0/pass 1... 0/pass *\n"},
    {"[Variant \"Oware Abapa\"]\n[South \"Ada\"]\n[North \"?\"]\n[Result \"*\"]\n\n"
     "1. F f (1. ... a) 2. B {good move} e",
     "[Game \"awari:oware\"]\n[First \"Ada\"]\n[Result \"*\"]\n\n"
     "1. F f 2. B {good move} e *\n"},
    {"FfBe\r\n", "[Game \"awari:abapa\"]\n[Result \"*\"]\n\n1. F f 2. B e *\n"},
    {"F", "[Game \"awari:abapa\"]\n[Result \"*\"]\n\n1. F *\n"},
    /* Aualé adds the row gathered at the end to the last capture */
    {"[Variant \"Oware Abapa\"]\n[FEN \"1-0-0-0-0-0-1-0-0-0-0-0-23-23-S\"]\n"
     "[Result \"24-24\"]\n1. A a 2. B b 3. C c 4. D d 5. E e 6. F f+1 24-24",
     "[Game \"awari:oware\"]\n[Position \"1-0-0-0-0-0-1-0-0-0-0-0-23-23-S\"]\n"
     "[Result \"1/2-1/2\"]\n[Reason \"repetition\"]\n\n"
     "1. A a 2. B b 3. C c 4. D d 5. E e 6. F f 1/2-1/2\n"},
    /* players agreed */
    {"[Variant \"awari:abapa\"]\n[Result \"20-28\"]\n1. F f 20-28",
     "[Game \"awari:abapa\"]\n[Result \"0-1\"]\n[Reason \"agreement\"]\n[Stones "
     "\"20-28\"]\n\n"
     "1. F f 0-1\n"},
};

static void texts_of_other_programs_are_read(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof foreign_texts / sizeof foreign_texts[0]; i++) {
        struct record *r = read_one(foreign_texts[i].text);
        expect_same_text(r, foreign_texts[i].ours);
        record_free(r);
    }
}

/* The exact texts of two short games. */
static void foreign_formats_look_as_published(void **state)
{
    struct record *r =
        read_one("[Game \"ur:finkel\"]\n[First \"Ada\"]\n"
                 "[Position \"1-------------x5:1--------------6:L\"]\n\n"
                 "1. 4/0-4 1/14-off 1... 0/pass 2. 1/4-5 2... 3/0-3 "
                 "3. 4/5-9 3... 2/3-5 4. 4/9-13 4... 4/5-9 5. 2/13-off 1-0");
    char *text;
    size_t n;
    (void)state;
    assert_int_equal(rgn_write(r, &text, &n), 0);
    assert_string_equal(text, "[Rules finkel]\n[Light Ada]\n"
                              "[Position \"1-------------x5:1--------------6:L\"]\n\n"
                              "1. A@A1 * A7A+ / 0 --\n2. A1B1 / C@C2\n3. B1B5 / C2B1\n"
                              "4. B5A8 / B1B5\n5. A8A+#\n");
    free(text);
    record_free(r);
    r = read_one("[Game \"awari:oware\"]\n[Second \"Bo\"]\n[Date \"2026-11-15\"]\n\n"
                 "1. F f 2. E {long} e 3. A c *");
    assert_int_equal(ogn_write(r, &text, &n), 0);
    assert_string_equal(text, "[Variant \"Oware Abapa\"]\n[Event \"?\"]\n[Site \"?\"]\n"
                              "[Date \"2026-11-15\"]\n[Round \"?\"]\n[South \"?\"]\n"
                              "[North \"Bo\"]\n[Result \"*\"]\n\n"
                              "1. F f 2. E {long} e 3. A c\n");
    free(text);
    record_free(r);
}

/* ---- many games, and ends that no rule brings ---- */

static void a_file_holds_games_of_all_formats(void **state)
{
    static const char file[] = "[Game \"cave:standard\"]\n\n1. A1 *\n\n"
                               "[Rules blitz]\n\n1. A@A1 *\n\n"
                               "[Variant \"awari:olympiad\"]\n1. F f *\nFfBe\nAa\n";
    static const char *const names[] = {"cave:standard", "ur:blitz", "awari:olympiad",
                                        "awari:abapa", "awari:abapa"};
    struct record **list;
    int count;
    (void)state;
    assert_int_equal(record_read(file, strlen(file), &list, &count, NULL), 0);
    assert_int_equal(count, 5);
    for (int i = 0; i < count; i++)
        assert_string_equal(lus_rules_name(lus_game_rules(record_game(list[i]))),
                            names[i]);
    record_list_free(list, count);
}

static void a_game_can_be_decided(void **state)
{
    struct record *r = read_one("[Game \"ur:finkel\"]\n\n1. 4/0-4 *");
    (void)state;
    assert_int_equal(record_decide(r, RECORD_SECOND, "repetition"), LUS_ESTATE);
    assert_int_equal(record_decide(r, RECORD_SECOND, ""), LUS_ETEXT);
    assert_int_equal(record_decide(r, RECORD_DRAW + 1, "time"), LUS_ERANGE);
    assert_int_equal(record_decide(r, RECORD_SECOND, "time"), 0);
    assert_int_equal(record_result(r), RECORD_SECOND);
    expect_same_text(r, "[Game \"ur:finkel\"]\n[Result \"0-1\"]\n[Reason \"time\"]\n\n"
                        "1. 4/0-4 0-1\n");
    assert_int_equal(record_set_tag(r, "TimeLeft", "0 271.3"), 0);
    assert_int_equal(record_set_tag(r, "TimeControl", "5+3"), 0);
    expect_same_text(r, "[Game \"ur:finkel\"]\n[TimeControl \"5+3\"]\n"
                        "[TimeLeft \"0 271.3\"]\n[Result \"0-1\"]\n"
                        "[Reason \"time\"]\n\n1. 4/0-4 0-1\n");
    assert_int_equal(record_set_tag(r, "TimeLeft", NULL), 0);
    assert_int_equal(record_set_tag(r, "TimeControl", NULL), 0);
    assert_int_equal(record_decide(r, RECORD_OPEN, NULL), 0);
    expect_same_text(r, "[Game \"ur:finkel\"]\n[Result \"*\"]\n\n1. 4/0-4 *\n");
    assert_int_equal(record_decide(r, RECORD_FIRST, "resignation"), 0);
    assert_int_equal(lus_game_end(record_game(r)).winner, 0);
    assert_int_equal(record_decide(r, RECORD_FIRST, "time"), LUS_ESTATE);
    record_free(r);
}

static void tags_and_comments_can_be_set(void **state)
{
    struct record *r =
        read_one("[Game \"cave:standard\"]\n[B \"1\"]\n[A \"2\"]\n\n1. A1 *");
    (void)state;
    assert_int_equal(record_set_tag(r, "Result", "1-0"), LUS_ESTATE);
    assert_int_equal(record_set_tag(r, "No name", "x"), LUS_ETEXT);
    assert_int_equal(record_set_tag(r, "9", "x"), LUS_ETEXT);
    assert_int_equal(record_set_tag(r, "X", "a\nb"), LUS_ETEXT);
    assert_int_equal(record_set_tag(r, "X", "\xff"), LUS_ETEXT);
    assert_int_equal(record_set_tag(r, "B", "3"), 0);
    assert_int_equal(record_set_comment(r, 0, "so {what}"), LUS_ETEXT);
    assert_int_equal(record_set_comment(r, -2, "x"), LUS_ERANGE);
    assert_int_equal(record_set_comment(r, 0, " \t"), 0);
    assert_null(record_comment(r, 0));
    assert_int_equal(record_set_comment(r, 7, "behind the end"), 0);
    expect_same_text(r,
                     "[Game \"cave:standard\"]\n[Result \"*\"]\n[B \"3\"]\n[A \"2\"]\n\n"
                     "1. A1 *\n");
    assert_int_equal(record_set_tag(r, "B", NULL), 0);
    assert_null(record_tag(r, "B"));
    assert_string_equal(record_tag(r, "A"), "2");
    record_free(r);
}

/* A game of every rule set with dice, the roll-off and all, thrown by a seed. */
static struct record *thrown_record(const lus_rules *rules, const struct dice *d)
{
    lus_game *g = lus_game_new(rules, NULL);
    lus_move list[LUS_MAX_MOVES];
    uint64_t k = 0;
    char hex[DICE_HEX];
    while (lus_game_needs_rolloff(g))
        lus_game_rolloff(g, dice_throw(d, rules, k++, NULL));
    for (int ply = 0; ply < 40; ply++) {
        int throw = dice_throw(d, rules, k++, NULL);
        int n = lus_moves(rules, lus_game_pos(g), throw, list);
        assert_int_equal(lus_game_play(g, throw, n ? list[n / 2] : LUS_PASS), 0);
    }
    struct record *r = record_new(g);
    dice_commitment(d, hex);
    record_set_tag(r, "DiceCommitment", hex);
    record_set_tag(r, "DiceNonce", d->nonce);
    record_set_tag(r, "DiceSeed", d->seed);
    return r;
}

static void dice_are_verified(void **state)
{
    const lus_rules *rules;
    struct dice d;
    (void)state;
    assert_int_equal(dice_from_pair(&d, "open", "sesame", NULL), 0);
    for (int i = 0; (rules = lus_rules_at(i)); i++) {
        if (!lus_has_dice(rules))
            continue;
        struct record *r = thrown_record(rules, &d);
        lus_game *g = record_game(r);
        int n = lus_game_rolloffs(g) + 40;
        struct dice_check v = record_check_dice(r);
        assert_int_equal(v.result, DICE_ARE_RIGHT);
        assert_int_equal(v.throws, n);
        int last = lus_game_throw_at(g, 39), other = lus_throw_value(rules, 1);
        other = other == last ? lus_throw_value(rules, 2) : other;
        lus_move list[LUS_MAX_MOVES];
        assert_int_equal(lus_game_undo(g), 0);
        int moves = lus_moves(rules, lus_game_pos(g), other, list);
        assert_int_equal(lus_game_play(g, other, moves ? list[0] : LUS_PASS), 0);
        v = record_check_dice(r);
        assert_int_equal(v.result, DICE_WRONG_THROW);
        assert_int_equal(v.throws, n - 1);
        assert_int_equal(v.recorded, other);
        assert_int_equal(v.computed, last);
        record_free(r);
    }
}

/* A throw that is part of the position is not verified; the next one is. */
static void a_throw_given_is_not_verified(void **state)
{
    struct record *r =
        read_one("[Game \"ur:finkel\"]\n"
                 "[Position \"7--------------0:7--------------0:L:4\"]\n"
                 "[DiceCommitment \"ff5a1ae012afa5d4c889c50ad427aaf545d31a4fac04"
                 "ffc1c4d03d403ba4250a\"]\n[DiceNonce \"0\"]\n[DiceSeed \"7\"]\n\n"
                 "1. 4/0-4 3/0-3 *");
    struct dice_check v = record_check_dice(r);
    (void)state;
    assert_int_equal(v.result, DICE_ARE_RIGHT);
    assert_int_equal(v.throws, 2);
    record_set_first_throw(r, LUS_ANY_THROW);
    v = record_check_dice(r);
    assert_int_equal(v.result, DICE_WRONG_THROW);
    assert_int_equal(v.throws, 0);
    record_free(r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(written_is_read_and_written_again),
        cmocka_unit_test(foreign_formats_go_there_and_back),
        cmocka_unit_test(games_from_a_position_go_there_and_back),
        cmocka_unit_test(texts_of_other_programs_are_read),
        cmocka_unit_test(foreign_formats_look_as_published),
        cmocka_unit_test(a_file_holds_games_of_all_formats),
        cmocka_unit_test(a_game_can_be_decided),
        cmocka_unit_test(tags_and_comments_can_be_set),
        cmocka_unit_test(dice_are_verified),
        cmocka_unit_test(a_throw_given_is_not_verified),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
