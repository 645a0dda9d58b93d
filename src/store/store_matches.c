/* SPDX-License-Identifier: MIT */
/* store_matches.c - players and matches: see store.h.

   Names are stored once in `players`; games and matches refer to them by number.  The last
   few numbers are cached, because a match adds thousands of games of the same two. */
#include <string.h>

#ifdef WITH_STORE

#include "store/store_internal.h"

/* ---- players ---- */

/* *id is 0 if there is no player of that name. */
static int find_player(struct store *s, const char *name, int64_t *id)
{
    sqlite3_stmt *q = store_prepare(s, "SELECT id FROM players WHERE name = ?");
    if (!q)
        return LUS_EFILE;
    store_bind_text(q, 1, name);
    int got = sqlite3_step(q), status = 0;
    *id = 0;
    if (got == SQLITE_ROW)
        *id = sqlite3_column_int64(q, 0);
    else if (got != SQLITE_DONE)
        status = store_sqlite_error(s);
    sqlite3_finalize(q);
    return status;
}

static int add_player(struct store *s, const char *name, int64_t *id)
{
    sqlite3_stmt *q = store_prepare(s, "INSERT INTO players (name) VALUES (?)");
    if (!q)
        return LUS_EFILE;
    store_bind_text(q, 1, name);
    int status = sqlite3_step(q) == SQLITE_DONE ? 0 : store_sqlite_error(s);
    sqlite3_finalize(q);
    *id = sqlite3_last_insert_rowid(s->db);
    return status;
}

/* The cache is a ring: a new name replaces the oldest.  Longer names are not cached. */
int store_player(struct store *s, const char *name, int64_t *id)
{
    for (int i = 0; i < CACHED_PLAYERS; i++)
        if (s->cached[i].id && !strcmp(s->cached[i].name, name)) {
            *id = s->cached[i].id;
            return 0;
        }
    int status = find_player(s, name, id);
    if (status == 0 && !*id)
        status = add_player(s, name, id);
    if (status == 0 && strlen(name) < CACHED_NAME) {
        struct cached_player *entry = &s->cached[s->next_cached++ % CACHED_PLAYERS];
        entry->id = *id;
        memcpy(entry->name, name, strlen(name) + 1);
    }
    return status;
}

/* ---- matches ---- */

/* A statement with the five members that identify a match bound to it. */
static sqlite3_stmt *match_query(struct store *s, const struct store_match *m,
                                 const int64_t player[2], const char *sql)
{
    sqlite3_stmt *q = store_prepare(s, sql);
    if (!q)
        return NULL;
    store_bind_text(q, 1, m->rules);
    sqlite3_bind_int64(q, 2, player[0]);
    sqlite3_bind_int64(q, 3, player[1]);
    store_bind_text(q, 4, m->settings);
    sqlite3_bind_int64(q, 5, m->seed);
    return q;
}

/* A match that is stored already, because it is resumed, is found again: the INSERT does
   nothing then. */
static int find_or_add(struct store *s, struct store_match *m)
{
    int64_t player[2];
    int status = store_player(s, m->first, &player[0]);
    if (status == 0)
        status = store_player(s, m->second, &player[1]);
    if (status < 0)
        return status;
    sqlite3_stmt *q =
        match_query(s, m, player,
                    "INSERT INTO matches (rules, first, second, settings, seed)"
                    " VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING");
    if (!q)
        return LUS_EFILE;
    status = sqlite3_step(q) == SQLITE_DONE ? 0 : store_sqlite_error(s);
    sqlite3_finalize(q);
    q = status < 0 ? NULL
                   : match_query(s, m, player,
                                 "SELECT id FROM matches WHERE rules = ? AND first = ?"
                                 " AND second = ? AND settings = ? AND seed = ?");
    if (!q)
        return LUS_EFILE;
    status = sqlite3_step(q) == SQLITE_ROW ? 0 : store_sqlite_error(s);
    m->id = sqlite3_column_int64(q, 0);
    sqlite3_finalize(q);
    return status;
}

int store_match(struct store *s, struct store_match *m)
{
    int status = store_begin(s);
    return status < 0 ? status : store_end(s, find_or_add(s, m));
}

int store_unfinished(struct store *s, struct store_match *m, int64_t games)
{
    sqlite3_stmt *q = store_prepare(
        s, "SELECT m.id, m.seed FROM matches m JOIN players a ON a.id = m.first"
           " JOIN players b ON b.id = m.second WHERE m.rules = ? AND a.name = ?"
           " AND b.name = ? AND m.settings = ? AND"
           " (SELECT count(*) FROM games g WHERE g.match = m.id) < ?"
           " ORDER BY m.id DESC LIMIT 1");
    if (!q)
        return LUS_EFILE;
    store_bind_text(q, 1, m->rules);
    store_bind_text(q, 2, m->first);
    store_bind_text(q, 3, m->second);
    store_bind_text(q, 4, m->settings);
    sqlite3_bind_int64(q, 5, games);
    int got = sqlite3_step(q);
    int status = got == SQLITE_ROW ? 1 : got == SQLITE_DONE ? 0 : store_sqlite_error(s);
    if (status == 1) {
        m->id = sqlite3_column_int64(q, 0);
        m->seed = sqlite3_column_int64(q, 1);
    }
    sqlite3_finalize(q);
    return status;
}

/* ---- reading ---- */

int store_matches(struct store *s, const char *rules, store_match_fn *each, void *arg)
{
    int status = 0, got = SQLITE_DONE;
    sqlite3_stmt *q = store_prepare(
        s, "SELECT m.id, m.rules, a.name, b.name, m.settings, m.seed, m.added,"
           " (SELECT count(*) FROM games g WHERE g.match = m.id)"
           " FROM matches m JOIN players a ON a.id = m.first"
           " JOIN players b ON b.id = m.second WHERE ?1 IS NULL OR m.rules = ?1"
           " ORDER BY m.id");
    if (!q)
        return LUS_EFILE;
    store_bind_text(q, 1, rules);
    while (status == 0 && (got = sqlite3_step(q)) == SQLITE_ROW) {
#define TEXT(i) ((const char *)sqlite3_column_text(q, i))
        struct store_match m = {.id = sqlite3_column_int64(q, 0),
                                .rules = TEXT(1),
                                .first = TEXT(2),
                                .second = TEXT(3),
                                .settings = TEXT(4),
                                .seed = sqlite3_column_int64(q, 5),
                                .added = TEXT(6),
                                .games = sqlite3_column_int64(q, 7)};
#undef TEXT
        bool complete = m.rules && m.first && m.second && m.settings && m.added;
        status = complete ? each(arg, &m) : store_set_error(s, "is damaged");
    }
    if (status == 0 && got != SQLITE_DONE)
        status = store_sqlite_error(s);
    sqlite3_finalize(q);
    return status;
}

#endif
