/* SPDX-License-Identifier: MIT */
/* store_sqlite.c - a store in a file: see struct sql_backend in store_sql.h.

   PRAGMA application_id says that a file is ours, PRAGMA user_version is the number of
   migration steps it has (store_schema.h). */
#include <errno.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "store/store_internal.h"
#include "store/store_schema.h"

enum { BUSY_TIMEOUT_MS = 5000 }; /* while another program uses the store */

/* The member `database` of a store. */
struct sqlite_file {
    sqlite3 *db;
    bool logged; /* serve_database has changed it to a write-ahead log */
};

static sqlite3 *db_of(struct store *s)
{
    return ((struct sqlite_file *)s->database)->db;
}

/* The cause in words that a user understands; SQLite's own message only where nothing better
   is known. */
static int set_sqlite_error(struct store *s)
{
    sqlite3 *db = db_of(s);
    int code = sqlite3_errcode(db), error = sqlite3_system_errno(db);
    char text[256];
    switch (code) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return store_set_error(s, "is locked by another program");
    case SQLITE_READONLY:
        return store_set_error(s,
                               "cannot be written: the file or its folder is read-only");
    case SQLITE_FULL:
        return store_set_error(s, "cannot be written: the disk is full");
    case SQLITE_NOTADB:
        return store_set_error(s, "is not a store of games");
    case SQLITE_CORRUPT:
        return store_set_error(s, "is damaged");
    case SQLITE_IOERR:
    case SQLITE_CANTOPEN:
        snprintf(text, sizeof text, "cannot be %s: %s",
                 code == SQLITE_IOERR ? "read or written" : "opened",
                 error ? strerror(error) : sqlite3_errmsg(db));
        return store_set_error(s, text);
    default:
        snprintf(text, sizeof text, "cannot be used: %s", sqlite3_errmsg(db));
        return store_set_error(s, text);
    }
}

/* ---- statements ---- */

static int run_sql(struct store *s, const char *sql)
{
    return sqlite3_exec(db_of(s), sql, NULL, NULL, NULL) == SQLITE_OK
               ? 0
               : set_sqlite_error(s);
}

static void *prepare_sql(struct store *s, const char *sql)
{
    sqlite3_stmt *q = NULL;
    if (sqlite3_prepare_v2(db_of(s), sql, -1, &q, NULL) != SQLITE_OK)
        set_sqlite_error(s);
    return q;
}

static void finalize_sql(void *handle)
{
    sqlite3_finalize(handle);
}

static void reset_sql(void *handle)
{
    sqlite3_reset(handle);
    sqlite3_clear_bindings(handle);
}

static void bind_int(void *handle, int at, int64_t value)
{
    sqlite3_bind_int64(handle, at, value);
}

static void bind_real(void *handle, int at, double value)
{
    sqlite3_bind_double(handle, at, value);
}

static void bind_text(void *handle, int at, const char *text)
{
    sqlite3_bind_text(handle, at, text, -1, SQLITE_STATIC);
}

static int step_sql(struct store *s, void *handle)
{
    int got = sqlite3_step(handle);
    return got == SQLITE_ROW ? 1 : got == SQLITE_DONE ? 0 : set_sqlite_error(s);
}

static int64_t count_changes(struct store *s, void *handle)
{
    (void)handle;
    return sqlite3_changes(db_of(s));
}

static bool column_is_null(void *handle, int column)
{
    return sqlite3_column_type(handle, column) == SQLITE_NULL;
}

static int64_t column_int(void *handle, int column)
{
    return sqlite3_column_int64(handle, column);
}

static double column_real(void *handle, int column)
{
    return sqlite3_column_double(handle, column);
}

static const char *column_text(void *handle, int column)
{
    return (const char *)sqlite3_column_text(handle, column);
}

/* ---- the version ---- */

static int identify_database(struct store *s, struct store_identity *i)
{
    int64_t application = 0;
    int status = sql_number(s, "SELECT count(*) FROM sqlite_master", &i->tables);
    if (status == 0)
        status = sql_number(s, "PRAGMA user_version", &i->version);
    if (status == 0)
        status = sql_number(s, "PRAGMA application_id", &application);
    i->is_store = application == atoll(STORE_APPLICATION);
    return status;
}

static int write_version(struct store *s, int version)
{
    char sql[64];
    snprintf(sql, sizeof sql, "PRAGMA user_version = %d", version);
    return run_sql(s, sql);
}

/* digest(record) in SQL, for the migration to version 2. */
static void sql_digest(sqlite3_context *c, int n, sqlite3_value **value)
{
    const char *text = (const char *)sqlite3_value_text(value[0]);
    (void)n;
    sqlite3_result_int64(c, store_digest(text ? text : ""));
}

/* ---- opening ---- */

/* Opens the file with our settings: EXTRA also synchronises the folder, trusted_schema OFF
   and cell_size_check ON protect against prepared files, cache_size is 64 MiB. */
static int open_with(struct store *s, int flags)
{
    struct sqlite_file *file = s->database;
    if (sqlite3_open_v2(s->path, &file->db, flags | SQLITE_OPEN_NOMUTEX, NULL) !=
        SQLITE_OK)
        return sqlite3_system_errno(file->db) == ENOENT && !(flags & SQLITE_OPEN_CREATE)
                   ? store_set_error(s, "does not exist: no games were stored yet")
                   : set_sqlite_error(s);
    sqlite3_busy_timeout(file->db, BUSY_TIMEOUT_MS);
    sqlite3_create_function(file->db, "digest", 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC,
                            NULL, sql_digest, NULL, NULL);
    if (flags & SQLITE_OPEN_CREATE && sqlite3_db_readonly(file->db, "main") == 1)
        return store_set_error(s, "cannot be written: it is read-only");
    return run_sql(s, "PRAGMA synchronous = EXTRA; PRAGMA foreign_keys = ON;"
                      "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON;"
                      "PRAGMA cache_size = -65536");
}

/* A program that was killed in a transaction leaves a journal that must be rolled back
   before anything can be read. */
static bool needs_rollback(struct store *s)
{
    return sqlite3_extended_errcode(db_of(s)) == SQLITE_READONLY_ROLLBACK;
}

static int open_for_reading(struct store *s)
{
    int64_t tables;
    int status = open_with(s, SQLITE_OPEN_READONLY);
    if (status == 0)
        status = sql_number(s, "SELECT count(*) FROM sqlite_master", &tables);
    if (!needs_rollback(s))
        return status;
    sql_forget(s);
    sqlite3_close(db_of(s));
    status = open_with(s, SQLITE_OPEN_READWRITE);
    return status < 0 ? status : run_sql(s, "PRAGMA query_only = ON");
}

static int open_database(struct store *s, enum store_mode mode)
{
    s->database = calloc(1, sizeof(struct sqlite_file));
    if (!s->database)
        return LUS_EMEMORY;
    return mode == STORE_READ ? open_for_reading(s)
                              : open_with(s, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
}

static int serve_database(struct store *s)
{
    int status = run_sql(s, "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL");
    ((struct sqlite_file *)s->database)->logged = status == 0;
    return status;
}

/* Back to a single file; if another program uses the store, the log stays until the next
   time. */
static void close_database(struct store *s)
{
    struct sqlite_file *file = s->database;
    if (file->logged)
        sqlite3_exec(file->db, "PRAGMA journal_mode = DELETE", NULL, NULL, NULL);
    sqlite3_close(file->db);
    free(file);
}

/* IMMEDIATE locks at once: otherwise two writers could both read first and one would fail. */
const struct sql_backend sqlite_backend = {
    .begin = "BEGIN IMMEDIATE", .savepoints = true, SQL_BACKEND_FUNCTIONS};
