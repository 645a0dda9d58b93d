/* SPDX-License-Identifier: MIT */
/* analyse.h - what a position is worth: every legal move with its value, its loss
   and its best line; before a throw, every throw with its best move.

       game, throw --> the search, or what is known --> struct analysis

   One struct for the program, the server and the page; report/analysis.h writes it. */
#ifndef ANALYSE_ANALYSE_H
#define ANALYSE_ANALYSE_H

#include "search/principal_variation.h"
#include "search/search.h"

enum { MAX_LINE_PLIES = 24, MAX_THINKING = 240, MAX_WHY = 320 };

/* What the values mean.  All are the side to move's.

   UNIT_WIN     (2p - 1) x VALUE_WIN, p the chance to win
   UNIT_STONES  Awari: stones ahead at the end x VALUE_STONE; a decided game
                adds VALUE_WIN and less than one stone of depth
   UNIT_POINTS  the classic evaluation as its source has it; no probability */
enum analysis_unit { UNIT_WIN, UNIT_STONES, UNIT_POINTS };

/* Where a perfect value comes from: true if the value of p (not finished; its side is
   about to throw, or to move without dice) is known, on the scale of search/value.h.
   `fine`, which may be NULL, knows it without that scale's rounding: the chance to win,
   or stones ahead at the end. */
struct exact_source {
    bool (*value)(const void *of, const lus_rules *r, const lus_pos *p, int *value);
    const void *of;
    bool (*fine)(const void *of, const lus_rules *r, const lus_pos *p, double *value);
};

struct analyse_limits {
    struct search_limits search; /* all_values and passes are set here */
};

struct analysis_move {
    lus_move move;
    int value;
    bool exact;       /* proven, not estimated */
    const char *kind; /* lus_move_kind, or "pass" */
    int n_line;
    struct pv_ply line[MAX_LINE_PLIES];
    int n_replies;             /* the throws that may follow, ascending; 0 without dice */
    int reply[LUS_MAX_THROWS]; /* what each makes of the value, with best play */
    int n_facts;               /* of the move, in one sentence (facts.h): */
    char why[MAX_WHY];
};

struct analysis_throw {
    int throw, weight, value;
    lus_move move;
};

struct analysis {
    const lus_rules *rules;
    lus_pos pos;
    int throw;   /* LUS_ANY_THROW: none made; 0 without dice */
    lus_end end; /* end.over: nothing below but value, unit, exact and thinking */
    enum analysis_unit unit;
    bool exact;
    const char *source, *eval; /* "search", "table", "rules"; "default", "classic" */
    int value;
    int n; /* moves, best first; equal ones as searched.  0 before a throw */
    struct analysis_move move[LUS_MAX_MOVES];
    int n_throws; /* ascending; 0 after a throw and without dice */
    struct analysis_throw throws[LUS_MAX_THROWS];
    int depth; /* completed, of all throws */
    bool timed_out;
    struct search_stats stats;
    double time_ms;
    char thinking[MAX_THINKING]; /* one sentence */
};

/* Fills *a, to be freed; a negative error otherwise. */
int analyse(const lus_game *g, int throw, const struct analyse_limits *limits,
            struct analysis **a);

/* Values in millionths of their unit: chance, stones or points. */
int64_t value_millionths(const struct analysis *a, int value);
int64_t unit_millionths(enum analysis_unit unit, int value);
/* The chance to win in millionths, -1 if it is not known (points).  Stones become a
   chance through a curve, see scale.c; draws count half. */
int64_t win_millionths(const struct analysis *a, int value);
/* Who wins is proven: by the rules, within the depth searched. */
bool value_is_decided(const struct analysis *a, int value);
/* Plies to the end of a decided game. */
int value_plies(const struct analysis *a, int value);

/* Millionths of a unit: "53.1 %", "3.25", "120", or with a sign "+53.1 %". */
void text_amount(struct text *t, enum analysis_unit unit, int64_t millionths, bool sign);
/* "53.1 %", "+3.25 stones", "+120"; a loss without its sign. */
void text_value(struct text *t, const struct analysis *a, int value);
void text_loss(struct text *t, const struct analysis *a, int value);
/* " (71 %)": the chance to win, where the value is stones. */
void text_win(struct text *t, const struct analysis *a, int value);

/* The text of a ply of a line: MOVE, or THROW/MOVE after the first with dice.  `p` is
   the position before it and is played on. */
enum { MAX_PLY = LUS_MAX_TEXT + 16 };
void ply_format(const struct analysis *a, lus_pos *p, const struct pv_ply *ply, bool first,
                char text[MAX_PLY]);

/* One sentence into a->thinking. */
void think(struct analysis *a);

#endif
