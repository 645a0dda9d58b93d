/* SPDX-License-Identifier: MIT */
/* test_bounds_history.c - awari:oware: what analyses, players and reviews say with a table holds
   with the history of the game, in which a position that occurs again ends it (A7).  Reference:
   an exhaustive search that knows every position of the game and of its line. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "analyse/review.h"
#include "analyse/tablebase_values.h"
#include "core/random.h"
#include "search/tablebase_root.h"
#include "search/value.h"
#include "solve/small_table.h"
#include "support/sample_size.h"

enum { MAX_LINE = 200, MAX_REFERENCE_NODES = 20000, ALL_STONES = 48 };

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

/* ---- the reference ---- */

struct line {
    int n, nodes;
    lus_pos pos[MAX_LINE];
};

/* The lead at the end of the game for the side to move. */
static int lead_at_end(lus_pos p, int reason)
{
    int score[2];
    oware->settle(oware, &p, reason);
    oware->score(oware, &p, score);
    return score[0] - score[1];
}

static bool line_has(const struct line *line, const lus_pos *p)
{
    for (int i = 0; i < line->n; i++)
        if (!memcmp(&line->pos[i], p, sizeof *p))
            return true;
    return false;
}

/* The lead with best play, also after a majority (A6): the winner is the same.  Alpha-beta
   without a table; means nothing if line->nodes exceeds the limit. */
static int lead_of(struct line *line, const lus_pos *p, int alpha, int beta)
{
    lus_move list[LUS_MAX_MOVES];
    int n = oware->moves(oware, p, 0, list), best = -ALL_STONES;
    if (n == 0)
        return lead_at_end(*p, LUS_BY_NO_MOVE);
    if (line_has(line, p))
        return lead_at_end(*p, LUS_BY_REPETITION);
    if (++line->nodes > MAX_REFERENCE_NODES || line->n == MAX_LINE) {
        line->nodes = MAX_REFERENCE_NODES + 1;
        return 0;
    }
    line->pos[line->n++] = *p;
    for (int i = 0; i < n && best < beta; i++) {
        lus_pos next = *p;
        oware->play(oware, &next, 0, list[i]);
        int v = -lead_of(line, &next, -beta, best > alpha ? -best : -alpha);
        best = v > best ? v : best;
    }
    line->n--;
    return best;
}

/* The lead after move m of the game; false: the limit was too small. */
static bool reference(const lus_game *g, lus_move m, int *lead)
{
    struct line line = {0};
    for (; line.n <= lus_game_plies(g); line.n++)
        line.pos[line.n] = *lus_game_pos_at(g, line.n);
    lus_pos next = *lus_game_pos(g);
    oware->play(oware, &next, 0, m);
    *lead = -lead_of(&line, &next, -ALL_STONES, ALL_STONES);
    return line.nodes <= MAX_REFERENCE_NODES;
}

/* ---- games with a history ---- */

/* A board of so many stones; the others are in the stores, which differ by up to 4. */
static lus_pos random_board(struct random *random, int stones)
{
    uint64_t south = (uint64_t)(ALL_STONES - stones) / 2 + random_below(random, 3);
    lus_pos p = {{0, 0, south | ((uint64_t)(ALL_STONES - stones) - south) << 8, 0}};
    for (int i = 0; i < stones; i++) {
        uint32_t pit = random_below(random, 12);
        p.w[pit / 6] += (uint64_t)1 << 8 * (pit % 6);
    }
    return p;
}

/* Random moves without captures from a board of 2 to 5 stones. */
static lus_game *random_history(struct random *random)
{
    lus_pos p = random_board(random, 2 + (int)random_below(random, 4));
    lus_game *g = lus_game_new(oware, &p);
    assert_non_null(g);
    for (int i = (int)random_below(random, 16); i > 0 && !lus_game_end(g).over; i--) {
        lus_move list[LUS_MAX_MOVES];
        lus_pos now = *lus_game_pos(g), next = now;
        int n = lus_moves(oware, &now, 0, list);
        lus_move m = list[random_below(random, (uint32_t)n)];
        oware->play(oware, &next, 0, m);
        if (oware->search.material(oware, &next) == oware->search.material(oware, &now))
            assert_true(lus_game_play(g, 0, m) >= 0);
    }
    return g;
}

/* A game with the true leads of its legal moves. */
struct example {
    lus_game *g;
    int n;
    lus_move move[LUS_MAX_MOVES];
    int lead[LUS_MAX_MOVES];
};

/* The next game that is not over and that the reference can search; the caller frees g. */
static void next_example(struct random *random, struct example *e)
{
    for (;;) {
        e->g = random_history(random);
        bool over = lus_game_end(e->g).over, known = !over;
        e->n = over ? 0 : lus_moves(oware, lus_game_pos(e->g), 0, e->move);
        for (int i = 0; i < e->n && known; i++)
            known = reference(e->g, e->move[i], &e->lead[i]);
        if (known)
            return;
        lus_game_free(e->g);
    }
}

/* A lead as a value of the search. */
static int value_of(int lead)
{
    return ((lead > 0) - (lead < 0)) * VALUE_WIN + lead * VALUE_STONE;
}

static int lead_of_move(const struct example *e, lus_move m)
{
    int i = 0;
    while (e->move[i] != m)
        assert_true(++i < e->n);
    return e->lead[i];
}

static int best_lead(const struct example *e)
{
    int best = -ALL_STONES;
    for (int i = 0; i < e->n; i++)
        best = e->lead[i] > best ? e->lead[i] : best;
    return best;
}

/* A move that ends the game by a majority (A6): a review does not count the stones left. */
static bool can_end(const struct example *e)
{
    for (int i = 0; i < e->n; i++) {
        lus_pos next = *lus_game_pos(e->g);
        oware->play(oware, &next, 0, e->move[i]);
        if (oware->result(oware, &next) != LUS_ONGOING)
            return true;
    }
    return false;
}

/* Whether the bounds of the table alone contradict the reference. */
static bool table_is_wrong(const struct example *e, int i)
{
    int lower, upper, value = value_of(e->lead[i]);
    lus_pos next = *lus_game_pos(e->g);
    oware->play(oware, &next, 0, e->move[i]);
    if (oware->result(oware, &next) != LUS_ONGOING)
        return false;
    for (int k = 0; k <= lus_game_plies(e->g); k++)
        if (!memcmp(lus_game_pos_at(e->g, k), &next, sizeof next))
            return false; /* ends at once */
    assert_true(table.bounds(table.context, oware, &next, &lower, &upper));
    return -value < lower || -value > upper;
}

/* ---- analyses ---- */

static void bounds_of_moves_hold(void **state)
{
    struct random random = random_stream(9, 4);
    const int asked = sample_size(1500);
    int moves = 0, exact = 0, wrong = 0;
    (void)state;
    for (int i = 0; i < asked; i++) {
        struct example e;
        next_example(&random, &e);
        for (int k = 0; k < e.n; k++) {
            int lower, upper, value = value_of(e.lead[k]);
            assert_true(tablebase_move_range(e.g, 0, e.move[k], &table, &lower, &upper));
            assert_in_range(value + VALUE_MAX, lower + VALUE_MAX, upper + VALUE_MAX);
            moves++;
            exact += lower == upper;
            wrong += table_is_wrong(&e, k);
        }
        lus_game_free(e.g);
    }
    print_message("%d moves, %d exact; the table alone is wrong for %d\n", moves, exact,
                  wrong);
    assert_true(exact > moves / 2);
    assert_true(wrong > 0 || asked < 1500);
}

/* ---- players ---- */

/* Every exact report of a player is the truth; its search, too, stays within the bounds. */
static void players_know_the_history(void **state)
{
    struct random random = random_stream(9, 5);
    const int asked = sample_size(1500);
    int exact = 0, best = 0, sum = 0, most = 0, decided = 0, contradicted = 0;
    (void)state;
    for (int i = 0; i < asked; i++) {
        const struct search_limits limits = {.depth = 1 + i % 6, .tablebase = table};
        struct search_report report;
        struct example e;
        next_example(&random, &e);
        assert_int_equal(search_run(e.g, 0, &limits, &report), 0);
        for (int k = 0; k < report.n && report.exact; k++)
            assert_int_equal(report.moves[k].value,
                             value_of(lead_of_move(&e, report.moves[k].move)));
        exact += report.exact;
        best += lead_of_move(&e, report.moves[0].move) == best_lead(&e);
        if (report.exact) {
            int nodes = (int)report.stats.nodes[0];
            sum += nodes;
            most = nodes > most ? nodes : most;
        } else if (report.depth && abs(report.moves[0].value) >= VALUE_WIN) {
            int lead = lead_of_move(&e, report.moves[0].move);
            decided++;
            contradicted += (report.moves[0].value > 0) != (lead > 0);
        }
        lus_game_free(e.g);
    }
    print_message("%d games: %d exact, %d best moves; %d nodes for each, at most %d; %d "
                  "decided by search, %d wrongly\n",
                  asked, exact, best, exact ? sum / exact : 0, most, decided,
                  contradicted);
    assert_int_equal(contradicted, 0);
    assert_true(exact > asked / 2 && best > asked * 99 / 100);
}

/* ---- reviews ---- */

static void reviews_know_the_history(void **state)
{
    struct random random = random_stream(9, 6);
    const int asked = sample_size(500);
    int exact = 0;
    (void)state;
    for (int i = 0; i < asked; i++) {
        const struct review_limits limits = {.search = {.depth = 2, .tablebase = table},
                                             .tablebase = tablebase_source_of(tables)};
        struct example e;
        struct review *v;
        next_example(&random, &e);
        int played = (int)random_below(&random, (uint32_t)e.n);
        bool majority = can_end(&e);
        assert_true(lus_game_play(e.g, 0, e.move[played]) >= 0);
        assert_int_equal(review(e.g, &limits, &v), 0);
        const struct review_ply *last = &v->ply[v->n - 1];
        if (last->exact && !majority && !lus_game_end(e.g).over) {
            assert_int_equal(last->played / REVIEW_ONE, e.lead[played]);
            assert_int_equal(last->best / REVIEW_ONE, best_lead(&e));
            exact++;
        }
        free(v);
        lus_game_free(e.g);
    }
    print_message("%d of %d last moves reviewed exactly\n", exact, asked);
    assert_true(exact > asked / 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bounds_of_moves_hold),
        cmocka_unit_test(players_know_the_history),
        cmocka_unit_test(reviews_know_the_history),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
