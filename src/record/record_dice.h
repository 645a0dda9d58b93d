/* SPDX-License-Identifier: MIT */
/* record_dice.h - checks the throws of a record against its dice commitment (core/dice.h). */
#ifndef RECORD_RECORD_DICE_H
#define RECORD_RECORD_DICE_H

#include "record/record.h"

enum dice_result {
    DICE_ARE_RIGHT,
    DICE_NOT_USED,      /* the game has no dice */
    DICE_NOT_COMMITTED, /* no tag DiceCommitment or DiceNonce */
    DICE_NOT_REVEALED,  /* no tag DiceSeed */
    DICE_WRONG_SEED,    /* seed and nonce do not match the commitment */
    DICE_WRONG_THROW,
};

struct dice_check {
    enum dice_result result;
    int throws;             /* how many are right before the first wrong one */
    int recorded, computed; /* the first wrong throw, and what it should be */
};

/* Throws of the roll-off come first.  A throw that is part of the Position tag counts,
   but is not checked: it was not made with these dice. */
struct dice_check record_check_dice(const struct record *r);

#endif
