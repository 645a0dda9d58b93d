/* SPDX-License-Identifier: MIT */
/* move_values.h - the value of every legal move of one throw, for reviews and puzzles.

   The value of a move is the value before the next throw.  Values come from a tablebase if
   it contains the positions after all moves, otherwise from a search: exact and estimated
   values of one throw are never compared.

   Values are integers in units of 1/REVIEW_ONE: a chance to win, or in a game that counts
   stones the lead at the end.  Values of the search are whole millionths. */
#ifndef ANALYSE_MOVE_VALUES_H
#define ANALYSE_MOVE_VALUES_H

#include "analyse/analyse.h"

#define REVIEW_ONE INT64_C(1000000000000) /* a game won, or one stone */

struct move_value {
    lus_move move;
    int64_t value; /* for the side to move */
    bool wins;     /* at once */
    bool proven;   /* who wins, within the depth searched */
};

/* The values of all legal moves. */
struct move_values {
    int n;
    struct move_value list[LUS_MAX_MOVES]; /* best first; LUS_PASS if no move is legal */
    bool exact;                            /* all of them, by table or rule */
    int depth;                             /* of the search; 0: no search */
};

/* Values all moves of the game's position with this throw; the game is played forward and
   back, and is unchanged in the end.  The search needs all_values and allow_pass.  Returns
   0 or a negative error. */
int move_values_find(lus_game *g, int throw, const struct tablebase_source *tablebase,
                     const struct search_limits *search, struct move_values *out);

/* Sorts the moves, best value first; equal ones keep their order. */
void move_values_sort(struct move_values *c);
/* The unit of these values for a rule set: UNIT_WIN or UNIT_STONES. */
enum analysis_unit move_values_unit(const lus_rules *r);
/* A value of one side seen by the other. */
int64_t value_for_other(enum analysis_unit unit, int64_t value);
/* The value of a finished game, seen by a side. */
int64_t value_of_end(enum analysis_unit unit, const lus_end *end, int side);
/* The value of a position before its throw; false: it is not in the tablebase. */
bool tablebase_lookup(const struct tablebase_source *t, const lus_rules *r,
                      const lus_pos *p, int64_t *value);

#endif
