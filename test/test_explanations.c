/* SPDX-License-Identifier: MIT */
/* test_explanations.c - sentences about moves and positions, compared with
   test/explanations.txt (support/golden.h).

   Moves are those of random positions; for each rule set and kind of fact, the first two
   sentences are in the file.  Positions are analyses made by hand, so that the sentences
   do not depend on a search or an evaluation. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "analyse/analyse.h"
#include "analyse/facts.h"
#include "search/value.h"
#include "support/golden.h"
#include "support/walk.h"

enum { WALKS = 4000, EACH = 2, KINDS = FACT_OPEN + 1 };

static void print_moves(FILE *out, const lus_rules *r)
{
    struct walk w = walk_on(r, 7);
    int printed[KINDS + 1] = {0};
    for (int i = 0; i < WALKS; i++, walk_next(&w)) {
        lus_move list[LUS_MAX_MOVES];
        int throw = any_throw(&w.random, r), n = lus_moves(r, &w.pos, throw, list);
        for (int k = 0; k < n; k++) {
            struct fact fact[MAX_FACTS];
            char sentence[MAX_EXPLANATION];
            struct text t = text_on(sentence, sizeof sentence);
            int facts = move_facts(r, &w.pos, throw, list[k], fact);
            bool wanted = facts == 0 && printed[KINDS]++ < EACH;
            for (int f = 0; f < facts; f++)
                wanted |= printed[fact[f].kind]++ < EACH;
            assert_int_equal(explain_move(&t, r, &w.pos, throw, list[k]), facts);
            if (wanted)
                fprintf(out, "%s: %s\n", lus_rules_name(r), sentence);
        }
    }
}

static void print_all_moves(FILE *out)
{
    static const char *const names[] = {"senet:houses", "senet:blockade", "ur:finkel",
                                        "ur:masters",   "awari:abapa",    "cave:5x3"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        print_moves(out, lus_rules_find(names[i]));
}

/* An analysis with two moves, or with one. */
struct position_case {
    const char *rules, *position; /* NULL: the start */
    enum analysis_unit unit;
    int value[2];
    bool one_move;
    int depth;
};

static const struct position_case position_cases[] = {
    {"ur:finkel",
     "6---x----------0:7--------------0:L:2",
     UNIT_WIN,
     {200000, 100000},
     false,
     3},
    {"ur:finkel",
     "6---x----------0:7--------------0:L:2",
     UNIT_WIN,
     {200000, 199990},
     false,
     3},
    {"ur:finkel",
     "6---x----------0:7--------------0:L:2",
     UNIT_WIN,
     {200000, 200000},
     false,
     3},
    {"ur:finkel",
     "6---x----------0:7--------------0:L:2",
     UNIT_WIN,
     {-300000, 0},
     true,
     3},
    {"ur:finkel", "6---x----------0:7--------------0:L:0", UNIT_WIN, {1000, 0}, true, 3},
    {"ur:finkel",
     "6---x----------0:7--------------0:L:2",
     UNIT_POINTS,
     {40, -5},
     false,
     3},
    {"ur:finkel",
     "6---x----------0:7--------------0:L:2",
     UNIT_WIN,
     {VALUE_WIN, 0},
     false,
     3},
    {"ur:finkel",
     "6---x----------0:7--------------0:L:2",
     UNIT_WIN,
     {-VALUE_WIN, -VALUE_WIN},
     false,
     3},
    {"awari:abapa",
     "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S",
     UNIT_STONES,
     {3 * VALUE_STONE, VALUE_STONE / 2},
     false,
     3},
    {"awari:abapa",
     "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S",
     UNIT_STONES,
     {-VALUE_STONE, -2 * VALUE_STONE},
     false,
     3},
    {"awari:abapa", NULL, UNIT_STONES, {VALUE_WIN + 3 * VALUE_STONE + 2, 0}, false, 5},
    {"cave:5x3", NULL, UNIT_WIN, {VALUE_WIN + 4, 0}, false, 5},
    {"cave:5x3", NULL, UNIT_WIN, {VALUE_WIN + 2, 0}, false, 9},
    {"cave:5x3", NULL, UNIT_WIN, {-VALUE_WIN - 5, -VALUE_WIN - 6}, false, 9},
    {"cave:5x3", NULL, UNIT_WIN, {-VALUE_WIN - 5, 0}, true, 9},
};

static void print_position(FILE *out, const struct position_case *c)
{
    static struct analysis a;
    lus_move list[LUS_MAX_MOVES];
    a = (struct analysis){.rules = lus_rules_find(c->rules),
                          .unit = c->unit,
                          .value = c->value[0],
                          .depth = c->depth};
    lus_start(a.rules, &a.pos);
    if (c->position)
        assert_int_equal(lus_pos_parse(a.rules, c->position, &a.pos, &a.throw, NULL), 0);
    int n = lus_moves(a.rules, &a.pos, a.throw, list);
    a.n = c->one_move ? 1 : 2;
    assert_true(n >= a.n || n == 0);
    for (int i = 0; i < a.n; i++)
        a.move[i] =
            (struct analysis_move){.move = n ? list[i] : LUS_PASS, .value = c->value[i]};
    explain_position(&a);
    fprintf(out, "%s: %s\n", c->rules, a.summary);
}

/* Before a throw: the best and the worst one. */
static void print_throws(FILE *out)
{
    static struct analysis a;
    a = (struct analysis){
        .rules = lus_rules_find("ur:finkel"), .unit = UNIT_WIN, .value = -50000};
    lus_start(a.rules, &a.pos);
    a.throw = LUS_ANY_THROW;
    a.n_throws = 5;
    for (int i = 0; i < 5; i++)
        a.throws[i] = (struct analysis_throw){
            .throw = i, .weight = 1, .value = (i * 3 + 1) % 5 * 1000};
    explain_position(&a);
    fprintf(out, "before a throw: %s\n", a.summary);
}

/* A game that is over. */
static void print_ends(FILE *out)
{
    static struct analysis a;
    for (int winner = -1; winner < 2; winner++) {
        a = (struct analysis){.rules = lus_rules_find("awari"), .unit = UNIT_STONES};
        lus_start(a.rules, &a.pos);
        a.end = (lus_end){.over = true, .winner = winner, .reason = LUS_BY_NO_MOVE};
        explain_position(&a);
        fprintf(out, "over: %s\n", a.summary);
    }
}

static void sentences_are_those_of_the_file(void **state)
{
    char *written;
    size_t written_size;
    FILE *out = open_memstream(&written, &written_size);
    (void)state;
    print_all_moves(out);
    for (size_t i = 0; i < sizeof position_cases / sizeof position_cases[0]; i++)
        print_position(out, &position_cases[i]);
    print_throws(out);
    print_ends(out);
    fclose(out);
    assert_golden("test/explanations.txt", written, written_size);
    free(written);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(sentences_are_those_of_the_file)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
