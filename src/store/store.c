/* SPDX-License-Identifier: MIT */
/* store.c - opening a store: its version, its transactions, and why it cannot be used; see
   store.h.  A database is refused unless what it says about itself makes sense:

       no tables, version 0                       a new store
       tables, our id, version 1..STORE_VERSION   a store; migrated if opened for writing
       anything else                              another program's, damaged, or newer */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "core/hash.h"
#include "os/folders.h"
#include "store/store_internal.h"
#include "store/store_schema.h"

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

/* ---- transactions ---- */

int store_begin(struct store *s)
{
    if (!s->grouped || !s->group_open) {
        int status = sql_run(s, s->sql->begin);
        if (status < 0 || !s->grouped)
            return status;
        s->group_open = true;
    }
    return s->sql->savepoints ? sql_run(s, "SAVEPOINT change") : 0;
}

/* Commits if `status` is 0, otherwise rolls back; the message of `status` stays. */
static int end_with(struct store *s, int status, const char *commit, const char *rollback)
{
    char error[STORE_ERROR];
    if (status == 0)
        status = sql_run(s, commit);
    if (status == 0)
        return 0;
    memcpy(error, s->error, sizeof error);
    sql_run(s, rollback);
    memcpy(s->error, error, sizeof error);
    memset(s->cached, 0, sizeof s->cached); /* players were perhaps rolled back */
    return status;
}

/* Without savepoints a change that fails ends the group. */
int store_end(struct store *s, int status)
{
    if (s->grouped && s->sql->savepoints)
        return end_with(s, status, "RELEASE change",
                        "ROLLBACK TO change; RELEASE change");
    if (s->grouped && status == 0)
        return 0;
    s->group_open = false;
    return end_with(s, status, "COMMIT", "ROLLBACK");
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

/* ---- records ---- */

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

/* ---- the version ---- */

/* All missing steps in one transaction: a killed program leaves the old version. */
static int migrate(struct store *s)
{
    struct store_identity now = {0};
    int status = store_begin(s);
    if (status < 0)
        return status;
    if (s->sql->migration_lock)
        status = sql_run(s, s->sql->migration_lock);
    /* Again: now no other program can write. */
    if (status == 0)
        status = s->sql->identify(s, &now);
    if (status == 0 && (now.version < 0 || now.version > STORE_VERSION))
        status = store_set_error(s, "was changed by another program; try again");
    int64_t version = now.version;
    if (status == 0 && version == 0 && s->sql->first_step) {
        status = sql_run(s, s->sql->first_step);
        version = STORE_FIRST_COMMON;
    }
    for (; status == 0 && version < STORE_VERSION; version++)
        status = sql_run(s, store_steps[version]);
    return store_end(s, status < 0 ? status : s->sql->write_version(s, STORE_VERSION));
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
    struct store_identity found = {0};
    int status = s->sql->identify(s, &found);
    if (status < 0)
        return status;
    s->version = (int)found.version;
    if (found.tables ? !found.is_store : found.version != 0)
        return store_set_error(s, "is a database of another program");
    if (found.version < 0 || (found.version == 0 && found.tables))
        return set_version_error(
            s, "is damaged: its version is %lld, supported are 1 to %d", found.version);
    if (found.version > STORE_VERSION)
        return set_version_error(s,
                                 "was written by a newer lusoria: its version is %lld, "
                                 "supported are 1 to %d",
                                 found.version);
    if (mode == STORE_READ)
        return found.tables ? 0
                            : store_set_error(s, "is empty: no games were stored yet");
    s->version = STORE_VERSION;
    return found.version < STORE_VERSION ? migrate(s) : 0;
}

/* ---- opening ---- */

bool store_default_path(char *path, size_t size)
{
    return folder_path(FOLDER_DATA, "store.db", path, size);
}

bool store_is_url(const char *path)
{
    return !strncmp(path, "postgresql:", 11) || !strncmp(path, "postgres:", 9);
}

/* The back end of a path; NULL: the program was built without it. */
static const struct sql_backend *backend_of(const char *path)
{
#ifdef WITH_POSTGRES
    if (store_is_url(path))
        return &postgres_backend;
#endif
#ifdef WITH_STORE
    if (!store_is_url(path))
        return &sqlite_backend;
#endif
    (void)path;
    return NULL;
}

/* The URL is not repeated: it may contain a password. */
static int refuse_path(struct store *s, const char *path)
{
    snprintf(s->error, sizeof s->error, "this lusoria was built without %s",
             store_is_url(path) ? "libpq and cannot use PostgreSQL"
                                : "SQLite and cannot store games");
    return LUS_ESTATE;
}

int store_open(struct store **made, const char *path, enum store_mode mode)
{
    struct store *s = *made = calloc(1, sizeof *s);
    if (!s)
        return LUS_EMEMORY;
    s->sql = backend_of(path);
    if (!s->sql)
        return refuse_path(s, path);
    if ((size_t)snprintf(s->path, sizeof s->path, "%s", path) >= sizeof s->path)
        return store_set_error(s, "has a name that is too long");
    int status = s->sql->open(s, mode);
    return status < 0 ? status : check_version(s, mode);
}

int store_serve(struct store *s)
{
    return s->sql->serve(s);
}

void store_close(struct store *s)
{
    if (!s)
        return;
    if (s->group_open)
        store_group_commit(s);
    sql_finish(s->live); /* sql_forget ends only statements that are kept */
    sql_finish(s->puzzle);
    sql_forget(s);
    if (s->database)
        s->sql->close(s);
    free(s);
}
