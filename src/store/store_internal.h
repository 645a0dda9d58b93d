/* SPDX-License-Identifier: MIT */
/* store_internal.h - what the files of the store share. */
#ifndef STORE_STORE_INTERNAL_H
#define STORE_STORE_INTERNAL_H

#include "store/store_sql.h"

enum { CACHED_NAME = 600, CACHED_PLAYERS = 8, KEPT_STATEMENTS = 32 };

/* A player used recently: most games are of the same two players. */
struct cached_player {
    int64_t id; /* 0: unused */
    char name[CACHED_NAME];
};

struct store {
    const struct sql_backend *sql;
    void *database;           /* of the back end */
    bool grouped, group_open; /* store_group: changes are parts of one transaction */
    int version; /* of its tables: older than STORE_VERSION only if opened for reading */
    char path[4096];
    char error[STORE_ERROR];
    struct statement *kept[KEPT_STATEMENTS]; /* see store_sql.c */
    int n_kept;
    struct statement *puzzle; /* the texts of the last puzzle belong to it */
    struct statement *live;   /* the texts of the last live game belong to it */
    struct cached_player cached[CACHED_PLAYERS];
    int next_cached; /* the entry that is replaced next */
};

/* Sets the error to "'PATH' TEXT"; returns LUS_EFILE. */
int store_set_error(struct store *s, const char *text);
/* Starts a transaction that locks the store for writing. */
int store_begin(struct store *s);
/* Commits if `status` is 0, otherwise rolls back; returns the status of the whole. */
int store_end(struct store *s, int status);
/* Adds a game inside the transaction of the caller. */
int store_add_one(struct store *s, const struct store_game *g);
/* Finds the player, or adds it; sets *id. */
int store_player(struct store *s, const char *name, int64_t *id);
/* The same for the two players of a game or a match. */
int store_players(struct store *s, const char *first, const char *second, int64_t id[2]);
/* Marks a player as a person. */
int store_mark_person(struct store *s, int64_t player);
/* A hash of a record that does not depend on the order of its tags. */
int64_t store_digest(const char *record);
/* The part of a record after its tags. */
const char *store_moves(const char *record);

#endif
