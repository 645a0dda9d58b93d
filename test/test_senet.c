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

/* Every step anybody can type on a crowded board is legal or refused in words. */
static void refusals_speak(void **state)
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
                const char *why = lus_move_refuse(r, &p, lus_throw_value(r, t), m);
                if (!why)
                    continue;
                assert_int_equal(why[0], r->index ? 'B' : 'H');
                assert_in_range(strlen(why), 10, 109);
            }
    }
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
        cmocka_unit_test(classic_example), cmocka_unit_test(classic_views),
        cmocka_unit_test(kinds),           cmocka_unit_test(refusals_speak),
        cmocka_unit_test(picture),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
