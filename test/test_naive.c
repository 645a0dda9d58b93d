/* SPDX-License-Identifier: MIT */
/* test_naive.c - tests the reference rules: the published perft numbers, and cases worked out
   by hand for rules that are not reached within a few plies from the start. */
#include "naive/naive.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

struct perft_case {
    const char *rules, *position; /* NULL is the start */
    uint64_t counts[9];           /* depths 1, 2, ... */
};

static const struct perft_case perfts[] = {
    {"senet:houses", NULL, {24, 567, 13429}},
    {"senet:blockade", NULL, {18, 283, 4357}},
    {"ur:finkel", NULL, {5, 28, 192, 1492, 12469}},
    {"ur:blitz", NULL, {5, 28, 192, 1496, 12588}},
    {"ur:masters", NULL, {4, 19, 116, 846, 6556}},
    {"ur:aseb", NULL, {5, 28, 192, 1496, 12496}},
    {"awari:abapa", NULL, {6, 36, 190, 1014, 5219, 27332, 139157, 711414}},
    {"awari:oware", NULL, {6, 36, 190, 1014, 5219, 27332, 139157, 711414}},
    {"awari:olympiad", NULL, {6, 36, 190, 1014, 5219, 27332, 139157, 711414}},
    {"cave:standard", NULL, {16, 256, 4096, 65536}},
    {"cave", "xoxxxxo1/ooo5/8/8/8/8/8/8", {15, 224, 3332, 49392}},
    {"ur", "7--------------0:7--------------0:L:4", {1}}, /* 4 enters on a rosette */
    {"ur", "7--------------0:7--------------0:L:0", {1, 5}},
};

struct move_case {
    const char *rule, *rules, *position;
    int throw;
    const char *moves, *after; /* of the last move, or without moves of the pass */
};

static const struct move_case cases[] = {
    {"H8: 27 taken", "senet:houses", "------------------------W-B---:W", 2, NULL, NULL},
    {"H2 H4: beyond 26 is illegal", "senet:houses", "B-----------------------W-----:W", 2,
     "", "B-----------------------W-----:B"},
    {"H5: swap on 28", "senet:houses", "-------------------------W-B--:W", 2, "26-28",
     "-------------------------B-W--:B"},
    {"H5 H7: water, 15 and 14 taken", "senet:houses", "-------------BW----------W----:W",
     1, "15-16 26-13", "------------WBW---------------:B"},
    {"H6: returns and exits", "senet:houses", "B--------------------------WWW:W", 3,
     "28-off 29-15 30-off", "B--------------------------WW-:B"},
    {"H5 H6: exits", "senet:houses", "B------------------------W--W-:W", 5,
     "26-off 29-15", NULL},
    {"H5 H6: exits", "senet:houses", "B---------------------W-----W-:W", 2,
     "23-25 29-off", NULL},
    {"H5: to 30", "senet:houses", "B------------------------W----:W", 4, "26-30", NULL},
    {"H10: finished", "senet:houses", "B-----------------------------:B", 3, "",
     "B-----------------------------:B"},
    {"B4: swap, throw again", "senet:blockade", "---------L---D----------------:L", 4,
     "10-14", "---------D---L----------------:L"},
    {"B4 B7: pair, so backward", "senet:blockade", "---------L-DD-----------------:L", 3,
     "10-7", "------L----DD-----------------:D"},
    {"B4: 28 is safe", "senet:blockade", "------------------------L--D--:L", 3, "25-22",
     "---------------------L-----D--:D"},
    {"B3: stuck, throws again", "senet:blockade", "DD-L--DDD---------------------:L", 6,
     "", "DD-L--DDD---------------------:L"},
    {"B3: stuck, turn passes", "senet:blockade", "DD-LDDD-----------------------:L", 3,
     "", "DD-LDDD-----------------------:D"},
    {"B5: block not passed off", "senet:blockade", "-------------------------L-DDD:L", 6,
     "26-20", "-------------------L-------DDD:L"},
    {"B5: own block is passed", "senet:blockade", "D----------LLLL---------------:L", 4,
     "12-16 13-17 14-18 15-19", "D----------LLL----L-----------:L"},
    {"B6 B7: backward into water", "senet:blockade", "---------LDD---------------LD-:L",
     1, "10-9 28-15", "---------LDD--L-------------D-:L"},
    {"B8: piece on 5", "senet:blockade", "D---L----------------------L--:L", 6, "5-11",
     "D---------L----------------L--:L"},
    {"B8: piece on 10", "senet:blockade", "D--------L-----------------L--:L", 3, "10-13",
     NULL},
    {"B4: 26 is safe", "senet:blockade", "------------------------LD----:L", 1, "25-24",
     NULL},
    {"B4: 29 is safe", "senet:blockade", "------------------------L---D-:L", 4, "25-21",
     NULL},
    {"no throw of 5", "senet:blockade", "------------------------L----D:L", 5, NULL,
     NULL},
    {"B10: bearing off with an enemy on 30", "senet:blockade",
     "------------------------L----D:L", 6, "25-off", NULL},
    {"B4: 30 is not safe", "senet:blockade", "---------------------------L-D:L", 2,
     "28-30", NULL},
    {"B8: 30 is an ordinary move", "senet:blockade", "D---L----------------------L--:L",
     2, "5-7 28-30", "D---L------------------------L:D"},
    {"B9: rest into water", "senet:blockade", "D-----------------------LL----:L", 6,
     "25-off,26-15 26-off,25-15", "D-------------L---------------:L"},
    {"B9: rest lost", "senet:blockade", "-----DD---LDDD--------------L-:L", 6, "29-off",
     "-----DD---LDDD----------------:L"},
    {"B9: rest backward", "senet:blockade", "----------LDDD--------------L-:L", 6,
     "29-off,11-6", "-----L-----DDD----------------:L"},
    {"B9 B10: six orders", "senet:blockade", "D--------------------------LLL:L", 6,
     "28-off,29-off,30-off 28-off,30-off,29-off 29-off,28-off,30-off "
     "29-off,30-off,28-off 30-off,28-off,29-off 30-off,29-off,28-off",
     "D-----------------------------:L"},
    {"B9: chains of four", "senet:blockade", "D------------------------L-LLL:L", 6,
     "26-off,29-off,28-29 26-off,29-off,30-off,28-29 26-off,30-off,28-30 "
     "26-off,30-off,29-off,28-29 28-off,29-off,26-29 28-off,29-off,30-off,26-29 "
     "28-off,30-off,26-30 28-off,30-off,29-off,26-29 29-off,26-off,28-29 "
     "29-off,26-off,30-off,28-29 29-off,28-off,26-29 29-off,28-off,30-off,26-29 "
     "29-off,30-off,26-off,28-29 29-off,30-off,28-off,26-29 30-off,26-off,28-30 "
     "30-off,26-off,29-off,28-29 30-off,28-off,26-30 30-off,28-off,29-off,26-29 "
     "30-off,29-off,26-off,28-29 30-off,29-off,28-off,26-29",
     "D---------------------------L-:L"},
    {"B10: rest void", "senet:blockade", "D--------------------------L--:L", 3, "28-off",
     "D-----------------------------:D"},
    {"U3: safe rosette", "ur:finkel", "0-----x--------6:0-------x------6:L", 2, "",
     "0-----x--------6:0-------x------6:D"},
    {"U3 U5: capture on a rosette", "ur:masters",
     "0-----x----------6:0-------x--------6:L", 2, "6-8",
     "0-------x--------6:1----------------6:L"},
    {"U3: C7 is 12 and 16", "ur:masters", "0----------x-----6:0---------------x6:L", 1,
     "11-12", "0-----------x----6:1----------------6:L"},
    {"U3: 14 is B8 for both", "ur:masters", "0------------x---6:0-------------x--6:L", 1,
     "13-14", "0-------------x--6:1----------------6:D"},
    {"U3: blitz throws again", "ur:blitz", "0----x-----------4:0-----x----------4:D", 3,
     "6-9", "0----x-----------4:0--------x-------4:L"},
    {"U3: blitz throws again", "ur:blitz", "0----x-----------4:0---x------------4:D", 1,
     "4-5", "1----------------4:0----x-----------4:D"},
    {"U6: finished", "ur:finkel", "0-----------xx-5:0--------------7:L", 2, "",
     "0-----------xx-5:0--------------7:L"},
    {"U4: exact, no extra throw", "ur:finkel", "0------------xx5:1--------------6:L", 2,
     "13-off", "0-------------x6:1--------------6:D"},
    {"U2 U3: own piece", "ur:aseb", "1-x-x------------2:5----------------0:L", 2, "4-6",
     NULL},
    {"half a text", "ur:aseb", "0---------------x-4:0", 1, NULL, NULL},
    {"U3: safe rosette", "ur:aseb", "0-----------x----4:0---------------x4:L", 4, "",
     NULL},
    {"A1: twelve stones and more", "awari", "13-0-0-0-0-0-1-0-0-0-0-0-0-0-S", 0, "A",
     "0-2-2-1-1-1-2-1-1-1-1-1-0-0-N"},
    {"A2: backwards", "awari", "0-0-0-0-1-2-1-2-0-0-0-3-0-0-S", 0, "E F",
     "0-0-0-0-1-0-0-0-0-0-0-3-5-0-N"},
    {"A2: the row ends", "awari", "0-0-0-0-2-1-1-0-0-0-0-3-0-0-S", 0, "E F",
     "0-0-0-0-2-0-0-0-0-0-0-3-2-0-N"},
    {"A3: grand slam takes nothing", "awari", "0-0-0-0-0-2-1-1-0-0-0-0-8-8-S", 0, "F",
     "0-0-0-0-0-0-2-2-0-0-0-0-8-8-N"},
    {"A4: must leave a stone", "awari:olympiad", "1-0-0-0-0-2-1-1-0-0-0-0-8-8-S", 0, "A",
     "0-1-0-0-0-2-1-1-0-0-0-0-8-8-N"},
    {"A4: no other move", "awari:olympiad", "0-0-0-0-0-2-1-1-0-0-0-0-8-8-S", 0, "F",
     "0-0-0-0-0-0-0-0-0-0-0-0-12-8-N"},
    {"A4: feeding", "awari", "1-0-0-0-2-1-0-0-0-0-0-0-8-8-S", 0, "E F",
     "1-0-0-0-2-0-1-0-0-0-0-0-8-8-N"},
    {"A4 A5: cannot feed", "awari", "1-0-0-0-0-0-0-0-0-0-0-0-8-8-S", 0, "",
     "0-0-0-0-0-0-0-0-0-0-0-0-8-8-S"},
    {"A4 A5: cannot feed", "awari:oware", "1-0-0-0-0-0-0-0-0-0-0-0-8-8-S", 0, "",
     "0-0-0-0-0-0-0-0-0-0-0-0-9-8-S"},
    {"A4: all are legal", "awari:olympiad", "1-0-0-0-0-0-0-0-0-0-0-0-8-8-S", 0, "A",
     "0-1-0-0-0-0-0-0-0-0-0-0-8-8-N"},
    {"A5: to the other side", "awari:olympiad", "0-1-0-0-0-0-0-0-0-0-0-0-8-8-N", 0, "",
     "0-0-0-0-0-0-0-0-0-0-0-0-9-8-N"},
    {"A6: majority", "awari:oware", "0-1-0-0-0-0-0-0-0-0-0-0-3-1-S", 0, "",
     "0-1-0-0-0-0-0-0-0-0-0-0-3-1-S"},
    {"M5: two lines", "cave:5x4", "xxxx1/oooo1/5/5/5", 0, NULL, NULL},
    {"M5: two gaps", "cave:5x4", "1x3/5/5/5/5", 0, NULL, NULL},
    {"M5: two more", "cave:5x4", "x3x/5/5/5/5", 0, NULL, NULL},
    {"M2: names", "cave:5x4", "x1oox/ox1xo/oxoxo/xoxox/xxo1o", 0, "B5 C4 D1", NULL},
};

/* The moves joined by blanks and the text after the last one; 0 if not understood. */
static int answer(const struct move_case *c, char *moves, char *after)
{
    struct naive_move list[NAIVE_MOVES];
    int count = naive_moves(c->rules, c->position, c->throw, list, after);
    moves[0] = '\0';
    for (int i = 0; i < count; i++) {
        strcat(strcat(moves, i ? " " : ""), list[i].move);
        strcpy(after, list[i].after);
    }
    return count >= 0;
}

static int check_moves(const struct move_case *c)
{
    char moves[NAIVE_MOVES * 48], after[NAIVE_TEXT];
    int understood = answer(c, moves, after);
    if (c->moves == NULL ? !understood : understood && strcmp(moves, c->moves) == 0)
        if (c->after == NULL || strcmp(after, c->after) == 0)
            return 1;
    fprintf(stderr, "%s: %s %s throw %d\n  got  %s\n       %s\n  want %s\n       %s\n",
            c->rule, c->rules, c->position, c->throw, understood ? moves : "refused",
            understood ? after : "", c->moves ? c->moves : "refused",
            c->after ? c->after : "(any)");
    return 0;
}

static int check_perft(const struct perft_case *c)
{
    char start[NAIVE_TEXT];
    naive_start(c->rules, start);
    for (int i = 0; c->counts[i] != 0; i++) {
        uint64_t got = naive_perft(c->rules, c->position ? c->position : start, i + 1);
        if (got == c->counts[i])
            continue;
        fprintf(stderr, "perft %s depth %d: got %" PRIu64 ", want %" PRIu64 "\n",
                c->rules, i + 1, got, c->counts[i]);
        return 0;
    }
    return 1;
}

static const struct {
    const char *rules, *position, *result;
} results[] = {
    {"cave", "xoxxxxo1/ooo5/8/8/8/8/8/8", ""}, /* the four boards of the source */
    {"cave", "xoxxxxo1/ooooo3/x7/x7/8/8/8/8", "o"},
    {"cave", "xooooo2/xx6/xx6/8/8/8/8/8", "o"},
    {"cave", "ooox4/oooox3/ooooo3/ooxx3o/xxxxo1xx/5xxx/6xx/7x", "o"},
    {"cave:5x4", "x4/ox3/oox2/ooox1/x2xx", "x"}, /* a line each way */
    {"cave:5x4", "xxxo1/xoo2/xo3/o4/5", "o"},
    {"cave:5x3", "xo3/xo3/x4/5/5", "x"},
    {"cave:5x4", "xxx2/xxx2/ooo2/ooo2/5", ""},
    {"senet:houses", "B-----------------------------:B", "W"},
    {"senet:blockade", "L-----------------------------:D", "D"},
    {"ur:finkel", "0--------------7:7--------------0:D", "L"},
    {"ur:finkel", "1--------------6:0--------------7:L", "D"},
    {"awari:abapa", "0-0-0-0-0-0-0-0-0-0-0-0-24-24-S", "draw"},
    {"awari:abapa", "1-0-0-0-0-0-0-0-0-0-0-0-8-8-S", "draw"},
    {"awari:oware", "1-0-0-0-0-0-0-0-0-0-0-0-8-8-S", "S"},
    {"awari:olympiad", "1-0-0-0-0-0-0-0-0-0-0-0-8-8-S", ""},
    {"awari:olympiad", "0-1-0-0-0-0-0-0-0-0-0-0-8-9-N", "draw"},
    {"awari:olympiad", "4-4-4-4-4-3-0-0-0-0-0-0-0-25-S", "N"},
};

static int check_result(const char *rules, const char *position, const char *want)
{
    char got[8] = "";
    int read = naive_result(rules, position, got);
    if (read == 0 && strcmp(got, want) == 0)
        return 1;
    fprintf(stderr, "result %s %s: got %s, want %s\n", rules, position,
            read == 0 ? got : "refused", want);
    return 0;
}

static void published_perft(void **state)
{
    int failed = 0;
    (void)state;
    for (size_t i = 0; i < sizeof perfts / sizeof perfts[0]; i++)
        failed += !check_perft(&perfts[i]);
    assert_int_equal(failed, 0);
}

static void moves_by_hand(void **state)
{
    int failed = 0;
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        failed += !check_moves(&cases[i]);
    assert_int_equal(failed, 0);
}

static void results_by_hand(void **state)
{
    int failed = 0;
    (void)state;
    for (size_t i = 0; i < sizeof results / sizeof results[0]; i++)
        failed += !check_result(results[i].rules, results[i].position, results[i].result);
    assert_int_equal(failed, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(published_perft),
        cmocka_unit_test(moves_by_hand),
        cmocka_unit_test(results_by_hand),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
