/* SPDX-License-Identifier: MIT */
/* tutor.h - hints, and warnings before a move that loses too much. */
#ifndef PLAY_TUTOR_H
#define PLAY_TUTOR_H

#include "analyse/analyse.h"
#include "analyse/review.h"
#include "play/play.h"

/* From which loss on the tutor warns, for play_options.tutor: 1 + hundredths of a percent of
   the games or of a stone.  `text` is a number from 0 to 100, "5", "2.5" or "2.5%", or a
   verdict of reviews, "inaccuracy", "mistake" or "blunder", whose threshold depends on the
   rule set.  0 if it is neither. */
int tutor_threshold(const lus_rules *r, const char *text);
int tutor_verdict_threshold(const lus_rules *r, enum move_verdict verdict);

/* Analyses the moves of this turn, however weak the opponent is.  Returns the analysis,
   for the caller to free; NULL if there is no memory. */
struct analysis *tutor_analyse(const struct play *p);

/* Plays a move of a person.  If there is a tutor and the move loses more than its
   threshold, the person is asked to confirm it first. */
enum play_step play_try_move(struct play *p, lus_move m);

#endif
