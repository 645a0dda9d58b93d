/* SPDX-License-Identifier: MIT */
/* test_tablebase.c - searches with tables: they stop at positions in a table, return its
   values, and a player who follows them reaches the result they promise. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>
#include "analyse/tablebase_values.h"
#include "core/random.h"
#include "search/value.h"
#include "solve/frame.h"
#include "support/table_fixture.h"
#include "support/sample_size.h"

/* The tables of a folder of their own, with one of this size. */
static struct tables *tables_of(const char *game, int size)
{
    char name[64], where[128];
    snprintf(name, sizeof name, "%s-%d", game, size);
    snprintf(where, sizeof where, "%s/%s", fixture_folder, name);
    fixture_table(game, size, name, 1, NULL);
    struct tables *ts = tables_open(where);
    assert_non_null(ts);
    assert_int_equal(tables_count(ts), 1);
    return ts;
}

static struct search_report searched(const lus_rules *r, const lus_pos *p, int throw,
                                     const struct search_limits *limits)
{
    struct search_report report = {0};
    lus_game *g = lus_game_new(r, p);
    assert_int_equal(search_run(g, throw, limits, &report), 0);
    lus_game_free(g);
    return report;
}

/* The lead in stones of a decided value, without the depth that the search adds to it; 0 if
   the game is not decided. */
static int stones_of(int value)
{
    int size = value < 0 ? -value : value;
    size = size >= VALUE_WIN ? (size - VALUE_WIN) / VALUE_STONE : 0;
    return value < 0 ? -size : size;
}

/* ---- inside the tree ---- */

/* Boards of 8 stones are searched with a table of 6 and compared with the table of 8.  If no
   leaf was evaluated, the values are equal.  If the search proves a win, the table has a win
   by at least as many stones: only moves whose leaves were evaluated can be better.  Windows
   do not change values. */
static void awari_searched(const char *game)
{
    enum { STONES = 8, DEPTH = 9 };
    const int asked = sample_size(600);
    struct tables *small = tables_of(game, 6), *large = tables_of(game, STONES);
    const lus_rules *r = lus_rules_find(game);
    const struct table_info *info = table_info(tables_at(large, 0));
    uint64_t boards = info->solver->index.layer_size(info->index, STONES);
    struct random random = random_stream(4, 1);
    int proven = 0, met = 0;
    for (int i = 0; i < asked; i++) {
        struct search_limits limits = {.depth = DEPTH,
                                       .plain = true,
                                       .all_values = true,
                                       .tablebase =
                                           tablebase_for_table(tables_at(small, 0))};
        lus_pos p;
        double value;
        lus_move list[LUS_MAX_MOVES];
        info->solver->index.unrank(info->index, STONES, random_next(&random) % boards,
                                   &p);
        if (!lus_moves(r, &p, 0, list))
            continue;
        struct search_report plain = searched(r, &p, 0, &limits);
        limits.plain = false;
        limits.table_mb = -1;
        struct search_report pruned = searched(r, &p, 0, &limits);
        assert_memory_equal(plain.moves, pruned.moves, sizeof plain.moves);
        assert_int_equal(tables_value(large, r, &p, &value), 1);
        int found = plain.moves[0].value, stones = stones_of(found);
        if (found >= VALUE_WIN)
            assert_in_range(value, stones, STONES);
        if (found <= -VALUE_WIN)
            assert_in_range(-value, -stones, STONES);
        if (!plain.stats.leaves)
            assert_int_equal(stones, (int)value);
        met += plain.stats.tablebase_hits > 0 && stones != 0;
        proven += !plain.stats.leaves;
    }
    print_message("%s: %d of %d seen to the end, %d decided by the table\n", game, proven,
                  asked, met);
    assert_true(proven >= asked / 60 && met > asked / 10);
    tables_close(small);
    tables_close(large);
}

static void awari_inside_the_tree(void **state)
{
    (void)state;
    if (!frame_able())
        skip();
    awari_searched("awari:abapa");
    awari_searched("awari:olympiad");
}

/* With a table of 1 piece a side and positions of 2 against 1 or 2: where no leaf was
   evaluated, because every line bears off, the values are those of the table of 2.  Any
   number of threads finds the same values. */
static void dice_searched(const char *game)
{
    enum { QUANTUM = 2 * VALUE_WIN / 65535 + 1 };
    const int asked = sample_size(2400);
    struct tables *small = tables_of(game, 1), *large = tables_of(game, 2);
    const lus_rules *r = lus_rules_find(game);
    const struct table_info *info = table_info(tables_at(large, 0));
    struct random random = random_stream(4, 2);
    int proven = 0, met = 0;
    for (int i = 0; i < asked; i++) {
        struct search_limits limits = {.depth = 1 + i % 3,
                                       .tablebase =
                                           tablebase_for_table(tables_at(small, 0)),
                                       .plain = true,
                                       .all_values = true,
                                       .allow_pass = true};
        struct search_limits exact = {
            .tablebase = tablebase_for_table(tables_at(large, 0)), .allow_pass = true};
        lus_pos p;
        int layer = 1 + i % 2, throw = r->dice.throws[i % r->dice.n_throws].value;
        uint64_t positions = info->solver->index.layer_size(info->index, layer);
        info->solver->index.unrank(info->index, layer, random_next(&random) % positions,
                                   &p);
        struct search_report one = searched(r, &p, throw, &limits);
        limits.plain = false;
        limits.threads = i & 3;
        struct search_report many = searched(r, &p, throw, &limits);
        assert_memory_equal(one.moves, many.moves, sizeof one.moves);
        met += one.stats.tablebase_hits > 0 || one.exact;
        if (one.stats.leaves)
            continue;
        struct search_report whole = searched(r, &p, throw, &exact);
        assert_true(whole.exact);
        assert_in_range(one.moves[0].value - whole.moves[0].value + 2 * QUANTUM, 0,
                        4 * QUANTUM);
        proven++;
    }
    print_message("%s: %d of %d without an evaluated leaf, %d with a hit in the table\n",
                  game, proven, asked, met);
    assert_true(proven > 0 && met > asked / 20);
    tables_close(small);
    tables_close(large);
}

static void dice_inside_the_tree(void **state)
{
    (void)state;
    if (!frame_able())
        skip();
    dice_searched("ur:finkel");
    dice_searched("ur:masters");
    dice_searched("senet:houses");
    dice_searched("senet:blockade");
}

/* The classic evaluation counts points, which tables do not contain: they are not used. */
static void classic_uses_no_tables(void **state)
{
    (void)state;
    if (!frame_able())
        skip();
    struct tables *ts = tables_of("awari:abapa", 6);
    const lus_rules *r = lus_rules_find("awari:abapa");
    struct search_limits limits = {
        .depth = 3, .eval = "classic", .tablebase = tablebase_for_search(ts, r)};
    const lus_pos p = {{0x010100000001, 0x010000000100, 0, 0}};
    struct search_report report = searched(r, &p, 0, &limits);
    assert_true(report.classic && !report.exact);
    assert_int_equal(report.stats.tablebase_hits, 0);
    assert_int_equal(tablebase_for_search(ts, r).max_material, 10);
    assert_null(tablebase_for_search(NULL, r).probe);
    tables_close(ts);
}

/* The value of a finished game, for the side to move: it has won, or the other side has. */
static void finished_games_have_values(void **state)
{
    const lus_pos won = {{0, 0, 1 << 8, 0}}, lost = {{0, 0, 1, 0}};
    const lus_rules *r = lus_rules_find("ur:finkel");
    double value = -1;
    (void)state;
    if (!frame_able())
        skip();
    struct tables *ts = tables_of("ur:finkel", 1);
    assert_int_equal(r->result(r, &won), LUS_WIN);
    assert_int_equal(tables_value(ts, r, &won, &value), 1);
    assert_true(value == 1);
    assert_int_equal(tables_value(ts, r, &lost, &value), 1);
    assert_true(value == 0);
    tables_close(ts);
}

/* ---- playing by the table ---- */

/* Whether every won board of one layer is really won by following the table: for each board
   the plies to the next capture, or its state. */
enum { GOING = -1, UNSEEN = -2 };
struct won {
    const lus_rules *r;
    struct table *t;
    struct search_limits limits;
    int8_t *plies; /* to fewer stones, by rank */
};

static int value_of(const struct won *w, const lus_pos *p)
{
    lus_pos bare = *p;
    double value;
    bare.w[2] = 0;
    assert_int_equal(table_value(w->t, &bare, &value), 1);
    return (int)value;
}

static int lead_of(const lus_pos *p)
{
    return (int)(p->w[2] & 0xff) - (int)(p->w[2] >> 8 & 0xff);
}

static int plies_to_win(struct won *w, const lus_pos *p);

/* The longest line over all replies: a reply captures, or costs value, or stays in the
   layer, where the table is followed again. */
static int longest_reply(struct won *w, const lus_pos *p, int worth)
{
    lus_move list[LUS_MAX_MOVES];
    int n = lus_moves(w->r, p, 0, list), most = 0;
    for (int i = 0; i < n; i++) {
        lus_pos next = *p;
        w->r->play(w->r, &next, 0, list[i]);
        if (next.w[2] || value_of(w, &next) > worth)
            continue;
        assert_int_equal(value_of(w, &next), worth);
        int plies = plies_to_win(w, &next);
        most = plies > most ? plies : most;
    }
    return 1 + most;
}

static int plies_to_win(struct won *w, const lus_pos *p)
{
    const struct table_info *info = table_info(w->t);
    lus_pos next = *p;
    int layer, worth = value_of(w, p);
    uint64_t rank;
    lus_move list[LUS_MAX_MOVES];
    next.w[3] = 0;
    assert_true(info->solver->index.rank(info->index, &next, &layer, &rank));
    assert_int_not_equal(w->plies[rank], GOING); /* it would repeat without end */
    if (w->plies[rank] != UNSEEN || !lus_moves(w->r, &next, 0, list))
        return w->plies[rank] == UNSEEN ? 0 : w->plies[rank];
    w->plies[rank] = GOING;
    struct search_report report = searched(w->r, &next, 0, &w->limits);
    assert_true(report.exact);
    assert_string_equal(report.how, "perfect (table)");
    assert_int_equal(report.moves[0].value, VALUE_WIN + VALUE_STONE * worth);
    w->r->play(w->r, &next, 0, report.moves[0].move);
    assert_int_equal(-lead_of(&next) - value_of(w, &next), worth);
    int plies = next.w[2] ? 1 : 1 + longest_reply(w, &next, worth);
    assert_in_range(plies, 1, 120);
    return w->plies[rank] = (int8_t)plies;
}

/* Every board of up to 8 stones that is won is won against every defence. */
static void all_won(const char *game)
{
    const int most = sample_size(2) == 2 ? 8 : 6;
    struct tables *ts = tables_of(game, most);
    struct won w = {.r = lus_rules_find(game), .t = tables_at(ts, 0)};
    w.limits.tablebase = tablebase_for_table(w.t);
    int longest = 0;
    for (int stones = 1; stones <= most; stones++) {
        uint64_t boards = table_layer(w.t, stones).positions;
        w.plies = malloc(boards);
        memset(w.plies, UNSEEN, boards);
        for (uint64_t i = 0; i < boards; i++) {
            lus_pos p;
            table_info(w.t)->solver->index.unrank(table_info(w.t)->index, stones, i, &p);
            int plies = value_of(&w, &p) > 0 ? plies_to_win(&w, &p) : 0;
            longest = plies > longest ? plies : longest;
        }
        free(w.plies);
    }
    print_message("%s: a capture within %d plies\n", game, longest);
    assert_true(longest > 9);
    tables_close(ts);
}

static void won_is_won(void **state)
{
    (void)state;
    if (!frame_able())
        skip();
    all_won("awari:abapa");
    all_won("awari:olympiad");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(awari_inside_the_tree),
        cmocka_unit_test(dice_inside_the_tree),
        cmocka_unit_test(finished_games_have_values),
        cmocka_unit_test(classic_uses_no_tables),
        cmocka_unit_test(won_is_won),
    };
    return cmocka_run_group_tests(tests, fixture_setup, fixture_teardown);
}
