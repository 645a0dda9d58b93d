/* SPDX-License-Identifier: MIT */
/* test_store_matches.c - matches and players in the store. */
#ifdef WITH_STORE
#include "support/store_fixture.h"

static int compare_match(void *arg, const struct store_match *m)
{
    int *n = arg;
    assert_int_equal(m->id, ++*n);
    assert_string_equal(m->rules, "ur:finkel");
    assert_string_equal(m->first, "Ada");
    assert_string_equal(m->second, "Bob");
    assert_string_equal(m->settings, *n == 3 ? "y" : "x");
    assert_int_equal(m->seed, *n == 2 ? 12 : 11);
    assert_int_equal(m->games, *n == 1 ? 2 : 0);
    assert_int_equal(strlen(m->added), strlen("2026-08-01 12:00:00"));
    return 0;
}

static void matches_differ_by_settings_and_seed(void **state)
{
    struct store *s = opened(STORE_WRITE);
    struct store_match m[4] = {match("x", 11), match("x", 12), match("y", 11),
                               match("x", 11)};
    int n = 0;
    (void)state;
    for (int i = 0; i < 4; i++) {
        assert_int_equal(store_match(s, &m[i]), 0);
        assert_int_equal(m[i].id, i == 3 ? 1 : i + 1);
    }
    struct store_game pair[2] = {game(1, 0, 0, "one"), game(1, 0, 1, "two")};
    assert_int_equal(store_add(s, pair, 2), 0);
    assert_int_equal(store_matches(s, NULL, compare_match, &n), 0);
    assert_int_equal(n, 3);
    n = 0;
    assert_int_equal(store_matches(s, "cave", compare_match, &n), 0);
    assert_int_equal(n, 0);
    /* The newest of those with settings x that has fewer games. */
    struct store_match key = match("x", 99);
    assert_int_equal(store_unfinished(s, &key, 2), 1);
    assert_int_equal(key.id, 2);
    assert_int_equal(key.seed, 12);
    key = match("z", 1);
    assert_int_equal(store_unfinished(s, &key, 2), 0);
    store_close(s);
}

enum { N_PLAYERS = 20, CACHED = 8, LONGEST = 600 };

static void write_name(char name[LONGEST + 1], int number, int length)
{
    memset(name, 'a' + number, LONGEST);
    name[length] = '\0';
}

static void add_players(struct store *s, const char *first, const char *second)
{
    struct store_game g = game(0, 0, 0, "one");
    g.first = first;
    g.second = second;
    assert_int_equal(store_add(s, &g, 1), 0);
}

/* The player who will be the next to leave the cache of eight when `i` enters it. */
static int oldest_cached(int i)
{
    return i < CACHED - 1 ? i : i - (CACHED - 1);
}

struct expected_names {
    int n, length;
};

static int check_players(void *arg, const struct store_game *g)
{
    struct expected_names *e = arg;
    char first[LONGEST + 1], second[LONGEST + 1];
    write_name(first, e->n, e->length);
    write_name(second, oldest_cached(e->n), e->length);
    assert_string_equal(g->first, first);
    assert_string_equal(g->second, second);
    e->n++;
    return 0;
}

/* Names of 599 bytes are cached, names of 600 are not.  The numbers of the players are above
   256, so that a byte written behind a name changes the number of another player. */
static void many_players_keep_their_names(void **state)
{
    (void)state;
    for (int length = LONGEST - 1; length <= LONGEST; length++) {
        remove_path(state);
        store_is_url(path) ? new_database(state) : new_path(state);
        store_close(opened(STORE_WRITE));
        sql("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < "
            "300)"
            " INSERT INTO players (name) SELECT 'player ' || i FROM n");
        struct store *s = opened(STORE_WRITE);
        struct expected_names e = {0, length};
        for (int i = 0; i < N_PLAYERS; i++) {
            char first[LONGEST + 1], second[LONGEST + 1];
            write_name(first, i, length);
            write_name(second, oldest_cached(i), length);
            add_players(s, first, second);
        }
        assert_int_equal(store_games(s, &(struct store_filter){0}, check_players, &e), 0);
        assert_int_equal(e.n, N_PLAYERS);
        sql("ALTER TABLE games RENAME TO gone"); /* the store still knows its path for messages */
        assert_int_equal(store_games(s, &(struct store_filter){0}, check_players, &e),
                         LUS_EFILE);
        assert_non_null(strstr(store_error(s), path));
        store_close(s);
    }
}

/* A short name takes the place of a longer one in the cache. */
static void a_cached_name_ends(void **state)
{
    struct store *s = opened(STORE_WRITE);
    (void)state;
    add_players(s, "Adam", "a");
    for (const char *letter = "b\0c\0d\0e\0f\0g\0"; *letter; letter += 2)
        add_players(s, letter, letter);
    add_players(s, "Bd", "Bdam");
    store_close(s);
    assert_int_equal(
        query_number("SELECT count(*) FROM games g JOIN players p ON g.second = p.id"
                     " WHERE p.name = 'Bdam'"),
        1);
}

/* The number of the match that has the same members as `m`, except one. */
static int64_t number_of(struct store *s, struct store_match m)
{
    assert_int_equal(store_match(s, &m), 0);
    return m.id;
}

/* All five members distinguish matches, also when an unfinished one is looked for. */
static void matches_differ_by_every_member(void **state)
{
    struct store *s = opened(STORE_WRITE);
    struct store_match list[6], m;
    (void)state;
    for (int i = 0; i < 6; i++)
        list[i] = match("x", 1);
    list[1].rules = "cave";
    list[2].first = "Eve";
    list[3].second = "Eve";
    list[4].settings = "y";
    list[5].seed = 2;
    for (int i = 0; i < 6; i++)
        assert_int_equal(number_of(s, list[i]), i + 1);
    for (int i = 0; i < 6; i++)
        assert_int_equal(number_of(s, list[i]), i + 1);
    for (int i = 1; i < 5; i++) {
        m = list[i];
        m.seed = 77;
        assert_int_equal(store_unfinished(s, &m, 1), 1);
        assert_int_equal(m.id, i + 1);
        assert_int_equal(m.seed, 1);
    }
    m = list[0];
    assert_int_equal(store_unfinished(s, &m, 1), 1);
    assert_true(m.id == 6 && m.seed == 2); /* the newest */
    m.second = "Ann";
    m.id = m.seed = 0;
    assert_int_equal(store_unfinished(s, &m, 1), 0);
    assert_true(m.id == 0 && m.seed == 0);
    assert_int_equal(store_unfinished(s, &list[0], 0), 0);
    int n = 0;
    assert_int_equal(store_matches(s, "ur:finkel", count_match, &n), 0);
    assert_int_equal(n, 5);
    store_close(s);
}

/* Players are added in the order of their names, so that two processes do not wait for each
   other.  The last bytes of these names differ by one. */
static void players_are_added_in_order(void **state)
{
    struct store *s = opened(STORE_WRITE);
    struct store_game g = game(0, 0, 0, "one");
    (void)state;
    g.first = "Boc";
    g.second = "Bob";
    assert_int_equal(store_add(s, &g, 1), 0);
    assert_int_equal(query_number("SELECT id FROM players WHERE name = 'Bob'"), 1);
    assert_int_equal(query_number("SELECT id FROM players WHERE name = 'Boc'"), 2);
    assert_int_equal(query_number("SELECT first FROM games"), 2);
    assert_int_equal(query_number("SELECT second FROM games"), 1);
    store_close(s);
}

/* Players that were undone with a failed change are not in the cache. */
static void undone_players_are_added_again(void **state)
{
    struct store *s = opened(STORE_WRITE);
    struct store_game g = game(0, 0, 0, "one");
    (void)state;
    g.result = NULL;
    assert_int_equal(store_add(s, &g, 1), LUS_EFILE);
    assert_int_equal(query_number("SELECT count(*) FROM players"), 0);
    g.result = "1-0";
    g.first = "Eve"; /* takes the number that Ada had */
    g.second = "Zoe";
    assert_int_equal(store_add(s, &g, 1), 0);
    g.first = "Ada";
    g.second = "Bob";
    assert_int_equal(store_add(s, &g, 1), 0);
    assert_int_equal(query_number("SELECT count(*) FROM players"), 4);
    assert_int_equal(count(s, (struct store_filter){.player = "Ada"}), 1);
    store_close(s);
}

static int stop_at_first(void *arg, const struct store_match *m)
{
    *(int64_t *)arg += m->id;
    return 5;
}

static void errors_of_matches_are_reported(void **state)
{
    struct store *s = opened(STORE_WRITE);
    struct store_match m = match("x", 1);
    int64_t sum = 0;
    int n = 0;
    (void)state;
    number_of(s, match("x", 2));
    number_of(s, match("x", 3));
    assert_int_equal(store_matches(s, NULL, stop_at_first, &sum), 5);
    assert_int_equal(sum, 1);
    sql("ALTER TABLE matches RENAME TO gone");
    expect_error(s, store_match(s, &m), "matches");
    expect_error(s, store_unfinished(s, &m, 1), "matches");
    expect_error(s, store_matches(s, NULL, count_match, &n), "matches");
    assert_int_equal(n, 0);
    sql("ALTER TABLE gone RENAME TO matches"); /* the transaction has ended */
    assert_int_equal(number_of(s, m) > 2, true);
    store_close(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(matches_differ_by_settings_and_seed),
        TEST(matches_differ_by_every_member),
        TEST(players_are_added_in_order),
        TEST(undone_players_are_added_again),
        TEST(errors_of_matches_are_reported),
        TEST(many_players_keep_their_names),
        TEST(a_cached_name_ends),
    };
    size_t n = sizeof tests / sizeof tests[0];
    return run_on_both(tests, n, n);
}

#else

#include <stdio.h>

int main(void)
{
    puts("1..0 # SKIP built without SQLite");
    return 0;
}

#endif
