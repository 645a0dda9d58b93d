/* SPDX-License-Identifier: MIT */
/* player_book.h - the opening book of a player, for the program but not for the browser. */
#ifndef PLAYER_PLAYER_BOOK_H
#define PLAYER_PLAYER_BOOK_H

#include "player/player_spec.h"

/* Gives the player the book of the rules if it wants one (spec->wants_book) and there is one.
   Returns 0, or a negative error if the user's book cannot be read: then *fault says why. */
int player_take_book(const lus_rules *r, struct player_spec *spec, lus_fault *fault);

#endif
