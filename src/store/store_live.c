/* SPDX-License-Identifier: MIT */
/* store_live.c - see store_live.h.

   The version of a row is compared in the UPDATE itself: of two processes that have read
   the same version, one changes the row and the other gets LUS_ESTATE.  */
#include <stdio.h>
#include <string.h>
#include "store/store_internal.h"
#include "store/store_live.h"
#include "store/store_shared.h"

/* ---- rows ---- */

#define LIVE_COLUMNS                                                                     \
    "record, dice_seed, committed_nonce, nonce_first, nonce_second, kind_first,"         \
    " kind_second, joined_first, joined_second, seen_first, seen_second, thrown,"        \
    " draw_by, undo_by, rematch_by, rematch, created, changed, generation,"              \
    " clock_first, clock_second, clock_started, clock_ends, level_since"

static const char add_live[] =
    "INSERT INTO live (" LIVE_COLUMNS ", id, version) VALUES"
    " (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18,"
    " ?19, ?20, ?21, ?22, ?23, ?24, ?25, CAST(?26 AS BIGINT) + 1) ON CONFLICT DO NOTHING";
/* A player may have left meanwhile, which does not change the version. */
static const char save_live[] =
    "UPDATE live SET (" LIVE_COLUMNS ", version) ="
    " (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9,"
    " CASE WHEN seen_first > ?10 THEN seen_first ELSE ?10 END,"
    " CASE WHEN seen_second > ?11 THEN seen_second ELSE ?11 END, ?12, ?13, ?14, ?15, ?16,"
    " ?17, ?18, ?19, ?20, ?21, ?22, ?23, ?24, CAST(?26 AS BIGINT) + 1)"
    " WHERE id = ?25 AND version = ?26";

/* -1 is NULL. */
static void bind_time(struct statement *q, int at, int64_t ms)
{
    if (ms >= 0)
        sql_bind_int(q, at, ms);
}

/* The numbers are those of both statements above. */
static void bind_live(struct statement *q, const struct store_live *row)
{
    sql_bind_text(q, 1, row->record);
    sql_bind_text(q, 2, row->seed);
    sql_bind_text(q, 3, row->committed_nonce);
    for (int i = 0; i < 2; i++) {
        sql_bind_text(q, 4 + i, row->nonce[i]);
        sql_bind_int(q, 6 + i, row->kind[i]);
        sql_bind_int(q, 8 + i, row->joined[i]);
        sql_bind_int(q, 10 + i, row->seen[i]);
    }
    sql_bind_int(q, 12, row->thrown);
    sql_bind_int(q, 13, row->draw_by);
    sql_bind_int(q, 14, row->undo_by);
    sql_bind_int(q, 15, row->rematch_by);
    sql_bind_text(q, 16, row->rematch);
    sql_bind_int(q, 17, row->created);
    sql_bind_int(q, 18, row->changed);
    sql_bind_int(q, 19, row->generation);
    bind_time(q, 20, row->clock[0]);
    bind_time(q, 21, row->clock[1]);
    bind_time(q, 22, row->clock_started);
    bind_time(q, 23, row->clock_ends);
    bind_time(q, 24, row->level_since);
    sql_bind_text(q, 25, row->id);
    sql_bind_int(q, 26, row->version);
}

/* Writes a row inside the transaction of the caller.  LUS_ESTATE: none was written. */
static int write_row(struct store *s, const char *sql, const struct store_live *row)
{
    struct statement *q = sql_prepare(s, sql);
    int64_t rows = 0;
    bind_live(q, row);
    int status = sql_execute(q, &rows);
    return status == 0 && rows == 0 ? LUS_ESTATE : status;
}

/* Inside the transaction of the caller. */
static int add_token(struct store *s, const char *id, const struct store_token *t)
{
    struct statement *q = sql_prepare(s, "INSERT INTO tokens VALUES (?1, ?2, ?3)");
    sql_bind_text(q, 1, id);
    sql_bind_int(q, 2, t->role);
    sql_bind_text(q, 3, t->hash);
    return sql_execute(q, NULL);
}

int store_live_add(struct store *s, const struct store_live *row,
                   const struct store_token *tokens, int n)
{
    int status = store_begin(s);
    if (status < 0)
        return status;
    status = write_row(s, add_live, row);
    for (int i = 0; i < n && status == 0; i++)
        status = add_token(s, row->id, &tokens[i]);
    return store_end(s, status);
}

/* The invitation becomes the token of the player who used it. */
static int replace_token(struct store *s, const char *id, int old_role,
                         const struct store_token *token)
{
    struct statement *q = sql_prepare(
        s, "UPDATE tokens SET role = ?3, hash = ?4 WHERE game = ?1 AND role = ?2");
    sql_bind_text(q, 1, id);
    sql_bind_int(q, 2, old_role);
    sql_bind_int(q, 3, token->role);
    sql_bind_text(q, 4, token->hash);
    return sql_execute(q, NULL);
}

/* PostgreSQL commits a single statement by itself, which saves two of three messages. */
int store_live_save(struct store *s, const struct store_live *row,
                    const struct store_live_more *more)
{
    if (store_is_shared(s) && !s->group_open && !more->finished && !more->token)
        return write_row(s, save_live, row);
    int status = store_begin(s);
    if (status < 0)
        return status;
    status = write_row(s, save_live, row);
    if (status == 0 && more->finished)
        status = store_add_one(s, more->finished);
    if (status == 0 && more->token)
        status = replace_token(s, row->id, more->old_role, more->token);
    return store_end(s, status);
}

/* NULL is -1. */
static int64_t time_at(struct statement *q, int column)
{
    return sql_is_null(q, column) ? -1 : sql_int(q, column);
}

/* The current row; the texts belong to the statement. */
static struct store_live row_at(struct statement *q)
{
    return (struct store_live){
        .record = sql_text(q, 0),
        .seed = sql_text(q, 1),
        .committed_nonce = sql_text(q, 2),
        .nonce = {sql_text(q, 3), sql_text(q, 4)},
        .kind = {(int)sql_int(q, 5), (int)sql_int(q, 6)},
        .joined = {(int)sql_int(q, 7), (int)sql_int(q, 8)},
        .seen = {sql_int(q, 9), sql_int(q, 10)},
        .thrown = (int)sql_int(q, 11),
        .draw_by = (int)sql_int(q, 12),
        .undo_by = (int)sql_int(q, 13),
        .rematch_by = (int)sql_int(q, 14),
        .rematch = sql_text(q, 15),
        .created = sql_int(q, 16),
        .changed = sql_int(q, 17),
        .generation = (int)sql_int(q, 18),
        .clock = {time_at(q, 19), time_at(q, 20)},
        .clock_started = time_at(q, 21),
        .clock_ends = time_at(q, 22),
        .level_since = time_at(q, 23),
        .id = sql_text(q, 24),
        .version = sql_int(q, 25),
        .online = {sql_int(q, 26), sql_int(q, 27)},
    };
}

/* Who is connected comes with the row: it is needed with every game. */
static const char get_live[] =
    "SELECT " LIVE_COLUMNS ", id, version,"
    " EXISTS (SELECT 1 FROM streams WHERE game = ?1 AND player = 0),"
    " EXISTS (SELECT 1 FROM streams WHERE game = ?1 AND player = 1)"
    " FROM live WHERE id = ?1";

/* The statement stays at its row, which keeps the texts. */
int store_live_get(struct store *s, const char *id, struct store_live *row)
{
    store_live_release(s);
    struct statement *q = s->live = sql_prepare(s, get_live);
    sql_bind_text(q, 1, id);
    int status = sql_step(q);
    if (status != 1)
        return status;
    struct store_live read = row_at(q);
    if (!read.record || !read.seed || !read.committed_nonce || !read.nonce[0] ||
        !read.nonce[1] || !read.rematch || !read.id)
        return store_set_error(s, "is damaged");
    *row = read;
    return 1;
}

void store_live_release(struct store *s)
{
    sql_finish(s->live);
    s->live = NULL;
}

/* ---- tokens ---- */

/* At most one for each role. */
int store_live_tokens(struct store *s, const char *id,
                      struct store_token list[STORE_MAX_TOKENS],
                      char hash[STORE_MAX_TOKENS][STORE_HASH], int *n)
{
    struct statement *q =
        sql_prepare(s, "SELECT role, hash FROM tokens WHERE game = ?1 ORDER BY role");
    int got = 0, i = 0;
    sql_bind_text(q, 1, id);
    while (i < STORE_MAX_TOKENS && (got = sql_step(q)) == 1) {
        const char *text = sql_text(q, 1);
        snprintf(hash[i], STORE_HASH, "%s", text ? text : "");
        list[i] = (struct store_token){(int)sql_int(q, 0), hash[i]};
        i++;
    }
    sql_finish(q);
    *n = i;
    return got < 0 ? got : 0;
}

/* ---- time ---- */

int store_live_seen(struct store *s, const char *id, int player, int64_t now)
{
    int status = store_begin(s);
    if (status < 0)
        return status;
    struct statement *q =
        sql_prepare(s, player ? "UPDATE live SET seen_second = ?2 WHERE id = ?1"
                              : "UPDATE live SET seen_first = ?2 WHERE id = ?1");
    sql_bind_text(q, 1, id);
    sql_bind_int(q, 2, now);
    return store_end(s, sql_execute(q, NULL));
}

/* The row is locked first: another process might change it.  Tokens refer to it, so they are
   deleted before it. */
int store_live_remove(struct store *s, const char *id, int64_t before)
{
    static const char *const sql[] = {"DELETE FROM tokens WHERE game = ?1",
                                      "DELETE FROM live WHERE id = ?1"};
    int64_t rows = 0;
    int status = store_begin(s);
    if (status < 0)
        return status;
    struct statement *q = sql_prepare(
        s, "UPDATE live SET changed = changed WHERE id = ?1 AND changed < ?2");
    sql_bind_text(q, 1, id);
    sql_bind_int(q, 2, before);
    status = sql_execute(q, &rows);
    for (int i = 0; i < 2 && status == 0 && rows == 1; i++) {
        q = sql_prepare(s, sql[i]);
        sql_bind_text(q, 1, id);
        status = sql_execute(q, NULL);
    }
    return store_end(s, status);
}

/* ---- lists ---- */

/* Calls `each` for the ids that a query with one number returns, and finishes it. */
static int list_ids(struct statement *q, int64_t number, store_id_fn *each, void *arg)
{
    int got = 0, status = 0;
    sql_bind_int(q, 1, number);
    while (status == 0 && (got = sql_step(q)) == 1)
        status = each(arg, sql_text(q, 0));
    sql_finish(q);
    return status ? status : got;
}

/* In PostgreSQL two processes may find the same games: the second one waits for the first and
   finds them changed. */
int store_live_levels(struct store *s, int64_t before, int64_t now, store_id_fn *each,
                      void *arg)
{
    int status = store_begin(s);
    if (status < 0)
        return status;
    struct statement *q = sql_prepare(
        s, "UPDATE live SET level_since = ?2 WHERE level_since <= ?1 AND id IN (SELECT id"
           " FROM live WHERE level_since <= ?1 ORDER BY level_since, id LIMIT 64)"
           " RETURNING id");
    sql_bind_int(q, 2, now);
    return store_end(s, list_ids(q, before, each, arg));
}

int store_live_unchanged(struct store *s, int64_t before, store_id_fn *each, void *arg)
{
    return list_ids(
        sql_prepare(s, "SELECT id FROM live WHERE changed < ?1 ORDER BY id LIMIT 64"),
        before, each, arg);
}

int store_live_late(struct store *s, int64_t now_ms, store_id_fn *each, void *arg)
{
    return list_ids(
        sql_prepare(s, "SELECT id FROM live WHERE clock_ends <= ?1 ORDER BY id LIMIT 64"),
        now_ms, each, arg);
}
