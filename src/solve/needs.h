/* SPDX-License-Identifier: MIT */
/* needs.h - the memory and the disk space that building a table takes. */
#ifndef SOLVE_NEEDS_H
#define SOLVE_NEEDS_H

#include "solve/solve.h"

struct solve_needs {
    double memory; /* bytes, at the peak */
    double file;   /* bytes of the table */
    double work;   /* bytes of all other files while it is built, at the peak */
};

/* What a build needs; window: bytes of memory for its values, 0: all of them are in
   memory. */
struct solve_needs solve_needs(const struct solver *s, const lus_rules *r,
                               const void *index, uint64_t window);

/* "168 MB" */
const char *bytes_text(double n, char out[32]);

#endif
