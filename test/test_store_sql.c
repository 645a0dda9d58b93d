/* SPDX-License-Identifier: MIT */
/* test_store_sql.c - the statements and transactions below the tables of the store. */
#ifdef WITH_STORE
#include "store/store_internal.h"
#include "store/store_live.h"
#include "store/store_shared.h"
#include "support/store_fixture.h"

/* ---- statements ---- */

static void statements_are_prepared_once(void **state)
{
    static const char text[] = "SELECT id FROM players WHERE name = ?1";
    struct store *s = opened(STORE_WRITE);
    (void)state;
    struct statement *q = sql_prepare(s, text), *other = sql_prepare(s, text);
    assert_non_null(q);
    assert_ptr_not_equal(q, other); /* it is in use */
    sql_finish(q);
    assert_ptr_equal(sql_prepare(s, text), q);
    struct statement *different = sql_prepare(s, "SELECT name FROM players");
    assert_true(different && different != q && different != other);
    int n = s->n_kept;
    sql_finish(different);
    sql_finish(other);
    sql_finish(q);
    for (int i = 0; i < 3; i++)
        sql_finish(sql_prepare(s, text));
    assert_int_equal(s->n_kept, n);
    sql_finish(NULL);
    store_close(s);
}

/* A statement that is finished has neither rows nor values. */
static void finished_statements_forget_their_values(void **state)
{
    static const char text[] = "SELECT CAST(?1 AS TEXT), CAST(?2 AS BIGINT)";
    struct store *s = opened(STORE_WRITE);
    struct statement *q = sql_prepare(s, text);
    (void)state;
    sql_bind_text(q, 1, "x");
    sql_bind_int(q, 2, INT64_MIN);
    assert_int_equal(sql_step(q), 1);
    assert_string_equal(sql_text(q, 0), "x");
    assert_int_equal(sql_int(q, 1), INT64_MIN);
    assert_false(sql_is_null(q, 0));
    assert_int_equal(sql_step(q), 0);
    sql_finish(q);
    q = sql_prepare(s, text);
    sql_bind_text(q, 1, NULL);
    assert_int_equal(sql_step(q), 1);
    assert_null(sql_text(q, 0));
    assert_true(sql_is_null(q, 0) && sql_is_null(q, 1));
    assert_int_equal(sql_int(q, 1), 0);
    assert_true(sql_real(q, 1) == 0);
    sql_finish(q);
    store_close(s);
}

static void numbers_keep_all_their_digits(void **state)
{
    struct store *s = opened(STORE_WRITE);
    struct statement *q = sql_prepare(
        s, "SELECT CAST(?1 AS DOUBLE PRECISION), CAST(?2 AS BIGINT), 1 = 1, 1 = 2");
    (void)state;
    sql_bind_real(q, 1, 1.0 / 3);
    sql_bind_int(q, 2, INT64_MAX);
    assert_int_equal(sql_step(q), 1);
    assert_true(sql_real(q, 0) == 1.0 / 3);
    assert_int_equal(sql_int(q, 1), INT64_MAX);
    assert_int_equal(sql_int(q, 2), 1);
    assert_int_equal(sql_int(q, 3), 0);
    sql_finish(q);
    store_close(s);
}

static int read_inside(void *arg, const struct store_match *m)
{
    int n = 0;
    (void)m;
    assert_int_equal(store_matches(arg, NULL, count_match, &n), 0);
    assert_int_equal(n, 2);
    return 0;
}

/* A callback may read with the statement that calls it. */
static void statements_in_use_are_not_shared(void **state)
{
    struct store *s = opened(STORE_WRITE);
    struct store_match one = match("x", 1), two = match("x", 2);
    (void)state;
    assert_int_equal(store_match(s, &one), 0);
    assert_int_equal(store_match(s, &two), 0);
    assert_int_equal(store_matches(s, NULL, read_inside, s), 0);
    store_close(s);
}

/* Fills all places for statements that are kept. */
static void fill_kept(struct store *s)
{
    for (int i = 0; i < 2 * KEPT_STATEMENTS; i++) {
        char text[40];
        int64_t number = -1;
        snprintf(text, sizeof text, "SELECT %d", i);
        assert_int_equal(sql_number(s, text, &number), 0);
        assert_int_equal(number, i);
    }
    assert_int_equal(s->n_kept, KEPT_STATEMENTS);
}

/* More statements than are kept; the last live game and position use such a statement. */
static void many_statements_are_used(void **state)
{
    struct store *s;
    struct store_live row = {.id = "g",
                             .record = "r",
                             .seed = "s",
                             .rematch = "",
                             .committed_nonce = "n",
                             .nonce = {"", ""}};
    struct store_puzzle z = {.rules = "cave", .position = "A", .due = 5};
    int before = open_files();
    (void)state;
    for (int i = 0; i < 2; i++) {
        s = opened(STORE_WRITE);
        fill_kept(s);
        if (i == 0) {
            assert_int_equal(store_live_add(s, &row, NULL, 0), 0);
            assert_int_equal(store_add_puzzle(s, "Ada", &z), 0);
        }
        for (int k = 0; k < 2; k++) {
            assert_int_equal(store_live_get(s, "g", &row), 1);
            assert_string_equal(row.record, "r");
            store_live_release(s);
            store_live_release(s);
            assert_int_equal(store_due_puzzle(s, "Ada", "cave", 5, &z), 1);
            assert_int_equal(store_set_puzzle(s, &z), 0);
            assert_int_equal(store_set_puzzle(s, &z), 0);
        }
        assert_int_equal(store_live_get(s, "g", &row), 1);
        assert_int_equal(store_due_puzzle(s, "Ada", "cave", 5, &z), 1);
        store_close(s);
        assert_int_equal(open_files(), before);
        row = (struct store_live){.id = "g"};
    }
}

/* Calls functions that use statements. */
static void use_statements(struct store *s, const char *id)
{
    struct store_match m = match("x", 1);
    struct store_game one = game(0, 0, 0, "one");
    struct store_puzzle z = {.rules = "cave", .position = "A", .due = 5};
    struct store_review v = {.game = 1};
    struct store_live row = {.id = id,
                             .record = "r",
                             .seed = "s",
                             .rematch = "",
                             .committed_nonce = "n",
                             .nonce = {"", ""}};
    struct store_token token[STORE_MAX_TOKENS];
    char hash[STORE_MAX_TOKENS][STORE_HASH];
    int n = 0;
    int64_t number;
    one.person[0] = true;
    assert_int_equal(store_match(s, &m), 0);
    assert_int_equal(store_unfinished(s, &m, 9), 1);
    assert_int_equal(store_matches(s, NULL, count_match, &n), 0);
    assert_int_equal(import_array(s, &one, 1, &number), 0);
    assert_int_equal(store_add(s, &one, 1), 0);
    assert_int_equal(store_games(s, &(struct store_filter){0}, count_game, &n), 0);
    assert_int_equal(store_set_review(s, &v), 0);
    assert_int_equal(store_get_review(s, &v), 1);
    assert_int_equal(store_add_puzzle(s, "Ada", &z), 0);
    assert_int_equal(store_due_puzzle(s, "Ada", "cave", 5, &z), 1);
    assert_int_equal(store_set_puzzle(s, &z), 0);
    assert_int_equal(store_count_puzzles(s, "Ada", "cave", 5, &number, &number), 0);
    assert_int_equal(store_live_add(s, &row, NULL, 0), 0);
    assert_int_equal(store_live_tokens(s, id, token, hash, &n), 0);
    assert_int_equal(store_live_get(s, id, &row), 1);
    store_live_release(s);
    assert_int_equal(store_process_alive(s, id, 5), 0);
    assert_int_equal(store_process_expire(s, 6), 1);
}

/* A statement that were not given back would be prepared a second time. */
static void statements_are_given_back(void **state)
{
    struct store *s = opened(STORE_WRITE);
    int n = s->n_kept;
    (void)state;
    store_close(s);
    s = opened(STORE_WRITE); /* was made before: its version is read once, not twice */
    assert_int_equal(s->n_kept, n);
    use_statements(s, "a");
    n = s->n_kept;
    assert_true(n < KEPT_STATEMENTS);
    use_statements(s, "b");
    assert_int_equal(s->n_kept, n);
    store_close(s);
}

/* Functions allow the NULL that a failed sql_prepare returns. */
static void a_statement_that_is_wrong_is_an_error(void **state)
{
    struct store *s = opened(STORE_WRITE);
    int64_t number = 7, changes = 8;
    (void)state;
    struct statement *q = sql_prepare(s, "SELECT x FROM nowhere WHERE x = ?1");
    sql_bind_int(q, 1, 1);
    sql_bind_real(q, 1, 1);
    sql_bind_text(q, 1, "x");
    expect_error(s, sql_step(q), "nowhere");
    sql_finish(q);
    expect_error(s, sql_execute(sql_prepare(s, "DELETE FROM nowhere"), &changes),
                 "nowhere");
    expect_error(s, sql_number(s, "SELECT y FROM nowhere", &number), "nowhere");
    expect_error(s, sql_run(s, "DELETE FROM nowhere"), "nowhere");
    assert_int_equal(sql_number(s, "SELECT id FROM players", &number), LUS_EFILE);
    assert_true(number == 7 && changes == 8);
    assert_int_equal(sql_run(s, "SELECT 1; SELECT 2"), 0);
    store_close(s);
}

static void changed_rows_are_counted(void **state)
{
    struct store *s = opened(STORE_WRITE);
    int64_t changes = -1;
    (void)state;
    assert_int_equal(sql_run(s, "INSERT INTO players (name) VALUES ('a'), ('b'), ('c')"),
                     0);
    struct statement *q = sql_prepare(s, "UPDATE players SET name = name || ?1");
    sql_bind_text(q, 1, "!");
    assert_int_equal(sql_execute(q, &changes), 0);
    assert_int_equal(changes, 3);
    q = sql_prepare(s, "DELETE FROM players WHERE name = 'none' RETURNING id");
    assert_int_equal(sql_execute(q, &changes), 0);
    assert_int_equal(changes, 0);
    q = sql_prepare(s, "DELETE FROM players WHERE name = 'a!' RETURNING id");
    assert_int_equal(sql_execute(q, NULL), 0); /* also if there is a row */
    assert_int_equal(query_number("SELECT count(*) FROM players"), 2);
    store_close(s);
}

/* ---- transactions ---- */

/* What a group contains after changes of which one has failed depends on the database. */
static void expect_group(struct store *s, bool is_file, int games)
{
    assert_int_equal(store_group_is_open(s), is_file);
    if (is_file)
        assert_int_equal(store_group_commit(s), 0);
    assert_int_equal(query_number("SELECT count(*) FROM games"), games);
}

static void groups_are_committed_together(void **state)
{
    struct store *s = opened(STORE_WRITE), *other = opened(STORE_READ);
    struct store_game one = game(0, 0, 0, "one"), bad = one;
    bool is_file = !store_is_url(path);
    (void)state;
    bad.result = NULL;
    assert_int_equal(store_serve(s), 0);
    assert_int_equal(store_add(s, &one, 1), 0);
    assert_false(store_group_is_open(s)); /* not yet a group */
    store_group(s);
    assert_false(store_group_is_open(s));
    for (int i = 0; i < 2; i++) {
        assert_int_equal(store_add(s, &one, 1), 0);
        assert_true(store_group_is_open(s));
        assert_int_equal(count(other, (struct store_filter){0}), 1);
    }
    assert_int_equal(store_group_commit(s), 0);
    assert_false(store_group_is_open(s));
    assert_int_equal(count(other, (struct store_filter){0}), 3);
    assert_int_equal(store_add(s, &one, 1), 0);
    assert_int_equal(store_add(s, &bad, 1), LUS_EFILE);
    assert_non_null(strstr(store_error(s), "result"));
    expect_group(s, is_file, is_file ? 4 : 3);
    assert_int_equal(store_add(s, &bad, 1), LUS_EFILE); /* the first one of a group */
    expect_group(s, is_file, is_file ? 4 : 3);
    assert_int_equal(store_add(s, &one, 1), 0);
    assert_int_equal(store_group_commit(s), 0);
    assert_int_equal(query_number("SELECT count(*) FROM games"), is_file ? 5 : 4);
    store_close(other);
    store_close(s);
}

static void an_open_group_is_committed_at_the_end(void **state)
{
    struct store *s = opened(STORE_WRITE);
    struct store_game one = game(0, 0, 0, "one");
    (void)state;
    store_group(s);
    assert_int_equal(store_add(s, &one, 1), 0);
    store_close(s);
    assert_int_equal(query_number("SELECT count(*) FROM games"), 1);
}

static void a_group_that_cannot_be_committed_is_undone(void **state)
{
    struct store *s = opened(STORE_WRITE);
    struct store_game one = game(0, 0, 0, "one");
    (void)state;
    store_group(s);
    expect_error(s, store_group_commit(s), "transaction"); /* nothing was begun */
    assert_int_equal(store_add(s, &one, 1), 0);
    sql_run(s, "ROLLBACK");
    expect_error(s, store_group_commit(s), "transaction");
    assert_int_equal(store_add(s, &one, 1), 0);
    assert_int_equal(store_group_commit(s), 0);
    assert_int_equal(count(s, (struct store_filter){.player = "Ada"}), 1);
    store_close(s);
}

/* SQLite has ended the transaction itself: the reason of the failure is reported, not that it
   cannot be ended again. */
static void the_reason_of_a_rollback_is_kept(void **state)
{
    struct store *s = opened(STORE_WRITE);
    struct store_game one = game(0, 0, 0, "one");
    (void)state;
    sql("CREATE TRIGGER ends BEFORE INSERT ON games"
        " BEGIN SELECT RAISE(ROLLBACK, 'all is undone'); END");
    expect_error(s, store_add(s, &one, 1), "all is undone");
    store_close(s);
}

/* ---- files ---- */

static bool has_log(void)
{
    char name[sizeof path + 10];
    snprintf(name, sizeof name, "%s-wal", path);
    return access(name, F_OK) == 0;
}

/* A server has a write-ahead log until it ends; then the store is one file again. */
static void a_served_file_has_a_log(void **state)
{
    struct store *s = opened(STORE_WRITE);
    struct store_game one = game(0, 0, 0, "one");
    int64_t synchronous = 0;
    (void)state;
    assert_int_equal(sql_number(s, "PRAGMA synchronous", &synchronous), 0);
    assert_int_equal(synchronous, 3); /* EXTRA */
    assert_int_equal(store_serve(s), 0);
    assert_int_equal(store_add(s, &one, 1), 0);
    assert_true(has_log());
    assert_int_equal(sql_number(s, "PRAGMA synchronous", &synchronous), 0);
    assert_int_equal(synchronous, 2); /* FULL */
    store_close(s);
    assert_false(has_log());
    assert_int_equal(
        query_number("SELECT journal_mode = 'delete' FROM pragma_journal_mode"), 1);
    assert_int_equal(query_number("SELECT count(*) FROM games"), 1);
}

static void a_file_that_is_read_cannot_be_served(void **state)
{
    (void)state;
    store_close(opened(STORE_WRITE));
    struct store *s = opened(STORE_READ);
    expect_error(s, store_serve(s), "read-only");
    store_close(s);
    s = opened(STORE_WRITE);
    struct store_game one = game(0, 0, 0, "one");
    assert_int_equal(store_add(s, &one, 1), 0);
    assert_false(has_log());
    store_close(s);
}

/* Uses most kinds of statements, and some that fail. */
static void use_store(void)
{
    struct store *s = opened(STORE_WRITE);
    struct store_match m = match("x", 1);
    struct store_game one = game(0, 0, 0, "one");
    int n = 0;
    int64_t added, number;
    assert_int_equal(store_match(s, &m), 0);
    assert_int_equal(import_array(s, &one, 1, &added), 0);
    one.result = NULL;
    assert_int_equal(store_add(s, &one, 1), LUS_EFILE);
    assert_int_equal(store_games(s, &(struct store_filter){0}, count_game, &n), 0);
    assert_int_equal(store_matches(s, NULL, count_match, &n), 0);
    assert_int_equal(sql_number(s, "SELECT x FROM nowhere", &number), LUS_EFILE);
    assert_int_equal(sql_run(s, "SELECT 1; SELECT 2; SELECT x FROM nowhere"), LUS_EFILE);
    fill_kept(s);
    store_close(s);
    assert_int_equal(store_open(&s, path, STORE_READ), 0);
    store_close(s);
}

static void open_store(void)
{
    store_close(opened(STORE_READ));
}

static void memory_is_freed(void **state)
{
    (void)state;
    assert_true(stops_growing(use_store));
    assert_true(stops_growing(open_store));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(statements_are_prepared_once),
        TEST(finished_statements_forget_their_values),
        TEST(numbers_keep_all_their_digits),
        TEST(statements_in_use_are_not_shared),
        TEST(statements_are_given_back),
        TEST(many_statements_are_used),
        TEST(a_statement_that_is_wrong_is_an_error),
        TEST(changed_rows_are_counted),
        TEST(groups_are_committed_together),
        TEST(an_open_group_is_committed_at_the_end),
        TEST(memory_is_freed),
        /* of files only */
        TEST(a_group_that_cannot_be_committed_is_undone),
        TEST(the_reason_of_a_rollback_is_kept),
        TEST(a_served_file_has_a_log),
        TEST(a_file_that_is_read_cannot_be_served),
    };
    size_t n = sizeof tests / sizeof tests[0];
    return run_on_both(tests, n, n - 4);
}

#else

#include <stdio.h>

int main(void)
{
    puts("1..0 # SKIP built without SQLite");
    return 0;
}

#endif
