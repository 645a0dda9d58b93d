/* SPDX-License-Identifier: MIT */
/* store_sql.h - SQL for the files of the store, the same for every database.

       store_games.c  store_live.c  store_matches.c  store_people.c     SQL, written once
                            |
                       store_sql.c       statements are prepared once and kept
                            |
          store_sqlite.c   store_postgres.c                              struct sql_backend

   A statement is used like this; a failure in between is reported by the last call, so only
   that one has to be checked:

       struct statement *q = sql_prepare(s, "SELECT id FROM players WHERE name = ?1");
       sql_bind_text(q, 1, name);
       int status = sql_step(q);              1: a row, 0: the end
       if (status == 1)
           id = sql_int(q, 0);
       sql_finish(q);

   The texts use what SQLite and PostgreSQL have in common: placeholders are ?1, ?2, ... */
#ifndef STORE_STORE_SQL_H
#define STORE_STORE_SQL_H

#include "store/store.h"

/* A prepared statement.  All functions allow NULL, which sql_prepare returns after an error. */
struct statement;

/* Prepares a statement, or takes it from those that were prepared before.  It must be given
   back with sql_finish.  NULL: the error of the store is set. */
struct statement *sql_prepare(struct store *s, const char *sql);
/* The statement is not used any more; its rows and texts end here. */
void sql_finish(struct statement *q);
/* Ends all statements, before the database is closed. */
void sql_forget(struct store *s);

/* Values of the placeholders, from 1 on; those that are not bound are NULL.  A text must stay
   valid until sql_finish; NULL is NULL. */
void sql_bind_int(struct statement *q, int at, int64_t value);
void sql_bind_real(struct statement *q, int at, double value);
void sql_bind_text(struct statement *q, int at, const char *text);

/* Runs the statement up to its next row.  Returns 1, 0 at the end, LUS_EFILE, or LUS_ESTATE if
   another process has changed the same rows at the same time. */
int sql_step(struct statement *q);
/* Columns of the row, from 0 on; NULL is 0 or NULL.  A text is valid until the next sql_step
   or sql_finish. */
int64_t sql_int(struct statement *q, int column);
double sql_real(struct statement *q, int column);
const char *sql_text(struct statement *q, int column);
bool sql_is_null(struct statement *q, int column);

/* Runs a statement without rows and finishes it.  Sets *changes, unless it is NULL, to the
   number of rows that it has changed.  Returns 0 or an error as sql_step. */
int sql_execute(struct statement *q, int64_t *changes);
/* Reads the number that is the first column of the first row.  Returns 0 or LUS_EFILE. */
int sql_number(struct store *s, const char *sql, int64_t *number);
/* Runs statements without placeholders and results.  Returns 0 or an error as sql_step. */
int sql_run(struct store *s, const char *sql);

/* ---- databases ---- */

/* What a database says about itself before it is used. */
struct store_identity {
    int64_t tables;  /* their number; 0: a new store */
    int64_t version; /* of the schema */
    bool is_store;   /* they are those of a store */
};

/* A database; all members are REQUIRED unless they say otherwise.  `handle` is a prepared
   statement of this database.  Functions that return int return 0 or an error as sql_step, with
   the error of the store set, unless they say otherwise. */
struct sql_backend {
    const char *begin;      /* starts a transaction that will write */
    bool savepoints;        /* several requests share a transaction (store_group) */
    const char *first_step; /* OPTIONAL: makes version STORE_FIRST_COMMON at once */
    const char
        *migration_lock; /* OPTIONAL: so that only one process changes the schema */
    /* Opens s->path and sets s->database, which `close` frees, also after an error.
       LUS_EMEMORY is possible. */
    int (*open)(struct store *s, enum store_mode mode);
    void (*close)(struct store *s);
    /* Prepares for a server: see store_serve. */
    int (*serve)(struct store *s);
    int (*identify)(struct store *s, struct store_identity *i);
    int (*write_version)(struct store *s, int version);
    /* Runs one or several statements without placeholders and results. */
    int (*run)(struct store *s, const char *sql);
    /* Returns a handle, which `finalize` frees, or NULL. */
    void *(*prepare)(struct store *s, const char *sql);
    void (*finalize)(void *handle);
    /* Ends the rows, and unbinds all values. */
    void (*reset)(void *handle);
    /* Placeholders are counted from 1; a text stays valid until `reset`. */
    void (*bind_int)(void *handle, int at, int64_t value);
    void (*bind_real)(void *handle, int at, double value);
    void (*bind_text)(void *handle, int at, const char *text);
    /* As sql_step. */
    int (*step)(struct store *s, void *handle);
    /* The number of rows that the last step has changed. */
    int64_t (*changes)(struct store *s, void *handle);
    /* Columns of the current row, counted from 0. */
    bool (*is_null)(void *handle, int column);
    int64_t (*column_int)(void *handle, int column);
    double (*column_real)(void *handle, int column);
    const char *(*column_text)(void *handle, int column);
    /* OPTIONAL, of a database that several processes use: see store_shared.h. */
    bool (*is_lost)(struct store *s);
    int (*reconnect)(struct store *s);
    int (*listen)(struct store *s);
    int (*notify)(struct store *s, const char *sender, const char *words);
    int (*wait)(struct store *s, int ms, char *text, size_t size);
};

/* The required functions: the file of every back end has them under these names. */
#define SQL_BACKEND_FUNCTIONS                                                            \
    .open = open_database, .close = close_database, .serve = serve_database,             \
    .identify = identify_database, .write_version = write_version, .run = run_sql,       \
    .prepare = prepare_sql, .finalize = finalize_sql, .reset = reset_sql,                \
    .bind_int = bind_int, .bind_real = bind_real, .bind_text = bind_text,                \
    .step = step_sql, .changes = count_changes, .is_null = column_is_null,               \
    .column_int = column_int, .column_real = column_real, .column_text = column_text

/* Each is built only with its library; see the Makefile. */
extern const struct sql_backend sqlite_backend, postgres_backend;

#endif
