/* SPDX-License-Identifier: MIT */
/* test_store_people.c - people in the store: reviews of their games, positions to practise. */
#ifdef WITH_STORE
#include "support/store_fixture.h"

/* ---- reviews ---- */

static void expect_review(struct store *s, const struct store_review *v)
{
    struct store_review back = {.game = v->game, .seat = v->seat, .grade = "?"};
    assert_int_equal(store_get_review(s, &back), 1);
    assert_int_equal(back.game, v->game);
    assert_int_equal(back.seat, v->seat);
    assert_int_equal(back.decisions, v->decisions);
    assert_true(back.mean_loss == v->mean_loss && back.luck == v->luck);
    assert_string_equal(back.grade, v->grade);
}

static void reviews_are_kept(void **state)
{
    struct store_game one = game(0, 0, 0, "one"), two = game(0, 0, 0, "two");
    struct store_review v = {.game = 1,
                             .seat = 1,
                             .decisions = 7,
                             .mean_loss = 0.25,
                             .luck = -1.5,
                             .grade = "club"},
                        w = {.game = 2, .seat = 1, .decisions = 3, .luck = 1.0 / 3},
                        none = {.game = 1, .decisions = 99};
    (void)state;
    struct store *s = opened(STORE_WRITE);
    assert_int_equal(store_add(s, &one, 1), 0);
    assert_int_equal(store_add(s, &two, 1), 0);
    assert_int_equal(store_get_review(s, &none), 0);
    assert_int_equal(none.decisions, 99);
    assert_int_equal(store_set_review(s, &v), 0);
    assert_int_equal(store_set_review(s, &w), 0);
    expect_review(s, &v);
    expect_review(s, &w); /* without a grade */
    assert_int_equal(query_number("SELECT count(grade) FROM reviews"), 1);
    assert_int_equal(store_get_review(s, &none), 0);
    v.decisions = 8; /* replaces it */
    v.mean_loss = 0.5;
    v.luck = 2.5;
    strcpy(v.grade, "master");
    assert_int_equal(store_set_review(s, &v), 0);
    expect_review(s, &v);
    expect_review(s, &w);
    assert_int_equal(query_number("SELECT count(*) FROM reviews"), 2);
    v.game = 99; /* there is no such game */
    assert_int_equal(store_set_review(s, &v), LUS_EFILE);
    store_close(s);
}

/* ---- practice ---- */

static void positions_to_practise_come_when_due(void **state)
{
    struct store_puzzle a = {.rules = "ur:finkel",
                             .position = "A",
                             .throw = 2,
                             .due = 10},
                        b = {.rules = "ur:finkel", .position = "B", .throw = 1, .due = 9},
                        z;
    int64_t due, all;
    (void)state;
    struct store *s = opened(STORE_WRITE);
    assert_int_equal(store_add_puzzle(s, "Ada", &a), 0);
    assert_int_equal(store_add_puzzle(s, "Ada", &a), 0); /* not twice */
    assert_int_equal(store_add_puzzle(s, "Ada", &b), 0);
    assert_int_equal(store_due_puzzle(s, "Ada", "ur:finkel", 8, &z), 0);
    assert_int_equal(store_due_puzzle(s, "Bob", "ur:finkel", 99, &z), 0);
    assert_int_equal(store_due_puzzle(s, "Ada", "ur:blitz", 99, &z), 0);
    assert_int_equal(store_due_puzzle(s, "Ada", "ur:finkel", 10, &z), 1);
    assert_string_equal(z.position, "B");
    assert_true(z.throw == 1 && z.times == 0 && z.due == 9 && z.game == 0);
    z.times = 1;
    z.due = 12;
    assert_int_equal(store_set_puzzle(s, &z), 0);
    assert_int_equal(store_count_puzzles(s, "Ada", "ur:finkel", 10, &due, &all), 0);
    assert_true(due == 1 && all == 2);
    assert_int_equal(store_due_puzzle(s, "Ada", "ur:finkel", 12, &z), 1);
    assert_string_equal(z.position, "A");
    z.due = STORE_NEVER;
    assert_int_equal(store_set_puzzle(s, &z), 0);
    assert_int_equal(store_count_puzzles(s, "Ada", "ur:finkel", 11, &due, &all), 0);
    assert_true(due == 0 && all == 1);
    store_close(s);
}

/* A position with all members, in which no two numbers are equal. */
static void every_column_of_a_position_comes_back(void **state)
{
    struct store_game one = game(0, 0, 0, "one"), two = game(0, 0, 0, "two");
    struct store_puzzle z, a = {.rules = "ur:finkel",
                                .position = "A",
                                .throw = 3,
                                .game = 2,
                                .ply = 17,
                                .times = 4,
                                .due = 20001};
    (void)state;
    struct store *s = opened(STORE_WRITE);
    assert_int_equal(store_add(s, &one, 1), 0);
    assert_int_equal(store_add(s, &two, 1), 0);
    assert_int_equal(store_add_puzzle(s, "Ada", &a), 0);
    assert_int_equal(store_due_puzzle(s, "Ada", "ur:finkel", 20001, &z), 1);
    assert_true(z.id == 1 && z.throw == 3 && z.game == 2 && z.ply == 17);
    assert_true(z.times == 4 && z.due == 20001);
    assert_string_equal(z.rules, "ur:finkel");
    assert_string_equal(z.position, "A");
    z.times = 5;
    z.due = 20007;
    assert_int_equal(store_set_puzzle(s, &z), 0);
    assert_int_equal(store_due_puzzle(s, "Ada", "ur:finkel", 20006, &z), 0);
    assert_int_equal(store_due_puzzle(s, "Ada", "ur:finkel", 20007, &z), 1);
    assert_true(z.times == 5 && z.due == 20007 && z.game == 2 && z.ply == 17);
    assert_int_equal(query_number("SELECT count(*) FROM practice WHERE player ="
                                  " (SELECT id FROM players WHERE name = 'Ada')"),
                     1);
    store_close(s);
}

/* Positions of others, of other rules, and with another throw are other positions. */
static void positions_of_different_people_differ(void **state)
{
    struct store_puzzle z,
        a = {.rules = "ur:finkel", .position = "A", .throw = 1, .ply = 9, .due = 5};
    int64_t due, all;
    (void)state;
    struct store *s = opened(STORE_WRITE);
    assert_int_equal(store_add_puzzle(s, "Ada", &a), 0);
    a.throw = 2;
    assert_int_equal(store_add_puzzle(s, "Ada", &a), 0);
    assert_int_equal(store_add_puzzle(s, "Bob", &a), 0);
    a.rules = "ur:blitz";
    assert_int_equal(store_add_puzzle(s, "Ada", &a), 0);
    assert_int_equal(store_count_puzzles(s, "Ada", "ur:finkel", 5, &due, &all), 0);
    assert_true(due == 2 && all == 2);
    assert_int_equal(store_count_puzzles(s, "Bob", "ur:finkel", 4, &due, &all), 0);
    assert_true(due == 0 && all == 1);
    assert_int_equal(store_count_puzzles(s, "Eve", "ur:finkel", 5, &due, &all), 0);
    assert_true(due == 0 && all == 0);
    /* Due on the same day: the older one.  A generated position has no ply. */
    assert_int_equal(store_due_puzzle(s, "Ada", "ur:finkel", 5, &z), 1);
    assert_true(z.id == 1 && z.throw == 1 && z.ply == 0);
    assert_int_equal(store_due_puzzle(s, "Bob", "ur:finkel", 5, &z), 1);
    assert_true(z.id == 3 && z.throw == 2);
    z.due = 6;
    assert_int_equal(store_set_puzzle(s, &z), 0);
    assert_int_equal(query_number("SELECT sum(due) FROM practice"), 21);
    store_close(s);
}

/* The texts of the last position do not keep the store locked. */
static void a_position_is_released(void **state)
{
    struct store_puzzle z, a = {.rules = "cave", .position = "A", .due = 5};
    (void)state;
    struct store *s = opened(STORE_WRITE);
    assert_int_equal(store_add_puzzle(s, "Ada", &a), 0);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(store_due_puzzle(s, "Ada", "cave", 5, &z), 1);
        assert_int_equal(store_due_puzzle(s, "Ada", "cave", 5, &z), 1);
        assert_string_equal(z.position, "A");
        assert_int_equal(store_set_puzzle(s, &z), 0);
        sql("BEGIN; UPDATE practice SET times = times + 1; COMMIT");
    }
    assert_int_equal(store_due_puzzle(s, "Ada", "cave", 5, &z), 1);
    assert_int_equal(z.times, 3);
    store_close(s);
}

static void errors_are_reported(void **state)
{
    struct store_puzzle z = {.id = 1, .rules = "cave", .position = "A", .due = 5};
    struct store_review v = {.game = 1};
    int64_t due, all;
    (void)state;
    struct store *s = opened(STORE_WRITE);
    sql("DROP TABLE practice");
    sql("DROP TABLE reviews");
    expect_error(s, store_add_puzzle(s, "Ada", &z), "practice");
    expect_error(s, store_set_puzzle(s, &z), "practice");
    expect_error(s, store_due_puzzle(s, "Ada", "cave", 5, &z), "practice");
    expect_error(s, store_count_puzzles(s, "Ada", "cave", 5, &due, &all), "practice");
    assert_true(due == 0 && all == 0);
    expect_error(s, store_set_review(s, &v), "reviews");
    expect_error(s, store_get_review(s, &v), "reviews");
    sql("ALTER TABLE players RENAME TO gone");
    expect_error(s, store_add_puzzle(s, "Eve", &z), "players");
    store_close(s);
}

/* Only in a file: a column that must not be empty is. */
static void a_damaged_position_is_not_returned(void **state)
{
    struct store_puzzle z, a = {.rules = "cave", .position = "A", .due = 5};
    (void)state;
    struct store *s = opened(STORE_WRITE);
    assert_int_equal(store_add_puzzle(s, "Ada", &a), 0);
    store_close(s);
    damage("UPDATE practice SET position = NULL");
    s = opened(STORE_READ);
    expect_error(s, store_due_puzzle(s, "Ada", "cave", 5, &z), "is damaged");
    store_close(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(reviews_are_kept),
        TEST(positions_to_practise_come_when_due),
        TEST(every_column_of_a_position_comes_back),
        TEST(positions_of_different_people_differ),
        TEST(a_position_is_released),
        TEST(errors_are_reported),
        TEST(a_damaged_position_is_not_returned),
    };
    size_t n = sizeof tests / sizeof tests[0];
    return run_on_both(tests, n, n - 1);
}

#else

#include <stdio.h>

int main(void)
{
    puts("1..0 # SKIP built without SQLite");
    return 0;
}

#endif
