/* SPDX-License-Identifier: MIT */
/* test_nearest.c - mistyped names and what is suggested for them. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <string.h>
#include <cmocka.h>
#include "text/nearest.h"

static const char *suggestion(const char *typed)
{
    static const char *const names[] = {"play", "analyse", "match", "moves", "ur:finkel"};
    struct nearest n = nearest_to(typed);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        nearest_try(&n, names[i], names[i]);
    return n.best ? n.best : "nothing";
}

static void similar_names(void **state)
{
    (void)state;
    assert_string_equal(suggestion("pla"), "play");
    assert_string_equal(suggestion("paly"), "play");
    assert_string_equal(suggestion("lpya"), "nothing"); /* two changes of four */
    assert_string_equal(suggestion("analyze"), "analyse");
    assert_string_equal(suggestion("anlayse"), "analyse");
    assert_string_equal(suggestion("ur:fnkl"), "ur:finkel");
    assert_string_equal(suggestion("move"), "moves");
    assert_string_equal(suggestion("plays"), "play");
}

static void names_ignore_case(void **state)
{
    (void)state;
    assert_true(name_equals("YES", "yes"));
    assert_true(name_equals("awari:Abapa", "Awari:abapa"));
    assert_true(name_equals("", ""));
    assert_false(name_equals("ye", "yes"));
    assert_false(name_equals("yes!", "yes"));
    assert_false(name_equals("[", "{")); /* 32 apart, as upper and lower case are */
}

static void other_names(void **state)
{
    char longer[100];
    (void)state;
    memset(longer, 'a', sizeof longer - 1);
    longer[sizeof longer - 1] = '\0';
    assert_string_equal(suggestion("chess"), "nothing");
    assert_string_equal(suggestion(""), "nothing");
    assert_string_equal(suggestion(longer), "nothing");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(similar_names),
        cmocka_unit_test(names_ignore_case),
        cmocka_unit_test(other_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
