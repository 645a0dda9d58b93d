/* SPDX-License-Identifier: MIT */
/* test_tablebase_root.c - the order of root moves that the tablebase values equally.

   The game is invented: both sides always have the moves 1, 2 and 3, and the position is
   the last move and the side to move.  So every position can occur again, and a test
   chooses the values, the captures and the score. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include "core/rules.h"
#include "search/tablebase_root.h"
#include "search/value.h"

enum { MOVES = 3, FULL = 10 };

/* What the invented game and its tablebase return. */
static struct {
    int value;     /* of every move of side 0 */
    int score[2];  /* of the side to move */
    int capture;   /* the move of side 0 that captures; 0: none */
    bool deep;     /* the tablebase also has positions with side 0 to move */
    uint64_t lose; /* after this move side 0 has one stone less than `value` */
    int lower[MOVES], upper[MOVES]; /* of the moves of side 0, for it */
} invented;

static void start_game(const lus_rules *r, lus_pos *p)
{
    (void)r;
    *p = (lus_pos){{0}};
}

static bool is_valid(const lus_rules *r, const lus_pos *p)
{
    (void)r;
    return p->w[0] <= MOVES;
}

static int count_moves(const lus_rules *r, const lus_pos *p, int throw)
{
    (void)r, (void)p, (void) throw;
    return MOVES;
}

static int list_moves(const lus_rules *r, const lus_pos *p, int throw, lus_move *out)
{
    (void)r, (void)p, (void) throw;
    for (int i = 0; i < MOVES; i++)
        out[i] = move_step(i + 1, i + 1);
    return MOVES;
}

static int play_move(const lus_rules *r, lus_pos *p, int throw, lus_move m)
{
    (void)r, (void) throw;
    p->w[0] = (uint64_t)move_from(m, 0);
    p->w[3] ^= 1;
    return 0;
}

static int never_over(const lus_rules *r, const lus_pos *p)
{
    (void)r, (void)p;
    return LUS_ONGOING;
}

static void invented_score(const lus_rules *r, const lus_pos *p, int score[2])
{
    (void)r, (void)p;
    score[0] = invented.score[0];
    score[1] = invented.score[1];
}

static void settle_nothing(const lus_rules *r, lus_pos *p, int reason)
{
    (void)r, (void)p, (void)reason;
}

static int material_left(const lus_rules *r, const lus_pos *p)
{
    (void)r;
    return FULL - (invented.capture && pos_side(p) && (int)p->w[0] == invented.capture);
}

static bool probe(void *context, const lus_rules *r, const lus_pos *p, int *value)
{
    (void)context, (void)r;
    bool less = pos_side(p) && p->w[0] == invented.lose;
    int v = invented.value - (less ? VALUE_STONE : 0);
    *value = pos_side(p) ? -v : v;
    return pos_side(p) || invented.deep;
}

static bool bounds(void *context, const lus_rules *r, const lus_pos *p, int *lower,
                   int *upper)
{
    (void)context, (void)r;
    if (!pos_side(p))
        return false;
    *lower = -invented.upper[p->w[0] - 1];
    *upper = -invented.lower[p->w[0] - 1];
    return true;
}

static lus_rules invented_rules(void)
{
    lus_rules r = *lus_rules_find("awari");
    r.repetition_limit = 1000;
    r.start = start_game;
    r.valid = is_valid;
    r.count = count_moves;
    r.moves = list_moves;
    r.play = play_move;
    r.result = never_over;
    r.score = invented_score;
    r.settle = settle_nothing;
    r.search.material = material_left;
    return r;
}

/* Plays `moves`, which side 0 begins; then the order of its moves as a number: 123. */
static int order_after(const char *moves)
{
    lus_rules r = invented_rules();
    lus_game *g = lus_game_new(&r, NULL);
    struct search_limits limits = {.tablebase = {probe, NULL, FULL, NULL}};
    struct search_report report;
    int order = 0;
    for (const char *m = moves; *m; m++)
        assert_int_equal(lus_game_play(g, 0, move_step(*m - '0', *m - '0')), 0);
    assert_int_equal(pos_side(lus_game_pos(g)), 0);
    assert_true(tablebase_answer(g, 0, &limits, &report));
    assert_int_equal(report.n, MOVES);
    for (int i = 0; i < MOVES; i++)
        order = 10 * order + move_from(report.moves[i].move, 0);
    lus_game_free(g);
    return order;
}

/* Without a known conversion, the first of the best moves that repeats no position is
   moved to the front; if all do, the order stays. */
static void repeated_positions_are_avoided(void **state)
{
    (void)state;
    invented.value = VALUE_WIN;
    assert_int_equal(order_after(""), 123);
    assert_int_equal(order_after("23"), 123);
    assert_int_equal(order_after("13"), 213);
    assert_int_equal(order_after("2311"), 312);
    assert_int_equal(order_after("132331"), 123); /* all three repeat */
    invented.lose = 1;
    assert_int_equal(order_after("2131"), 231); /* 1 is worse, 2 and 3 repeat */
}

/* The order changes only if the best value is more than the game yields when it ends by
   repetition here. */
static void order_stays_if_repetition_yields_as_much(void **state)
{
    static const struct {
        int score[2], value, order;
    } cases[] = {
        {{10, 4}, VALUE_WIN + 6 * VALUE_STONE, 123},
        {{10, 4}, VALUE_WIN + 7 * VALUE_STONE, 213},
        {{4, 10}, -VALUE_WIN - 6 * VALUE_STONE, 123},
        {{4, 10}, -VALUE_WIN - 5 * VALUE_STONE, 213},
        {{4, 4}, 0, 123},
        {{4, 4}, 1, 213},
        {{5, 4}, VALUE_WIN + VALUE_STONE, 123},
        {{4, 5}, 0, 213},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        invented.score[0] = cases[i].score[0];
        invented.score[1] = cases[i].score[1];
        invented.value = cases[i].value;
        assert_int_equal(order_after("13"), cases[i].order);
    }
}

/* A move that captures is the fastest conversion, and one that every reply lets capture is
   the next: all moves of this game, so the first one then. */
static void captures_come_first(void **state)
{
    (void)state;
    invented.value = VALUE_WIN;
    invented.capture = 3;
    assert_int_equal(order_after(""), 312);
    assert_int_equal(order_after("31"), 312); /* although it repeats a position */
    invented.lose = 3;
    assert_int_equal(order_after(""), 123); /* a capture that costs a stone */
    invented.deep = true;
    invented.lose = 0;
    invented.capture = 2;
    assert_int_equal(order_after("13"), 213);
}

/* The history of the game is searched only if a repetition is worth more or less than a move:
   here it is worth the same. */
static void equal_repetitions_take_no_nodes(void **state)
{
    lus_rules r = invented_rules();
    struct search_limits limits = {.tablebase = {probe, NULL, FULL, NULL}};
    struct search_report report;
    (void)state;
    r.repetition_limit = 2;
    lus_game *g = lus_game_new(&r, NULL);
    assert_int_equal(lus_game_play(g, 0, move_step(1, 1)), 0);
    assert_int_equal(lus_game_play(g, 0, move_step(3, 3)), 0);
    assert_true(tablebase_answer(g, 0, &limits, &report));
    assert_int_equal(report.stats.nodes[0], 0);
    lus_game_free(g);
}

/* A search adds the remaining depth to a decided game, so its values may exceed the bounds of
   a win or a loss by a few points, and no others.  A guaranteed win comes before a promise. */
static void search_values_are_limited_by_bounds(void **state)
{
    enum { WIN = VALUE_WIN, STONE = VALUE_STONE };
    static const struct {
        int lower[MOVES], upper[MOVES], searched[MOVES], order, value[MOVES];
    } cases[] = {
        {{WIN, WIN, WIN},
         {WIN, WIN, WIN},
         {WIN + 9, WIN + 3, WIN - 1},
         123,
         {WIN + 9, WIN + 3, WIN - 1}},
        {{-WIN, -WIN, -WIN},
         {-WIN, -WIN, -WIN},
         {1 - WIN, -WIN, -WIN - 9},
         123,
         {1 - WIN, -WIN, -WIN - 9}},
        {{0, 0, 0}, {0, 0, 0}, {9, 0, -9}, 123, {0, 0, 0}},
        {{0, 0, -STONE}, {0, STONE, WIN}, {9, 9, 8}, 231, {9, 8, 0}},
        {{0, WIN, WIN + STONE},
         {WIN + STONE, WIN, WIN + STONE},
         {WIN + 5 * STONE, WIN, WIN},
         312,
         {WIN + STONE, WIN + STONE, WIN}},
    };
    lus_rules r = invented_rules();
    struct search_limits limits = {.tablebase = {probe, NULL, FULL, bounds}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lus_game *g = lus_game_new(&r, NULL);
        struct search_report report = {.n = MOVES, .depth = 4};
        int order = 0;
        for (int k = 0; k < MOVES; k++) {
            invented.lower[k] = cases[i].lower[k];
            invented.upper[k] = cases[i].upper[k];
            report.moves[k] =
                (struct root_move){move_step(k + 1, k + 1), cases[i].searched[k], true};
        }
        tablebase_apply_bounds(g, 0, &limits, &report);
        for (int k = 0; k < MOVES; k++) {
            order = 10 * order + move_from(report.moves[k].move, 0);
            assert_int_equal(report.moves[k].value, cases[i].value[k]);
        }
        assert_int_equal(order, cases[i].order);
        lus_game_free(g);
    }
}

static int reset_invented(void **state)
{
    (void)state;
    invented.value = invented.score[0] = invented.score[1] = invented.capture = 0;
    invented.deep = false;
    invented.lose = 0;
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(repeated_positions_are_avoided, reset_invented),
        cmocka_unit_test_setup(order_stays_if_repetition_yields_as_much, reset_invented),
        cmocka_unit_test_setup(captures_come_first, reset_invented),
        cmocka_unit_test_setup(equal_repetitions_take_no_nodes, reset_invented),
        cmocka_unit_test_setup(search_values_are_limited_by_bounds, reset_invented),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
