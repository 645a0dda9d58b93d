/* SPDX-License-Identifier: MIT */
/* fuzz.h - one function a parser, which must survive any bytes and keep its promises.

   Each is run by libFuzzer (make fuzz, through target.c) and by test_corpus.c on the
   kept inputs.  An input is lines of text: the rule set, a position, what is typed, as
   far as the parser needs them; so the corpus can be read. */
#ifndef TEST_FUZZ_H
#define TEST_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "lusoria.h"

typedef int fuzz_fn(const uint8_t *data, size_t size);
fuzz_fn fuzz_position, fuzz_move, fuzz_record, fuzz_link, fuzz_board, fuzz_protocol,
    fuzz_table, fuzz_api;

/* Says where and stops the program: a promise is broken. */
#define REQUIRE(condition)                                                               \
    ((condition) ? (void)0 : fuzz_fail(__FILE__, __LINE__, #condition))
_Noreturn void fuzz_fail(const char *file, int line, const char *condition);

/* The lines of an input, NUL-terminated; those that are not there are empty. */
enum { FUZZ_LINES = 3, FUZZ_BYTES = 1 << 16 };
struct fuzz_lines {
    char text[FUZZ_BYTES + 1];
    char *line[FUZZ_LINES]; /* the last one has the rest, line feeds too */
};
/* False if the input is too long. */
bool fuzz_split(struct fuzz_lines *l, int lines, const uint8_t *data, size_t size);

/* Makes the checksums of a changed table right again, as far as its bytes allow. */
enum { FUZZ_FIX_ALL = 7 };
void fuzz_table_fix(uint8_t *file, size_t size, int fix);

/* A fault is complete and lies within the text. */
void fuzz_check_fault(const lus_fault *fault, int status, size_t length);

#endif
