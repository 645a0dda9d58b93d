/* SPDX-License-Identifier: MIT */
/* analyse.h - analyses a position: every legal move with its value, its loss and its best
   line; before a throw, every throw with its best move.

       game, throw --> search or tablebase --> struct analysis

   report/analysis_json.h writes the struct as JSON. */
#ifndef ANALYSE_ANALYSE_H
#define ANALYSE_ANALYSE_H

#include "search/principal_variation.h"
#include "search/search.h"

enum { MAX_LINE_PLIES = 24, MAX_SUMMARY = 240, MAX_EXPLANATION = 320 }; /* plies, bytes */

/* The unit of the values.  All values are those of the side to move.

   UNIT_WIN     (2p - 1) x VALUE_WIN, where p is the chance to win
   UNIT_STONES  Awari: the lead in stones at the end x VALUE_STONE; a decided game
                adds VALUE_WIN and the depth, which is less than one stone
   UNIT_POINTS  the classic evaluation in its own unit; not a probability */
enum analysis_unit { UNIT_WIN, UNIT_STONES, UNIT_POINTS };

/* A source of exact values of positions before a throw (or a move, without dice) that are
   not finished.  Each function returns false if the position is not in it.  A zeroed
   struct contains no position. */
struct tablebase_source {
    /* OPTIONAL: the value on the scale of search/value.h. */
    bool (*value)(const void *context, const lus_rules *r, const lus_pos *p, int *value);
    const void *context; /* their first argument */
    /* OPTIONAL: the unrounded value: the chance to win, or the lead in stones at the end. */
    bool (*unrounded)(const void *context, const lus_rules *r, const lus_pos *p,
                      double *value);
};

struct analysis_move {
    lus_move move;
    int value;
    bool exact;       /* proven, not estimated */
    bool bounded;     /* a tablebase has bounds of the value, which is not exact: */
    int lower, upper; /* they depend on repetition only (awari:oware) */
    const char *kind; /* of lus_move_kind, or "pass" */
    int n_line;
    struct pv_ply line[MAX_LINE_PLIES];
    int n_replies;             /* number of next throws, ascending; 0 without dice */
    int reply[LUS_MAX_THROWS]; /* the value after each of them, with best play */
    int n_facts;               /* number of facts (facts.h) in the explanation: */
    char why[MAX_EXPLANATION]; /* one sentence */
};

struct analysis_throw {
    int throw, weight, value;
    lus_move move;
};

struct analysis {
    const lus_rules *rules;
    lus_pos pos;
    int throw;   /* LUS_ANY_THROW: before the throw; 0 without dice */
    lus_end end; /* if over, only value, unit, exact and summary below are set */
    enum analysis_unit unit;
    bool exact;
    const char *source,
        *eval;   /* "search", "table", "proof", "rules"; "default", "classic" */
    bool proved; /* by a search to the end of the game (search/ending.h) */
    int value;
    int n; /* number of moves, best first; 0 before a throw */
    struct analysis_move move[LUS_MAX_MOVES];
    int n_throws; /* ascending; 0 after a throw, and without dice */
    struct analysis_throw throws[LUS_MAX_THROWS];
    int depth; /* the smallest completed depth of all throws; 0: from a tablebase */
    bool timed_out;
    struct search_stats stats;
    double time_ms;
    char summary[MAX_SUMMARY]; /* one sentence */
};

/* Sets *a, which the caller releases with free(), and returns 0; a negative error
   otherwise.  `throw` is LUS_ANY_THROW before the throw, and ignored without dice.  The
   members all_values and allow_pass of the limits are ignored.  A finished game is not an
   error: its value follows from the rules. */
int analyse(const lus_game *g, int throw, const struct search_limits *limits,
            struct analysis **a);

/* ---- value_scale.c: values as numbers ---- */

/* A value in millionths of its unit: a chance, stones or points. */
int64_t value_millionths(const struct analysis *a, int value);
int64_t unit_millionths(enum analysis_unit unit, int value);
/* The chance to win in millionths; draws count half.  -1 if there is none (points).
   Stones are converted by a fitted curve, see value_scale.c. */
int64_t win_millionths(const struct analysis *a, int value);
/* The winner is proven, by the rules or within the depth searched. */
bool value_is_decided(const struct analysis *a, int value);
/* The number of plies to the end of a decided game. */
int value_plies(const struct analysis *a, int value);

/* ---- explain_position.c: values in words ---- */

/* Millionths of a unit: "53.1 %", "3.25", "120"; with a sign "+53.1 %". */
void text_amount(struct text *t, enum analysis_unit unit, int64_t millionths, bool sign);
/* The same with two decimals and without a sign, for mean losses: "0.42 %". */
void text_mean(struct text *t, enum analysis_unit unit, int64_t millionths);
/* A value: "53.1 %", "+3.25", "+120".  What the move of that value loses: "2.1 %". */
void text_value(struct text *t, const struct analysis *a, int value);
void text_loss(struct text *t, const struct analysis *a, int value);
/* " (71 %)": the chance to win, if the unit is stones; otherwise nothing. */
void text_win(struct text *t, const struct analysis *a, int value);
/* "; the result is between -2.00 and +4.00 stones" if m->bounded, otherwise "; the result is
   exactly +2.00 stones". */
void text_bounds(struct text *t, const struct analysis *a, const struct analysis_move *m);

/* The text of a ply of a line: MOVE, or in a dice game THROW/MOVE after the first ply.
   Plays the ply on *p, the position before it. */
enum { MAX_PLY = LUS_MAX_TEXT + 16 };
void ply_format(const struct analysis *a, lus_pos *p, const struct pv_ply *ply,
                bool first, char text[MAX_PLY]);

/* Writes one sentence about the position to a->summary. */
void explain_position(struct analysis *a);

#endif
