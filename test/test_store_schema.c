/* SPDX-License-Identifier: MIT */
/* test_store_schema.c - stores of older versions are read, and brought up to date. */
#ifdef WITH_STORE
#include "store/store_live.h"
#include "store/store_schema.h"
#include "support/store_fixture.h"

/* The first version as it was, with a game. */
static const char version_1[] =
    "CREATE TABLE players (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);"
    "CREATE TABLE matches (id INTEGER PRIMARY KEY, rules TEXT NOT NULL,"
    " first INTEGER NOT NULL REFERENCES players,"
    " second INTEGER NOT NULL REFERENCES players, settings TEXT NOT NULL,"
    " seed INTEGER NOT NULL, added TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP,"
    " UNIQUE (rules, first, second, settings, seed));"
    "CREATE TABLE games (id INTEGER PRIMARY KEY, match INTEGER REFERENCES matches,"
    " pair INTEGER, seat INTEGER, rules TEXT NOT NULL,"
    " first INTEGER NOT NULL REFERENCES players,"
    " second INTEGER NOT NULL REFERENCES players, limits TEXT, result TEXT NOT NULL,"
    " reason TEXT, plies INTEGER NOT NULL, record TEXT NOT NULL, dice_seed TEXT,"
    " dice_commitment TEXT, added TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP);"
    "CREATE UNIQUE INDEX games_of_match ON games (match, pair, seat)"
    " WHERE match IS NOT NULL;"
    "PRAGMA application_id = 1280660303; PRAGMA user_version = 1;"
    "INSERT INTO players VALUES (1, 'Ada'), (2, 'Bob');"
    "INSERT INTO games (rules, first, second, result, plies, record)"
    " VALUES ('ur:finkel', 1, 2, '1-0', 12, 'one')";

/* digest(record) is a function of the store that a step uses. */
static void no_digest(sqlite3_context *c, int n, sqlite3_value **value)
{
    (void)n, (void)value;
    sqlite3_result_int64(c, 0);
}

/* Makes a store of a version, with a game. */
static void make_version(int version)
{
    sqlite3 *db;
    char text[64];
    sql(version_1);
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    sqlite3_create_function(db, "digest", 1, SQLITE_UTF8, NULL, no_digest, NULL, NULL);
    for (int i = 1; i < version; i++)
        assert_int_equal(sqlite3_exec(db, store_steps[i], NULL, NULL, NULL), SQLITE_OK);
    snprintf(text, sizeof text, "PRAGMA user_version = %d", version);
    assert_int_equal(sqlite3_exec(db, text, NULL, NULL, NULL), SQLITE_OK);
    if (version >= 2)
        sqlite3_exec(db, "UPDATE games SET moves_first = 5, ms_second = 2.5, said = 'x'",
                     NULL, NULL, NULL);
    if (version >= 3)
        sqlite3_exec(
            db,
            "INSERT INTO people VALUES (2);"
            "INSERT INTO reviews VALUES (1, 0, 4, 0.5, 0.25, NULL);"
            "INSERT INTO practice VALUES (1, 2, 'cave', 'A', 0, NULL, NULL, 0, 3)",
            NULL, NULL, NULL);
    sqlite3_close(db);
}

/* Callback: the columns that a version has, and nothing of later ones. */
static int check_columns(void *arg, const struct store_game *g)
{
    int version = *(int *)arg;
    assert_string_equal(g->record, "one");
    assert_int_equal(g->moves[0], version < 2 ? 0 : 5);
    assert_true(g->time_ms[1] == (version < 2 ? 0 : 2.5));
    assert_int_equal(g->last_lines != NULL, version >= 2);
    assert_false(g->person[0]);
    assert_int_equal(g->person[1], version >= 3);
    return 0;
}

static void check_people(struct store *s, int version)
{
    struct store_review v = {.game = 1};
    struct store_puzzle z;
    int64_t due = 9, all = 9;
    assert_int_equal(store_get_review(s, &v), version >= 3);
    assert_int_equal(store_due_puzzle(s, "Bob", "cave", 3, &z), version >= 3);
    assert_int_equal(store_count_puzzles(s, "Bob", "cave", 3, &due, &all), 0);
    assert_true(due == (version >= 3) && all == (version >= 3));
}

/* Opened for reading, nothing is missing; opened for writing, it is a store of today, and this
   is known at once. */
static void every_version_is_read_and_migrated(void **state)
{
    for (int version = 1; version <= STORE_VERSION; version++) {
        struct store_game two = game(0, 0, 0, "two");
        struct store_live row = {.id = "g",
                                 .record = "r",
                                 .seed = "s",
                                 .rematch = "",
                                 .committed_nonce = "n",
                                 .nonce = {"", ""}};
        make_version(version);
        struct store *s = opened(STORE_READ);
        assert_int_equal(
            store_games(s, &(struct store_filter){0}, check_columns, &version), 0);
        check_people(s, version);
        store_close(s);
        assert_int_equal(query_number("PRAGMA user_version"), version);
        s = opened(STORE_WRITE);
        assert_int_equal(query_number("PRAGMA user_version"), STORE_VERSION);
        two.person[0] = true;
        two.last_lines = "words";
        assert_int_equal(store_add(s, &two, 1), 0);
        assert_int_equal(count(s, (struct store_filter){.id = 2}), 1);
        assert_int_equal(seen.person[0], true);
        assert_int_equal(store_live_add(s, &row, NULL, 0), 0);
        check_people(s, version);
        store_close(s);
        remove_path(state);
        new_path(state);
    }
    store_close(opened(STORE_WRITE)); /* a file to remove */
}

static void an_old_store_is_brought_up_to_date(void **state)
{
    struct store_game list[2] = {game(0, 0, 0, "one"), game(0, 0, 0, "two")};
    int64_t added;
    (void)state;
    sql(version_1);
    struct store *s = opened(STORE_WRITE);
    assert_int_equal(count(s, (struct store_filter){0}), 1);
    assert_int_equal(import_array(s, list, 2, &added), 0);
    assert_int_equal(added, 1); /* the digest of the old game is there */
    store_close(s);
    assert_int_equal(query_number("PRAGMA user_version"), STORE_VERSION);
    assert_int_equal(query_number("SELECT count(*) FROM games WHERE digest IS NULL"), 0);
    assert_int_equal(query_number("SELECT count(level_since) FROM live"), 0);
    assert_int_equal(query_number("SELECT count(*) FROM streams, processes"), 0);
}

/* Half a migration is none: here its last step finds an index of its name. */
static void a_failed_migration_changes_nothing(void **state)
{
    (void)state;
    sql(version_1);
    sql("CREATE INDEX games_by_digest ON games (plies)");
    refused(STORE_WRITE, "cannot be used");
    assert_int_equal(query_number("PRAGMA user_version"), 1);
    assert_int_equal(
        query_number(
            "SELECT count(*) FROM pragma_table_info('games') WHERE name = 'digest'"),
        0);
}

/* Another program writes: the old store is neither changed nor used. */
static void a_locked_old_store_is_refused(void **state)
{
    sqlite3 *other;
    (void)state;
    sql(version_1);
    assert_int_equal(sqlite3_open(path, &other), SQLITE_OK);
    assert_int_equal(sqlite3_exec(other, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    refused(STORE_WRITE, "is locked by another program");
    sqlite3_close(other);
    assert_int_equal(query_number("PRAGMA user_version"), 1);
}

/* The bytes of the store, to be freed. */
static char *contents(size_t *n)
{
    char *bytes = malloc(1 << 20);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    *n = fread(bytes, 1, 1 << 20, file);
    fclose(file);
    return bytes;
}

static void expect_contents(const char *before, size_t n)
{
    size_t n_after;
    char *after = contents(&n_after);
    assert_int_equal(n, n_after);
    assert_memory_equal(before, after, n);
    free(after);
}

static void reading_an_old_store_does_not_change_it(void **state)
{
    size_t n;
    (void)state;
    sql(version_1);
    char *before = contents(&n);
    struct store *s = opened(STORE_READ);
    assert_int_equal(count(s, (struct store_filter){0}), 1);
    assert_null(seen.last_lines);
    assert_int_equal(seen.moves[0], 0);
    struct store_game g = game(0, 0, 0, "two");
    assert_int_equal(store_add(s, &g, 1), LUS_EFILE);
    store_close(s);
    expect_contents(before, n);
    free(before);
}

/* A migration, even without a step, counts as a change. */
static void opening_a_new_store_again_does_not_change_it(void **state)
{
    size_t n;
    (void)state;
    store_close(opened(STORE_WRITE));
    char *before = contents(&n);
    store_close(opened(STORE_WRITE));
    expect_contents(before, n);
    free(before);
}

static void a_store_opened_for_reading_is_not_written(void **state)
{
    struct store_game g = game(0, 0, 0, "one");
    (void)state;
    store_close(opened(STORE_WRITE));
    struct store *s = opened(STORE_READ);
    expect_error(s, store_add(s, &g, 1),
                 "cannot be written: the file or its folder is read-only");
    assert_int_equal(count(s, (struct store_filter){0}), 0);
    store_close(s);
}

static void reading_an_empty_file_does_not_make_a_store(void **state)
{
    size_t n;
    (void)state;
    fclose(fopen(path, "w"));
    refused(STORE_READ, "is empty: no games were stored yet");
    free(contents(&n));
    assert_int_equal(n, 0);
}

/* A file without tables that has a version is none of ours. */
static void a_version_without_tables_is_refused(void **state)
{
    (void)state;
    for (int version = -1; version <= STORE_VERSION; version += 7) {
        char text[64];
        snprintf(text, sizeof text, "PRAGMA user_version = %d", version);
        sql(text);
        refused(STORE_WRITE, "is a database of another program");
        refused(STORE_READ, "is a database of another program");
        assert_int_equal(query_number("SELECT count(*) FROM sqlite_master"), 0);
    }
}

static void urls_are_recognised(void **state)
{
    (void)state;
    assert_true(store_is_url("postgresql://host/db"));
    assert_true(store_is_url("postgresql:"));
    assert_true(store_is_url("postgres:"));
    assert_true(store_is_url("postgres://host/db"));
    assert_false(store_is_url("postgresql"));
    assert_false(store_is_url("postgresq:"));
    assert_false(store_is_url("postgres"));
    assert_false(store_is_url("./postgres:"));
    assert_false(store_is_url("games.db"));
    store_close(opened(STORE_WRITE)); /* a file to remove */
}

static void the_default_store_is_in_the_data_folder(void **state)
{
    char name[100];
    (void)state;
    setenv("XDG_DATA_HOME", "/data", 1);
    assert_true(store_default_path(name, sizeof name));
    assert_string_equal(name, "/data/lusoria/store.db");
    assert_false(store_default_path(name, 10));
    assert_string_equal(store_error(NULL), lus_error_text(LUS_EMEMORY));
    store_close(NULL);
    store_close(opened(STORE_WRITE)); /* a file to remove */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(every_version_is_read_and_migrated),
        TEST(an_old_store_is_brought_up_to_date),
        TEST(a_failed_migration_changes_nothing),
        TEST(a_locked_old_store_is_refused),
        TEST(reading_an_old_store_does_not_change_it),
        TEST(opening_a_new_store_again_does_not_change_it),
        TEST(a_store_opened_for_reading_is_not_written),
        TEST(reading_an_empty_file_does_not_make_a_store),
        TEST(a_version_without_tables_is_refused),
        TEST(urls_are_recognised),
        TEST(the_default_store_is_in_the_data_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#else

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>
#include "store/store.h"

static void without_sqlite_nothing_is_stored(void **state)
{
    struct store *s;
    (void)state;
    assert_int_equal(store_open(&s, "/proc/none", STORE_WRITE), LUS_ESTATE);
    assert_non_null(strstr(store_error(s), "without SQLite"));
    store_close(s);
    assert_int_equal(store_open(&s, "postgresql:///x", STORE_WRITE), LUS_ESTATE);
    assert_non_null(strstr(store_error(s), "without libpq"));
    store_close(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_sqlite_nothing_is_stored)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#endif
