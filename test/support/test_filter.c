/* SPDX-License-Identifier: MIT */
/* test_filter.c - ONLY='name*' build/test/test_core runs the test cases with such names.
   Every test program is linked with this file. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

__attribute__((constructor)) static void set_filter(void)
{
    const char *only = getenv("ONLY");
    if (only)
        cmocka_set_test_filter(only);
}
