/* SPDX-License-Identifier: MIT */
/* stored.h - the store as the commands use it. */
#ifndef CLI_STORED_H
#define CLI_STORED_H

#include "arena/match.h"
#include "store/store.h"

/* The store at a path (NULL: the usual one), or says what is wrong and returns NULL. */
struct store *stored_open(const char *path, enum store_mode mode);

/* How the store knows a match of these players; the texts are the match's, the names'
   and `settings`. */
enum { SETTINGS = 2 * PLAYER_NAME + 256 };
struct store_match match_identity(const struct match *m, const char *const name[2],
                                  char settings[SETTINGS]);

/* The games of one match, kept as they are played: collected and written several at a
   time, a pair always together. */
struct keep;

/* Finds the match of these players in the store, with its games so far, or makes it.
   The names are those of its bots, and live as long.  NULL: it failed and said why. */
struct keep *keep_open(struct store *s, const struct match *m, const char *const name[2]);
/* 1: the seed of the newest match like this that is not finished; 0: there is none. */
int keep_seed(struct store *s, const struct match *m, const char *const name[2],
              uint64_t *seed);
struct keeper keep_keeper(struct keep *k);
/* Writes what is left and frees it; an exit code.  `status` is the match's. */
int keep_close(struct keep *k, int status);
int64_t keep_recalled(const struct keep *k); /* games of earlier runs */
int64_t keep_stored(const struct keep *k);   /* games of this run that are on the disk */

#endif
