/* SPDX-License-Identifier: MIT */
/* record_dice.h - were the throws of a record those its dice were committed to?  (dice.h) */
#ifndef RECORD_RECORD_DICE_H
#define RECORD_RECORD_DICE_H

#include "record/record.h"

enum verdict {
    DICE_ARE_RIGHT,
    DICE_NOT_USED,      /* the game has none */
    DICE_NOT_COMMITTED, /* no DiceCommitment or DiceNonce */
    DICE_NOT_REVEALED,  /* no DiceSeed */
    DICE_NOT_THOSE,     /* seed and nonce do not give the commitment */
    DICE_THROW_WRONG,
};

struct verification {
    enum verdict verdict;
    int throws;         /* right ones, in order; the number of the first wrong one */
    int told, computed; /* of the first wrong throw */
};

/* A throw that was part of the Position counts, but is nobody's dice. */
struct verification record_verify(const struct record *r);

#endif
