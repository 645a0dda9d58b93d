/* SPDX-License-Identifier: MIT */
/* test_game_limits.c - the games at their limits: which positions can occur, where a text is
   at fault, what kind of move it is, and counts that hold without a list of moves.  Small
   cases that fail within a second; test_properties and test_agree compare many positions. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>
#include "core/rules.h"

static const struct {
    const char *rules;
    lus_pos pos;
    bool valid;
} positions[] = {
    {"cave:standard", {{0, 0, 0, 0}}, true},
    {"cave:standard", {{0, 1, 0, 1}}, true},
    {"cave:standard", {{0, 1, 0, 0}}, false},          /* the number of bricks decides */
    {"cave:standard", {{0, 1 << 8 | 1, 0, 1}}, false}, /* o has one too few */
    {"cave:standard", {{1, 0, 0, 1}}, false},          /* and here one too many */
    {"cave:standard", {{1, 1, 0, 0}}, false},          /* two bricks on a cell */
    {"cave:standard", {{0, 1, 1, 1}}, false},          /* w[2] is not used */
    {"cave:standard", {{0, 1 | 2, 0, 2}}, false},      /* no third side */
    {"cave:standard", {{0, 1 << 3, 0, 1}}, false},     /* two gaps in the first row */
    {"cave:standard", {{0, UINT64_C(8) << 56, 0, 1}}, false}, /* and in the last one */
    {"cave:standard", {{0x1f, 0x1f00, 0, 0}}, false}, /* the side to move has a line */
    {"cave:standard", {{0x0f, 0x0f00, 0, 0}}, true},
    {"cave:5x3", {{0, 1 << 7, 0, 1}}, false}, /* outside the board */
    {"cave:5x3", {{0, 1 << 4, 0, 1}}, true},
    {"senet:houses", {{1 << 1, 1 << 2, 0, 1}}, true},
    {"senet:houses", {{1 << 30, 1 << 2, 0, 0}}, true},
    {"senet:houses", {{1 << 1, 1 << 1, 0, 0}}, false},  /* two pieces on a square */
    {"senet:houses", {{1 << 27, 1 << 2, 0, 0}}, false}, /* in the Water */
    {"senet:houses", {{1 << 0, 1 << 2, 0, 0}}, false},  /* no such square */
    {"senet:houses", {{UINT64_C(1) << 31, 2, 0, 0}}, false},
    {"senet:houses", {{0, 0, 0, 0}}, false},
    {"senet:houses", {{0, 0xfe, 0, 0}}, true}, /* seven pieces */
    {"senet:houses", {{0, 0x1fe, 0, 0}}, false},
    {"senet:houses", {{0x1fe, 0, 0, 0}}, false},
    {"senet:houses", {{2, 4, 1, 0}}, false},
    {"senet:houses", {{2, 4, 0, 2}}, false},
    {"senet:blockade", {{0, 0x3e, 0, 0}}, true}, /* five */
    {"senet:blockade", {{0, 0x7e, 0, 0}}, false},
    {"ur:finkel", {{0, 0, 0x0707, 0}}, true},
    {"ur:finkel", {{0, 0, 0x0708, 0}}, false},
    {"ur:finkel", {{0, 0, 0x0807, 0}}, false},
    {"ur:finkel", {{2, 0, 0x0707, 0}}, false}, /* one piece too many */
    {"ur:finkel", {{1, 0, 0, 0}}, false},      /* squares begin at 1 ... */
    {"ur:finkel", {{1 << 14, 0, 0, 0}}, true}, /* ... and end at 14 */
    {"ur:finkel", {{1 << 15, 0, 0, 0}}, false},
    {"ur:finkel", {{1 << 5, 1 << 5, 0, 0}}, false}, /* both on a shared square */
    {"ur:finkel", {{1 << 4, 1 << 4, 0, 0}}, true},  /* not shared */
    {"ur:finkel", {{0, 0, 0, 0}}, false},
    {"ur:finkel", {{0, 0, 0x10707, 0}}, false},
    {"ur:finkel", {{0, 0, 0x0707, 2}}, false},
    {"awari:abapa", {{48, 0, 0, 0}}, true},
    {"awari:abapa", {{49, 0, 0, 0}}, false},
    {"awari:abapa", {{47, 0, 0x0100, 0}}, true},
    {"awari:abapa", {{47, 1, 0x0100, 0}}, false},
    {"awari:abapa", {{0, 0, 0, 0}}, false},
    {"awari:abapa", {{0, 0, 1, 1}}, true},
    {"awari:abapa", {{UINT64_C(1) << 48, 0, 1, 0}}, false}, /* there are six pits */
    {"awari:abapa", {{1, 0, 0x10000, 0}}, false},
    {"awari:abapa", {{1, 0, 0, 2}}, false},
};

static void positions_can_occur_or_not(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof positions / sizeof positions[0]; i++) {
        const lus_rules *r = lus_rules_find(positions[i].rules);
        bool valid = lus_pos_check(r, &positions[i].pos) == 0;
        if (valid != positions[i].valid)
            fail_msg("position %zu, %s: valid %d", i, positions[i].rules, valid);
    }
}

/* The byte at fault and the first words of what was expected there. */
static const struct {
    const char *rules, *text;
    bool move; /* a move in the first position; otherwise a position */
    size_t at;
    const char *expected;
} faults[] = {
    {"cave:standard", "08/8/8/8/8/8/8/8", false, 0, "a number of empty cells"},
    {"cave:standard", "9/8/8/8/8/8/8/8", false, 0, "a number of empty cells"},
    {"cave:standard", "x8/8/8/8/8/8/8/8", false, 1, "a number of empty cells"},
    {"cave:standard", "x16/8/8/8/8/8/8/8", false, 2, "at most one gap"},
    {"cave:standard", "8/8/8/8/8/8/8/xx6", false, 0, "as many x as o"},
    {"senet:houses", "------------------------------:W", false, 0,
     "a piece: at most one"},
    {"senet:houses", "----------------------------W:W", false, 29, "'W', 'B' or '-'"},
    {"cave:standard", "0 8", true, 2, "a column of the board"},
    {"cave:standard", "8 0", true, 0, "a row of the board"},
    {"cave:standard", "0", true, 1, "a space between"},
    {"cave:standard", "I1", true, 0, "a cell such as A1"},
    {"cave:standard", "@1", true, 0, "a cell such as A1"},
    {"cave:standard", "A9", true, 1, "a row number"},
    {"cave:standard", "A0", true, 1, "a row number"},
};

static void faults_are_located(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        const lus_rules *r = lus_rules_find(faults[i].rules);
        lus_fault fault = {0};
        lus_pos p;
        lus_move m;
        int throw, status;
        lus_start(r, &p);
        if (faults[i].move)
            status = lus_move_parse(r, &p, 0, faults[i].text, &m, &fault);
        else
            status = lus_pos_parse(r, faults[i].text, &p, &throw, &fault);
        assert_int_equal(status, LUS_ETEXT);
        assert_int_equal(fault.at, faults[i].at);
        assert_memory_equal(fault.expected, faults[i].expected,
                            strlen(faults[i].expected));
    }
}

static const struct {
    const char *rules, *position, *move, *kind;
} kinds[] = {
    {"ur:finkel", "7--------------0:7--------------0:L:4", "0-4", "rosette"},
    {"ur:finkel", "7--------------0:7--------------0:L:2", "0-2", "enter"},
    {"ur:finkel", "6-x------------0:7--------------0:L:1", "2-3", "move"},
    {"ur:finkel", "6-x------------0:7--------------0:L:2", "2-4", "rosette"},
    {"ur:finkel", "6----x---------0:6-----x--------0:L:1", "5-6", "capture"},
    {"ur:finkel", "6-------------x0:7--------------0:L:1", "14-off", "exit"},
    {"cave:5x3", "xx3/oo3/5/5/5", "C5", "win"},
    {"cave:5x3", "xx3/oo3/5/5/5", "C4", "block"},
    {"cave:5x3", "xx3/oo3/5/5/5", "A1", "place"},
};

static void moves_have_kinds(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        const lus_rules *r = lus_rules_find(kinds[i].rules);
        lus_fault fault = {0};
        lus_pos p;
        lus_move m;
        int throw;
        if (lus_pos_parse(r, kinds[i].position, &p, &throw, &fault) < 0)
            fail_msg("%s, byte %zu: %s", kinds[i].position, fault.at, fault.expected);
        if (lus_move_parse(r, &p, throw < 0 ? 0 : throw, kinds[i].move, &m, &fault) < 0)
            fail_msg("%s: %s", kinds[i].move, fault.expected);
        assert_string_equal(lus_move_kind(r, &p, throw < 0 ? 0 : throw, m),
                            kinds[i].kind);
    }
}

/* Pieces of the side that has more, and moves forward and back counted without a list. */
static void pieces_and_moves_are_counted(void **state)
{
    static const struct {
        const char *rules, *position;
        int material, moves; /* moves < 0: without a throw */
    } cases[] = {
        {"senet:houses", "WBBB--------------------------:W", 3, -1},
        {"senet:houses", "WWWB--------------------------:W", 3, -1},
        {"senet:blockade", "-----D-LDDD-------------------:L:3", 4, 1},
        {"senet:blockade", "D--L--L-----------------------:L:2", 2, 2},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const lus_rules *r = lus_rules_find(cases[i].rules);
        lus_pos p;
        int throw;
        assert_int_equal(lus_pos_parse(r, cases[i].position, &p, &throw, NULL), 0);
        assert_int_equal(r->search.material(r, &p), cases[i].material);
        if (cases[i].moves >= 0)
            assert_int_equal(r->count(r, &p, throw), cases[i].moves);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(positions_can_occur_or_not),
        cmocka_unit_test(faults_are_located),
        cmocka_unit_test(moves_have_kinds),
        cmocka_unit_test(pieces_and_moves_are_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
