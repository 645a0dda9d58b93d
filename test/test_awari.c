/* SPDX-License-Identifier: MIT */
/* test_awari.c - what only Awari has: the table of sowings, the three rule sets where they
   differ, the ends of a game, the set-up file. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <stddef.h>
#include <cmocka.h>
#include "core/random.h"
#include "core/motion.h"
#include "games/awari/awari.h"
#include "naive/naive.h"

static const char *const sets[] = {"awari:abapa", "awari:oware", "awari:olympiad"};
enum { ABAPA, OWARE, OLYMPIAD };

static lus_pos position(const lus_rules *r, const char *text)
{
    lus_pos p = {{0}};
    int throw;
    assert_int_equal(lus_pos_parse(r, text, &p, &throw, NULL), 0);
    return p;
}

/* The legal moves as one word, "ABF". */
static const char *legal(int set, const char *text)
{
    static char word[8];
    const lus_rules *r = lus_rules_find(sets[set]);
    lus_pos p = position(r, text);
    lus_move list[LUS_MAX_MOVES];
    char one[LUS_MAX_TEXT];
    int n = lus_moves(r, &p, 0, list);
    assert_int_equal(n, lus_perft(r, &p, 0, 1));
    for (int i = 0; i < n; i++) {
        lus_move_format(r, &p, list[i], one);
        word[i] = one[0];
    }
    word[n] = '\0';
    return word;
}

static const char *after(int set, const char *text, const char *move)
{
    static char word[LUS_MAX_TEXT];
    const lus_rules *r = lus_rules_find(sets[set]);
    lus_pos p = position(r, text);
    lus_move m;
    assert_int_equal(lus_move_parse(r, &p, 0, move, &m, NULL), 0);
    assert_int_equal(lus_play(r, &p, 0, m), 0);
    lus_pos_format(r, &p, 0, word);
    return word;
}

static const char *kind(int set, const char *text, const char *move)
{
    const lus_rules *r = lus_rules_find(sets[set]);
    lus_pos p = position(r, text);
    lus_move m;
    assert_int_equal(lus_move_parse(r, &p, 0, move, &m, NULL), 0);
    return lus_move_kind(r, &p, 0, m);
}

static const char *refusal(int set, const char *text, const char *move)
{
    static lus_fault fault;
    const lus_rules *r = lus_rules_find(sets[set]);
    lus_pos p = position(r, text);
    lus_move m;
    assert_int_equal(lus_move_parse(r, &p, 0, move, &m, &fault), LUS_EILLEGAL);
    return fault.expected;
}

/* A1: every pit, every number of stones, against sowing one by one. */
static void sow_table(void **state)
{
    (void)state;
    for (int pit = 0; pit < AWARI_PITS; pit++)
        for (int stones = 0; stones <= AWARI_STONES; stones++) {
            int pits[12] = {0}, at = pit;
            uint64_t own = 0, enemy = 0;
            for (int left = stones; left > 0; left -= at != pit) {
                at = (at + 1) % 12;
                pits[at] += at != pit;
            }
            for (int i = 0; i < AWARI_PITS; i++) {
                own |= (uint64_t)pits[i] << 8 * i;
                enemy |= (uint64_t)pits[6 + i] << 8 * i;
            }
            const struct awari_sow *s = &awari_sow[pit][stones];
            assert_true(own == s->own + ((uint64_t)stones << 8 * pit));
            assert_true(enemy == s->enemy);
            assert_int_equal(s->move, move_step(pit + 1, at + 1));
            uint64_t up_to_last = at >= 6 ? (UINT64_C(1) << 8 * (at - 5)) - 1 : 0;
            assert_true(s->run == (up_to_last & AWARI_TOP));
        }
}

static void perft_from_the_start(void **state)
{
    static const uint64_t published[] = {6,     36,     190,    1014,    5219,
                                         27332, 139157, 711414, 3592872, 18137964};
    (void)state;
    for (int set = 0; set < 3; set++) {
        const lus_rules *r = lus_rules_find(sets[set]);
        lus_pos p;
        lus_start(r, &p);
        for (int depth = 1; depth <= 10; depth++)
            assert_int_equal(lus_perft(r, &p, 0, depth), published[depth - 1]);
    }
}

/* A2: backwards over twos and threes, as far as they go and no further than the row. */
static void captures(void **state)
{
    (void)state;
    assert_string_equal(after(ABAPA, "0-0-0-0-0-3-9-2-1-0-0-0-0-0-S", "F"),
                        "0-0-0-0-0-0-10-0-0-0-0-0-5-0-N");
    assert_string_equal(after(ABAPA, "0-0-0-0-0-3-1-3-1-0-0-5-0-0-S", "F"),
                        "0-0-0-0-0-0-2-4-0-0-0-5-2-0-N");
    /* North's b reaches A only: South's F behind it is not in the run. */
    assert_string_equal(after(OWARE, "1-0-0-2-0-2-0-5-0-0-0-1-0-0-N", "b"),
                        "0-0-0-2-0-2-0-0-1-1-1-2-0-2-S");
    /* The last stone in the own row captures nothing. */
    assert_string_equal(after(ABAPA, "1-1-0-0-0-0-1-0-0-0-0-0-0-0-S", "A"),
                        "0-2-0-0-0-0-1-0-0-0-0-0-0-0-N");
    assert_string_equal(kind(ABAPA, "0-0-0-0-0-3-9-2-1-0-0-0-0-0-S", "F"), "capture");
    assert_string_equal(kind(ABAPA, "1-1-0-0-0-0-1-0-0-0-0-0-0-0-S", "A"), "sow");
}

/* A3, A4: F would capture everything; A leaves the enemy its stones. */
static void grand_slams(void **state)
{
    static const char slam[] = "1-0-0-0-0-2-1-2-0-0-0-0-0-0-S";
    (void)state;
    assert_string_equal(legal(ABAPA, slam), "AF");
    assert_string_equal(legal(OWARE, slam), "AF");
    assert_string_equal(legal(OLYMPIAD, slam), "A");
    assert_string_equal(after(ABAPA, slam, "F"), "1-0-0-0-0-0-2-3-0-0-0-0-0-0-N");
    assert_string_equal(kind(OWARE, slam, "F"), "slam");
    assert_memory_equal(refusal(OLYMPIAD, slam, "F"), "A4:", 3);
    /* No move leaves a stone: all are legal and the slam counts. */
    assert_string_equal(legal(OLYMPIAD, "0-0-0-0-0-2-1-2-0-0-0-0-0-0-S"), "F");
    assert_string_equal(after(OLYMPIAD, "0-0-0-0-0-2-1-2-0-0-0-0-0-0-S", "F"),
                        "0-0-0-0-0-0-0-0-0-0-0-0-5-0-N");
    /* The public vector: every pit can be played. */
    assert_string_equal(legal(OLYMPIAD, "1-1-1-1-1-2-4-2-3-0-0-0-0-0-S"), "ABCDEF");
}

/* A4: North has nothing. */
static void feeding(void **state)
{
    static const char starved[] = "6-4-0-2-1-1-0-0-0-0-0-0-0-0-S";
    static const char hopeless[] = "1-1-0-0-0-0-0-0-0-0-0-0-0-0-S";
    (void)state;
    for (int set = 0; set < 3; set++)
        assert_string_equal(legal(set, starved), "AF");
    assert_string_equal(kind(ABAPA, starved, "A"), "feed");
    assert_memory_equal(refusal(ABAPA, starved, "B"), "A4:", 3);
    assert_memory_equal(refusal(OLYMPIAD, starved, "B"), "A4:", 3);
    assert_memory_equal(refusal(ABAPA, starved, "C"), "A1: that pit is empty", 21);
    assert_memory_equal(refusal(ABAPA, starved, "a"), "A1: only your own", 17);
    assert_string_equal(legal(ABAPA, hopeless), "");
    assert_string_equal(legal(OWARE, hopeless), "");
    assert_string_equal(legal(OLYMPIAD, hopeless), "AB");
    assert_string_equal(kind(OLYMPIAD, hopeless, "A"), "sow");
}

static lus_end end_of(int set, const char *text)
{
    const lus_rules *r = lus_rules_find(sets[set]);
    lus_pos p = position(r, text);
    lus_game *g = lus_game_new(r, &p);
    lus_end end = lus_game_end(g);
    lus_game_free(g);
    return end;
}

static void expect_end(lus_end end, int south, int north, int winner, int reason)
{
    assert_true(end.over);
    assert_int_equal(end.score[0], south);
    assert_int_equal(end.score[1], north);
    assert_int_equal(end.winner, winner);
    assert_int_equal(end.reason, reason);
}

/* A5, A6. */
static void ends(void **state)
{
    static const char stuck[] = "0-0-0-0-0-0-2-0-0-0-0-3-5-4-S";
    static const char cannot_feed[] = "0-3-0-0-0-0-0-0-0-0-0-0-4-5-S";
    (void)state;
    expect_end(end_of(ABAPA, stuck), 5, 4, 0, LUS_BY_NO_MOVE);
    expect_end(end_of(OWARE, stuck), 5, 9, 1, LUS_BY_NO_MOVE);
    expect_end(end_of(OLYMPIAD, stuck), 5, 9, 1, LUS_BY_NO_MOVE);
    expect_end(end_of(ABAPA, cannot_feed), 4, 5, 1, LUS_BY_NO_MOVE);
    expect_end(end_of(OWARE, cannot_feed), 7, 5, 0, LUS_BY_NO_MOVE);
    assert_false(end_of(OLYMPIAD, cannot_feed).over);
    for (int set = 0; set < 3; set++) {
        expect_end(end_of(set, "1-0-0-0-0-1-1-0-0-0-0-1-5-0-N"), 5, 0, 0, LUS_BY_RULE);
        assert_false(end_of(set, "1-0-0-0-0-1-1-0-0-0-0-1-4-0-S").over);
        expect_end(end_of(set, "0-0-0-0-0-0-0-0-0-0-0-0-24-24-S"), 24, 24, -1,
                   LUS_BY_RULE);
        expect_end(end_of(set, "0-0-0-0-0-0-0-0-0-0-0-0-0-1-S"), 0, 1, 1, LUS_BY_RULE);
    }
}

/* A7: two stones chase each other; the last position came exactly as often as the
   rule set allows. */
static void repetition(void **state)
{
    (void)state;
    for (int set = 0; set < 3; set++) {
        const lus_rules *r = lus_rules_find(sets[set]);
        lus_pos p = position(r, "1-0-0-0-0-0-1-0-0-0-0-0-3-3-S");
        lus_game *g = lus_game_new(r, &p);
        while (!lus_game_end(g).over) {
            lus_move list[LUS_MAX_MOVES];
            assert_true(lus_moves(r, lus_game_pos(g), 0, list) > 0);
            assert_int_equal(lus_game_play(g, 0, list[0]), 0);
        }
        int seen = 0;
        for (int i = 0; i <= lus_game_plies(g); i++)
            seen += !memcmp(lus_game_pos_at(g, i), lus_game_pos(g), sizeof p);
        assert_int_equal(seen, set == OWARE ? 2 : 3);
        int left = set == OWARE;
        expect_end(lus_game_end(g), 3 + left, 3 + left, -1, LUS_BY_REPETITION);
        lus_game_free(g);
    }
}

/* Is the position here for the last time that A7 allows?  Every ply is looked at. */
static bool came_too_often(const lus_game *g)
{
    int seen = 0;
    for (int i = 0; i <= lus_game_plies(g); i++)
        seen += !memcmp(lus_game_pos_at(g, i), lus_game_pos(g), sizeof(lus_pos));
    return seen >= lus_game_rules(g)->repetition_limit;
}

/* The game counts as came_too_often does, also after taking back and in copies. */
static void repetition_with_undo(void **state)
{
    struct random random = random_stream(7, 0);
    int repeated = 0;
    (void)state;
    for (int round = 0; round < 200; round++) {
        const lus_rules *r = lus_rules_find(sets[round % 3]);
        lus_pos p = position(r, "1-0-0-0-0-0-1-0-0-0-0-0-3-3-S");
        lus_game *g = lus_game_new(r, &p);
        for (int step = 0; step < 120; step++) {
            lus_move list[LUS_MAX_MOVES];
            int n = lus_moves(r, lus_game_pos(g), 0, list);
            if (lus_game_end(g).over || random_below(&random, 12) == 0) {
                for (uint32_t back = random_below(&random, 9); back; back--)
                    lus_game_undo(g);
                lus_game *copy = lus_game_copy(g);
                lus_game_free(g);
                g = copy;
                continue;
            }
            assert_int_equal(
                lus_game_play(g, 0, list[random_below(&random, (uint32_t)n)]), 0);
            bool told = lus_game_end(g).reason == LUS_BY_REPETITION;
            if (lus_result(r, lus_game_pos(g)) == LUS_ONGOING)
                assert_int_equal(told, came_too_often(g));
            repeated += told;
        }
        lus_game_free(g);
    }
    assert_true(repeated > 50);
}

static void bad_position(const char *text, size_t at, const char *expected)
{
    lus_pos p;
    int throw;
    lus_fault fault;
    assert_int_equal(lus_pos_parse(lus_rules_find("awari"), text, &p, &throw, &fault),
                     LUS_ETEXT);
    assert_int_equal(fault.at, at);
    assert_non_null(strstr(fault.expected, expected));
}

static void position_faults(void **state)
{
    (void)state;
    bad_position("", 0, "a number of stones");
    bad_position("4-4-x", 4, "a number of stones");
    bad_position("4-4-4-4-4-4-4-4-4-4-4-4-0-1-S", 26, "at most 48");
    bad_position("0-0-0-0-0-0-0-0-0-0-0-0-0-0-S", 0, "at least one stone");
    bad_position("4-4-4-4-4-4-4-4-4-4-4-4-0-0-s", 28, "'S' or 'N'");
    bad_position("4-4-4-4-4-4-4-4-4-4-4-4-0-0-S:0", 29, "the end");
    bad_position("4-4-4-4-4-4-4-4-4-4-4-4-0:0-S", 25, "'-'");
}

static void good_board(const char *file, const char *text)
{
    const lus_rules *r = lus_rules_find("awari");
    lus_pos p, expected = position(r, text);
    assert_int_equal(lus_board_parse(r, file, &p, NULL), 0);
    assert_memory_equal(&p, &expected, sizeof p);
}

static void bad_board(const char *file, size_t at, const char *expected)
{
    lus_pos p = {{7, 7, 7, 7}}, before = p;
    lus_fault fault;
    int status = lus_board_parse(lus_rules_find("awari"), file, &p, &fault);
    assert_int_equal(status, LUS_ETEXT);
    assert_int_equal(fault.at, at);
    assert_non_null(strstr(fault.expected, expected));
    assert_memory_equal(&p, &before, sizeof p);
}

static void board_files(void **state)
{
    (void)state;
    good_board("0 0\n4 4 4 4 4 4\n4 4 4 4 4 4\n", "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S");
    good_board("1 2\r\n1 2 3 4 5 6\r\n6 5 4 3 2 1\r\n", "1-2-3-4-5-6-6-5-4-3-2-1-1-2-S");
    good_board("1\t2 \n1  2 3 4 5 6\t\n6 5 4 3 2 1", "1-2-3-4-5-6-6-5-4-3-2-1-1-2-S");
    good_board("1 0\n0 0 0 0 0 0\n0 0 0 0 0 0\n \n\n", "0-0-0-0-0-0-0-0-0-0-0-0-1-0-S");
    bad_board("", 0, "line 1: the stones");
    bad_board(" 0 0\n4 4 4 4 4 4\n4 4 4 4 4 4\n", 0, "line 1: the stones");
    bad_board("0\n4 4 4 4 4 4\n4 4 4 4 4 4\n", 1, "line 1: the stones");
    bad_board("0 0 0\n4 4 4 4 4 4\n4 4 4 4 4 4\n", 4, "line 1: its end");
    bad_board("0 0\n4 4 4 4 4 -4\n4 4 4 4 4 4\n", 14, "line 2: the stones");
    bad_board("0 0\n\n4 4 4 4 4 4\n4 4 4 4 4 4\n", 4, "line 2: the stones");
    bad_board("0 0\n4 4 4 4 4 4\n4 4 4 4 4 5\n", 26, "line 3: the stones");
    bad_board("0 0\n4 4 4 4 4 4\n", 16, "line 3: the stones");
    bad_board("0 0\n4 4 4 4 4 4 4\n4 4 4 4 4 4\n", 16, "line 2: its end");
    bad_board("0 0\n4 4 4 4 4 4\n4 4 4 4 4 4\nS\n", 28, "after line 3");
    bad_board("0 0\n0 0 0 0 0 0\n0 0 0 0 0 0\n", 0, "line 1: at least one stone");
    bad_board("0 0\r4 4 4 4 4 4\n4 4 4 4 4 4\n", 4, "line 1: its end");
}

static void board_written(void **state)
{
    const lus_rules *r = lus_rules_find("awari");
    char file[LUS_MAX_TEXT] = "untouched";
    lus_fault fault;
    (void)state;
    lus_pos p = position(r, "1-2-3-4-5-6-6-5-4-3-2-1-1-2-N");
    assert_int_equal(lus_board_format(r, &p, file), LUS_ESTATE);
    assert_string_equal(file, "untouched");
    p = position(r, "1-2-3-4-5-6-6-5-4-3-2-1-1-2-S");
    assert_int_equal(lus_board_format(r, &p, file), 28);
    assert_string_equal(file, "1 2\n1 2 3 4 5 6\n6 5 4 3 2 1\n");
    r = lus_rules_find("ur");
    assert_int_equal(lus_board_parse(r, file, &p, &fault), LUS_ESTATE);
    assert_string_equal(fault.expected, "a game that has a set-up file");
    lus_start(r, &p);
    assert_int_equal(lus_board_format(r, &p, file), LUS_ESTATE);
}

/* The path of every first move of any number of stones: it ends where the sow table says
   and never passes the pit that was emptied. */
static void paths(void **state)
{
    const lus_rules *r = lus_rules_find(sets[ABAPA]);
    (void)state;
    for (int pit = 0; pit < AWARI_PITS; pit++)
        for (int stones = 1; stones <= 48; stones++) {
            lus_pos p = {{(uint64_t)stones << 8 * pit}};
            lus_move m = awari_sow[pit][stones].move;
            struct motions made = {0};
            r->text->motions(r, &p, 0, m, &made);
            assert_int_equal(made.list[0].n, stones + 1);
            assert_int_equal(made.list[0].square[stones], move_to(m, 0));
            for (int i = 1; i <= stones; i++)
                assert_int_not_equal(made.list[0].square[i], pit + 1);
        }
}

/* ---- nearly empty rows ---- */

/* Few stones in the enemy's row: feeding and grand slams (A4), against the reference rules.
   Such boards are rare in random games. */
static void sparse_boards(void **state)
{
    static struct naive_move naive[NAIVE_MOVES];
    struct random g = random_stream(7, 3);
    const lus_rules *r;
    int compared = 0;
    (void)state;
    for (int k = 0; (r = lus_rules_at(k)); k++) {
        if (strncmp(lus_rules_name(r), "awari:", 6) != 0)
            continue;
        for (int i = 0; i < 3000; i++) {
            char text[LUS_MAX_TEXT] = "", after[NAIVE_TEXT], move[LUS_MAX_TEXT];
            lus_move list[LUS_MAX_MOVES];
            lus_pos p;
            int throw, n = 0;
            for (int pit = 0; pit < 12; pit++)
                n += snprintf(text + n, sizeof text - (size_t)n, "%u-",
                              random_below(&g, pit < 6 ? i % 2 ? 15u : 1u : 4u) *
                                  random_below(&g, 2));
            snprintf(text + n, sizeof text - (size_t)n, "0-0-S");
            if (lus_pos_parse(r, text, &p, &throw, NULL) < 0)
                continue; /* more than 48 stones, or none */
            lus_pos_format(r, &p, LUS_ANY_THROW, text);
            int moves = lus_moves(r, &p, 0, list);
            assert_int_equal(naive_moves(lus_rules_name(r), text, 0, naive, after),
                             moves);
            for (int m = 0; m < moves; m++) {
                lus_move_format(r, &p, list[m], move);
                assert_string_equal(move, naive[m].move);
            }
            compared++;
        }
    }
    assert_true(compared > 3000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sparse_boards),
        cmocka_unit_test(sow_table),
        cmocka_unit_test(paths),
        cmocka_unit_test(perft_from_the_start),
        cmocka_unit_test(captures),
        cmocka_unit_test(grand_slams),
        cmocka_unit_test(feeding),
        cmocka_unit_test(ends),
        cmocka_unit_test(repetition_with_undo),
        cmocka_unit_test(repetition),
        cmocka_unit_test(position_faults),
        cmocka_unit_test(board_files),
        cmocka_unit_test(board_written),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
