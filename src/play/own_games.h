/* SPDX-License-Identifier: MIT */
/* own_games.h - finished games of people are stored in the default store. */
#ifndef PLAY_OWN_GAMES_H
#define PLAY_OWN_GAMES_H

#include <limits.h>
#include "play/play.h"
#include "store/store.h"

/* Writes the path of the default store and creates its folder.  False: there is no home
   folder. */
bool own_games_path(char path[PATH_MAX]);
/* Opens the default store; its folder is created for STORE_WRITE.  Returns as store_open;
   LUS_ESTATE also if there is no home folder.  *s is to be closed in either case. */
int own_games_open(struct store **s, enum store_mode mode);
/* Stores a finished game in which a person played; other games are ignored, and so is a
   game that is stored already.  Writes why it failed, "" if it did not or if there is
   nowhere to store it, and returns whether `why` is empty. */
bool own_games_add(const struct play *p, char why[STORE_ERROR]);
/* The newest finished game of a person in the default store, for the caller to free; sets
   *added to the seconds since 1970 when it was stored.  NULL: there is none, or the store
   cannot be read. */
struct record *own_games_last(int64_t *added);

#endif
