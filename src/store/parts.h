/* SPDX-License-Identifier: MIT */
/* parts.h - what the files of the store share. */
#ifndef STORE_PARTS_H
#define STORE_PARTS_H

#include <sqlite3.h>
#include "store/store.h"

enum { KNOWN_NAME = 600, KNOWN_PLAYERS = 8 };

struct store {
    sqlite3 *db;
    char path[4096];
    char why[STORE_WHY];
    sqlite3_stmt *add, *find; /* a game; a record */
    struct known {            /* players met lately: most games are of the same two */
        int64_t id;
        char name[KNOWN_NAME];
    } known[KNOWN_PLAYERS];
    int forget; /* the next place to use again */
};

/* Says in words what SQLite has against it; LUS_EFILE. */
int store_fail(struct store *s);
/* "'PATH' ..."; LUS_EFILE. */
int store_refuse(struct store *s, const char *text);
int store_run(struct store *s, const char *sql);
sqlite3_stmt *store_prepare(struct store *s, const char *sql); /* NULL: failed */
int store_begin(struct store *s);
/* Commits if status is 0, else goes back; returns what is to be reported. */
int store_end(struct store *s, int status);
int store_player(struct store *s, const char *name, int64_t *id);
/* Equal for equal records, but for the order of their tags. */
int64_t store_digest(const char *record);
const char *store_moves(const char *record); /* what is behind the tags */
/* NULL becomes NULL. */
void store_bind_text(sqlite3_stmt *q, int at, const char *text);

#endif
