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

/* Leaves zeros where the next function has its local variables. */
static __attribute__((noinline)) void clear_stack(void)
{
    volatile char zeros[4096];
    for (size_t i = 0; i < sizeof zeros; i++)
        zeros[i] = 0;
}

static const char *only_suggestion(const char *typed, const char *name)
{
    struct nearest n = nearest_to(typed);
    clear_stack();
    nearest_try(&n, name, name);
    return n.best ? n.best : "nothing";
}

static void distances_use_only_what_was_computed(void **state)
{
    (void)state;
    assert_string_equal(only_suggestion("ay", "play"), "nothing");
    assert_string_equal(only_suggestion("lay", "play"), "play");
    /* The byte before the typed name does not count as an exchanged neighbour. */
    const char *typed = "bacd";
    assert_string_equal(only_suggestion(typed + 1, "pqabcd"), "nothing");
}

/* Names of at most 63 characters are compared. */
static void long_names(void **state)
{
    char a[66], b[66];
    (void)state;
    memset(a, 'a', sizeof a);
    memset(b, 'a', sizeof b);
    a[62] = b[63] = '\0';
    assert_string_equal(only_suggestion(a, b), b);
    a[62] = b[63] = 'a';
    a[63] = b[64] = '\0';
    assert_string_equal(only_suggestion(a, b), "nothing");
    assert_string_equal(only_suggestion(b, a), "nothing");
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
        cmocka_unit_test(distances_use_only_what_was_computed),
        cmocka_unit_test(long_names),
        cmocka_unit_test(names_ignore_case),
        cmocka_unit_test(other_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
