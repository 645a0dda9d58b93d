/* SPDX-License-Identifier: MIT */
/* store_live.c - see store_live.h.

   The version of a row is compared in the UPDATE itself: of two processes that have read
   the same version, one changes the row and the other gets LUS_ESTATE.  Statements that
   every move needs are prepared once; the others are rare. */
#include <stdio.h>
#include <string.h>

#ifdef WITH_STORE

#include "store/store_internal.h"
#include "store/store_live.h"

/* ---- statements ---- */

/* Prepares a statement once and keeps it. */
static sqlite3_stmt *kept(struct store *s, sqlite3_stmt **q, const char *sql)
{
    if (!*q)
        *q = store_prepare(s, sql);
    else
        sqlite3_reset(*q);
    return *q;
}

/* Runs a statement without results and ends it. */
static int run_once(struct store *s, sqlite3_stmt *q)
{
    if (!q)
        return LUS_EFILE;
    int status = sqlite3_step(q) == SQLITE_DONE ? 0 : store_sqlite_error(s);
    sqlite3_finalize(q);
    return status;
}

/* ---- rows ---- */

#define LIVE_COLUMNS                                                                     \
    "record, dice_seed, committed_nonce, nonce_first, nonce_second, kind_first,"         \
    " kind_second, joined_first, joined_second, seen_first, seen_second, thrown,"        \
    " draw_by, undo_by, rematch_by, rematch, created, changed, generation,"              \
    " clock_first, clock_second, clock_started, clock_ends"

static const char add_live[] =
    "INSERT INTO live (" LIVE_COLUMNS ", id, version) VALUES"
    " (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18,"
    " ?19, ?20, ?21, ?22, ?23, ?24, ?25 + 1) ON CONFLICT DO NOTHING";
static const char save_live[] =
    "UPDATE live SET (" LIVE_COLUMNS ", version) ="
    " (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18,"
    " ?19, ?20, ?21, ?22, ?23, ?25 + 1) WHERE id = ?24 AND version = ?25";

/* -1 is NULL. */
static void bind_time(sqlite3_stmt *q, int at, int64_t ms)
{
    if (ms < 0)
        sqlite3_bind_null(q, at);
    else
        sqlite3_bind_int64(q, at, ms);
}

/* The numbers are those of both statements above. */
static void bind_live(sqlite3_stmt *q, const struct store_live *row)
{
    store_bind_text(q, 1, row->record);
    store_bind_text(q, 2, row->seed);
    store_bind_text(q, 3, row->committed_nonce);
    for (int i = 0; i < 2; i++) {
        store_bind_text(q, 4 + i, row->nonce[i]);
        sqlite3_bind_int(q, 6 + i, row->kind[i]);
        sqlite3_bind_int(q, 8 + i, row->joined[i]);
        sqlite3_bind_int64(q, 10 + i, row->seen[i]);
    }
    sqlite3_bind_int(q, 12, row->thrown);
    sqlite3_bind_int(q, 13, row->draw_by);
    sqlite3_bind_int(q, 14, row->undo_by);
    sqlite3_bind_int(q, 15, row->rematch_by);
    store_bind_text(q, 16, row->rematch);
    sqlite3_bind_int64(q, 17, row->created);
    sqlite3_bind_int64(q, 18, row->changed);
    sqlite3_bind_int(q, 19, row->generation);
    bind_time(q, 20, row->clock[0]);
    bind_time(q, 21, row->clock[1]);
    bind_time(q, 22, row->clock_started);
    bind_time(q, 23, row->clock_ends);
    store_bind_text(q, 24, row->id);
    sqlite3_bind_int64(q, 25, row->version);
}

/* Writes a row inside the transaction of the caller.  LUS_ESTATE: none was written. */
static int write_row(struct store *s, sqlite3_stmt *q, const struct store_live *row)
{
    if (!q)
        return LUS_EFILE;
    bind_live(q, row);
    int status = sqlite3_step(q) == SQLITE_DONE ? 0 : store_sqlite_error(s);
    sqlite3_reset(q);
    sqlite3_clear_bindings(q);
    return status == 0 && sqlite3_changes(s->db) == 0 ? LUS_ESTATE : status;
}

/* Inside the transaction of the caller. */
static int add_token(struct store *s, const char *id, const struct store_token *t)
{
    sqlite3_stmt *q = store_prepare(s, "INSERT INTO tokens VALUES (?1, ?2, ?3)");
    if (q) {
        store_bind_text(q, 1, id);
        sqlite3_bind_int(q, 2, t->role);
        store_bind_text(q, 3, t->hash);
    }
    return run_once(s, q);
}

int store_live_add(struct store *s, const struct store_live *row,
                   const struct store_token *tokens, int n)
{
    int status = store_begin(s);
    if (status < 0)
        return status;
    sqlite3_stmt *q = store_prepare(s, add_live);
    status = write_row(s, q, row);
    sqlite3_finalize(q);
    for (int i = 0; i < n && status == 0; i++)
        status = add_token(s, row->id, &tokens[i]);
    return store_end(s, status);
}

/* The invitation becomes the token of the player who used it. */
static int replace_token(struct store *s, const char *id, int old_role,
                         const struct store_token *token)
{
    sqlite3_stmt *q = store_prepare(
        s, "UPDATE tokens SET role = ?3, hash = ?4 WHERE game = ?1 AND role = ?2");
    if (q) {
        store_bind_text(q, 1, id);
        sqlite3_bind_int(q, 2, old_role);
        sqlite3_bind_int(q, 3, token->role);
        store_bind_text(q, 4, token->hash);
    }
    return run_once(s, q);
}

int store_live_save(struct store *s, const struct store_live *row,
                    const struct store_live_more *more)
{
    int status = store_begin(s);
    if (status < 0)
        return status;
    status = write_row(s, kept(s, &s->live_save, save_live), row);
    if (status == 0 && more->finished)
        status = store_add_one(s, more->finished);
    if (status == 0 && more->token)
        status = replace_token(s, row->id, more->old_role, more->token);
    return store_end(s, status);
}

/* NULL is -1. */
static int64_t time_at(sqlite3_stmt *q, int column)
{
    return sqlite3_column_type(q, column) == SQLITE_NULL
               ? -1
               : sqlite3_column_int64(q, column);
}

/* The current row; the texts belong to the statement. */
static struct store_live row_at(sqlite3_stmt *q)
{
#define TEXT(i) ((const char *)sqlite3_column_text(q, i))
    return (struct store_live){
        .record = TEXT(0),
        .seed = TEXT(1),
        .committed_nonce = TEXT(2),
        .nonce = {TEXT(3), TEXT(4)},
        .kind = {sqlite3_column_int(q, 5), sqlite3_column_int(q, 6)},
        .joined = {sqlite3_column_int(q, 7), sqlite3_column_int(q, 8)},
        .seen = {sqlite3_column_int64(q, 9), sqlite3_column_int64(q, 10)},
        .thrown = sqlite3_column_int(q, 11),
        .draw_by = sqlite3_column_int(q, 12),
        .undo_by = sqlite3_column_int(q, 13),
        .rematch_by = sqlite3_column_int(q, 14),
        .rematch = TEXT(15),
        .created = sqlite3_column_int64(q, 16),
        .changed = sqlite3_column_int64(q, 17),
        .generation = sqlite3_column_int(q, 18),
        .clock = {time_at(q, 19), time_at(q, 20)},
        .clock_started = time_at(q, 21),
        .clock_ends = time_at(q, 22),
        .id = TEXT(23),
        .version = sqlite3_column_int64(q, 24),
    };
#undef TEXT
}

static const char get_live[] =
    "SELECT " LIVE_COLUMNS ", id, version FROM live WHERE id = ?1";

/* The statement stays at its row, which keeps the texts; the lock of a reader ends with
   the statement, so the next call resets it. */
int store_live_get(struct store *s, const char *id, struct store_live *row)
{
    sqlite3_stmt *q = kept(s, &s->live, get_live);
    if (!q)
        return LUS_EFILE;
    sqlite3_bind_text(q, 1, id, -1, SQLITE_TRANSIENT);
    int got = sqlite3_step(q);
    if (got != SQLITE_ROW) {
        int status = got == SQLITE_DONE ? 0 : store_sqlite_error(s);
        sqlite3_reset(q);
        return status;
    }
    struct store_live read = row_at(q);
    if (!read.record || !read.seed || !read.committed_nonce || !read.nonce[0] ||
        !read.nonce[1] || !read.rematch || !read.id)
        return store_set_error(s, "is damaged");
    *row = read;
    return 1;
}

void store_live_release(struct store *s)
{
    sqlite3_reset(s->live);
}

/* ---- tokens ---- */

/* At most one for each role. */
int store_live_tokens(struct store *s, const char *id,
                      struct store_token list[STORE_MAX_TOKENS],
                      char hash[STORE_MAX_TOKENS][STORE_HASH], int *n)
{
    sqlite3_stmt *q =
        store_prepare(s, "SELECT role, hash FROM tokens WHERE game = ?1 ORDER BY role");
    int got = SQLITE_DONE, i = 0;
    if (!q)
        return LUS_EFILE;
    store_bind_text(q, 1, id);
    while (i < STORE_MAX_TOKENS && (got = sqlite3_step(q)) == SQLITE_ROW) {
        const char *text = (const char *)sqlite3_column_text(q, 1);
        snprintf(hash[i], STORE_HASH, "%s", text ? text : "");
        list[i] = (struct store_token){sqlite3_column_int(q, 0), hash[i]};
        i++;
    }
    int status = got == SQLITE_DONE || got == SQLITE_ROW ? 0 : store_sqlite_error(s);
    sqlite3_finalize(q);
    *n = i;
    return status;
}

/* ---- time ---- */

int store_live_seen(struct store *s, const char *id, int player, int64_t now)
{
    int status = store_begin(s);
    if (status < 0)
        return status;
    sqlite3_stmt *q =
        store_prepare(s, player ? "UPDATE live SET seen_second = ?2 WHERE id = ?1"
                                : "UPDATE live SET seen_first = ?2 WHERE id = ?1");
    if (q) {
        store_bind_text(q, 1, id);
        sqlite3_bind_int64(q, 2, now);
    }
    return store_end(s, run_once(s, q));
}

/* Tokens first: they refer to the games. */
int store_live_remove(struct store *s, const char *id)
{
    static const char *const sql[] = {"DELETE FROM tokens WHERE game = ?1",
                                      "DELETE FROM live WHERE id = ?1"};
    int status = store_begin(s);
    if (status < 0)
        return status;
    for (int i = 0; i < 2 && status == 0; i++) {
        sqlite3_stmt *q = store_prepare(s, sql[i]);
        if (q)
            store_bind_text(q, 1, id);
        status = run_once(s, q);
    }
    return store_end(s, status);
}

/* ---- lists ---- */

/* Calls `each` for the ids that a query with one number returns. */
static int list_ids(struct store *s, const char *sql, int64_t number, store_id_fn *each,
                    void *arg)
{
    sqlite3_stmt *q = store_prepare(s, sql);
    int got = SQLITE_DONE, status = 0;
    if (!q)
        return LUS_EFILE;
    sqlite3_bind_int64(q, 1, number);
    while (status == 0 && (got = sqlite3_step(q)) == SQLITE_ROW)
        status = each(arg, (const char *)sqlite3_column_text(q, 0));
    if (status == 0 && got != SQLITE_DONE)
        status = store_sqlite_error(s);
    sqlite3_finalize(q);
    return status;
}

int store_live_each(struct store *s, int kind, store_id_fn *each, void *arg)
{
    return list_ids(s,
                    "SELECT id FROM live WHERE kind_first = ?1 OR kind_second = ?1"
                    " ORDER BY changed DESC",
                    kind, each, arg);
}

int store_live_unchanged(struct store *s, int64_t before, store_id_fn *each, void *arg)
{
    return list_ids(s, "SELECT id FROM live WHERE changed < ?1", before, each, arg);
}

int store_live_late(struct store *s, int64_t now_ms, store_id_fn *each, void *arg)
{
    return list_ids(s, "SELECT id FROM live WHERE clock_ends <= ?1", now_ms, each, arg);
}

#else

#include "store/store_live.h"

int store_live_add(struct store *s, const struct store_live *row,
                   const struct store_token *tokens, int n)
{
    (void)s, (void)row, (void)tokens, (void)n;
    return LUS_ESTATE;
}

int store_live_save(struct store *s, const struct store_live *row,
                    const struct store_live_more *more)
{
    (void)s, (void)row, (void)more;
    return LUS_ESTATE;
}

int store_live_get(struct store *s, const char *id, struct store_live *row)
{
    (void)s, (void)id, (void)row;
    return LUS_ESTATE;
}

void store_live_release(struct store *s)
{
    (void)s;
}

int store_live_tokens(struct store *s, const char *id,
                      struct store_token list[STORE_MAX_TOKENS],
                      char hash[STORE_MAX_TOKENS][STORE_HASH], int *n)
{
    (void)s, (void)id, (void)list, (void)hash, (void)n;
    return LUS_ESTATE;
}

int store_live_seen(struct store *s, const char *id, int player, int64_t now)
{
    (void)s, (void)id, (void)player, (void)now;
    return LUS_ESTATE;
}

int store_live_remove(struct store *s, const char *id)
{
    (void)s, (void)id;
    return LUS_ESTATE;
}

int store_live_each(struct store *s, int kind, store_id_fn *each, void *arg)
{
    (void)s, (void)kind, (void)each, (void)arg;
    return LUS_ESTATE;
}

int store_live_unchanged(struct store *s, int64_t before, store_id_fn *each, void *arg)
{
    (void)s, (void)before, (void)each, (void)arg;
    return LUS_ESTATE;
}

int store_live_late(struct store *s, int64_t now_ms, store_id_fn *each, void *arg)
{
    (void)s, (void)now_ms, (void)each, (void)arg;
    return LUS_ESTATE;
}

#endif
