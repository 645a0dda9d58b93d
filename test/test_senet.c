/* SPDX-License-Identifier: MIT */
/* test_senet.c - what examples and the naive rules do not reach: the terms of the
   classic evaluation, the words for moves and refusals, and the picture. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>
#include "games/senet/senet.h"

static lus_pos position(const lus_rules *r, const char *text, int *throw)
{
    lus_pos p = {{0}};
    lus_fault fault;
    assert_int_equal(lus_pos_parse(r, text, &p, throw, &fault), 0);
    return p;
}

/* The source's worked example; it cannot occur, 27 being occupied. */
static void classic_example(void **state)
{
    static const int expected[SENET_TERMS] = {2000, 8650, 35, 1100, 15};
    uint64_t me = SENET_BIT(22) | SENET_BIT(26) | SENET_BIT(28);
    uint64_t other = SENET_BIT(5) | SENET_BIT(10) | SENET_BIT(15) | SENET_BIT(27);
    int terms[SENET_TERMS], sum = 0;
    (void)state;
    senet_classic_terms(me, other, 2, 0, terms);
    for (int i = 0; i < SENET_TERMS; i++) {
        assert_int_equal(terms[i], expected[i]);
        sum += terms[i];
    }
    assert_int_equal(sum, 11800);
}

/* The classic evaluation for both players; the defect of the original program that is kept;
   the bound of a decided game. */
static void classic_views(void **state)
{
    const lus_rules *r = lus_rules_find("senet:houses");
    int throw, squares = 10 * (17 * 17 + 29 * 29 - 1);
    lus_pos p = position(r, "B---------------W-----------W-:W", &throw), q = p;
    (void)state;
    assert_int_equal(lus_classic(r, &p, 0), -1000 + squares + 20 + 700);
    assert_int_equal(lus_classic(r, &p, 1), 1000 - squares);
    assert_int_equal(lus_play(r, &q, 2, move_step(29, LUS_OFF)), 0);
    assert_true(lus_classic(r, &q, 1) < lus_classic(r, &p, 0));
    p = position(r, "B-----------------------------:W", &throw);
    assert_int_equal(lus_classic(r, &p, 0), 1000000);
    assert_int_equal(lus_classic(r, &p, 1), -1000000);
}

static void kinds(void **state)
{
    static const struct {
        const char *rules, *position, *move, *kind;
    } rows[] = {
        {"senet:houses", "WB----------------------------:W:3", "1-4", "move"},
        {"senet:houses", "WB----------------------------:W:1", "1-2", "swap"},
        {"senet:houses", "B------------------------W----:W:1", "26-15", "water"},
        {"senet:houses", "B----------------------------W:W:4", "30-off", "exit"},
        {"senet:houses", "B--------------------------W--:W:2", "28-15", "return"},
        {"senet:blockade", "D-------------------L---------:L:6", "21-15", "water"},
        /* The same step, but a block bars the way to the Water. */
        {"senet:blockade", "--------------------LDDD------:L:6", "21-15", "back"},
        {"senet:blockade", "-----------------D--LDDD------:L:3", "21-18", "swap"},
        {"senet:blockade", "D--------------------L-------L:L:3", "30-off,22-25", "exit"},
        {"senet:blockade", "D--------------------L--------:L:3", "22-25", "move"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const lus_rules *r = lus_rules_find(rows[i].rules);
        int throw;
        lus_pos p = position(r, rows[i].position, &throw);
        lus_move m;
        assert_int_equal(lus_move_parse(r, &p, throw, rows[i].move, &m, NULL), 0);
        assert_string_equal(lus_move_kind(r, &p, throw, m), rows[i].kind);
    }
}

/* Whether m is in the list of legal moves. */
static bool is_listed(const lus_rules *r, const lus_pos *p, int throw, lus_move m)
{
    lus_move list[LUS_MAX_MOVES];
    int n = lus_moves(r, p, throw, list);
    while (n-- > 0)
        if (list[n] == m)
            return true;
    return false;
}

/* Every single step on a crowded board is legal or refused with a rule and a sentence. */
static void illegal_moves_are_refused(void **state)
{
    static const char *const boards[][2] = {
        {"senet:houses", "WBWBWBWB---WB--W---------B-WB-:W"},
        {"senet:houses", "-BW----B-----------------W-WBW:B"},
        {"senet:blockade", "LDLDLDLD--D-----L-------------:D"},
        {"senet:blockade", "----------LDDDL------D--DL-L--:L"},
        {"senet:blockade", "-------------DDD---LL----L--DL:L"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof boards / sizeof boards[0]; i++) {
        const lus_rules *r = lus_rules_find(boards[i][0]);
        int any;
        lus_pos p = position(r, boards[i][1], &any);
        for (lus_move m = 0; m < 0x8000; m++)
            for (int t = 0; t < 5; t++) {
                int throw = lus_throw_value(r, t);
                const char *why = lus_move_refuse(r, &p, throw, m);
                if (!why) {
                    assert_true(is_listed(r, &p, throw, m) || m == LUS_PASS);
                    continue;
                }
                assert_int_equal(why[0], r->index ? 'B' : 'H');
                assert_in_range(strlen(why), 10, 109);
            }
    }
}

struct refusal {
    const char *position, *move, *why; /* the first words */
};

static const struct refusal houses_refusals[] = {
    {"B------------------------W----:W:1", "26-27", "H5: a 1 from 26 falls"},
    {"B------------------------W----:W:1", "26-26", "H5: from 26 a 5 leaves"},
    {"B------------------------W----:W:1", "26-14", "H7: the piece goes to 15"},
    {"B------------------------W----:W:2", "26-29", "H5: from 26 a 5 leaves"},
    {"B--------------------------W--:W:1", "28-14", "H7: the piece goes to 15"},
    {"B--------------------------W--:W:1", "28-16", "H6: from 28 a 3 leaves"},
    {"B-------------W------------W--:W:1", "28-15", "H7: the piece goes to 15"},
    {"B--------------------------W--:W:3", "28-15", "H6: from 28 a 3 leaves"},
    {"B---------------------------W-:W:3", "29-14", "H7: the piece goes to 15"},
    {"B---------------------------W-:W:3", "29-30", "H6: from 29 a 2 leaves"},
    {"B---------------------------W-:W:2", "29-15", "H6: from 29 a 2 leaves"},
    {"B----------------------------W:W:2", "30-15", "H6: from 30 any throw"},
    {"WBWBWBWBWBWBWB----------------:W:2", "1-3", "H4: your own piece"},
    {"WBWBWBWBWBWBWB----------------:W:2", "2-4", "H3: none of your pieces"},
    {"B-----------------------WW----:W:2", "25-27", "H4: 26 must be hit"},
    {"B----------------W------------:W:2", "18-16", "H9: there are no backward"},
    {"B----------------W------------:W:2", "18-18", "H4: a piece moves exactly"},
    {"B----------------W------------:W:2", "18-21", "H4: a piece moves exactly"},
    {"B---------------------W-------:W:3", "23-27", "H8: no piece ever stands"},
    {"B------------------------W-W--:W:2", "26-28", "H5: your own piece"},
};

static const struct refusal blockade_refusals[] = {
    {"----------L-DDD---------------:L:6", "11-17", "B5: a block of three"},
    {"----------L-DDD---------------:L:2", "11-13", "B5: a block of three"},
    {"----------L--DDD--------------:L:2", "11-14", "B3: a piece moves exactly"},
    {"----DDDL-DD-------------------:L:2", "8-6", "B5: a block of three"},
    {"D--------L-----------------L--:L:3", "28-off", "B8: no piece leaves while"},
    {"D---------L----------------L--:L:3", "28-30", "B8: the throw leads beyond"},
    {"D---------L----------------L--:L:2", "28-off", "B8: leaving the board needs"},
    {"D--L-L------------------------:L:2", "4-6", "B4: your own piece"},
    {"-LL-LDDD----------------------:L:3", "5-2", "B4: your own piece"},
    {"-----------------------L-D----:L:2", "24-26", "B4: an enemy piece on 26, 28"},
    {"----L-DD----------------------:L:2", "5-7", "B4: a neighbour protects"},
    {"----LDD-----------------------:L:1", "5-6", "B4: a neighbour protects"},
    {"D-------------------L---------:L:6", "21-27", "B6: from 27 the piece"},
    {"D-------------------L---------:L:6", "21-14", "B6: from 27 the piece"},
    {"D-------------------L---------:L:2", "21-24", "B3: a piece moves exactly"},
    {"D-------------------L---------:L:2", "21-19", "B7: no backward move while"},
    {"-LDDD-------------------------:L:2", "2-1", "B7: a backward move does not"},
    {"--LDDD------------------------:L:2", "3-2", "B7: a backward move is exactly"},
    {"-----D-LDDD-------------------:L:3", "8-7", "B7: a backward move is exactly"},
    {"D--------------------L-------L:L:3", "30-off", "B9: the rest of the throw"},
    {"D--------------------L-------L:L:3", "30-off,22-26", "B3: a piece moves"},
    {"D--------------------L--------:L:2", "22-24,24-26", "B9: nothing is left"},
    {"D----------------------------L:L:3", "30-off,22-25", "B10: the last piece off"},
    {"D----------------------------L:L:3", "22-25", "B3: none of your pieces"},
};

static void check_refusals(const char *rules, const struct refusal *list, size_t n)
{
    const lus_rules *r = lus_rules_find(rules);
    for (size_t i = 0; i < n; i++) {
        lus_fault fault = {0};
        lus_move m;
        int throw;
        lus_pos p = position(r, list[i].position, &throw);
        assert_int_equal(lus_move_parse(r, &p, throw, list[i].move, &m, &fault),
                         LUS_EILLEGAL);
        assert_non_null(fault.expected);
        if (strncmp(fault.expected, list[i].why, strlen(list[i].why)))
            fail_msg("%s %s: %s, expected %s", list[i].position, list[i].move,
                     fault.expected, list[i].why);
    }
}

/* Every reason, and the moves on both sides of its limits. */
static void refusals_name_the_reason(void **state)
{
    (void)state;
    check_refusals("senet:houses", houses_refusals,
                   sizeof houses_refusals / sizeof houses_refusals[0]);
    check_refusals("senet:blockade", blockade_refusals,
                   sizeof blockade_refusals / sizeof blockade_refusals[0]);
}

static const char chain_picture[] = "\
  +----+----+----+----+----+----+----+----+----+----+\n\
> |  1 |  2 |  3 |  4 |  5 |  6 |  7 |  8 |  9 | 10 |\n\
  |    |    |    |    |    |    |    |    |    |    |\n\
  +----+----+----+----+----+----+----+----+----+  v |\n\
  | 20 | 19 | 18 | 17 | 16 | 15 | 14 | 13 | 12 | 11 | <\n\
  |    | (L)|    |    |    | Reb|    |    |    |  L |\n\
  |  v +----+----+----+----+----+----+----+----+----+\n\
> | 21 | 22 | 23 | 24 | 25 | 26 | 27 | 28 | 29 | 30 |\n\
  |    |    | [D]|    |    |  * | ~~~|  L |  D | ( )| [off]\n\
  +----+----+----+----+----+----+----+----+----+----+\n\
  L Light  LL...  2 off      Happiness Truths    Horus\n\
  D Dark   DDD..  3 off           Water     Re-Atoum\n";

/* Columns of a text without colours: bytes that begin a character. */
static int columns(const char *line)
{
    int n = 0;
    for (; *line && *line != '\n'; line++)
        n += (*line & 0xc0) != 0x80;
    return n;
}

/* B1: the players throw in turn; the first 1 owns Dark.  houses has no roll-off. */
static void a_rolloff_decides_the_sides(void **state)
{
    static const int throws[] = {2, 3, 4, 6};
    (void)state;
    for (int before = 0; before < 4; before++) {
        lus_game *g = lus_game_new(lus_rules_find("senet:blockade"), NULL);
        for (int i = 0; i < before; i++)
            assert_int_equal(lus_game_rolloff(g, throws[i]), 0);
        assert_true(lus_game_needs_rolloff(g));
        assert_int_equal(lus_game_rolloff(g, 1), 1);
        assert_false(lus_game_needs_rolloff(g));
        assert_int_equal(lus_game_player(g, 1), before % 2);
        lus_game_free(g);
    }
    lus_game *g = lus_game_new(lus_rules_find("senet:houses"), NULL);
    assert_false(lus_game_needs_rolloff(g));
    lus_game_free(g);
}

/* Both sides cannot have all their pieces off: the text of an empty board is refused. */
static void an_empty_board_is_refused(void **state)
{
    static const char *const texts[][2] = {
        {"senet:houses", "------------------------------:W"},
        {"senet:blockade", "------------------------------:L"}};
    (void)state;
    for (int i = 0; i < 2; i++) {
        lus_pos p;
        lus_fault fault;
        int throw;
        assert_int_equal(
            lus_pos_parse(lus_rules_find(texts[i][0]), texts[i][1], &p, &throw, &fault),
            LUS_ETEXT);
        assert_non_null(strstr(fault.expected, "at most one side has them all off"));
    }
}

/* The picture after 30-off,19-23 with a swap; Unicode has the same columns. */
static void picture(void **state)
{
    const lus_rules *r = lus_rules_find("senet:blockade");
    lus_look look = {.last = move_step(30, LUS_OFF) | move_step(19, 23) << 16};
    char ascii[LUS_MAX_BOARD], unicode[LUS_MAX_BOARD];
    int throw;
    lus_pos p = position(r, "----------L-------L---D----LD-:D", &throw);
    (void)state;
    lus_draw(r, &p, &look, ascii);
    assert_string_equal(ascii, chain_picture);
    look.unicode = 1;
    lus_draw(r, &p, &look, unicode);
    const char *a = ascii, *u = unicode;
    for (int line = 0; line < 12; line++) {
        assert_int_equal(columns(a), columns(u));
        assert_in_range(columns(a), 1, 59);
        a = strchr(a, '\n') + 1;
        u = strchr(u, '\n') + 1;
    }
    assert_string_equal(a, "");
    assert_string_equal(u, "");
    look.color = 1;
    assert_true(lus_draw(r, &p, &look, unicode) > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(classic_example),
        cmocka_unit_test(classic_views),
        cmocka_unit_test(kinds),
        cmocka_unit_test(illegal_moves_are_refused),
        cmocka_unit_test(refusals_name_the_reason),
        cmocka_unit_test(an_empty_board_is_refused),
        cmocka_unit_test(a_rolloff_decides_the_sides),
        cmocka_unit_test(picture),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
