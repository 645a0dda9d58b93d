/* SPDX-License-Identifier: MIT */
/* test_analyse.c - the analysis says what the search found, its lines are what the
   search expects, and its JSON is JSON. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "analyse/analyse.h"
#include "search/value.h"
#include "support/random_game.h"
#include "support/reference_search.h"
#include "support/json_reader.h"
#include "report/analysis_json.h"
#include "text/json.h"
#include "report/tree_svg.h"

enum { POSITIONS = 40, DEPTH = 3 };

/* The seed-th random game that has not ended, and a throw. */
static lus_game *running_game(const lus_rules *r, int *seed, int *throw)
{
    for (;; ++*seed) {
        lus_game *g = random_game(r, *seed, *seed * 7 % 50);
        struct random rng = random_stream(7, (uint64_t)*seed);
        if (!lus_game_end(g).over) {
            *throw = r->dice.sticks ? random_throw(r, &rng) : 0;
            ++*seed;
            return g;
        }
        lus_game_free(g);
    }
}

static struct analysis *analysed(const lus_game *g, int throw, struct search_limits s)
{
    struct search_limits limits = s;
    struct analysis *a;
    if (!s.table_mb)
        limits.table_mb = 1;
    assert_int_equal(analyse(g, throw, &limits, &a), 0);
    return a;
}

/* ---- values ---- */

/* The throws that follow a move average to its value, rounded once more. */
static void check_replies(const struct analysis *a, const struct analysis_move *m)
{
    const lus_rules *r = a->rules;
    int64_t sum = 0;
    if (!m->n_replies) {
        lus_pos after = a->pos;
        lus_play(r, &after, a->throw, m->move);
        assert_true(!r->dice.sticks || lus_result(r, &after) != LUS_ONGOING);
        return;
    }
    assert_int_equal(m->n_replies, r->dice.n_throws);
    for (int i = 0; i < m->n_replies; i++)
        sum += (int64_t)r->dice.throws[i].weight * m->reply[i];
    assert_int_equal(sum / r->dice.weight_sum, m->value);
}

static void check_moves(const struct analysis *a, const lus_game *g, int throw)
{
    struct search_limits limits = {
        .depth = DEPTH, .table_mb = 1, .all_values = true, .allow_pass = true};
    struct search_report report;
    assert_int_equal(search_run(g, throw, &limits, &report), 0);
    assert_int_equal(a->n, report.n);
    assert_int_equal(a->value, report.moves[0].value);
    assert_int_equal(a->depth, DEPTH);
    for (int i = 0; i < a->n; i++) {
        assert_true(a->move[i].move == report.moves[i].move);
        assert_int_equal(a->move[i].value, report.moves[i].value);
        assert_true(i == 0 || a->move[i].value <= a->move[i - 1].value);
        check_replies(a, &a->move[i]);
    }
}

static int leaf(const lus_rules *r, const lus_pos *p, int root_side)
{
    int v = reference_evaluate(r, p);
    return pos_side(p) == root_side ? v : -v;
}

/* Without dice the line of every move ends where its value comes from; with dice the
   answer it gives to the likeliest throw is a best one. */
static void check_line(const struct analysis *a, const lus_game *g,
                       const struct analysis_move *m)
{
    const lus_rules *r = a->rules;
    lus_game *line = lus_game_copy(g);
    assert_true(m->n_line > 0 && m->n_line <= DEPTH);
    assert_true(m->line[0].move == m->move);
    for (int i = 0; i < m->n_line; i++) {
        struct search_limits limits = {
            .depth = DEPTH - i, .table_mb = 1, .all_values = true};
        struct search_report report;
        const struct pv_ply *ply = &m->line[i];
        if (i && r->dice.sticks && a->unit == UNIT_WIN && ply->move != LUS_PASS) {
            int k = 0;
            assert_int_equal(ply->throw, r->dice.throws[r->dice.by_weight[0]].value);
            assert_int_equal(search_run(line, ply->throw, &limits, &report), 0);
            while (report.moves[k].move != ply->move)
                assert_true(++k < report.n);
            assert_int_equal(report.moves[k].value, report.moves[0].value);
        }
        assert_int_equal(lus_game_play(line, ply->throw, ply->move), 0);
    }
    if (!r->dice.sticks && !lus_game_end(line).over) {
        assert_int_equal(m->n_line, DEPTH);
        assert_int_equal(leaf(r, lus_game_pos(line), pos_side(&a->pos)), m->value);
    }
    lus_game_free(line);
}

static void says_what_the_search_found(void **state)
{
    const lus_rules *r = *state;
    for (int k = 0, seed = 0, throw; k < POSITIONS; k++) {
        lus_game *g = running_game(r, &seed, &throw);
        struct analysis *a = analysed(g, throw, (struct search_limits){.depth = DEPTH});
        check_moves(a, g, throw);
        for (int i = 0; i < a->n; i++)
            check_line(a, g, &a->move[i]);
        free(a);
        lus_game_free(g);
    }
}

/* A pass is worth what the position after it is. */
static void check_pass(const lus_game *g, int throw, int value)
{
    lus_game *after = lus_game_copy(g);
    assert_int_equal(lus_game_play(after, throw, LUS_PASS), 0);
    int same = lus_side(lus_game_pos(after)) == lus_side(lus_game_pos(g));
    struct analysis *a =
        analysed(after, LUS_ANY_THROW, (struct search_limits){.depth = 1});
    if (a->unit == UNIT_WIN) /* Senet's points depend on who asks */
        assert_int_equal(value, same ? a->value : -a->value);
    free(a);
    lus_game_free(after);
}

static void throws_are_weighed(void **state)
{
    const lus_rules *r = *state;
    if (!r->dice.sticks)
        return;
    for (int k = 0, seed = 0, throw; k < 10; k++) {
        lus_game *g = running_game(r, &seed, &throw);
        struct search_limits limits = {.depth = 2};
        struct analysis *all = analysed(g, LUS_ANY_THROW, limits);
        int64_t sum = 0;
        assert_int_equal(all->n, 0);
        assert_int_equal(all->n_throws, r->dice.n_throws);
        for (int t = 0; t < r->dice.n_throws; t++) {
            struct analysis *one = analysed(g, r->dice.throws[t].value, limits);
            assert_int_equal(all->throws[t].throw, r->dice.throws[t].value);
            assert_int_equal(all->throws[t].value, one->value);
            assert_true(all->throws[t].move == one->move[0].move);
            if (one->move[0].move == LUS_PASS)
                check_pass(g, r->dice.throws[t].value, one->value);
            sum += (int64_t)r->dice.throws[t].weight * one->value;
            free(one);
        }
        assert_int_equal(all->value, sum / r->dice.weight_sum);
        free(all);
        lus_game_free(g);
    }
}

/* ---- switches: the same value, other work ---- */

static void switches_change_the_work_only(void **state)
{
    static const struct search_limits switches[] = {
        {.plain = true}, {.table_mb = -1}, {.no_order = true}, {.no_star2 = true}};
    const lus_rules *r = *state;
    bool differs[4] = {false};
    for (int k = 0, seed = 0, throw; k < 3; k++) {
        lus_game *g = running_game(r, &seed, &throw);
        int depth = r->dice.sticks ? 4 : 5;
        struct search_limits limits = {.depth = depth};
        struct analysis *full = analysed(g, throw, limits);
        for (int i = 0; i < 4; i++) {
            limits = switches[i];
            limits.depth = depth;
            struct analysis *a = analysed(g, throw, limits);
            assert_int_equal(a->value, full->value);
            assert_true(a->move[0].move == full->move[0].move);
            differs[i] =
                differs[i] || memcmp(&a->stats, &full->stats, sizeof a->stats) != 0;
            free(a);
        }
        free(full);
        lus_game_free(g);
    }
    for (int i = 0; i < (r->dice.sticks ? 4 : 3); i++)
        assert_true(differs[i]);
}

/* ---- the tree ---- */

/* Every tag is closed, in order; nothing but tags and text. */
static bool is_xml(const char *s)
{
    char open[32][16];
    int n = 0;
    while ((s = strchr(s, '<'))) {
        char name[16] = "";
        bool closes = s[1] == '/';
        const char *end = strchr(s, '>');
        if (!end || sscanf(s + 1 + closes, "%15[a-z]", name) != 1)
            return false;
        if (closes && (n == 0 || strcmp(open[--n], name) != 0))
            return false;
        if (!closes && end[-1] != '/') {
            if (n == 32)
                return false;
            strcpy(open[n++], name);
        }
        s = end;
    }
    return n == 0;
}

/* What was recorded is what was searched: a plain search has no other nodes. */
static void check_counts(const struct search_tree *t, const struct search_stats *stats)
{
    uint64_t choice = 0, chance = 0, leaves = 0;
    for (int i = 1; i < t->n; i++) {
        const struct search_tree_node *n = &t->node[i];
        choice += n->kind == TREE_CHOICE;
        chance += n->kind == TREE_CHANCE;
        leaves += n->kind == TREE_LEAF;
        assert_true(n->parent >= 0 && n->parent < i);
        if (n->kind == TREE_CHOICE && n->weight) /* after a throw */
            assert_true(n->alpha < n->beta);
    }
    assert_int_equal(choice, stats->nodes[0] + stats->nodes[1]);
    assert_int_equal(chance, stats->chance);
    assert_int_equal(leaves, stats->leaves);
}

static int count_of(const char *text, const char *part)
{
    int n = 0;
    while ((text = strstr(text, part))) {
        text += strlen(part);
        n++;
    }
    return n;
}

static void check_tree(const lus_game *g, int throw, bool plain)
{
    const lus_rules *r = lus_game_rules(g);
    struct search_limits limits = {.depth = 2, .table_mb = 1, .plain = plain};
    struct search_report fast, traced;
    struct search_tree *t = search_tree_new(r, 100000);
    assert_int_equal(search_run(g, throw, &limits, &fast), 0);
    limits.tree = t;
    assert_int_equal(search_run(g, throw, &limits, &traced), 0);
    assert_memory_equal(&fast.stats, &traced.stats, sizeof fast.stats);
    assert_int_equal(fast.moves[0].value, traced.moves[0].value);
    if (plain)
        check_counts(t, &traced.stats);
    if (traced.n > 1) {
        struct buffer out = {0};
        size_t n;
        int cut_offs;
        struct analysis *a = analysed(g, throw, (struct search_limits){.depth = 1});
        assert_int_equal(t->node[0].value, traced.moves[0].value);
        assert_false(t->truncated);
        assert_true(tree_svg(&out, t, a, &cut_offs));
        char *svg = buffer_take(&out, &n);
        assert_true(is_xml(svg));
        assert_int_equal(cut_offs, count_of(svg, "class=\"stub cut\""));
        free(svg);
        free(a);
    }
    search_tree_free(t);
}

static void the_tree_is_what_was_searched(void **state)
{
    const lus_rules *r = *state;
    for (int k = 0, seed = 0, throw; k < 6; k++) {
        lus_game *g = running_game(r, &seed, &throw);
        if (lus_moves(r, lus_game_pos(g), throw, (lus_move[LUS_MAX_MOVES]){0}) > 1)
            check_tree(g, throw, k % 2);
        lus_game_free(g);
    }
}

/* Too large a tree is cut, says so, and the search does not mind. */
static void a_small_room_is_enough(void **state)
{
    const lus_rules *r = lus_rules_find("senet:houses");
    struct search_limits limits = {.depth = 3, .table_mb = 1, .all_values = true};
    struct search_report report;
    lus_game *g = lus_game_new(r, NULL);
    (void)state;
    limits.tree = search_tree_new(r, 50);
    assert_int_equal(search_run(g, 2, &limits, &report), 0);
    assert_int_equal(limits.tree->n, 50);
    assert_true(limits.tree->truncated);
    assert_int_equal(limits.tree->node[0].value, report.moves[0].value);
    assert_false(is_xml("<a><b></a></b>"));
    search_tree_free(limits.tree);
    lus_game_free(g);
}

/* Without a transposition table of the caller, the lines are as long as the depth, too. */
static void lines_are_as_long_as_the_depth(void **state)
{
    lus_game *g = lus_game_new(lus_rules_find("awari"), NULL);
    struct search_limits limits = {.depth = 4};
    struct analysis *a;
    (void)state;
    assert_int_equal(analyse(g, 0, &limits, &a), 0);
    for (int i = 0; i < a->n; i++)
        assert_int_equal(a->move[i].n_line, 4);
    free(a);
    lus_game_free(g);
}

/* ---- what is known ---- */

/* Knows every position: minus its number of pieces off. */
static bool fake_value(void *context, const lus_rules *r, const lus_pos *p, int *value)
{
    int score[2];
    r->score(r, p, score);
    *value = 1000 * (score[0] - score[1]);
    return context != NULL;
}

static void what_is_known_comes_first(void **state)
{
    const lus_rules *r = lus_rules_find("ur:finkel");
    struct search_limits limits = {.depth = 2,
                                   .tablebase = {fake_value, &limits, 7, NULL}};
    struct analysis *a;
    lus_pos p;
    int throw;
    (void)state;
    assert_true(
        lus_pos_parse(r, "3--x-x-------x-1:5---x---x------0:L:2", &p, &throw, NULL) >= 0);
    lus_game *g = lus_game_new(r, &p);
    assert_int_equal(analyse(g, throw, &limits, &a), 0);
    assert_string_equal(a->source, "table");
    assert_true(a->exact && a->move[a->n - 1].exact && a->stats.leaves == 0);
    assert_int_equal(a->value, 2000);
    assert_int_equal(a->move[0].n_line, 8);
    assert_string_equal(a->move[0].kind, "exit");
    free(a);
    limits.tablebase.context = NULL; /* it does not know: the search answers */
    assert_int_equal(analyse(g, throw, &limits, &a), 0);
    assert_string_equal(a->source, "search");
    assert_false(a->exact);
    free(a);
    lus_game_free(g);
}

/* ---- JSON ---- */

static char *json_of(const struct analysis *a)
{
    struct buffer out = {0};
    size_t n;
    analysis_json(&out, a);
    char *text = buffer_take(&out, &n);
    assert_non_null(text);
    assert_int_equal(strlen(text), n);
    return text;
}

static void check_losses(const char *json, int n)
{
    const char *moves = json_member(json_member(json, "diagnostics"), "move_evaluations");
    double best = strtod(json_member(json, "evaluation"), NULL);
    for (int i = 0; i < n; i++) {
        const char *m = json_item(moves, i);
        double loss = strtod(json_member(m, "loss"), NULL);
        double score = strtod(json_member(m, "score"), NULL);
        assert_true(loss >= 0 && (i > 0 || loss == 0));
        assert_true(best - score - loss < 1e-9 && best - score - loss > -1e-9);
        assert_non_null(json_item(json_member(m, "pv"), 0));
    }
    assert_null(json_item(moves, n));
}

static void json_is_json(void **state)
{
    const lus_rules *r = *state;
    for (int k = 0, seed = 0, throw; k < 10; k++) {
        lus_game *g = running_game(r, &seed, &throw);
        int asked = k % 3 ? throw : LUS_ANY_THROW;
        struct analysis *a =
            analysed(g, r->dice.sticks ? asked : 0, (struct search_limits){.depth = 2});
        char *json = json_of(a);
        assert_true(json_is_valid(json));
        assert_false(strncmp(json_member(json, "game") + 1, r->name, strlen(r->name)));
        assert_false(strncmp(json_member(json, "result"), "null", 4));
        check_losses(json, a->n);
        free(json);
        free(a);
        lus_game_free(g);
    }
}

static void a_finished_game_has_a_result(void **state)
{
    const lus_rules *r = *state;
    static const char *const results[] = {"\"win\"", "\"loss\"", "\"draw\""};
    for (int seed = 0; seed < 5; seed++) {
        lus_game *g = random_game(r, seed, 5000);
        lus_end end = lus_game_end(g);
        if (end.over) {
            struct analysis *a = analysed(g, r->dice.sticks ? LUS_ANY_THROW : 0,
                                          (struct search_limits){.depth = 2});
            char *json = json_of(a);
            int side = lus_side(lus_game_pos(g));
            const char *want = results[end.winner < 0 ? 2 : end.winner != side];
            assert_true(json_is_valid(json));
            assert_false(strncmp(json_member(json, "result"), want, strlen(want)));
            assert_false(strncmp(json_member(json, "move"), "null", 4));
            free(json);
            free(a);
        }
        lus_game_free(g);
    }
}

static void strings_and_numbers(void **state)
{
    struct buffer out = {0};
    struct json j = json_on(&out);
    size_t n;
    (void)state;
    json_open(&j, NULL, '[');
    json_string(&j, NULL, "a\"b\\c\n\t\x01\xc3\xa9\xff/");
    json_millionths(&j, NULL, 531200);
    json_millionths(&j, NULL, -3000000);
    json_millionths(&j, NULL, 1000001);
    json_millionths(&j, NULL, -50);
    json_int(&j, NULL, INT64_MIN);
    json_open(&j, NULL, '{');
    json_bool(&j, "k", true);
    json_null(&j, "n");
    json_close(&j, '}');
    json_open(&j, NULL, '[');
    json_close(&j, ']');
    json_close(&j, ']');
    char *text = buffer_take(&out, &n);
    assert_string_equal(text,
                        "[\"a\\\"b\\\\c\\n\\t\\u0001\xc3\xa9\xef\xbf\xbd/\",0.5312,-3,"
                        "1.000001,-0.00005,-9223372036854775808,"
                        "{\"k\":true,\"n\":null},[]]");
    assert_true(json_is_valid(text));
    free(text);
}

static void the_judge_of_json(void **state)
{
    static const char *const bad[] = {"",   "{",      "[1,]",    "{\"a\"}",
                                      "01", "\"\n\"", "[1]]",    "{\"a\":}",
                                      "1.", "nul",    "\"\\x\"", "[1 2]"};
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_false(json_is_valid(bad[i]));
    assert_true(json_is_valid(" {\"a\":[1,-0.5e3,{}],\"b\":null} "));
}

/* ---- scales ---- */

static void scales(void **state)
{
    struct analysis a = {.unit = UNIT_WIN, .depth = 5};
    (void)state;
    assert_int_equal(value_millionths(&a, 0), 500000);
    assert_int_equal(value_millionths(&a, VALUE_WIN), 1000000);
    assert_int_equal(value_millionths(&a, -VALUE_WIN - 3), 0);
    assert_int_equal(value_plies(&a, VALUE_WIN + 2), 3);
    a.unit = UNIT_STONES;
    assert_int_equal(value_millionths(&a, 3 * VALUE_STONE), 3000000);
    assert_int_equal(value_millionths(&a, -VALUE_WIN - 4 - 7 * VALUE_STONE), -7000000);
    assert_int_equal(value_plies(&a, -VALUE_WIN - 4 - 7 * VALUE_STONE), 1);
    assert_int_equal(win_millionths(&a, 0), 500000);
    assert_int_equal(win_millionths(&a, VALUE_WIN + VALUE_STONE), 1000000);
    for (int v = -4800; v < 4800; v += 50)
        assert_true(win_millionths(&a, v) <= win_millionths(&a, v + 50));
    assert_int_equal(win_millionths(&a, 700) + win_millionths(&a, -700), 1000000);
    a.unit = UNIT_POINTS;
    assert_int_equal(win_millionths(&a, 10), -1);
    assert_int_equal(value_millionths(&a, -958), -958000000);
}

int main(void)
{
    static void (*const of_rules[])(void **) = {
        says_what_the_search_found,    throws_are_weighed,
        switches_change_the_work_only, json_is_json,
        a_finished_game_has_a_result,  the_tree_is_what_was_searched};
    static const char *const names[] = {"search", "throws", "switches",
                                        "json",   "result", "tree"};
    enum { EACH = 6, MOST = 6 * 32 + 8 };
    struct CMUnitTest tests[MOST] = {
        cmocka_unit_test(what_is_known_comes_first),
        cmocka_unit_test(lines_are_as_long_as_the_depth),
        cmocka_unit_test(a_small_room_is_enough),
        cmocka_unit_test(strings_and_numbers),
        cmocka_unit_test(the_judge_of_json),
        cmocka_unit_test(scales),
    };
    static char name[MOST][64];
    const lus_rules *r;
    int n = 0;
    while (tests[n].name)
        n++;
    for (int i = 0; (r = lus_rules_at(i)) && n + EACH <= MOST; i++)
        for (int k = 0; k < EACH; k++, n++) {
            snprintf(name[n], sizeof name[n], "%s: %s", r->name, names[k]);
            tests[n] = (struct CMUnitTest){name[n], of_rules[k], NULL, NULL, (void *)r};
        }
    return _cmocka_run_group_tests("analyse", tests, (size_t)n, NULL, NULL);
}
