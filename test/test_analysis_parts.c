/* SPDX-License-Identifier: MIT */
/* test_analysis_parts.c - the numbers and limits of an analysis: scales and their texts
   against formulas, values after the next throws against the reference search, tables on
   the scale of the search, and how node and time limits are divided. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "analyse/facts.h"
#include "analyse/tablebase_values.h"
#include "core/hash.h"
#include "core/random.h"
#include "search/tablebase_root.h"
#include "search/value.h"
#include "solve/frame.h"
#include "support/random_game.h"
#include "support/reference_search.h"
#include "support/table_fixture.h"

/* ---- scales ---- */

static void values_are_scaled_by_formulas(void **state)
{
    struct analysis win = {.unit = UNIT_WIN}, stones = {.unit = UNIT_STONES},
                    points = {.unit = UNIT_POINTS};
    (void)state;
    for (int v = -VALUE_WIN - 70; v <= VALUE_WIN + 70; v += 7919) {
        double chance = fmin(fmax((1 + (double)v / VALUE_WIN) / 2, 0), 1);
        assert_int_equal(value_millionths(&win, v), (int)floor(chance * 1e6 + 0.5));
        assert_int_equal(win_millionths(&win, v), (int)floor(chance * 1e6 + 0.5));
        assert_int_equal(win_millionths(&points, v), -1);
        assert_int_equal(value_millionths(&points, v), v * INT64_C(1000000));
    }
    for (int v = -4800; v <= 4800; v += 37) {
        double chance = 1 / (1 + exp(-v / 100.0 / 3.7));
        assert_true(fabs((double)win_millionths(&stones, v) / 1e6 - chance) < 0.0005);
        assert_int_equal(value_millionths(&stones, v), v * 10000);
        assert_false(value_is_decided(&stones, v));
        for (int depth = 0; depth < 60; depth += 7) {
            /* A decided game: the lead in whole stones and the depth that was left. */
            int lead = v / 100, won = VALUE_WIN + abs(lead) * VALUE_STONE + depth;
            won = lead < 0 ? -won : won;
            stones.depth = 60;
            assert_true(value_is_decided(&stones, won));
            assert_int_equal(value_millionths(&stones, won), lead * 1000000);
            assert_int_equal(win_millionths(&stones, won), lead < 0 ? 0 : 1000000);
            assert_int_equal(value_plies(&stones, won), 60 - depth);
        }
    }
    win.depth = 60;
    assert_int_equal(value_plies(&win, -VALUE_WIN - 57), 3);
    assert_true(value_is_decided(&win, VALUE_WIN) && value_is_decided(&win, -VALUE_WIN));
    assert_false(value_is_decided(&win, VALUE_WIN - 1));
    assert_false(value_is_decided(&win, 1 - VALUE_WIN));
    assert_false(value_is_decided(&points, VALUE_WIN + 5));
}

static void amounts_are_written_rounded(void **state)
{
    static const struct {
        enum analysis_unit unit;
        int64_t millionths;
        bool sign;
        const char *text;
    } cases[] = {
        {UNIT_WIN, 531000, false, "53.1 %"},     {UNIT_WIN, 531499, false, "53.1 %"},
        {UNIT_WIN, 531500, false, "53.2 %"},     {UNIT_WIN, 531499, true, "+53.1 %"},
        {UNIT_WIN, -499, true, "+0.0 %"},        {UNIT_WIN, -500, true, "-0.1 %"},
        {UNIT_WIN, 1000000, false, "100.0 %"},   {UNIT_WIN, 0, false, "0.0 %"},
        {UNIT_STONES, 3250000, true, "+3.25"},   {UNIT_STONES, -3004999, true, "-3.00"},
        {UNIT_STONES, 3005000, false, "3.01"},   {UNIT_STONES, -4999, false, "0.00"},
        {UNIT_STONES, 12345678, true, "+12.35"}, {UNIT_POINTS, 120000000, true, "+120"},
        {UNIT_POINTS, -7000000, true, "-7"},     {UNIT_POINTS, 500000, false, "1"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[32];
        struct text t = text_on(text, sizeof text);
        text_amount(&t, cases[i].unit, cases[i].millionths, cases[i].sign);
        assert_string_equal(text, cases[i].text);
    }
}

static void values_and_losses_are_written(void **state)
{
    static const struct {
        enum analysis_unit unit;
        int best, value;
        const char *value_text, *loss, *win;
    } cases[] = {
        {UNIT_WIN, VALUE_WIN / 2, 0, "50.0 %", "25.0 %", ""},
        {UNIT_STONES, 425, 200, "+2.00", "2.25", " (63 %)"},
        {UNIT_STONES, 425, -200, "-2.00", "6.25", " (37 %)"},
        {UNIT_STONES, 425, 425, "+4.25", "0.00", " (76 %)"},
        {UNIT_POINTS, 40, -5, "-5", "45", ""},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct analysis a = {.unit = cases[i].unit, .value = cases[i].best};
        char text[3][32];
        struct text t[3];
        for (int k = 0; k < 3; k++)
            t[k] = text_on(text[k], sizeof text[k]);
        text_value(&t[0], &a, cases[i].value);
        text_loss(&t[1], &a, cases[i].value);
        text_win(&t[2], &a, cases[i].value);
        assert_string_equal(text[0], cases[i].value_text);
        assert_string_equal(text[1], cases[i].loss);
        assert_string_equal(text[2], cases[i].win);
    }
}

/* Before a throw: of equal throws the lowest is named. */
static void the_first_of_equal_throws_is_named(void **state)
{
    struct analysis a = {.rules = lus_rules_find("ur:finkel"),
                         .throw = LUS_ANY_THROW,
                         .n_throws = 5,
                         .value = VALUE_WIN / 2,
                         .throws = {{0, 1, 5, LUS_PASS},
                                    {1, 4, 9, 0},
                                    {2, 6, 9, 0},
                                    {3, 4, -1, 0},
                                    {4, 1, -1, 0}}};
    (void)state;
    explain_position(&a);
    assert_string_equal(
        a.summary, "Light wins 75.0 % of the games; the best throw is 1, the worst 3.");
}

/* A lead of half of a tenth of a percent is written, less is "hardly more". */
static void small_leads_are_hardly_more(void **state)
{
    static const struct {
        int second; /* 499,500 and 499,501 millionths; the best has 500,000 */
        const char *text;
    } cases[] = {{-1049, "0-2 wins 50.0 % of the games, 0.1 % more than 4-6."},
                 {-1047, "0-2 wins 50.0 % of the games, hardly more than 4-6."}};
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct analysis a = {.rules = lus_rules_find("ur:finkel"), .throw = 2, .n = 2};
        lus_start(a.rules, &a.pos);
        a.move[0].move = move_step(0, 2);
        a.move[1].move = move_step(4, 6);
        a.move[1].value = cases[i].second;
        explain_position(&a);
        assert_string_equal(a.summary, cases[i].text);
    }
}

/* A pass has no facts, nor has a move that is not legal. */
static void passes_have_no_facts(void **state)
{
    const lus_rules *r = lus_rules_find("ur:finkel");
    struct fact fact[MAX_FACTS];
    char text[64];
    struct text t = text_on(text, sizeof text);
    lus_pos p;
    (void)state;
    lus_start(r, &p);
    assert_int_equal(move_facts(r, &p, 0, LUS_PASS, fact), 0);
    assert_int_equal(move_facts(r, &p, 2, move_step(3, 5), fact), 0);
    assert_int_equal(move_facts(r, &p, 4, move_step(0, 4), fact), 3);
    assert_int_equal(explain_move(&t, r, &p, 0, LUS_PASS), 0);
    assert_string_equal(text, "pass is the only possibility");
}

/* The throw is written from the second ply on, and only with dice; the ply is played. */
static void plies_are_written(void **state)
{
    static const struct {
        const char *rules;
        int throw;
        lus_move move;
        bool first;
        const char *text;
    } cases[] = {{"ur:finkel", 2, 0x200, true, "0-2"},
                 {"ur:finkel", 2, 0x200, false, "2/0-2"},
                 {"ur:finkel", 0, LUS_PASS, false, "0/pass"},
                 {"awari:abapa", 0, 0, false, NULL}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct analysis a = {.rules = lus_rules_find(cases[i].rules)};
        struct pv_ply ply = {cases[i].throw, cases[i].move};
        char text[MAX_PLY], move[LUS_MAX_TEXT];
        lus_move list[LUS_MAX_MOVES];
        lus_pos p, next;
        lus_start(a.rules, &p);
        if (!cases[i].text) { /* the first move of the list */
            lus_moves(a.rules, &p, 0, list);
            ply.move = list[0];
        }
        lus_move_format(a.rules, &p, ply.move, move);
        next = p;
        lus_play(a.rules, &next, ply.throw, ply.move);
        ply_format(&a, &p, &ply, cases[i].first, text);
        assert_string_equal(text, cases[i].text ? cases[i].text : move);
        assert_memory_equal(&p, &next, sizeof p);
    }
}

/* ---- the next throws ---- */

/* The value of the side that throws, with the best move or a pass. */
static int reference_throw(const struct reference_search *s, const lus_pos *p, int throw,
                           int depth)
{
    lus_move list[LUS_MAX_MOVES];
    int n = lus_moves(s->r, p, throw, list), best = -VALUE_MAX;
    for (int i = 0; i < n; i++) {
        int v = reference_move_value(s, p, throw, list[i], depth);
        best = v > best ? v : best;
    }
    lus_pos next = *p;
    if (n)
        return best;
    int again = s->r->pass(s->r, &next, throw),
        v = reference_position_value(s, &next, depth - 1);
    return again ? v : -v;
}

static void check_replies(const struct analysis *a, const struct analysis_move *m,
                          const void *network)
{
    const lus_rules *r = a->rules;
    struct reference_search s = {r, false, pos_side(&a->pos), network};
    lus_pos next = a->pos;
    lus_play(r, &next, a->throw, m->move);
    if (lus_result(r, &next) != LUS_ONGOING) {
        assert_int_equal(m->n_replies, 0);
        return;
    }
    assert_int_equal(m->n_replies, r->dice.n_throws);
    for (int t = 0; t < m->n_replies; t++) {
        int v = reference_throw(&s, &next, r->dice.throws[t].value,
                                a->depth > 1 ? a->depth - 1 : 1);
        assert_int_equal(m->reply[t], pos_side(&next) == pos_side(&a->pos) ? v : -v);
    }
}

static void check_sentence(const struct analysis *a, const struct analysis_move *m)
{
    char text[MAX_EXPLANATION];
    struct text t = text_on(text, sizeof text);
    assert_int_equal(explain_move(&t, a->rules, &a->pos, a->throw, m->move), m->n_facts);
    text_char(&t, '.');
    assert_string_equal(m->why, text);
}

/* Every move's value after each next throw, at depths 1 to 3. */
static void replies_have_reference_values(void **state)
{
    static const char *const names[] = {"ur:finkel", "senet:blockade", "ur:masters"};
    (void)state;
    for (int k = 0; k < 3; k++) {
        const lus_rules *r = lus_rules_find(names[k]);
        void *network = reference_network(r);
        struct random rng = random_stream(31, (uint64_t)k);
        for (int i = 0; i < 9; i++) {
            lus_pos p;
            int throw;
            struct analysis *a;
            while (!random_position(r, &rng, &p, &throw))
                ;
            lus_game *g = lus_game_new(r, &p);
            struct search_limits limits = {.depth = 1 + i % 3, .plain = i % 2};
            if (i == 8) /* a node limit is that of the moves, not of the replies */
                limits = (struct search_limits){.nodes = 40};
            assert_int_equal(analyse(g, throw, &limits, &a), 0);
            assert_true(i == 8 || a->depth == 1 + i % 3);
            assert_true(a->time_ms == 0); /* there is no clock */
            for (int m = 0; m < a->n; m++) {
                check_replies(a, &a->move[m], network);
                check_sentence(a, &a->move[m]);
            }
            free(a);
            lus_game_free(g);
        }
        free(network);
    }
}

/* ---- limits ---- */

/* A clock that advances by a millisecond whenever it is read. */
static int clock_reads;

static double read_clock(void)
{
    return ++clock_reads;
}

/* A time limit is used, and exceeded by a few readings of the clock at most: one at the
   start and the end of every search.  Before a throw the first of five throws gets a fifth
   of the time, and the others end at its depth. */
static void the_time_is_used_and_not_exceeded(void **state)
{
    static const struct {
        const char *rules;
        int throw, time_ms, table_mb, least, most;
    } cases[] = {
        {"ur:finkel", LUS_ANY_THROW, 200, 0, 60, 140},
        {"senet:houses", LUS_ANY_THROW, 200, 0, 50, 140},
        {"ur:finkel", 2, 200, 0, 170, 205},
        {"awari:abapa", 0, 200, 0, 200, 210},
        {"awari:abapa", 0, 200, -1, 155, 170}, /* a quarter is left for a second search */
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const lus_rules *r = lus_rules_find(cases[i].rules);
        lus_game *g = random_game(r, 5, 9);
        struct search_limits limits = {.time_ms = cases[i].time_ms,
                                       .table_mb = cases[i].table_mb,
                                       .now_ms = read_clock};
        struct analysis *a;
        clock_reads = 0;
        assert_int_equal(analyse(g, cases[i].throw, &limits, &a), 0);
        print_message("%s: %d of %d ms, depth %d\n", cases[i].rules, clock_reads,
                      cases[i].time_ms, a->depth);
        assert_in_range(clock_reads, cases[i].least, cases[i].most);
        assert_true(a->timed_out && a->depth > 2);
        assert_true(a->time_ms == clock_reads - 1);
        free(a);
        lus_game_free(g);
    }
}

/* An impossible throw is refused; the options say which evaluation was used. */
static void analyses_are_refused_or_named(void **state)
{
    const lus_rules *r = lus_rules_find("ur:finkel");
    lus_game *g = lus_game_new(r, NULL);
    struct search_limits limits = {.depth = 1};
    struct analysis *a = NULL;
    (void)state;
    assert_int_equal(analyse(g, 5, &limits, &a), LUS_ERANGE);
    assert_null(a);
    for (int classic = 0; classic < 2; classic++) {
        limits.eval = classic ? "classic" : NULL;
        assert_int_equal(analyse(g, 2, &limits, &a), 0);
        assert_string_equal(a->eval, classic ? "classic" : "default");
        assert_int_equal(a->unit, classic ? UNIT_POINTS : UNIT_WIN);
        free(a);
        lus_game *over = lus_game_copy(g);
        assert_int_equal(lus_game_resign(over, 0), 0);
        assert_int_equal(analyse(over, 2, &limits, &a), 0);
        assert_string_equal(a->eval, "default"); /* the result of the rules */
        assert_string_equal(a->source, "rules");
        assert_true(a->value == -VALUE_WIN && a->exact && a->unit == UNIT_WIN);
        free(a);
        lus_game_free(over);
    }
    lus_game_free(g);
}

/* Before a throw each throw gets its part of the nodes; the first one, the likeliest, also
   decides the depth of the others. */
static void nodes_are_divided_among_the_throws(void **state)
{
    const lus_rules *r = lus_rules_find("ur:finkel");
    lus_game *g = random_game(r, 5, 9);
    struct search_limits limits = {.nodes = 10000};
    struct analysis *a;
    struct search_report report;
    (void)state;
    assert_int_equal(analyse(g, LUS_ANY_THROW, &limits, &a), 0);
    uint64_t nodes = a->stats.nodes[0] + a->stats.nodes[1] + a->stats.chance;
    assert_in_range(nodes, 3000, 10000 + 5 * 20);
    limits.nodes = 2000;
    limits.all_values = limits.allow_pass = true;
    assert_int_equal(search_run(g, 2, &limits, &report), 0);
    assert_int_equal(a->throws[2].throw, 2);
    assert_int_equal(a->throws[2].value, report.moves[0].value);
    assert_true(a->depth <= report.depth && a->depth > 0);
    free(a);
    limits.nodes = 3; /* fewer than throws: at least one ply each */
    assert_int_equal(analyse(g, LUS_ANY_THROW, &limits, &a), 0);
    assert_int_equal(a->depth, 1);
    free(a);
    lus_game_free(g);
}

/* ---- tables on the scale of the search ---- */

static void check_scale(const struct tables *ts, const lus_rules *r, const lus_pos *p)
{
    struct tablebase_source source = tablebase_source_of(ts);
    struct search_tablebase search = tablebase_for_search(ts, r);
    double v, unrounded;
    int rounded, probed, score[2];
    assert_int_equal(tables_value(ts, r, p, &v), 1);
    assert_true(source.value(source.context, r, p, &rounded));
    assert_true(source.unrounded(source.context, r, p, &unrounded));
    assert_true(search.probe(search.context, r, p, &probed));
    assert_int_equal(rounded, probed);
    r->score(r, p, score);
    int lead = score[0] - score[1] + (int)v;
    if (r->score_counts) {
        assert_int_equal(rounded,
                         lead * VALUE_STONE + VALUE_WIN * ((lead > 0) - (lead < 0)));
        assert_true(unrounded == lead);
    } else if (r->dice.sticks) {
        double exact = (2 * v - 1) * VALUE_WIN,
               most = VALUE_WIN - 1; /* not over, so never certain */
        assert_true(fabs(rounded - fmin(fmax(exact, -most), most)) <= 0.5);
        assert_true(unrounded == v);
    } else {
        assert_int_equal(rounded, (int)((2 * v - 1) * VALUE_WIN));
        assert_true(unrounded == v);
    }
}

static void tables_are_scaled(void **state)
{
    static const struct {
        const char *rules;
        int size;
    } cases[] = {{"ur:finkel", 1}, {"awari:abapa", 4}};
    (void)state;
    if (!frame_able())
        skip();
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const lus_rules *r = lus_rules_find(cases[i].rules);
        char where[128];
        fixture_table(cases[i].rules, cases[i].size, cases[i].rules, 1, NULL);
        snprintf(where, sizeof where, "%s/%s", fixture_folder, cases[i].rules);
        struct tables *ts = tables_open(where);
        const struct table_info *info = table_info(tables_at(ts, 0));
        int layers = info->solver->index.layers(info->index);
        for (int layer = 0; layer < layers; layer++)
            for (uint64_t k = 0; k < info->solver->index.layer_size(info->index, layer);
                 k++) {
                lus_pos p;
                info->solver->index.unrank(info->index, layer, k, &p);
                if (r->score_counts)
                    p.w[2] = k % 2 ? 0x1012 : 0x1310; /* a lead of 2, or behind by 3 */
                check_scale(ts, r, &p);
            }
        lus_pos start;
        int value;
        lus_start(r, &start);
        assert_false(tablebase_source_of(ts).value(ts, r, &start, &value));
        assert_int_equal(tablebase_for_table(tables_at(ts, 0)).max_material,
                         cases[i].size);
        tables_close(ts);
    }
    assert_null(tablebase_source_of(NULL).value);
    assert_null(tablebase_source_of(NULL).unrounded);
}

/* ---- exact lines ---- */

/* A tablebase of every position with arbitrary values. */
static bool probe_all(void *context, const lus_rules *r, const lus_pos *p, int *value)
{
    (void)context, (void)r;
    *value = (int)(pos_hash(p) % 200001) - 100000;
    return true;
}

/* The line of each move follows the best values of the tablebase, with the likeliest throw,
   for eight plies or to the end of the game. */
static void exact_lines_follow_the_tablebase(void **state)
{
    static const char *const names[] = {"ur:finkel", "cave:5x4"};
    (void)state;
    for (int k = 0; k < 2; k++)
        for (int plies = 0; plies < 40; plies += 4) {
            const lus_rules *r = lus_rules_find(names[k]);
            lus_game *g = random_game(r, plies, plies);
            struct search_limits limits = {.depth = 3,
                                           .tablebase = {probe_all, NULL, 99, NULL}};
            struct analysis *a;
            if (lus_game_end(g).over) {
                lus_game_free(g);
                continue;
            }
            assert_int_equal(analyse(g, 2, &limits, &a), 0);
            assert_true(a->exact && a->depth == 0 && a->move[a->n - 1].exact);
            assert_string_equal(a->source, "table");
            assert_int_equal(a->value, a->move[0].value);
            for (int m = 0; m < a->n; m++) {
                lus_game *after = lus_game_copy(g);
                for (int i = 0; i < a->move[m].n_line; i++) {
                    struct pv_ply ply = a->move[m].line[i];
                    struct search_report report;
                    if (i) {
                        assert_true(tablebase_answer(after, ply.throw, &limits, &report));
                        assert_true(report.moves[0].move == ply.move);
                        assert_int_equal(ply.throw, r->dice.sticks ? 2 : 0);
                    }
                    assert_true(lus_game_play(after, ply.throw, ply.move) >= 0);
                }
                lus_move list[LUS_MAX_MOVES];
                bool stuck =
                    lus_game_end(after).over ||
                    !lus_moves(r, lus_game_pos(after), r->dice.sticks ? 2 : 0, list);
                assert_true(a->move[m].n_line == 8 || stuck);
                lus_game_free(after);
            }
            free(a);
            lus_game_free(g);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_scaled_by_formulas),
        cmocka_unit_test(amounts_are_written_rounded),
        cmocka_unit_test(values_and_losses_are_written),
        cmocka_unit_test(the_first_of_equal_throws_is_named),
        cmocka_unit_test(small_leads_are_hardly_more),
        cmocka_unit_test(passes_have_no_facts),
        cmocka_unit_test(plies_are_written),
        cmocka_unit_test(replies_have_reference_values),
        cmocka_unit_test(the_time_is_used_and_not_exceeded),
        cmocka_unit_test(analyses_are_refused_or_named),
        cmocka_unit_test(nodes_are_divided_among_the_throws),
        cmocka_unit_test(tables_are_scaled),
        cmocka_unit_test(exact_lines_follow_the_tablebase),
    };
    return cmocka_run_group_tests(tests, fixture_setup, fixture_teardown);
}
