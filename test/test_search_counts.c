/* SPDX-License-Identifier: MIT */
/* test_search_counts.c - node counts and results of fixed searches, compared with
   test/search_counts.txt (support/golden.h).

   test_search shows that the values are right.  This test shows that the search visits the
   same nodes as before: a change of move ordering, pruning or the transposition table that
   was not intended changes a line.  After an intended one:

       UPDATE=1 build/test/test_search_counts

   One line for each rule set and variant: the sums over all positions, and a hash of
   everything in the reports and recorded trees. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "analyse/bench.h"
#include "core/hash.h"
#include "core/random.h"
#include "search/principal_variation.h"
#include "search/search_tree.h"
#include "search/shallow_search.h"
#include "search/tt.h"
#include "support/golden.h"
#include "support/reference_search.h"

enum { POSITIONS = 4, MAX_WRITTEN = 40000, TREE_NODES = 40000, PV_PLIES = 8 };

static char written[MAX_WRITTEN];
static size_t written_size;

/* Sums over the positions of a line. */
struct line {
    struct search_stats stats;
    uint64_t hash;
    int depth;
};

static void add_number(struct line *line, int64_t number)
{
    line->hash = hash_number(line->hash, (uint64_t)number);
}

static void add_report(struct line *line, const struct search_report *report)
{
    search_stats_add(&line->stats, &report->stats);
    line->depth += report->depth;
    add_number(line, report->n);
    add_number(line, report->timed_out);
    for (int i = 0; i < report->n; i++) {
        add_number(line, (int64_t)report->moves[i].move);
        add_number(line, report->moves[i].value);
        add_number(line, report->moves[i].bound);
    }
}

static void add_tree(struct line *line, const struct search_tree *t)
{
    add_number(line, t->n);
    add_number(line, t->truncated);
    for (int i = 0; i < t->n; i++) {
        const struct search_tree_node *n = &t->node[i];
        const int64_t found[] = {n->parent,
                                 n->kind,
                                 (int64_t)pos_hash(&n->pos),
                                 i ? (int64_t)n->move : 0,
                                 n->throw,
                                 n->weight,
                                 n->depth,
                                 n->alpha,
                                 n->beta,
                                 n->value,
                                 n->probe,
                                 n->hit,
                                 n->incomplete};
        for (size_t k = 0; k < sizeof found / sizeof found[0]; k++)
            add_number(line, found[k]);
    }
}

/* A tablebase of every third position that is not finished.  Its values are arbitrary:
   the search takes them as they are. */
static bool probe_third(void *context, const lus_rules *r, const lus_pos *p, int *value)
{
    uint64_t hash = pos_hash(p);
    (void)context;
    if (hash % 3 || r->result(r, p) != LUS_ONGOING)
        return false;
    *value = hash % 5 == 0   ? VALUE_WIN
             : hash % 5 == 1 ? -VALUE_WIN
                             : (int)(hash >> 8 & 0x1ffff) - 0x10000;
    return true;
}

/* A clock that advances by a millisecond whenever it is read. */
static int clock_reads;

static double read_clock(void)
{
    return ++clock_reads;
}

/* ---- the variants ---- */

struct variant {
    const char *name;
    struct search_limits limits;
    int less_depth;    /* than the depth of the rule set */
    int tree_capacity; /* 0: no tree */
    bool tablebase;
};

static const struct variant variants[] = {
    {"small table", {.table_mb = 1}, 0, 0, false},
    {"no table", {.table_mb = -1}, 0, 0, false},
    {"all values", {.table_mb = 1, .all_values = true}, 1, 0, false},
    {"no order", {.table_mb = 1, .no_order = true}, 1, 0, false},
    {"no star2", {.table_mb = 1, .no_star2 = true}, 0, 0, false},
    {"classic", {.table_mb = 1, .eval = "classic"}, 0, 0, false},
    {"plain", {.plain = true}, 2, 0, false},
    {"nodes", {.table_mb = 1, .nodes = 3500}, 0, 0, false},
    {"few nodes", {.table_mb = 1, .nodes = 300}, 0, 0, false},
    {"selective", {.table_mb = 1, .nodes = 9000, .selective = true}, 0, 0, false},
    {"tablebase", {.table_mb = 1}, 0, 0, true},
    {"plain, tablebase", {.plain = true}, 2, 0, true},
    {"tree", {.table_mb = 1}, 1, TREE_NODES, false},
    {"tree, tablebase", {.table_mb = 1}, 1, TREE_NODES, true},
    {"truncated tree", {.table_mb = 1}, 1, 100, false},
    {"clock", {.table_mb = 1, .time_ms = 7, .now_ms = read_clock}, 0, 0, false},
    {"clock, tablebase", {.time_ms = 9, .now_ms = read_clock}, 0, 0, true},
    {"deep", {.table_mb = 1}, -2, 0, false},
};

/* A depth with some thousand nodes. */
static int fixed_depth(const lus_rules *r)
{
    lus_pos p;
    lus_start(r, &p);
    return r->dice.sticks ? 4 : r->count(r, &p, 0) > 8 ? 5 : 8;
}

static void search_variant(const lus_game *g, int throw, const struct variant *v,
                           struct line *line)
{
    struct search_limits limits = v->limits;
    struct search_report report;
    clock_reads = 0;
    if (!limits.nodes && !limits.time_ms)
        limits.depth = fixed_depth(lus_game_rules(g)) - v->less_depth;
    if (v->tablebase)
        limits.tablebase = (struct search_tablebase){probe_third, NULL, 40, NULL};
    if (v->tree_capacity)
        limits.tree = search_tree_new(lus_game_rules(g), v->tree_capacity);
    assert_int_equal(search_run(g, throw, &limits, &report), 0);
    add_report(line, &report);
    add_number(line, (int64_t)report.time_ms);
    if (limits.tree)
        add_tree(line, limits.tree);
    search_tree_free(limits.tree);
}

/* One table for a game of eight plies: entries of earlier searches have another age.  Of
   each search the principal variation, with the table and without. */
static void search_game(const lus_game *start, int throw, const struct variant *v,
                        struct line *line)
{
    const lus_rules *r = lus_game_rules(start);
    struct random rng = random_stream(8, 0);
    lus_game *g = lus_game_copy(start);
    struct search_limits limits = {.depth = fixed_depth(r) - 1, .table = tt_new(1)};
    (void)v;
    for (int ply = 0; ply < 8 && !lus_game_end(g).over; ply++) {
        struct search_report report = {.moves[0].move = LUS_PASS};
        int status = search_run(g, throw, &limits, &report);
        assert_true(status == 0 || status == LUS_ESTATE);
        add_report(line, &report);
        for (int k = 0; k < 2; k++) {
            struct search_limits pv_limits = limits;
            struct pv_ply pv[PV_PLIES];
            int64_t budget = k ? 2000 : 100000;
            pv_limits.table = k ? NULL : limits.table;
            int n = principal_variation(g, throw, report.moves[0].move, limits.depth,
                                        &pv_limits, &budget, pv, PV_PLIES);
            for (int i = 0; i < n; i++)
                add_number(line, (int64_t)pv[i].move * 8 + pv[i].throw);
            add_number(line, budget);
        }
        assert_true(lus_game_play(g, throw, report.moves[0].move) >= 0);
        throw = random_throw(r, &rng);
    }
    tt_free(limits.table);
    lus_game_free(g);
}

/* ---- the lines ---- */

typedef void add_position(const lus_game *g, int throw, const struct variant *v,
                          struct line *line);

static void write_line(const lus_rules *r, const char *name, add_position *add,
                       const struct variant *v)
{
    struct line line = {.hash = HASH_START};
    struct random rng = random_stream(12, 0);
    for (int k = 0; k < POSITIONS;) {
        lus_pos p;
        int throw;
        if (!random_position(r, &rng, &p, &throw))
            continue;
        lus_game *g = lus_game_new(r, &p);
        add(g, throw, v, &line);
        lus_game_free(g);
        k++;
    }
    const struct search_stats *s = &line.stats;
    written_size += (size_t)snprintf(
        written + written_size, MAX_WRITTEN - written_size,
        "%s, %s: depth %d, nodes %llu + %llu, chance %llu, leaves %llu, hits %llu, "
        "cutoffs %llu, tablebase %llu, hash %016llx\n",
        lus_rules_name(r), name, line.depth, (unsigned long long)s->nodes[0],
        (unsigned long long)s->nodes[1], (unsigned long long)s->chance,
        (unsigned long long)s->leaves, (unsigned long long)s->hits,
        (unsigned long long)s->cutoffs, (unsigned long long)s->tablebase_hits,
        (unsigned long long)line.hash);
    assert_true(written_size < MAX_WRITTEN);
}

static void searches_visit_the_same_nodes(void **state)
{
    static const char *const rule_sets[] = {
        "ur:finkel",   "ur:masters",    "senet:houses", "senet:blockade",
        "awari:abapa", "cave:standard", "cave:5x4"};
    (void)state;
    for (size_t i = 0; i < sizeof rule_sets / sizeof rule_sets[0]; i++) {
        const lus_rules *r = lus_rules_find(rule_sets[i]);
        for (size_t v = 0; v < sizeof variants / sizeof variants[0]; v++)
            if (r->dice.sticks || !variants[v].limits.no_star2)
                write_line(r, variants[v].name, search_variant, &variants[v]);
        write_line(r, "kept table", search_game, NULL);
    }
    assert_golden("test/search_counts.txt", written, written_size);
}

/* ---- bench/SIGNATURE ---- */

static void the_signature_is_that_of_the_file(void **state)
{
    uint64_t signature = BENCH_SEED;
    char expected[32] = "", found[32];
    const lus_rules *r;
    (void)state;
    FILE *file = fopen("bench/SIGNATURE", "r");
    assert_non_null(file);
    assert_int_equal(fscanf(file, "%31s", expected), 1);
    fclose(file);
    for (int i = 0; (r = lus_rules_at(i)); i++) {
        bool cave = !strncmp(r->name, "cave", 4);
        struct bench b;
        assert_int_equal(bench_run(r, i % 2 ? read_clock : NULL, &b, &signature), 0);
        assert_int_equal(b.positions, 5);
        assert_int_equal(b.depth, r->dice.sticks ? 5 : cave ? 7 : 13);
        /* One millisecond for each search: the clock is read at its start and end. */
        assert_true(b.time_ms == (i % 2 ? b.positions : 0));
        assert_int_equal(bench_nodes(&b.stats), b.stats.nodes[0] + b.stats.nodes[1] +
                                                    b.stats.chance + b.stats.leaves);
        assert_true(b.stats.nodes[0] > 0 && b.stats.leaves > 0);
    }
    snprintf(found, sizeof found, "%016llx", (unsigned long long)signature);
    assert_string_equal(found, expected); /* see the head of test/bench.sh */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_signature_is_that_of_the_file),
        cmocka_unit_test(searches_visit_the_same_nodes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
