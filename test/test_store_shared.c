/* SPDX-License-Identifier: MIT */
/* test_store_shared.c - processes and their streams, which are in every store; messages are in
   test_store_postgres.c. */
#ifdef WITH_STORE
#include "store/store_live.h"
#include "store/store_shared.h"
#include "store/store_sql.h"
#include "support/store_fixture.h"

static void add_live(struct store *s, const char *id)
{
    struct store_live row = {.id = id,
                             .record = "r",
                             .seed = "s",
                             .rematch = "",
                             .committed_nonce = "n",
                             .nonce = {"", ""},
                             .seen = {50, 60}};
    assert_int_equal(store_live_add(s, &row, NULL, 0), 0);
}

/* Who is connected to a game (bit 0: the first player), and when they were seen. */
static void expect_live(struct store *s, const char *id, int online, int first,
                        int second)
{
    struct store_live row;
    assert_int_equal(store_live_get(s, id, &row), 1);
    assert_int_equal(row.online[0] | row.online[1] << 1, online);
    assert_int_equal(row.seen[0], first);
    assert_int_equal(row.seen[1], second);
    store_live_release(s);
}

static void streams_show_who_is_connected(void **state)
{
    struct store *s = opened(STORE_WRITE);
    struct store_stream one = {"p1", 1, "a", 0}, two = {"p1", 2, "a", 1},
                        again = {"p2", 1, "a", 0};
    (void)state;
    add_live(s, "a");
    add_live(s, "b");
    assert_int_equal(store_process_alive(s, "p1", 100), 0);
    assert_int_equal(store_process_alive(s, "p2", 100), 0);
    expect_live(s, "a", 0, 50, 60);
    assert_int_equal(store_stream_add(s, &one), 0);
    expect_live(s, "a", 1, 50, 60);
    assert_int_equal(store_stream_add(s, &one), 0); /* a second time */
    assert_int_equal(store_stream_add(s, &two), 0);
    expect_live(s, "a", 3, 50, 60);
    expect_live(s, "b", 0, 50, 60);
    assert_int_equal(store_stream_remove(s, &one), 0);
    expect_live(s, "a", 2, 50, 60);
    assert_int_equal(store_stream_add(s, &one), 0);
    assert_int_equal(store_stream_add(s, &again), 0);
    assert_int_equal(query_number("SELECT count(*) FROM streams"), 3);
    assert_int_equal(store_stream_remove(s, &one), 0);
    expect_live(s, "a", 3, 50, 60); /* the other process has a stream, too */
    assert_int_equal(store_process_end(s, "p2"), 0);
    expect_live(s, "a", 2, 50, 60);
    assert_int_equal(store_process_alive(s, "p2", 101), 0); /* it is new again */
    assert_int_equal(store_process_alive(s, "p1", 101), 1);
    store_close(s);
}

/* Players of a process that was killed were connected until it was last alive. */
static void dead_processes_expire(void **state)
{
    struct store *s = opened(STORE_WRITE);
    struct store_stream list[] = {
        {"p1", 1, "a", 0}, {"p1", 2, "b", 1}, {"p2", 1, "a", 1}, {"p3", 1, "b", 0}};
    (void)state;
    add_live(s, "a");
    add_live(s, "b");
    assert_int_equal(store_process_alive(s, "p1", 40), 0);
    assert_int_equal(store_process_alive(s, "p1", 55), 1);
    assert_int_equal(store_process_alive(s, "p2", 70), 0);
    assert_int_equal(store_process_alive(s, "p3", 90), 0);
    for (int i = 0; i < 4; i++)
        assert_int_equal(store_stream_add(s, &list[i]), 0);
    assert_int_equal(store_process_expire(s, 55), 0);
    expect_live(s, "a", 3, 50, 60);
    assert_int_equal(store_process_expire(s, 56), 1);
    expect_live(s, "a", 2, 55, 60);
    expect_live(s, "b", 1, 50, 60); /* was seen after 55 */
    assert_int_equal(store_process_alive(s, "p1", 57), 0);
    assert_int_equal(store_process_expire(s, 90), 2);
    expect_live(s, "a", 0, 55, 70);
    expect_live(s, "b", 1, 50, 60);
    assert_int_equal(query_number("SELECT count(*) FROM processes"), 1);
    assert_int_equal(query_number("SELECT count(*) FROM streams"), 1);
    store_close(s);
}

/* The longest name of a process that a server uses has 32 digits. */
static void long_names_of_processes_expire(void **state)
{
    struct store *s = opened(STORE_WRITE);
    (void)state;
    assert_int_equal(store_process_alive(s, "0123456789abcdef0123456789abcdef0123456", 5),
                     0);
    assert_int_equal(store_process_expire(s, 6), 1);
    assert_int_equal(query_number("SELECT count(*) FROM processes"), 0);
    store_close(s);
}

static void errors_are_reported(void **state)
{
    struct store *s = opened(STORE_WRITE);
    struct store_stream one = {"p1", 1, "a", 0};
    (void)state;
    assert_int_equal(store_stream_add(s, &one), LUS_EFILE); /* there is no such process */
    add_live(s, "a");
    assert_int_equal(store_process_alive(s, "p1", 100), 0);
    sql("ALTER TABLE streams RENAME TO gone");
    expect_error(s, store_stream_add(s, &one), "streams");
    expect_error(s, store_stream_remove(s, &one), "streams");
    expect_error(s, store_process_end(s, "p1"), "streams");
    expect_error(s, store_process_expire(s, 200), "streams");
    assert_int_equal(query_number("SELECT count(*) FROM processes"), 1);
    sql("ALTER TABLE processes RENAME TO gone_too");
    expect_error(s, store_process_alive(s, "p1", 101), "processes");
    expect_error(s, store_process_alive(s, "p2", 101), "processes");
    expect_error(s, store_process_expire(s, 200), "processes");
    sql("ALTER TABLE gone RENAME TO streams");
    assert_int_equal(query_number("SELECT count(*) FROM streams"), 0);
    sql("ALTER TABLE gone_too RENAME TO processes"); /* all transactions have ended */
    assert_int_equal(store_process_alive(s, "p1", 102), 1);
    store_close(s);
}

/* Another program writes: nothing is changed. */
static void a_locked_file_is_reported(void **state)
{
    struct store *s = opened(STORE_WRITE);
    struct store_stream one = {"p1", 1, "a", 0};
    sqlite3 *other;
    (void)state;
    assert_int_equal(store_process_alive(s, "p1", 100), 0);
    int64_t ignored;
    assert_int_equal(sql_number(s, "PRAGMA busy_timeout = 1", &ignored), 0);
    assert_int_equal(sqlite3_open(path, &other), SQLITE_OK);
    assert_int_equal(sqlite3_exec(other, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    expect_error(s, store_process_alive(s, "p1", 101), "is locked");
    expect_error(s, store_process_end(s, "p1"), "is locked");
    expect_error(s, store_process_expire(s, 200), "is locked");
    expect_error(s, store_stream_add(s, &one), "is locked");
    expect_error(s, store_stream_remove(s, &one), "is locked");
    sqlite3_close(other);
    assert_int_equal(store_process_alive(s, "p1", 102), 1);
    store_close(s);
}

static void a_file_is_not_shared(void **state)
{
    struct store *s = opened(STORE_WRITE);
    char text[10];
    (void)state;
    assert_false(store_is_shared(s));
    assert_false(store_is_lost(s));
    assert_int_equal(store_reconnect(s), LUS_ESTATE);
    assert_int_equal(store_listen(s), LUS_ESTATE);
    assert_int_equal(store_notify(s, "p1", "word"), LUS_ESTATE);
    assert_int_equal(store_wait(s, 0, text, sizeof text), LUS_ESTATE);
    store_close(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(streams_show_who_is_connected),
        TEST(dead_processes_expire),
        TEST(long_names_of_processes_expire),
        TEST(errors_are_reported),
        /* of files only */
        TEST(a_locked_file_is_reported),
        TEST(a_file_is_not_shared),
    };
    size_t n = sizeof tests / sizeof tests[0];
    return run_on_both(tests, n, n - 2);
}

#else

#include <stdio.h>

int main(void)
{
    puts("1..0 # SKIP built without SQLite");
    return 0;
}

#endif
