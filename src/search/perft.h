/* SPDX-License-Identifier: MIT */
/* perft.h - counting lines of play; one instance a rule set (see core/hot.h). */
#ifndef SEARCH_PERFT_H
#define SEARCH_PERFT_H

#include "core/rules.h"

/* Sequences of `depth` plies from a position about to throw. */
typedef uint64_t perft_fn(const lus_pos *p, int depth);

#endif
