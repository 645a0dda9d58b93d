/* SPDX-License-Identifier: MIT */
/* dice.h - verifiable dice: committed before the game, revealed after it.

   Before the game the players see the commitment, SHA-256(seed || nonce) in lower-case
   hexadecimal, and the nonce; the seed is shown when the game has ended.  Throw k is

       HMAC-SHA-256(key = seed, message = nonce || k as 8 bytes, highest first)

   and the lowest bits of the digest's first byte are the sticks: bit i set is stick i
   marked.  A stick is one fair bit, so there is no bias to remove.  k counts the throws of
   a game from 0: those of a roll-off first, then one per ply.  Undo therefore never
   changes a throw, and a resumed game continues with the same dice. */
#ifndef CORE_DICE_H
#define CORE_DICE_H

#include "lusoria.h"

enum { DICE_TEXT = 64, DICE_HEX = 65 };

/* Both are texts of 1..64 printable ASCII characters without spaces. */
struct dice {
    char seed[DICE_TEXT + 1], nonce[DICE_TEXT + 1];
};

/* Dice of a given seed, with the nonce "0".  Returns 0, or LUS_ETEXT with *fault filled
   (unless NULL) and *d untouched. */
int dice_from_text(struct dice *d, const char *seed, lus_fault *fault);
/* The same for a seed and its nonce, as a record contains them; the fault's byte counts
   in the text that is wrong. */
int dice_from_pair(struct dice *d, const char *seed, const char *nonce, lus_fault *fault);

/* Writes the commitment as DICE_HEX - 1 digits and a NUL. */
void dice_commitment(const struct dice *d, char hex[DICE_HEX]);

/* Returns the value of throw k; *faces, unless NULL, receives the sticks, bit i for stick
   i.  A game without dice throws 0. */
int dice_throw(const struct dice *d, const lus_rules *r, uint64_t k, int *faces);

#endif
