/* SPDX-License-Identifier: MIT */
/* invented_values.h - a tablebase whose values a test chooses, move by move, and reviews
   made of chosen plies: what follows from them is known beforehand. */
#ifndef TEST_SUPPORT_INVENTED_VALUES_H
#define TEST_SUPPORT_INVENTED_VALUES_H

#include "analyse/review.h"

#define THOUSANDTH (REVIEW_ONE / 1000)

/* Three moves with a throw of 2, none of which throws again: from 0, 1 and 5. */
#define UR_POSITION    "5x---x---------0:6-----x--------0:L"
#define AWARI_POSITION "1-1-1-1-1-1-1-1-1-1-1-1-18-18-S"

/* The value of move i of `pos` with `throw` is value[i], in thousandths, for the side that
   plays it; that of every other position is `other`, for its side to move. */
struct invented {
    lus_pos pos;
    int throw, other, value[LUS_MAX_MOVES];
};

/* A tablebase_source.unrounded; the context is a struct invented. */
bool invented_value(const void *context, const lus_rules *r, const lus_pos *p,
                    double *value);
/* Values of the moves of a position: 0, and of all others 1/2 of a game or no stones. */
struct invented invent(const lus_rules *r, const char *text, int throw);

/* A review of ur:finkel with these plies, to be freed; the players take turns, and the sums are 0. */
struct review *review_of(const struct review_ply *ply, int n);

#endif
