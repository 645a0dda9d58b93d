/* SPDX-License-Identifier: MIT */
/* archive.c - see archive.h.

   A search runs in two stages: the store filters by its columns (rules, players, result,
   match), then `examine` reads the record of each remaining game and compares positions.
   Without --position and without a record to print, records are not even loaded. */
#include <stdlib.h>
#include <string.h>
#include "arena/archive.h"
#include "record/record.h"

/* ---- searching ---- */

/* The context of `examine`. */
struct game_search {
    const struct game_query *query;
    bool read;
    int64_t left; /* games still to be found; 0: no limit */
    game_found_fn *found;
    void *arg;
    int64_t *damaged;
    bool complete; /* the limit was reached */
};

/* Whether the position before ply `ply` is the one searched for; ply == plies: the last. */
static bool matches_at(const struct game_query *q, const lus_game *g, int ply)
{
    const lus_pos *p =
        ply < lus_game_plies(g) ? lus_game_pos_at(g, ply) : lus_game_pos(g);
    if (memcmp(p, &q->position, sizeof *p) != 0)
        return false;
    return q->throw == LUS_ANY_THROW ||
           (ply < lus_game_plies(g) && lus_game_throw_at(g, ply) == q->throw);
}

/* The first ply before which the position occurred; -1: it did not. */
static int find_position(const struct game_query *q, const lus_game *g)
{
    for (int ply = 0; ply <= lus_game_plies(g); ply++)
        if (matches_at(q, g, ply))
            return ply;
    return -1;
}

/* The record of a stored game, which is a list of one game. */
static int read_record(const struct game_search *s, const struct store_game *g,
                       struct record ***list, int *count)
{
    lus_fault fault;
    int status = record_read(g->record, strlen(g->record), list, count, &fault);
    if (status == LUS_EMEMORY)
        return status;
    if (status < 0 || *count != 1) {
        *s->damaged = g->id;
        return LUS_ETEXT;
    }
    return 0;
}

/* Callback of store_games.  1 ends the search because the limit was reached; other results
   are those of `found`, or errors. */
static int examine(void *arg, const struct store_game *g)
{
    struct game_search *s = arg;
    struct record **list = NULL;
    int count = 0, ply = 0, status = 0;
    if (s->read || s->query->by_position)
        status = read_record(s, g, &list, &count);
    if (status == 0 && s->query->by_position)
        ply = find_position(s->query, record_game(list[0]));
    if (status == 0 && ply >= 0) {
        status = s->found(s->arg, g, list ? list[0] : NULL, ply);
        s->complete = status == 0 && s->left && !--s->left;
    }
    record_list_free(list, count);
    return s->complete ? 1 : status;
}

/* The store applies its limit before positions are compared, so it is applied here. */
int archive_search(struct store *s, const struct game_query *q, bool read,
                   game_found_fn *found, void *arg, int64_t *damaged)
{
    struct game_search search = {.query = q,
                                 .read = read,
                                 .left = q->filter.limit,
                                 .found = found,
                                 .arg = arg,
                                 .damaged = damaged};
    struct store_filter filter = q->filter;
    filter.no_record = !read && !q->by_position;
    if (q->by_position && filter.limit)
        filter.limit = INT64_MAX;
    int status = store_games(s, &filter, examine, &search);
    return search.complete ? 0 : status;
}

/* ---- importing ---- */

/* The value of a tag; `otherwise` if it is missing or empty. */
static const char *tag_or(const struct record *r, const char *name, const char *otherwise)
{
    const char *value = record_tag(r, name);
    return value && *value ? value : otherwise;
}

struct store_game archive_row(const struct record *r)
{
    size_t n;
    return (struct store_game){
        .rules = lus_rules_name(lus_game_rules(record_game(r))),
        .first = tag_or(r, "First", "?"),
        .second = tag_or(r, "Second", "?"),
        .limits = tag_or(r, "Limits", record_tag(r, "TimeControl")),
        .result = record_token[record_result(r)],
        .reason = record_reason(r),
        .plies = lus_game_plies(record_game(r)),
        .record = record_write(r, &n),
        .dice_seed = record_tag(r, "DiceSeed"),
        .dice_commitment = record_tag(r, "DiceCommitment"),
    };
}

/* The context of `next_row`. */
struct game_import {
    game_source_fn *next;
    void *arg;
    struct record *game; /* the current one, */
    const char *text;    /* as it is stored */
    int64_t read;
};

static void free_row(struct game_import *i)
{
    free((char *)(uintptr_t)i->text);
    record_free(i->game);
    i->text = NULL;
    i->game = NULL;
}

static int next_row(void *arg, struct store_game *row)
{
    struct game_import *i = arg;
    free_row(i);
    int status = i->next(i->arg, &i->game);
    if (status <= 0)
        return status;
    *row = archive_row(i->game);
    i->text = row->record;
    i->read++;
    return row->record ? 1 : LUS_EMEMORY;
}

struct single_game {
    struct store_game row;
    bool given;
};

static int give_once(void *arg, struct store_game *row)
{
    struct single_game *one = arg;
    *row = one->row;
    int more = !one->given;
    one->given = true;
    return more;
}

int archive_add(struct store *s, const struct record *game, const bool person[2])
{
    struct single_game one = {.row = archive_row(game)};
    int64_t added;
    if (!one.row.record)
        return LUS_EMEMORY;
    for (int i = 0; i < 2; i++)
        one.row.person[i] = person[i];
    int status = store_import(s, give_once, &one, &added);
    free((char *)(uintptr_t)one.row.record);
    return status;
}

int archive_import(struct store *s, game_source_fn *next, void *arg, int64_t *read,
                   int64_t *added)
{
    struct game_import i = {.next = next, .arg = arg};
    int status = store_import(s, next_row, &i, added);
    free_row(&i);
    *read = i.read;
    return status;
}
