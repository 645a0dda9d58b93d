/* SPDX-License-Identifier: MIT */
/* store.h - games, players and matches in one SQLite file.

       players  id name
       matches  id rules first second settings seed added
       games    id match pair seat rules first second limits result reason plies record
                dice_seed dice_commitment added | version 2: moves, times, said, digest

   What a call reported as stored is on the disk: a rollback journal and synchronous
   EXTRA, which also writes the folder's entry (a write-ahead log was as fast, for games
   come in batches, but leaves files beside the store and cannot be read on a read-only
   medium).  Both games of a pair are added in one transaction, so a pair is whole or not
   there, whenever the program is killed.

   A store of an older version is brought up to date in one transaction; one of a newer
   version, of another program or a damaged one is refused and left alone.  Every failure
   leaves a sentence in store_why.  Not for several threads at once. */
#ifndef STORE_STORE_H
#define STORE_STORE_H

#include <stdbool.h>
#include "lusoria.h"

enum { STORE_VERSION = 2, STORE_WHY = 600 };

struct store;

enum store_mode {
    STORE_READ, /* the file must be there; it may be read-only */
    STORE_WRITE /* made if it is not there */
};

/* Always makes a store, to be closed, but for lack of memory; negative: it failed. */
int store_open(struct store **made, const char *path, enum store_mode mode);
void store_close(struct store *s);
/* Why the last call failed. */
const char *store_why(const struct store *s);
/* ${XDG_DATA_HOME:-~/.local/share}/lusoria/store.db */
bool store_default_path(char *path, size_t size);

/* Texts may be NULL where the column may be.  Those of a game that was read live until
   the function it was given to returns. */
struct store_game {
    int64_t id;
    int64_t match, pair; /* 0 and 0: a game of no match */
    int seat;            /* which game of the pair */
    const char *rules, *first, *second, *limits;
    int64_t player[2];           /* numbers of the two; not for adding */
    const char *result, *reason; /* "1-0", "0-1", "1/2-1/2", "*" */
    int plies;
    const char *record, *dice_seed, *dice_commitment;
    const char *added; /* UTC, "2026-08-01 12:00:00"; not for adding */
    int moves[2];      /* decisions of the first and the second, and their time */
    double time_ms[2];
    const char *said; /* the last words of an agent with a fault */
};

struct store_match {
    int64_t id;
    const char *rules, *first, *second;
    const char *settings; /* all that makes it another match, but the number of games */
    int64_t seed;
    const char *added; /* both not for making one: as in a game; */
    int64_t games;     /* those that are stored */
};

/* Finds the match or makes it; sets its id. */
int store_match(struct store *s, struct store_match *m);
/* 1: the newest match like this, its seed aside, has fewer games; sets id and seed. */
int store_unfinished(struct store *s, struct store_match *m, int64_t games);
/* Adds all in one transaction, or none.  A game of a match that is there already stays
   as it is. */
int store_add(struct store *s, const struct store_game *games, int n);
/* Adds games of no match; those whose records are there already are left out. */
int store_import(struct store *s, const struct store_game *games, int n, int *added);

typedef int store_each_match(void *arg, const struct store_match *m);
/* All, or those of a rule set, oldest first; as store_games. */
int store_matches(struct store *s, const char *rules, store_each_match *each, void *arg);

/* Which games: NULL, 0 and -1 let all pass. */
struct store_filter {
    int64_t id, match;
    const char *rules, *player, *opponent, *result;
    int64_t limit;  /* the newest so many; 0: all, oldest first */
    bool no_record; /* record is NULL: much faster */
    int64_t pairs;  /* of a match: those below, in their order; 0: all */
};
typedef int store_each(void *arg, const struct store_game *g);
/* Stops at the first that is not 0, and returns it. */
int store_games(struct store *s, const struct store_filter *f, store_each *each,
                void *arg);

#endif
