/* SPDX-License-Identifier: MIT */
/* test_search_parts.c - the parts of the search one by one: windows of chance nodes, the
   transposition table, repetition, history, ABDADA counters, recorded trees. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "core/random.h"
#include "search/alphabeta_internal.h"
#include "search/instance_internal.h"
#include "search/root_internal.h"
#include "search/search_tree.h"
#include "search/tablebase_root.h"
#include "search/throws_internal.h"

/* ---- windows ---- */

/* Every sum and window of small numbers against the definition in value.h. */
static void windows_of_sums_are_exact(void **state)
{
    (void)state;
    for (int weight_sum = 1; weight_sum <= 16; weight_sum *= 2)
        for (int sum = -70; sum <= 70; sum++) {
            for (int bound = -5; bound <= 5; bound++) {
                assert_int_equal(sum / weight_sum >= bound,
                                 sum >= sum_for_beta(bound, weight_sum));
                assert_int_equal(sum / weight_sum <= bound,
                                 sum <= sum_for_alpha(bound, weight_sum));
            }
            double quotient = (double)sum / weight_sum;
            assert_int_equal(floor_div(sum, weight_sum), (int)floor(quotient));
            assert_int_equal(ceil_div(sum, weight_sum), (int)ceil(quotient));
        }
    assert_int_equal(clamp_value(VALUE_MAX + 1ll), VALUE_MAX);
    assert_int_equal(clamp_value(-VALUE_MAX - 1ll), -VALUE_MAX);
    assert_int_equal(clamp_value(-7), -7);
    assert_int_equal(clamp_int(3, 4, 6), 4);
    assert_int_equal(clamp_int(7, 4, 6), 6);
    assert_int_equal(clamp_int(5, 4, 6), 5);
}

/* The sum of the bounds, from the bounds alone. */
static int64_t weighted_sum(const lus_rules *r, const int *bound)
{
    int64_t sum = 0;
    for (int t = 0; t < r->dice.n_throws; t++)
        sum += r->dice.throws[t].weight * bound[t];
    return sum;
}

/* Random bounds: the sums follow them, and the window of a throw is where its value
   decides the sum. */
static void throws_decide_within_their_windows(void **state)
{
    const lus_rules *r = lus_rules_find("ur:finkel");
    struct random rng = random_stream(1, 0);
    (void)state;
    for (int i = 0; i < 2000; i++) {
        int alpha = (int)random_below(&rng, 100) - 50;
        struct throw_bounds b = open_throw_bounds(r, 60, alpha, alpha + 5);
        for (int k = 0; k < 4; k++) {
            int t = (int)random_below(&rng, (uint32_t)r->dice.n_throws);
            int weight = r->dice.throws[t].weight,
                v = b.lo[t] + (int)random_below(&rng, (uint32_t)(b.hi[t] - b.lo[t] + 1));
            if (random_below(&rng, 2))
                raise_lower(&b, t, weight, v);
            else
                reduce_upper(&b, t, weight, v);
        }
        assert_int_equal(b.sum_lo, weighted_sum(r, b.lo));
        assert_int_equal(b.sum_hi, weighted_sum(r, b.hi));
        for (int t = 0; t < r->dice.n_throws; t++) {
            int weight = r->dice.throws[t].weight;
            int64_t low = fails_low(&b, t, weight), high = fails_high(&b, t, weight),
                    others_hi = b.sum_hi - weight * b.hi[t],
                    others_lo = b.sum_lo - weight * b.lo[t];
            assert_true((others_hi + weight * low) / r->dice.weight_sum <= alpha);
            assert_true((others_hi + weight * (low + 1)) / r->dice.weight_sum > alpha);
            assert_true((others_lo + weight * high) / r->dice.weight_sum >= alpha + 5);
            assert_true((others_lo + weight * (high - 1)) / r->dice.weight_sum <
                        alpha + 5);
        }
    }
}

static void hints_have_four_bits(void **state)
{
    unsigned moves = TT_NO_MOVES;
    (void)state;
    for (int t = 0; t < 5; t++)
        assert_int_equal(move_hint(moves, t), 15);
    for (int t = 0; t < 5; t++)
        moves = set_move_hint(moves, t, 2 * t + 1);
    assert_int_equal(moves, 0x97531);
    for (int t = 0; t < 5; t++)
        assert_int_equal(move_hint(moves, t), 2 * t + 1);
    assert_int_equal(set_move_hint(moves, 1, 14), 0x975e1);
    assert_int_equal(set_move_hint(moves, 1, 15), 0x975f1);
    assert_int_equal(set_move_hint(moves, 1, 16), 0x975f1);
}

/* The bounds of the table decide a window, or they do not. */
static void bounds_cut_off(void **state)
{
    static const struct {
        int lower, upper, alpha, beta;
        bool cutoff;
        int value;
    } cases[] = {{5, 9, 1, 5, true, 5},      {5, 9, 1, 6, false, 0},
                 {5, 9, 9, 12, true, 9},     {5, 9, 8, 12, false, 0},
                 {7, 7, 1, 12, true, 7},     {-9, -5, -5, -1, true, -5},
                 {-9, -5, -20, -9, true, -9}};
    static struct search s;
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct tt_entry e = {cases[i].lower, cases[i].upper, 0};
        uint64_t hits = s.stats.hits;
        int v = 0;
        assert_int_equal(tt_cutoff(&s, &e, cases[i].alpha, cases[i].beta, &v),
                         cases[i].cutoff);
        assert_int_equal(v, cases[i].value);
        assert_int_equal(s.stats.hits, hits + cases[i].cutoff);
    }
}

/* ---- the transposition table ---- */

/* Different hashes of the same bucket. */
static uint64_t hash_of(int i)
{
    return (uint64_t)(i + 1) << 40;
}

static bool has_entry(const struct tt *t, int i, int depth)
{
    struct tt_entry e;
    return tt_probe(t, hash_of(i), depth, &e) && e.lower == -i && e.upper == i;
}

static void store(struct tt *t, int i, int depth)
{
    tt_store(t, hash_of(i), depth, (struct tt_entry){-i, i, (unsigned)i});
}

/* Which of the entries 1 .. 9 a table of one bucket has, each at its depth. */
static unsigned entries(const struct tt *t, const int depth[10])
{
    unsigned found = 0;
    for (int i = 1; i < 10; i++)
        found |= (unsigned)has_entry(t, i, depth[i]) << i;
    return found;
}

static void entries_are_replaced_by_age_and_depth(void **state)
{
    static struct tt_bucket bucket;
    static const int depth[10] = {0, 9, 3, 7, 5, 1, 8, 2, 6, 9};
    struct tt t = {.buckets = &bucket, .age = 255};
    (void)state;
    for (int i = 1; i <= 4; i++)
        store(&t, i, depth[i]);
    assert_int_equal(entries(&t, depth), 1 << 1 | 1 << 2 | 1 << 3 | 1 << 4);
    store(&t, 5, depth[5]); /* replaces 2: depth 3 */
    assert_int_equal(entries(&t, depth), 1 << 1 | 1 << 3 | 1 << 4 | 1 << 5);
    store(&t, 6, depth[6]); /* replaces 5: depth 1 */
    assert_int_equal(entries(&t, depth), 1 << 1 | 1 << 3 | 1 << 4 | 1 << 6);
    tt_new_search(&t, lus_rules_find("ur"));
    assert_int_equal(t.age, 256);
    store(&t, 7, depth[7]); /* replaces 4: old, depth 5 */
    assert_int_equal(entries(&t, depth), 1 << 1 | 1 << 3 | 1 << 6 | 1 << 7);
    store(&t, 8, depth[8]); /* replaces 3: old, depth 7; 7 is shallower and new */
    assert_int_equal(entries(&t, depth), 1 << 1 | 1 << 6 | 1 << 7 | 1 << 8);
    store(&t, 9, depth[9]);
    store(&t, 1, depth[1]); /* the same position: in its place */
    assert_int_equal(entries(&t, depth), 1 << 1 | 1 << 7 | 1 << 8 | 1 << 9);
    tt_store(&t, hash_of(8), 7, (struct tt_entry){-1, 1, 0}); /* depth 6 is superseded */
    assert_int_equal(entries(&t, depth), 1 << 1 | 1 << 7 | 1 << 9);
    tt_store(&t, hash_of(8), 4, (struct tt_entry){-1, 1, 0}); /* depth 7 is not */
    assert_int_equal(entries(&t, depth), 1 << 1 | 1 << 9);
    struct tt_entry e;
    assert_true(tt_probe(&t, hash_of(8), 7, &e) && tt_probe(&t, hash_of(8), 4, &e));
}

static void bounds_of_one_depth_are_combined(void **state)
{
    static struct tt_bucket bucket;
    struct tt t = {.buckets = &bucket};
    struct tt_entry e;
    (void)state;
    assert_false(tt_probe(&t, 5, 0, &e)); /* an empty slot is not an entry */
    assert_int_equal(e.lower, -VALUE_MAX);
    assert_int_equal(e.upper, VALUE_MAX);
    assert_int_equal(e.moves, TT_NO_MOVES);
    tt_store(&t, 7, 4, (struct tt_entry){-VALUE_MAX, 900, 3});
    tt_store(&t, 7, 4, (struct tt_entry){-500, VALUE_MAX, 4});
    assert_true(tt_probe(&t, 7, 4, &e));
    assert_true(e.lower == -500 && e.upper == 900 && e.moves == 4);
    tt_store(&t, 7, 4, (struct tt_entry){-600, 1000, 6});
    assert_true(tt_probe(&t, 7, 4, &e));
    assert_true(e.lower == -500 && e.upper == 900);
    tt_store(&t, 7, 4, (struct tt_entry){100, 800, TT_NO_MOVES - 1});
    assert_true(tt_probe(&t, 7, 4, &e));
    assert_true(e.lower == 100 && e.upper == 800 && e.moves == TT_NO_MOVES - 1);
    assert_false(tt_probe(&t, 7, 5, &e)); /* another depth: only its moves */
    assert_true(e.lower == -VALUE_MAX && e.upper == VALUE_MAX);
    assert_int_equal(e.moves, TT_NO_MOVES - 1);
    assert_false(tt_probe(&t, 7 | 1 << 16, 4, &e)); /* the lowest of the 48 bits */
    assert_int_equal(e.moves, TT_NO_MOVES);
}

static void tables_have_sizes_and_rules(void **state)
{
    static const struct {
        int megabytes;
        uint64_t buckets;
    } sizes[] = {{1, 1 << 14}, {2, 1 << 15}, {3, 1 << 15}, {4, 1 << 16}};
    const lus_rules *ur = lus_rules_find("ur"), *senet = lus_rules_find("senet");
    (void)state;
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        struct tt *t = tt_new(sizes[i].megabytes);
        assert_int_equal(t->mask + 1, sizes[i].buckets);
        assert_int_equal((uintptr_t)t->buckets % sizeof(struct tt_bucket), 0);
        tt_new_search(t, ur);
        for (uint64_t last = 0; last < 2; last++)
            tt_store(t, hash_of(1) + last * t->mask, 3, (struct tt_entry){-1, 1, 1});
        tt_new_search(t, ur);
        assert_true(has_entry(t, 1, 3)); /* kept for the same rules */
        tt_new_search(t, senet);
        struct tt_entry e;
        assert_false(has_entry(t, 1, 3));
        assert_false(tt_probe(t, hash_of(1) + t->mask, 3, &e));
        assert_int_equal(t->age, 3);
        tt_free(t);
    }
}

/* ---- repetition, history, ABDADA ---- */

/* The path ends with the position before the one that is looked up.  A position can repeat
   after four plies at the earliest, with the same side to move. */
static void repetitions_are_found(void **state)
{
    static struct search s;
    (void)state;
    for (int i = 0; i < 9; i++)
        s.path[s.path_len++] = (uint64_t)(100 + i);
    for (int i = 0; i < 9; i++)
        assert_int_equal(is_repetition(&s, (uint64_t)(100 + i)), i <= 5 && i % 2);
    s.path_len = 8;
    assert_true(is_repetition(&s, 100) && is_repetition(&s, 104));
    assert_false(is_repetition(&s, 106));
}

/* Counters of moves that caused a cutoff, halved together before they exceed 20 bits. */
static void history_is_halved(void **state)
{
    static struct search s;
    lus_pos p = {{0, 0, 0, 1}};
    lus_move m = move_step(7, 9);
    (void)state;
    s.history[0][LUS_MAX_MOVES] = s.history[1][0] = 100;
    reward_history(&s, &p, m, 5);
    assert_int_equal(s.history[1][7], 25);
    s.history[1][7] = (1 << 19) - 10;
    reward_history(&s, &p, m, 3);
    assert_int_equal(s.history[1][7], (1 << 19) - 1);
    assert_int_equal(s.history[1][0], 100);
    reward_history(&s, &p, m, 1);
    assert_int_equal(s.history[1][7], 1 << 18);
    assert_int_equal(s.history[0][LUS_MAX_MOVES], 50);
    assert_int_equal(s.history[1][0], 50);
}

/* Move ordering: the table's move, then by evaluation from TABLE_DEPTH on and by the
   game's order score below, then by history. */
static void children_are_scored(void **state)
{
    static struct search s;
    const lus_rules *awari = lus_rules_find("awari"), *cave = lus_rules_find("cave:5x4");
    (void)state;
    for (int k = 0; k < 8; k++) {
        const lus_rules *r = k & 1 ? awari : cave;
        int depth = k & 2 ? TABLE_DEPTH : TABLE_DEPTH - 1, first = 1;
        struct scored_child child[LUS_MAX_MOVES];
        lus_move list[LUS_MAX_MOVES];
        lus_pos p;
        s.classic = k & 4;
        s.network = r == awari ? awari->search.score_net->weights : NULL;
        lus_start(r, &p);
        int n = lus_moves(r, &p, 0, list);
        for (int i = 0; i <= LUS_MAX_MOVES; i++)
            s.history[0][i] = 1000 * i + 7;
        play_children(r, &s, &p, list, n, first, depth, child);
        for (int i = 0; i < n; i++) {
            lus_pos next = p;
            r->play(r, &next, 0, list[i]);
            int score = 1000 * move_from(list[i], 0) + 7;
            if (r->search.evaluate && !s.classic && depth >= TABLE_DEPTH)
                score -= 512 * r->search.evaluate(r, &next);
            else if (r->search.order_score)
                score += 1024 * 1024 * r->search.order_score(r, &p, list[i], &next);
            assert_int_equal(child[i].score, i == first ? INT_MAX : score);
            assert_memory_equal(&child[i].pos, &next, sizeof next);
            assert_true(child[i].move == list[i] && child[i].index == i);
            assert_true(child[i].hash == (depth > TABLE_DEPTH ? pos_hash(&next) : 0));
        }
    }
}

static void children_being_searched_are_deferred(void **state)
{
    static struct abdada a;
    struct random rng = random_stream(2, 0);
    int deferred = 0;
    (void)state;
    for (int i = 0; i < 1000; i++) {
        uint64_t hash = random_next(&rng);
        int depth = ABDADA_DEPTH + i % 5;
        deferred += abdada_defer(&a, hash, depth); /* one of the others, by its slot */
        abdada_start(&a, hash, depth);
        assert_true(abdada_defer(&a, hash, depth));
        abdada_start(&a, hash, ABDADA_DEPTH - 1);
        assert_false(abdada_defer(&a, hash, ABDADA_DEPTH - 1));
        if (i % 8)
            abdada_finish(&a, hash, depth);
        abdada_finish(&a, hash, ABDADA_DEPTH - 1);
    }
    /* 125 of 4,096 slots at most stay in use: 1.5 % of the lookups on average. */
    assert_in_range(deferred, 5, 30);
    int used = 0;
    for (int i = 0; i < ABDADA_SLOTS; i++)
        used += a.count[i];
    assert_int_equal(used, 125);
    assert_false(abdada_defer(NULL, 1, ABDADA_DEPTH));
    abdada_start(NULL, 1, ABDADA_DEPTH);
    abdada_finish(NULL, 1, ABDADA_DEPTH);
    assert_true(abdada_slot(1u << 20, 6) != abdada_slot(1u << 21, 6));
    assert_true(abdada_slot(1u << 20, 6) != abdada_slot(1u << 20, 7));
}

/* The value of the first move of p; `abdada` may be NULL. */
static int value_with(struct abdada *abdada, const lus_rules *r, const lus_pos *p)
{
    static const struct search_limits no_limits;
    struct search_shared shared = {.limits = &no_limits, .abdada = abdada};
    struct search s = {.shared = &shared,
                       .network = r->search.score_net->weights,
                       .order = true,
                       .bound = VALUE_WIN,
                       .nodes_to_check = 1 << 30,
                       .check_interval = 1 << 30};
    lus_move list[LUS_MAX_MOVES];
    lus_moves(r, p, 0, list);
    return search_instance_of(r)->move_value(&s, p, 0, list[0], ABDADA_DEPTH + 1,
                                             -VALUE_MAX, VALUE_MAX);
}

/* Every child but the first is deferred, and all of them are searched at the end. */
static void deferred_children_are_searched(void **state)
{
    static struct abdada busy;
    const lus_rules *r = lus_rules_find("awari");
    struct random rng = random_stream(3, 0);
    lus_pos p;
    (void)state;
    memset(&busy, 1, sizeof busy);
    lus_start(r, &p);
    for (int i = 0; i < 12 && lus_result(r, &p) == LUS_ONGOING; i++) {
        lus_move list[LUS_MAX_MOVES];
        assert_int_equal(value_with(&busy, r, &p), value_with(NULL, r, &p));
        int n = lus_moves(r, &p, 0, list);
        lus_play(r, &p, 0, list[random_below(&rng, (uint32_t)n)]);
    }
    for (int i = 0; i < ABDADA_SLOTS; i++)
        assert_int_equal(busy.count[i], 1);
}

/* Searches all moves of p; `abdada` may be NULL. */
static struct search_root root_with(struct abdada *abdada, const lus_rules *r,
                                    const lus_pos *p, struct search *s)
{
    static const struct search_limits limits = {.depth = ABDADA_DEPTH + 1,
                                                .all_values = true};
    struct search_root root = {.rules = r,
                               .pos = p,
                               .threads = 1,
                               .limits = &limits,
                               .instance = search_instance_of(r),
                               .shared = {.limits = &limits, .abdada = abdada},
                               .searches = s};
    struct search_report report = {0};
    lus_move list[LUS_MAX_MOVES];
    *s = (struct search){.shared = &root.shared,
                         .network = r->search.score_net->weights,
                         .order = true,
                         .bound = VALUE_WIN,
                         .nodes_to_check = 1 << 30,
                         .check_interval = 1 << 30};
    root.n = lus_moves(r, p, 0, list);
    for (int i = 0; i < root.n; i++) {
        root.moves[i].move = list[i];
        root.list_index[i] = (uint8_t)i;
    }
    search_deepen(&root, &report);
    assert_int_equal(report.depth, ABDADA_DEPTH + 1);
    return root;
}

/* The same for the moves of the root. */
static void deferred_root_moves_are_searched(void **state)
{
    static struct abdada busy;
    static struct search_root with, without;
    const lus_rules *r = lus_rules_find("awari");
    struct search s;
    lus_pos p;
    (void)state;
    memset(&busy, 1, sizeof busy);
    lus_start(r, &p);
    with = root_with(&busy, r, &p, &s);
    without = root_with(NULL, r, &p, &s);
    for (int i = 0; i < without.n; i++) {
        assert_true(with.moves[i].move == without.moves[i].move);
        assert_int_equal(with.moves[i].value, without.moves[i].value);
    }
}

/* ---- the recorded tree ---- */

/* One search for each throw below a chance node: none overwrites another, and of each only
   the last iteration is kept. */
static void throws_are_recorded_below_a_chance_node(void **state)
{
    enum { DEPTH = 3, NODES = 20000 };
    const lus_rules *r = lus_rules_find("ur:finkel");
    struct search_tree *t = search_tree_new(r, NODES);
    struct search_limits limits = {.depth = DEPTH, .tree = t, .all_values = true};
    int value[LUS_MAX_THROWS], throws = 0;
    lus_pos p;
    (void)state;
    lus_start(r, &p);
    lus_game *g = lus_game_new(r, &p);
    search_tree_add_chance(t, &p, DEPTH);
    for (int i = 1; i < r->dice.n_throws; i++) {
        struct search_report report;
        assert_int_equal(search_run(g, r->dice.throws[i].value, &limits, &report), 0);
        search_tree_keep(t);
        value[i] = report.moves[0].value;
    }
    const struct search_tree_node *n = t->node;
    assert_true(n->parent == -1 && n->kind == TREE_CHANCE && n->depth == DEPTH);
    assert_true(n->alpha == -VALUE_MAX && n->beta == VALUE_MAX && !t->truncated);
    for (int i = 1; i < t->n; i++) {
        assert_in_range(n[i].parent, 0, i - 1);
        assert_false(n[i].incomplete);
        if (n[i].parent != 0)
            continue;
        throws++;
        assert_true(n[i].kind == TREE_CHOICE && n[i].depth == DEPTH);
        assert_true(n[i].throw == r->dice.throws[throws].value);
        assert_true(n[i].weight == r->dice.throws[throws].weight);
        assert_true(n[i].value == value[throws]);
        assert_true(n[i].alpha == -VALUE_MAX && n[i].beta == VALUE_MAX);
    }
    assert_int_equal(throws, r->dice.n_throws - 1);
    search_tree_free(t);
    lus_game_free(g);
}

/* Searches one position and records its tree; the last move into each node must lead there
   from its parent.  Returns the number of nodes. */
static int check_recorded_moves(const lus_rules *r, int throw,
                                struct search_limits limits)
{
    struct search_tree *t = limits.tree = search_tree_new(r, 200000);
    struct search_report report;
    lus_game *g = lus_game_new(r, NULL);
    assert_int_equal(search_run(g, throw, &limits, &report), 0);
    assert_false(t->truncated);
    for (int i = 1; i < t->n; i++) {
        const struct search_tree_node *node = &t->node[i],
                                      *parent = &t->node[node->parent];
        lus_pos next = parent->pos;
        if (parent->kind == TREE_CHOICE && node->move == LUS_PASS)
            r->pass(r, &next, parent->throw);
        else if (parent->kind == TREE_CHOICE)
            r->play(r, &next, parent->throw, node->move);
        assert_memory_equal(&next, &node->pos, sizeof next);
    }
    int n = t->n;
    lus_game_free(g);
    search_tree_free(t);
    return n;
}

/* In all games, with null windows, probes and moves that are first searched less deep. */
static void recorded_moves_lead_to_their_positions(void **state)
{
    static const struct {
        const char *rules;
        int throw, depth;
    } cases[] = {{"awari:abapa", 0, 8}, {"cave:5x4", 0, 5}, {"senet:houses", 3, 3}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        for (int k = 0; k < 4; k++) {
            struct search_limits limits = {
                .depth = cases[i].depth, .table_mb = k % 2 ? -1 : 1, .selective = k / 2};
            assert_true(check_recorded_moves(lus_rules_find(cases[i].rules),
                                             cases[i].throw, limits) > 500);
        }
}

/* A search that was interrupted leaves nodes open: the next one starts again. */
static void interrupted_trees_are_started_again(void **state)
{
    const lus_rules *r = lus_rules_find("awari");
    struct search_tree *t = search_tree_new(r, 5000);
    struct search_limits limits = {.nodes = 60, .tree = t};
    struct search_report report;
    lus_game *g = lus_game_new(r, NULL);
    (void)state;
    assert_int_equal(search_run(g, 0, &limits, &report), 0);
    assert_true(report.timed_out && t->open >= 0);
    limits = (struct search_limits){.depth = 1, .tree = t, .eval = "classic"};
    assert_int_equal(search_run(g, 0, &limits, &report), 0);
    assert_int_equal(t->n, 7); /* the root and six leaves */
    assert_int_equal(t->node[0].parent, -1);
    assert_int_equal(t->open, -1);
    for (int i = 1; i < 7; i++)
        assert_int_equal(t->node[i].parent, 0);
    lus_game_free(g);
    search_tree_free(t);
}

/* A tree that is full says so: of its nodes, the one whose children are missing is
   incomplete, and the next iteration starts again behind the kept nodes. */
static void full_trees_are_incomplete(void **state)
{
    const lus_rules *r = lus_rules_find("awari");
    (void)state;
    for (int capacity = 0; capacity <= 7; capacity++) {
        struct search_tree *t = search_tree_new(r, capacity);
        struct search_limits limits = {.depth = 1, .tree = t, .eval = "classic"};
        struct search_report report;
        lus_game *g = lus_game_new(r, NULL);
        assert_int_equal(search_run(g, 0, &limits, &report), 0);
        assert_int_equal(t->n, capacity); /* the root and six leaves */
        assert_int_equal(t->truncated, capacity < 7);
        if (capacity) {
            assert_int_equal(t->node[0].incomplete, capacity < 7);
            assert_int_equal(t->node[0].weight, 0);
            assert_true(t->open == -1 || capacity < 7);
        }
        for (int i = 1; i < t->n; i++) {
            assert_true(t->node[i].kind == TREE_LEAF && t->node[i].parent == 0);
            assert_false(t->node[i].incomplete);
        }
        lus_game_free(g);
        search_tree_free(t);
    }
}

/* A network is expanded for games that have one, unless the classic evaluation is used. */
static void networks_are_expanded_once(void **state)
{
    static const struct {
        const char *rules, *eval;
        bool network;
    } cases[] = {{"ur", NULL, true},
                 {"ur", "default", true},
                 {"ur", "classic", false},
                 {"awari", NULL, false}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct search_limits limits = {.eval = cases[i].eval, .network = &limits};
        void *network = &limits;
        assert_int_equal(
            search_expand_network(lus_rules_find(cases[i].rules), &limits, &network), 0);
        assert_int_equal(network != NULL, cases[i].network);
        assert_ptr_equal(limits.network, network);
        free(network);
    }
}

/* ---- values of finished games ---- */

static void finished_games_have_values(void **state)
{
    const lus_rules *awari = lus_rules_find("awari"), *cave = lus_rules_find("cave:5x3");
    const lus_end south = {.over = 1, .winner = 0, .score = {27, 12}},
                  draw = {.over = 1, .winner = -1, .score = {24, 24}},
                  line = {.over = 1, .winner = 1, .score = {0, 1}};
    (void)state;
    assert_int_equal(finished_value(awari, &south, 0), VALUE_WIN + 15 * VALUE_STONE);
    assert_int_equal(finished_value(awari, &south, 1), -VALUE_WIN - 15 * VALUE_STONE);
    assert_int_equal(finished_value(awari, &draw, 0), 0);
    assert_int_equal(finished_value(cave, &line, 0), -VALUE_WIN);
    assert_int_equal(finished_value(cave, &line, 1), VALUE_WIN);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(windows_of_sums_are_exact),
        cmocka_unit_test(throws_decide_within_their_windows),
        cmocka_unit_test(hints_have_four_bits),
        cmocka_unit_test(bounds_cut_off),
        cmocka_unit_test(entries_are_replaced_by_age_and_depth),
        cmocka_unit_test(bounds_of_one_depth_are_combined),
        cmocka_unit_test(tables_have_sizes_and_rules),
        cmocka_unit_test(repetitions_are_found),
        cmocka_unit_test(history_is_halved),
        cmocka_unit_test(children_are_scored),
        cmocka_unit_test(children_being_searched_are_deferred),
        cmocka_unit_test(deferred_children_are_searched),
        cmocka_unit_test(deferred_root_moves_are_searched),
        cmocka_unit_test(throws_are_recorded_below_a_chance_node),
        cmocka_unit_test(recorded_moves_lead_to_their_positions),
        cmocka_unit_test(interrupted_trees_are_started_again),
        cmocka_unit_test(full_trees_are_incomplete),
        cmocka_unit_test(networks_are_expanded_once),
        cmocka_unit_test(finished_games_have_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
