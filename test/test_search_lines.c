/* SPDX-License-Identifier: MIT */
/* test_search_lines.c - what is built on the search: principal variations and shallow
   searches, compared with the plain reference search, and the fastest conversion of a
   root in the tablebase, compared with a plain recursion. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "core/hash.h"
#include "core/random.h"
#include "search/principal_variation.h"
#include "search/shallow_search.h"
#include "search/tablebase_root.h"
#include "search/tt.h"
#include "search/value.h"
#include "support/reference_search.h"

static const char *const rule_sets[] = {"ur:finkel", "senet:blockade", "awari:abapa",
                                        "cave:5x4"};
enum { RULE_SETS = sizeof rule_sets / sizeof rule_sets[0], PV_PLIES = 8 };

static lus_game *random_game(const lus_rules *r, struct random *rng, int *throw)
{
    lus_pos p;
    while (!random_position(r, rng, &p, throw))
        ;
    return lus_game_new(r, &p);
}

/* The best value of a throw by the reference search, and that of `m`. */
static int reference_best(const struct reference_search *s, const lus_pos *p, int throw,
                          int depth, lus_move m, int *value_of_m)
{
    lus_move list[LUS_MAX_MOVES];
    int n = s->r->moves(s->r, p, throw, list), best = -VALUE_MAX - 1;
    for (int i = 0; i < n; i++) {
        int v = reference_move_value(s, p, throw, list[i], depth);
        best = v > best ? v : best;
        *value_of_m = list[i] == m ? v : *value_of_m;
    }
    return best;
}

/* ---- principal variations ---- */

/* Every ply after the first is a best move of the remaining depth after the likeliest
   throw, and the line ends at its depth, at its capacity or with the game. */
static void check_line(const lus_game *start, const struct pv_ply *pv, int n, int depth,
                       int capacity, const char *eval, const void *network)
{
    const lus_rules *r = lus_game_rules(start);
    lus_game *g = lus_game_copy(start);
    for (int i = 0; i < n; i++) {
        const lus_pos *p = lus_game_pos(g);
        struct reference_search s = {r, eval != NULL, pos_side(p), network};
        int v = -VALUE_MAX;
        if (i && r->dice.sticks)
            assert_int_equal(pv[i].throw, r->dice.throws[r->dice.by_weight[0]].value);
        if (i && pv[i].move != LUS_PASS) {
            int best = reference_best(&s, p, pv[i].throw, depth - i, pv[i].move, &v);
            if (eval && v != best) { /* from the table: a value for the root player */
                s.root_side = pos_side(lus_game_pos(start));
                best = reference_best(&s, p, pv[i].throw, depth - i, pv[i].move, &v);
            }
            assert_int_equal(v, best);
        }
        assert_true(lus_game_play(g, pv[i].throw, pv[i].move) >= 0);
    }
    assert_true(n == depth || n == capacity || lus_game_end(g).over);
    lus_game_free(g);
}

/* With the table of the search, with an empty one and without. */
static void lines_are_best_play(void **state)
{
    (void)state;
    for (int k = 0; k < RULE_SETS; k++) {
        const lus_rules *r = lus_rules_find(rule_sets[k]);
        void *network = reference_network(r);
        struct random rng = random_stream(5, (uint64_t)k);
        for (int i = 0; i < 24; i++) {
            int throw, depth = r->dice.sticks ? 3 : 4, capacity = i % 8 ? PV_PLIES : 2;
            struct tt *table = i % 3 ? tt_new(1) : NULL;
            struct search_limits limits = {
                .depth = depth, .table = table, .eval = i % 4 == 3 ? "classic" : NULL};
            struct search_report report;
            struct pv_ply pv[PV_PLIES];
            int64_t budget = 1 << 20;
            lus_game *g = random_game(r, &rng, &throw);
            limits.table = i % 3 == 1 ? table : NULL;
            assert_int_equal(search_run(g, throw, &limits, &report), 0);
            limits.table = table;
            lus_move first = report.moves[i % report.n].move;
            int n = principal_variation(g, throw, first, depth, &limits, &budget, pv,
                                        capacity);
            assert_in_range(n, 1, capacity);
            assert_true(pv[0].move == first && pv[0].throw == throw);
            check_line(g, pv, n, depth, capacity, limits.eval, network);
            assert_true(budget > 0);
            tt_free(table);
            lus_game_free(g);
        }
        free(network);
    }
}

/* The table has the exact values of all positions after the replies: of equal replies the
   line has the first, as a search would. */
static void equal_replies_of_the_table(void **state)
{
    const lus_rules *r = lus_rules_find("awari:abapa");
    lus_game *g = lus_game_new(r, NULL), *after = lus_game_new(r, NULL);
    lus_move list[LUS_MAX_MOVES], replies[LUS_MAX_MOVES];
    (void)state;
    assert_true(lus_moves(r, lus_game_pos(g), 0, list) > 0);
    assert_int_equal(lus_game_play(after, 0, list[0]), 0);
    int n = lus_moves(r, lus_game_pos(after), 0, replies);
    for (int best = 0; best < n; best++) {
        struct tt *tt = tt_new(1);
        struct search_limits limits = {.table = tt};
        struct pv_ply pv[2];
        int64_t budget = 0;
        tt_new_search(tt, r);
        for (int i = 0; i < n; i++) {
            lus_pos next = *lus_game_pos(after);
            int value = i < best ? 7 : 5; /* of the other side, which moves then */
            r->play(r, &next, 0, replies[i]);
            tt_store(tt, pos_hash(&next), 1,
                     (struct tt_entry){.lower = value, .upper = value});
        }
        assert_int_equal(principal_variation(g, 0, list[0], 3, &limits, &budget, pv, 2),
                         2);
        assert_true(pv[1].move == replies[best]);
        tt_free(tt);
    }
    lus_game_free(after);
    lus_game_free(g);
}

/* Without a table and without a budget only forced moves follow; a budget that a small
   search exceeds ends the line. */
static void lines_end_with_their_budget(void **state)
{
    const lus_rules *r = lus_rules_find("awari");
    lus_game *g = lus_game_new(r, NULL);
    lus_move list[LUS_MAX_MOVES];
    struct pv_ply pv[PV_PLIES];
    (void)state;
    lus_moves(r, lus_game_pos(g), 0, list);
    for (int i = 0; i < 3; i++) {
        const struct search_limits limits = {.depth = 6};
        int64_t budget = i == 0 ? 0 : i == 1 ? 20 : 100000, before = budget;
        int n = principal_variation(g, 0, list[0], 6, &limits, &budget, pv, PV_PLIES);
        assert_int_equal(n, i == 2 ? 6 : 1);
        assert_true(i == 0 ? budget == 0 : budget < before);
    }
    lus_game_free(g);
}

/* ---- repetition ---- */

struct path {
    const lus_rules *r;
    int n;
    lus_pos pos[400]; /* of the game and the current line */
};

static int ended(const lus_rules *r, const lus_pos *p, int result, int depth)
{
    int score[2], sign = (result == LUS_WIN) - (result == LUS_LOSS);
    r->score(r, p, score);
    return sign * (VALUE_WIN + depth) + VALUE_STONE * (score[0] - score[1]);
}

/* Plain negamax in which a position that occurred before ends the game (A7), from three
   plies above the horizon on. */
static int value_with_path(struct path *path, const lus_pos *p, int depth)
{
    const lus_rules *r = path->r;
    lus_move list[LUS_MAX_MOVES];
    lus_pos end = *p;
    int best = -VALUE_MAX, reason = LUS_BY_NO_MOVE;
    bool over = r->result(r, p) != LUS_ONGOING;
    if (over)
        return ended(r, p, r->result(r, p), depth);
    if (depth == 0)
        return r->search.evaluate(r, p);
    for (int i = 0; i < path->n && depth >= 3; i++)
        if (!memcmp(&path->pos[i], p, sizeof *p)) {
            over = true;
            reason = LUS_BY_REPETITION;
        }
    int n = r->moves(r, p, 0, list);
    if (n == 0 || over) {
        r->settle(r, &end, reason);
        return ended(r, &end, r->result(r, &end), depth);
    }
    path->pos[path->n++] = *p;
    for (int i = 0; i < n; i++) {
        lus_pos next = *p;
        r->play(r, &next, 0, list[i]);
        int v = -value_with_path(path, &next, depth - 1);
        best = v > best ? v : best;
    }
    path->n--;
    return best;
}

static lus_pos small_board(struct random *rng, int stones);

/* Awari with few stones, where positions repeat: the earlier positions of the game count, so
   the value differs from that of the same position without a history. */
static void repetitions_reach_back_into_the_game(void **state)
{
    enum { GAMES = 300, DEPTH = 6 };
    const lus_rules *r = lus_rules_find("awari:abapa");
    struct random rng = random_stream(9, 0);
    int differ = 0;
    (void)state;
    for (int i = 0; i < GAMES; i++) {
        static struct path path;
        lus_pos p = small_board(&rng, 5);
        lus_move list[LUS_MAX_MOVES];
        lus_game *g = lus_game_new(r, &p);
        for (int ply = 0; ply < 14 && !lus_game_end(g).over; ply++) {
            int n = lus_moves(r, lus_game_pos(g), 0, list);
            lus_game_play(g, 0, list[random_below(&rng, (uint32_t)n)]);
        }
        int n = lus_game_end(g).over ? 0 : lus_moves(r, lus_game_pos(g), 0, list);
        for (int k = 0; k < 2 && n > 1; k++) {
            const struct search_limits limits = {
                .depth = DEPTH, .plain = k, .table_mb = -1, .all_values = true};
            struct search_report report;
            assert_int_equal(search_run(g, 0, &limits, &report), 0);
            for (int m = 0; m < n; m++) {
                lus_pos next = *lus_game_pos(g);
                path.r = r;
                path.n = 0;
                r->play(r, &next, 0, report.moves[m].move);
                int alone = -value_with_path(&path, &next, DEPTH - 1);
                for (int ply = 0; ply <= lus_game_plies(g); ply++)
                    path.pos[path.n++] = *lus_game_pos_at(g, ply);
                int v = -value_with_path(&path, &next, DEPTH - 1);
                assert_int_equal(report.moves[m].value, v);
                differ += v != alone;
            }
        }
        lus_game_free(g);
    }
    print_message("%d values depend on the game before\n", differ);
    assert_true(differ > 10);
}

/* ---- shallow searches ---- */

static void shallow_searches_have_reference_values(void **state)
{
    (void)state;
    for (int k = 0; k < 4; k++) {
        const lus_rules *r = lus_rules_find(rule_sets[k % 2]);
        void *network = reference_network(r);
        int depth = 1 + k / 2;
        struct random rng = random_stream(6, (uint64_t)k);
        struct shallow_search *shallow = shallow_search_new(r, depth);
        for (int i = 0; i < 60; i++) {
            int throw, v = 0;
            lus_move move;
            lus_game *g = random_game(r, &rng, &throw);
            const lus_pos *p = lus_game_pos(g);
            struct reference_search s = {r, !search_has_own_evaluation(r), pos_side(p),
                                         network};
            int best = shallow_search_best(shallow, p, throw, &move);
            assert_int_equal(reference_best(&s, p, throw, depth, move, &v), best);
            assert_int_equal(v, best);
            assert_int_equal(shallow_search_throw(shallow, p, throw), best);
            lus_game_free(g);
        }
        shallow_search_free(shallow);
        free(network);
    }
}

/* ---- conversion ---- */

enum { STONES = 7, MAX_PLIES = 7 };

/* A tablebase with arbitrary values: a lead of 0 or 2 stones for one side or the other.
   Every 13th position is missing. */
static bool probe_arbitrary(void *context, const lus_rules *r, const lus_pos *p,
                            int *value)
{
    uint64_t hash = pos_hash(p) ^ *(uint64_t *)context;
    int lead = hash % 8 < 4 ? 2 : hash % 8 < 6 ? 0 : -2;
    (void)r;
    *value = pos_side(p) ? -lead : lead;
    *value *= VALUE_STONE;
    return hash / 8 % 13 != 0;
}

struct conversion {
    const lus_rules *r;
    struct search_tablebase tablebase;
    int material, value;
};

static bool converted(const struct conversion *c, const lus_pos *p)
{
    return c->r->search.material(c->r, p) < c->material;
}

/* The fewest plies in which the winner, to play `m`, forces fewer stones, as an odd number
   (whole turns); 0: not within `most`. */
static int plies_to_conversion(const struct conversion *c, const lus_pos *p, lus_move m,
                               int most);

/* The plies that the longest defence takes; -1: it avoids a conversion. */
static int longest_defence(const struct conversion *c, const lus_pos *p, int most)
{
    lus_move list[LUS_MAX_MOVES], reply[LUS_MAX_MOVES];
    int n = c->r->moves(c->r, p, 0, list), longest = 0, v;
    for (int i = 0; i < n; i++) {
        lus_pos next = *p;
        c->r->play(c->r, &next, 0, list[i]);
        if (!c->tablebase.probe(c->tablebase.context, c->r, &next, &v) ||
            (converted(c, &next) && v < c->value))
            return -1;
        int plies = 1, replies = c->r->moves(c->r, &next, 0, reply);
        if (v <= c->value && !converted(c, &next) && replies) {
            int least = 0;
            for (int k = 0; k < replies; k++) {
                int found = plies_to_conversion(c, &next, reply[k], most - 1);
                least = found && (!least || found < least) ? found : least;
            }
            if (!least)
                return -1;
            plies = 1 + least;
        } else if (v <= c->value && !converted(c, &next)) {
            plies = 2; /* the game ends instead of the winner's move */
        }
        longest = plies > longest ? plies : longest;
    }
    return longest;
}

static int plies_to_conversion(const struct conversion *c, const lus_pos *p, lus_move m,
                               int most)
{
    lus_pos next = *p;
    int v;
    c->r->play(c->r, &next, 0, m);
    if (most < 1 || !c->tablebase.probe(c->tablebase.context, c->r, &next, &v) ||
        -v < c->value)
        return 0;
    if (converted(c, &next))
        return 1;
    int defence = most > 1 ? longest_defence(c, &next, most - 1) : -1;
    int turns = 1 + (defence > 0 ? (defence + 1) / 2 : 1);
    return defence < 0 || 2 * turns - 1 > most ? 0 : 2 * turns - 1;
}

/* A board with so many stones. */
static lus_pos small_board(struct random *rng, int stones)
{
    lus_pos p = {{0}};
    for (int i = 0; i < stones; i++) {
        uint32_t pit = random_below(rng, 12);
        p.w[pit / 6] += (uint64_t)1 << 8 * (pit % 6);
    }
    p.w[3] = random_below(rng, 2);
    p.w[2] =
        (uint64_t)(48 - stones) / 2 * 0x101 + 0x100; /* behind: a repetition would lose */
    return p;
}

/* The first of the best moves by the plain recursion comes first; the others stay in the
   order of the list. */
static bool check_fastest(const lus_rules *r, const lus_pos *p, uint64_t salt)
{
    struct conversion c = {.r = r, .tablebase = {probe_arbitrary, &salt, STONES, NULL}};
    const struct search_limits limits = {.tablebase = c.tablebase};
    struct search_report report;
    lus_move list[LUS_MAX_MOVES];
    int n = lus_moves(r, p, 0, list), fastest = -1, least = MAX_PLIES + 1, ties = 0,
        value[LUS_MAX_MOVES];
    lus_game *g = lus_game_new(r, p);
    bool found = n > 0 && tablebase_answer(g, 0, &limits, &report);
    lus_game_free(g);
    if (!found || report.moves[0].value <= 0)
        return false;
    c.value = report.moves[0].value;
    c.material = r->search.material(r, p);
    for (int i = 0; i < n; i++) {
        lus_pos next = *p;
        r->play(r, &next, 0, list[i]);
        if (!probe_arbitrary(&salt, r, &next, &value[i]))
            return false; /* the game is over */
        value[i] = -value[i];
        assert_true(value[i] <= c.value);
        ties += value[i] == c.value;
        int plies =
            value[i] == c.value ? plies_to_conversion(&c, p, list[i], MAX_PLIES) : 0;
        if (plies && plies < least) {
            least = plies;
            fastest = i;
        }
    }
    if (fastest < 0 || ties < 2)
        return false;
    assert_true(report.moves[0].move == list[fastest]);
    for (int i = 2; i < n; i++) {
        assert_true(report.moves[i].value <= report.moves[i - 1].value);
        if (report.moves[i].value == report.moves[i - 1].value)
            assert_true(move_from(report.moves[i].move, 0) >
                        move_from(report.moves[i - 1].move, 0));
    }
    return least > 1;
}

static void the_fastest_conversion_comes_first(void **state)
{
    const lus_rules *r = lus_rules_find("awari:abapa");
    struct random rng = random_stream(7, 0);
    int checked = 0;
    (void)state;
    for (int i = 0; i < 20000 && checked < 300; i++) {
        lus_pos p = small_board(&rng, STONES);
        if (lus_pos_check(r, &p) == 0 && lus_result(r, &p) == LUS_ONGOING)
            checked += check_fastest(r, &p, random_next(&rng));
    }
    print_message("%d positions with a conversion in more than one ply\n", checked);
    assert_true(checked >= 50);
}

/* Without a legal move, or with an impossible throw, the tablebase has no answer either. */
static void the_tablebase_has_no_answer_without_a_move(void **state)
{
    static const struct {
        int throw, status;
        bool allow_pass;
    } cases[] = {{0, LUS_ESTATE, false}, {0, 0, true}, {9, LUS_ERANGE, true}};
    uint64_t salt = 0;
    lus_game *g = lus_game_new(lus_rules_find("ur:finkel"), NULL);
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct search_limits limits = {
            .depth = 1,
            .allow_pass = cases[i].allow_pass,
            .tablebase = {probe_arbitrary, &salt, 7, NULL}};
        struct search_report report;
        assert_int_equal(search_run(g, cases[i].throw, &limits, &report),
                         cases[i].status);
        assert_int_equal(tablebase_answer(g, cases[i].throw, &limits, &report),
                         cases[i].status == 0);
    }
    lus_game_free(g);
}

/* perft of one ply with a throw is the number of moves; a pass counts as one. */
static void perft_of_one_ply_counts_moves(void **state)
{
    const lus_rules *r = lus_rules_find("ur:finkel");
    lus_pos p;
    (void)state;
    lus_start(r, &p);
    assert_int_equal(lus_perft(r, &p, 0, 1), 1);
    assert_int_equal(lus_perft(r, &p, 2, 1), 1);
    assert_int_equal(lus_perft(r, &p, 2, 0), 1);
    assert_int_equal(lus_perft(r, &p, LUS_ANY_THROW, 1), 5);
    assert_int_equal(lus_perft(r, &p, 9, 1), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_are_best_play),
        cmocka_unit_test(equal_replies_of_the_table),
        cmocka_unit_test(lines_end_with_their_budget),
        cmocka_unit_test(repetitions_reach_back_into_the_game),
        cmocka_unit_test(shallow_searches_have_reference_values),
        cmocka_unit_test(the_fastest_conversion_comes_first),
        cmocka_unit_test(the_tablebase_has_no_answer_without_a_move),
        cmocka_unit_test(perft_of_one_ply_counts_moves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
