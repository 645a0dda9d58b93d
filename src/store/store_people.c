/* SPDX-License-Identifier: MIT */
/* store_people.c - people, the reviews of their games, what they practise: see store.h.

       people      players that are persons: names of programs are not suggested
       reviews     one row per game and seat: decisions, mean loss, luck, grade
       practice    one row per person, rule set, position and throw, with the day on which it
                   is due again; STORE_NEVER: it was solved often enough

   A store of version 1 or 2 that is opened for reading has none of these tables: then there
   are no rows. */
#include <stdio.h>
#include <string.h>

#ifdef WITH_STORE

#include "store/store_internal.h"

/* Runs a prepared statement without rows and finalizes it. */
static int finish(struct store *s, sqlite3_stmt *q)
{
    int status = sqlite3_step(q) == SQLITE_DONE ? 0 : store_sqlite_error(s);
    sqlite3_finalize(q);
    return status;
}

int store_mark_person(struct store *s, int64_t player)
{
    sqlite3_stmt *q =
        store_prepare(s, "INSERT OR IGNORE INTO people (player) VALUES (?)");
    if (!q)
        return LUS_EFILE;
    sqlite3_bind_int64(q, 1, player);
    return finish(s, q);
}

/* ---- reviews ---- */

/* A second review of the same game replaces the first. */
int store_set_review(struct store *s, const struct store_review *v)
{
    sqlite3_stmt *q = store_prepare(
        s,
        "INSERT OR REPLACE INTO reviews (game, seat, decisions, mean_loss, luck, grade)"
        " VALUES (?, ?, ?, ?, ?, ?)");
    if (!q)
        return LUS_EFILE;
    sqlite3_bind_int64(q, 1, v->game);
    sqlite3_bind_int(q, 2, v->seat);
    sqlite3_bind_int(q, 3, v->decisions);
    sqlite3_bind_double(q, 4, v->mean_loss);
    sqlite3_bind_double(q, 5, v->luck);
    store_bind_text(q, 6, *v->grade ? v->grade : NULL);
    return finish(s, q);
}

int store_get_review(struct store *s, struct store_review *v)
{
    if (s->version < 3)
        return 0;
    sqlite3_stmt *q = store_prepare(s, "SELECT decisions, mean_loss, luck, grade"
                                       " FROM reviews WHERE game = ? AND seat = ?");
    if (!q)
        return LUS_EFILE;
    sqlite3_bind_int64(q, 1, v->game);
    sqlite3_bind_int(q, 2, v->seat);
    int got = sqlite3_step(q), status = 0;
    if (got == SQLITE_ROW) {
        const char *grade = (const char *)sqlite3_column_text(q, 3);
        v->decisions = sqlite3_column_int(q, 0);
        v->mean_loss = sqlite3_column_double(q, 1);
        v->luck = sqlite3_column_double(q, 2);
        snprintf(v->grade, sizeof v->grade, "%s", grade ? grade : "");
        status = 1;
    } else if (got != SQLITE_DONE) {
        status = store_sqlite_error(s);
    }
    sqlite3_finalize(q);
    return status;
}

/* ---- practice ---- */

/* A position that the person practises already is not added again. */
int store_add_puzzle(struct store *s, const char *person, const struct store_puzzle *z)
{
    int64_t player;
    int status = store_player(s, person, &player);
    if (status < 0)
        return status;
    sqlite3_stmt *q = store_prepare(
        s, "INSERT OR IGNORE INTO practice (player, rules, position, throw, game, ply,"
           " times, due) VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
    if (!q)
        return LUS_EFILE;
    sqlite3_bind_int64(q, 1, player);
    store_bind_text(q, 2, z->rules);
    store_bind_text(q, 3, z->position);
    sqlite3_bind_int(q, 4, z->throw);
    if (z->game) {
        sqlite3_bind_int64(q, 5, z->game);
        sqlite3_bind_int(q, 6, z->ply);
    }
    sqlite3_bind_int(q, 7, z->times);
    sqlite3_bind_int64(q, 8, z->due);
    return finish(s, q);
}

/* The position that has been due longest. */
static const char due_puzzle[] =
    "SELECT z.id, z.rules, z.position, z.throw, z.game, z.ply, z.times, z.due"
    " FROM practice z JOIN players p ON p.id = z.player"
    " WHERE p.name = ? AND z.rules = ? AND z.due <= ? ORDER BY z.due, z.id LIMIT 1";

int store_due_puzzle(struct store *s, const char *person, const char *rules, int64_t day,
                     struct store_puzzle *z)
{
    if (s->version < 3)
        return 0;
    if (!s->puzzle && !(s->puzzle = store_prepare(s, due_puzzle)))
        return LUS_EFILE;
    sqlite3_stmt *q = s->puzzle;
    sqlite3_reset(q);
    store_bind_text(q, 1, person);
    store_bind_text(q, 2, rules);
    sqlite3_bind_int64(q, 3, day);
    int got = sqlite3_step(q);
    if (got != SQLITE_ROW)
        return got == SQLITE_DONE ? 0 : store_sqlite_error(s);
    *z = (struct store_puzzle){
        .id = sqlite3_column_int64(q, 0),
        .rules = (const char *)sqlite3_column_text(q, 1),
        .position = (const char *)sqlite3_column_text(q, 2),
        .throw = sqlite3_column_int(q, 3),
        .game = sqlite3_column_int64(q, 4),
        .ply = sqlite3_column_int(q, 5),
        .times = sqlite3_column_int(q, 6),
        .due = sqlite3_column_int64(q, 7),
    };
    return z->rules && z->position ? 1 : store_set_error(s, "is damaged");
}

/* The statement of the last puzzle is reset: a reader would lock the store. */
int store_set_puzzle(struct store *s, const struct store_puzzle *z)
{
    sqlite3_stmt *q =
        store_prepare(s, "UPDATE practice SET times = ?, due = ? WHERE id = ?");
    if (!q)
        return LUS_EFILE;
    if (s->puzzle)
        sqlite3_reset(s->puzzle);
    sqlite3_bind_int(q, 1, z->times);
    sqlite3_bind_int64(q, 2, z->due);
    sqlite3_bind_int64(q, 3, z->id);
    return finish(s, q);
}

/* total() is 0 where sum() would be NULL: for a person without positions. */
int store_count_puzzles(struct store *s, const char *person, const char *rules,
                        int64_t day, int64_t *due, int64_t *all)
{
    *due = *all = 0;
    if (s->version < 3)
        return 0;
    sqlite3_stmt *q = store_prepare(
        s, "SELECT total(due <= ?1), total(due < ?2) FROM practice"
           " WHERE rules = ?3 AND player = (SELECT id FROM players WHERE name = ?4)");
    if (!q)
        return LUS_EFILE;
    sqlite3_bind_int64(q, 1, day);
    sqlite3_bind_int64(q, 2, STORE_NEVER);
    store_bind_text(q, 3, rules);
    store_bind_text(q, 4, person);
    int status = sqlite3_step(q) == SQLITE_ROW ? 0 : store_sqlite_error(s);
    if (status == 0) {
        *due = sqlite3_column_int64(q, 0);
        *all = sqlite3_column_int64(q, 1);
    }
    sqlite3_finalize(q);
    return status;
}

#else

#include "store/store.h"

int store_set_review(struct store *s, const struct store_review *v)
{
    (void)s, (void)v;
    return LUS_ESTATE;
}

int store_get_review(struct store *s, struct store_review *v)
{
    return store_set_review(s, v);
}

int store_add_puzzle(struct store *s, const char *person, const struct store_puzzle *z)
{
    (void)s, (void)person, (void)z;
    return LUS_ESTATE;
}

int store_due_puzzle(struct store *s, const char *person, const char *rules, int64_t day,
                     struct store_puzzle *z)
{
    (void)rules, (void)day;
    return store_add_puzzle(s, person, z);
}

int store_set_puzzle(struct store *s, const struct store_puzzle *z)
{
    return store_add_puzzle(s, NULL, z);
}

int store_count_puzzles(struct store *s, const char *person, const char *rules,
                        int64_t day, int64_t *due, int64_t *all)
{
    (void)s, (void)person, (void)rules, (void)day;
    *due = *all = 0;
    return LUS_ESTATE;
}

#endif
