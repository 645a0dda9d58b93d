/* SPDX-License-Identifier: MIT */
/* test_kernels.c - which kernel LUSORIA_ISA selects. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "solve/kernels.h"

static void kernels_are_selected_by_name(void **state)
{
    char why[256];
    int n = 0;
    (void)state;
    for (; kernel_at(n); n++) {
        setenv("LUSORIA_ISA", kernel_at(n)->name, 1);
        assert_ptr_equal(kernel_selected(why), kernel_at(n));
        assert_ptr_equal(kernel_default(), kernel_at(n));
    }
    assert_true(n >= 1);
    assert_string_equal(kernel_at(n - 1)->name, "portable");
    assert_null(kernel_at(-1));
}

static void the_fastest_kernel_is_the_default(void **state)
{
    char why[256];
    (void)state;
    unsetenv("LUSORIA_ISA");
    assert_ptr_equal(kernel_selected(why), kernel_at(0));
    setenv("LUSORIA_ISA", "", 1);
    assert_ptr_equal(kernel_selected(why), kernel_at(0));
}

static void other_names_are_refused(void **state)
{
    static const char *const names[] = {"avx", "avx22", "Portable", "sse2"};
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char why[256] = "";
        setenv("LUSORIA_ISA", names[i], 1);
        assert_null(kernel_selected(why));
        assert_non_null(strstr(why, names[i]));
        assert_non_null(strstr(why, "expected avx512, avx2 or portable"));
        assert_ptr_equal(kernel_default(), kernel_at(0));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kernels_are_selected_by_name),
        cmocka_unit_test(the_fastest_kernel_is_the_default),
        cmocka_unit_test(other_names_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
