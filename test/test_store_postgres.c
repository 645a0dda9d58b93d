/* SPDX-License-Identifier: MIT */
/* test_store_postgres.c - what only a store in PostgreSQL has: its URL, the connection and its
   loss, messages, limits.  Needs LUSORIA_TEST_DB (test/with_postgres); else it is skipped. */
#if defined WITH_STORE && defined WITH_POSTGRES
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include "store/store_internal.h"
#include "store/store_live.h"
#include "store/store_shared.h"
#include "support/store_fixture.h"

/* ---- URLs ---- */

/* Opening the URL fails with these words; the URL is not repeated, the rest of it is secret. */
static void refused_url(const char *url, const char *why)
{
    struct store *s;
    assert_int_equal(store_open(&s, url, STORE_READ), LUS_EFILE);
    if (!strstr(store_error(s), why) || strstr(store_error(s), "secret"))
        fail_msg("said: %s", store_error(s));
    store_close(s);
}

static void passwords_and_wrong_urls_are_refused(void **state)
{
    (void)state;
    refused_url("postgresql://ada:secret@/db?host=/nowhere",
                "must not contain a password");
    refused_url("postgresql:///db?host=/nowhere&password=secret", "must not contain a");
    refused_url("postgresql:///db?host=/nowhere&sslpassword=secret",
                "must not contain a");
    refused_url("postgresql:secret", "is followed by something that is not a URL");
    refused_url("postgres:///db?secret=1", "is followed by something that is not a URL");
    refused_url("postgresql:///db?host=/nowhere", "cannot be opened: ");
}

static void a_failed_connection_is_lost(void **state)
{
    struct store *s;
    int64_t n;
    (void)state;
    assert_int_equal(store_open(&s, "postgresql:///db?host=/nowhere", STORE_READ),
                     LUS_EFILE);
    assert_null(strchr(store_error(s), '\n'));
    assert_true(store_is_lost(s));
    assert_int_equal(sql_run(s, "SELECT 1"), LUS_EFILE);
    assert_int_equal(sql_number(s, "SELECT 1", &n), LUS_EFILE);
    assert_int_equal(store_reconnect(s), LUS_EFILE);
    store_close(s);
}

/* ---- identity ---- */

static void foreign_tables_are_refused(void **state)
{
    (void)state;
    refused(STORE_READ, "is empty: no games were stored yet");
    sql("CREATE TABLE theirs (x INTEGER)");
    refused(STORE_WRITE, "is a database of another program");
    refused(STORE_READ, "is a database of another program");
    sql("CREATE TABLE games (x INTEGER)");
    refused(STORE_WRITE, "is a database of another program");
    sql("COMMENT ON TABLE games IS 'lusoria stor'");
    refused(STORE_WRITE, "is a database of another program");
}

static void versions_are_checked(void **state)
{
    (void)state;
    store_close(opened(STORE_WRITE));
    assert_int_equal(query_number("SELECT count(*) FROM pg_tables WHERE schemaname ="
                                  " 'public'"),
                     10);
    sql("COMMENT ON TABLE games IS 'lusoria store 99'");
    refused(STORE_WRITE, "was written by a newer lusoria: its version is 99");
    sql("COMMENT ON TABLE games IS 'lusoria store 0'");
    refused(STORE_WRITE, "is damaged: its version is 0");
    sql("COMMENT ON TABLE games IS 'lusoria store 6'");
    struct store *s = opened(STORE_READ);
    assert_int_equal(s->version, STORE_VERSION);
    store_close(s);
}

/* Only one process makes the tables: here another one holds the lock. */
static void the_schema_is_made_by_one_process(void **state)
{
    char url[400];
    struct store *s;
    (void)state;
    snprintf(url, sizeof url, "%s&options=-clock_timeout%%3D200", path);
    PGconn *other = PQconnectdb(path);
    PQclear(PQexec(other, "SELECT pg_advisory_lock(1280660303)"));
    int status = store_open(&s, url, STORE_WRITE);
    expect_error(s, status, "lock timeout");
    store_close(s);
    refused(STORE_READ, "is empty");
    PQfinish(other);
    store_close(opened(STORE_WRITE));
}

/* ---- sessions ---- */

/* A setting of the session of a store, as a number in its unit. */
static int64_t setting(struct store *s, const char *name)
{
    char text[200];
    int64_t n = -1;
    snprintf(text, sizeof text,
             "SELECT CASE setting WHEN 'on' THEN 1 WHEN 'off' THEN 0 WHEN 'local' THEN 2"
             " ELSE setting::bigint END FROM pg_settings WHERE name = '%s'",
             name);
    assert_int_equal(sql_number(s, text, &n), 0);
    return n;
}

static void sessions_are_safe(void **state)
{
    (void)state;
    sql("ALTER ROLE CURRENT_USER SET synchronous_commit = off");
    struct store *s = opened(STORE_WRITE);
    assert_int_equal(setting(s, "synchronous_commit"), 1);
    assert_int_equal(setting(s, "default_transaction_read_only"), 0);
    assert_int_equal(setting(s, "lock_timeout"), 0);
    assert_int_equal(setting(s, "statement_timeout"), 0);
    assert_int_equal(store_serve(s), 0);
    assert_int_equal(setting(s, "lock_timeout"), 3000);
    assert_int_equal(setting(s, "statement_timeout"), 5000);
    assert_int_equal(setting(s, "idle_in_transaction_session_timeout"), 10000);
    assert_int_equal(store_reconnect(s), 0);
    assert_int_equal(setting(s, "lock_timeout"), 3000);
    assert_int_equal(setting(s, "synchronous_commit"), 1);
    store_close(s);
    sql("ALTER ROLE CURRENT_USER SET synchronous_commit = local");
    s = opened(STORE_WRITE);
    assert_int_equal(setting(s, "synchronous_commit"), 2); /* is left as it is */
    store_close(s);
    sql("ALTER ROLE CURRENT_USER RESET synchronous_commit");
}

static void a_store_opened_for_reading_is_not_written(void **state)
{
    struct store_game g = game(0, 0, 0, "one");
    (void)state;
    store_close(opened(STORE_WRITE));
    struct store *s = opened(STORE_READ);
    expect_error(s, store_add(s, &g, 1), "read-only transaction");
    assert_int_equal(count(s, (struct store_filter){0}), 0);
    assert_int_equal(store_reconnect(s), 0);
    expect_error(s, store_add(s, &g, 1), "read-only transaction");
    store_close(s);
}

/* The transaction was ended because of another one: it can be repeated. */
static void conflicts_are_not_errors_of_the_store(void **state)
{
    struct store_game g = game(0, 0, 0, "one");
    struct store *s = opened(STORE_WRITE);
    (void)state;
    sql("CREATE FUNCTION conflict() RETURNS trigger LANGUAGE plpgsql AS"
        " 'BEGIN RAISE EXCEPTION USING ERRCODE = NEW.reason, MESSAGE = NEW.limits; END';"
        "CREATE TRIGGER conflicts BEFORE INSERT ON games FOR EACH ROW"
        " EXECUTE FUNCTION conflict()");
    g.reason = "40001";
    g.limits = "first line\nsecond line";
    assert_int_equal(store_add(s, &g, 1), LUS_ESTATE);
    assert_non_null(strstr(store_error(s), "cannot be used: first line"));
    assert_null(strstr(store_error(s), "second"));
    g.reason = "40P01";
    assert_int_equal(store_add(s, &g, 1), LUS_ESTATE);
    g.reason = "04001";
    assert_int_equal(store_add(s, &g, 1), LUS_EFILE);
    g.reason = "41000";
    assert_int_equal(store_add(s, &g, 1), LUS_EFILE);
    assert_false(store_is_lost(s));
    sql("DROP TRIGGER conflicts ON games");
    assert_int_equal(store_add(s, &g, 1), 0);
    store_close(s);
}

/* The first error of several statements is reported. */
static void several_statements_have_one_result(void **state)
{
    struct store *s = opened(STORE_WRITE);
    int64_t n;
    (void)state;
    expect_error(s, sql_run(s, "SELECT 1; SELECT * FROM one; SELECT * FROM two"),
                 "\"one\"");
    assert_int_equal(sql_run(s, "SELECT 1; SELECT 2"), 0);
    assert_int_equal(sql_run(s, "BEGIN"), 0);
    expect_error(s, sql_number(s, "SELECT 1 / 0", &n), "division by zero");
    expect_error(s, sql_run(s, "COMMIT"), "the transaction was rolled back");
    assert_int_equal(sql_run(s, "BEGIN"), 0);
    assert_int_equal(sql_run(s, "COMMIT"), 0);
    assert_int_equal(sql_number(s, "SELECT 3", &n), 0);
    assert_int_equal(n, 3);
    store_close(s);
}

/* A statement that has failed can be used again, and one with two-digit placeholders. */
static void statements_can_be_repeated(void **state)
{
    struct store *s = opened(STORE_WRITE);
    int64_t n = -1;
    (void)state;
    for (int i = 0; i < 3; i++) {
        struct statement *q = sql_prepare(s, "SELECT 6 / CAST(?1 AS BIGINT)");
        sql_bind_int(q, 1, i);
        assert_int_equal(sql_step(q), i ? 1 : LUS_EFILE);
        if (i)
            assert_int_equal(sql_int(q, 0), 6 / i);
        if (i)
            assert_int_equal(sql_step(q), 0);
        sql_finish(q);
    }
    struct statement *q = sql_prepare(
        s,
        "SELECT CAST(?10 AS BIGINT) * 100 + CAST(?9 AS BIGINT) * 10 + CAST(?1 AS BIGINT)"
        " + coalesce(CAST(?2 AS BIGINT), CAST(?3 AS BIGINT), CAST(?4 AS BIGINT),"
        " CAST(?5 AS BIGINT), CAST(?6 AS BIGINT), CAST(?7 AS BIGINT),"
        " CAST(?8 AS BIGINT), 0)");
    sql_bind_int(q, 10, 1);
    sql_bind_int(q, 9, 2);
    sql_bind_int(q, 1, 3);
    assert_int_equal(sql_step(q), 1);
    assert_int_equal(sql_int(q, 0), 123);
    sql_finish(q);
    assert_int_equal(sql_number(s, "SELECT generate_series(7, 9)", &n), 0);
    assert_int_equal(n, 7);
    q = sql_prepare(s, "SELECT generate_series(7, 9)");
    for (int i = 7; i <= 9; i++) {
        assert_int_equal(sql_step(q), 1);
        assert_int_equal(sql_int(q, 0), i);
    }
    assert_int_equal(sql_step(q), 0);
    sql_finish(q);
    store_close(s);
}

/* ---- the connection ---- */

/* The number of the process of the server that serves this store. */
static int64_t backend(struct store *s)
{
    int64_t pid = 0;
    assert_int_equal(sql_number(s, "SELECT pg_backend_pid()", &pid), 0);
    return pid;
}

/* Ends the connection of a store from outside, and waits until it has ended. */
static void end_connection(int64_t pid)
{
    char text[100];
    snprintf(text, sizeof text, "SELECT pg_terminate_backend(%lld, 20000)::int",
             (long long)pid);
    assert_int_equal(query_number(text), 1);
}

static void a_lost_connection_is_made_again(void **state)
{
    struct store_game g = game(0, 0, 0, "one");
    struct store *s = opened(STORE_WRITE);
    char text[10];
    int64_t n;
    (void)state;
    assert_true(store_is_shared(s));
    assert_int_equal(store_add(s, &g, 1), 0);
    assert_false(store_is_lost(s));
    end_connection(backend(s));
    expect_error(s, store_add(s, &g, 1), "terminating connection due");
    assert_true(store_is_lost(s));
    assert_int_equal(store_add(s, &g, 1), LUS_EFILE);
    assert_int_equal(sql_number(s, "SELECT pg_backend_pid()", &n), LUS_EFILE);
    assert_int_equal(store_wait(s, 0, text, sizeof text), LUS_EFILE);
    assert_int_equal(store_listen(s), LUS_EFILE);
    assert_int_equal(store_reconnect(s), 0);
    assert_false(store_is_lost(s));
    assert_int_equal(store_add(s, &g, 1), 0); /* its statements are prepared again */
    assert_int_equal(count(s, (struct store_filter){0}), 2);
    store_close(s);
}

/* The end of a connection that is not used is seen, and its transaction is gone. */
static void an_idle_connection_can_be_lost(void **state)
{
    struct store_game g = game(0, 0, 0, "one");
    struct store *s = opened(STORE_WRITE);
    int64_t pid = backend(s);
    (void)state;
    store_group(s);
    assert_int_equal(store_add(s, &g, 1), 0);
    end_connection(pid);
    for (int i = 0; i < 1000 && !store_is_lost(s); i++)
        nanosleep(&(struct timespec){0, 10000000}, NULL);
    assert_true(store_is_lost(s));
    assert_non_null(strstr(store_error(s), "is not connected"));
    assert_int_equal(store_reconnect(s), 0);
    assert_false(store_group_is_open(s));
    assert_int_equal(store_add(s, &g, 1), 0);
    assert_int_equal(store_group_commit(s), 0);
    assert_int_equal(count(s, (struct store_filter){0}), 1);
    store_close(s);
}

/* A server waits for a limited time: here the other side is stopped. */
static void an_answer_that_does_not_come_is_a_loss(void **state)
{
    struct store *s = opened(STORE_WRITE);
    int64_t n, pid = backend(s);
    (void)state;
    if (kill((pid_t)pid, 0) !=
        0) { /* the server runs on another machine, or as another user */
        store_close(s);
        skip();
    }
    assert_int_equal(store_serve(s), 0);
    kill((pid_t)pid, SIGSTOP);
    pid_t helper =
        fork(); /* a store that waits longer gets its answer, and the test fails */
    if (helper == 0) {
        sleep(30);
        kill((pid_t)pid, SIGCONT);
        _exit(0);
    }
    int status = sql_number(s, "SELECT 1", &n);
    kill(helper, SIGKILL);
    waitpid(helper, NULL, 0);
    kill((pid_t)pid, SIGCONT);
    expect_error(s, status, "is not connected: there was no answer in time");
    assert_true(store_is_lost(s));
    assert_int_equal(store_reconnect(s), 0);
    assert_int_equal(sql_number(s, "SELECT 1", &n), 0);
    store_close(s);
}

/* A game that another process has locked: a server gives up after three seconds. */
static void a_lock_of_another_process_ends(void **state)
{
    struct store *s = opened(STORE_WRITE), *other = opened(STORE_WRITE);
    struct store_game g = game(0, 0, 0, "one");
    (void)state;
    assert_int_equal(store_serve(s), 0);
    assert_int_equal(sql_run(other, "BEGIN; LOCK TABLE games"), 0);
    expect_error(s, store_add(s, &g, 1), "lock timeout");
    assert_int_equal(sql_run(other, "COMMIT"), 0);
    assert_int_equal(store_add(s, &g, 1), 0);
    store_close(other);
    store_close(s);
}

/* ---- games in progress ---- */

/* A single change is committed at once; in a group it is not. */
static void live_games_are_saved_alone_or_in_groups(void **state)
{
    struct store *s = opened(STORE_WRITE);
    struct store_live row = {.id = "g",
                             .record = "r",
                             .seed = "s",
                             .rematch = "",
                             .committed_nonce = "n",
                             .nonce = {"", ""}};
    const struct store_live_more nothing = {0};
    (void)state;
    assert_int_equal(store_live_add(s, &row, NULL, 0), 0);
    row.version = 1;
    assert_int_equal(store_live_save(s, &row, &nothing), 0);
    assert_int_equal(query_number("SELECT version FROM live"), 2);
    store_group(s);
    row.version = 2;
    assert_int_equal(store_live_save(s, &row, &nothing), 0);
    assert_int_equal(query_number("SELECT version FROM live"), 3);
    assert_false(store_group_is_open(s)); /* nothing has to be committed */
    assert_int_equal(store_live_seen(s, "g", 0, 5), 0);
    row.version = 3;
    assert_int_equal(store_live_save(s, &row, &nothing), 0);
    assert_int_equal(query_number("SELECT version FROM live"), 3);
    assert_int_equal(store_group_commit(s), 0);
    assert_int_equal(query_number("SELECT version FROM live"), 4);
    store_close(s);
}

/* ---- messages ---- */

static void expect_message(struct store *s, const char *message)
{
    char text[20] = "";
    assert_int_equal(store_wait(s, 20000, text, sizeof text), 1);
    assert_string_equal(text, message);
}

static void messages_reach_all_who_listen(void **state)
{
    struct store *s = opened(STORE_WRITE), *other = opened(STORE_WRITE);
    char text[20] = "none", small[6];
    (void)state;
    assert_int_equal(store_notify(s, "p1", "early"), 0); /* no one listens */
    assert_int_equal(store_listen(s), 0);
    assert_int_equal(store_listen(other), 0);
    assert_int_equal(store_wait(other, 0, text, sizeof text), 0);
    assert_string_equal(text, "none");
    assert_int_equal(store_notify(s, "p1", "one two three"), 0);
    expect_message(other, "p1 one");
    expect_message(other, "p1 two");
    expect_message(other, "p1 three");
    assert_int_equal(store_wait(other, 10, text, sizeof text), 0);
    expect_message(s, "p1 one"); /* also the sender */
    assert_int_equal(store_notify(other, "p2", "long"), 0);
    expect_message(s, "p1 two");
    assert_int_equal(store_wait(s, 20000, small, sizeof small), 1);
    assert_string_equal(small, "p1 th");
    expect_message(s, "p2 long");
    assert_int_equal(store_reconnect(s), 0);
    assert_int_equal(store_notify(other, "p2", "again"), 0);
    assert_int_equal(store_wait(s, 10, text, sizeof text), 0); /* has to listen again */
    assert_int_equal(store_listen(s), 0);
    assert_int_equal(store_notify(other, "p2", "more"), 0);
    expect_message(s, "p2 more");
    end_connection(backend(s));
    int status = 0;
    /* first PostgreSQL says why it ends, then it ends: both have arrived */
    for (int i = 0; i < 2 && status == 0; i++)
        status = store_wait(s, 20000, text, sizeof text);
    expect_error(s, status, "is not connected");
    assert_true(store_is_lost(s));
    assert_int_equal(store_notify(s, "p1", "lost"), LUS_EFILE);
    store_close(other);
    store_close(s);
}

/* Remarks of PostgreSQL are not printed.  They would go to the standard error. */
static void remarks_are_not_printed(void **state)
{
    struct store *s = opened(STORE_WRITE);
    FILE *file = tmpfile();
    int error = dup(2);
    (void)state;
    assert_non_null(file);
    fflush(stderr);
    dup2(fileno(file), 2);
    int status = sql_run(s, "DROP TABLE IF EXISTS nowhere");
    fflush(stderr);
    dup2(error, 2);
    close(error);
    assert_int_equal(status, 0);
    assert_int_equal(lseek(fileno(file), 0, SEEK_END), 0);
    fclose(file);
    store_close(s);
}

/* URLs that are refused, messages, lost connections. */
static void fail_in_many_ways(void)
{
    struct store *s;
    char text[20];
    int64_t n;
    refused_url("postgresql:secret", "is not a URL");
    refused_url("postgresql://ada:secret@/db", "must not contain a password");
    s = opened(STORE_READ);
    assert_int_equal(store_listen(s), 0);
    assert_int_equal(store_notify(s, "p1", "one"), 0);
    assert_int_equal(store_wait(s, 20000, text, sizeof text), 1);
    for (int i = 0; i < 2; i++)
        assert_int_equal(sql_number(s, "SELECT 1 / 0", &n), LUS_EFILE);
    assert_int_equal(sql_run(s, "SELECT 1; SELECT 1 / 0; SELECT 2"), LUS_EFILE);
    assert_int_equal(store_reconnect(s), 0);
    store_close(s);
}

static void memory_is_freed(void **state)
{
    int before = open_files();
    (void)state;
    store_close(opened(STORE_WRITE));
    assert_true(stops_growing(fail_in_many_ways));
    assert_int_equal(open_files(), before);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        DATABASE_TEST(remarks_are_not_printed),
        DATABASE_TEST(memory_is_freed),
        DATABASE_TEST(passwords_and_wrong_urls_are_refused),
        DATABASE_TEST(a_failed_connection_is_lost),
        DATABASE_TEST(foreign_tables_are_refused),
        DATABASE_TEST(versions_are_checked),
        DATABASE_TEST(the_schema_is_made_by_one_process),
        DATABASE_TEST(sessions_are_safe),
        DATABASE_TEST(a_store_opened_for_reading_is_not_written),
        DATABASE_TEST(conflicts_are_not_errors_of_the_store),
        DATABASE_TEST(several_statements_have_one_result),
        DATABASE_TEST(statements_can_be_repeated),
        DATABASE_TEST(a_lost_connection_is_made_again),
        DATABASE_TEST(an_idle_connection_can_be_lost),
        DATABASE_TEST(an_answer_that_does_not_come_is_a_loss),
        DATABASE_TEST(a_lock_of_another_process_ends),
        DATABASE_TEST(live_games_are_saved_alone_or_in_groups),
        DATABASE_TEST(messages_reach_all_who_listen),
    };
    if (!getenv("LUSORIA_TEST_DB")) {
        puts("1..0 # SKIP needs LUSORIA_TEST_DB: see test/with_postgres");
        return 0;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#else

#include <stdio.h>

int main(void)
{
    puts("1..0 # SKIP built without libpq");
    return 0;
}

#endif
