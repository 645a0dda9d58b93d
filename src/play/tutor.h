/* SPDX-License-Identifier: MIT */
/* tutor.h - hints, and warnings before a move that loses too much. */
#ifndef PLAY_TUTOR_H
#define PLAY_TUTOR_H

#include "analyse/analyse.h"
#include "play/play.h"

/* Reads "5", "2.5" or "2.5%": what a move may lose, in percent of the games or in stones.
   Returns 1 + hundredths of that, for play_options.tutor; 0 if the text is not a number
   from 0 to 100. */
int tutor_threshold(const char *text);

/* Analyses the moves of this turn, however weak the opponent is.  Returns the analysis,
   for the caller to free; NULL if there is no memory. */
struct analysis *tutor_analyse(const struct play *p);

/* Plays a move of a person.  If there is a tutor and the move loses more than its
   threshold, the person is asked to confirm it first. */
enum play_step play_try_move(struct play *p, lus_move m);

#endif
