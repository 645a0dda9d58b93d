/* SPDX-License-Identifier: MIT */
/* fingerprint.h - a hash of the rules that a table was built with. */
#ifndef SOLVE_FINGERPRINT_H
#define SOLVE_FINGERPRINT_H

#include "solve/solve.h"

/* Hashes the legal moves, the positions they lead to and the results of some thousand
   positions of an index.  A table whose fingerprint differs was built with other rules or
   another numbering of positions, and its values must not be used.  A change that
   affects very few positions can go undetected.  Takes about 1 ms; never fails. */
uint64_t rules_fingerprint(const struct solver *s, const lus_rules *r, const void *index);

#endif
