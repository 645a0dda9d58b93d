/* SPDX-License-Identifier: MIT */
/* test_store_live.c - games in progress in the store: every column comes back, versions
   exclude each other, tokens and lists. */
#ifdef WITH_STORE
#include "store/store_live.h"
#include "support/store_fixture.h"

/* A row in which no two columns of a type have the same value. */
static struct store_live row_of(const char *id)
{
    return (struct store_live){.id = id,
                               .record = "a record",
                               .seed = "a seed",
                               .committed_nonce = "committed",
                               .nonce = {"first", "second"},
                               .kind = {1, 2},
                               .joined = {1, 0},
                               .thrown = 3,
                               .seen = {1001, 1002},
                               .draw_by = 0,
                               .undo_by = 1,
                               .rematch_by = -1,
                               .rematch = "next",
                               .created = 1003,
                               .changed = 1004,
                               .generation = 5,
                               .clock = {60001, 60002},
                               .clock_started = 70001,
                               .clock_ends = 70002,
                               .level_since = 80001};
}

static void expect_row(struct store *s, const struct store_live *want, int64_t version)
{
    struct store_live got;
    assert_int_equal(store_live_get(s, want->id, &got), 1);
    assert_string_equal(got.id, want->id);
    assert_int_equal(got.version, version);
    assert_int_equal(got.online[0], want->online[0]);
    assert_int_equal(got.online[1], want->online[1]);
    assert_string_equal(got.record, want->record);
    assert_string_equal(got.seed, want->seed);
    assert_string_equal(got.committed_nonce, want->committed_nonce);
    assert_string_equal(got.rematch, want->rematch);
    for (int i = 0; i < 2; i++) {
        assert_string_equal(got.nonce[i], want->nonce[i]);
        assert_int_equal(got.kind[i], want->kind[i]);
        assert_int_equal(got.joined[i], want->joined[i]);
        assert_int_equal(got.seen[i], want->seen[i]);
        assert_int_equal(got.clock[i], want->clock[i]);
    }
    assert_int_equal(got.thrown, want->thrown);
    assert_int_equal(got.draw_by, want->draw_by);
    assert_int_equal(got.undo_by, want->undo_by);
    assert_int_equal(got.rematch_by, want->rematch_by);
    assert_int_equal(got.created, want->created);
    assert_int_equal(got.changed, want->changed);
    assert_int_equal(got.generation, want->generation);
    assert_int_equal(got.clock_started, want->clock_started);
    assert_int_equal(got.clock_ends, want->clock_ends);
    assert_int_equal(got.level_since, want->level_since);
    store_live_release(s);
}

static void rows_come_back(void **state)
{
    struct store *s = opened(STORE_WRITE);
    struct store_live row = row_of("g1"), none;
    (void)state;
    assert_int_equal(store_live_add(s, &row, NULL, 0), 0);
    expect_row(s, &row, 1);
    assert_int_equal(store_live_add(s, &row, NULL, 0), LUS_ESTATE);
    assert_int_equal(store_live_get(s, "g2", &none), 0);
    store_live_release(s);
    struct store_live other = row_of("g2"); /* without clocks and levels */
    other.clock[0] = other.clock[1] = other.clock_started = other.clock_ends =
        other.level_since = -1;
    assert_int_equal(store_live_add(s, &other, NULL, 0), 0);
    expect_row(s, &other, 1);
    expect_row(s, &row, 1);
    store_close(s);
}

/* Of two writers that have read the same version only one writes. */
static void versions_exclude_each_other(void **state)
{
    struct store *s = opened(STORE_WRITE);
    struct store_live row = row_of("g1");
    const struct store_live_more nothing = {0};
    (void)state;
    assert_int_equal(store_live_add(s, &row, NULL, 0), 0);
    row.version = 1;
    row.record = "another record";
    row.draw_by = 1;
    row.changed = 2000;
    assert_int_equal(store_live_save(s, &row, &nothing), 0);
    expect_row(s, &row, 2);
    struct store_live late = row_of("g1");
    late.version = 1;
    assert_int_equal(store_live_save(s, &late, &nothing), LUS_ESTATE);
    expect_row(s, &row, 2);
    assert_int_equal(store_live_seen(s, "g1", 1, 3000), 0);
    row.seen[1] = 3000;
    expect_row(s, &row, 2);
    assert_int_equal(store_live_seen(s, "g1", 0, 3001), 0);
    row.seen[0] = 3001;
    expect_row(s, &row, 2);
    store_close(s);
}

static void expect_tokens(struct store *s, const char *id, const struct store_token *want,
                          int n)
{
    struct store_token list[STORE_MAX_TOKENS];
    char hash[STORE_MAX_TOKENS][STORE_HASH];
    int found = -1;
    assert_int_equal(store_live_tokens(s, id, list, hash, &found), 0);
    assert_int_equal(found, n);
    for (int i = 0; i < n; i++) {
        assert_int_equal(list[i].role, want[i].role);
        assert_string_equal(list[i].hash, want[i].hash);
    }
}

static void tokens_belong_to_a_game(void **state)
{
    static const struct store_token both[] = {{0, "aaaa"}, {3, "bbbb"}},
                                    joined[] = {{0, "aaaa"}, {1, "cccc"}};
    struct store *s = opened(STORE_WRITE);
    struct store_live row = row_of("g1"), other = row_of("g2");
    (void)state;
    assert_int_equal(store_live_add(s, &row, both, 2), 0);
    assert_int_equal(store_live_add(s, &other, both, 1), 0);
    expect_tokens(s, "g1", both, 2);
    expect_tokens(s, "g2", both, 1);
    expect_tokens(s, "g3", both, 0);
    const struct store_live_more more = {.token = &joined[1], .old_role = 3};
    row.version = 1;
    assert_int_equal(store_live_save(s, &row, &more), 0);
    expect_tokens(s, "g1", joined, 2);
    assert_int_equal(store_live_save(s, &row, &more), LUS_ESTATE);
    assert_int_equal(store_live_remove(s, "g1", 1003), 0); /* changed at 1004 */
    expect_row(s, &row, 2);
    expect_tokens(s, "g1", joined, 2);
    assert_int_equal(store_live_remove(s, "g1", 1005), 0);
    assert_int_equal(store_live_get(s, "g1", &row), 0);
    store_live_release(s);
    expect_tokens(s, "g1", joined, 0);
    expect_row(s, &other, 1);
    expect_tokens(s, "g2", both, 1);
    store_close(s);
}

/* Every column is replaced; the times at which players were seen never go back. */
static void a_saved_row_replaces_every_column(void **state)
{
    struct store *s = opened(STORE_WRITE);
    struct store_live row = row_of("g1"), other = row_of("g2");
    (void)state;
    assert_int_equal(store_live_add(s, &row, NULL, 0), 0);
    assert_int_equal(store_live_add(s, &other, NULL, 0), 0);
    row = (struct store_live){.id = "g1",
                              .version = 1,
                              .record = "r",
                              .seed = "s",
                              .committed_nonce = "c",
                              .nonce = {"x", "y"},
                              .kind = {2, 0},
                              .joined = {0, 1},
                              .thrown = 4,
                              .seen = {2001, 2002},
                              .draw_by = -1,
                              .undo_by = 0,
                              .rematch_by = 1,
                              .rematch = "",
                              .created = 2003,
                              .changed = 2004,
                              .generation = 6,
                              .clock = {0, 61002},
                              .clock_started = 71001,
                              .clock_ends = 0,
                              .level_since = -1};
    assert_int_equal(store_live_save(s, &row, &(struct store_live_more){0}), 0);
    expect_row(s, &row, 2);
    row.version = 2;
    row.seen[0] = 1999;
    row.clock[1] = -1;
    assert_int_equal(store_live_save(s, &row, &(struct store_live_more){0}), 0);
    row.seen[0] = 2001;
    expect_row(s, &row, 3);
    row.version = 3;
    row.seen[0] = 2005;
    row.seen[1] = 1;
    assert_int_equal(store_live_save(s, &row, &(struct store_live_more){0}), 0);
    row.seen[1] = 2002;
    expect_row(s, &row, 4);
    expect_row(s, &other, 1);
    store_close(s);
}

/* The last move, the finished game and the token are stored together, or none of them. */
static void a_finished_game_is_stored_with_its_row(void **state)
{
    static const struct store_token first = {3, "aaaa"}, second = {1, "bbbb"};
    struct store *s = opened(STORE_WRITE);
    struct store_live row = row_of("g1");
    struct store_game finished = game(0, 0, 0, "one"), bad = finished;
    struct store_live_more more = {&bad, &second, 3};
    (void)state;
    bad.result = NULL;
    assert_int_equal(store_live_add(s, &row, &first, 1), 0);
    row.version = 1;
    assert_int_equal(store_live_save(s, &row, &more), LUS_EFILE);
    expect_row(s, &row, 1);
    expect_tokens(s, "g1", &first, 1);
    more.finished = &finished;
    assert_int_equal(store_live_save(s, &row, &more), 0);
    expect_row(s, &row, 2);
    expect_tokens(s, "g1", &second, 1);
    assert_int_equal(count(s, (struct store_filter){0}), 1);
    assert_int_equal(store_live_save(s, &row, &more), LUS_ESTATE); /* an old version */
    assert_int_equal(count(s, (struct store_filter){0}), 1);
    row.version = 2;
    more.token = NULL;
    assert_int_equal(store_live_save(s, &row, &more), 0);
    assert_int_equal(count(s, (struct store_filter){0}), 2);
    expect_tokens(s, "g1", &second, 1);
    store_close(s);
}

/* Two tokens of a role are refused, and the game is not added. */
static void a_game_is_added_with_all_its_tokens(void **state)
{
    static const struct store_token same[] = {{0, "aaaa"}, {0, "bbbb"}, {1, "cccc"}};
    struct store *s = opened(STORE_WRITE);
    struct store_live row = row_of("g1"), none;
    (void)state;
    assert_int_equal(store_live_add(s, &row, same, 3), LUS_EFILE);
    assert_int_equal(store_live_get(s, "g1", &none), 0);
    store_live_release(s);
    expect_tokens(s, "g1", same, 0);
    assert_int_equal(store_live_add(s, &row, same + 1, 2), 0);
    expect_tokens(s, "g1", same + 1, 2);
    store_close(s);
}

static void at_most_eight_tokens_are_read(void **state)
{
    struct store *s = opened(STORE_WRITE);
    struct store_live row = row_of("g1");
    struct store_token list[STORE_MAX_TOKENS];
    char hash[STORE_MAX_TOKENS][STORE_HASH];
    int n = -1;
    (void)state;
    assert_int_equal(store_live_add(s, &row, NULL, 0), 0);
    for (int i = 0; i < STORE_MAX_TOKENS + 1; i++) {
        char text[200];
        snprintf(text, sizeof text, "INSERT INTO tokens VALUES ('g1', %d, '%064d')", i,
                 i);
        sql(text);
    }
    assert_int_equal(store_live_tokens(s, "g1", list, hash, &n), 0);
    assert_int_equal(n, STORE_MAX_TOKENS);
    for (int i = 0; i < n; i++) {
        assert_int_equal(list[i].role, i);
        assert_int_equal(strlen(list[i].hash), 64);
        assert_int_equal(atoi(list[i].hash), i);
    }
    sql("ALTER TABLE tokens RENAME TO gone");
    expect_error(s, store_live_tokens(s, "g1", list, hash, &n), "tokens");
    assert_int_equal(n, 0);
    store_close(s);
}

/* The ids of a list, one after another. */
static int add_id(void *arg, const char *id)
{
    strcat(arg, id);
    return 0;
}

static int end_list(void *arg, const char *id)
{
    strcat(arg, id);
    return 7;
}

static void lists_have_limits(void **state)
{
    struct store *s = opened(STORE_WRITE);
    char ids[100] = "";
    (void)state;
    for (int i = 0; i < 4; i++) {
        char id[2] = {(char)('a' + i), 0};
        struct store_live row = row_of(id);
        row.changed = 1000 + i;
        row.clock_ends = i == 3 ? -1 : 5000 + i;
        row.level_since = i == 0 ? -1 : 9000 + i;
        assert_int_equal(store_live_add(s, &row, NULL, 0), 0);
    }
    assert_int_equal(store_live_unchanged(s, 1002, add_id, ids), 0);
    assert_true(strlen(ids) == 2 && strchr(ids, 'a') && strchr(ids, 'b'));
    ids[0] = '\0';
    assert_int_equal(store_live_unchanged(s, 2000, end_list, ids), 7);
    assert_int_equal(strlen(ids), 1);
    ids[0] = '\0';
    assert_int_equal(store_live_late(s, 5001, add_id, ids), 0);
    assert_true(strlen(ids) == 2 && strchr(ids, 'a') && strchr(ids, 'b'));
    ids[0] = '\0';
    assert_int_equal(store_live_levels(s, 9002, 9500, add_id, ids), 0);
    assert_true(strchr(ids, 'b') && !strchr(ids, 'a') && !strchr(ids, 'd'));
    ids[0] = '\0';
    assert_int_equal(store_live_levels(s, 9002, 9501, add_id, ids), 0);
    assert_string_equal(ids, ""); /* they have been taken */
    store_close(s);
}

/* A caller that stops has not taken the games of levels. */
static void a_list_that_was_stopped_takes_nothing(void **state)
{
    struct store *s = opened(STORE_WRITE);
    char ids[100] = "";
    struct store_live row = row_of("a"), other = row_of("b");
    (void)state;
    assert_int_equal(store_live_add(s, &row, NULL, 0), 0);
    assert_int_equal(store_live_add(s, &other, NULL, 0), 0);
    assert_int_equal(store_live_levels(s, 80001, 90000, end_list, ids), 7);
    assert_int_equal(strlen(ids), 1);
    expect_row(s, &row, 1);
    expect_row(s, &other, 1);
    assert_int_equal(store_live_levels(s, 80000, 90000, add_id, ids), 0);
    assert_int_equal(strlen(ids), 1);
    assert_int_equal(store_live_levels(s, 80001, 90000, add_id, ids), 0);
    assert_int_equal(strlen(ids), 3);
    row.level_since = 90000;
    expect_row(s, &row, 1);
    store_close(s);
}

/* Games are deleted one by one, and only if they have not changed. */
static void only_the_named_game_is_removed(void **state)
{
    struct store *s = opened(STORE_WRITE);
    struct store_live row = row_of("a"), other = row_of("b");
    (void)state;
    assert_int_equal(store_live_add(s, &row, NULL, 0), 0);
    assert_int_equal(store_live_add(s, &other, NULL, 0), 0);
    assert_int_equal(store_live_remove(s, "a", 1004), 0); /* changed at 1004 */
    assert_int_equal(store_live_remove(s, "c", 9999), 0);
    assert_int_equal(query_number("SELECT count(*) FROM live"), 2);
    assert_int_equal(store_live_remove(s, "a", 1005), 0);
    assert_int_equal(query_number("SELECT count(*) FROM live"), 1);
    expect_row(s, &other, 1);
    store_close(s);
}

static void errors_are_reported(void **state)
{
    struct store *s = opened(STORE_WRITE);
    struct store_live row = row_of("a"), got;
    char ids[100] = "";
    (void)state;
    assert_int_equal(store_live_add(s, &row, NULL, 0), 0);
    row.version = 1;
    sql("ALTER TABLE live RENAME TO gone");
    expect_error(s, store_live_add(s, &row, NULL, 0), "live");
    expect_error(s, store_live_save(s, &row, &(struct store_live_more){0}), "live");
    expect_error(s, store_live_get(s, "a", &got), "live");
    store_live_release(s);
    expect_error(s, store_live_seen(s, "a", 0, 1), "live");
    expect_error(s, store_live_remove(s, "a", 9999), "live");
    expect_error(s, store_live_levels(s, 99999, 1, add_id, ids), "live");
    expect_error(s, store_live_unchanged(s, 99999, add_id, ids), "live");
    expect_error(s, store_live_late(s, 99999, add_id, ids), "live");
    assert_string_equal(ids, "");
    sql("ALTER TABLE gone RENAME TO live");
    expect_row(s, &row, 1);
    sql("DROP TABLE tokens");
    expect_error(s, store_live_remove(s, "a", 9999), "tokens");
    expect_row(s, &row, 1);
    store_close(s);
}

/* Reading a row does not keep the store locked after its release. */
static void a_released_row_unlocks_the_store(void **state)
{
    struct store *s = opened(STORE_WRITE);
    struct store_live row = row_of("a"), got;
    (void)state;
    assert_int_equal(store_live_add(s, &row, NULL, 0), 0);
    assert_int_equal(store_live_get(s, "a", &got), 1);
    assert_int_equal(store_live_get(s, "a", &got), 1);
    assert_string_equal(got.record, "a record");
    store_live_release(s);
    sql("BEGIN EXCLUSIVE; COMMIT");
    store_close(s);
}

/* Only in a file: columns that must not be empty are. */
static void damaged_rows_are_not_returned(void **state)
{
    static const char *const columns[] = {"record",          "dice_seed",
                                          "committed_nonce", "nonce_first",
                                          "nonce_second",    "rematch"};
    (void)state;
    for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++) {
        struct store *s = opened(STORE_WRITE);
        struct store_live row = row_of("a"), got = {.version = 99};
        char text[100];
        assert_int_equal(store_live_add(s, &row, NULL, 0), 0);
        store_close(s);
        snprintf(text, sizeof text, "UPDATE live SET %s = NULL", columns[i]);
        damage(text);
        s = opened(STORE_READ);
        expect_error(s, store_live_get(s, "a", &got), "is damaged");
        assert_int_equal(got.version, 99);
        store_close(s);
        unlink(path);
    }
    store_close(opened(STORE_WRITE)); /* a file to remove */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(rows_come_back),
        TEST(versions_exclude_each_other),
        TEST(a_saved_row_replaces_every_column),
        TEST(a_finished_game_is_stored_with_its_row),
        TEST(tokens_belong_to_a_game),
        TEST(a_game_is_added_with_all_its_tokens),
        TEST(at_most_eight_tokens_are_read),
        TEST(lists_have_limits),
        TEST(a_list_that_was_stopped_takes_nothing),
        TEST(only_the_named_game_is_removed),
        TEST(errors_are_reported),
        /* of files only */
        TEST(a_released_row_unlocks_the_store),
        TEST(damaged_rows_are_not_returned),
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
