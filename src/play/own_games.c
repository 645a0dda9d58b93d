/* SPDX-License-Identifier: MIT */
/* own_games.c - see own_games.h. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "arena/archive.h"
#include "os/clock.h"
#include "os/folders.h"
#include "play/own_games.h"

bool own_games_path(char path[PATH_MAX])
{
    char folder[PATH_MAX];
    if (!store_default_path(path, PATH_MAX))
        return false;
    memcpy(folder, path, sizeof folder);
    *strrchr(folder, '/') = '\0';
    folder_make(folder, 0700); /* store_open says what is wrong */
    return true;
}

int own_games_open(struct store **s, enum store_mode mode)
{
    char path[PATH_MAX];
    *s = NULL;
    if (mode == STORE_WRITE ? !own_games_path(path)
                            : !store_default_path(path, sizeof path))
        return LUS_ESTATE;
    return store_open(s, path, mode);
}

bool own_games_add(const struct play *p, char why[STORE_ERROR])
{
    const struct player_spec *spec = p->options->player;
    const bool person[2] = {spec[0].kind == PLAYER_HUMAN, spec[1].kind == PLAYER_HUMAN};
    struct store *s;
    why[0] = '\0';
    if (!play_over(p) || !(person[0] || person[1]))
        return true;
    int status = own_games_open(&s, STORE_WRITE);
    if (status == 0)
        status = archive_add(s, p->record, person);
    if (status < 0 && status != LUS_ESTATE)
        snprintf(why, STORE_ERROR, "%s",
                 status == LUS_EFILE ? store_error(s) : lus_error_text(status));
    store_close(s);
    return !why[0];
}

/* ---- the last game ---- */

/* Seconds since 1970 of a time of the store, "2026-08-01 12:00:00" UTC; 0 if it is not one. */
static int64_t seconds_of(const char *text)
{
    int year, month, day, hour, minute, second;
    if (sscanf(text, "%d-%d-%d %d:%d:%d", &year, &month, &day, &hour, &minute, &second) !=
        6)
        return 0;
    return ((clock_day(year, month, day) * 24 + hour) * 60 + minute) * 60 + second;
}

/* The game that find_own has found. */
struct last_game {
    int64_t id, added;
    char *record;
};

/* Callback of store_games, from the newest game on; 1 ends the reading. */
static int find_own(void *arg, const struct store_game *g)
{
    struct last_game *own = arg;
    if (!(g->person[0] || g->person[1]) || !strcmp(g->result, "*"))
        return 0;
    own->id = g->id;
    own->added = seconds_of(g->added);
    return 1;
}

static int copy_record(void *arg, const struct store_game *g)
{
    struct last_game *own = arg;
    own->record = strdup(g->record);
    return 1;
}

/* The records of the games before it are not read: a store can have many of programs. */
struct record *own_games_last(int64_t *added)
{
    struct store_filter newest = {.limit = INT64_MAX, .no_record = true}, one = {0};
    struct last_game own = {0};
    struct record **list = NULL, *last = NULL;
    struct store *s;
    lus_fault fault;
    int n = 0;
    if (own_games_open(&s, STORE_READ) == 0 &&
        store_games(s, &newest, find_own, &own) == 1) {
        one.id = own.id;
        store_games(s, &one, copy_record, &own);
    }
    store_close(s);
    if (own.record &&
        record_read(own.record, strlen(own.record), &list, &n, &fault) >= 0) {
        last = list[0];
        list[0] = NULL;
        record_list_free(list, n);
    }
    free(own.record);
    *added = own.added;
    return last;
}
