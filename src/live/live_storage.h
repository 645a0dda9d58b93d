/* SPDX-License-Identifier: MIT */
/* live_storage.h - live games as rows of a store (store/store_live.h).

   A game is read from its row for every request and forgotten afterwards: the row is the
   only copy, so an answer never contains more than what is on the disk.  The cost of
   reading a long game has not been measured yet. */
#ifndef LIVE_LIVE_STORAGE_H
#define LIVE_LIVE_STORAGE_H

#include "live/live_game.h"
#include "live/live_token.h"
#include "store/store_live.h"

/* The tokens of a new game; "": there is none for this role. */
struct live_tokens {
    char hash[LIVE_INVITED + 1][LIVE_HASH];
};

/* All functions return 0 or a negative error as those of store.h. */

/* Stores a new game and sets its version. */
int live_add(struct store *s, struct live_game *g, const struct live_tokens *tokens);
/* Stores a changed game, sets its version and, if it is over now and was not before
   (`was_over`), adds it to the finished games.  `joined` (NULL: no one) is the hash of the
   token that replaces the invitation, for player `seat`. */
int live_save(struct store *s, struct live_game *g, bool was_over, const char *joined,
              int seat);
/* Reads a game, which the caller frees with live_free.  Returns 1, or 0: there is none. */
int live_load(struct store *s, const char *id, struct live_game *g);
/* Reads the tokens of a game. */
int live_load_tokens(struct store *s, const char *id, struct live_tokens *tokens);

#endif
