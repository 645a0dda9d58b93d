/* SPDX-License-Identifier: MIT */
/* lib_dice.c - public dice: commitment, throws and the check of a record.

   lus_dice is a struct dice (core/dice.h): the text of a seed and of a nonce.  A throw is a
   function of seed, nonce, rule set and number k, so a handle has no state that advances:
   the same k gives the same throw, from any thread. */
#include <stdlib.h>
#include "core/dice.h"
#include "core/text.h"
#include "lib/lib_internal.h"
#include "os/entropy.h"
#include "record/record_dice.h"

_Static_assert((int)LUS_MAX_COMMITMENT == (int)DICE_HEX, "one length of commitments");
_Static_assert((int)LUS_DICE_RIGHT == (int)DICE_ARE_RIGHT &&
                   (int)LUS_DICE_WRONG == (int)DICE_WRONG_THROW,
               "the public results are those of record_dice.h");

/* A nonce without a seed makes no sense and is refused. */
int lus_dice_new(const char *seed, const char *nonce, lus_dice **out, lus_fault *fault)
{
    if (!out || (!seed && nonce))
        return argument_fault(fault, "dice to fill, and a seed with the nonce");
    struct dice *d = calloc(1, sizeof *d);
    if (!d)
        return memory_fault(fault);
    int status =
        seed ? dice_from_pair(d, seed, nonce ? nonce : "0", fault) : dice_from_system(d);
    if (status < 0)
        free(d);
    else
        *out = (lus_dice *)d;
    return status;
}

void lus_dice_free(lus_dice *d)
{
    free((struct dice *)d);
}

const char *lus_dice_seed(const lus_dice *d)
{
    return d ? dice_of(d)->seed : NULL;
}

const char *lus_dice_nonce(const lus_dice *d)
{
    return d ? dice_of(d)->nonce : NULL;
}

int lus_dice_commitment(const lus_dice *d, char text[LUS_MAX_COMMITMENT])
{
    if (!d || !text)
        return LUS_ERANGE;
    dice_commitment(dice_of(d), text);
    return LUS_MAX_COMMITMENT - 1;
}

/* k counts the throws of a game from 0, those of the roll-off included. */
int lus_dice_throw(const lus_dice *d, const lus_rules *r, uint64_t k)
{
    if (!d || !r)
        return LUS_ERANGE;
    return lus_has_dice(r) ? dice_throw(dice_of(d), r, k, NULL) : LUS_ESTATE;
}

/* *n: throws that are right before the first wrong one. */
int lus_dice_check(const lus_record *r, int i, int *n)
{
    const struct record *game = game_of(r, i);
    if (!game)
        return LUS_ERANGE;
    struct dice_check v = record_check_dice(game);
    if (n)
        *n = v.throws;
    return (int)v.result;
}
