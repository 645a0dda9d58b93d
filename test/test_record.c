/* SPDX-License-Identifier: MIT */
/* test_record.c - records: round trips over every rule set, and every refusal. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "core/dice.h"
#include "core/rules.h"
#include "text/record.h"

/* A game of `plies` plies at most, thrown and chosen by a seed. */
static lus_game *some_game(const lus_rules *r, int seed, int plies)
{
    struct dice d;
    char text[16];
    lus_game *g = lus_game_new(r, NULL);
    lus_move list[LUS_MAX_MOVES];
    uint64_t k = 0;
    snprintf(text, sizeof text, "%d", seed);
    assert_non_null(g);
    assert_int_equal(dice_from_text(&d, text, NULL), 0);
    while (lus_game_needs_rolloff(g))
        assert_true(lus_game_rolloff(g, dice_throw(&d, r, k++, NULL)) >= 0);
    while (plies-- > 0 && !lus_game_end(g).over) {
        int throw = dice_throw(&d, r, k++, NULL);
        int n = lus_moves(r, lus_game_pos(g), throw, list);
        lus_move m =
            n ? list[(uint64_t)(seed + 1) * k * 2654435761u % (unsigned)n] : LUS_PASS;
        assert_int_equal(lus_game_play(g, throw, m), 0);
    }
    return g;
}

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

/* Whole games, broken off and resigned ones, with tags and comments. */
static void written_is_read_and_written_again(void **state)
{
    const lus_rules *rules;
    (void)state;
    for (int i = 0; (rules = lus_rules_at(i)); i++)
        for (int seed = 0; seed < 30; seed++) {
            struct record *r = record_new(some_game(rules, seed, seed % 3 ? 5000 : seed));
            lus_game *g = record_game(r);
            if (seed % 3 == 0 && seed % 2 && !lus_game_end(g).over)
                assert_int_equal(lus_game_resign(g, seed % 4 == 1), 0);
            assert_int_equal(record_set_tag(r, "Zeal", "\\ and \" and é"), 0);
            assert_int_equal(record_set_tag(r, "First", "Ada"), 0);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(written_is_read_and_written_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
