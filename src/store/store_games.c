/* SPDX-License-Identifier: MIT */
/* store_games.c - adding and reading games: see store.h.

   A game of a match is identified by (match, pair, seat), a unique index; an imported game
   by the digest of its record, which does not depend on the order of its tags.  Both kinds
   of duplicates are skipped, so adding games twice does no harm. */
#include <stdio.h>
#include <string.h>

#ifdef WITH_STORE

#include "store/store_internal.h"

/* ---- adding games ---- */

static const char add_game[] =
    "INSERT INTO games (match, pair, seat, rules, first, second, limits, result, reason,"
    " plies, record, dice_seed, dice_commitment, moves_first, moves_second, ms_first,"
    " ms_second, said, digest)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
    " ON CONFLICT DO NOTHING";

/* Without a match the three columns stay NULL. */
static void bind_match(sqlite3_stmt *q, const struct store_game *g)
{
    if (g->match) {
        sqlite3_bind_int64(q, 1, g->match);
        sqlite3_bind_int64(q, 2, g->pair);
        sqlite3_bind_int(q, 3, g->seat);
    }
}

/* The numbers are those of the columns in the INSERT statement above. */
static void bind_game(sqlite3_stmt *q, const struct store_game *g,
                      const int64_t player[2])
{
    bind_match(q, g);
    store_bind_text(q, 4, g->rules);
    sqlite3_bind_int64(q, 5, player[0]);
    sqlite3_bind_int64(q, 6, player[1]);
    store_bind_text(q, 7, g->limits);
    store_bind_text(q, 8, g->result);
    store_bind_text(q, 9, g->reason);
    sqlite3_bind_int(q, 10, g->plies);
    store_bind_text(q, 11, g->record);
    store_bind_text(q, 12, g->dice_seed);
    store_bind_text(q, 13, g->dice_commitment);
    for (int i = 0; i < 2 && g->match; i++) {
        sqlite3_bind_int(q, 14 + i, g->moves[i]);
        sqlite3_bind_double(q, 16 + i, g->time_ms[i]);
    }
    store_bind_text(q, 18, g->last_lines);
    sqlite3_bind_int64(q, 19, store_digest(g->record));
}

int store_add_one(struct store *s, const struct store_game *g)
{
    int64_t player[2];
    int status = store_player(s, g->first, &player[0]);
    if (status == 0)
        status = store_player(s, g->second, &player[1]);
    if (status < 0)
        return status;
    for (int i = 0; i < 2; i++)
        if (g->person[i] && (status = store_mark_person(s, player[i])) < 0)
            return status;
    if (!s->add && !(s->add = store_prepare(s, add_game)))
        return LUS_EFILE;
    bind_game(s->add, g, player);
    status = sqlite3_step(s->add) == SQLITE_DONE ? 0 : store_sqlite_error(s);
    sqlite3_reset(s->add);
    sqlite3_clear_bindings(s->add);
    return status;
}

int store_add(struct store *s, const struct store_game *games, int n)
{
    int status = store_begin(s);
    if (status < 0)
        return status;
    for (int i = 0; i < n && status == 0; i++)
        status = store_add_one(s, &games[i]);
    return store_end(s, status);
}

/* Returns 1 if a game with this record is stored, 0 if not, or a negative error. */
static int has_record(struct store *s, const char *record)
{
    int status = 0, got = SQLITE_DONE;
    if (!s->find &&
        !(s->find = store_prepare(s, "SELECT record FROM games WHERE digest = ?")))
        return LUS_EFILE;
    sqlite3_bind_int64(s->find, 1, store_digest(record));
    while (!status && (got = sqlite3_step(s->find)) == SQLITE_ROW) {
        const char *other = (const char *)sqlite3_column_text(s->find, 0);
        status = other && !strcmp(store_moves(other), store_moves(record));
    }
    if (!status && got != SQLITE_DONE)
        status = store_sqlite_error(s);
    sqlite3_reset(s->find);
    return status;
}

int store_import(struct store *s, store_source_fn *next, void *arg, int64_t *added)
{
    struct store_game game;
    int status = store_begin(s);
    int64_t new = 0;
    if (status < 0)
        return status;
    while (status >= 0 && (status = next(arg, &game)) > 0) {
        status = has_record(s, game.record);
        if (status == 0) {
            status = store_add_one(s, &game);
            new ++;
        }
    }
    status = store_end(s, status < 0 ? status : 0);
    if (status == 0)
        *added = new;
    return status;
}

/* ---- reading games ---- */

static const char columns[] =
    "SELECT g.id, g.match, g.pair, g.seat, g.rules, a.name, b.name, g.limits, g.result,"
    " g.reason, g.plies, g.dice_seed, g.dice_commitment, g.added, %s,"
    " g.first, g.second, %s, %s"
    " FROM games g JOIN players a ON a.id = g.first JOIN players b ON b.id = g.second"
    " WHERE 1";

/* Rows are read in pages, and the store is not locked in between: reading all games must
   not block a match that stores its own. */
enum { PAGE = 1000 };

struct row_page {
    int64_t after; /* the last id that was read */
    int64_t rows;  /* at most so many are read */
};

/* Conditions that select nothing are left out, so that SQLite uses its indexes. */
static void write_query(char sql[2048], int version, const struct store_filter *f)
{
    const struct {
        bool used;
        const char *condition;
    } parts[] = {
        {f->id, " AND g.id = ?1"},
        {f->match, " AND g.match = ?2"},
        {f->rules, " AND g.rules = ?3"},
        {f->player, " AND (a.name = ?4 OR b.name = ?4)"},
        {f->opponent, " AND (a.name = ?5 OR b.name = ?5)"},
        {f->result, " AND g.result = ?6"},
        {f->pairs, " AND g.pair < ?7 ORDER BY g.pair, g.seat"},
        {!f->pairs && f->limit, " AND g.id < ?8 ORDER BY g.id DESC LIMIT ?9"},
        {!f->pairs && !f->limit, " AND g.id > ?8 ORDER BY g.id LIMIT ?9"},
    };
    int n = snprintf(sql, 2048, columns,
                     version < 2 ? "NULL, NULL, NULL, NULL, NULL"
                                 : "g.moves_first, g.moves_second, g.ms_first,"
                                   " g.ms_second, g.said",
                     f->no_record ? "NULL" : "g.record",
                     version < 3 ? "0, 0"
                                 : "g.first IN (SELECT player FROM people),"
                                   " g.second IN (SELECT player FROM people)");
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        if (parts[i].used)
            n += snprintf(sql + n, 2048 - (size_t)n, "%s", parts[i].condition);
}

static void bind_filter(sqlite3_stmt *q, const struct store_filter *f,
                        const struct row_page *p)
{
    sqlite3_bind_int64(q, 1, f->id);
    sqlite3_bind_int64(q, 2, f->match);
    store_bind_text(q, 3, f->rules);
    store_bind_text(q, 4, f->player);
    store_bind_text(q, 5, f->opponent);
    store_bind_text(q, 6, f->result);
    sqlite3_bind_int64(q, 7, f->pairs);
    sqlite3_bind_int64(q, 8, p->after);
    sqlite3_bind_int64(q, 9, p->rows);
}

/* The current row; the texts belong to the statement. */
static struct store_game game_at(sqlite3_stmt *q)
{
#define TEXT(i) ((const char *)sqlite3_column_text(q, i))
    return (struct store_game){
        .id = sqlite3_column_int64(q, 0),
        .match = sqlite3_column_int64(q, 1),
        .pair = sqlite3_column_int64(q, 2),
        .seat = sqlite3_column_int(q, 3),
        .rules = TEXT(4),
        .first = TEXT(5),
        .second = TEXT(6),
        .limits = TEXT(7),
        .result = TEXT(8),
        .reason = TEXT(9),
        .plies = sqlite3_column_int(q, 10),
        .dice_seed = TEXT(11),
        .dice_commitment = TEXT(12),
        .added = TEXT(13),
        .moves = {sqlite3_column_int(q, 14), sqlite3_column_int(q, 15)},
        .time_ms = {sqlite3_column_double(q, 16), sqlite3_column_double(q, 17)},
        .last_lines = TEXT(18),
        .player = {sqlite3_column_int64(q, 19), sqlite3_column_int64(q, 20)},
        .record = TEXT(21),
        .person = {sqlite3_column_int(q, 22), sqlite3_column_int(q, 23)},
    };
#undef TEXT
}

/* Reads one page; *n is the number of games in it. */
static int read_page(struct store *s, sqlite3_stmt *q, const struct store_filter *f,
                     struct row_page *p, int64_t *n, store_game_fn *each, void *arg)
{
    int status = 0, got = SQLITE_DONE;
    *n = 0;
    bind_filter(q, f, p);
    while (status == 0 && (got = sqlite3_step(q)) == SQLITE_ROW) {
        struct store_game g = game_at(q);
        bool complete = g.rules && g.first && g.second && g.result && g.added &&
                        (g.record || f->no_record);
        p->after = g.id;
        ++*n;
        status = complete ? each(arg, &g) : store_set_error(s, "is damaged");
    }
    if (status == 0 && got != SQLITE_DONE)
        status = store_sqlite_error(s);
    sqlite3_reset(q);
    return status;
}

int store_games(struct store *s, const struct store_filter *f, store_game_fn *each,
                void *arg)
{
    char sql[2048];
    int status = 0;
    int64_t n = PAGE, left = f->limit ? f->limit : INT64_MAX;
    struct row_page page = {.after = f->limit ? INT64_MAX : 0};
    write_query(sql, s->version, f);
    sqlite3_stmt *q = store_prepare(s, sql);
    if (!q)
        return LUS_EFILE;
    for (; status == 0 && n == PAGE && left > 0; left -= n) {
        page.rows = left < PAGE ? left : PAGE;
        status = read_page(s, q, f, &page, &n, each, arg);
        n = f->pairs ? 0 : n; /* pairs are not read in pages */
    }
    sqlite3_finalize(q);
    return status;
}

#endif
