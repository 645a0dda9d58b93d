/* SPDX-License-Identifier: MIT */
/* store_internal.h - what the files of the store share. */
#ifndef STORE_STORE_INTERNAL_H
#define STORE_STORE_INTERNAL_H

#include <sqlite3.h>
#include "store/store.h"

enum { CACHED_NAME = 600, CACHED_PLAYERS = 8 };

/* A player used recently: most games are of the same two players. */
struct cached_player {
    int64_t id; /* 0: unused */
    char name[CACHED_NAME];
};

struct store {
    sqlite3 *db;
    bool logged;              /* store_use_log was called */
    bool grouped, group_open; /* store_group: changes are savepoints of one transaction */
    int version; /* of its tables: older than STORE_VERSION only if opened for reading */
    char path[4096];
    char error[STORE_ERROR];
    sqlite3_stmt *add, *find; /* prepared statements: add a game, find a record */
    sqlite3_stmt *puzzle;     /* the texts of the last puzzle belong to it */
    sqlite3_stmt *live;       /* the texts of the last live game belong to it */
    sqlite3_stmt *live_save;
    struct cached_player cached[CACHED_PLAYERS];
    int next_cached; /* the entry that is replaced next */
};

/* Sets the error to a sentence about SQLite's last error; returns LUS_EFILE. */
int store_sqlite_error(struct store *s);
/* Sets the error to "'PATH' TEXT"; returns LUS_EFILE. */
int store_set_error(struct store *s, const char *text);
/* Runs statements without results; returns 0 or LUS_EFILE. */
int store_run(struct store *s, const char *sql);
/* The statement, to be finalized; NULL: LUS_EFILE. */
sqlite3_stmt *store_prepare(struct store *s, const char *sql);
/* Starts a transaction that locks the store for writing. */
int store_begin(struct store *s);
/* Commits if `status` is 0, otherwise rolls back; returns the status of the whole. */
int store_end(struct store *s, int status);
/* Adds a game inside the transaction of the caller. */
int store_add_one(struct store *s, const struct store_game *g);
/* Finds the player, or adds it; sets *id. */
int store_player(struct store *s, const char *name, int64_t *id);
/* Marks a player as a person. */
int store_mark_person(struct store *s, int64_t player);
/* A hash of a record that does not depend on the order of its tags. */
int64_t store_digest(const char *record);
/* The part of a record after its tags. */
const char *store_moves(const char *record);
/* Binds NULL as NULL. */
void store_bind_text(sqlite3_stmt *q, int at, const char *text);

#endif
