/* SPDX-License-Identifier: MIT */
/* test_lesson.c - lessons (play/lesson.h): the steps of every rule set, right and wrong
   answers, back and forth, and a game whose cases are not marked for lessons. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>
#include "play/lesson.h"

/* Calls a check for the lesson of every rule set. */
static void for_all(void (*check)(struct lesson *l))
{
    const lus_rules *r;
    struct lesson l;
    for (int i = 0; (r = lus_rules_at(i)); i++) {
        if (!lesson_open(&l, lesson_sources, r))
            fail_msg("%s has no lesson", lus_rules_name(r));
        check(&l);
    }
}

/* ---- the steps ---- */

static void check_number(struct lesson *l)
{
    if (l->n < 6 || l->n > LESSON_MAX_STEPS)
        fail_msg("%s: %d steps", lus_rules_name(l->rules), l->n);
}

static void every_rule_set_has_6_to_12_steps(void **state)
{
    (void)state;
    for_all(check_number);
}

static bool asks_for(const struct lesson *l, enum lesson_goal goal)
{
    for (int i = 0; i < l->n; i++)
        if (l->step[i].goal == goal)
            return true;
    return false;
}

/* From simple to hard; every lesson asks about a refusal and ends with the end of a game. */
static void check_order(struct lesson *l)
{
    const struct lesson_step *last = &l->step[l->n - 1];
    for (int i = 1; i < l->n; i++)
        if (l->step[i].stage < l->step[i - 1].stage)
            fail_msg("%s: step %d", lus_rules_name(l->rules), i + 1);
    if (!asks_for(l, GOAL_REFUSE))
        fail_msg("%s: no refusal", lus_rules_name(l->rules));
    lus_pos after = last->pos;
    if (last->move != LUS_PASS)
        lus_play(l->rules, &after, last->throw, last->move);
    if (lus_result(l->rules, &after) == LUS_ONGOING && last->fact != FACT_WINS)
        fail_msg("%s: the last step ends no game", lus_rules_name(l->rules));
}

static void steps_are_sorted(void **state)
{
    (void)state;
    for_all(check_order);
}

static void check_positions(struct lesson *l)
{
    for (int i = 0; i < l->n; i++)
        for (int k = 0; k < i; k++)
            if (!memcmp(&l->step[i].pos, &l->step[k].pos, sizeof(lus_pos)) &&
                l->step[i].throw == l->step[k].throw)
                fail_msg("%s: steps %d and %d are alike", lus_rules_name(l->rules), k + 1,
                         i + 1);
}

static void no_position_is_asked_twice(void **state)
{
    (void)state;
    for_all(check_positions);
}

/* "U3: ..." and a question, on lines that a small screen can show. */
static void check_texts(struct lesson *l)
{
    char rule[LESSON_TEXT], question[LESSON_TEXT];
    for (; lesson_step(l); lesson_next(l)) {
        lesson_rule_text(l, rule);
        lesson_question(l, question);
        if (strlen(rule) < 20 || !strchr(rule, ':') || strlen(rule) > 400)
            fail_msg("%s, step %d: %s", lus_rules_name(l->rules), l->at + 1, rule);
        if (strlen(question) < 20 || strlen(question) > 58)
            fail_msg("%s, step %d: %s", lus_rules_name(l->rules), l->at + 1, question);
        if (strstr(rule, "see above"))
            fail_msg("%s, step %d: %s", lus_rules_name(l->rules), l->at + 1, rule);
    }
    lesson_goal_text(l, rule);
    assert_int_equal(strncmp(rule, "Goal: ", 6), 0);
}

static void every_step_has_a_rule_and_a_question(void **state)
{
    (void)state;
    for_all(check_texts);
}

/* ---- answers ---- */

/* The word behind "The answer is " of the second hint. */
static void find_answer(struct lesson *l, char answer[LUS_MAX_TEXT])
{
    char text[LESSON_TEXT];
    lesson_hint(l, text);
    lesson_hint(l, text);
    assert_int_equal(strncmp(text, "The answer is ", 14), 0);
    snprintf(answer, LUS_MAX_TEXT, "%.*s", (int)strlen(text + 14) - 1, text + 14);
}

static void check_right(struct lesson *l)
{
    char answer[LUS_MAX_TEXT], why[LESSON_TEXT];
    assert_int_equal(lesson_skipped(l), l->n);
    for (; lesson_step(l); lesson_next(l)) {
        find_answer(l, answer);
        if (lesson_answer_text(l, answer, why) != LESSON_RIGHT)
            fail_msg("%s, step %d: %s: %s", lus_rules_name(l->rules), l->at + 1, answer,
                     why);
        assert_int_equal(strncmp(why, "Right.", 6), 0);
    }
    assert_int_equal(l->wrong, 0);
    assert_int_equal(lesson_skipped(l), 0);
}

static void the_second_hint_is_right(void **state)
{
    (void)state;
    for_all(check_right);
}

/* Every legal move that the step does not ask for is wrong, and the step stays. */
static void check_legal_moves(struct lesson *l)
{
    lus_move moves[LUS_MAX_MOVES];
    char why[LESSON_TEXT];
    for (; lesson_step(l); lesson_next(l)) {
        const struct lesson_step *s = lesson_step(l);
        int n = s->goal == GOAL_FACT ? lus_moves(l->rules, &s->pos, s->throw, moves) : 0;
        for (int i = 0; i < n; i++) {
            struct fact facts[MAX_FACTS];
            bool has = false;
            int count = move_facts(l->rules, &s->pos, s->throw, moves[i], facts);
            for (int k = 0; k < count; k++)
                has |= facts[k].kind == s->fact;
            int before = l->wrong;
            assert_int_equal(lesson_answer_move(l, moves[i], why),
                             has ? LESSON_RIGHT : LESSON_WRONG);
            assert_int_equal(l->wrong - before, !has);
        }
    }
}

static void other_legal_moves_are_wrong(void **state)
{
    (void)state;
    for_all(check_legal_moves);
}

/* A refused move is wrong, and the reason has the number of a rule. */
static void check_refusals(struct lesson *l)
{
    char why[LESSON_TEXT], number[16];
    for (; lesson_step(l); lesson_next(l)) {
        const char *names[LESSON_OPTIONS];
        if (lesson_options(l, names) != 2)
            continue;
        assert_int_equal(lesson_answer_text(l, "YES", why), LESSON_WRONG);
        if (sscanf(why, "No. %15[A-Z0-9]:", number) != 1)
            fail_msg("%s, step %d: %s", lus_rules_name(l->rules), l->at + 1, why);
        assert_false(lesson_step(l)->answered);
        assert_int_equal(lesson_answer_text(l, "n", why), LESSON_RIGHT);
        assert_int_equal(lesson_answer_text(l, "2", why), LESSON_RIGHT);
        assert_true(lesson_step(l)->answered);
    }
}

static void refusals_name_a_rule(void **state)
{
    (void)state;
    for_all(check_refusals);
}

static void check_nonsense(struct lesson *l)
{
    static const char *const typed[] = {"", "xyzzy", "3", "99", "-", "yes no"};
    char why[LESSON_TEXT];
    for (; lesson_step(l); lesson_next(l)) {
        const char *names[LESSON_OPTIONS];
        for (unsigned i = 0; i < sizeof typed / sizeof typed[0]; i++) {
            bool option = lesson_options(l, names) == 3 && !strcmp(typed[i], "3");
            enum lesson_verdict v = lesson_answer_text(l, typed[i], why);
            if (!option && v == LESSON_RIGHT)
                fail_msg("%s, step %d: '%s' is right", lus_rules_name(l->rules),
                         l->at + 1, typed[i]);
            assert_true(*why);
        }
    }
}

static void nonsense_is_answered_and_changes_nothing(void **state)
{
    (void)state;
    for_all(check_nonsense);
}

/* ---- back and forth ---- */

static void steps_go_back_and_forth(void **state)
{
    struct lesson l;
    (void)state;
    assert_true(lesson_open(&l, lesson_sources, lus_rules_find("ur")));
    assert_false(lesson_back(&l));
    lesson_next(&l);
    l.hints = 2;
    assert_true(lesson_back(&l));
    assert_int_equal(l.at, 0);
    assert_int_equal(l.hints, 0);
    for (int i = 0; i < l.n + 3; i++)
        lesson_next(&l);
    assert_int_equal(l.at, l.n);
    assert_null(lesson_step(&l));
    assert_true(lesson_back(&l));
    assert_non_null(lesson_step(&l));
}

/* ---- other data: a new game needs nothing but a rules page and cases ---- */

static const struct lesson_rule few_rules[] = {
    {NULL, "Goal", "bring all pieces off the board."},
    {NULL, "U3",
     "A tile holds one piece. Landing on an enemy piece sends it back. See..."},
    {"ur:finkel", "U3", "Only here: pieces on rosettes are safe."},
    {"ur:blitz", "U3", "Elsewhere: nothing is safe."},
    {NULL, "U6", "The last piece off wins."},
    {0}};
static const struct lesson_case few_cases[] = {
    {"ur:finkel", "U3", "An enemy piece is sent back",
     "6---x----------0:6-----x--------0:L", 2, "0-2 4-6",
     "4-6 6-----x--------0:7--------------0:D", NULL, NULL, LESSON_NONE},
    {"ur:finkel", "U3", "A position that does not hold",
     "6---x----------0:6-----x--------0:L", 2, "0-2", NULL, NULL, NULL, LESSON_NONE},
    {"ur:finkel", "U3", "A move that is not refused",
     "6---x----------0:6-----x--------0:L", 3, NULL, NULL, "0-3 U3", NULL, LESSON_NONE},
    {"ur:finkel", "U6", "The last piece wins", "0-------------x6:0-------------x6:L", -1,
     NULL, NULL, NULL, "1/14-off", LESSON_NONE},
    {"ur:finkel", "U9", "A rule that is not on the page",
     "6-------------x0:7--------------0:L", 1, "0-1 14-off", NULL, NULL, NULL,
     LESSON_NONE},
    {0}};
static const struct lesson_source few[] = {{"u", "Not this one.", few_rules, few_cases},
                                           {"ur", "A game.", few_rules, few_cases},
                                           {0}};

static void unmarked_cases_make_a_lesson(void **state)
{
    struct lesson l;
    char text[LESSON_TEXT];
    (void)state;
    assert_true(lesson_open(&l, few, lus_rules_find("ur:finkel")));
    assert_int_equal(l.n, 2);
    assert_int_equal(l.step[0].goal, GOAL_FACT);
    assert_int_equal(l.step[0].fact, FACT_CAPTURES);
    assert_int_equal(l.step[1].fact, FACT_WINS);
    lesson_rule_text(&l, text);
    assert_string_equal(text,
                        "U3: A tile holds one piece. Landing on an enemy piece sends "
                        "it back.");
    lesson_question(&l, text);
    assert_string_equal(text, "You are Light and threw 2. Make a capture.");
    lesson_hint(&l, text);
    assert_string_equal(text, "The legal moves are 0-2, 4-6.");
    assert_int_equal(lesson_answer_text(&l, "0-2", text), LESSON_WRONG);
    assert_string_equal(text, "0-2 is legal, but not what is asked. Make a capture.");
    assert_int_equal(lesson_answer_text(&l, "4-8", text), LESSON_WRONG);
    assert_string_equal(text,
                        "U2: a piece moves exactly as many squares as were thrown.");
    assert_int_equal(lesson_answer_text(&l, "4-6", text), LESSON_RIGHT);
    assert_string_equal(text, "Right. An enemy piece is sent back (U3).");
}

static void a_game_without_cases_has_no_lesson(void **state)
{
    struct lesson l;
    (void)state;
    assert_false(lesson_open(&l, few, lus_rules_find("awari")));
    assert_false(lesson_open(&l, few, lus_rules_find("ur:aseb")));
}

/* ---- remembering ---- */

static void finished_lessons_are_remembered(void **state)
{
    char folder[] = "/tmp/lusoria-lesson-XXXXXX", path[64], day[LESSON_DAY] = "";
    (void)state;
    assert_non_null(mkdtemp(folder));
    setenv("XDG_STATE_HOME", folder, 1);
    assert_false(lesson_finished(lus_rules_find("ur:blitz"), day));
    assert_true(lesson_remember(lus_rules_find("ur:blitz")));
    assert_true(lesson_remember(lus_rules_find("ur:aseb")));
    assert_true(lesson_finished(lus_rules_find("ur:blitz"), day));
    assert_int_equal(strlen(day), 10);
    assert_false(lesson_finished(lus_rules_find("ur:finkel"), day));
    setenv("XDG_STATE_HOME", "/dev/null", 1);
    assert_false(lesson_remember(lus_rules_find("ur:blitz")));
    snprintf(path, sizeof path, "%s/lusoria/lessons", folder);
    assert_int_equal(unlink(path), 0);
    snprintf(path, sizeof path, "%s/lusoria", folder);
    assert_int_equal(rmdir(path), 0);
    assert_int_equal(rmdir(folder), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_rule_set_has_6_to_12_steps),
        cmocka_unit_test(steps_are_sorted),
        cmocka_unit_test(no_position_is_asked_twice),
        cmocka_unit_test(every_step_has_a_rule_and_a_question),
        cmocka_unit_test(the_second_hint_is_right),
        cmocka_unit_test(other_legal_moves_are_wrong),
        cmocka_unit_test(refusals_name_a_rule),
        cmocka_unit_test(nonsense_is_answered_and_changes_nothing),
        cmocka_unit_test(steps_go_back_and_forth),
        cmocka_unit_test(unmarked_cases_make_a_lesson),
        cmocka_unit_test(a_game_without_cases_has_no_lesson),
        cmocka_unit_test(finished_lessons_are_remembered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
