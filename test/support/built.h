/* SPDX-License-Identifier: MIT */
/* built.h - tables built by a test, in a folder that is gone with it. */
#ifndef TEST_SUPPORT_BUILT_H
#define TEST_SUPPORT_BUILT_H

#include "solve/solve.h"

extern char built_folder[];

/* For the group of tests that builds tables. */
int built_setup(void **state);
int built_teardown(void **state);

/* Builds a table in a folder of its own; returns its path. */
const char *built_table(const char *game, int size, const char *name, int threads,
                        void (*tell)(const struct solve_progress *));
/* The same in another process, which dies of SIGKILL in the given sweep of a layer. */
void built_killed(const char *game, int size, const char *name, int layer, int sweep);

uint8_t *file_bytes(const char *path, size_t *n);
/* Both files have the same bytes; frees the first ones. */
void assert_same_file(uint8_t *bytes, size_t n, const char *path);

#endif
