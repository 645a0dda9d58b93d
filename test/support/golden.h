/* SPDX-License-Identifier: MIT */
/* golden.h - a text compared with a file under test/.  UPDATE=1 writes the file: then read
   the difference. */
#ifndef TEST_SUPPORT_GOLDEN_H
#define TEST_SUPPORT_GOLDEN_H

#include <stddef.h>

/* Fails the test that runs at the first line that differs. */
void assert_golden(const char *file, const char *text, size_t n);

#endif
