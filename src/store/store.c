/* SPDX-License-Identifier: MIT */
/* store.c - opening a store: what it is, its version, and why it cannot be used. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "os/folders.h"
#include "store/store.h"

bool store_default_path(char *path, size_t size)
{
    return folder_path(FOLDER_DATA, "store.db", path, size);
}

#ifdef WITH_STORE

#include "store/parts.h"
#include "store/schema.h"

enum { PATIENCE_MS = 5000 }; /* with other programs that use the store */
enum { N_STEPS = sizeof store_steps / sizeof store_steps[0] };
_Static_assert((int)N_STEPS == (int)STORE_VERSION, "a step for every version");

/* ---- failures in words ---- */

const char *store_why(const struct store *s)
{
    return s->why;
}

int store_refuse(struct store *s, const char *text)
{
    snprintf(s->why, sizeof s->why, "'%.400s' %s", s->path, text);
    return LUS_EFILE;
}

int store_fail(struct store *s)
{
    int code = sqlite3_errcode(s->db), error = sqlite3_system_errno(s->db);
    char text[256];
    switch (code) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return store_refuse(s, "is locked by another program");
    case SQLITE_READONLY:
        return store_refuse(s, "cannot be written: the file or its folder is read-only");
    case SQLITE_FULL:
        return store_refuse(s, "cannot be written: the disk is full");
    case SQLITE_NOTADB:
        return store_refuse(s, "is not a store of games");
    case SQLITE_CORRUPT:
        return store_refuse(s, "is damaged");
    case SQLITE_IOERR:
    case SQLITE_CANTOPEN:
        snprintf(text, sizeof text, "cannot be %s: %s",
                 code == SQLITE_IOERR ? "read or written" : "opened",
                 error ? strerror(error) : sqlite3_errmsg(s->db));
        return store_refuse(s, text);
    default:
        snprintf(text, sizeof text, "cannot be used: %s", sqlite3_errmsg(s->db));
        return store_refuse(s, text);
    }
}

/* ---- small things ---- */

int store_run(struct store *s, const char *sql)
{
    return sqlite3_exec(s->db, sql, NULL, NULL, NULL) == SQLITE_OK ? 0 : store_fail(s);
}

sqlite3_stmt *store_prepare(struct store *s, const char *sql)
{
    sqlite3_stmt *q = NULL;
    if (sqlite3_prepare_v2(s->db, sql, -1, &q, NULL) != SQLITE_OK)
        store_fail(s);
    return q;
}

int store_begin(struct store *s)
{
    return store_run(s, "BEGIN IMMEDIATE");
}

int store_end(struct store *s, int status)
{
    if (status == 0)
        status = store_run(s, "COMMIT");
    if (status == 0)
        return 0;
    sqlite3_exec(s->db, "ROLLBACK", NULL, NULL, NULL);
    memset(s->known, 0, sizeof s->known); /* a player may be gone again */
    return status;
}

void store_bind_text(sqlite3_stmt *q, int at, const char *text)
{
    if (text)
        sqlite3_bind_text(q, at, text, -1, SQLITE_STATIC);
    else
        sqlite3_bind_null(q, at);
}

/* FNV-1a. */
static uint64_t hash(const char *text, size_t n)
{
    uint64_t h = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < n; i++)
        h = (h ^ (unsigned char)text[i]) * UINT64_C(0x100000001b3);
    return h;
}

const char *store_moves(const char *record)
{
    const char *gap = strstr(record, "\n\n");
    return gap ? gap + 2 : record;
}

/* The tags in any order: formats of others do not keep it. */
int64_t store_digest(const char *record)
{
    const char *moves = store_moves(record);
    uint64_t sum = hash(moves, strlen(moves)) * 3;
    for (const char *line = record; line < moves;) {
        size_t n = strcspn(line, "\n");
        sum += hash(line, n);
        line += n + 1;
    }
    return (int64_t)sum;
}

static void digest(sqlite3_context *c, int n, sqlite3_value **value)
{
    const char *text = (const char *)sqlite3_value_text(value[0]);
    (void)n;
    if (text)
        sqlite3_result_int64(c, store_digest(text));
}

/* ---- versions ---- */

/* The one number a query gives. */
static int ask(struct store *s, const char *sql, int64_t *number)
{
    sqlite3_stmt *q = store_prepare(s, sql);
    if (!q)
        return LUS_EFILE;
    int status = sqlite3_step(q) == SQLITE_ROW ? 0 : store_fail(s);
    if (status == 0)
        *number = sqlite3_column_int64(q, 0);
    sqlite3_finalize(q);
    return status;
}

static int migrate(struct store *s)
{
    int64_t version = 0;
    int status = store_begin(s);
    if (status < 0)
        return status;
    status = ask(s, "PRAGMA user_version", &version); /* again: now nobody else writes */
    for (; status == 0 && version < STORE_VERSION; version++)
        status = store_run(s, store_steps[version]);
    char sql[64];
    snprintf(sql, sizeof sql, "PRAGMA user_version = %d", STORE_VERSION);
    return store_end(s, status < 0 ? status : store_run(s, sql));
}

static int check_version(struct store *s)
{
    int64_t version = 0, mark = 0, tables = 0;
    char text[128];
    int status = ask(s, "PRAGMA user_version", &version);
    if (status == 0)
        status = ask(s, "PRAGMA application_id", &mark);
    if (status == 0)
        status = ask(s, "SELECT count(*) FROM sqlite_master", &tables);
    if (status < 0)
        return status;
    if (tables ? mark != atoll(STORE_APPLICATION) : version != 0)
        return store_refuse(s, "is a database of another program");
    if (version > STORE_VERSION) {
        snprintf(text, sizeof text,
                 "was written by a newer lusoria: its version is %lld, known are 1 to %d",
                 (long long)version, STORE_VERSION);
        return store_refuse(s, text);
    }
    return version < STORE_VERSION ? migrate(s) : 0;
}

/* ---- opening ---- */

static int open_file(struct store *s, enum store_mode mode)
{
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX |
                (mode == STORE_WRITE ? SQLITE_OPEN_CREATE : 0);
    if (sqlite3_open_v2(s->path, &s->db, flags, NULL) != SQLITE_OK) {
        if (mode == STORE_READ && sqlite3_system_errno(s->db) == ENOENT)
            return store_refuse(s, "is not there: no games were stored yet");
        return store_fail(s);
    }
    sqlite3_busy_timeout(s->db, PATIENCE_MS);
    sqlite3_create_function(s->db, "digest", 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, NULL,
                            digest, NULL, NULL);
    if (mode == STORE_WRITE && sqlite3_db_readonly(s->db, "main") == 1)
        return store_refuse(s, "cannot be written: it is read-only");
    return store_run(s, "PRAGMA synchronous = EXTRA; PRAGMA foreign_keys = ON;"
                        "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON;"
                        "PRAGMA cache_size = -65536");
}

int store_open(struct store **made, const char *path, enum store_mode mode)
{
    struct store *s = *made = calloc(1, sizeof *s);
    if (!s)
        return LUS_EMEMORY;
    if ((size_t)snprintf(s->path, sizeof s->path, "%s", path) >= sizeof s->path)
        return store_refuse(s, "is too long a name");
    int status = open_file(s, mode);
    return status < 0 ? status : check_version(s);
}

void store_close(struct store *s)
{
    if (!s)
        return;
    sqlite3_finalize(s->add);
    sqlite3_finalize(s->find);
    sqlite3_close(s->db);
    free(s);
}

#else

struct store {
    int nothing;
};

int store_open(struct store **made, const char *path, enum store_mode mode)
{
    (void)path;
    (void)mode;
    *made = NULL;
    return LUS_ESTATE;
}

void store_close(struct store *s)
{
    (void)s;
}

const char *store_why(const struct store *s)
{
    (void)s;
    return "this lusoria was built without SQLite and stores nothing";
}

int store_match(struct store *s, struct store_match *m)
{
    (void)s;
    (void)m;
    return LUS_ESTATE;
}

int store_unfinished(struct store *s, struct store_match *m, int64_t games)
{
    (void)games;
    return store_match(s, m);
}

int store_matches(struct store *s, const char *rules, store_each_match *each, void *arg)
{
    (void)s;
    (void)rules;
    (void)each;
    (void)arg;
    return LUS_ESTATE;
}

int store_add(struct store *s, const struct store_game *games, int n)
{
    (void)s;
    (void)games;
    (void)n;
    return LUS_ESTATE;
}

int store_import(struct store *s, const struct store_game *games, int n, int *added)
{
    (void)added;
    return store_add(s, games, n);
}

int store_games(struct store *s, const struct store_filter *f, store_each *each,
                void *arg)
{
    (void)s;
    (void)f;
    (void)each;
    (void)arg;
    return LUS_ESTATE;
}

#endif
