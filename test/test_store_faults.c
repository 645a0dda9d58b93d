/* SPDX-License-Identifier: MIT */
/* test_store_faults.c - damaged, locked, foreign and full stores are refused with a reason,
   and nothing reported as stored is lost. */
#ifdef WITH_STORE
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include "support/store_fixture.h"

static void other_files_are_refused(void **state)
{
    (void)state;
    refused(STORE_READ, "does not exist");
    sql("CREATE TABLE theirs (x)");
    refused(STORE_WRITE, "another program");
    assert_int_equal(query_number("SELECT count(*) FROM sqlite_master"), 1);
    FILE *file = fopen(path, "w");
    for (int i = 0; i < 1000; i++)
        fputs("no database at all\n", file);
    fclose(file);
    refused(STORE_WRITE, "is not a store of games");
    refused(STORE_READ, "is not a store of games");
}

static void a_newer_store_is_refused(void **state)
{
    (void)state;
    store_close(opened(STORE_WRITE));
    sql("PRAGMA user_version = 99");
    refused(STORE_WRITE,
            "was written by a newer lusoria: its version is 99, supported are 1 to 6");
    refused(STORE_READ, "newer");
    assert_int_equal(query_number("PRAGMA user_version"), 99);
}

/* The version of a file is an index into the list of migrations, so it must be checked. */
static void an_invalid_version_is_refused(void **state)
{
    static const int versions[] = {-1, -1000000, 0};
    (void)state;
    store_close(opened(STORE_WRITE));
    for (int i = 0; i < 3; i++) {
        char text[64];
        snprintf(text, sizeof text, "PRAGMA user_version = %d", versions[i]);
        sql(text);
        refused(STORE_READ, "is damaged: its version is");
        refused(STORE_WRITE, "is damaged: its version is");
        assert_int_equal(query_number("PRAGMA user_version"), versions[i]);
    }
}

static void damage_is_reported(void **state)
{
    struct store *s = opened(STORE_WRITE);
    char record[4000], zeros[4096] = {0};
    int n = 0;
    (void)state;
    memset(record, 'x', sizeof record - 1);
    record[sizeof record - 1] = '\0';
    struct store_game g = game(0, 0, 0, record);
    for (int i = 0; i < 50; i++)
        assert_int_equal(store_add(s, &g, 1), 0);
    store_close(s);
    FILE *file = fopen(path, "r+");
    /* The second half of the file contains only games. */
    fseek(file, 0, SEEK_END);
    long half = ftell(file) / 8192 * 4096;
    for (int i = 0; i < 10; i++) {
        fseek(file, half + 4 * i * 4096L, SEEK_SET);
        fwrite(zeros, 1, sizeof zeros, file);
    }
    fclose(file);
    if (store_open(&s, path, STORE_READ) == 0) {
        struct store_filter all = {0};
        assert_int_equal(store_games(s, &all, count_game, &n), LUS_EFILE);
    }
    assert_non_null(strstr(store_error(s), "is damaged"));
    store_close(s);
}

/* A column that must not be empty is: no row of it is given to the caller. */
static void rows_with_missing_columns_are_damage(void **state)
{
    static const char *const changes[] = {
        "UPDATE games SET rules = NULL",
        "UPDATE games SET result = NULL",
        "UPDATE games SET added = NULL",
        "UPDATE games SET record = NULL",
        "UPDATE players SET name = NULL WHERE name = 'Ada'",
        "UPDATE players SET name = NULL WHERE name = 'Bob'",
        "UPDATE matches SET rules = NULL",
        "UPDATE matches SET settings = NULL",
        "UPDATE matches SET added = NULL",
        "UPDATE players SET name = NULL WHERE name = 'Ada' -- matches",
        "UPDATE players SET name = NULL WHERE name = 'Bob' -- matches"};
    (void)state;
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        struct store *s = opened(STORE_WRITE);
        struct store_match m = match("x", 1);
        assert_int_equal(store_match(s, &m), 0);
        struct store_game g = game(m.id, 0, 0, "one");
        assert_int_equal(store_add(s, &g, 1), 0);
        store_close(s);
        damage(changes[i]);
        s = opened(STORE_READ);
        int n = 0,
            status = strstr(changes[i], "matches")
                         ? store_matches(s, NULL, count_match, &n)
                         : store_games(s, &(struct store_filter){0}, count_game, &n);
        assert_int_equal(status, LUS_EFILE);
        assert_non_null(strstr(store_error(s), "is damaged"));
        assert_int_equal(n, 0);
        store_close(s);
        unlink(path);
    }
    store_close(opened(STORE_WRITE));
}

/* The first error is reported, not one that follows from it. */
static void the_first_error_is_reported(void **state)
{
    struct store *s = opened(STORE_WRITE);
    struct store_game g = game(0, 0, 0, "one");
    (void)state;
    sql("DROP TABLE players");
    assert_int_equal(store_add(s, &g, 1), LUS_EFILE);
    assert_non_null(strstr(store_error(s), "no such table: players"));
    int n = 0;
    struct store_match m = match("x", 1);
    assert_int_equal(store_games(s, &(struct store_filter){0}, count_game, &n),
                     LUS_EFILE);
    assert_int_equal(store_matches(s, NULL, count_match, &n), LUS_EFILE);
    assert_int_equal(store_unfinished(s, &m, 1), LUS_EFILE);
    assert_int_equal(store_match(s, &m), LUS_EFILE);
    assert_non_null(strstr(store_error(s), "no such table: players"));
    store_close(s);
}

static void a_player_that_cannot_be_added_is_an_error(void **state)
{
    struct store *s = opened(STORE_WRITE);
    struct store_game g = game(0, 0, 0, "one");
    (void)state;
    sql("CREATE TRIGGER no_players BEFORE INSERT ON players"
        " BEGIN SELECT RAISE(ABORT, 'no new players'); END");
    assert_int_equal(store_add(s, &g, 1), LUS_EFILE);
    assert_non_null(strstr(store_error(s), "no new players"));
    sql("DROP TRIGGER no_players"); /* the failed transaction has ended */
    assert_int_equal(store_add(s, &g, 1), 0);
    store_close(s);
}

static void a_missing_table_is_reported(void **state)
{
    int n = 0;
    (void)state;
    store_close(opened(STORE_WRITE));
    sql("DROP TABLE games");
    struct store *s = opened(STORE_READ);
    assert_int_equal(store_games(s, &(struct store_filter){0}, count_game, &n),
                     LUS_EFILE);
    assert_non_null(strstr(store_error(s), "no such table: games"));
    store_close(s);
    sql("DROP TABLE matches");
    s = opened(STORE_WRITE);
    struct store_match m = match("x", 1);
    assert_int_equal(store_match(s, &m), LUS_EFILE);
    assert_non_null(strstr(store_error(s), "no such table: matches"));
    store_close(s);
}

static void a_game_that_cannot_be_added_is_an_error(void **state)
{
    struct store *s = opened(STORE_WRITE);
    struct store_game pair[2] = {game(0, 0, 0, "one"), game(0, 0, 0, "two")};
    (void)state;
    sql("CREATE TRIGGER no_games BEFORE INSERT ON games WHEN NEW.record = 'two'"
        " BEGIN SELECT RAISE(FAIL, 'no such game'); END");
    assert_int_equal(store_add(s, pair, 2), LUS_EFILE);
    assert_non_null(strstr(store_error(s), "no such game"));
    assert_int_equal(count(s, (struct store_filter){0}), 0);
    store_close(s);
}

/* What another program does before the store locks its file; NULL: it makes a store. */
static const char *meanwhile;

/* Called when the store runs a statement. */
static int change_before_begin(unsigned event, void *arg, void *statement, void *text)
{
    (void)event;
    (void)arg;
    (void)statement;
    if (strcmp(text, "BEGIN IMMEDIATE") != 0)
        return 0;
    sqlite3_reset_auto_extension();
    if (meanwhile)
        sql(meanwhile);
    else
        store_close(opened(STORE_WRITE));
    return 0;
}

static int watch_store(sqlite3 *db, char **error, const struct sqlite3_api_routines *api)
{
    (void)error;
    (void)api;
    return sqlite3_trace_v2(db, SQLITE_TRACE_STMT, change_before_begin, NULL);
}

/* Another program changes the version after the store has read it and before it locks it. */
static void a_version_changed_meanwhile_is_refused(void **state)
{
    static const char *const changes[] = {"PRAGMA user_version = 99",
                                          "PRAGMA user_version = 7",
                                          "PRAGMA user_version = -1"};
    (void)state;
    for (int i = 0; i < 3; i++) {
        fclose(fopen(path, "w"));
        meanwhile = changes[i];
        sqlite3_auto_extension((void (*)(void))watch_store);
        refused(STORE_WRITE, "was changed by another program; try again");
        sqlite3_reset_auto_extension();
        assert_int_equal(query_number("SELECT count(*) FROM sqlite_master"), 0);
    }
}

/* Another program makes the same store meanwhile: it is used as it is. */
static void a_store_made_meanwhile_is_used(void **state)
{
    (void)state;
    meanwhile = NULL;
    fclose(fopen(path, "w"));
    sqlite3_auto_extension((void (*)(void))watch_store);
    struct store *s = opened(STORE_WRITE);
    sqlite3_reset_auto_extension();
    assert_int_equal(count(s, (struct store_filter){0}), 0);
    assert_int_equal(query_number("PRAGMA user_version"), STORE_VERSION);
    store_close(s);
}

/* SQLite reports a full disk when a table has used all its numbers. */
static void a_full_disk_is_reported(void **state)
{
    struct store *s = opened(STORE_WRITE);
    struct store_game g = game(0, 0, 0, "one");
    (void)state;
    sql("CREATE TABLE used_up (id INTEGER PRIMARY KEY AUTOINCREMENT);"
        "INSERT INTO used_up VALUES (9223372036854775807);"
        "CREATE TRIGGER full AFTER INSERT ON players"
        " BEGIN INSERT INTO used_up VALUES (NULL); END");
    assert_int_equal(store_add(s, &g, 1), LUS_EFILE);
    assert_non_null(strstr(store_error(s), "cannot be written: the disk is full"));
    store_close(s);
}

static void a_read_only_file_is_not_opened_for_writing(void **state)
{
    uid_t user = geteuid();
    (void)state;
    store_close(opened(STORE_WRITE));
    assert_int_equal(chmod(path, 0444), 0);
    if (user == 0)
        assert_int_equal(seteuid(65534), 0); /* root may write every file */
    refused(STORE_WRITE, "cannot be written: it is read-only");
    assert_int_equal(seteuid(user), 0);
}

static void a_folder_that_does_not_exist_is_reported(void **state)
{
    struct store *s;
    (void)state;
    assert_int_equal(store_open(&s, "/proc/none/store.db", STORE_WRITE), LUS_EFILE);
    assert_string_equal(store_error(s), "'/proc/none/store.db' cannot be opened: "
                                        "No such file or directory");
    store_close(s);
    assert_int_equal(store_open(&s, "/", STORE_WRITE), LUS_EFILE);
    assert_non_null(strstr(store_error(s), "'/' cannot be opened: "));
    store_close(s);
    store_close(opened(STORE_WRITE)); /* a file to remove */
}

/* The record of a stored game ends too early: its last page but one is empty. */
static void import_reports_damage(void **state)
{
    struct store *s = opened(STORE_WRITE);
    char record[20000], zeros[4096] = {0};
    int64_t added;
    (void)state;
    memset(record, 'x', sizeof record - 1);
    record[sizeof record - 1] = '\0';
    struct store_game g = game(0, 0, 0, record);
    assert_int_equal(import_array(s, &g, 1, &added), 0);
    store_close(s);
    FILE *file = fopen(path, "r+");
    fseek(file, -2 * (long)sizeof zeros, SEEK_END);
    fwrite(zeros, 1, sizeof zeros, file);
    fclose(file);
    s = opened(STORE_WRITE);
    assert_int_equal(import_array(s, &g, 1, &added), LUS_EFILE);
    assert_non_null(strstr(store_error(s), "is damaged"));
    store_close(s);
}

/* SQLite does not close a database while one of its statements is not finalized. */
static void closed_stores_leave_nothing_open(void **state)
{
    struct store_game one = game(0, 0, 0, "one"), two = game(0, 0, 0, "two");
    struct store_match m = match("x", 1);
    int n = 0, before = open_files();
    int64_t added;
    (void)state;
    for (int k = 0; k < 2; k++) {
        struct store *s = opened(STORE_WRITE);
        assert_int_equal(store_match(s, &m), 0);
        assert_int_equal(store_add(s, &one, 1), 0);
        assert_int_equal(import_array(s, &two, 1, &added), 0);
        assert_int_equal(store_games(s, &(struct store_filter){0}, count_game, &n), 0);
        assert_int_equal(store_matches(s, NULL, count_match, &n), 0);
        assert_int_equal(store_unfinished(s, &m, 9), 1);
        store_close(s);
        assert_int_equal(open_files(), before);
    }
}

static int stop_game(void *arg, const struct store_game *g)
{
    (void)arg;
    (void)g;
    return 1;
}

static int stop_match(void *arg, const struct store_match *m)
{
    (void)arg;
    (void)m;
    return 1;
}

/* A reader that stops early does not keep the store locked. */
static void stopped_readers_unlock_the_store(void **state)
{
    struct store *s = opened(STORE_WRITE);
    struct store_match m = match("x", 1), other = match("x", 2);
    struct store_game pair[2] = {game(1, 7, 0, "one"), game(1, 7, 1, "two")};
    (void)state;
    assert_int_equal(store_match(s, &m), 0);
    assert_int_equal(store_match(s, &other), 0);
    assert_int_equal(store_add(s, pair, 2), 0);
    assert_int_equal(store_games(s, &(struct store_filter){0}, stop_game, NULL), 1);
    sql("BEGIN EXCLUSIVE; COMMIT");
    assert_int_equal(store_matches(s, NULL, stop_match, NULL), 1);
    sql("BEGIN EXCLUSIVE; COMMIT");
    assert_int_equal(store_unfinished(s, &m, 9), 1);
    sql("BEGIN EXCLUSIVE; COMMIT");
    store_close(s);
}

static void long_names_are_refused(void **state)
{
    char name[4097];
    struct store *s;
    (void)state;
    memset(name, 'x', sizeof name);
    for (size_t n = 4095; n <= 4096; n++) {
        name[n] = '\0';
        assert_int_equal(store_open(&s, name, STORE_READ), LUS_EFILE);
        assert_int_equal(!!strstr(store_error(s), "has a name that is too long"),
                         n == 4096);
        store_close(s);
        name[n] = 'x';
    }
    store_close(opened(STORE_WRITE)); /* a file to remove */
}

static void a_locked_store_is_reported(void **state)
{
    sqlite3 *other;
    struct store *s = opened(STORE_WRITE);
    struct store_game g = game(0, 0, 0, "one");
    (void)state;
    assert_int_equal(sqlite3_open(path, &other), SQLITE_OK);
    assert_int_equal(sqlite3_exec(other, "BEGIN EXCLUSIVE", NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(store_add(s, &g, 1), LUS_EFILE);
    assert_non_null(strstr(store_error(s), "is locked by another program"));
    sqlite3_exec(other, "COMMIT", NULL, NULL, NULL);
    sqlite3_close(other);
    assert_int_equal(store_add(s, &g, 1), 0); /* and works afterwards */
    store_close(s);
}

/* The store waits until another program has finished. */
static void a_short_lock_is_waited_for(void **state)
{
    struct store *s = opened(STORE_WRITE);
    struct store_game g = game(0, 0, 0, "one");
    int ready[2];
    char byte = 0;
    (void)state;
    assert_int_equal(pipe(ready), 0);
    pid_t pid = fork();
    if (pid == 0) {
        sqlite3 *db;
        sqlite3_open(path, &db);
        sqlite3_exec(db, "BEGIN EXCLUSIVE", NULL, NULL, NULL);
        if (write(ready[1], "x", 1) == 1)
            usleep(100000);
        _exit(0);
    }
    assert_int_equal(read(ready[0], &byte, 1), 1);
    assert_int_equal(store_add(s, &g, 1), 0);
    waitpid(pid, NULL, 0);
    close(ready[0]);
    close(ready[1]);
    store_close(s);
}

/* A program that was killed in a transaction leaves a journal.  Its changes are undone by
   the next program, also by one that only reads. */
static void a_transaction_that_was_killed_is_undone(void **state)
{
    int before = open_files();
    int64_t added;
    struct store *s = opened(STORE_WRITE);
    struct store_game g = game(0, 0, 0, "one");
    (void)state;
    assert_int_equal(store_add(s, &g, 1), 0);
    store_close(s);
    pid_t pid = fork();
    if (pid == 0) {
        sqlite3 *db;
        sqlite3_open(path, &db);
        sqlite3_exec(db,
                     "PRAGMA cache_size = 1; BEGIN; UPDATE games SET result = '0-1';"
                     "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n"
                     " LIMIT 2000) INSERT INTO players (name) SELECT 'player ' || i"
                     " FROM n",
                     NULL, NULL, NULL);
        _exit(0);
    }
    waitpid(pid, NULL, 0);
    char journal[sizeof path + 10];
    snprintf(journal, sizeof journal, "%s-journal", path);
    assert_int_equal(access(journal, F_OK), 0);
    s = opened(STORE_READ);
    assert_int_equal(count(s, (struct store_filter){0}), 1); /* the UPDATE was undone */
    assert_int_equal(store_add(s, &g, 1), LUS_EFILE);        /* opened for reading */
    assert_int_equal(import_array(s, &g, 1, &added), LUS_EFILE);
    store_close(s);
    assert_int_equal(open_files(), before);
}

/* No room: what was reported is there, nothing else is. */
static void a_full_disk_loses_nothing(void **state)
{
    struct store *s = opened(STORE_WRITE);
    struct rlimit before, small = {200000, RLIM_INFINITY};
    char record[2000];
    int stored = 0, status = 0;
    (void)state;
    memset(record, 'x', sizeof record - 1);
    record[sizeof record - 1] = '\0';
    struct store_game batch[4] = {game(0, 0, 0, record), game(0, 0, 0, record),
                                  game(0, 0, 0, record), game(0, 0, 0, record)};
    signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &before);
    small.rlim_max = before.rlim_max;
    setrlimit(RLIMIT_FSIZE, &small);
    while (stored < 1000 && (status = store_add(s, batch, 4)) == 0)
        stored += 4;
    setrlimit(RLIMIT_FSIZE, &before);
    assert_int_equal(status, LUS_EFILE);
    expect_error(s, status, "cannot be read or written: ");
    assert_true(stored > 20);
    assert_int_equal(query_number("SELECT count(*) FROM games"), stored);
    assert_int_equal(store_add(s, batch, 4), 0);
    assert_int_equal(query_number("SELECT count(*) FROM games"), stored + 4);
    store_close(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(other_files_are_refused),
        TEST(damage_is_reported),
        TEST(rows_with_missing_columns_are_damage),
        TEST(a_newer_store_is_refused),
        TEST(an_invalid_version_is_refused),
        TEST(the_first_error_is_reported),
        TEST(a_player_that_cannot_be_added_is_an_error),
        TEST(a_folder_that_does_not_exist_is_reported),
        TEST(a_missing_table_is_reported),
        TEST(a_game_that_cannot_be_added_is_an_error),
        TEST(a_version_changed_meanwhile_is_refused),
        TEST(a_store_made_meanwhile_is_used),
        TEST(a_short_lock_is_waited_for),
        TEST(a_full_disk_is_reported),
        TEST(a_read_only_file_is_not_opened_for_writing),
        TEST(import_reports_damage),
        TEST(closed_stores_leave_nothing_open),
        TEST(stopped_readers_unlock_the_store),
        TEST(long_names_are_refused),
        TEST(a_locked_store_is_reported),
        TEST(a_transaction_that_was_killed_is_undone),
        TEST(a_full_disk_loses_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#else

#include <stdio.h>

int main(void)
{
    puts("1..0 # SKIP built without SQLite");
    return 0;
}

#endif
