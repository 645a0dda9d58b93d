/* SPDX-License-Identifier: MIT */
/* throw_source.h - where the throws of a game come from: fair dice, a person who throws
   beside a real board, or a list.

   Throw k belongs to turn k, counted over the roll-off and the plies, so undo and a resumed
   game see the same throws again. */
#ifndef PLAY_THROW_SOURCE_H
#define PLAY_THROW_SOURCE_H

#include <stdbool.h>
#include "core/dice.h"

enum throw_source_kind {
    THROWS_NONE,  /* the game has no dice */
    THROWS_FAIR,  /* computed from `dice` */
    THROWS_TYPED, /* asked for, and appended to the list */
    THROWS_LISTED /* those of the list, until it ends */
};

struct throw_source {
    enum throw_source_kind kind;
    struct dice dice; /* the seed is also that of random players, whatever the kind is */
    int8_t *list;     /* values from throw 0; THROWS_TYPED and THROWS_LISTED */
    int n;
    size_t cap;
};

/* Appends a throw to the list.  False: out of memory. */
bool throws_add(struct throw_source *t, int value);
/* Appends the throws of a game, for example one that is resumed.  False: out of memory. */
bool throws_add_game(struct throw_source *t, const lus_game *g);
/* Appends the throws of a text: digits; blanks, commas and line feeds may separate them,
   and '#' starts a comment up to the end of the line.  Returns 0, LUS_EMEMORY, or
   LUS_ETEXT: then fault->at is the first byte that is neither. */
int throws_parse(struct throw_source *t, const lus_rules *r, const char *text, size_t n,
                 lus_fault *fault);
/* Sets throw k, its value and its sticks (bit i set: stick i is marked).  False: the list
   has no throw k. */
bool throws_get(const struct throw_source *t, const lus_rules *r, int k, int *value,
                int *faces);
/* Sticks that show this value, the marked ones first. */
int throw_faces(const lus_rules *r, int value);
void throws_free(struct throw_source *t);

#endif
