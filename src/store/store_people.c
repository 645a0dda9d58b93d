/* SPDX-License-Identifier: MIT */
/* store_people.c - people, the reviews of their games, what they practise: see store.h.

       people      players that are persons: names of programs are not suggested
       reviews     one row per game and seat: decisions, mean loss, luck, grade
       practice    one row per person, rule set, position and throw, with the day on which it
                   is due again; STORE_NEVER: it was solved often enough

   A store of version 1 or 2 that is opened for reading has none of these tables: then there
   are no rows. */
#include <stdio.h>
#include <string.h>
#include "store/store_internal.h"

int store_mark_person(struct store *s, int64_t player)
{
    struct statement *q =
        sql_prepare(s, "INSERT INTO people (player) VALUES (?1) ON CONFLICT DO NOTHING");
    sql_bind_int(q, 1, player);
    return sql_execute(q, NULL);
}

/* ---- reviews ---- */

/* A second review of the same game replaces the first. */
int store_set_review(struct store *s, const struct store_review *v)
{
    struct statement *q = sql_prepare(
        s, "INSERT INTO reviews (game, seat, decisions, mean_loss, luck, grade)"
           " VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT (game, seat) DO UPDATE SET"
           " decisions = excluded.decisions, mean_loss = excluded.mean_loss,"
           " luck = excluded.luck, grade = excluded.grade");
    sql_bind_int(q, 1, v->game);
    sql_bind_int(q, 2, v->seat);
    sql_bind_int(q, 3, v->decisions);
    sql_bind_real(q, 4, v->mean_loss);
    sql_bind_real(q, 5, v->luck);
    sql_bind_text(q, 6, *v->grade ? v->grade : NULL);
    return sql_execute(q, NULL);
}

int store_get_review(struct store *s, struct store_review *v)
{
    if (s->version < 3)
        return 0;
    struct statement *q = sql_prepare(s, "SELECT decisions, mean_loss, luck, grade"
                                         " FROM reviews WHERE game = ?1 AND seat = ?2");
    sql_bind_int(q, 1, v->game);
    sql_bind_int(q, 2, v->seat);
    int status = sql_step(q);
    if (status == 1) {
        const char *grade = sql_text(q, 3);
        v->decisions = (int)sql_int(q, 0);
        v->mean_loss = sql_real(q, 1);
        v->luck = sql_real(q, 2);
        snprintf(v->grade, sizeof v->grade, "%s", grade ? grade : "");
    }
    sql_finish(q);
    return status;
}

/* ---- practice ---- */

/* A position that the person practises already is not added again. */
int store_add_puzzle(struct store *s, const char *person, const struct store_puzzle *z)
{
    int64_t player;
    int status = store_player(s, person, &player);
    if (status < 0)
        return status;
    struct statement *q = sql_prepare(
        s, "INSERT INTO practice (player, rules, position, throw, game, ply, times, due)"
           " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) ON CONFLICT DO NOTHING");
    sql_bind_int(q, 1, player);
    sql_bind_text(q, 2, z->rules);
    sql_bind_text(q, 3, z->position);
    sql_bind_int(q, 4, z->throw);
    if (z->game) {
        sql_bind_int(q, 5, z->game);
        sql_bind_int(q, 6, z->ply);
    }
    sql_bind_int(q, 7, z->times);
    sql_bind_int(q, 8, z->due);
    return sql_execute(q, NULL);
}

/* The position that has been due longest. */
static const char due_puzzle[] =
    "SELECT z.id, z.rules, z.position, z.throw, z.game, z.ply, z.times, z.due"
    " FROM practice z JOIN players p ON p.id = z.player"
    " WHERE p.name = ?1 AND z.rules = ?2 AND z.due <= ?3 ORDER BY z.due, z.id LIMIT 1";

/* The statement of the last puzzle, which keeps its texts, would lock the store. */
static void release_puzzle(struct store *s)
{
    sql_finish(s->puzzle);
    s->puzzle = NULL;
}

int store_due_puzzle(struct store *s, const char *person, const char *rules, int64_t day,
                     struct store_puzzle *z)
{
    if (s->version < 3)
        return 0;
    release_puzzle(s);
    struct statement *q = s->puzzle = sql_prepare(s, due_puzzle);
    sql_bind_text(q, 1, person);
    sql_bind_text(q, 2, rules);
    sql_bind_int(q, 3, day);
    int got = sql_step(q);
    if (got != 1)
        return got;
    *z = (struct store_puzzle){
        .id = sql_int(q, 0),
        .rules = sql_text(q, 1),
        .position = sql_text(q, 2),
        .throw = (int)sql_int(q, 3),
        .game = sql_int(q, 4),
        .ply = (int)sql_int(q, 5),
        .times = (int)sql_int(q, 6),
        .due = sql_int(q, 7),
    };
    return z->rules && z->position ? 1 : store_set_error(s, "is damaged");
}

int store_set_puzzle(struct store *s, const struct store_puzzle *z)
{
    release_puzzle(s);
    struct statement *q =
        sql_prepare(s, "UPDATE practice SET times = ?1, due = ?2 WHERE id = ?3");
    sql_bind_int(q, 1, z->times);
    sql_bind_int(q, 2, z->due);
    sql_bind_int(q, 3, z->id);
    return sql_execute(q, NULL);
}

int store_count_puzzles(struct store *s, const char *person, const char *rules,
                        int64_t day, int64_t *due, int64_t *all)
{
    *due = *all = 0;
    if (s->version < 3)
        return 0;
    struct statement *q = sql_prepare(
        s, "SELECT count(CASE WHEN due <= ?1 THEN 1 END),"
           " count(CASE WHEN due < ?2 THEN 1 END) FROM practice"
           " WHERE rules = ?3 AND player = (SELECT id FROM players WHERE name = ?4)");
    sql_bind_int(q, 1, day);
    sql_bind_int(q, 2, STORE_NEVER);
    sql_bind_text(q, 3, rules);
    sql_bind_text(q, 4, person);
    int got = sql_step(q);
    if (got == 1) {
        *due = sql_int(q, 0);
        *all = sql_int(q, 1);
    }
    sql_finish(q);
    return got < 0 ? got : 0;
}
