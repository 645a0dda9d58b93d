/* SPDX-License-Identifier: MIT */
/* record_dice.c - see record_dice.h.  Throw k of the dice is throw k of the game, with the
   throws of the roll-off first; passes have a throw, too.  Three steps: the tags are there,
   seed and nonce have the committed hash, every throw is the one the dice give. */
#include <stdbool.h>
#include <string.h>
#include "core/dice.h"
#include "record/record_dice.h"

static bool is_committed(const struct dice *d, const char *commitment)
{
    char hex[DICE_HEX];
    dice_commitment(d, hex);
    return !strcmp(hex, commitment);
}

static struct dice_check check_throws(const struct record *r, const struct dice *d)
{
    const lus_game *g = record_game(r);
    const lus_rules *rules = lus_game_rules(g);
    int rolloffs = lus_game_rolloffs(g), n = rolloffs + lus_game_plies(g);
    int given = record_first_throw(r) == LUS_ANY_THROW ? -1 : 0;
    for (int k = 0; k < n; k++) {
        int recorded =
            k < rolloffs ? lus_game_rolloff_at(g, k) : lus_game_throw_at(g, k - rolloffs);
        int computed = dice_throw(d, rules, (uint64_t)k, NULL);
        if (recorded != computed && k != given)
            return (struct dice_check){DICE_WRONG_THROW, k, recorded, computed};
    }
    return (struct dice_check){DICE_ARE_RIGHT, n, 0, 0};
}

/* A game on a server: the commitment is that of the seed and the nonce before the players
   added their texts, which follow it after a dot. */
static bool is_committed_by_server(const struct dice *d, const char *begin,
                                   const char *commitment)
{
    struct dice committed;
    size_t n = strlen(begin);
    return dice_from_pair(&committed, d->seed, begin, NULL) == 0 &&
           !strncmp(d->nonce, begin, n) && d->nonce[n] == '.' &&
           is_committed(&committed, commitment);
}

struct dice_check record_check_dice(const struct record *r)
{
    const char *commitment = record_tag(r, "DiceCommitment"),
               *begin = record_tag(r, "DiceCommittedNonce"),
               *nonce = record_tag(r, "DiceNonce"), *seed = record_tag(r, "DiceSeed");
    struct dice d;
    if (!lus_has_dice(lus_game_rules(record_game(r))))
        return (struct dice_check){.result = DICE_NOT_USED};
    if (!commitment || !nonce)
        return (struct dice_check){.result = DICE_NOT_COMMITTED};
    if (!seed)
        return (struct dice_check){.result = DICE_NOT_REVEALED};
    if (dice_from_pair(&d, seed, nonce, NULL) < 0 ||
        !(begin ? is_committed_by_server(&d, begin, commitment)
                : is_committed(&d, commitment)))
        return (struct dice_check){.result = DICE_WRONG_SEED};
    return check_throws(r, &d);
}
