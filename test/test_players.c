/* SPDX-License-Identifier: MIT */
/* test_players.c - built-in players: their descriptions, levels, noise and evaluations. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "core/bits.h"
#include "core/random.h"
#include "learn/linear_fit.h"
#include "player/player.h"
#include "search/value.h"
#include "support/player_fixture.h"

/* ---- players ---- */

static void players_are_read(void **state)
{
    const lus_rules *r = lus_rules_find("ur");
    (void)state;
    assert_int_equal(bot(r, "random").kind, PLAYER_RANDOM);
    assert_int_equal(bot(r, "greedy").kind, PLAYER_GREEDY);
    struct player_spec b = bot(r, "ai:depth=4,eval=classic,nodes=5000");
    assert_int_equal(b.kind, PLAYER_AI);
    assert_int_equal(b.limits.depth, 4);
    assert_int_equal(b.limits.nodes, 5000);
    assert_string_equal(b.limits.eval, "classic");
    assert_int_equal(bot(r, "ai:nodes=9").limits.depth, 0);
    assert_int_equal(bot(r, "ai:noise=30").noise, 30);
    assert_int_equal(bot(r, "ai:noise=30").limits.depth, PLAYER_DEPTH);
    struct player_spec club = bot(r, "ai:club"), four = bot(r, "ai:4");
    assert_int_equal(club.noise, level_at(r, 4).noise);
    assert_int_equal(four.noise, club.noise);
    assert_int_equal(four.limits.depth, club.limits.depth);
}

static void other_players_are_refused(void **state)
{
    static const struct {
        const char *text;
        size_t at;
    } wrong[] = {
        {"", 0},
        {"rando", 0},
        {"human", 0},
        {"ai:", 3},
        {"ai:7", 3},
        {"ai:club,depth=2", 3},
        {"ai:depth=0", 9},
        {"ai:depth=x", 9},
        {"ai:eval=other", 8},
        {"ai:depth=2,", 11},
        {"ai:depth=2;", 10},
        {"ai:eval=classic,noise=5", 23},
    };
    const lus_rules *r = lus_rules_find("ur");
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct player_spec b = {.noise = 99};
        lus_fault fault = {0};
        assert_int_equal(player_spec_read(r, wrong[i].text, &b, &fault), LUS_ETEXT);
        assert_int_equal(fault.at, wrong[i].at);
        assert_int_equal(b.noise, 99);
    }
}

static void levels_have_names(void **state)
{
    (void)state;
    for (int i = 1; i <= N_LEVELS; i++) {
        char digit[2] = {(char)('0' + i), 0};
        assert_int_equal(level_number(level_title(i)), i);
        assert_int_equal(level_number(digit), i);
    }
    assert_null(level_title(0));
    assert_null(level_title(N_LEVELS + 1));
    assert_int_equal(level_number("0"), 0);
    assert_int_equal(level_number("11"), 0);
    assert_int_equal(level_number("Club"), 0);
}

/* Deeper or surer from level to level; the last makes no errors of its own. */
static void levels_grow(void **state)
{
    const lus_rules *r;
    (void)state;
    for (int i = 0; (r = lus_rules_at(i)); i++) {
        for (int n = 2; n <= N_LEVELS; n++) {
            struct level low = level_at(r, n - 1), high = level_at(r, n);
            assert_true(high.depth >= low.depth && high.noise <= low.noise);
            assert_true(high.depth > low.depth || high.noise < low.noise);
        }
        assert_int_equal(level_at(r, N_LEVELS).noise, 0);
    }
}

/* ---- noise ---- */

/* How often of 2000 positions the worse of two moves is preferred. */
static int errors_at(const lus_rules *r, int depth, int apart, int noise, uint64_t seed)
{
    struct search_report report = {
        .n = 2, .depth = depth, .moves = {{1, apart, false}, {2, 0, false}}};
    int wrong = 0;
    for (uint64_t i = 0; i < 2000; i++) {
        lus_pos p = {{i, i >> 3, 5, 0}};
        int place = level_choose(r, &report, &p, noise, seed);
        assert_int_equal(place, level_choose(r, &report, &p, noise, seed));
        wrong += place;
    }
    return wrong;
}

static int errors(const lus_rules *r, int apart, int noise, uint64_t seed)
{
    return errors_at(r, 0, apart, noise, seed);
}

/* From a depth of two plies on, a move that wins is not exchanged for one that does not. */
static void noise_leaves_decided_games(void **state)
{
    const lus_rules *r = lus_rules_find("cave:5x3");
    (void)state;
    assert_true(errors_at(r, 1, VALUE_WIN + 1, 1000, 1) > 100);
    assert_int_equal(errors_at(r, 2, VALUE_WIN + 1, 1000, 1), 0);
    assert_int_equal(errors_at(r, 3, VALUE_WIN + 1, 1000, 1), 0);
    assert_int_equal(errors_at(r, 3, 1000, 100, 1), errors_at(r, 0, 1000, 100, 1));
    assert_true(errors_at(r, 3, 1000, 100, 1) > 800);
}

static void noise_is_what_it_says(void **state)
{
    const lus_rules *ur = lus_rules_find("ur"), *awari = lus_rules_find("awari");
    int tenth = 2 * VALUE_WIN / 10; /* of the chance to win */
    (void)state;
    assert_int_equal(errors(ur, tenth, 0, 1), 0);
    /* Two errors of deviation s differ by s sqrt(2): at that distance 15.9 % go
       wrong, 317 of 2000 with a deviation of 16. */
    assert_in_range(errors(ur, (int)(tenth * 1.41421356), 100, 1), 237, 397);
    assert_in_range(errors(awari, (int)(VALUE_STONE * 1.41421356), 100, 1), 237, 397);
    /* Never more than 3.5 deviations each. */
    assert_int_equal(errors(ur, 7 * tenth, 100, 1), 0);
    assert_int_not_equal(errors(ur, tenth, 100, 1), errors(ur, tenth, 100, 2));
}

/* ---- evaluations that are sums of features ---- */

/* A random position of a game that is not over, some plies from the start. */
static lus_pos random_position(const lus_rules *r, struct random *g)
{
    lus_pos p, next;
    lus_move list[LUS_MAX_MOVES];
    lus_start(r, &p);
    for (int left = (int)random_below(g, 60); left; left--) {
        int n = lus_moves(r, &p, 0, list);
        next = p;
        if (!n || lus_play(r, &next, 0, list[random_below(g, (uint32_t)n)]) < 0 ||
            lus_result(r, &next) != LUS_ONGOING)
            break;
        p = next;
    }
    return p;
}

/* Windows of k cells in columns and diagonals without an enemy brick, by the number of empty
   cells; *threats: the cells that alone are empty, whether a brick may be placed there. */
static void count_windows(const lus_rules *r, const lus_pos *p, int side, int count[9],
                          uint64_t *threats)
{
    static const int step[3][2] = {{1, 0}, {1, 1}, {1, -1}};
    int size = r->name[5] == 's' ? 8 : r->name[5] - '0';
    int length = r->name[5] == 's' ? 5 : r->name[7] - '0';
    memset(count, 0, 9 * sizeof *count);
    *threats = 0;
    for (int i = 0; i < 3 * size * size; i++) {
        int row = i / 3 / size, column = i / 3 % size, empty = 0, enemy = 0, k = 0;
        uint64_t last = 0;
        for (; k < length; k++) {
            int y = row + k * step[i % 3][0], x = column + k * step[i % 3][1];
            if (x < 0 || x >= size || y >= size)
                break;
            uint64_t cell = UINT64_C(1) << (8 * y + x);
            enemy += (p->w[!side] & cell) != 0;
            if (!((p->w[0] | p->w[1]) & cell)) {
                empty++;
                last = cell;
            }
        }
        if (k < length || enemy)
            continue;
        count[empty]++;
        if (empty == 1)
            *threats |= last;
    }
}

/* The cells of a mask where a brick may be placed: the move list says so. */
static int reached(const lus_rules *r, const lus_pos *p, uint64_t cells)
{
    lus_move list[LUS_MAX_MOVES];
    int n = lus_moves(r, p, 0, list), found = 0;
    for (int i = 0; i < n; i++)
        found += (int)(cells >> (move_to(list[i], 0) - 1) & 1);
    return found;
}

/* Every feature and the value, against windows that are counted cell by cell. */
static void cave_windows_are_counted(void **state)
{
    const lus_rules *r;
    struct random g = random_stream(5, 5);
    int decided = 0;
    (void)state;
    for (int i = 0; (r = lus_rules_at(i)); i++)
        for (int k = 0; k < 300 && !strncmp(r->name, "cave:", 5); k++) {
            int own[9], enemy[9], feature[MAX_FEATURES], near[2];
            uint64_t threats[2];
            lus_pos p = random_position(r, &g);
            count_windows(r, &p, 0, own, &threats[0]);
            count_windows(r, &p, 1, enemy, &threats[1]);
            for (int side = 0; side < 2; side++)
                near[side] = reached(r, &p, threats[side]);
            r->search.features->count(r, &p, feature);
            for (int empty = 2; empty <= 4; empty++)
                assert_int_equal(feature[4 - empty], own[empty] - enemy[empty]);
            assert_int_equal(feature[4], near[0] - near[1]);
            assert_int_equal(feature[3] + feature[4],
                             bits_count(threats[0]) - bits_count(threats[1]));
            int ahead = feature[0] + 2 * feature[1] + 4 * feature[2] + 13 * feature[3] +
                        8 * feature[4];
            int value = ahead * VALUE_WIN / (abs(ahead) + 32);
            if (near[0] || near[1] > 1)
                value = (near[0] ? 1 : -1) * (VALUE_WIN - VALUE_WIN / 64);
            decided += near[0] || near[1] > 1;
            assert_int_equal(r->search.evaluate(r, &p), value);
        }
    assert_true(decided > 100);
}

static void weights_do_not_depend_on_threads(void **state)
{
    const lus_rules *r = lus_rules_find("cave");
    struct linear_fit one = {r, 3, 200, 1, 1, 0, {0}, {0}}, two = one;
    (void)state;
    two.threads = 2;
    assert_int_equal(linear_fit_run(&one), 0);
    assert_int_equal(linear_fit_run(&two), 0);
    assert_true(one.positions > 1000);
    assert_memory_equal(one.weight, two.weight, sizeof one.weight);
    assert_true(one.weight[0] - one.error[0] > 0); /* an open line is worth something */
}

/* ---- only a novice overlooks a line that can be completed ---- */

static lus_pos after(const lus_rules *r, const lus_pos *p, lus_move m)
{
    lus_pos next = *p;
    assert_true(lus_play(r, &next, 0, m) >= 0);
    return next;
}

static bool wins_at_once(const lus_rules *r, const lus_pos *p)
{
    lus_move list[LUS_MAX_MOVES];
    for (int i = lus_moves(r, p, 0, list); i-- > 0;) {
        lus_pos next = after(r, p, list[i]);
        if (lus_result(r, &next) == LUS_LOSS)
            return true;
    }
    return false;
}

/* 2: this move wins; 1: the enemy cannot win at once; 0: it can. */
static int prudence(const lus_rules *r, const lus_pos *p, lus_move m)
{
    lus_pos next = after(r, p, m);
    return lus_result(r, &next) == LUS_LOSS ? 2 : !wins_at_once(r, &next);
}

static void fours_are_seen(void **state)
{
    const lus_rules *r = lus_rules_find("cave");
    struct random g = random_stream(9, 9);
    int tests = 0;
    (void)state;
    while (tests < 150) {
        lus_pos p = random_position(r, &g);
        lus_move list[LUS_MAX_MOVES];
        int n = lus_moves(r, &p, 0, list), best = 0, worst = 2;
        for (int i = 0; i < n; i++) {
            int k = prudence(r, &p, list[i]);
            best = k > best ? k : best;
            worst = k < worst ? k : worst;
        }
        if (best == worst)
            continue;
        tests++;
        lus_game *game = lus_game_new(r, &p);
        for (int level = 2; level <= 4; level++) {
            struct player_spec b =
                bot(r, (const char *[]){"ai:2", "ai:3", "ai:4"}[level - 2]);
            struct player player;
            struct player_choice c;
            assert_int_equal(player_open(&player, &b, (uint64_t)tests, NULL), 0);
            assert_int_equal(player_choose(&player, game, 0, 0, &c), 0);
            player_close(&player);
            assert_int_equal(prudence(r, &p, c.move), best);
        }
        lus_game_free(game);
    }
}

/* ---- a move depends on the game alone ---- */

static struct player_choice choice(struct player *p, const lus_game *g, int throw)
{
    struct player_choice c;
    assert_int_equal(player_choose(p, g, throw, 0, &c), 0);
    return c;
}

/* A player that played the whole game chooses what one opened for this move does. */
static void compare_players(const lus_rules *r, const char *text, uint64_t seed)
{
    struct player_spec spec = bot(r, text);
    struct random chance = random_stream(seed, 1);
    lus_pos start;
    lus_start(r, &start);
    lus_game *g = lus_game_new(r, &start);
    struct player kept, fresh;
    assert_int_equal(player_open(&kept, &spec, seed, NULL), 0);
    kept.resumable = true;
    while (!lus_game_end(g).over && lus_game_plies(g) < 300) {
        lus_move list[LUS_MAX_MOVES], m = LUS_PASS;
        int throw = random_throw(r, &chance),
            n = lus_moves(r, lus_game_pos(g), throw, list);
        if (lus_game_plies(g) < 4 && n)
            m = list[random_below(&chance, (uint32_t)n)];
        else if (n) {
            struct player_choice a = choice(&kept, g, throw), b;
            assert_int_equal(player_open(&fresh, &spec, seed, NULL), 0);
            b = choice(&fresh, g, throw);
            player_close(&fresh);
            assert_int_equal(a.move, b.move);
            assert_int_equal(a.report.moves[0].value, b.report.moves[0].value);
            m = a.move;
        }
        assert_int_equal(lus_game_play(g, throw, m), 0);
    }
    player_close(&kept);
    lus_game_free(g);
}

/* The seed matters: with a table kept from move to move, ai:5 of awari:abapa plays another
   move at ply 237 of game 12, because the rule on repetition (A7) makes values depend on
   the line that led to a position. */
static void moves_do_not_depend_on_earlier_searches(void **state)
{
    const lus_rules *r;
    (void)state;
    for (int i = 0; (r = lus_rules_at(i)); i++) {
        compare_players(r, "ai:depth=3", 1);
        compare_players(r, "ai:5", 12);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(players_are_read),
        cmocka_unit_test(other_players_are_refused),
        cmocka_unit_test(levels_have_names),
        cmocka_unit_test(levels_grow),
        cmocka_unit_test(noise_is_what_it_says),
        cmocka_unit_test(noise_leaves_decided_games),
        cmocka_unit_test(cave_windows_are_counted),
        cmocka_unit_test(weights_do_not_depend_on_threads),
        cmocka_unit_test(fours_are_seen),
        cmocka_unit_test(moves_do_not_depend_on_earlier_searches),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
