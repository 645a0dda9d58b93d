/* SPDX-License-Identifier: MIT */
/* test_texts.c - what people type, and links. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "core/rules.h"
#include "text/typed.h"

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
    {"ur:finkel", "6---x----------0:7--------------0:L:2", "4", "4-6"},
    {"ur:finkel", "6---x----------0:7--------------0:L:2", "0", "0-2"},
    {"ur:finkel", "6---x----------0:7--------------0:L:2", "0-", "0-2"},
    {"ur:finkel", "6---x----------0:7--------------0:L:2", "1-",
     "EILLEGAL 0 U2: none of your pieces stands on that square"},
    {"ur:finkel", "6---x----------0:7--------------0:L:2", "7",
     "EILLEGAL 0 U2: none of your pieces stands on that square"},
    {"ur:finkel", "6---x----------0:7--------------0:L:2", "4-7",
     "EILLEGAL 0 U2: a piece moves exactly as many squares as were thrown"},
    {"ur:finkel", "6---x----------0:7--------------0:L:2", "pass",
     "EILLEGAL 0 U1: a legal move is compulsory"},
    {"ur:finkel", "6---x----------0:7--------------0:L:2", "", "ETEXT 0 a move"},
    {"ur:finkel", "6---x----------0:7--------------0:L:2", "  4-x",
     "ETEXT 4 the square the piece goes to, or 'off'"},
    {"ur:finkel", "6---x----------0:7--------------0:L:0", " PASS", "pass"},
    {"ur:finkel", "6-------------x0:7--------------0:L:1", "14-OFF", "14-off"},
    {"ur:finkel", "6-------------x0:7--------------0:L:1", "14 - Off", "14-off"},
    {"ur:finkel", "6-------------x0:7--------------0:L:1", "14", "14-off"},
    {"ur:finkel", "6-------------x0:7--------------0:L:2", "14",
     "EILLEGAL 0 U4: bearing off needs the exact throw"},
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
    if (typed_move(r, &p, throw, c->typed, &m, &fault) < 0)
        sprintf(text, "%s %zu %s", lus_error_name(fault.code), fault.at, fault.expected);
    else
        lus_move_format(r, &p, m, text);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(typed_text_becomes_a_move),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
