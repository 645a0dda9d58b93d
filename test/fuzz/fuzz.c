/* SPDX-License-Identifier: MIT */
/* fuzz.c - functions that the fuzz targets share. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fuzz.h"

_Noreturn void fuzz_fail(const char *file, int line, const char *condition)
{
    fprintf(stderr, "%s:%d: does not hold: %s\n", file, line, condition);
    abort();
}

bool fuzz_split(struct fuzz_lines *l, int lines, const uint8_t *data, size_t size)
{
    if (size > FUZZ_BYTES)
        return false;
    if (size)
        memcpy(l->text, data, size);
    l->text[size] = '\0';
    char *at = l->text;
    for (int i = 0; i < FUZZ_LINES; i++) {
        l->line[i] = at;
        at += strcspn(at, i + 1 < lines ? "\n" : "");
        if (*at)
            *at++ = '\0';
    }
    return true;
}

void fuzz_check_fault(const lus_fault *fault, int status, size_t length)
{
    REQUIRE(status < 0);
    REQUIRE(fault->code == status);
    REQUIRE(fault->at <= length);
    REQUIRE(fault->expected[0] != '\0');
    REQUIRE(strcmp(lus_error_name(status), "OK") != 0);
}
