/* SPDX-License-Identifier: MIT */
/* test_record_reader.c - files of any size are read game by game; a game has a limit. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "record/link.h"
#include "record/record_format.h"
#include "record/record_reader.h"
#include "support/random_game.h"

#define CAVE "[Game \"cave:standard\"]\n[Result \"*\"]\n\n"

/* A file that repeats a text `times` and then ends with another, read in pieces. */
struct repeated {
    const char *text, *end;
    size_t times, piece;
    size_t at;  /* of the current text */
    bool fails; /* an error instead of the end */
};

static long read_repeated(void *context, char *to, size_t n)
{
    struct repeated *f = context;
    size_t done = 0;
    n = n < f->piece ? n : f->piece;
    while (done < n) {
        const char *text = f->times ? f->text : f->end;
        if (!text[f->at] && !f->times)
            return done ? (long)done : f->fails ? -1 : 0;
        if (!text[f->at]) {
            f->times--;
            f->at = 0;
            continue;
        }
        to[done++] = text[f->at++];
    }
    return (long)done;
}

/* The number of games read; the last status and fault. */
static int count_games(struct repeated f, int *status, lus_fault *fault, long *line)
{
    struct record_reader *r = record_reader_new(read_repeated, &f);
    struct record *game;
    int n = 0;
    assert_non_null(r);
    while ((*status = record_reader_next(r, &game, fault)) > 0) {
        assert_int_equal(lus_game_plies(record_game(game)), 2);
        record_free(game);
        n++;
    }
    record_free(game);
    *line = record_reader_line(r);
    record_reader_free(r);
    return n;
}

static const char game_text[] = CAVE "1. A1 {\xe2\x80\x9ctwo\xe2\x80\x9d} H1 *\r\n\r\n";

static void files_larger_than_memory_limits_are_read(void **state)
{
    /* 12 MiB, more than the window; the pieces cut characters and line ends in two */
    static const size_t pieces[] = {7, 4093, 1 << 24};
    size_t times = (12u << 20) / (sizeof game_text - 1);
    lus_fault fault;
    long line;
    int status;
    (void)state;
    for (size_t i = 0; i < sizeof pieces / sizeof pieces[0]; i++) {
        struct repeated f = {game_text, "", times, pieces[i], 0, false};
        assert_int_equal(count_games(f, &status, &fault, &line), times);
        assert_int_equal(status, 0);
    }
}

static void faults_have_their_byte_and_line(void **state)
{
    struct repeated f = {game_text, CAVE "1. A1 B9 *", 100000, 65536, 0, false};
    lus_fault fault = {0};
    long line;
    int status;
    (void)state;
    assert_int_equal(count_games(f, &status, &fault, &line), 100000);
    assert_int_equal(status, LUS_ETEXT);
    assert_int_equal(fault.at, 100000 * (sizeof game_text - 1) + sizeof CAVE - 1 + 7);
    assert_int_equal(line, 100000 * 5 + 4);
    f.end = "\x01";
    assert_int_equal(count_games(f, &status, &fault, &line), 100000);
    assert_int_equal(status, LUS_ETEXT);
    assert_int_equal(fault.at, 100000 * (sizeof game_text - 1));
}

static void errors_of_the_file_are_reported(void **state)
{
    struct repeated f = {game_text, "", 10, 65536, 0, true};
    lus_fault fault = {0};
    long line;
    int status;
    (void)state;
    count_games(f, &status, &fault, &line);
    assert_int_equal(status, LUS_EFILE);
    assert_int_equal(fault.code, LUS_EFILE);
}

static void a_game_has_a_limit(void **state)
{
    /* a word that never ends, and a game between millions of blank lines */
    struct repeated word = {"1", "", RECORD_MAX_BYTES + 10, 65536, 0, false};
    struct repeated blanks = {"\n\n\n\n", game_text, 4 << 20, 65536, 0, false};
    lus_fault fault = {0};
    long line;
    int status;
    (void)state;
    assert_int_equal(count_games(word, &status, &fault, &line), 0);
    assert_int_equal(status, LUS_ESPACE);
    assert_int_equal(fault.at, 0);
    word.times = RECORD_MAX_BYTES;
    assert_int_equal(count_games(word, &status, &fault, &line), 0);
    assert_int_equal(status, LUS_ETEXT);
    assert_int_equal(count_games(blanks, &status, &fault, &line), 1);
    assert_int_equal(status, 0);
}

/* A game of RECORD_MAX_PLIES plies with RECORD_MAX_COMMENTS bytes of comments. */
static struct record *longest_record(void)
{
    lus_game *g = lus_game_new(lus_rules_find("ur:finkel"), NULL);
    lus_move pass;
    lus_fault fault;
    assert_int_equal(
        lus_move_parse(lus_game_rules(g), lus_game_pos(g), 0, "pass", &pass, &fault), 0);
    for (int i = 0; i < RECORD_MAX_PLIES; i++)
        assert_int_equal(lus_game_play(g, 0, pass), 0);
    struct record *r = record_new(g);
    char *rest = calloc(RECORD_MAX_COMMENTS + 2, 1);
    assert_non_null(rest);
    for (int i = 0; i < RECORD_MAX_PLIES; i++)
        assert_int_equal(record_set_comment(r, i, "a comment"), 0);
    memset(rest, 'x', RECORD_MAX_COMMENTS - RECORD_MAX_PLIES * strlen("a comment") + 1);
    assert_int_equal(record_set_comment(r, -1, rest), LUS_ESPACE);
    assert_int_equal(record_set_comment(r, -1, rest + 1), 0);
    free(rest);
    return r;
}

static void the_longest_game_can_be_read_again(void **state)
{
    static const char *const formats[] = {"lusoria", "rgn", "link"};
    struct record *r = longest_record();
    (void)state;
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++) {
        struct record **list = NULL, *read = NULL;
        struct buffer out = {0};
        size_t n;
        int count = 1;
        assert_int_equal(record_format_add(record_format_find(formats[i]), &out, r), 0);
        char *text = buffer_take(&out, &n);
        if (!strcmp(formats[i], "link"))
            assert_int_equal(link_parse(text, &read, NULL), 0);
        else
            assert_int_equal(record_read(text, n, &list, &count, NULL), 0);
        assert_int_equal(count, 1);
        read = list ? list[0] : read;
        assert_int_equal(lus_game_plies(record_game(read)), RECORD_MAX_PLIES);
        free(text);
        record_free(read);
        free(list);
    }
    record_free(r);
}

/* record_write.c relies on it: with "10000... " and a blank a ply has at most 24 bytes.
   Only pieces that leave the board make a longer chain, once each. */
static void plies_are_at_most_14_bytes_long(void **state)
{
    const lus_rules *rules;
    (void)state;
    for (int i = 0; (rules = lus_rules_at(i)); i++) {
        for (int seed = 1; seed <= 20; seed++) {
            lus_game *g = random_game(rules, seed, 5000);
            for (int ply = 0; ply < lus_game_plies(g); ply++) {
                char move[LUS_MAX_TEXT];
                lus_move_format(rules, lus_game_pos_at(g, ply), lus_game_move_at(g, ply),
                                move);
                assert_in_range(strcspn(move, ",") + 2 * (size_t)lus_has_dice(rules), 1,
                                14);
            }
            lus_game_free(g);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_larger_than_memory_limits_are_read),
        cmocka_unit_test(faults_have_their_byte_and_line),
        cmocka_unit_test(errors_of_the_file_are_reported),
        cmocka_unit_test(a_game_has_a_limit),
        cmocka_unit_test(the_longest_game_can_be_read_again),
        cmocka_unit_test(plies_are_at_most_14_bytes_long),
    };
    return cmocka_run_group_tests_name("record_reader", tests, NULL, NULL);
}
