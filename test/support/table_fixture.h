/* SPDX-License-Identifier: MIT */
/* table_fixture.h - tables built by a test in a temporary folder, which the teardown
   removes. */
#ifndef TEST_SUPPORT_TABLE_FIXTURE_H
#define TEST_SUPPORT_TABLE_FIXTURE_H

#include "solve/solve.h"

extern char fixture_folder[];

/* Setup and teardown of a group of tests that builds tables: make and remove the folder. */
int fixture_setup(void **state);
int fixture_teardown(void **state);

/* Builds a table in the sub-folder `name`; returns its path, valid until the next call. */
const char *fixture_table(const char *game, int size, const char *name, int threads,
                          void (*report)(const struct solve_progress *));
/* Starts the same in another process, which is killed in the given sweep of a layer. */
void fixture_killed_build(const char *game, int size, const char *name, int layer,
                          int sweep);

/* The bytes of a file, to be freed. */
uint8_t *file_bytes(const char *path, size_t *n);
/* Writes a file. */
void file_put(const char *path, const uint8_t *bytes, size_t n);
/* The file has these bytes, which are freed. */
void assert_same_file(uint8_t *bytes, size_t n, const char *path);

#endif
