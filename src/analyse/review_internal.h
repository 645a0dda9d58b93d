/* SPDX-License-Identifier: MIT */
/* review_internal.h - what the files of the review share. */
#ifndef ANALYSE_REVIEW_INTERNAL_H
#define ANALYSE_REVIEW_INTERNAL_H

#include "analyse/review.h"

/* review_sums.c: computes the members of both players that are sums over the plies, and
   the exactness and depth of the whole review.  The plies and each player's result and
   forfeit must be set, the sums 0, luckiest and unluckiest -1. */
void review_sum_up(struct review *v);

#endif
