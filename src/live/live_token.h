/* SPDX-License-Identifier: MIT */
/* live_token.h - tokens: who may do what in a live game.

   A token is 128 random bits as 32 hexadecimal digits.  The store has only the SHA-256 of
   it, so a stolen store gives no access; a token is guessed with probability 2^-128, so the
   hash needs neither salt nor a slow function. */
#ifndef LIVE_LIVE_TOKEN_H
#define LIVE_LIVE_TOKEN_H

#include <stdbool.h>
#include "live/live_game.h"

enum { LIVE_TOKEN = 33, LIVE_HASH = 65 }; /* bytes with the NUL */

enum live_role {
    LIVE_FIRST, /* the players 0 and 1 */
    LIVE_SECOND,
    LIVE_SPECTATOR,
    LIVE_INVITED /* may look, and take the free seat: the token of the link that is shared */
};

/* Makes a random token.  Returns 0 or LUS_EFILE. */
int token_make(char token[LIVE_TOKEN]);
/* Makes the id of a game.  Returns 0 or LUS_EFILE. */
int token_make_id(char id[LIVE_ID]);
/* Whether a text has the form of a token. */
bool token_is_valid(const char *text);
/* Writes the hash of a token as hexadecimal digits. */
void token_hash(const char *token, char hash[LIVE_HASH]);
/* Compares two hashes; the time does not depend on where they differ. */
bool token_hash_equal(const char a[LIVE_HASH], const char b[LIVE_HASH]);

#endif
