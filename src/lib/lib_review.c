/* SPDX-License-Identifier: MIT */
/* lib_review.c - public reviews of the games of a record.

       lus_review_new      for each game: review_game, with the table of the search handle
       lus_review_at       one ply as a lus_review_ply; values as doubles
       lus_review_write    all games as json, csv or html

   The handle contains a struct review_report, which the writers of JSON, CSV and HTML take
   as it is (report/review_report.h).  It points into the record of the user: that is why
   the record must stay unchanged until the review is freed. */
#include <stdlib.h>
#include <string.h>
#include "lib/lib_internal.h"
#include "report/review_html.h"

/* file.game points to `game`, one entry per game of the record. */
struct lus_review {
    struct review_report file;
    struct reviewed_game game[];
};

_Static_assert((int)LUS_VERDICT_FORCED == (int)VERDICT_FORCED &&
                   (int)LUS_VERDICT_BLUNDER == (int)VERDICT_BLUNDER,
               "the public verdicts are those of analyse/review.h");

/* Reviews one game.  Before the end of its roll-off there is nothing to review: 0, and
   game->review stays NULL.  LUS_ESTATE: stopped, also if the review was finished. */
static int review_game(lus_search *s, const lus_limits *limits,
                       struct reviewed_game *game)
{
    const lus_game *g = record_game(game->record);
    struct review_limits own = {.tablebase = tablebase_source_of(s->tables)};
    int status = search_prepare(s, lus_game_rules(g), limits, &own.search);
    if (status < 0 || lus_game_needs_rolloff(g))
        return status;
    review_limits_of(game->record, &own);
    status = review(g, &own, &game->review);
    return status == 0 && atomic_load(&s->stop) ? LUS_ESTATE : status;
}

/* An error in one game frees the reviews of all: a caller gets everything or nothing. */
int lus_review_new(lus_search *s, const lus_record *r, const lus_limits *limits,
                   lus_review **out)
{
    if (!s || !r || !out)
        return LUS_ERANGE;
    lus_review *v = calloc(1, sizeof *v + sizeof v->game[0] * (size_t)r->n);
    if (!v)
        return LUS_EMEMORY;
    v->file.n = r->n;
    v->file.game = v->game;
    int status = 0;
    for (int i = 0; status == 0 && i < r->n; i++) {
        v->game[i].record = r->game[i];
        status = review_game(s, limits, &v->game[i]);
    }
    if (status < 0)
        lus_review_free(v);
    else
        *out = v;
    return status;
}

void lus_review_free(lus_review *v)
{
    for (int i = 0; v && i < v->file.n; i++)
        free(v->game[i].review);
    free(v);
}

/* 0 for a game whose roll-off is not over: it has no review. */
int lus_review_plies(const lus_review *v, int i)
{
    if (!v || i < 0 || i >= v->file.n)
        return LUS_ERANGE;
    return v->game[i].review ? v->game[i].review->n : 0;
}

int lus_review_at(const lus_review *v, int i, int ply, lus_review_ply *out)
{
    if (!out || ply < 0 || ply >= lus_review_plies(v, i))
        return LUS_ERANGE;
    const struct review_ply *p = &v->game[i].review->ply[ply];
    *out = (lus_review_ply){
        .move = p->move,
        .best = p->best_move,
        .player = p->player,
        .thrown = p->throw,
        .value = unit_of(p->played),
        .loss = unit_of(p->loss),
        .luck = unit_of(p->luck),
        .verdict = (int)p->verdict,
        .exact = p->exact,
    };
    return 0;
}

int lus_review_write(const lus_review *v, const char *format, char **text, size_t *n)
{
    static const struct {
        const char *name;
        void (*write)(struct buffer *out, const struct review_report *file);
    } formats[] = {
        {"json", review_json},
#ifndef __wasm__ /* 12 KB of the compressed module, and a page writes its own */
        {"csv", review_csv},
        {"html", review_html},
#endif
    };
    struct buffer b = {0};
    if (!v || !format || !text)
        return LUS_ERANGE;
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++)
        if (!strcmp(format, formats[i].name)) {
            formats[i].write(&b, &v->file);
            return text_give(&b, text, n);
        }
    return LUS_ETEXT;
}
