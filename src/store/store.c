/* SPDX-License-Identifier: MIT */
/* store.c - opening a store: its version, and why it cannot be used; see store.h.

   PRAGMA application_id says that a file is ours, PRAGMA user_version is the number of
   migration steps it has (store_schema.h).  A file is refused unless both make sense:

       no tables, version 0                       a new store
       tables, our id, version 1..STORE_VERSION   a store; migrated if opened for writing
       anything else                              another program's, damaged, or newer */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef WITH_STORE

#include "core/hash.h"
#include "store/store_internal.h"
#include "store/store_schema.h"

enum { BUSY_TIMEOUT_MS = 5000 }; /* while another program uses the store */
enum { N_STEPS = sizeof store_steps / sizeof store_steps[0] };
_Static_assert((int)N_STEPS == (int)STORE_VERSION, "one step per version");

/* ---- errors ---- */

const char *store_error(const struct store *s)
{
    return s ? s->error : lus_error_text(LUS_EMEMORY);
}

int store_set_error(struct store *s, const char *text)
{
    snprintf(s->error, sizeof s->error, "'%.400s' %s", s->path, text);
    return LUS_EFILE;
}

/* The cause in words that a user understands; SQLite's own message only where nothing better
   is known. */
int store_sqlite_error(struct store *s)
{
    int code = sqlite3_errcode(s->db), error = sqlite3_system_errno(s->db);
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
                 error ? strerror(error) : sqlite3_errmsg(s->db));
        return store_set_error(s, text);
    default:
        snprintf(text, sizeof text, "cannot be used: %s", sqlite3_errmsg(s->db));
        return store_set_error(s, text);
    }
}

/* ---- statements ---- */

int store_run(struct store *s, const char *sql)
{
    return sqlite3_exec(s->db, sql, NULL, NULL, NULL) == SQLITE_OK
               ? 0
               : store_sqlite_error(s);
}

sqlite3_stmt *store_prepare(struct store *s, const char *sql)
{
    sqlite3_stmt *q = NULL;
    if (sqlite3_prepare_v2(s->db, sql, -1, &q, NULL) != SQLITE_OK)
        store_sqlite_error(s);
    return q;
}

/* IMMEDIATE locks at once: otherwise two writers could both read first and one would fail. */
int store_begin(struct store *s)
{
    if (!s->grouped || !s->group_open) {
        int status = store_run(s, "BEGIN IMMEDIATE");
        if (status < 0 || !s->grouped)
            return status;
        s->group_open = true;
    }
    return store_run(s, "SAVEPOINT change");
}

/* Ends a transaction or, in a group, a savepoint. */
static int end_with(struct store *s, int status, const char *commit, const char *rollback)
{
    if (status == 0)
        status = store_run(s, commit);
    if (status == 0)
        return 0;
    sqlite3_exec(s->db, rollback, NULL, NULL, NULL);
    memset(s->cached, 0, sizeof s->cached); /* players were perhaps rolled back */
    return status;
}

int store_end(struct store *s, int status)
{
    return s->grouped ? end_with(s, status, "RELEASE change",
                                 "ROLLBACK TO change; RELEASE change")
                      : end_with(s, status, "COMMIT", "ROLLBACK");
}

/* The first change after a commit begins the transaction (store_begin). */
void store_group(struct store *s)
{
    s->grouped = true;
}

bool store_group_is_open(const struct store *s)
{
    return s->group_open;
}

int store_group_commit(struct store *s)
{
    s->group_open = false;
    return end_with(s, 0, "COMMIT", "ROLLBACK");
}

void store_bind_text(sqlite3_stmt *q, int at, const char *text)
{
    if (text)
        sqlite3_bind_text(q, at, text, -1, SQLITE_STATIC);
    else
        sqlite3_bind_null(q, at);
}

const char *store_moves(const char *record)
{
    const char *gap = strstr(record, "\n\n");
    return gap ? gap + 2 : record;
}

/* Other programs do not keep the order of tags, so the hashes of the lines are added. */
int64_t store_digest(const char *record)
{
    const char *moves = store_moves(record);
    uint64_t sum = hash_bytes(HASH_START, moves, strlen(moves)) * 3;
    for (const char *line = record; line < moves;) {
        size_t n = strcspn(line, "\n");
        sum += hash_bytes(HASH_START, line, n);
        line += n + 1;
    }
    return (int64_t)sum;
}

/* digest(record) in SQL, for the migration to version 2. */
static void sql_digest(sqlite3_context *c, int n, sqlite3_value **value)
{
    const char *text = (const char *)sqlite3_value_text(value[0]);
    (void)n;
    if (text)
        sqlite3_result_int64(c, store_digest(text));
}

/* ---- versions ---- */

/* Reads the number that a query returns. */
static int read_number(struct store *s, const char *sql, int64_t *number)
{
    sqlite3_stmt *q = store_prepare(s, sql);
    if (!q)
        return LUS_EFILE;
    int status = sqlite3_step(q) == SQLITE_ROW ? 0 : store_sqlite_error(s);
    if (status == 0)
        *number = sqlite3_column_int64(q, 0);
    sqlite3_finalize(q);
    return status;
}

/* All missing steps in one transaction: a killed program leaves the old version. */
static int migrate(struct store *s)
{
    int64_t version = 0;
    int status = store_begin(s);
    if (status < 0)
        return status;
    /* Again: now no other program can write. */
    status = read_number(s, "PRAGMA user_version", &version);
    if (status == 0 && (version < 0 || version > STORE_VERSION))
        status = store_set_error(s, "was changed by another program; try again");
    for (; status == 0 && version < STORE_VERSION; version++)
        status = store_run(s, store_steps[version]);
    char sql[64];
    snprintf(sql, sizeof sql, "PRAGMA user_version = %d", STORE_VERSION);
    return store_end(s, status < 0 ? status : store_run(s, sql));
}

/* `format` gets the version found and the newest one known. */
static int set_version_error(struct store *s, const char *format, int64_t version)
{
    char text[128];
    snprintf(text, sizeof text, format, (long long)version, STORE_VERSION);
    return store_set_error(s, text);
}

/* Refuses what is not a store, migrates an older one.  0 or LUS_EFILE. */
static int check_version(struct store *s, enum store_mode mode)
{
    int64_t version = 0, application = 0, tables = 0;
    int status = read_number(s, "SELECT count(*) FROM sqlite_master", &tables);
    if (status == 0)
        status = read_number(s, "PRAGMA user_version", &version);
    if (status == 0)
        status = read_number(s, "PRAGMA application_id", &application);
    if (status < 0)
        return status;
    s->version = (int)version;
    if (tables ? application != atoll(STORE_APPLICATION) : version != 0)
        return store_set_error(s, "is a database of another program");
    if (version < 0 || (version == 0 && tables))
        return set_version_error(
            s, "is damaged: its version is %lld, supported are 1 to %d", version);
    if (version > STORE_VERSION)
        return set_version_error(s,
                                 "was written by a newer lusoria: its version is %lld, "
                                 "supported are 1 to %d",
                                 version);
    if (mode == STORE_READ)
        return tables ? 0 : store_set_error(s, "is empty: no games were stored yet");
    s->version = STORE_VERSION;
    return version < STORE_VERSION ? migrate(s) : 0;
}

/* ---- opening ---- */

/* Opens the file with our settings: EXTRA also synchronises the folder, trusted_schema OFF
   and cell_size_check ON protect against prepared files, cache_size is 64 MiB. */
static int open_file(struct store *s, int flags)
{
    if (sqlite3_open_v2(s->path, &s->db, flags | SQLITE_OPEN_NOMUTEX, NULL) != SQLITE_OK)
        return sqlite3_system_errno(s->db) == ENOENT && !(flags & SQLITE_OPEN_CREATE)
                   ? store_set_error(s, "does not exist: no games were stored yet")
                   : store_sqlite_error(s);
    sqlite3_busy_timeout(s->db, BUSY_TIMEOUT_MS);
    sqlite3_create_function(s->db, "digest", 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, NULL,
                            sql_digest, NULL, NULL);
    if (flags & SQLITE_OPEN_CREATE && sqlite3_db_readonly(s->db, "main") == 1)
        return store_set_error(s, "cannot be written: it is read-only");
    return store_run(s, "PRAGMA synchronous = EXTRA; PRAGMA foreign_keys = ON;"
                        "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON;"
                        "PRAGMA cache_size = -65536");
}

/* A program that was killed in a transaction leaves a journal that must be rolled back
   before anything can be read. */
static bool needs_rollback(const struct store *s)
{
    return sqlite3_extended_errcode(s->db) == SQLITE_READONLY_ROLLBACK;
}

static int open_for_reading(struct store *s)
{
    int64_t tables;
    int status = open_file(s, SQLITE_OPEN_READONLY);
    if (status == 0)
        status = read_number(s, "SELECT count(*) FROM sqlite_master", &tables);
    if (status == 0 || !needs_rollback(s))
        return status;
    sqlite3_close(s->db);
    status = open_file(s, SQLITE_OPEN_READWRITE);
    return status < 0 ? status : store_run(s, "PRAGMA query_only = ON");
}

int store_open(struct store **made, const char *path, enum store_mode mode)
{
    struct store *s = *made = calloc(1, sizeof *s);
    if (!s)
        return LUS_EMEMORY;
    if ((size_t)snprintf(s->path, sizeof s->path, "%s", path) >= sizeof s->path)
        return store_set_error(s, "has a name that is too long");
    int status = mode == STORE_READ
                     ? open_for_reading(s)
                     : open_file(s, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
    return status < 0 ? status : check_version(s, mode);
}

int store_use_log(struct store *s)
{
    int status = store_run(s, "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL");
    s->logged = status == 0;
    return status;
}

/* Back to a single file; if another program uses the store, the log stays until the next
   time. */
void store_close(struct store *s)
{
    if (!s)
        return;
    if (s->group_open)
        store_group_commit(s);
    sqlite3_finalize(s->add);
    sqlite3_finalize(s->find);
    sqlite3_finalize(s->puzzle);
    sqlite3_finalize(s->live);
    sqlite3_finalize(s->live_save);
    if (s->logged)
        sqlite3_exec(s->db, "PRAGMA journal_mode = DELETE", NULL, NULL, NULL);
    sqlite3_close(s->db);
    free(s);
}

#endif
