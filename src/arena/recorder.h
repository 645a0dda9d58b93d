/* SPDX-License-Identifier: MIT */
/* recorder.h - records the games of a match in the store, and finds those of earlier runs.

       threads -> queue -> one transaction every quarter of a second, or every 2,000 games

   The threads that played a pair write its records.  The thread that finds the queue due
   takes it and writes it to the store, while the others play.  Both games of a pair are
   stored in one transaction.  No lock of the store is held between transactions. */
#ifndef ARENA_RECORDER_H
#define ARENA_RECORDER_H

#include "arena/match.h"
#include "store/store.h"

struct recorder;

/* Finds the match in the store with its games so far, or adds it.  The match and the
   store must outlive the recorder.  Returns 0 and sets *r, which recorder_close frees, or
   LUS_EMEMORY or LUS_EFILE (store_error says why). */
int recorder_open(struct recorder **r, struct store *s, const struct match *m);
/* Writes what is queued, sets *stored to the number of games written, and frees the
   recorder.  Returns 0 or the error of this or of an earlier write. */
int recorder_close(struct recorder *r, int64_t *stored);
/* What the match calls.  Valid until recorder_close. */
struct match_recorder recorder_callbacks(struct recorder *r);
/* Number of games found in the store, and of games written so far (by any thread). */
int64_t recorder_recalled(const struct recorder *r);
int64_t recorder_stored(const struct recorder *r);

/* ---- match_settings.c: which matches are the same ---- */

enum { MATCH_SETTINGS = 2 * PLAYER_NAME + 256 };
/* The key of a match in the store: rules, names, seed and everything else that changes
   its games.  Two matches with equal keys have the same games; the number of games is not
   part of the key.  The texts are those of the match and of `settings`. */
struct store_match match_store_key(const struct match *m, char settings[MATCH_SETTINGS]);
/* Looks for the newest match with this key, its seed aside, that has fewer games than the
   match.  Returns 1 and sets *seed, 0 if there is none, or a negative error. */
int match_unfinished_seed(struct store *s, const struct match *m, uint64_t *seed);
/* The fault that the reason of a stored game stands for (NULL: none); AGENT_NO_FAULT: the
   game was played out. */
enum agent_fault stored_fault(const char *reason);
/* The winner of a stored result: 0, First; 1, Second; -1, neither. */
int stored_winner(const char *result);

#endif
