/* SPDX-License-Identifier: MIT */
/* matches.c - the players and matches of a store. */
#include <string.h>

#ifdef WITH_STORE

#include "store/parts.h"

/* ---- players ---- */

static int ask_player(struct store *s, const char *name, int64_t *id)
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
        status = store_fail(s);
    sqlite3_finalize(q);
    return status;
}

static int make_player(struct store *s, const char *name, int64_t *id)
{
    sqlite3_stmt *q = store_prepare(s, "INSERT INTO players (name) VALUES (?)");
    if (!q)
        return LUS_EFILE;
    store_bind_text(q, 1, name);
    int status = sqlite3_step(q) == SQLITE_DONE ? 0 : store_fail(s);
    sqlite3_finalize(q);
    *id = sqlite3_last_insert_rowid(s->db);
    return status;
}

int store_player(struct store *s, const char *name, int64_t *id)
{
    for (int i = 0; i < KNOWN_PLAYERS; i++)
        if (s->known[i].id && !strcmp(s->known[i].name, name)) {
            *id = s->known[i].id;
            return 0;
        }
    int status = ask_player(s, name, id);
    if (status == 0 && !*id)
        status = make_player(s, name, id);
    if (status == 0 && strlen(name) < KNOWN_NAME) {
        struct known *k = &s->known[s->forget++ % KNOWN_PLAYERS];
        k->id = *id;
        memcpy(k->name, name, strlen(name) + 1);
    }
    return status;
}

/* ---- matches ---- */

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

static int find_or_make(struct store *s, struct store_match *m)
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
    status = sqlite3_step(q) == SQLITE_DONE ? 0 : store_fail(s);
    sqlite3_finalize(q);
    q = status < 0 ? NULL
                   : match_query(s, m, player,
                                 "SELECT id FROM matches WHERE rules = ? AND first = ?"
                                 " AND second = ? AND settings = ? AND seed = ?");
    if (!q)
        return LUS_EFILE;
    status = sqlite3_step(q) == SQLITE_ROW ? 0 : store_fail(s);
    m->id = sqlite3_column_int64(q, 0);
    sqlite3_finalize(q);
    return status;
}

int store_match(struct store *s, struct store_match *m)
{
    int status = store_begin(s);
    return status < 0 ? status : store_end(s, find_or_make(s, m));
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
    int status = got == SQLITE_ROW ? 1 : got == SQLITE_DONE ? 0 : store_fail(s);
    if (status == 1) {
        m->id = sqlite3_column_int64(q, 0);
        m->seed = sqlite3_column_int64(q, 1);
    }
    sqlite3_finalize(q);
    return status;
}

/* ---- reading ---- */

int store_matches(struct store *s, const char *rules, store_each_match *each, void *arg)
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
        bool whole = m.rules && m.first && m.second && m.settings && m.added;
        status = whole ? each(arg, &m) : store_refuse(s, "is damaged");
    }
    if (status == 0 && got != SQLITE_DONE)
        status = store_fail(s);
    sqlite3_finalize(q);
    return status;
}

#endif
