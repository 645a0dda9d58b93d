/* SPDX-License-Identifier: MIT */
/* store_shared.c - see store_shared.h. */
#include "store/store_shared.h"
#include <stdio.h>
#include <string.h>
#include "store/store_internal.h"

enum { MAX_PROCESS = 40 };

/* ---- the connection ---- */

bool store_is_shared(const struct store *s)
{
    return s->sql->reconnect != NULL;
}

bool store_is_lost(struct store *s)
{
    return s->sql->is_lost && s->sql->is_lost(s);
}

/* A transaction that was open was undone with the connection, perhaps with new players. */
int store_reconnect(struct store *s)
{
    s->group_open = false;
    memset(s->cached, 0, sizeof s->cached);
    return s->sql->reconnect ? s->sql->reconnect(s) : LUS_ESTATE;
}

int store_listen(struct store *s)
{
    return s->sql->listen ? s->sql->listen(s) : LUS_ESTATE;
}

int store_notify(struct store *s, const char *sender, const char *words)
{
    return s->sql->notify ? s->sql->notify(s, sender, words) : LUS_ESTATE;
}

int store_wait(struct store *s, int ms, char *text, size_t size)
{
    return s->sql->wait ? s->sql->wait(s, ms, text, size) : LUS_ESTATE;
}

/* ---- processes ---- */

/* Runs a statement with the name of a process. */
static int run_for(struct store *s, const char *sql, const char *process)
{
    struct statement *q = sql_prepare(s, sql);
    sql_bind_text(q, 1, process);
    return sql_execute(q, NULL);
}

/* Runs a statement with the name of a process and a time. */
static int run_at(struct store *s, const char *sql, const char *process, int64_t time,
                  int64_t *rows)
{
    struct statement *q = sql_prepare(s, sql);
    sql_bind_text(q, 1, process);
    sql_bind_int(q, 2, time);
    return sql_execute(q, rows);
}

int store_process_alive(struct store *s, const char *process, int64_t now)
{
    int64_t known = 0;
    int status = store_begin(s);
    if (status < 0)
        return status;
    status =
        run_at(s, "UPDATE processes SET alive = ?2 WHERE id = ?1", process, now, &known);
    if (status == 0 && !known)
        status = run_at(s, "INSERT INTO processes (id, alive) VALUES (?1, ?2)", process,
                        now, NULL);
    status = store_end(s, status);
    return status < 0 ? status : known > 0;
}

/* Players of a process that was killed were connected at least until it was last alive. */
static int note_seen(struct store *s, const char *process)
{
    static const char *const sql[] = {
        "UPDATE live SET seen_first = (SELECT alive FROM processes WHERE id = ?1)"
        " WHERE id IN (SELECT game FROM streams WHERE process = ?1 AND player = 0)"
        " AND seen_first < (SELECT alive FROM processes WHERE id = ?1)",
        "UPDATE live SET seen_second = (SELECT alive FROM processes WHERE id = ?1)"
        " WHERE id IN (SELECT game FROM streams WHERE process = ?1 AND player = 1)"
        " AND seen_second < (SELECT alive FROM processes WHERE id = ?1)"};
    int status = 0;
    for (int i = 0; i < 2 && status == 0; i++)
        status = run_for(s, sql[i], process);
    return status;
}

/* Inside the transaction of the caller. */
static int delete_process(struct store *s, const char *process)
{
    int status = run_for(s, "DELETE FROM streams WHERE process = ?1", process);
    return status < 0 ? status
                      : run_for(s, "DELETE FROM processes WHERE id = ?1", process);
}

/* Finds a process that was last alive before `before`.  Returns 1, or 0: there is none. */
static int find_dead(struct store *s, int64_t before, char process[MAX_PROCESS])
{
    struct statement *q =
        sql_prepare(s, "SELECT id FROM processes WHERE alive < ?1 ORDER BY id LIMIT 1");
    sql_bind_int(q, 1, before);
    int got = sql_step(q);
    if (got == 1)
        snprintf(process, MAX_PROCESS, "%s", sql_text(q, 0));
    sql_finish(q);
    return got;
}

/* The row of the process is locked first, so only one other process deletes it. */
static int expire_process(struct store *s, const char *process, int64_t before)
{
    int64_t rows = 0;
    int status = store_begin(s);
    if (status < 0)
        return status;
    status = run_at(s, "UPDATE processes SET alive = alive WHERE id = ?1 AND alive < ?2",
                    process, before, &rows);
    if (status == 0 && rows == 1)
        status = note_seen(s, process);
    if (status == 0 && rows == 1)
        status = delete_process(s, process);
    status = store_end(s, status);
    return status < 0 ? status : (int)rows;
}

int store_process_expire(struct store *s, int64_t before)
{
    char process[MAX_PROCESS];
    int n = 0, got;
    while ((got = find_dead(s, before, process)) == 1) {
        got = expire_process(s, process, before);
        if (got < 0)
            break;
        n += got;
    }
    return got < 0 ? got : n;
}

int store_process_end(struct store *s, const char *process)
{
    int status = store_begin(s);
    return status < 0 ? status : store_end(s, delete_process(s, process));
}

/* ---- streams ---- */

int store_stream_add(struct store *s, const struct store_stream *stream)
{
    int status = store_begin(s);
    if (status < 0)
        return status;
    struct statement *q =
        sql_prepare(s, "INSERT INTO streams (process, number, game, player)"
                       " VALUES (?1, ?2, ?3, ?4) ON CONFLICT DO NOTHING");
    sql_bind_text(q, 1, stream->process);
    sql_bind_int(q, 2, stream->number);
    sql_bind_text(q, 3, stream->game);
    sql_bind_int(q, 4, stream->player);
    return store_end(s, sql_execute(q, NULL));
}

int store_stream_remove(struct store *s, const struct store_stream *stream)
{
    int status = store_begin(s);
    if (status < 0)
        return status;
    struct statement *q =
        sql_prepare(s, "DELETE FROM streams WHERE process = ?1 AND number = ?2");
    sql_bind_text(q, 1, stream->process);
    sql_bind_int(q, 2, stream->number);
    return store_end(s, sql_execute(q, NULL));
}
