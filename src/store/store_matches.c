/* SPDX-License-Identifier: MIT */
/* store_matches.c - players and matches: see store.h.

   Names are stored once in `players`; games and matches refer to them by number.  The last
   few numbers are cached, because a match adds thousands of games of the same two. */
#include <string.h>
#include "store/store_internal.h"

/* ---- players ---- */

/* *id is 0 if there is no player of that name. */
static int find_player(struct store *s, const char *name, int64_t *id)
{
    struct statement *q = sql_prepare(s, "SELECT id FROM players WHERE name = ?1");
    sql_bind_text(q, 1, name);
    int got = sql_step(q);
    *id = got == 1 ? sql_int(q, 0) : 0;
    sql_finish(q);
    return got < 0 ? got : 0;
}

/* Another process may add the same player at the same time, so its number is read again. */
static int add_player(struct store *s, const char *name, int64_t *id)
{
    struct statement *q =
        sql_prepare(s, "INSERT INTO players (name) VALUES (?1) ON CONFLICT DO NOTHING");
    sql_bind_text(q, 1, name);
    int status = sql_execute(q, NULL);
    return status < 0 ? status : find_player(s, name, id);
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

/* In the order of their names: two processes that add the same two players never wait for each
   other. */
int store_players(struct store *s, const char *first, const char *second, int64_t id[2])
{
    int swap = strcmp(first, second) > 0;
    int status = store_player(s, swap ? second : first, &id[swap]);
    return status < 0 ? status : store_player(s, swap ? first : second, &id[!swap]);
}

/* ---- matches ---- */

/* A statement with the five members that identify a match bound to it. */
static struct statement *match_query(struct store *s, const struct store_match *m,
                                     const int64_t player[2], const char *sql)
{
    struct statement *q = sql_prepare(s, sql);
    sql_bind_text(q, 1, m->rules);
    sql_bind_int(q, 2, player[0]);
    sql_bind_int(q, 3, player[1]);
    sql_bind_text(q, 4, m->settings);
    sql_bind_int(q, 5, m->seed);
    return q;
}

/* A match that is stored already, because it is resumed, is found again: the INSERT does
   nothing then. */
static int find_or_add(struct store *s, struct store_match *m)
{
    int64_t player[2];
    int status = store_players(s, m->first, m->second, player);
    if (status == 0)
        status = sql_execute(
            match_query(s, m, player,
                        "INSERT INTO matches (rules, first, second, settings, seed)"
                        " VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT DO NOTHING"),
            NULL);
    if (status < 0)
        return status;
    struct statement *q =
        match_query(s, m, player,
                    "SELECT id FROM matches WHERE rules = ?1 AND first = ?2"
                    " AND second = ?3 AND settings = ?4 AND seed = ?5");
    int got = sql_step(q);
    if (got == 1)
        m->id = sql_int(q, 0);
    sql_finish(q);
    return got == 1 ? 0 : LUS_EFILE;
}

int store_match(struct store *s, struct store_match *m)
{
    int status = store_begin(s);
    return status < 0 ? status : store_end(s, find_or_add(s, m));
}

int store_unfinished(struct store *s, struct store_match *m, int64_t games)
{
    struct statement *q = sql_prepare(
        s, "SELECT m.id, m.seed FROM matches m JOIN players a ON a.id = m.first"
           " JOIN players b ON b.id = m.second WHERE m.rules = ?1 AND a.name = ?2"
           " AND b.name = ?3 AND m.settings = ?4 AND"
           " (SELECT count(*) FROM games g WHERE g.match = m.id) < ?5"
           " ORDER BY m.id DESC LIMIT 1");
    sql_bind_text(q, 1, m->rules);
    sql_bind_text(q, 2, m->first);
    sql_bind_text(q, 3, m->second);
    sql_bind_text(q, 4, m->settings);
    sql_bind_int(q, 5, games);
    int status = sql_step(q);
    if (status == 1) {
        m->id = sql_int(q, 0);
        m->seed = sql_int(q, 1);
    }
    sql_finish(q);
    return status;
}

/* ---- reading ---- */

int store_matches(struct store *s, const char *rules, store_match_fn *each, void *arg)
{
    int status = 0, got = 0;
    struct statement *q = sql_prepare(
        s, "SELECT m.id, m.rules, a.name, b.name, m.settings, m.seed, m.added,"
           " (SELECT count(*) FROM games g WHERE g.match = m.id)"
           " FROM matches m JOIN players a ON a.id = m.first"
           " JOIN players b ON b.id = m.second WHERE m.rules = ?1 OR ?1 IS NULL"
           " ORDER BY m.id");
    sql_bind_text(q, 1, rules);
    while (status == 0 && (got = sql_step(q)) == 1) {
        struct store_match m = {.id = sql_int(q, 0),
                                .rules = sql_text(q, 1),
                                .first = sql_text(q, 2),
                                .second = sql_text(q, 3),
                                .settings = sql_text(q, 4),
                                .seed = sql_int(q, 5),
                                .added = sql_text(q, 6),
                                .games = sql_int(q, 7)};
        bool complete = m.rules && m.first && m.second && m.settings && m.added;
        status = complete ? each(arg, &m) : store_set_error(s, "is damaged");
    }
    sql_finish(q);
    return status ? status : got;
}
