/* SPDX-License-Identifier: MIT */
/* needs.h - the memory and the disk space that building a table takes. */
#ifndef SOLVE_NEEDS_H
#define SOLVE_NEEDS_H

#include "solve/solve.h"

struct solve_needs {
    double memory; /* bytes, at the peak */
    double file;   /* bytes of the table */
    double disk;   /* bytes of all files while it is built, at the peak */
};

/* What a build needs; precision: 32 or 64 bits; window: bytes of memory for its values, 0:
   all of them are in memory. */
struct solve_needs solve_needs(const struct solver *s, const lus_rules *r,
                               const void *index, int precision, uint64_t window);

/* "168 MB" */
const char *bytes_text(double n, char out[32]);
/* Reads "8G", "500M", "64K" or a number of bytes; 0: none of these. */
uint64_t bytes_from_text(const char *text);

#endif
