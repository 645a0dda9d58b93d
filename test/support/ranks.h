/* SPDX-License-Identifier: MIT */
/* ranks.h - is the index of a solver perfect? */
#ifndef TEST_SUPPORT_RANKS_H
#define TEST_SUPPORT_RANKS_H

#include "solve/solve.h"

/* unrank gives a position, rank gives its number back: of layers smaller than `whole` for
   every number, of larger ones for some and the last.  Of those that are not too many the
   text is written and read, too. */
void check_ranks(const lus_rules *r, int size, uint64_t whole, uint64_t some);

#endif
