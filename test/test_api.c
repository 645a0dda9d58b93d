/* SPDX-License-Identifier: MIT */
/* test_api.c - the public library: fuzz_api on random inputs, searches, analyses, tables. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "core/random.h"
#include "fuzz/fuzz.h"
#include "support/sample_size.h"
#include "support/table_fixture.h"

/* A fixed seed: a failure is found again. */
static void random_calls(void **state)
{
    enum { BYTES = 700 };
    (void)state;
    for (int i = 0; i < sample_size(3000); i++) {
        struct random random = random_stream(11, (uint64_t)i);
        size_t n = random_below(&random, BYTES);
        uint8_t *input = malloc(n + 1);
        for (size_t k = 0; k < n; k++)
            input[k] = (uint8_t)random_next(&random);
        fuzz_api(input, n);
        free(input);
    }
}

/* Programs compiled with an older header depend on these sizes. */
static void sizes_stay(void **state)
{
    (void)state;
    assert_int_equal(sizeof(lus_pos), 32);
    assert_int_equal(sizeof(lus_move), 8);
    assert_int_equal(sizeof(lus_fault), 136);
    assert_int_equal(sizeof(lus_look), 24);
    assert_int_equal(sizeof(lus_end), 20);
    assert_int_equal(sizeof(lus_limits), 32);
    assert_int_equal(sizeof(lus_rating), 64);
    assert_int_equal(sizeof(lus_review_ply), 64);
    assert_int_equal(sizeof(lus_table), 40);
    assert_int_equal(sizeof(lus_random), 32);
    assert_int_equal(sizeof(lus_rollout_limits), 48);
    assert_int_equal(sizeof(lus_rollout_move), 88);
    assert_int_equal(sizeof(lus_puzzle_limits), 32);
    assert_int_equal(sizeof(lus_puzzle_info), 136);
}

/* ---- observations ---- */

/* Written by hand from the layout in lusoria.h; the rest of an observation is 0. */
static void observed_positions(void **state)
{
    static const struct {
        const char *rules, *position;
        int size, at[8];
        float value[8];
    } known[] = {
        {"awari",
         "0-3-0-0-1-2-0-0-5-0-0-0-20-17-N",
         19,
         {3, 9, 12, 13, 14, 15, 16, 17},
         {5, 3, 1, 2, 17, 20, 17, 20}},
        {"cave:5x3",
         "5/5/5/4o/xx3",
         81,
         {29, 71, 72, 80, 80, 80, 80, 80},
         {1, 1, 1, 1, 1, 1, 1, 1}},
        {"ur",
         "6---x----------0:6----x---------0:L:2",
         39,
         {4, 20, 30, 31, 36, 36, 36, 36},
         {1, 1, 6, 6, 1, 1, 1, 1}},
    };
    (void)state;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        const lus_rules *r = lus_rules_find(known[i].rules);
        float seen[128], expected[128] = {0};
        lus_pos p;
        int thrown, size = known[i].size;
        assert_int_equal(lus_pos_parse(r, known[i].position, &p, &thrown, NULL), 0);
        for (int k = 0; k < 8; k++)
            expected[known[i].at[k]] = known[i].value[k];
        expected[size - 1] = lus_has_dice(r) ? 0 : 1;
        assert_int_equal(lus_observe(r, &p, thrown, seen), size);
        assert_memory_equal(seen, expected, sizeof *seen * (size_t)size);
    }
}

/* ---- searches and analyses ---- */

static lus_game *game_at(const char *rules, const char *position, int *thrown)
{
    const lus_rules *r = lus_rules_find(rules);
    lus_pos p;
    assert_int_equal(lus_pos_parse(r, position, &p, thrown, NULL), 0);
    return lus_game_new(r, &p);
}

static void search_finds_a_win(void **state)
{
    lus_limits limits = {.depth = 3};
    lus_search *s = lus_search_new(1);
    char text[LUS_MAX_TEXT];
    lus_move best;
    int thrown;
    lus_game *g = game_at("cave:5x3", "5/5/5/oo3/xx3", &thrown);
    (void)state;
    assert_int_equal(lus_search_move(s, g, thrown, &limits, &best), 0);
    lus_move_format(lus_game_rules(g), lus_game_pos(g), best, text);
    assert_string_equal(text, "C1");
    assert_int_equal(lus_game_play(g, 0, best), 0);
    assert_int_equal(lus_search_move(s, g, 0, &limits, &best), LUS_ESTATE);
    lus_game_free(g);
    lus_search_free(s);
}

static void search_refuses(void **state)
{
    static const lus_limits bad[] = {{.depth = -1},
                                     {.depth = 64},
                                     {.time_ms = -1},
                                     {.threads = 257},
                                     {.reserved[1] = 1}};
    lus_game *g = lus_game_new(lus_rules_find("ur"), NULL);
    lus_game *blockade = lus_game_new(lus_rules_find("senet:blockade"), NULL);
    lus_search *s = lus_search_new(1);
    lus_analysis *a = NULL;
    lus_move best = 77;
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_int_equal(lus_search_move(s, g, 1, &bad[i], &best), LUS_ERANGE);
    assert_int_equal(lus_search_move(s, g, 9, NULL, &best), LUS_ERANGE);
    assert_int_equal(lus_search_move(s, g, LUS_ANY_THROW, NULL, &best), LUS_ERANGE);
    assert_int_equal(lus_search_move(s, blockade, 2, NULL, &best), LUS_ESTATE);
    assert_int_equal(lus_analyse(s, blockade, 2, NULL, &a), LUS_ESTATE);
    assert_int_equal(best, 77);
    assert_null(a);
    assert_null(lus_search_new(-1));
    assert_null(lus_search_new(65537));
    lus_search_free(s);
    lus_game_free(g);
    lus_game_free(blockade);
}

static void *stop_search(void *s)
{
    lus_search_stop(s, 1);
    return NULL;
}

/* Without a limit but the stop, which another thread sets: it returns a legal move. */
static void search_is_stopped(void **state)
{
    lus_limits unlimited = {.nodes = UINT64_MAX};
    lus_game *g = lus_game_new(lus_rules_find("cave"), NULL);
    lus_search *s = lus_search_new(1);
    lus_analysis *a;
    lus_move best;
    lus_rating rating;
    pthread_t thread;
    (void)state;
    assert_int_equal(pthread_create(&thread, NULL, stop_search, s), 0);
    assert_int_equal(lus_search_move(s, g, 0, &unlimited, &best), 0);
    assert_null(lus_move_refuse(lus_game_rules(g), lus_game_pos(g), 0, best));
    pthread_join(thread, NULL);
    assert_int_equal(lus_analyse(s, g, 0, &unlimited, &a), 0);
    assert_in_range(lus_analysis_depth(a), 1, 8);
    assert_int_equal(lus_analysis_at(a, 0, &rating), 0);
    lus_analysis_free(a);
    lus_search_stop(s, 0);
    assert_int_equal(lus_analyse(s, g, 0, &(lus_limits){.depth = 3}, &a), 0);
    assert_int_equal(lus_analysis_depth(a), 3);
    lus_analysis_free(a);
    lus_search_free(s);
    lus_game_free(g);
}

/* One search for several rule sets: what it remembers of one is not used for another. */
static void rule_sets_do_not_mix(void **state)
{
    static const char *const names[] = {"ur:finkel", "ur:masters", "ur:finkel"};
    lus_limits limits = {.depth = 3};
    lus_search *shared = lus_search_new(1);
    (void)state;
    for (int i = 0; i < 3; i++) {
        lus_game *g = lus_game_new(lus_rules_find(names[i]), NULL);
        lus_search *own = lus_search_new(1);
        lus_analysis *a, *b;
        lus_rating x, y;
        assert_int_equal(lus_analyse(shared, g, LUS_ANY_THROW, &limits, &a), 0);
        assert_int_equal(lus_analyse(own, g, LUS_ANY_THROW, &limits, &b), 0);
        lus_analysis_at(a, -1, &x);
        lus_analysis_at(b, -1, &y);
        assert_true(x.value == y.value);
        lus_analysis_free(a);
        lus_analysis_free(b);
        lus_search_free(own);
        lus_game_free(g);
    }
    lus_search_free(shared);
}

/* The ratings of moves: best first, losses from 0 up, lines that can be played. */
static void check_ratings(const lus_analysis *a, lus_game *g, int thrown)
{
    double last = 0;
    for (int i = 0; i < lus_analysis_count(a); i++) {
        lus_rating rating;
        lus_move m;
        int t, plies = lus_game_plies(g), k = 0;
        assert_int_equal(lus_analysis_at(a, i, &rating), 0);
        assert_true(rating.loss >= last && rating.win >= 0 && rating.win <= 1);
        assert_true(strlen(rating.why) > 5 && rating.thrown == thrown);
        last = rating.loss;
        for (; lus_analysis_line(a, i, k, &t, &m) == 1; k++) {
            assert_true(k > 0 || (t == thrown && m == rating.move));
            assert_int_equal(lus_game_play(g, t, m), 0);
        }
        assert_true(k > 0);
        while (lus_game_plies(g) > plies)
            lus_game_undo(g);
    }
}

static void analysis_has_parts(void **state)
{
    int thrown;
    lus_game *g = game_at("ur", "6---x----------0:6----x---------0:L:2", &thrown);
    lus_search *s = lus_search_new(1);
    lus_analysis *a;
    lus_rating whole, best;
    size_t n;
    (void)state;
    assert_int_equal(lus_analyse(s, g, thrown, &(lus_limits){.depth = 3}, &a), 0);
    assert_int_equal(lus_analysis_unit(a), LUS_UNIT_WIN);
    assert_int_equal(lus_analysis_depth(a), 3);
    assert_int_equal(lus_analysis_count(a), 2);
    check_ratings(a, g, 2);
    lus_analysis_at(a, -1, &whole);
    lus_analysis_at(a, 0, &best);
    assert_true(whole.value == best.value && whole.move == best.move);
    char *json = lus_analysis_json(a, &n);
    assert_int_equal(n, strlen(json));
    assert_memory_equal(json, "{\"schema\":\"lusoria.analysis/1\"", 30);
    lus_free(json);
    lus_analysis_free(a);
    lus_search_free(s);
    lus_game_free(g);
}

/* Before a throw the value is the weighted mean of the throws. */
static void analysis_of_throws(void **state)
{
    lus_game *g = lus_game_new(lus_rules_find("ur"), NULL);
    lus_search *s = lus_search_new(1);
    lus_analysis *a;
    lus_rating rating;
    double sum = 0;
    (void)state;
    assert_int_equal(lus_analyse(s, g, LUS_ANY_THROW, &(lus_limits){.depth = 2}, &a), 0);
    assert_int_equal(lus_analysis_count(a), 5);
    for (int i = 0; i < 5; i++) {
        assert_int_equal(lus_analysis_at(a, i, &rating), 0);
        assert_int_equal(rating.thrown, i);
        sum += rating.weight * rating.value;
    }
    lus_analysis_at(a, -1, &rating);
    assert_int_equal(rating.weight, 16);
    assert_true(rating.value - sum / 16 < 1e-5 && sum / 16 - rating.value < 1e-5);
    lus_analysis_free(a);
    lus_search_free(s);
    lus_game_free(g);
}

/* ---- tables ---- */

/* A finished game has no ratings; the position has its exact result. */
static void analysis_of_a_finished_game(void **state)
{
    int thrown;
    lus_game *g = game_at("awari", "0-0-0-0-0-0-0-0-0-0-0-0-26-22-S", &thrown);
    lus_search *s = lus_search_new(1);
    lus_analysis *a;
    lus_rating rating;
    lus_move move = 77;
    (void)state;
    assert_int_equal(lus_search_move(s, g, 0, NULL, &move), LUS_ESTATE);
    assert_int_equal(move, 77);
    assert_int_equal(lus_analyse(s, g, 0, NULL, &a), 0);
    assert_int_equal(lus_analysis_count(a), 0);
    assert_int_equal(lus_analysis_depth(a), 0);
    assert_int_equal(lus_analysis_at(a, -1, &rating), 0);
    assert_true(rating.exact && rating.value == 4 && rating.win == 1);
    lus_analysis_free(a);
    lus_search_free(s);
    lus_game_free(g);
}

static void tables_are_probed(void **state)
{
    const lus_rules *r = lus_rules_find("awari");
    char folder[128];
    lus_tables *t = NULL;
    lus_table table;
    lus_pos p;
    int thrown;
    double value, after;
    (void)state;
    fixture_table("awari", 4, "tables", 1, NULL);
    snprintf(folder, sizeof folder, "%s/tables", fixture_folder);
    assert_int_equal(lus_tables_open("/proc/none", &t), LUS_EFILE);
    assert_null(t);
    assert_int_equal(lus_tables_open(folder, &t), 0);
    assert_int_equal(lus_tables_count(t), 1);
    assert_int_equal(lus_tables_at(t, 0, &table), 0);
    assert_ptr_equal(table.rules, r);
    assert_int_equal(table.size, 4);
    assert_null(lus_tables_skipped(t, 0));
    lus_pos_parse(r, "0-0-0-0-1-1-1-0-0-0-1-0-11-10-S", &p, &thrown, NULL);
    assert_int_equal(lus_tables_probe(t, r, &p, &value), 1);
    lus_move list[LUS_MAX_MOVES];
    double best = -99;
    for (int n = lus_moves(r, &p, 0, list); n--; best = after > best ? after : best)
        assert_int_equal(lus_tables_probe_move(t, r, &p, 0, list[n], &after), 1);
    assert_true(value == best && value > 1);
    assert_int_equal(lus_tables_probe_move(t, r, &p, 0, LUS_PASS, &after), LUS_EILLEGAL);
    lus_start(r, &p);
    assert_int_equal(lus_tables_probe(t, r, &p, &value), 0);
    lus_tables_close(t);
}

/* With tables the analysis is exact and has no depth. */
static void search_uses_tables(void **state)
{
    int thrown;
    char folder[128];
    lus_game *g = game_at("awari", "0-0-0-0-1-1-1-0-0-0-0-0-10-6-S", &thrown);
    lus_search *s = lus_search_new(1);
    lus_tables *t;
    lus_analysis *a;
    lus_rating rating;
    double value;
    (void)state;
    snprintf(folder, sizeof folder, "%s/tables", fixture_folder);
    assert_int_equal(lus_tables_open(folder, &t), 0);
    assert_int_equal(lus_search_tables(s, t), 0);
    assert_int_equal(lus_analyse(s, g, thrown, NULL, &a), 0);
    assert_int_equal(lus_analysis_depth(a), 0);
    assert_int_equal(lus_analysis_unit(a), LUS_UNIT_STONES);
    lus_analysis_at(a, -1, &rating);
    assert_int_equal(rating.exact, 1);
    assert_int_equal(lus_tables_probe(t, lus_game_rules(g), lus_game_pos(g), &value), 1);
    assert_true(rating.value == value);
    lus_analysis_free(a);
    lus_search_free(s);
    lus_tables_close(t);
    lus_game_free(g);
}

/* One thread of several: a search of its own, tables and a game that all share. */
struct user {
    const lus_tables *tables;
    const lus_game *game;
    double value, probed;
};

static void *analyse_and_probe(void *arg)
{
    struct user *u = arg;
    const lus_rules *r = lus_game_rules(u->game);
    lus_search *s = lus_search_new(1);
    lus_analysis *a = NULL;
    lus_rating rating = {0};
    lus_search_tables(s, u->tables);
    lus_analyse(s, u->game, 0, &(lus_limits){.depth = 4}, &a);
    lus_analysis_at(a, -1, &rating);
    u->value = rating.value;
    lus_tables_probe(u->tables, r, lus_game_pos(u->game), &u->probed);
    lus_analysis_free(a);
    lus_search_free(s);
    return NULL;
}

/* Under TSan this finds races between objects that the header calls independent. */
static void threads_share_tables(void **state)
{
    enum { THREADS = 4 };
    char folder[128];
    int thrown;
    lus_tables *t;
    lus_game *g = game_at("awari", "0-0-0-0-1-1-1-0-0-0-1-0-11-10-S", &thrown);
    struct user users[THREADS];
    pthread_t threads[THREADS];
    (void)state;
    snprintf(folder, sizeof folder, "%s/tables", fixture_folder);
    assert_int_equal(lus_tables_open(folder, &t), 0);
    for (int i = 0; i < THREADS; i++) {
        users[i] = (struct user){.tables = t, .game = g};
        pthread_create(&threads[i], NULL, analyse_and_probe, &users[i]);
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        assert_true(users[i].value == users[0].probed && users[i].probed > 1);
    }
    lus_game_free(g);
    lus_tables_close(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_calls),
        cmocka_unit_test(sizes_stay),
        cmocka_unit_test(observed_positions),
        cmocka_unit_test(search_finds_a_win),
        cmocka_unit_test(search_refuses),
        cmocka_unit_test(search_is_stopped),
        cmocka_unit_test(rule_sets_do_not_mix),
        cmocka_unit_test(analysis_has_parts),
        cmocka_unit_test(analysis_of_throws),
        cmocka_unit_test(analysis_of_a_finished_game),
        cmocka_unit_test(tables_are_probed),
        cmocka_unit_test(search_uses_tables),
        cmocka_unit_test(threads_share_tables),
    };
    return cmocka_run_group_tests(tests, fixture_setup, fixture_teardown);
}
