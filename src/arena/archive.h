/* SPDX-License-Identifier: MIT */
/* archive.h - the games of a store: searching and importing.

   The store (store/store.h) knows rows of texts and numbers; this file knows that a row
   contains a record, so it can search for positions and write lists. */
#ifndef ARENA_ARCHIVE_H
#define ARENA_ARCHIVE_H

#include "record/record.h"
#include "store/store.h"
#include "text/json.h"

/* Which games: those that pass the filter of the store and, if `by_position`, contain a
   position. */
struct game_query {
    struct store_filter filter; /* its limit counts the games that were found */
    bool by_position;
    lus_pos position;
    int throw; /* the throw in that position; LUS_ANY_THROW: any */
};

/* Is given a game.  `record` is NULL unless it was asked for or needed for the search;
   `ply` is the first ply before which the position occurred (0 without by_position).  A
   result other than 0 ends the search. */
typedef int game_found_fn(void *arg, const struct store_game *g,
                          const struct record *record, int ply);

/* Calls `found` for each game; with `read` it gets the record.  Returns 0, what `found`
   returned, or a negative error.  LUS_EFILE: store_error(s) says why.  LUS_ETEXT: the record
   of game *damaged cannot be read. */
int archive_search(struct store *s, const struct game_query *q, bool read,
                   game_found_fn *found, void *arg, int64_t *damaged);
/* Gives the next game of an import: returns 1 and sets *game, which archive_import frees; 0
   at the end; a negative error. */
typedef int game_source_fn(void *arg, struct record **game);
/* Adds games in one transaction, except those that are in the store already.  One game at a
   time is in memory.  Sets *read to the number of games that `next` gave and *added to that
   of new ones.  Returns 0, an error of `next`, LUS_EMEMORY or LUS_EFILE (store_error); on
   failure no game was added. */
int archive_import(struct store *s, game_source_fn *next, void *arg, int64_t *read,
                   int64_t *added);

/* The row of a record.  Its texts are the record's, except row.record, which the caller
   frees (NULL: out of memory).  No player is marked as a person. */
struct store_game archive_row(const struct record *r);

/* Adds a finished or unfinished game, unless it is in the store; person[i] says whether the
   first and the second player are people.  Returns as archive_import. */
int archive_add(struct store *s, const struct record *game, const bool person[2]);

/* ---- archive_list.c: lists of games and matches ---- */

struct archive_list {
    struct buffer text; /* lines, or JSON */
    struct buffer csv;
    int64_t n; /* games or matches */
};
/* Fills a zeroed list, whose buffers are the caller's in any case; everything is read
   before anything is printed, so that a slow reader does not lock the store.  JSON is
   lusoria.games/1 or lusoria.matches/1.  Returns as archive_search. */
int archive_list_games(struct store *s, const struct game_query *q, bool json,
                       struct archive_list *out, int64_t *damaged);
int archive_list_matches(struct store *s, const char *rules, bool json,
                         struct archive_list *out);
/* One game as a JSON object, with its record if g->record is set; `ply` as above, -1: do
   not write it. */
void archive_game_json(struct json *j, const struct store_game *g, int ply);

#endif
