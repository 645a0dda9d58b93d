/* SPDX-License-Identifier: MIT */
/* store_none.c - the default path, and a store that refuses everything in a program built
   without SQLite: see store.h. */
#include "os/folders.h"
#include "store/store.h"

bool store_default_path(char *path, size_t size)
{
    return folder_path(FOLDER_DATA, "store.db", path, size);
}

#ifndef WITH_STORE

bool store_is_url(const char *path)
{
    (void)path;
    return false;
}

int store_open(struct store **made, const char *path, enum store_mode mode)
{
    (void)path;
    (void)mode;
    *made = NULL;
    return LUS_ESTATE;
}

void store_group(struct store *s)
{
    (void)s;
}

bool store_group_is_open(const struct store *s)
{
    (void)s;
    return false;
}

int store_group_commit(struct store *s)
{
    (void)s;
    return LUS_ESTATE;
}

int store_serve(struct store *s)
{
    (void)s;
    return LUS_ESTATE;
}

void store_close(struct store *s)
{
    (void)s;
}

const char *store_error(const struct store *s)
{
    (void)s;
    return "this lusoria was built without SQLite and cannot store games";
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

int store_matches(struct store *s, const char *rules, store_match_fn *each, void *arg)
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

int store_import(struct store *s, store_source_fn *next, void *arg, int64_t *added)
{
    (void)next;
    (void)arg;
    (void)added;
    return store_add(s, NULL, 0);
}

int store_games(struct store *s, const struct store_filter *f, store_game_fn *each,
                void *arg)
{
    (void)s;
    (void)f;
    (void)each;
    (void)arg;
    return LUS_ESTATE;
}

#endif
