/* SPDX-License-Identifier: MIT */
/* test_record_faults.c - what the readers of records refuse, where, and in which words.
   In a text '@' marks the byte at fault and is taken out before reading. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "record/record.h"

struct refusal {
    const char *text, *expected;
};

#define CAVE "[Game \"cave:standard\"]\n"
#define UR   "[Game \"ur:finkel\"]\n"

static const struct refusal ours[] = {
    {"@", "a game: tags in brackets, then moves"},
    {"@hello", "a game: tags in brackets, then moves"},
    {"[@", "the name of a tag"},
    {"[Game@\"ur\"]", "a blank after the name of the tag"},
    {"[Game \"ur@", "'\"' at the end of the value"},
    {"[Game \"ur@\n\"]", "'\"' at the end of the value"},
    {"[Game \"u\\@r\"]", "'\"' or '\\' after '\\'"},
    {"[Game \"ur\"@x", "']' at the end of the tag"},
    {"[Game @ur]\n*", "'\"' before the value"},
    {"[Game \"@chess\"]\n*", "the name of a game or rule set"},
    {CAVE "[@Game \"cave\"]\n*", "each tag only once"},
    {CAVE "[Position \"8/8/8/@9/8/8/8/8\"]\n*",
     "a number of empty cells that fits the row"},
    {CAVE "1. A1@", "a move or the result"},
    {CAVE "@2. A1 *", "the number of the turn"},
    {CAVE "@1... A1 *", "'.' after the number"},
    {CAVE "1. A1 @1. B1 *", "'...' after the number"},
    {CAVE "1. A1 1... B1 @3. C1 *", "the number of the turn"},
    {CAVE "1. @D4 *",
     "M2: a brick goes into an outer column or beside a brick in its row"},
    {CAVE "1. A1 {so} @{what} *", "one comment for each move"},
    {CAVE "1. A1 {so @{what} *", "'}' at the end of the comment"},
    {CAVE "1. A1 {so@", "'}' at the end of the comment"},
    {CAVE "1. A1 @1-0", "'*', or a Reason tag for the result"},
    {CAVE "[Result \"@1-0\"]\n1. A1 *", "the same result as after the moves"},
    {CAVE "[Reason \"@time\"]\n1. A1 *", "no Reason: the game was ended by play"},
    {CAVE "[Reason \"@repetition\"]\n1. A1 1-0", "another reason for the result"},
    {CAVE "[Reason \"@resignation\"]\n1. A1 1/2-1/2", "another reason for the result"},
    {CAVE "1. A1 H1 2. B1 H2 3. C1 H3 4. D1 H4 5. E1 @*",
     "the result that follows from the moves"},
    {CAVE "1. A1 H1 2. B1 H2 3. C1 H3 4. D1 H4 5. E1 @0-1",
     "the result that follows from the moves"},
    {CAVE "1. A1 H1 2. B1 H2 3. C1 H3 4. D1 H4 5. E1 @H5 1-0",
     "the result: the game is over"},
    {CAVE "[Reason \"@time\"]\n1. A1 H1 2. B1 H2 3. C1 H3 4. D1 H4 5. E1 1-0",
     "no Reason: the game was ended by play"},
    {CAVE "[Dark \"@first\"]\n*", "no Dark without a finished roll-off"},
    {CAVE "[RollOff \"@1\"]\n*", "no throw after the one that decides"},
    {CAVE "1. A1 *\n@]", "a game: tags in brackets, then moves"},
    {UR "1. @5/0-5 *", "a throw, '/' and a move"},
    {UR "1. 4@-0-4 *", "'/' between throw and move"},
    {UR "1. 4/@ *", "a move"},
    {UR "1. 4/@0-3 *", "U2: a piece moves exactly as many squares as were thrown"},
    {UR "1. 4/@pass *", "U1: a legal move is compulsory"},
    {UR "[Position \"7--------------0:7--------------0:L:2\"]\n1. @3/0-3 *",
     "a throw, '/' and a move"},
    {"[Game \"senet:blockade\"]\n@2/9-11 *", "no move before the roll-off is decided"},
    {"[Game \"senet:blockade\"]\n[RollOff \"2 @5\"]\n*", "a throw of the roll-off"},
    {"[Game \"senet:blockade\"]\n[RollOff \"2 1 @3\"]\n*",
     "no throw after the one that decides"},
    {"[Game \"senet:blockade\"]\n[RollOff \"2 @\"]\n*", "a blank and a throw"},
    {"[Game \"senet:blockade\"]\n[RollOff \"2 1\"]\n[Dark \"@first\"]\n*",
     "\"second\", who owns Dark"},
    {"[Game \"senet:blockade\"]\n[RollOff \"2\"]\n[Dark \"@first\"]\n*",
     "no Dark without a finished roll-off"},
};

static const struct refusal foreign[] = {
    {"[Rules @chess]\n1. A@@A3", "finkel, blitz, masters or aseb"},
    {"[Rules finkel]\n1. @X1X2", "a tile: row A to C and a column"},
    {"[Rules finkel]\n1. A@@@C3", "a tile of the path of the side to move"},
    {"[Rules finkel]\n1. @A@@B1", "tiles as far apart as a throw"},
    {"[Rules finkel]\n1. A@@A3@x", "no capture here"},
    {"[Rules finkel]\n1. A@@A1@ / C@@C4", "'*' for the rosette"},
    {"[Rules finkel]\n1. A@@A3@ *", "no '*' here"},
    {"[Rules finkel]\n1. A@@A3 / C@@C4 @3. A3A2", "the number of the turn"},
    {"[Rules finkel]\n1. A@@A3 @2. A3A2", "an action of Dark, whose turn it is"},
    {"[Rules finkel]\n1. A@@A1 * @/ C@@C3", "an action of Light, whose turn it is"},
    {"[Rules finkel]\n1. @A4A3", "U2: none of your pieces stands on that square"},
    {"[Rules finkel]\n1. @2 -- / C@@C4", "U1: a legal move is compulsory"},
    {"[Rules finkel]\n1. @9 --", "a possible throw without a legal move"},
    {"[Rules masters]\n1. @--", "a possible throw without a legal move"},
    {"[Rules finkel]\n1. 2@x", "'--', a throw without a move"},
    {"[Rules finkel]\n1. A@@A3@#", "a move: the game is not over"},
    {"[Rules finkel]\n[Result \"@2-0\"]\n[Reason time]\n1. A@@A3", "1-0, 0-1 or 1/2-1/2"},
    {"[Rules finkel]\n[Position \"6---x----------0:7--------------0:L:2\"]\n1. @A1B1",
     "a move with the throw of the Position"},
    {"[Rules finkel]\n[Result \"1-0\"]\n[Reason \"@repetition\"]\n1. A@@A3",
     "another reason for the result"},
    {"[Rules finkel]\n[Position \"0-------------x6:7--------------0:L\"]\n1. A7A+ @A@@A3",
     "nothing more: the game is over"},
    {"[Variant \"@Kalah\"]\nF", "\"Oware Abapa\" or a rule set of Awari"},
    {"[Variant \"Oware Abapa\"]\n1. @f", "A1: only your own six pits can be sown"},
    {"[Variant \"Oware Abapa\"]\n1. F@+2", "the stones this move captures"},
    {"[Variant \"Oware Abapa\"]\n@2. F", "the number of the turn"},
    {"[Variant \"Oware Abapa\"]\n1. F @(f", "')' at the end of the variation"},
    {"[Variant \"Oware Abapa\"]\n[Result \"@x\"]\n1. F", "stones such as 19-25, or '*'"},
    {"[Variant \"Oware Abapa\"]\n[Result \"1-2\"]\n1. F @2-1",
     "the stones of the Result tag"},
    {"[Variant \"Oware Abapa\"]\n[FEN \"0-0-0-0-0-1-0-0-0-0-0-0-23-24-S\"]\n1. F @24-24",
     "the stones that follow from the moves"},
    {"Ff@f", "A1: only your own six pits can be sown"},
};

/* Takes the mark out ("@@" stands for '@') and returns its place. */
static size_t unmark(const char *marked, char *text)
{
    size_t n = 0, at = (size_t)-1;
    for (; *marked; marked++) {
        if (*marked == '@' && marked[1] != '@') {
            at = n;
            continue;
        }
        marked += *marked == '@';
        text[n++] = *marked;
    }
    text[n] = '\0';
    return at;
}

static void expect_refusals(const struct refusal *list, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        char text[300];
        struct record **games = NULL;
        lus_fault fault = {0};
        int count = -1;
        size_t at = unmark(list[i].text, text);
        if (record_read(text, strlen(text), &games, &count, &fault) >= 0)
            fail_msg("accepted: %s", text);
        if (fault.at != at || strcmp(fault.expected, list[i].expected) != 0)
            fail_msg("byte %zu, not %zu, expected %s, not %s:\n%s", fault.at, at,
                     fault.expected, list[i].expected, text);
        assert_null(games);
        assert_int_equal(count, -1);
    }
}

static void our_reader_is_strict(void **state)
{
    (void)state;
    expect_refusals(ours, sizeof ours / sizeof ours[0]);
}

static void foreign_readers_are_strict(void **state)
{
    (void)state;
    expect_refusals(foreign, sizeof foreign / sizeof foreign[0]);
}

/* ---- bytes and sizes ---- */

static void expect_fault(const char *text, size_t n, int code, size_t at)
{
    struct record **games;
    lus_fault fault = {0};
    int count;
    assert_int_equal(record_read(text, n, &games, &count, &fault), code);
    assert_int_equal(fault.code, code);
    assert_int_equal(fault.at, at);
}

static void control_bytes_and_bad_utf8_are_refused(void **state)
{
    static const char *const bad[] = {
        "\x01",     "\x1b",     "\x7f",         "\r",
        "\x80",     "\xc0\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80",
        "\xc2\x85", "\xe2\x82", "\xff"};
    char text[100];
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        int n = sprintf(text, CAVE "[First \"a%sb\"]\n*", bad[i]);
        expect_fault(text, (size_t)n, LUS_ETEXT, strlen(CAVE) + 9);
        n = sprintf(text, CAVE "1. A1 {a%sb} *", bad[i]);
        expect_fault(text, (size_t)n, LUS_ETEXT, strlen(CAVE) + 8);
    }
    memcpy(text, CAVE "*", sizeof CAVE "*");
    expect_fault(text, sizeof CAVE "*", LUS_ETEXT, sizeof CAVE); /* its NUL */
}

static char *repeat(const char *begin, const char *part, int times, const char *end,
                    size_t *n)
{
    size_t size = strlen(part);
    char *text = malloc(strlen(begin) + size * (size_t)times + strlen(end) + 1);
    char *to = text + sprintf(text, "%s", begin);
    for (int i = 0; i < times; i++)
        to += sprintf(to, "%s", part);
    to += sprintf(to, "%s", end);
    *n = (size_t)(to - text);
    return text;
}

static void expect_cap(const char *begin, const char *part, int most, const char *end)
{
    struct record **games;
    int count;
    size_t n;
    char *text = repeat(begin, part, most, end, &n);
    assert_int_equal(record_read(text, n, &games, &count, NULL), 0);
    record_list_free(games, count);
    free(text);
    text = repeat(begin, part, most + 1, end, &n);
    assert_int_equal(record_read(text, n, &games, &count, NULL), LUS_ESPACE);
    free(text);
}

/* What stands before a fault can be had: whole games, and plies of the one it is in. */
static void what_stands_before_a_fault(void **state)
{
    static const struct {
        const char *text;
        int games, plies; /* of the last of them */
    } cases[] = {
        {UR "1. 4/0-4 2/0-2 1... 1/0-9 *", 1, 2},
        {UR "1. 4/0-4 2/0-2 1... 1/0", 1, 2},
        {UR "1. 4/0-4 2/0-2 1-0", 1, 2},
        {UR "1. 4/0-4 \x1b", 1, 1},
        {UR "1. 4/0-4 *\n\n" UR "1. 9/0-4", 1, 1},
        {"[Rules finkel]\n1. A@A4 / C@C2\n2. A4A2 / B@B9", 1, 3},
        {"FfBeZ", 1, 4},
        {UR "1. 5/0-5 *", 0, 0},
        {"nothing", 0, 0},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct record **games;
        int count;
        lus_fault fault;
        const char *text = cases[i].text;
        assert_true(record_read_some(text, strlen(text), &games, &count, &fault) < 0);
        assert_int_equal(count, cases[i].games);
        if (count)
            assert_int_equal(lus_game_plies(record_game(games[count - 1])),
                             cases[i].plies);
        record_list_free(games, count);
    }
}

static void sizes_are_capped(void **state)
{
    char text[64 * 1024], *to = text;
    (void)state;
    expect_cap(UR, "0/pass ", RECORD_MAX_PLIES, "*");
    expect_cap("[Rules finkel]", " 0 --", RECORD_MAX_PLIES, "");
    expect_cap(CAVE "{", "x", RECORD_MAX_COMMENTS, "}*");
    expect_cap(CAVE, " ", RECORD_MAX_BYTES - (int)strlen(CAVE "*"), "*");
    for (int i = 0; i <= RECORD_MAX_TAGS; i++)
        to += sprintf(to, "[T%d \"x\"]\n", i);
    size_t last = (size_t)(strrchr(text, '[') - text);
    expect_fault(text, (size_t)(to - text), LUS_ESPACE, last);
    to = text + sprintf(text, CAVE "[A \"");
    memset(to, 'x', RECORD_MAX_VALUE + 1);
    to += RECORD_MAX_VALUE + 1;
    to += sprintf(to, "\"]\n*");
    expect_fault(text, (size_t)(to - text), LUS_ETEXT,
                 sizeof CAVE + 3 + RECORD_MAX_VALUE);
}

static void lines_are_counted(void **state)
{
    (void)state;
    assert_int_equal(record_line("a\nb\nc", 0), 1);
    assert_int_equal(record_line("a\nb\nc", 1), 1);
    assert_int_equal(record_line("a\nb\nc", 2), 2);
    assert_int_equal(record_line("a\nb\nc", 5), 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(our_reader_is_strict),
        cmocka_unit_test(foreign_readers_are_strict),
        cmocka_unit_test(control_bytes_and_bad_utf8_are_refused),
        cmocka_unit_test(what_stands_before_a_fault),
        cmocka_unit_test(sizes_are_capped),
        cmocka_unit_test(lines_are_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
