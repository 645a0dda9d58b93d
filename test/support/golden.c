/* SPDX-License-Identifier: MIT */
/* golden.c - see golden.h. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "support/golden.h"

static void write_golden(const char *name, const char *text, size_t n)
{
    FILE *file = fopen(name, "w");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, n, file), n);
    assert_int_equal(fclose(file), 0);
}

void assert_golden(const char *name, const char *text, size_t n)
{
    if (getenv("UPDATE"))
        write_golden(name, text, n);
    FILE *file = fopen(name, "r");
    assert_non_null(file);
    char expected[1000];
    const char *line = text;
    while (fgets(expected, sizeof expected, file)) {
        size_t bytes = strcspn(line, "\n");
        if (strlen(expected) != bytes + 1 || memcmp(line, expected, bytes) != 0)
            fail_msg("%s: %.*s\nexpected: %s", name, (int)bytes, line, expected);
        line += bytes + 1;
    }
    fclose(file);
    assert_int_equal(line - text, n);
}
