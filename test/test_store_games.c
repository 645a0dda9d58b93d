/* SPDX-License-Identifier: MIT */
/* test_store_games.c - games in the store: every column comes back, filters, order, imports. */
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

static int64_t player_number(const char *name)
{
    char text[100];
    snprintf(text, sizeof text, "SELECT id FROM players WHERE name = '%s'", name);
    return query_number(text);
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
    assert_int_equal(g->player[0], player_number(given->first));
    assert_int_equal(g->player[1], player_number(given->second));
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

/* ---- filters ---- */

/* Callback: writes the numbers of the games, one digit each. */
static int add_digit(void *arg, const struct store_game *g)
{
    char *text = arg;
    size_t n = strlen(text);
    assert_true(g->id < 10 && n < 9);
    text[n] = (char)('0' + g->id);
    text[n + 1] = '\0';
    return 0;
}

static void expect_games(struct store *s, struct store_filter f, const char *numbers)
{
    char found[10] = "";
    assert_int_equal(store_games(s, &f, add_digit, found), 0);
    assert_string_equal(found, numbers);
}

/* Games 1, 2, 5 and 6 are two pairs of a match; the second pair is stored in reverse order. */
static void add_six_games(struct store *s, int64_t match)
{
    struct store_game six[6] = {game(match, 0, 0, "1"), game(match, 0, 1, "2"),
                                game(0, 0, 0, "3"),     game(0, 0, 0, "4"),
                                game(match, 1, 1, "5"), game(match, 1, 0, "6")};
    six[1].result = "0-1";
    six[2].first = six[3].first = "Eve";
    six[2].second = "Ada";
    six[2].rules = "cave";
    six[3].result = "1/2-1/2";
    assert_int_equal(store_add(s, six, 6), 0);
}

static void filters_select_games(void **state)
{
    struct store *s = opened(STORE_WRITE);
    struct store_match m = match("x", 1), other = match("x", 2);
    (void)state;
    assert_int_equal(store_match(s, &m), 0);
    assert_int_equal(store_match(s, &other), 0);
    add_six_games(s, m.id);
    expect_games(s, (struct store_filter){0}, "123456");
    expect_games(s, (struct store_filter){.id = 3}, "3");
    expect_games(s, (struct store_filter){.id = 7}, "");
    expect_games(s, (struct store_filter){.match = m.id}, "1256");
    expect_games(s, (struct store_filter){.match = other.id}, "");
    expect_games(s, (struct store_filter){.match = m.id, .pairs = 1}, "12");
    expect_games(s, (struct store_filter){.match = m.id, .pairs = 2}, "1265");
    expect_games(s, (struct store_filter){.rules = "cave"}, "3");
    expect_games(s, (struct store_filter){.rules = "ur:finkel"}, "12456");
    expect_games(s, (struct store_filter){.player = "Eve"}, "34");
    expect_games(s, (struct store_filter){.player = "Bob"}, "12456");
    expect_games(s, (struct store_filter){.player = "bob"}, "");
    expect_games(s, (struct store_filter){.player = "Ada", .opponent = "Eve"}, "3");
    expect_games(s, (struct store_filter){.player = "Eve", .opponent = "Ada"}, "3");
    expect_games(s, (struct store_filter){.opponent = "Ada"}, "12356");
    expect_games(s, (struct store_filter){.result = "0-1"}, "2");
    expect_games(s, (struct store_filter){.result = "1-0"}, "1356");
    expect_games(s, (struct store_filter){.limit = 2}, "65");
    expect_games(s, (struct store_filter){.limit = 2, .player = "Eve"}, "43");
    expect_games(s,
                 (struct store_filter){.limit = 1,
                                       .match = m.id,
                                       .rules = "ur:finkel",
                                       .player = "Ada",
                                       .opponent = "Bob",
                                       .result = "0-1"},
                 "2");
    store_close(s);
}

static int stop_reading(void *arg, const struct store_game *g)
{
    (void)g;
    ++*(int *)arg;
    return 5;
}

static void the_result_of_a_callback_ends_the_reading(void **state)
{
    struct store *s = opened(STORE_WRITE);
    int n = 0;
    (void)state;
    add_six_games(s, 0);
    assert_int_equal(store_games(s, &(struct store_filter){0}, stop_reading, &n), 5);
    assert_int_equal(n, 1);
    assert_int_equal(store_add(s, NULL, 0), 0); /* no games are allowed */
    store_close(s);
}

/* ---- imports ---- */

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

/* Two records with the same digest are different games if their moves are. */
static void a_digest_alone_is_not_the_same_game(void **state)
{
    struct store *s = opened(STORE_WRITE);
    struct store_game list[2] = {game(0, 0, 0, "one"), game(0, 0, 0, "two")};
    int64_t added;
    (void)state;
    assert_int_equal(store_add(s, list, 2), 0);
    int64_t digest = query_number("SELECT digest FROM games WHERE record = 'two'");
    store_close(s);
    sql("UPDATE games SET record = 'three' WHERE record = 'two'");
    assert_int_not_equal(digest, 0);
    s = opened(STORE_WRITE);
    assert_int_equal(import_array(s, list, 2, &added), 0);
    assert_int_equal(added, 1);
    assert_int_equal(query_number("SELECT count(*) FROM games WHERE record = 'two'"), 1);
    store_close(s);
}

/* What an import does not know stays empty. */
static void imported_games_have_no_match(void **state)
{
    struct store *s = opened(STORE_WRITE);
    struct store_game g = game(0, 3, 1, "one");
    int64_t added;
    (void)state;
    assert_int_equal(import_array(s, &g, 1, &added), 0);
    assert_int_equal(query_number("SELECT count(match) + count(pair) + count(seat) +"
                                  " count(moves_first) + count(moves_second) +"
                                  " count(ms_first) + count(ms_second) FROM games"),
                     0);
    store_close(s);
}

/* The second game of an import cannot be read. */
static int one_and_a_failure(void *arg, struct store_game *g)
{
    int *n = arg;
    *g = game(0, 0, 0, "one");
    return ++*n == 1 ? 1 : LUS_ETEXT;
}

static void a_failed_import_adds_nothing(void **state)
{
    struct store *s = opened(STORE_WRITE);
    struct store_game g = game(0, 0, 0, "one");
    int n = 0;
    int64_t added = -1;
    (void)state;
    assert_int_equal(store_import(s, one_and_a_failure, &n, &added), LUS_ETEXT);
    assert_int_equal(n, 2);
    assert_int_equal(added, -1);
    assert_int_equal(count(s, (struct store_filter){0}), 0);
    assert_int_equal(import_array(s, &g, 1, &added), 0); /* the transaction has ended */
    assert_int_equal(added, 1);
    g.result = NULL;
    g.record = "two";
    assert_int_equal(import_array(s, &g, 1, &added), LUS_EFILE);
    assert_int_equal(count(s, (struct store_filter){0}), 1);
    store_close(s);
}

/* ---- many games ---- */

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

/* The games of a match are not read in pages: here there are exactly as many as in a page. */
static void a_match_is_read_at_once(void **state)
{
    struct store *s = opened(STORE_WRITE);
    struct store_match m = match("x", 1);
    struct store_game *many = calloc(1000, sizeof *many);
    (void)state;
    assert_int_equal(store_match(s, &m), 0);
    for (int i = 0; i < 1000; i++)
        many[i] = game(m.id, i / 2, i % 2, "one");
    assert_int_equal(store_add(s, many, 1000), 0);
    free(many);
    assert_int_equal(count(s, (struct store_filter){.match = m.id, .pairs = 500}), 1000);
    assert_int_equal(count(s, (struct store_filter){.match = m.id, .pairs = 499}), 998);
    assert_int_equal(count(s, (struct store_filter){.match = m.id}), 1000);
    store_close(s);
}

/* ---- people ---- */

static int note_people(void *arg, const struct store_game *g)
{
    int *bits = arg;
    *bits = *bits << 2 | g->person[0] << 1 | g->person[1];
    return 0;
}

static void people_are_marked(void **state)
{
    struct store_game one = game(0, 0, 0, "one"), two = game(0, 0, 0, "two");
    int bits = 0;
    (void)state;
    struct store *s = opened(STORE_WRITE);
    assert_int_equal(store_add(s, &one, 1), 0);
    assert_int_equal(store_games(s, &(struct store_filter){0}, note_people, &bits), 0);
    assert_int_equal(bits, 0);
    one.person[1] = true; /* Bob, in all his games */
    assert_int_equal(store_add(s, &one, 1), 0);
    two.first = "Eve";
    two.person[0] = true;
    assert_int_equal(store_add(s, &two, 1), 0);
    assert_int_equal(store_games(s, &(struct store_filter){0}, note_people, &bits), 0);
    assert_int_equal(bits, 1 << 4 | 1 << 2 | 3);
    bits = 0;
    two.second = "Ada";
    assert_int_equal(store_add(s, &two, 1), 0);
    assert_int_equal(store_games(s, &(struct store_filter){.id = 4}, note_people, &bits),
                     0);
    assert_int_equal(bits, 2);
    store_close(s);
}

static void a_person_that_cannot_be_marked_is_an_error(void **state)
{
    struct store_game one = game(0, 0, 0, "one");
    struct store *s = opened(STORE_WRITE);
    (void)state;
    sql("DROP TABLE people");
    one.person[0] = true;
    expect_error(s, store_add(s, &one, 1), "people");
    assert_int_equal(query_number("SELECT count(*) FROM games"), 0);
    store_close(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(every_column_comes_out_as_it_went_in),
        TEST(imported_columns_come_out_as_they_went_in),
        TEST(filters_select_games),
        TEST(the_result_of_a_callback_ends_the_reading),
        TEST(what_is_there_is_not_imported),
        TEST(digests_do_not_change),
        TEST(a_digest_alone_is_not_the_same_game),
        TEST(imported_games_have_no_match),
        TEST(a_failed_import_adds_nothing),
        TEST(many_games_come_in_order),
        TEST(a_match_is_read_at_once),
        TEST(people_are_marked),
        TEST(a_person_that_cannot_be_marked_is_an_error),
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
