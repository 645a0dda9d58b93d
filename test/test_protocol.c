/* SPDX-License-Identifier: MIT */
/* test_protocol.c - lines out of pieces, and positions with their moves. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "core/lines.h"
#include "support/random_game.h"
#include "record/dialect.h"
#include "record/protocol.h"
#include "record/record_internal.h"

/* The lines of the bytes, taken `piece` at a time, each behind '|'; '!' is a fault. */
static void split(const char *bytes, size_t n, size_t piece, char *out)
{
    struct lines *l = calloc(1, sizeof *l);
    *out = '\0';
    for (size_t at = 0; at < n;) {
        size_t end = at + piece < n ? at + piece : n;
        while (at < end) {
            at += lines_take(l, bytes + at, end - at);
            if (l->whole)
                strcat(strcat(out, "|"), l->fault ? "!" : l->text);
        }
    }
    free(l);
}

static void lines_come_in_pieces(void **state)
{
    static const char bytes[] = "go depth 3\r\n\nstop\nx\0y\n\r\nq";
    char out[128];
    (void)state;
    for (size_t piece = 1; piece <= sizeof bytes; piece++) {
        split(bytes, sizeof bytes - 1, piece, out);
        assert_string_equal(out, "|go depth 3||stop|!|");
    }
}

static void long_lines_are_one_fault(void **state)
{
    enum { LONG = 3 * LINES_MAX };
    char *bytes = malloc(LONG + 4), *out = malloc(LONG + 64);
    (void)state;
    memset(bytes, 'x', LONG);
    memcpy(bytes + LONG, "\na\n", 4);
    for (size_t piece = 1000; piece <= LONG + 4; piece *= 3) {
        split(bytes, LONG + 3, piece, out);
        assert_string_equal(out, "|!|a");
    }
    split(bytes + LONG - LINES_MAX, LINES_MAX + 3, 4096, out);
    assert_int_equal(strlen(out), LINES_MAX + 3); /* the longest that is whole */
    free(bytes);
    free(out);
}

/* The line of a whole game. */
static char *position_of(const lus_game *g, int throw)
{
    struct buffer b = {0};
    char text[LUS_MAX_TEXT + 16];
    size_t n;
    lus_pos_format(lus_game_rules(g), lus_game_start(g), LUS_ANY_THROW, text);
    buffer_str(&b, text);
    for (int ply = 0; ply < lus_game_plies(g); ply++) {
        struct text t = text_on(text, sizeof text);
        record_format_ply(g, ply, &t);
        buffer_str(&b, ply ? " " : " moves ");
        buffer_bytes(&b, text, t.len);
    }
    if (throw != LUS_ANY_THROW) {
        buffer_str(&b, " throw ");
        buffer_int(&b, throw);
    }
    return buffer_take(&b, &n);
}

static void positions_carry_moves(void **state)
{
    const lus_rules *r;
    (void)state;
    for (int i = 0; (r = lus_rules_at(i)); i++)
        for (int seed = 0; seed < 20; seed++) {
            bool told = lus_has_dice(r) && seed % 2;
            int made = told ? lus_throw_value(r, seed % lus_throws(r)) : LUS_ANY_THROW;
            int throw = -2;
            lus_game *g = random_game(r, seed, 8 * seed), *read;
            lus_fault fault;
            char *line = position_of(g, made);
            assert_int_equal(protocol_position(r, line, &read, &throw, &fault), 0);
            assert_memory_equal(lus_game_pos(g), lus_game_pos(read), sizeof(lus_pos));
            assert_int_equal(lus_game_plies(g), lus_game_plies(read));
            assert_int_equal(throw, lus_has_dice(r) ? made : 0);
            lus_game_free(g);
            lus_game_free(read);
            free(line);
        }
}

static void go_sets_what_it_names(void **state)
{
    struct search_limits l = {.nodes = 7};
    lus_fault fault;
    (void)state;
    assert_int_equal(protocol_go("", 25, &l, &fault), 0);
    assert_int_equal(l.nodes, 7);
    assert_int_equal(protocol_go("movetime 50 depth 3", 25, &l, &fault), 0);
    assert_int_equal(l.depth, 3);
    assert_int_equal(l.time_ms, 50);
    assert_int_equal(l.nodes, 0);
    assert_int_equal(protocol_go("depth 3 nodes 2000000001", 25, &l, &fault), LUS_ETEXT);
    assert_int_equal(fault.at, 14);
    assert_int_equal(protocol_go("depth 3x", 25, &l, &fault), LUS_ETEXT);
    assert_int_equal(protocol_go("depth", 25, &l, &fault), LUS_ETEXT);
    assert_int_equal(l.time_ms, 50);
    /* An even share of 25 and three quarters of the increment; movetime may be less. */
    assert_int_equal(protocol_go("clock 10000 9000 400", 25, &l, &fault), 0);
    assert_int_equal(l.time_ms, 400 + 300);
    assert_int_equal(l.depth, 0);
    assert_int_equal(protocol_go("depth 4 clock 10000 9 0 movetime 50", 25, &l, &fault),
                     0);
    assert_int_equal(l.time_ms, 50);
    assert_int_equal(l.depth, 4);
    assert_int_equal(protocol_go("clock 0 0 0", 25, &l, &fault), 0);
    assert_int_equal(l.time_ms, 1);
    assert_int_equal(protocol_go("clock 5000 5000", 25, &l, &fault), LUS_ETEXT);
    assert_int_equal(fault.at, 15);
    assert_string_equal(fault.expected, "milliseconds that each move adds");
    assert_int_equal(protocol_go("clock 5+3", 25, &l, &fault), LUS_ETEXT);
}

static void dialects_are_translated(void **state)
{
    static const struct {
        enum dialect dialect;
        const char *args, *ours;
    } cases[] = {
        {DIALECT_UCI, "startpos", "start"},
        {DIALECT_UCI, "startpos moves FfBe", "start moves F f B e"},
        {DIALECT_UCI, "startpos moves", "start"},
        {DIALECT_UCI, "fen 4-4-S  moves F f", "4-4-S moves F f"},
        {DIALECT_UCI, "", ""},
        {DIALECT_UGI, "startpos moves A1 B2", "start moves A1 B2"},
        {DIALECT_UGI, "fen 8/8 moves 2/0-2 throw 3", "8/8 moves 2/0-2 throw 3"},
        {DIALECT_UGI, "8/8 throw 3", "8/8 throw 3"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct buffer out = {0};
        size_t n;
        dialect_position(cases[i].dialect, cases[i].args, &out);
        char *text = buffer_take(&out, &n);
        assert_string_equal(text, cases[i].ours);
        free(text);
    }
}

static struct search_limits dialect_limits(const char *args, bool first, bool forever)
{
    struct search_limits l = {.nodes = 7};
    lus_fault fault;
    bool told = !forever;
    assert_int_equal(dialect_go(args, first, 25, &l, &told, &fault), 0);
    assert_int_equal(told, forever);
    return l;
}

static void clocks_are_shared_out(void **state)
{
    static const char clocks[] = "wtime 10000 btime 2600 winc 0 binc 100";
    (void)state;
    assert_int_equal(dialect_limits("", true, false).nodes, 7);
    assert_int_equal(dialect_limits("searchmoves depth 99", true, false).depth, 63);
    assert_int_equal(dialect_limits("infinite", true, true).nodes, 0);
    assert_int_equal(dialect_limits("ponder wtime 9", true, true).nodes, 0);
    /* An even share of 25, then three quarters of what is added. */
    assert_int_equal(dialect_limits(clocks, true, false).time_ms, 400);
    assert_int_equal(dialect_limits(clocks, false, false).time_ms, 104 + 75);
    assert_int_equal(dialect_limits("p1time 1000 movestogo 2", true, false).time_ms, 500);
    assert_int_equal(dialect_limits("p1time 1000 movestogo 1", true, false).time_ms, 712);
    assert_int_equal(dialect_limits("p2time 60 p2inc 1000", false, false).time_ms, 30);
    assert_int_equal(dialect_limits("p2time 1", false, false).time_ms, 1);
    assert_int_equal(dialect_limits("wtime 9000 movetime 5", true, false).time_ms, 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_come_in_pieces),
        cmocka_unit_test(long_lines_are_one_fault),
        cmocka_unit_test(positions_carry_moves),
        cmocka_unit_test(go_sets_what_it_names),
        cmocka_unit_test(dialects_are_translated),
        cmocka_unit_test(clocks_are_shared_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
