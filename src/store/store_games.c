/* SPDX-License-Identifier: MIT */
/* store_games.c - adding and reading games: see store.h.

   A game of a match is identified by (match, pair, seat), a unique index; an imported game
   by the digest of its record, which does not depend on the order of its tags.  Both kinds
   of duplicates are skipped, so adding games twice does no harm. */
#include <stdio.h>
#include <string.h>
#include "store/store_internal.h"

/* ---- adding games ---- */

static const char add_game[] =
    "INSERT INTO games (match, pair, seat, rules, first, second, limits, result, reason,"
    " plies, record, dice_seed, dice_commitment, moves_first, moves_second, ms_first,"
    " ms_second, said, digest)"
    " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17,"
    " ?18, ?19)"
    " ON CONFLICT DO NOTHING";

/* Without a match the three columns stay NULL. */
static void bind_match(struct statement *q, const struct store_game *g)
{
    if (g->match) {
        sql_bind_int(q, 1, g->match);
        sql_bind_int(q, 2, g->pair);
        sql_bind_int(q, 3, g->seat);
    }
}

/* The numbers are those of the columns in the INSERT statement above. */
static void bind_game(struct statement *q, const struct store_game *g,
                      const int64_t player[2])
{
    bind_match(q, g);
    sql_bind_text(q, 4, g->rules);
    sql_bind_int(q, 5, player[0]);
    sql_bind_int(q, 6, player[1]);
    sql_bind_text(q, 7, g->limits);
    sql_bind_text(q, 8, g->result);
    sql_bind_text(q, 9, g->reason);
    sql_bind_int(q, 10, g->plies);
    sql_bind_text(q, 11, g->record);
    sql_bind_text(q, 12, g->dice_seed);
    sql_bind_text(q, 13, g->dice_commitment);
    for (int i = 0; i < 2 && g->match; i++) {
        sql_bind_int(q, 14 + i, g->moves[i]);
        sql_bind_real(q, 16 + i, g->time_ms[i]);
    }
    sql_bind_text(q, 18, g->last_lines);
    sql_bind_int(q, 19, store_digest(g->record));
}

int store_add_one(struct store *s, const struct store_game *g)
{
    int64_t player[2];
    int status = store_players(s, g->first, g->second, player);
    if (status < 0)
        return status;
    for (int i = 0; i < 2; i++)
        if (g->person[i] && (status = store_mark_person(s, player[i])) < 0)
            return status;
    struct statement *q = sql_prepare(s, add_game);
    bind_game(q, g, player);
    return sql_execute(q, NULL);
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
    struct statement *q = sql_prepare(s, "SELECT record FROM games WHERE digest = ?1");
    bool found = false;
    int got = 0;
    sql_bind_int(q, 1, store_digest(record));
    while (!found && (got = sql_step(q)) == 1) {
        const char *other = sql_text(q, 0);
        found = other && !strcmp(store_moves(other), store_moves(record));
    }
    sql_finish(q);
    return found ? 1 : got;
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
    " WHERE TRUE";

/* Rows are read in pages, and the store is not locked in between: reading all games must
   not block a match that stores its own. */
enum { PAGE = 1000 };

struct row_page {
    int64_t after; /* the last id that was read */
    int64_t rows;  /* at most so many are read */
};

/* A condition of a query with one value, a number or a text. */
struct condition_part {
    bool used;
    const char *sql; /* its placeholder is "?%d" */
    int64_t number;
    const char *text;
};
enum { N_PARTS = 9 };

/* Conditions that select nothing are left out, so that indexes are used. */
static void list_parts(struct condition_part parts[N_PARTS], const struct store_filter *f,
                       const struct row_page *p)
{
    const struct condition_part all[N_PARTS] = {
        {f->id, " AND g.id = ?%d", f->id, NULL},
        {f->match, " AND g.match = ?%d", f->match, NULL},
        {f->rules, " AND g.rules = ?%d", 0, f->rules},
        {f->player, " AND ?%d IN (a.name, b.name)", 0, f->player},
        {f->opponent, " AND ?%d IN (a.name, b.name)", 0, f->opponent},
        {f->result, " AND g.result = ?%d", 0, f->result},
        {f->pairs, " AND g.pair < ?%d ORDER BY g.pair, g.seat", f->pairs, NULL},
        {!f->pairs,
         f->limit ? " AND g.id < ?%d ORDER BY g.id DESC"
                  : " AND g.id > ?%d ORDER BY g.id",
         p->after, NULL},
        {!f->pairs, " LIMIT ?%d", p->rows, NULL},
    };
    memcpy(parts, all, sizeof all);
}

static void write_query(char sql[2048], int version, const struct store_filter *f,
                        const struct condition_part parts[N_PARTS])
{
    int n = snprintf(sql, 2048, columns,
                     version < 2 ? "NULL, NULL, NULL, NULL, NULL"
                                 : "g.moves_first, g.moves_second, g.ms_first,"
                                   " g.ms_second, g.said",
                     f->no_record ? "NULL" : "g.record",
                     version < 3 ? "0, 0"
                                 : "g.first IN (SELECT player FROM people),"
                                   " g.second IN (SELECT player FROM people)");
    for (int i = 0, at = 1; i < N_PARTS; i++)
        if (parts[i].used)
            n += snprintf(sql + n, 2048 - (size_t)n, parts[i].sql, at++);
}

static void bind_parts(struct statement *q, const struct condition_part parts[N_PARTS])
{
    for (int i = 0, at = 1; i < N_PARTS; i++)
        if (parts[i].used && parts[i].text)
            sql_bind_text(q, at++, parts[i].text);
        else if (parts[i].used)
            sql_bind_int(q, at++, parts[i].number);
}

/* The current row; the texts belong to the statement. */
static struct store_game game_at(struct statement *q)
{
    return (struct store_game){
        .id = sql_int(q, 0),
        .match = sql_int(q, 1),
        .pair = sql_int(q, 2),
        .seat = (int)sql_int(q, 3),
        .rules = sql_text(q, 4),
        .first = sql_text(q, 5),
        .second = sql_text(q, 6),
        .limits = sql_text(q, 7),
        .result = sql_text(q, 8),
        .reason = sql_text(q, 9),
        .plies = (int)sql_int(q, 10),
        .dice_seed = sql_text(q, 11),
        .dice_commitment = sql_text(q, 12),
        .added = sql_text(q, 13),
        .moves = {(int)sql_int(q, 14), (int)sql_int(q, 15)},
        .time_ms = {sql_real(q, 16), sql_real(q, 17)},
        .last_lines = sql_text(q, 18),
        .player = {sql_int(q, 19), sql_int(q, 20)},
        .record = sql_text(q, 21),
        .person = {(int)sql_int(q, 22), (int)sql_int(q, 23)},
    };
}

/* Reads one page; *n is the number of games in it. */
static int read_page(struct store *s, const struct store_filter *f, struct row_page *p,
                     int64_t *n, store_game_fn *each, void *arg)
{
    struct condition_part parts[N_PARTS];
    char sql[2048];
    int status = 0, got = 0;
    *n = 0;
    list_parts(parts, f, p);
    write_query(sql, s->version, f, parts);
    struct statement *q = sql_prepare(s, sql);
    bind_parts(q, parts);
    while (status == 0 && (got = sql_step(q)) == 1) {
        struct store_game g = game_at(q);
        bool complete = g.rules && g.first && g.second && g.result && g.added &&
                        (g.record || f->no_record);
        p->after = g.id;
        ++*n;
        status = complete ? each(arg, &g) : store_set_error(s, "is damaged");
    }
    sql_finish(q);
    return status ? status : got;
}

int store_games(struct store *s, const struct store_filter *f, store_game_fn *each,
                void *arg)
{
    int status = 0;
    int64_t n = PAGE, left = f->limit ? f->limit : INT64_MAX;
    struct row_page page = {.after = f->limit ? INT64_MAX : 0};
    for (; status == 0 && n == PAGE && left > 0; left -= n) {
        page.rows = left < PAGE ? left : PAGE;
        status = read_page(s, f, &page, &n, each, arg);
        n = f->pairs ? 0 : n; /* pairs are not read in pages */
    }
    return status;
}
