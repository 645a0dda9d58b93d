/* SPDX-License-Identifier: MIT */
/* perft_internal.h - the functions that perft_hot.c compiles for each rule set. */
#ifndef SEARCH_PERFT_INTERNAL_H
#define SEARCH_PERFT_INTERNAL_H

#include "core/rules.h"

/* Counts the sequences of `depth` plies from a position about to throw. */
typedef uint64_t perft_fn(const lus_pos *p, int depth);

#endif
