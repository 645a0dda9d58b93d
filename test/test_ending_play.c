/* SPDX-License-Identifier: MIT */
/* test_ending_play.c - awari:oware: no won game is lost with few stones left.  From every position
   of a game with at most 10 stones whose bounds say that a player with the table wins, that player
   wins, and makes progress: against the best defence, and in whole games. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>
#include "analyse/tablebase_values.h"
#include "core/random.h"
#include "search/tablebase_root.h"
#include "search/value.h"
#include "solve/small_table.h"
#include "support/sample_size.h"

enum { ALL_STONES = 48, OPENING = 6, NODES = 2000, MAX_QUIET = 40 };

static const lus_rules *oware;
static struct tables *tables;
static struct search_tablebase table;

/* No folder: only the table of 10 stones in memory. */
static int setup(void **state)
{
    (void)state;
    oware = lus_rules_find("awari:oware");
    tables = tables_open("/nonexistent");
    if (!tables)
        return 1;
    table = tablebase_for_search(tables, oware);
    return !table.bounds;
}

static int teardown(void **state)
{
    (void)state;
    tables_close(tables);
    return 0;
}

static int stones_of(const lus_game *g)
{
    return oware->search.material(oware, lus_game_pos(g));
}

/* The bounds of the position for the side to move: the best of those of its moves. */
static void bounds_of(const lus_game *g, int *lower, int *upper)
{
    lus_move list[LUS_MAX_MOVES];
    int n = lus_moves(oware, lus_game_pos(g), 0, list);
    *lower = *upper = -VALUE_MAX;
    for (int i = 0; i < n; i++) {
        int low, high;
        assert_true(tablebase_move_range(g, 0, list[i], &table, &low, &high));
        *lower = low > *lower ? low : *lower;
        *upper = high > *upper ? high : *upper;
    }
}

/* The side that wins by the table; -1: nothing is certain, or too many stones are left. */
static int certain_winner(const lus_game *g)
{
    int lower, upper, side = lus_side(lus_game_pos(g));
    if (stones_of(g) > table.max_material)
        return -1;
    bounds_of(g, &lower, &upper);
    return lower >= VALUE_WIN ? side : upper <= -VALUE_WIN ? !side : -1;
}

/* The moves that a player with the table has found, and the nodes that they took. */
static struct {
    int moves, exact;
    uint64_t nodes, exact_nodes, most;
} spent;

static void count_nodes(const struct search_report *report)
{
    uint64_t nodes = report->stats.nodes[0] + report->stats.nodes[1];
    spent.moves++;
    spent.nodes += nodes;
    spent.most = nodes > spent.most ? nodes : spent.most;
    spent.exact += report->exact;
    spent.exact_nodes += report->exact ? nodes : 0;
}

static lus_move searched(const lus_game *g, const struct search_limits *limits)
{
    struct search_report report;
    assert_int_equal(search_at_least_one_ply(g, 0, limits, &report), 0);
    if (limits->tablebase.probe && stones_of(g) <= table.max_material)
        count_nodes(&report);
    return report.moves[0].move;
}

/* One move in four is random; the others leave the other side the smallest guarantee. */
static lus_move defended(const lus_game *g, struct random *random)
{
    lus_move list[LUS_MAX_MOVES], best;
    int n = lus_moves(oware, lus_game_pos(g), 0, list), most = -VALUE_MAX;
    best = list[random_below(random, (uint32_t)n)];
    if (random_below(random, 4) == 0)
        return best;
    for (int i = 0; i < n; i++) {
        lus_pos next = *lus_game_pos(g);
        int lower, upper;
        oware->play(oware, &next, 0, list[i]);
        assert_true(table.bounds(table.context, oware, &next, &lower, &upper));
        if (-lower > most) {
            most = -lower;
            best = list[i];
        }
    }
    return best;
}

/* A player that has a certain win may not lose it; what a game has shown so far. */
struct watch {
    int winner; /* -1: no certain winner */
    int quiet, most_quiet, stones;
};

static void look(struct watch *w, const lus_game *g, int player)
{
    int winner = w->winner == player ? player : certain_winner(g);
    bool quiet = winner == player && stones_of(g) == w->stones;
    w->quiet = quiet ? w->quiet + 1 : 0;
    w->most_quiet = w->quiet > w->most_quiet ? w->quiet : w->most_quiet;
    w->stones = stones_of(g);
    w->winner = winner == player ? player : -1;
}

/* ---- boards of 4 to 10 stones ---- */

/* A board that is neither decided nor finished. */
static lus_game *random_ending(struct random *random, int stones)
{
    for (;;) {
        uint64_t south =
            (uint64_t)(ALL_STONES - stones) / 2 - 2 + random_below(random, 5);
        lus_pos p = {{0, 0, south | ((uint64_t)(ALL_STONES - stones) - south) << 8, 0}};
        for (int i = 0; i < stones; i++) {
            uint32_t pit = random_below(random, 12);
            p.w[pit / 6] += (uint64_t)1 << 8 * (pit % 6);
        }
        lus_game *g = lus_game_new(oware, &p);
        if (!lus_game_end(g).over)
            return g;
        lus_game_free(g);
    }
}

/* The table's player is the side that the bounds let win. */
static void won_endings_are_won(void **state)
{
    struct random random = random_stream(9, 7);
    const int asked = sample_size(600);
    int won = 0, most_quiet = 0;
    (void)state;
    for (int i = 0; i < asked; i++) {
        const struct search_limits limits = {.depth = 1 + i % 4, .tablebase = table};
        lus_game *g = random_ending(&random, 4 + i % 7);
        int player = certain_winner(g);
        struct watch w = {.winner = -1};
        while (player >= 0 && !lus_game_end(g).over) {
            bool own = lus_side(lus_game_pos(g)) == player;
            look(&w, g, player);
            lus_move m = own ? searched(g, &limits) : defended(g, &random);
            assert_true(lus_game_play(g, 0, m) >= 0);
        }
        if (player >= 0) {
            assert_int_equal(lus_game_end(g).winner, player);
            won++;
        }
        most_quiet = w.most_quiet > most_quiet ? w.most_quiet : most_quiet;
        lus_game_free(g);
    }
    print_message("%d of %d endings won, at most %d plies without a capture\n", won,
                  asked, most_quiet);
    print_message(
        "%d moves, %.0f nodes each, at most %.0f; %d of them exact, %.0f nodes\n",
        spent.moves, (double)spent.nodes / (spent.moves + !spent.moves),
        (double)spent.most, spent.exact,
        (double)spent.exact_nodes / (spent.exact + !spent.exact));
    assert_true(won > asked / 4);
    assert_true(most_quiet <= MAX_QUIET);
}

/* ---- whole games ---- */

static lus_game *random_opening(struct random *random)
{
    lus_game *g = lus_game_new(oware, NULL);
    assert_non_null(g);
    for (int i = 0; i < OPENING; i++) {
        lus_move list[LUS_MAX_MOVES];
        int n = lus_moves(oware, lus_game_pos(g), 0, list);
        assert_true(lus_game_play(g, 0, list[random_below(random, (uint32_t)n)]) >= 0);
    }
    return g;
}

/* Both players search NODES nodes per move; one of them has the table. */
static void won_games_are_won(void **state)
{
    struct random random = random_stream(9, 8);
    const int asked = sample_size(40);
    int certain = 0, score = 0;
    (void)state;
    for (int i = 0; i < asked; i++) {
        lus_game *g = random_opening(&random);
        struct watch w = {.winner = -1};
        while (!lus_game_end(g).over) {
            struct search_limits limits = {.nodes = NODES, .table_mb = 1};
            bool own = lus_side(lus_game_pos(g)) == i % 2;
            look(&w, g, i % 2);
            if (own)
                limits.tablebase = table;
            assert_true(lus_game_play(g, 0, searched(g, &limits)) >= 0);
        }
        lus_end end = lus_game_end(g);
        if (w.winner >= 0)
            assert_int_equal(end.winner, w.winner);
        certain += w.winner >= 0;
        score += end.winner < 0 ? 1 : 2 * (end.winner == i % 2);
        lus_game_free(g);
    }
    print_message("%d games, %d certain in the ending, all won; %d of %d points\n", asked,
                  certain, score, 2 * asked);
    assert_true(certain > asked / 8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(won_endings_are_won),
        cmocka_unit_test(won_games_are_won),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
