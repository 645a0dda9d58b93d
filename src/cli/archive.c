/* SPDX-License-Identifier: MIT */
/* archive.c - see archive.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "cli/archive.h"
#include "cli/cli.h"
#include "cli/records.h"
#include "record/record_parts.h"

/* ---- finding ---- */

struct hunt {
    const struct wanted *wanted;
    bool read;
    int64_t left; /* games still to be given */
    found_fn *found;
    void *arg;
};

static bool is_there(const struct wanted *w, const lus_game *g, int ply)
{
    const lus_pos *p =
        ply < lus_game_plies(g) ? lus_game_pos_at(g, ply) : lus_game_pos(g);
    if (memcmp(p, &w->position, sizeof *p) != 0)
        return false;
    return w->throw == LUS_ANY_THROW ||
           (ply < lus_game_plies(g) && lus_game_throw_at(g, ply) == w->throw);
}

/* The first ply before which the position stood; -1: never. */
static int find_position(const struct wanted *w, const lus_game *g)
{
    for (int ply = 0; ply <= lus_game_plies(g); ply++)
        if (is_there(w, g, ply))
            return ply;
    return -1;
}

enum { ENOUGH = 1000 }; /* beyond all exit codes; the store's errors are negative */

static int look(void *arg, const struct store_game *g)
{
    struct hunt *h = arg;
    struct record **list = NULL;
    lus_fault fault;
    int count = 0, ply = 0;
    bool read = h->read || h->wanted->by_position;
    if (read && (record_read(g->record, strlen(g->record), &list, &count, &fault) < 0 ||
                 count != 1)) {
        record_list_free(list, count);
        say_failed("game %lld of the store: its record is damaged", (long long)g->id);
        return EXIT_FAILED;
    }
    if (h->wanted->by_position)
        ply = find_position(h->wanted, record_game(list[0]));
    int status = ply < 0 ? 0 : h->found(h->arg, g, list ? list[0] : NULL, ply);
    if (status == 0 && ply >= 0 && h->left && !--h->left)
        status = ENOUGH;
    record_list_free(list, count);
    return status;
}

/* The store counts games before their positions are seen, so the limit is kept here. */
int archive_each(struct store *s, const struct wanted *w, bool read, found_fn *found,
                 void *arg)
{
    struct hunt h = {w, read, w->filter.limit, found, arg};
    struct store_filter filter = w->filter;
    filter.no_record = !read && !w->by_position;
    if (w->by_position && filter.limit)
        filter.limit = INT64_MAX;
    int status = store_games(s, &filter, look, &h);
    if (status >= 0)
        return status == ENOUGH ? EXIT_DONE : status;
    return say_failed("%s", status == LUS_EFILE ? store_why(s) : lus_error_text(status));
}

/* ---- importing ---- */

static const char *tag_or(const struct record *r, const char *name, const char *otherwise)
{
    const char *value = record_tag(r, name);
    return value && *value ? value : otherwise;
}

/* The texts are the record's, but for the record itself, which is to be freed. */
static struct store_game describe(const struct record *r)
{
    size_t n;
    return (struct store_game){
        .rules = lus_rules_name(lus_game_rules(record_game(r))),
        .first = tag_or(r, "First", "?"),
        .second = tag_or(r, "Second", "?"),
        .limits = record_tag(r, "Limits"),
        .result = record_token[record_result(r)],
        .reason = record_reason(r),
        .plies = lus_game_plies(record_game(r)),
        .record = record_write(r, &n),
        .dice_seed = record_tag(r, "DiceSeed"),
        .dice_commitment = record_tag(r, "DiceCommitment"),
    };
}

static int import(struct store *s, struct record *const *list, int count, int *added)
{
    struct store_game *games = calloc((size_t)count + 1, sizeof *games);
    int status = games ? 0 : LUS_EMEMORY;
    for (int i = 0; i < count && status == 0; i++) {
        games[i] = describe(list[i]);
        status = games[i].record ? 0 : LUS_EMEMORY;
    }
    if (status == 0)
        status = store_import(s, games, count, added);
    for (int i = 0; games && i < count; i++)
        free((char *)(uintptr_t)games[i].record);
    free(games);
    return status;
}

int archive_import(struct store *s, const char *path)
{
    struct record **list;
    int count, added = 0;
    if (!records_load(path, &list, &count))
        return EXIT_FAILED;
    int status = import(s, list, count, &added);
    record_list_free(list, count);
    if (status < 0)
        return say_failed("'%s': nothing of it was stored: %s", path,
                          status == LUS_EFILE ? store_why(s) : lus_error_text(status));
    printf("%s: %d games stored, %d were there already\n", path, added, count - added);
    return EXIT_DONE;
}
