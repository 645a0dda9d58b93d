/* SPDX-License-Identifier: MIT */
/* fuzz.h - the fuzz targets: one per parser, and fuzz_api for all public functions.

   A target accepts any bytes and checks what the code under test guarantees.  libFuzzer
   runs it (make fuzz, through target.c), and make check runs it on the inputs in
   test/corpus (test_corpus.c, test_api.c).  The input of a parser is text, one line each
   for the rule set, the position and the text to parse, so the corpus is readable. */
#ifndef TEST_FUZZ_H
#define TEST_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "lusoria.h"

typedef int fuzz_fn(const uint8_t *data, size_t size);
fuzz_fn fuzz_position, fuzz_move, fuzz_record, fuzz_link, fuzz_board, fuzz_protocol,
    fuzz_table, fuzz_call, fuzz_live, fuzz_book, fuzz_tournament, fuzz_api;

/* Aborts with the place and the condition if it does not hold. */
#define REQUIRE(condition)                                                               \
    ((condition) ? (void)0 : fuzz_fail(__FILE__, __LINE__, #condition))
_Noreturn void fuzz_fail(const char *file, int line, const char *condition);

/* The lines of an input, NUL-terminated; missing lines are empty. */
enum { FUZZ_LINES = 3, FUZZ_BYTES = 1 << 16 };
struct fuzz_lines {
    char text[FUZZ_BYTES + 1];
    char *line[FUZZ_LINES]; /* the last one contains the rest, with its line feeds */
};
/* Splits an input into `lines` lines.  False if it is too long. */
bool fuzz_split(struct fuzz_lines *l, int lines, const uint8_t *data, size_t size);

/* Corrects the checksums of a changed table (bits: see fuzz_table.c), as far as its bytes
   have the structure of a table. */
enum { FUZZ_FIX_ALL = 7 };
void fuzz_table_fix(uint8_t *file, size_t size, int fix);

/* Requires a complete fault with this code, at a byte of the text. */
void fuzz_check_fault(const lus_fault *fault, int status, size_t length);

#endif
