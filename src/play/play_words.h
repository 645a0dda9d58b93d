/* SPDX-License-Identifier: MIT */
/* play_words.h - the words of a game in progress: names of players and sides, the result, the
   tutor's warning.  Line mode and full screen print the same ones. */
#ifndef PLAY_PLAY_WORDS_H
#define PLAY_PLAY_WORDS_H

#include "analyse/analyse.h"
#include "play/play.h"

enum { PLAY_NAME = 64, PLAY_RESULT = 128, PLAY_WARNING = 3 * LUS_MAX_TEXT + 80 };

/* The level of a player described by one ("ai:medium", "ai:3"), 1 to N_LEVELS; 0: it is not. */
int play_level(const struct player_spec *spec);
/* The name of that level as it was typed, or its name if a number was typed. */
const char *play_level_name(const struct player_spec *spec);
/* Writes "loses about 1.59 % per move", the measured strength of a level from 1 to N_LEVELS;
   an empty text if it was not measured. */
void play_level_strength(const lus_rules *r, int level, char text[PLAY_NAME]);
/* The name of player 0 or 1: the one typed or set (settings.h); "you" against a
   program; "player 1" and "player 2" for two people; the level; "random", "greedy", "ai";
   "program" for an exec player, whose command line would be too long. */
const char *play_player_name(const struct play_options *o, int player);
/* Writes "Light (you)". */
void play_side_name(const struct play *p, int side, char name[PLAY_NAME]);

/* Writes "Light (you) wins 25-20" or "A draw 24-24" for a game that is over (play_over), and
   returns the reason.  The winner is that of the game, or of the record after a forfeit; a
   score is written if the game has one, except after a resignation. */
const char *play_result(const struct play *p, char text[PLAY_RESULT]);

/* Writes "0-2 costs about 1.2 % of your winning chances; 4-6 is better." about move i of an
   analysis; without "about" if both values are exact. */
void tutor_warning(const struct analysis *a, int i, char text[PLAY_WARNING]);

#endif
