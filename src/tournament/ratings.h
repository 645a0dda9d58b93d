/* SPDX-License-Identifier: MIT */
/* ratings.h - Elo ratings of all players of a game, from the games of a store. */
#ifndef TOURNAMENT_RATINGS_H
#define TOURNAMENT_RATINGS_H

#include "tournament/bradley_terry.h"
#include "store/store.h"
#include "text/json.h"

enum { MAX_RATED = 2000 };

struct ratings;

/* Reads the games of a rule set; unfinished games, games of a player against itself and,
   unless `people`, games of people are ignored.  Returns 0 and sets *made, which
   ratings_free frees, or LUS_EMEMORY, LUS_EFILE (store_error) or LUS_ERANGE: more than
   MAX_RATED players. */
int ratings_load(struct ratings **made, struct store *s, const lus_rules *r, bool people);
/* NULL is allowed. */
void ratings_free(struct ratings *a);
/* Fixes the rating of the player with this name of n bytes.  Returns false if no such
   player has games. */
bool ratings_anchor(struct ratings *a, const char *name, size_t n, double elo);
/* Computes the ratings and sorts the players by group and rating; call it once.  Returns 0
   or LUS_EMEMORY. */
int ratings_fit(struct ratings *a);

/* Each appends to its buffer; after ratings_fit. */
void ratings_report_text(struct buffer *b, const struct ratings *a);
void ratings_report_json(struct json *j, const struct ratings *a); /* lusoria.ratings/1 */
void ratings_report_csv(struct buffer *b, const struct ratings *a);

#endif
