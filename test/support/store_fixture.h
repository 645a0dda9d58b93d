/* SPDX-License-Identifier: MIT */
/* store_fixture.h - a store in a temporary file or in PostgreSQL, and games to put into it.

   LUSORIA_TEST_DB=postgresql://... is an empty database, for example that of test/with_postgres.
   If it is set, run_on_both runs the tests that do not depend on files in it as well; its schema
   public is deleted before each test. */
#ifndef TEST_SUPPORT_STORE_FIXTURE_H
#define TEST_SUPPORT_STORE_FIXTURE_H

#include <dirent.h>
#include <malloc.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>
#include <sqlite3.h>
#include "store/store.h"
#ifdef WITH_POSTGRES
#include <libpq-fe.h>
#endif

static char path[256];

/* Runs SQL in PostgreSQL and returns the number in its last row, or 0. */
static inline int64_t postgres_number(const char *text)
{
    int64_t n = 0;
    (void)text;
#ifdef WITH_POSTGRES
    PGconn *c = PQconnectdb(path);
    PGresult *r = PQexec(c, text);
    if (PQresultStatus(r) != PGRES_COMMAND_OK && PQresultStatus(r) != PGRES_TUPLES_OK)
        fail_msg("%s: %s", text, PQerrorMessage(c));
    n = PQntuples(r) ? atoll(PQgetvalue(r, PQntuples(r) - 1, 0)) : 0;
    PQclear(r);
    PQfinish(c);
#endif
    return n;
}

static inline int new_path(void **state)
{
    (void)state;
    strcpy(path, "/tmp/lusoria-store-XXXXXX");
    int fd = mkstemp(path);
    return fd < 0 || close(fd) || unlink(path);
}

static inline int new_database(void **state)
{
    (void)state;
    snprintf(path, sizeof path, "%s", getenv("LUSORIA_TEST_DB"));
    postgres_number("SET client_min_messages = warning;"
                    "DROP SCHEMA IF EXISTS public CASCADE; CREATE SCHEMA public");
    return 0;
}

static inline int remove_path(void **state)
{
    char journal[sizeof path + 10];
    (void)state;
    if (store_is_url(path))
        return 0;
    snprintf(journal, sizeof journal, "%s-journal", path);
    unlink(journal);
    return unlink(path);
}

/* Imports n games of an array. */
struct game_array {
    const struct store_game *game;
    int n;
};

static inline int next_of_array(void *arg, struct store_game *g)
{
    struct game_array *a = arg;
    if (a->n == 0)
        return 0;
    *g = *a->game++;
    a->n--;
    return 1;
}

static inline int import_array(struct store *s, const struct store_game *games, int n,
                               int64_t *added)
{
    struct game_array a = {games, n};
    return store_import(s, next_of_array, &a, added);
}

static inline struct store *opened(enum store_mode mode)
{
    struct store *s;
    int status = store_open(&s, path, mode);
    if (status < 0)
        fail_msg("%s", store_error(s));
    assert_int_equal(status, 0);
    return s;
}

static inline void sql(const char *text)
{
    sqlite3 *db;
    if (store_is_url(path)) {
        postgres_number(text);
        return;
    }
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    if (sqlite3_exec(db, text, NULL, NULL, NULL) != SQLITE_OK)
        fail_msg("%s: %s", text, sqlite3_errmsg(db));
    sqlite3_close(db);
}

static inline int64_t query_number(const char *text)
{
    sqlite3 *db;
    sqlite3_stmt *q;
    if (store_is_url(path))
        return postgres_number(text);
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(db, text, -1, &q, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(q), SQLITE_ROW);
    int64_t n = sqlite3_column_int64(q, 0);
    sqlite3_finalize(q);
    sqlite3_close(db);
    return n;
}

static inline void refused(enum store_mode mode, const char *why)
{
    struct store *s;
    assert_int_equal(store_open(&s, path, mode), LUS_EFILE);
    if (!strstr(store_error(s), why) || !strstr(store_error(s), path))
        fail_msg("said: %s", store_error(s));
    store_close(s);
}

static inline struct store_game game(int64_t match, int64_t pair, int seat,
                                     const char *record)
{
    return (struct store_game){.match = match,
                               .pair = pair,
                               .seat = seat,
                               .rules = "ur:finkel",
                               .first = "Ada",
                               .second = "Bob",
                               .result = "1-0",
                               .plies = 12,
                               .record = record,
                               .moves = {5, 6},
                               .time_ms = {1.5, 2.5}};
}

static struct store_game seen;

/* Callback: counts the games, checks what all of them have in common, and keeps the last
   one in `seen`. */
static inline int count_game(void *arg, const struct store_game *g)
{
    int *n = arg;
    ++*n;
    seen = *g;
    assert_string_equal(g->rules, "ur:finkel");
    assert_string_equal(g->result, "1-0");
    assert_int_equal(g->plies, 12);
    assert_non_null(g->added);
    return 0;
}

static inline int count(struct store *s, struct store_filter f)
{
    int n = 0;
    assert_int_equal(store_games(s, &f, count_game, &n), 0);
    return n;
}

static inline struct store_match match(const char *settings, int64_t seed)
{
    return (struct store_match){.rules = "ur:finkel",
                                .first = "Ada",
                                .second = "Bob",
                                .settings = settings,
                                .seed = seed};
}

/* Callback: counts the matches. */
static inline int count_match(void *arg, const struct store_match *m)
{
    int *n = arg;
    (void)m;
    ++*n;
    return 0;
}

/* The number of open file descriptors. */
static inline int open_files(void)
{
    DIR *folder = opendir("/proc/self/fd");
    int n = 0;
    assert_non_null(folder);
    while (readdir(folder))
        n++;
    closedir(folder);
    return n;
}

/* The last function has failed, and the error of the store contains `why`. */
static inline void expect_error(const struct store *s, int status, const char *why)
{
    assert_int_equal(status, LUS_EFILE);
    if (!strstr(store_error(s), why))
        fail_msg("expected: %s; said: %s", why, store_error(s));
}

/* The allocated bytes; 0 under a sanitizer, which has its own report of leaks. */
static inline size_t allocated(void)
{
#ifdef __GLIBC__
    return mallinfo2().uordblks;
#else
    return 0;
#endif
}

/* Whether the memory stops growing: six calls in a row need no more.  At first malloc fills its
   lists of free blocks, which count as allocated. */
static inline bool stops_growing(void (*use)(void))
{
    size_t most = 0;
    for (int i = 0, same = 0; i < 300; i++) {
        use();
        size_t now = allocated();
        same = i > 0 && now <= most ? same + 1 : 0;
        if (same == 6)
            return true;
        most = now > most ? now : most;
    }
    return false;
}

/* Removes NOT NULL from the schema of a file that no one has opened: then a statement can
   damage it. */
static inline void damage(const char *statement)
{
    sql("PRAGMA writable_schema = ON;"
        "UPDATE sqlite_master SET sql = replace(sql, 'NOT NULL', '') WHERE type = "
        "'table'");
    sql(statement);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, new_path, remove_path)
#define DATABASE_TEST(name)                                                              \
    cmocka_unit_test_setup_teardown(name, new_database, remove_path)

/* Runs n tests on files and, if there is a database, the first `common` of them in it, too. */
static inline int run_on_both(const struct CMUnitTest *tests, size_t n, size_t common)
{
    enum { MOST = 64 };
    static struct CMUnitTest all[MOST];
    static char names[MOST][80];
    size_t total = n;
    if (n + common > MOST)
        return 1;
    memcpy(all, tests, n * sizeof tests[0]);
    for (size_t i = 0; i < common && getenv("LUSORIA_TEST_DB"); i++) {
        all[total] = tests[i];
        snprintf(names[i], sizeof names[i], "%s_in_postgresql", tests[i].name);
        all[total].name = names[i];
        all[total++].setup_func = new_database;
    }
    return _cmocka_run_group_tests("store", all, total, NULL, NULL);
}

#endif
