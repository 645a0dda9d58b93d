/* SPDX-License-Identifier: MIT */
/* test_texts.c - what people type, and links. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "core/rules.h"
#include "support/random_game.h"
#include "record/link.h"
#include "text/move_input.h"

/* One line: a position with its throw, what is typed, the move or the refusal. */
struct typed_case {
    const char *rules, *position, *typed, *wanted;
};

static const struct typed_case typed_cases[] = {
    /* two moves: 0-2 and 4-6 */
    {"ur:finkel", "6---x----------0:7--------------0:L:2", "1", "0-2"},
    {"ur:finkel", "6---x----------0:7--------------0:L:2", "2", "4-6"},
    {"ur:finkel", "6---x----------0:7--------------0:L:2", " 4-6 ", "4-6"},
    {"ur:finkel", "6---x----------0:7--------------0:L:2", "4 - 6\r\n", "4-6"},
    {"ur:finkel", "6---x----------0:7--------------0:L:2", "4-", "4-6"},
    {"ur:finkel", "6---x----------0:7--------------0:L:2", " 4  6", "4-6"},
    {"ur:finkel", "6---x----------0:7--------------0:L:2", "4",
     "ETEXT 0 a number of the list; a square needs its dash"},
    {"ur:finkel", "6---x----------0:7--------------0:L:2", "0",
     "ETEXT 0 a number of the list; a square needs its dash"},
    {"ur:finkel", "6---x----------0:7--------------0:L:2", "0-", "0-2"},
    {"ur:finkel", "6---x----------0:7--------------0:L:2", "1-",
     "EILLEGAL 0 U2: none of your pieces stands on that square"},
    {"ur:finkel", "6---x----------0:7--------------0:L:2", "7-",
     "EILLEGAL 0 U2: none of your pieces stands on that square"},
    {"ur:finkel", "6---x----------0:7--------------0:L:2", "4-7",
     "EILLEGAL 0 U2: a piece moves exactly as many squares as were thrown"},
    {"ur:finkel", "6---x----------0:7--------------0:L:2", "pass",
     "EILLEGAL 0 U1: a legal move is compulsory"},
    {"ur:finkel", "6---x----------0:7--------------0:L:2", "", "ETEXT 0 a move"},
    {"ur:finkel", "6---x----------0:7--------------0:L:2", "  4-x",
     "ETEXT 4 the square the piece goes to, or 'off'"},
    {"ur:finkel", "6---x----------0:7--------------0:L:2", "4 6 8",
     "ETEXT 4 the end of the text"},
    {"ur:finkel", "5---x-x--------0:7--------------0:L:2", "4-",
     "EILLEGAL 0 U3: your own piece stands on the target"},
    {"ur:finkel", "6---x----------0:7--------------0:L:2",
     "  "
     "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
     "xxxxx"
     "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
     "xxxxxxx",
     "ETEXT 2 a move"},
    {"ur:finkel", "6-------------x0:7--------------0:L:1", "14-Off x",
     "ETEXT 3 the square the piece goes to, or 'off'"},
    {"ur:finkel", "6---x----------0:7--------------0:L:0", " PASS", "pass"},
    {"ur:finkel", "6-------------x0:7--------------0:L:1", "14-OFF", "14-off"},
    {"ur:finkel", "6-------------x0:7--------------0:L:1", "14 - Off", "14-off"},
    {"ur:finkel", "6-------------x0:7--------------0:L:1", "14-", "14-off"},
    {"ur:finkel", "6-------------x0:7--------------0:L:2", "14-",
     "EILLEGAL 0 U4: bearing off needs the exact throw"},
    /* Awari: letters in any case, pits 0..5; A and a are empty */
    {"awari:abapa", "0-4-4-4-4-4-0-4-4-4-4-4-0-0-S", "f", "F"},
    {"awari:abapa", "0-4-4-4-4-4-0-4-4-4-4-4-0-0-S", "F", "F"},
    {"awari:abapa", "0-4-4-4-4-4-0-4-4-4-4-4-0-0-S", "5", "F"},
    {"awari:abapa", "0-4-4-4-4-4-0-4-4-4-4-4-0-0-S", "1", "B"},
    {"awari:abapa", "0-4-4-4-4-4-0-4-4-4-4-4-0-0-S", "a",
     "EILLEGAL 0 A1: that pit is empty"},
    {"awari:abapa", "0-4-4-4-4-4-0-4-4-4-4-4-0-0-S", "0",
     "EILLEGAL 0 A1: that pit is empty"},
    {"awari:abapa", "0-4-4-4-4-4-0-4-4-4-4-4-0-0-S", "6",
     "ETEXT 0 one of South's pits, 'A' to 'F'"},
    {"awari:abapa", "0-4-4-4-4-4-0-4-4-4-4-4-0-0-S", "99",
     "ETEXT 0 one of South's pits, 'A' to 'F'"},
    {"awari:abapa", "0-4-4-4-4-4-0-4-4-4-4-4-0-0-N", "F", "f"},
    {"awari:abapa", "0-4-4-4-4-4-0-4-4-4-4-4-0-0-N", "1", "b"},
    {"awari:abapa", "0-4-4-4-4-4-0-4-4-4-4-4-0-0-N", "A",
     "EILLEGAL 0 A1: that pit is empty"},
    /* a swap, a chain typed with a blank, several moves from one square */
    {"senet:houses", "WBWBWBWBWBWBWB----------------:W:1", "1", "1-2"},
    {"senet:houses", "WBWBWBWBWBWBWB----------------:W:1", "13-", "13-14"},
    {"senet:houses", "WBWBWBWBWBWBWB----------------:W:1", "13",
     "ETEXT 0 a number of the list; a square needs its dash"},
    {"senet:houses", "WBWBWBWBWBWBWB----------------:W:2", "1", "13-15"},
    /* the target follows from the throw, forwards */
    {"senet:houses", "WBWBWBWBWBWBWB----------------:W:2", "3-",
     "EILLEGAL 0 H4: your own piece stands on the target"},
    {"senet:houses", "-B----------------------W-----:W:3", "25-",
     "EILLEGAL 0 H4: 26 must be hit exactly, it cannot be passed"},
    {"senet:blockade", "DD---------LLL---------------L:L:6", "30-off 14-20",
     "30-off,14-20"},
    {"senet:blockade", "DD---------LLL---------------L:L:6", "30-",
     "ETEXT 3 the whole move: several moves begin on this square"},
    {"cave:standard", "8/8/8/8/8/8/8/8", "a1", "A1"},
    {"cave:standard", "8/8/8/8/8/8/8/8", "A1", "A1"},
    {"cave:standard", "8/8/8/8/8/8/8/8", "0 0", "A8"},
    {"cave:standard", "8/8/8/8/8/8/8/8", "\t7   7\n", "H1"},
    {"cave:standard", "8/8/8/8/8/8/8/8", "3 3",
     "EILLEGAL 0 M2: a brick goes into an outer column or beside a brick in its row"},
    {"cave:standard", "8/8/8/8/8/8/8/8", "hello",
     "ETEXT 1 a row number, 1 at the bottom"},
};

static void answer(const struct typed_case *c, char *text)
{
    const lus_rules *r = lus_rules_find(c->rules);
    lus_pos p;
    lus_move m;
    lus_fault fault;
    int throw;
    assert_non_null(r);
    assert_int_equal(lus_pos_parse(r, c->position, &p, &throw, &fault), 0);
    int status = move_input_parse(r, &p, throw, c->typed, &m, &fault);
    if (status < 0) {
        sprintf(text, "%s %zu %s", lus_error_name(fault.code), fault.at, fault.expected);
    } else {
        assert_int_equal(status, 0);
        lus_move_format(r, &p, m, text);
    }
}

static void typed_text_becomes_a_move(void **state)
{
    char text[300];
    (void)state;
    for (size_t i = 0; i < sizeof typed_cases / sizeof typed_cases[0]; i++) {
        answer(&typed_cases[i], text);
        if (strcmp(text, typed_cases[i].wanted) != 0)
            fail_msg("%s typed '%s': %s, not %s", typed_cases[i].position,
                     typed_cases[i].typed, text, typed_cases[i].wanted);
    }
}

/* ---- links ---- */

struct link_case {
    const char *link, *wanted; /* written again, or the refusal */
};

static const struct link_case link_cases[] = {
    {"#g=ur:finkel", "#g=ur:finkel"},
    {"g=ur", "#g=ur:finkel"},
    {"https://example.org/play?x=1&g=no#m=4/0-4.2/0-2&g=ur:finkel&view=3",
     "#g=ur:finkel&m=4/0-4.2/0-2"},
    {"#g=ur:finkel&p=7--------------0:7--------------0:L", "#g=ur:finkel"},
    {"#g=ur:finkel&p=6---x----------0:7--------------0:D:2&m=2/0-2",
     "#g=ur:finkel&p=6---x----------0:7--------------0:D:2&m=2/0-2"},
    {"#g=cave:standard&m=A1.H1.B1", "#g=cave:standard&m=A1.H1.B1"},
    {"#g=ur:finkel&p=", "ETEXT 15 the number of pieces in hand"},
    {"#g=chess", "ERULES 3 the name of a game or rule set"},
    {"#p=x", "ETEXT 4 g= and the game"},
    {"", "ETEXT 0 g= and the game"},
    {"#g=ur&g=ur", "ETEXT 6 each part of a link only once"},
    {"#g=ur&m=4/0-4.", "ETEXT 14 a move after '.'"},
    {"#g=ur&m=4/0-4..2/0-2", "ETEXT 14 a throw, '/' and a move"},
    {"#g=ur&m=4/0-4.9/0-2", "ETEXT 14 a throw, '/' and a move"},
    {"#g=ur&m=4/0-4.2", "ETEXT 15 '/' between throw and move"},
    {"#g=ur&m=4/0-3",
     "EILLEGAL 10 U2: a piece moves exactly as many squares as were thrown"},
    {"#g=ur&r=2.1", "ETEXT 8 a throw of a roll-off not yet decided"},
    {"#g=ur:finkel&p=6---x----------0:7--------------0:D:2&m=3/0-3",
     "ETEXT 55 a throw, '/' and a move"},
};

static void links_are_read_and_written(void **state)
{
    char text[400];
    (void)state;
    for (size_t i = 0; i < sizeof link_cases / sizeof link_cases[0]; i++) {
        struct record *r;
        lus_fault f;
        if (link_parse(link_cases[i].link, &r, &f) < 0) {
            sprintf(text, "%s %zu %s", lus_error_name(f.code), f.at, f.expected);
        } else {
            char *link = link_format(r);
            strcpy(text, link);
            free(link);
            record_free(r);
        }
        assert_string_equal(text, link_cases[i].wanted);
    }
}

/* A random game of every rule set goes into a link and comes back. */
static void links_carry_whole_games(void **state)
{
    const lus_rules *rules;
    (void)state;
    for (int i = 0; (rules = lus_rules_at(i)); i++) {
        struct record *r = record_new(random_game(rules, 5, 300)), *again;
        lus_game *g = record_game(r);
        char *link = link_format(r);
        assert_int_equal(link_parse(link, &again, NULL), 0);
        char *second = link_format(again);
        assert_string_equal(link, second);
        assert_memory_equal(lus_game_pos(g), lus_game_pos(record_game(again)),
                            sizeof(lus_pos));
        free(link);
        free(second);
        record_free(r);
        record_free(again);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(typed_text_becomes_a_move),
        cmocka_unit_test(links_are_read_and_written),
        cmocka_unit_test(links_carry_whole_games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
