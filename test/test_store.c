/* SPDX-License-Identifier: MIT */
/* test_store.c - the store: what goes in comes out, and older versions are brought up to
   date.  Faults are in test_store_faults.c.  With LUSORIA_TEST_DB the first half runs on
   PostgreSQL (store_fixture.h, test/postgres.sh). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>
#include "store/store.h"

#ifdef WITH_STORE
#include "support/store_fixture.h"

/* ---- in and out ---- */

/* Two games of a pair in which no two columns of a type have the same value. */
static void make_pair(int64_t match, struct store_game pair[2])
{
    pair[0] = (struct store_game){.match = match,
                                  .pair = 7,
                                  .seat = 0,
                                  .rules = "ur:blitz",
                                  .first = "Ada",
                                  .second = "Bob",
                                  .limits = "depth 3",
                                  .result = "0-1",
                                  .reason = "crash",
                                  .plies = 31,
                                  .record = "[A \"1\"]\n\nfirst record",
                                  .dice_seed = "a seed",
                                  .dice_commitment = "a commitment",
                                  .moves = {14, 15},
                                  .time_ms = {1.5, 2.25},
                                  .last_lines = "out of luck"};
    pair[1] = (struct store_game){.match = match,
                                  .pair = 7,
                                  .seat = 1,
                                  .rules = "ur:aseb",
                                  .first = "Bob",
                                  .second = "Ada",
                                  .result = "1/2-1/2",
                                  .plies = 41,
                                  .record = "second record",
                                  .moves = {20, 21},
                                  .time_ms = {3.5, 4.75}};
}

static void assert_text(const char *stored, const char *given)
{
    if (given)
        assert_string_equal(stored, given);
    else
        assert_null(stored);
}

struct expected_games {
    const struct store_game *game;
    int n;
    bool no_record;
};

static int compare_game(void *arg, const struct store_game *g)
{
    struct expected_games *e = arg;
    const struct store_game *given = &e->game[e->n++];
    assert_int_equal(g->id, e->n);
    assert_int_equal(g->match, given->match);
    assert_int_equal(g->pair, given->pair);
    assert_int_equal(g->seat, given->seat);
    assert_text(g->rules, given->rules);
    assert_text(g->first, given->first);
    assert_text(g->second, given->second);
    assert_int_not_equal(g->player[0], g->player[1]);
    assert_text(g->limits, given->limits);
    assert_text(g->result, given->result);
    assert_text(g->reason, given->reason);
    assert_int_equal(g->plies, given->plies);
    assert_text(g->record, e->no_record ? NULL : given->record);
    assert_text(g->dice_seed, given->dice_seed);
    assert_text(g->dice_commitment, given->dice_commitment);
    assert_int_equal(strlen(g->added), strlen("2026-08-01 12:00:00"));
    assert_text(g->last_lines, given->last_lines);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(g->moves[i], given->moves[i]);
        assert_true(g->time_ms[i] == given->time_ms[i]);
    }
    return 0;
}

static void every_column_comes_out_as_it_went_in(void **state)
{
    struct store *s = opened(STORE_WRITE);
    struct store_match m = match("x", 1);
    struct store_game pair[2];
    (void)state;
    assert_int_equal(store_match(s, &m), 0);
    make_pair(m.id, pair);
    assert_int_equal(store_add(s, pair, 2), 0);
    assert_int_equal(store_add(s, pair, 2), 0); /* is not stored twice */
    store_close(s);
    s = opened(STORE_READ);
    for (int no_record = 0; no_record < 2; no_record++) {
        struct expected_games e = {pair, 0, no_record};
        struct store_filter f = {.no_record = no_record};
        assert_int_equal(store_games(s, &f, compare_game, &e), 0);
        assert_int_equal(e.n, 2);
    }
    store_close(s);
    assert_int_equal(query_number("SELECT first FROM games WHERE seat = 0 AND first ="
                                  " (SELECT second FROM games WHERE seat = 1)"),
                     query_number("SELECT id FROM players WHERE name = 'Ada'"));
}

/* An imported game has no match, moves or times, but its dice. */
static void imported_columns_come_out_as_they_went_in(void **state)
{
    struct store *s = opened(STORE_WRITE);
    struct store_game pair[2];
    int64_t added;
    (void)state;
    make_pair(0, pair);
    for (int i = 0; i < 2; i++) {
        pair[i].pair = pair[i].seat = 0;
        memset(pair[i].moves, 0, sizeof pair[i].moves);
        memset(pair[i].time_ms, 0, sizeof pair[i].time_ms);
    }
    assert_int_equal(import_array(s, pair, 2, &added), 0);
    assert_int_equal(added, 2);
    struct expected_games e = {pair, 0, false};
    assert_int_equal(store_games(s, &(struct store_filter){0}, compare_game, &e), 0);
    assert_int_equal(e.n, 2);
    store_close(s);
}

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

static void filters_select_games(void **state)
{
    struct store *s = opened(STORE_WRITE);
    struct store_match m = match("x", 1), other = match("x", 2);
    (void)state;
    assert_int_equal(store_match(s, &m), 0);
    assert_int_equal(store_match(s, &other), 0);
    struct store_game pair[2] = {game(m.id, 7, 0, "one"), game(m.id, 7, 1, "two")};
    assert_int_equal(store_add(s, pair, 2), 0);
    assert_int_equal(count(s, (struct store_filter){0}), 2);
    assert_int_equal(count(s, (struct store_filter){.id = 2}), 1);
    assert_int_equal(count(s, (struct store_filter){.match = m.id}), 2);
    assert_int_equal(count(s, (struct store_filter){.match = other.id}), 0);
    assert_int_equal(count(s, (struct store_filter){.match = m.id, .pairs = 7}), 0);
    assert_int_equal(count(s, (struct store_filter){.match = m.id, .pairs = 8}), 2);
    assert_int_equal(count(s, (struct store_filter){.player = "Bob"}), 2);
    assert_int_equal(count(s, (struct store_filter){.player = "Bob", .opponent = "Ada"}),
                     2);
    assert_int_equal(count(s, (struct store_filter){.player = "Bob", .opponent = "Eve"}),
                     0);
    assert_int_equal(count(s, (struct store_filter){.player = "bob"}), 0);
    assert_int_equal(count(s, (struct store_filter){.result = "0-1"}), 0);
    assert_int_equal(count(s, (struct store_filter){.result = "1-0"}), 2);
    assert_int_equal(count(s, (struct store_filter){.rules = "cave"}), 0);
    assert_int_equal(count(s, (struct store_filter){.rules = "ur:finkel"}), 2);
    assert_int_equal(count(s, (struct store_filter){.limit = 1}), 1);
    store_close(s);
}

static void what_is_there_is_not_imported(void **state)
{
    struct store *s = opened(STORE_WRITE);
    struct store_game list[3] = {game(0, 0, 0, "one"), game(0, 0, 0, "two"),
                                 game(0, 0, 0, "one")};
    int64_t added;
    (void)state;
    assert_int_equal(import_array(s, list, 3, &added), 0);
    assert_int_equal(added, 2);
    assert_int_equal(import_array(s, list, 3, &added), 0);
    assert_int_equal(added, 0);
    assert_int_equal(count(s, (struct store_filter){0}), 2);
    list[0].record = "[A \"1\"]\n[B \"2\"]\n\nF a *";
    list[1].record = "[B \"2\"]\n[A \"1\"]\n\nF a *"; /* the same */
    list[2].record = "[B \"2\"]\n[A \"1\"]\n\nF b *";
    assert_int_equal(import_array(s, list, 3, &added), 0);
    assert_int_equal(added, 2);
    list[0].record = "[A \"2\"]\n[B \"2\"]\n\nF a *"; /* other tags, the same moves */
    assert_int_equal(import_array(s, list, 1, &added), 0);
    assert_int_equal(added, 1);
    store_close(s);
}

/* Stores of earlier programs contain digests: import compares with them. */
static void digests_do_not_change(void **state)
{
    struct store *s = opened(STORE_WRITE);
    struct store_game g = game(0, 0, 0, "[A \"1\"]\n[B \"2\"]\n\nF a *");
    (void)state;
    assert_int_equal(store_add(s, &g, 1), 0);
    store_close(s);
    assert_int_equal(query_number("SELECT digest FROM games"), 0x3d5a45ad3b42b265);
}

static int in_order(void *arg, const struct store_game *g)
{
    int64_t *next = arg;
    assert_int_equal(g->id, next[0]);
    next[0] += next[1];
    return 0;
}

/* A transaction of several changes: one that fails is undone, and what else is undone depends on
   the database (store_group). */
static void groups_are_committed_together(void **state)
{
    struct store *s = opened(STORE_WRITE), *other = opened(STORE_READ);
    struct store_game one = game(0, 0, 0, "one"), bad = one;
    (void)state;
    bad.result = NULL;
    assert_int_equal(store_serve(s), 0);
    store_group(s);
    assert_int_equal(store_add(s, &one, 1), 0);
    assert_true(store_group_is_open(s));
    assert_int_equal(count(other, (struct store_filter){0}), 0);
    assert_int_equal(store_group_commit(s), 0);
    assert_false(store_group_is_open(s));
    assert_int_equal(count(other, (struct store_filter){0}), 1);
    assert_int_equal(store_add(s, &one, 1), 0);
    assert_int_equal(store_add(s, &bad, 1), LUS_EFILE);
    if (store_group_is_open(s))
        assert_int_equal(store_group_commit(s), 0);
    assert_int_equal(count(other, (struct store_filter){0}), store_is_url(path) ? 1 : 2);
    store_close(other);
    store_close(s);
}

/* More than a page of them, from either end. */
static void many_games_come_in_order(void **state)
{
    struct store *s = opened(STORE_WRITE);
    struct store_game one = game(0, 0, 0, "one");
    int64_t up[2] = {1, 1}, down[2] = {2500, -1};
    (void)state;
    struct store_game *many = calloc(2500, sizeof one);
    for (int i = 0; i < 2500; i++)
        many[i] = one;
    assert_int_equal(store_add(s, many, 2500), 0);
    free(many);
    assert_int_equal(store_games(s, &(struct store_filter){0}, in_order, up), 0);
    assert_int_equal(up[0], 2501);
    assert_int_equal(
        store_games(s, &(struct store_filter){.limit = 2200}, in_order, down), 0);
    assert_int_equal(down[0], 300);
    assert_int_equal(count(s, (struct store_filter){.limit = 1000}), 1000);
    assert_int_equal(count(s, (struct store_filter){.limit = 9000}), 2500);
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
        new_path(state);
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

/* ---- versions ---- */

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

/* ---- people ---- */

static int note_people(void *arg, const struct store_game *g)
{
    int *bits = arg;
    *bits |= g->person[0] << 0 | g->person[1] << 1;
    return 0;
}

static void people_are_marked(void **state)
{
    struct store_game one = game(0, 0, 0, "one");
    int bits = 0;
    (void)state;
    struct store *s = opened(STORE_WRITE);
    assert_int_equal(store_add(s, &one, 1), 0);
    assert_int_equal(store_games(s, &(struct store_filter){0}, note_people, &bits), 0);
    assert_int_equal(bits, 0);
    one.person[1] = true;
    assert_int_equal(store_add(s, &one, 1), 0);
    assert_int_equal(store_games(s, &(struct store_filter){0}, note_people, &bits), 0);
    assert_int_equal(bits, 2); /* of all games of this player */
    store_close(s);
}

static void reviews_are_kept(void **state)
{
    struct store_game one = game(0, 0, 0, "one");
    struct store_review v = {.game = 1,
                             .seat = 1,
                             .decisions = 7,
                             .mean_loss = 0.25,
                             .luck = -1.5,
                             .grade = "club"};
    (void)state;
    struct store *s = opened(STORE_WRITE);
    assert_int_equal(store_add(s, &one, 1), 0);
    assert_int_equal(store_get_review(s, &(struct store_review){.game = 1}), 0);
    assert_int_equal(store_set_review(s, &v), 0);
    v.decisions = 8;
    assert_int_equal(store_set_review(s, &v), 0);
    struct store_review back = {.game = 1, .seat = 1};
    assert_int_equal(store_get_review(s, &back), 1);
    assert_true(back.decisions == 8 && back.mean_loss == 0.25 && back.luck == -1.5);
    assert_string_equal(back.grade, "club");
    assert_int_equal(store_get_review(s, &(struct store_review){.game = 1}), 0);
    store_close(s);
}

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

static void reading_an_old_store_does_not_change_it(void **state)
{
    size_t n, n_after;
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
    char *after = contents(&n_after);
    assert_int_equal(n, n_after);
    assert_memory_equal(before, after, n);
    free(before);
    free(after);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(every_column_comes_out_as_it_went_in),
        TEST(imported_columns_come_out_as_they_went_in),
        TEST(matches_differ_by_settings_and_seed),
        TEST(filters_select_games),
        TEST(what_is_there_is_not_imported),
        TEST(groups_are_committed_together),
        TEST(many_games_come_in_order),
        TEST(many_players_keep_their_names),
        TEST(a_cached_name_ends),
        TEST(digests_do_not_change),
        TEST(people_are_marked),
        TEST(reviews_are_kept),
        TEST(positions_to_practise_come_when_due),
        /* PostgreSQL had none of these versions */
        TEST(an_old_store_is_brought_up_to_date),
        TEST(a_failed_migration_changes_nothing),
        TEST(a_locked_old_store_is_refused),
        TEST(reading_an_old_store_does_not_change_it),
        TEST(reading_an_empty_file_does_not_make_a_store),
    };
    size_t n = sizeof tests / sizeof tests[0];
    return _cmocka_run_group_tests("tests", tests, getenv("LUSORIA_TEST_DB") ? n - 5 : n,
                                   NULL, NULL);
}

#else

static void without_sqlite_nothing_is_stored(void **state)
{
    struct store *s;
    (void)state;
    assert_int_equal(store_open(&s, "/nowhere", STORE_WRITE), LUS_ESTATE);
    assert_non_null(store_error(s));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_sqlite_nothing_is_stored)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#endif
