/* SPDX-License-Identifier: MIT */
/* store_sql.c - see store_sql.h.

   Statements are kept by their text: a server runs about ten of them all the time.  A statement
   that is in use is not given out a second time; then, or if all places are taken, the new
   one is not kept. */
#include "store/store_sql.h"
#include <stdlib.h>
#include <string.h>
#include "store/store_internal.h"

struct statement {
    struct store *store;
    char *sql;
    void *handle; /* of the database */
    bool used, kept;
};

/* ---- preparing ---- */

static struct statement *find_kept(struct store *s, const char *sql)
{
    for (int i = 0; i < s->n_kept; i++)
        if (!s->kept[i]->used && !strcmp(s->kept[i]->sql, sql))
            return s->kept[i];
    return NULL;
}

static void free_statement(struct statement *q)
{
    if (q->handle)
        q->store->sql->finalize(q->handle);
    free(q->sql);
    free(q);
}

/* Returns NULL after an error, which is set. */
static struct statement *make_statement(struct store *s, const char *sql)
{
    struct statement *q = calloc(1, sizeof *q);
    if (q)
        *q = (struct statement){.store = s, .sql = strdup(sql)};
    if (!q || !q->sql)
        store_set_error(s, "cannot be used: there is no memory");
    else if ((q->handle = s->sql->prepare(s, q->sql)))
        return q;
    if (q)
        free_statement(q);
    return NULL;
}

struct statement *sql_prepare(struct store *s, const char *sql)
{
    struct statement *q = find_kept(s, sql);
    if (!q) {
        q = make_statement(s, sql);
        if (!q)
            return NULL;
        q->kept = s->n_kept < KEPT_STATEMENTS;
        if (q->kept)
            s->kept[s->n_kept++] = q;
    }
    q->used = true;
    return q;
}

void sql_finish(struct statement *q)
{
    if (!q)
        return;
    q->store->sql->reset(q->handle);
    q->used = false;
    if (!q->kept)
        free_statement(q);
}

void sql_forget(struct store *s)
{
    while (s->n_kept > 0)
        free_statement(s->kept[--s->n_kept]);
}

/* ---- values ---- */

void sql_bind_int(struct statement *q, int at, int64_t value)
{
    if (q)
        q->store->sql->bind_int(q->handle, at, value);
}

void sql_bind_real(struct statement *q, int at, double value)
{
    if (q)
        q->store->sql->bind_real(q->handle, at, value);
}

void sql_bind_text(struct statement *q, int at, const char *text)
{
    if (q && text)
        q->store->sql->bind_text(q->handle, at, text);
}

int sql_step(struct statement *q)
{
    return q ? q->store->sql->step(q->store, q->handle) : LUS_EFILE;
}

int64_t sql_int(struct statement *q, int column)
{
    return q->store->sql->column_int(q->handle, column);
}

double sql_real(struct statement *q, int column)
{
    return q->store->sql->column_real(q->handle, column);
}

const char *sql_text(struct statement *q, int column)
{
    return q->store->sql->column_text(q->handle, column);
}

bool sql_is_null(struct statement *q, int column)
{
    return q->store->sql->is_null(q->handle, column);
}

/* ---- statements at once ---- */

int sql_execute(struct statement *q, int64_t *changes)
{
    int status = sql_step(q);
    if (status >= 0 && changes)
        *changes = q->store->sql->changes(q->store, q->handle);
    sql_finish(q);
    return status < 0 ? status : 0;
}

int sql_number(struct store *s, const char *sql, int64_t *number)
{
    struct statement *q = sql_prepare(s, sql);
    int status = sql_step(q);
    if (status == 1)
        *number = sql_int(q, 0);
    sql_finish(q);
    return status == 1 ? 0 : LUS_EFILE;
}

int sql_run(struct store *s, const char *sql)
{
    return s->sql->run(s, sql);
}
