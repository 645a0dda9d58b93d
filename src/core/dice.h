/* SPDX-License-Identifier: MIT */
/* dice.h - dice one can check: committed before the game, revealed after it.

   Before the game everybody sees the commitment, SHA-256(seed || nonce) in lower-case
   hexadecimal, and the nonce; the seed is shown when the game has ended.  Throw k is

       HMAC-SHA-256(key = seed, message = nonce || k as 8 bytes, highest first)

   and the lowest bits of the digest's first byte are the sticks: bit i set is stick i
   marked.  A stick is one fair bit, so there is no bias to remove.  k counts every
   throw of a game from 0, those of a roll-off first, then one a ply: undo never throws
   again, and a resumed game goes on with the same dice. */
#ifndef CORE_DICE_H
#define CORE_DICE_H

#include "lusoria.h"

enum { DICE_TEXT = 64, DICE_HEX = 65 };

/* Both are texts of 1..64 printable ASCII characters other than the blank. */
struct dice {
    char seed[DICE_TEXT + 1], nonce[DICE_TEXT + 1];
};

/* A seed somebody gave; its nonce is "0". */
int dice_from_text(struct dice *d, const char *seed, lus_fault *fault);
/* A seed and its nonce, as a record tells them; the fault's byte is in the bad one. */
int dice_from_pair(struct dice *d, const char *seed, const char *nonce, lus_fault *fault);

void dice_commitment(const struct dice *d, char hex[DICE_HEX]);
/* The value of throw k; *faces (may be NULL) gets the sticks, bit i for stick i. */
int dice_throw(const struct dice *d, const lus_rules *r, uint64_t k, int *faces);

#endif
