/* SPDX-License-Identifier: MIT */
/* test_record_reader.c - files of any size are read game by game; a game has a limit. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "record/record_reader.h"

#define CAVE "[Game \"cave:standard\"]\n[Result \"*\"]\n\n"

/* A file that repeats a text `times` and then ends with another, read in pieces. */
struct repeated {
    const char *text, *end;
    size_t times, piece;
    size_t at;  /* of the current text */
    bool fails; /* an error instead of the end */
};

static long read_repeated(void *of, char *to, size_t n)
{
    struct repeated *f = of;
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
    /* 6 MiB, more than the window; the pieces cut characters and line ends in two */
    static const size_t pieces[] = {7, 4093, 1 << 23};
    size_t times = (6u << 20) / (sizeof game_text - 1);
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
    struct repeated blanks = {"\n\n\n\n", game_text, 2 << 20, 65536, 0, false};
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_larger_than_memory_limits_are_read),
        cmocka_unit_test(faults_have_their_byte_and_line),
        cmocka_unit_test(errors_of_the_file_are_reported),
        cmocka_unit_test(a_game_has_a_limit),
    };
    return cmocka_run_group_tests_name("record_reader", tests, NULL, NULL);
}
