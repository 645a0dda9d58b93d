/* SPDX-License-Identifier: MIT */
/* review_screen_internal.h - what the files that print a review share. */
#ifndef TERMINAL_REVIEW_SCREEN_INTERNAL_H
#define TERMINAL_REVIEW_SCREEN_INTERNAL_H

#include "terminal/analysis_screen.h"

enum { AMOUNT = 32 }; /* bytes of an amount */

#define MILLIONTH (REVIEW_ONE / 1000000)

/* Writes "3.1 %" or "2.4" (stones) and returns `text`; `value` is in parts of REVIEW_ONE. */
static inline const char *review_amount(enum analysis_unit unit, int64_t value, bool sign,
                                        char text[AMOUNT])
{
    struct text t = text_on(text, AMOUNT);
    text_amount(&t, unit, value / MILLIONTH, sign);
    return text;
}

/* Stones are a lead, shown with a sign; winning chances have none. */
static inline bool review_has_sign(const struct review *v)
{
    return v->unit == UNIT_STONES;
}

/* review_players.c: verdicts, grade, throws and the sum of both players. */
void review_print_players(const struct terminal *t, const struct review *v);

#endif
