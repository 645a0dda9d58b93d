/* SPDX-License-Identifier: MIT */
/* test_search_ends.c - the search near the end of a game, with a tablebase and on threads:
   every variant has the value of the plain search; what threads leave behind. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "core/random.h"
#include "search/ending.h"
#include "search/instance_internal.h"
#include "search/root_internal.h"
#include "search/search.h"
#include "search/tablebase_root.h"
#include "support/reference_search.h"
#include "support/sample_size.h"

enum { MAX_PLIES = 2000, POSITIONS = 400 };

static const struct search_limits variants[] = {
    {.table_mb = 1},
    {.table_mb = -1},
    {.table_mb = 1, .all_values = true},
    {.table_mb = -1, .no_order = true},
    {.table_mb = 1, .no_star2 = true},
    {.table_mb = 1, .threads = 2},
    {.table_mb = -1, .threads = 3},
};

enum { VARIANTS = sizeof variants / sizeof variants[0] };

/* A game that begins `before` plies before the end of a random one, with a choice of moves;
   NULL if there is none. */
static lus_game *near_the_end(const lus_rules *r, struct random *rng, int before,
                              int *throw)
{
    static int thrown[MAX_PLIES];
    lus_move list[LUS_MAX_MOVES];
    lus_game *g = lus_game_new(r, NULL);
    while (lus_game_needs_rolloff(g))
        lus_game_rolloff(g, 1);
    int plies = 0;
    for (; plies < MAX_PLIES && !lus_game_end(g).over; plies++) {
        *throw = random_throw(r, rng);
        int n = lus_moves(r, lus_game_pos(g), *throw, list);
        lus_move m = n ? list[random_below(rng, (uint32_t)n)] : LUS_PASS;
        thrown[plies] = *throw;
        assert_true(lus_game_play(g, *throw, m) >= 0);
    }
    int at = plies > before ? plies - before : 0;
    lus_pos p = *lus_game_pos_at(g, at);
    *throw = thrown[at];
    lus_game_free(g);
    return lus_moves(r, &p, *throw, list) < 2 ? NULL : lus_game_new(r, &p);
}

/* The best move and its value, from the reference search of every move. */
static int reference_best(const lus_game *g, int throw, int depth, bool classic,
                          const void *network, lus_move *best)
{
    const lus_rules *r = lus_game_rules(g);
    const lus_pos *p = lus_game_pos(g);
    struct reference_search reference = {r, classic, pos_side(p), network};
    lus_move list[LUS_MAX_MOVES];
    int n = lus_moves(r, p, throw, list), best_value = INT32_MIN;
    for (int i = 0; i < n; i++) {
        int v = reference_move_value(&reference, p, throw, list[i], depth);
        if (v > best_value) {
            best_value = v;
            *best = list[i];
        }
    }
    return best_value;
}

/* The last plies of games, where throws win, lines end and classic values are largest. */
static void ends_agree_with_the_reference(void **state)
{
    const lus_rules *r;
    (void)state;
    for (int i = 0; (r = lus_rules_at(i)); i++) {
        struct random rng = random_stream(21, (uint64_t)i);
        void *network = reference_network(r);
        for (int k = 0; k < 100 + sample_size(POSITIONS); k++) {
            int throw, depth = 1 + k % 3;
            lus_game *g = near_the_end(r, &rng, 1 + k % 5, &throw);
            if (!g)
                continue;
            for (int classic = 0; classic < 2; classic++) {
                struct search_limits limits = variants[k % VARIANTS];
                struct search_report report;
                lus_move best;
                limits.depth = depth;
                limits.eval = classic ? "classic" : NULL;
                int v = reference_best(g, throw, depth, classic, network, &best);
                assert_int_equal(search_run(g, throw, &limits, &report), 0);
                assert_int_equal(report.moves[0].value, v);
                assert_true(report.moves[0].move == best);
                assert_int_equal(report.classic, classic);
            }
            lus_game_free(g);
        }
        free(network);
    }
}

/* A tablebase of every second unfinished position with little material.  Its values are
   arbitrary: the search takes them as they are. */
static bool probe_half(void *context, const lus_rules *r, const lus_pos *p, int *value)
{
    uint64_t hash = pos_hash(p);
    (void)context;
    if (hash % 2 || r->result(r, p) != LUS_ONGOING)
        return false;
    *value = hash % 5 == 0   ? VALUE_WIN + r->score_counts * VALUE_STONE * 3
             : hash % 5 == 1 ? -VALUE_WIN
                             : (int)(hash >> 8 & 0x1ffff) - 0x10000;
    return true;
}

/* With a tablebase: pruning, tables, ordering and threads change neither the value nor the
   move of the plain search.  Not in Cave, which leaves out moves that lose by its rules
   (forced_moves), but not by arbitrary values. */
static void a_tablebase_has_the_same_values_in_every_variant(void **state)
{
    const lus_rules *r;
    (void)state;
    for (int i = 0; (r = lus_rules_at(i)); i++) {
        struct random rng = random_stream(22, (uint64_t)i);
        int hits = r->search.forced_moves ? 3 * VARIANTS : 0;
        for (int k = 0; k < 3 * VARIANTS && !r->search.forced_moves; k++) {
            struct search_limits plain = {.plain = true, .depth = 1 + k % 3},
                                 limits = variants[k % VARIANTS];
            struct search_report expected, report;
            lus_pos p;
            int throw;
            while (!random_position(r, &rng, &p, &throw))
                ;
            lus_game *g = lus_game_new(r, &p);
            plain.tablebase = limits.tablebase =
                (struct search_tablebase){probe_half, NULL, 60, NULL};
            limits.depth = plain.depth;
            assert_int_equal(search_run(g, throw, &plain, &expected), 0);
            assert_int_equal(search_run(g, throw, &limits, &report), 0);
            assert_int_equal(report.moves[0].value, expected.moves[0].value);
            assert_true(report.moves[0].move == expected.moves[0].move);
            hits += report.stats.tablebase_hits > 0;
            lus_game_free(g);
        }
        assert_true(hits > 2 * VARIANTS);
    }
}

/* ---- a tablebase of bounds ---- */

/* Bounds of every second unfinished position of Awari, a quarter of them
   equal. */
static bool invented_bounds(void *context, const lus_rules *r, const lus_pos *p,
                            int *lower, int *upper)
{
    uint64_t hash = pos_hash(p);
    (void)context;
    if (hash % 2 || r->result(r, p) != LUS_ONGOING)
        return false;
    int lead = (int)(hash >> 8) % 9 - 4, width = (int)(hash >> 16 & 3);
    int most = lead + 2 * width;
    *lower = VALUE_STONE * lead + VALUE_WIN * ((lead > 0) - (lead < 0));
    *upper = VALUE_STONE * most + VALUE_WIN * ((most > 0) - (most < 0));
    return true;
}

static bool invented_exact(void *context, const lus_rules *r, const lus_pos *p,
                           int *value)
{
    int upper;
    return invented_bounds(context, r, p, value, &upper) && *value == upper;
}

static int limited(int v, int lower, int upper)
{
    return v < lower ? lower : v > upper ? upper : v;
}

static int without_win_of(int v)
{
    return v >= VALUE_WIN ? v - VALUE_WIN : v <= -VALUE_WIN ? v + VALUE_WIN : v;
}

static int stones_on(const lus_pos *p)
{
    int stones = 0;
    for (int pit = 0; pit < 6; pit++)
        stones += (int)((p->w[0] >> 8 * pit & 255) + (p->w[1] >> 8 * pit & 255));
    return stones;
}

/* The value of p with these bounds, by the definition: every value is moved between its
   bounds, which positions with fewer stones than the root have; the remaining depth is added
   to wins and losses. */
static int bounded_reference(const lus_rules *r, const lus_pos *p, int depth,
                             int root_stones)
{
    lus_move list[LUS_MAX_MOVES];
    int lower, upper, best = INT32_MIN;
    bool bounded =
        stones_on(p) < root_stones && invented_bounds(NULL, r, p, &lower, &upper);
    bool lost = bounded && upper <= -VALUE_WIN, won = bounded && lower >= VALUE_WIN;
    if (bounded && lower == upper)
        return lower + (won ? depth : lost ? -depth : 0);
    const struct reference_search no_bounds = {r, false, pos_side(p), NULL};
    int n = lus_moves(r, p, 0, list);
    if (r->result(r, p) != LUS_ONGOING || (!bounded && (depth == 0 || n == 0)))
        return reference_position_value(&no_bounds, p, depth);
    if (depth == 0) {
        int v = reference_position_value(&no_bounds, p, 0);
        v = limited(v, without_win_of(lower), without_win_of(upper));
        return won ? v + VALUE_WIN : lost ? v - VALUE_WIN : v;
    }
    if (n == 0) /* the end of the game has no bounds */
        return reference_position_value(&no_bounds, p, depth);
    for (int i = 0; i < n; i++) {
        lus_pos next = *p;
        r->play(r, &next, 0, list[i]);
        int v = -bounded_reference(r, &next, depth - 1, root_stones);
        best = v > best ? v : best;
    }
    if (!bounded)
        return best;
    return limited(best, lower - (lower <= -VALUE_WIN ? depth : 0),
                   upper + (upper >= VALUE_WIN ? depth : 0));
}

/* The bounds of a move for the side that plays it, without the history of the game. */
static bool bounds_of_move(const lus_game *g, lus_move m, void *context, int *lower,
                           int *upper)
{
    const lus_rules *r = lus_game_rules(g);
    int side = lus_side(lus_game_pos(g)), low, high;
    lus_game *after = lus_game_copy(g);
    assert_true(after && lus_game_play(after, 0, m) >= 0);
    lus_end end = lus_game_end(after);
    bool found = invented_bounds(context, r, lus_game_pos(after), &low, &high);
    if (found && !end.over) {
        *lower = -high;
        *upper = -low;
    } else if (end.over) {
        *lower = *upper = finished_value(r, &end, side);
        found = true;
    }
    lus_game_free(after);
    return found;
}

/* Then the root moves are reordered (test_bounds_search). */
static bool all_moves_have_bounds(const lus_game *g)
{
    lus_move list[LUS_MAX_MOVES];
    int n = lus_moves(lus_game_rules(g), lus_game_pos(g), 0, list), lower, upper;
    for (int i = 0; i < n; i++)
        if (!bounds_of_move(g, list[i], NULL, &lower, &upper))
            return false;
    return true;
}

/* Every root move has the value of the definition, in plain and in pruned searches. */
static void bounds_limit_values(void **state)
{
    const lus_rules *r = lus_rules_find("awari:oware");
    struct random rng = random_stream(26, 0);
    int compared = 0;
    (void)state;
    for (int k = 0; k < 300; k++) {
        struct search_limits limits = {.depth = 1 + k % 5, .table_mb = k % 2 ? 1 : -1};
        struct search_report all, best;
        lus_pos p;
        int throw;
        while (!random_position(r, &rng, &p, &throw))
            ;
        lus_game *g = lus_game_new(r, &p);
        limits.plain = k % 3 == 0;
        limits.tablebase =
            (struct search_tablebase){invented_exact, NULL, 48, invented_bounds};
        assert_int_equal(search_run(g, 0, &limits, &best), 0);
        limits.all_values = true;
        assert_int_equal(search_run(g, 0, &limits, &all), 0);
        for (int i = 0; i < all.n && !all_moves_have_bounds(g); i++) {
            lus_pos next = p;
            r->play(r, &next, 0, all.moves[i].move);
            int v = -bounded_reference(r, &next, limits.depth - 1, stones_on(&p));
            assert_int_equal(all.moves[i].value, v);
            assert_true(i > 0 || best.moves[0].value == v);
            compared++;
        }
        lus_game_free(g);
    }
    assert_true(compared > 500);
}

/* ---- perft ---- */

/* Sequences of `depth` plies; those of a finished game are none. */
static uint64_t plain_perft(const lus_rules *r, const lus_pos *p, int depth)
{
    lus_move list[LUS_MAX_MOVES];
    uint64_t sum = 0;
    if (depth == 0)
        return 1;
    if (lus_result(r, p) != LUS_ONGOING)
        return 0;
    for (int t = 0; t < lus_throws(r); t++) {
        int throw = lus_throw_value(r, t), n = lus_moves(r, p, throw, list);
        if (n == 0 && !r->no_move_ends)
            list[n++] = LUS_PASS;
        for (int i = 0; i < n; i++) {
            lus_pos next = *p;
            assert_true(lus_play(r, &next, throw, list[i]) >= 0);
            sum += plain_perft(r, &next, depth - 1);
        }
    }
    return sum;
}

static void perft_ends_with_the_game(void **state)
{
    const lus_rules *r;
    (void)state;
    for (int i = 0; (r = lus_rules_at(i)); i++) {
        struct random rng = random_stream(28, (uint64_t)i);
        for (int k = 0; k < 12; k++) {
            int throw;
            lus_game *g = near_the_end(r, &rng, 1 + k % 3, &throw);
            for (int depth = 1; g && depth <= 3; depth++)
                assert_int_equal(lus_perft(r, lus_game_pos(g), LUS_ANY_THROW, depth),
                                 plain_perft(r, lus_game_pos(g), depth));
            lus_game_free(g);
        }
    }
}

/* ---- endings that are proved ---- */

/* Moves that the shallow search decides keep its value, in which a shorter win is larger; the
   others are won, lost or drawn without a distance. */
static void proofs_keep_the_shortest_wins(void **state)
{
    const struct search_limits shallow = {.depth = 6, .all_values = true, .table_mb = 1},
                               all = {.prove = true, .all_values = true};
    const lus_rules *r = lus_rules_find("cave");
    struct random rng = random_stream(23, 0);
    int decided = 0, proved = 0, throw;
    (void)state;
    for (int k = 0; k < 40; k++) {
        lus_game *g = near_the_end(r, &rng, 2 + k % 12, &throw);
        struct search_report expected, report;
        if (!g)
            continue;
        assert_int_equal(search_run(g, 0, &shallow, &expected), 0);
        bool answered =
            ending_answer(g, &all, &report) == 1; /* not with many empty cells */
        for (int i = 0; answered && i < report.n; i++) {
            int j = 0, v = report.moves[i].value;
            while (expected.moves[j].move != report.moves[i].move)
                j++;
            if (abs(expected.moves[j].value) >= VALUE_WIN) {
                assert_int_equal(v, expected.moves[j].value);
                decided++;
            } else {
                assert_true(v == VALUE_WIN || v == 0 || v == -VALUE_WIN);
                proved++;
            }
        }
        lus_game_free(g);
    }
    assert_true(decided > 20 && proved > 20);
}

/* ---- threads ---- */

enum { THREADS = 2, ITERATIONS = 3 };

static int last_thread; /* the one that is stopped by the other */
static _Atomic int calls[THREADS];

/* The value of a move is its place on the board.  The last thread waits until the other has
   finished the iteration. */
static int invented_move_value(struct search *s, const lus_pos *p, int throw, lus_move m,
                               int depth, int alpha, int beta)
{
    const int thread = s->root_side; /* its number, see below */
    (void)p, (void) throw, (void)depth, (void)alpha, (void)beta;
    calls[thread]++;
    while (thread == last_thread && !atomic_load(&s->shared->stop))
        ;
    s->stopped = thread == last_thread;
    return 100 * move_from(m, 0);
}

static void search_on_threads(struct search_root *root, const lus_pos *p)
{
    static const struct search_limits limits = {.depth = ITERATIONS, .all_values = true};
    static const struct search_instance instance = {.move_value = invented_move_value};
    struct search_report report = {0};
    lus_move list[LUS_MAX_MOVES];
    *root = (struct search_root){.rules = lus_rules_find("awari"),
                                 .pos = p,
                                 .threads = THREADS,
                                 .limits = &limits,
                                 .instance = &instance,
                                 .shared = {.limits = &limits},
                                 .searches = calloc(THREADS, sizeof *root->searches)};
    assert_non_null(root->searches);
    for (int i = 0; i < THREADS; i++) {
        root->searches[i].shared = &root->shared;
        root->searches[i].root_side = i;
        calls[i] = 0;
    }
    root->n = lus_moves(root->rules, p, 0, list);
    for (int i = 0; i < root->n; i++) {
        root->moves[i].move = list[i];
        root->list_index[i] = (uint8_t)i;
    }
    search_deepen(root, &report);
    assert_int_equal(report.depth, ITERATIONS);
    assert_false(report.timed_out);
}

/* A thread that is stopped because another has finished takes part in the next iteration, and
   the values are those of the thread that finished. */
static void stopped_threads_take_part_in_the_next_iteration(void **state)
{
    static struct search_root root;
    lus_pos p;
    (void)state;
    lus_start(lus_rules_find("awari"), &p);
    for (last_thread = 0; last_thread < THREADS; last_thread++) {
        search_on_threads(&root, &p);
        assert_false(atomic_load(&root.shared.stop));
        for (int i = 0; i < root.n; i++)
            assert_int_equal(root.moves[i].value, 100 * move_from(root.moves[i].move, 0));
        assert_true(root.moves[0].value > root.moves[root.n - 1].value);
        for (int i = 0; i < THREADS; i++) {
            assert_false(root.searches[i].stopped);
            assert_int_equal(root.searches[i].root_depth, ITERATIONS);
            assert_int_equal(calls[i], ITERATIONS * (i == last_thread ? 1 : root.n));
        }
        free(root.searches);
    }
}

/* The counters of all threads are added, each to its own. */
static void counters_are_added(void **state)
{
    struct search_stats sum = {{1, 2}, 3, 4, 5, 6, 7};
    const struct search_stats more = {{10, 200}, 3000, 40000, 500000, 6000000, 70000000};
    (void)state;
    search_stats_add(&sum, &more);
    assert_int_equal(sum.nodes[0], 11);
    assert_int_equal(sum.nodes[1], 202);
    assert_int_equal(sum.chance, 3003);
    assert_int_equal(sum.leaves, 40004);
    assert_int_equal(sum.hits, 500005);
    assert_int_equal(sum.cutoffs, 6000006);
    assert_int_equal(sum.tablebase_hits, 70000007);
}

/* Dice, two threads, no table: who searches a throw does not matter, so all counters are the
   same every time. */
static void counters_of_threads_are_repeatable(void **state)
{
    const struct search_limits limits = {.depth = 4, .threads = 2, .table_mb = -1},
                               three = {.depth = 4, .threads = 3, .table_mb = -1};
    (void)state;
    for (int k = 0; k < 6; k++) {
        const lus_rules *r = lus_rules_find(k % 2 ? "ur:finkel" : "senet:houses");
        struct random rng = random_stream(25, (uint64_t)k);
        struct search_report a, b;
        lus_pos p;
        int throw;
        while (!random_position(r, &rng, &p, &throw))
            ;
        lus_game *g = lus_game_new(r, &p);
        assert_int_equal(search_run(g, throw, &limits, &a), 0);
        assert_int_equal(search_run(g, throw, &three, &b), 0);
        assert_memory_equal(&a.stats, &b.stats, sizeof a.stats);
        assert_true(a.stats.chance > 0 && a.stats.leaves > 0);
        lus_game_free(g);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counters_are_added),
        cmocka_unit_test(counters_of_threads_are_repeatable),
        cmocka_unit_test(stopped_threads_take_part_in_the_next_iteration),
        cmocka_unit_test(proofs_keep_the_shortest_wins),
        cmocka_unit_test(a_tablebase_has_the_same_values_in_every_variant),
        cmocka_unit_test(bounds_limit_values),
        cmocka_unit_test(perft_ends_with_the_game),
        cmocka_unit_test(ends_agree_with_the_reference),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
