/* SPDX-License-Identifier: MIT */
/* test_api_records.c - the public library: records, reviews, dice, explanations. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>
#include "lusoria.h"

static lus_record *record_of(const char *text)
{
    lus_record *r;
    lus_fault fault;
    if (lus_record_read(text, strlen(text), &r, &fault) < 0)
        fail_msg("byte %zu: %s", fault.at, fault.expected);
    return r;
}

static void record_is_kept(void **state)
{
    static const char text[] = "[Game \"ur:finkel\"]\n[First \"Ada\"]\n[Result \"*\"]\n\n"
                               "1. 4/0-4 {good} 2/0-2 1... 0/pass *\n";
    lus_record *r = record_of(text), *other = lus_record_new();
    char *written;
    size_t n;
    (void)state;
    assert_int_equal(lus_record_count(r), 1);
    assert_int_equal(lus_game_plies(lus_record_game(r, 0)), 3);
    assert_string_equal(lus_record_tag(r, 0, "First"), "Ada");
    assert_string_equal(lus_record_comment(r, 0, 0), "good");
    assert_string_equal(lus_record_result(r, 0), "*");
    assert_int_equal(lus_record_write(r, "lusoria", &written, &n), 0);
    assert_string_equal(written, text);
    lus_free(written);
    assert_int_equal(lus_record_write(r, "ogn", &written, &n), LUS_ERULES);
    assert_int_equal(lus_record_write(r, "pdf", &written, &n), LUS_ETEXT);
    assert_int_equal(lus_record_set_tag(r, 0, "Result", "1-0"), LUS_ESTATE);
    assert_int_equal(lus_record_decide(r, 0, 1, "time"), 0);
    assert_string_equal(lus_record_result(r, 0), "0-1");
    assert_string_equal(lus_record_reason(r, 0), "time");
    for (int i = 0; i < 5; i++)
        assert_int_equal(lus_record_add(other, lus_record_game(r, 0)), i);
    assert_int_equal(lus_record_write(other, "link", &written, NULL), 0);
    assert_memory_equal(written, "#g=ur:finkel&m=4/0-4.2/0-2.0/pass\n#g=", 37);
    lus_free(written);
    lus_record_free(other);
    lus_record_free(r);
}

static void link_is_read(void **state)
{
    lus_record *r = NULL;
    lus_fault fault;
    (void)state;
    assert_int_equal(lus_record_read_link("#g=awari:abapa&m=F.f", &r, &fault), 0);
    assert_int_equal(lus_game_plies(lus_record_game(r, 0)), 2);
    assert_int_equal(lus_record_first_throw(r, 0), LUS_ANY_THROW);
    assert_int_equal(lus_record_set_first_throw(r, 0, 1), LUS_ERANGE);
    lus_record_free(r);
    assert_int_equal(
        lus_record_read_link("#g=ur&p=6---x----------0:7--------------0:D:2", &r, &fault),
        0);
    assert_int_equal(lus_record_first_throw(r, 0), 2);
    assert_int_equal(lus_record_set_first_throw(r, 0, 3), 0);
    assert_int_equal(lus_record_first_throw(r, 0), 3);
    assert_int_equal(lus_record_first_throw(r, 1), LUS_ERANGE);
    lus_record_free(r);
    assert_int_equal(lus_record_read_link("#g=chess", &r, &fault), LUS_ERULES);
    assert_int_equal(fault.code, LUS_ERULES);
}

/* The first move wins the game at once instead of letting it be blocked. */
static void review_finds_a_blunder(void **state)
{
    lus_record *r = record_of("[Game \"cave:5x3\"]\n[Position \"5/5/5/oo3/xx3\"]\n\n"
                              "1. E1 C1 *\n");
    lus_search *s = lus_search_new(1);
    lus_review *v = NULL;
    lus_review_ply ply;
    char *text;
    size_t n;
    (void)state;
    assert_int_equal(lus_review_new(s, r, &(lus_limits){.depth = 2}, &v), 0);
    assert_int_equal(lus_review_plies(v, 0), 2);
    assert_int_equal(lus_review_at(v, 0, 0, &ply), 0);
    assert_int_equal(ply.verdict, LUS_VERDICT_BLUNDER);
    assert_true(ply.best != ply.move && ply.loss > 0.3 && ply.player == 0);
    assert_int_equal(lus_review_write(v, "json", &text, &n), 0);
    assert_memory_equal(text, "{\"schema\":\"lusoria.review/1\"", 28);
    lus_free(text);
    assert_int_equal(lus_review_write(v, "html", &text, NULL), 0);
    lus_free(text);
    assert_int_equal(lus_review_write(v, "xml", &text, NULL), LUS_ETEXT);
    lus_review_free(v);
    lus_search_stop(s, 1);
    assert_int_equal(lus_review_new(s, r, NULL, &v), LUS_ESTATE);
    lus_search_free(s);
    lus_record_free(r);
}

/* A game with these dice, its record committed and revealed, is right; another throw or
   another seed is not. */
static void dice_are_checked(void **state)
{
    const lus_rules *rules = lus_rules_find("ur");
    lus_game *g = lus_game_new(rules, NULL);
    lus_record *r = lus_record_new();
    char commitment[LUS_MAX_COMMITMENT];
    lus_dice *d, *random;
    lus_move list[LUS_MAX_MOVES];
    int n;
    (void)state;
    assert_int_equal(lus_dice_new("seed", NULL, &d, NULL), 0);
    assert_string_equal(lus_dice_nonce(d), "0");
    assert_int_equal(lus_dice_commitment(d, commitment), 64);
    for (uint64_t k = 0; k < 20; k++) {
        int thrown = lus_dice_throw(d, rules, k);
        n = lus_moves(rules, lus_game_pos(g), thrown, list);
        assert_int_equal(lus_game_play(g, thrown, n ? list[0] : LUS_PASS), 0);
    }
    lus_record_add(r, g);
    assert_int_equal(lus_dice_check(r, 0, NULL), LUS_DICE_NOT_COMMITTED);
    lus_record_set_tag(r, 0, "DiceCommitment", commitment);
    lus_record_set_tag(r, 0, "DiceNonce", "0");
    assert_int_equal(lus_dice_check(r, 0, NULL), LUS_DICE_NOT_REVEALED);
    lus_record_set_tag(r, 0, "DiceSeed", "seeds");
    assert_int_equal(lus_dice_check(r, 0, NULL), LUS_DICE_OTHER);
    lus_record_set_tag(r, 0, "DiceSeed", "seed");
    assert_int_equal(lus_dice_check(r, 0, &n), LUS_DICE_RIGHT);
    assert_int_equal(n, 20);
    assert_int_equal(lus_dice_throw(d, lus_rules_find("cave"), 0), LUS_ESTATE);
    assert_int_equal(lus_dice_new(NULL, NULL, &random, NULL), 0);
    assert_int_equal(strlen(lus_dice_seed(random)), 32);
    lus_dice_free(random);
    lus_dice_free(d);
    lus_record_free(r);
    lus_game_free(g);
}

static void moves_are_explained(void **state)
{
    const lus_rules *r = lus_rules_find("cave:5x3");
    char text[LUS_MAX_SENTENCE];
    lus_pos p;
    lus_move m;
    int thrown;
    (void)state;
    lus_pos_parse(r, "5/5/5/oo3/xx3", &p, &thrown, NULL);
    lus_move_parse(r, &p, 0, "C1", &m, NULL);
    assert_true(lus_explain(r, &p, 0, m, text) > 0);
    assert_memory_equal(text, "C1 wins", 7);
    assert_int_equal(lus_explain(r, &p, 0, LUS_PASS, text), LUS_EILLEGAL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(record_is_kept),         cmocka_unit_test(link_is_read),
        cmocka_unit_test(review_finds_a_blunder), cmocka_unit_test(dice_are_checked),
        cmocka_unit_test(moves_are_explained),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
