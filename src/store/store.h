/* SPDX-License-Identifier: MIT */
/* store.h - games, players and matches in one database: an SQLite file, or PostgreSQL.

       players  id name
       matches  id rules first second settings seed added
       games    id match pair seat rules first second limits result reason plies record
                dice_seed dice_commitment added | version 2: moves, times, said, digest
       people   player                                         version 3, like
       reviews  game seat decisions mean_loss luck grade       those below
       practice id player rules position throw game ply times due
       live     games in progress on a server, and tokens      version 4: store_live.h
       streams  who is connected to which server               version 6: store_shared.h

   What a function reported as stored is on the disk.  A file uses a rollback journal
   and synchronous EXTRA, which also synchronises the folder.  (A write-ahead log was not
   faster, because games are written in batches; it leaves files beside the store and
   cannot be read on a read-only medium.)  Both games of a pair are added in one
   transaction, so the store has both or none, even if the program is killed.

   Opened for writing, a store of an older version is migrated in one transaction.  Opened
   for reading, a store is not changed, whatever its version; the one exception is that the
   unfinished transaction of a program that was killed is undone.  A store of a newer
   version, a database of another program or a damaged one is refused and not changed.
   After each failure store_error says why.  A store must not be used by several threads at
   once. */
#ifndef STORE_STORE_H
#define STORE_STORE_H

#include <stdbool.h>
#include "lusoria.h"

enum { STORE_VERSION = 6, STORE_ERROR = 600 };

struct store;

/* Whether a path is the URL of a PostgreSQL database, not the name of a file. */
bool store_is_url(const char *path);

enum store_mode {
    STORE_READ, /* the file must exist; it may be read-only */
    STORE_WRITE /* the file is created if it does not exist */
};

/* Opens a store.  Returns 0 or a negative error.  *made is set in both cases, for
   store_error, and must be closed; it is NULL only after LUS_EMEMORY.  LUS_ESTATE: the
   program was built without SQLite or, for a URL, without libpq. */
int store_open(struct store **made, const char *path, enum store_mode mode);
/* For a server, which commits every move.  SQLite changes to a write-ahead log with synchronous
   FULL until the store is closed; what was committed is on the disk, as before.  PostgreSQL
   has a few seconds for each answer. */
int store_serve(struct store *s);
/* From now on changes are collected in one transaction until store_group_commit.  In SQLite
   each of them is still made completely or not at all; in PostgreSQL, where requests do not
   share a connection, a change that fails undoes all changes of the group. */
void store_group(struct store *s);
/* Whether there are changes that are not committed. */
bool store_group_is_open(const struct store *s);
/* Commits them.  Returns 0, or LUS_EFILE or LUS_ESTATE (another process has changed the same
   rows): then none of them was made.  If a connection is lost in this moment, LUS_EFILE may be
   wrong: requests must be repeatable. */
int store_group_commit(struct store *s);
/* NULL is allowed. */
void store_close(struct store *s);
/* Why the last function that returned LUS_EFILE or LUS_ESTATE failed: a sentence with the
   path.  Valid until the next call; NULL is allowed. */
const char *store_error(const struct store *s);
/* Writes the path of the default store, ${XDG_DATA_HOME:-~/.local/share}/lusoria/store.db.
   Returns false if there is no home folder or the path does not fit. */
bool store_default_path(char *path, size_t size);

/* A row of games.  Texts may be NULL where the column may be.  Texts of a row that was read
   are valid until the callback it was given to returns. */
struct store_game {
    int64_t id;                         /* READ ONLY */
    int64_t match, pair;                /* 0 and 0: a game of no match */
    int seat;                           /* game of the pair: 0 or 1 */
    const char *rules, *first, *second; /* REQUIRED */
    int64_t player[2];                  /* READ ONLY: numbers of the players */
    bool person[2];                     /* the player is a person, not a program */
    const char *result;                 /* REQUIRED: "1-0", "0-1", "1/2-1/2", "*" */
    const char *reason;                 /* OPTIONAL */
    const char *limits;                 /* OPTIONAL: depth and time, or the clock "5+3" */
    int plies;
    const char *record;                      /* REQUIRED */
    const char *dice_seed, *dice_commitment; /* OPTIONAL */
    const char *added;                       /* READ ONLY: UTC, "2026-08-01 12:00:00" */
    int moves[2];                            /* decisions of the first and the second */
    double time_ms[2];                       /* time they took */
    const char *last_lines;                  /* OPTIONAL: of an agent with a fault */
};

struct store_match {
    int64_t id;
    const char *rules, *first, *second; /* REQUIRED */
    const char
        *settings; /* REQUIRED: what else distinguishes matches with these players */
    int64_t seed;
    const char *added; /* READ ONLY: as in a game */
    int64_t games;     /* READ ONLY: number of stored games */
};

/* All functions below return 0 or a negative error unless they say otherwise: LUS_EFILE
   (store_error says why), LUS_EMEMORY, or LUS_ESTATE without SQLite. */

/* Finds the match with these members, or adds it; sets m->id. */
int store_match(struct store *s, struct store_match *m);
/* Finds the newest match like this, with any seed, that has fewer than `games` games.
   Returns 1 and sets m->id and m->seed, 0 if there is none, or a negative error. */
int store_unfinished(struct store *s, struct store_match *m, int64_t games);
/* Adds all games in one transaction, or none.  A game of a match, pair and seat that is
   there already is left as it is. */
int store_add(struct store *s, const struct store_game *games, int n);
/* Gives the next game of an import: returns 1 and fills *g, whose texts are valid until the
   next call; 0 at the end; negative: an error that undoes the import. */
typedef int store_source_fn(void *arg, struct store_game *g);
/* Adds games of no match in one transaction, except those whose record is there already;
   sets *added to the number of new games.  One game at a time is in memory.  Returns 0, an
   error of `next`, or another one; then no game was added. */
int store_import(struct store *s, store_source_fn *next, void *arg, int64_t *added);

/* Called for each row; a result other than 0 ends the reading and is returned. */
typedef int store_match_fn(void *arg, const struct store_match *m);
typedef int store_game_fn(void *arg, const struct store_game *g);

/* Reads all matches, or those of a rule set (NULL: all), oldest first. */
int store_matches(struct store *s, const char *rules, store_match_fn *each, void *arg);

/* Which games; members that are NULL or 0 select nothing. */
struct store_filter {
    int64_t id, match;
    const char *rules, *player, *opponent, *result;
    int64_t limit;  /* the newest games, up to this number; 0: all, oldest first */
    int64_t pairs;  /* of a match: the pairs below this number, in their order */
    bool no_record; /* do not read the records, which is much faster */
};
/* Reads the games that pass the filter. */
int store_games(struct store *s, const struct store_filter *f, store_game_fn *each,
                void *arg);

/* ---- store_people.c: the reviews of a person's games, and what the person practises ---- */

/* The review of one player of a game; the unit of loss and luck is that of the rule set. */
struct store_review {
    int64_t game;
    int seat;         /* 0 is the first player */
    int decisions;    /* with a choice */
    double mean_loss; /* of a decision */
    double luck;      /* sum over all throws */
    char grade[16];   /* "" if there is none */
};
/* Stores a review, or replaces it. */
int store_set_review(struct store *s, const struct store_review *v);
/* Reads the review of v->game and v->seat.  Returns 1, or 0 if there is none. */
int store_get_review(struct store *s, struct store_review *v);

/* A position that a person practises. */
struct store_puzzle {
    int64_t id;
    const char *rules, *position; /* valid until the next call */
    int throw;
    int64_t game; /* where the mistake was made; 0: a generated position */
    int ply;
    int times;   /* solved so often in a row */
    int64_t due; /* the day it is asked again: days since 1970; STORE_NEVER: learnt */
};
#define STORE_NEVER INT64_MAX
/* Adds a position unless the person has it. */
int store_add_puzzle(struct store *s, const char *person, const struct store_puzzle *z);
/* Reads the position that is due first, on `day` or before.  Returns 1, or 0: none. */
int store_due_puzzle(struct store *s, const char *person, const char *rules, int64_t day,
                     struct store_puzzle *z);
/* Stores times and due of the position z->id. */
int store_set_puzzle(struct store *s, const struct store_puzzle *z);
/* The number of positions due on `day` or before, and of all that are not learnt. */
int store_count_puzzles(struct store *s, const char *person, const char *rules,
                        int64_t day, int64_t *due, int64_t *all);

#endif
