/* SPDX-License-Identifier: MIT */
/* test_corpus.c - the inputs fuzzing found, one more time (see fuzz/fuzz.h). */
#include <dirent.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>
#include "fuzz/fuzz.h"

/* Fewer inputs than this, and the corpus was not found. */
enum { LEAST_INPUTS = 10 };

static char path[512];

/* A broken promise aborts: say with which input. */
static void tell_input(int signal)
{
    (void)signal;
    if (write(STDERR_FILENO, "# with ", 7) < 0 ||
        write(STDERR_FILENO, path, strlen(path)) < 0 || write(STDERR_FILENO, "\n", 1) < 0)
        _exit(3);
    _exit(2);
}

static void run_file(fuzz_fn *run)
{
    static uint8_t bytes[FUZZ_BYTES];
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    size_t n = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    /* A copy of the exact size: reading beyond it is seen under the sanitizers. */
    uint8_t *copy = malloc(n ? n : 1);
    memcpy(copy, bytes, n);
    run(copy, n);
    free(copy);
}

static void replay(const char *folder, fuzz_fn *run)
{
    DIR *dir = opendir(folder);
    struct dirent *entry;
    int inputs = 0;
    assert_non_null(dir);
    while ((entry = readdir(dir)))
        if (entry->d_name[0] != '.') {
            snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
            run_file(run);
            inputs++;
        }
    closedir(dir);
    assert_true(inputs >= LEAST_INPUTS);
}

#define REPLAY(name)                                                                     \
    static void name##_corpus(void **state)                                              \
    {                                                                                    \
        (void)state;                                                                     \
        replay("test/corpus/" #name, fuzz_##name);                                       \
    }
REPLAY(position)
REPLAY(move)
REPLAY(record)
REPLAY(link)
REPLAY(board)
REPLAY(protocol)
REPLAY(table)
REPLAY(call)
REPLAY(live)
REPLAY(book)
REPLAY(tournament)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(position_corpus),   cmocka_unit_test(move_corpus),
        cmocka_unit_test(record_corpus),     cmocka_unit_test(link_corpus),
        cmocka_unit_test(board_corpus),      cmocka_unit_test(protocol_corpus),
        cmocka_unit_test(table_corpus),      cmocka_unit_test(call_corpus),
        cmocka_unit_test(live_corpus),       cmocka_unit_test(book_corpus),
        cmocka_unit_test(tournament_corpus),
    };
    signal(SIGABRT, tell_input);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
