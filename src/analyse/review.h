/* SPDX-License-Identifier: MIT */
/* review.h - a whole game looked back upon: what every decision lost and every throw
   brought, in one struct that the screen, the JSON and the page are drawn from.

   C(p), the value of a position before its throw, comes from one source: an exact one
   where it knows, else the search.  Of ply n, for the side that plays it:

       before   C(p)                              what was to be expected
       best     the largest C of the moves        after the throw, with best play
       played   C of the move played
       luck     best - before                     loss   best - played, never negative

   `before` of the next ply is `played` of this one, seen by whoever throws then: the
   same number, not a second search.  So the sums meet exactly, for each player:

       result - start = (own luck - other's luck) - (own loss - other's loss)

   Where values are exact, the luck of all throws of a position averages 0 (to the
   quantum of the table) and is 0 without dice; but a table of Awari shares out the stones
   in the pits, which nobody gets if a majority (A6) or a repetition (A7) ends the game.
   Where values are estimates of depth d, `best` looks one ply further ahead than
   `before`, and what that ply brings to light is part of the luck; without dice it is all
   of it: what was unforeseen.

   Values are whole numbers of 1/REVIEW_ONE: a chance to win, or stones ahead at the end
   where the game counts stones.  Those of the search are whole millionths. */
#ifndef ANALYSE_REVIEW_H
#define ANALYSE_REVIEW_H

#include "analyse/analyse.h"

#define REVIEW_ONE INT64_C(1000000000000) /* a game won, or one stone */

/* A loss is at most the next verdict's threshold away from none. */
enum verdict {
    VERDICT_FORCED, /* at most one legal move */
    VERDICT_BEST,   /* nothing lost */
    VERDICT_GOOD,
    VERDICT_INACCURACY,
    VERDICT_MISTAKE,
    VERDICT_BLUNDER,
    N_VERDICTS
};

enum { REVIEW_MOMENTS = 3, N_GRADES = 6 };

struct review_ply {
    lus_pos pos; /* before the throw */
    int side, player;
    int throw;          /* 0 without dice */
    int n_moves;        /* legal ones; 0: the move is LUS_PASS */
    lus_move move, top; /* played, and a best one (the same, if it is as good) */
    int64_t before, best, played, luck, loss; /* the player's */
    int64_t lot_loss; /* what a move drawn by lot loses on average */
    enum verdict verdict;
    bool exact;      /* best, played and loss: by table, by rule, or proven by search */
    bool luck_exact; /* luck too */
    int depth;       /* of the search; 0: there was none */
};

/* Everything as this player sees it. */
struct review_player {
    int side;
    int plies, unforced; /* decisions: with two legal moves or more */
    int verdicts[N_VERDICTS];
    int64_t start, result;
    int64_t luck, loss; /* sums; loss counts the forfeit too */
    int64_t forfeit;    /* given up by resigning, by time, by agreeing to a draw */
    int64_t mean_loss;  /* of an unforced decision, without the forfeit */
    int64_t lot_loss;   /* the same, had every move been drawn by lot */
    int64_t adjusted;   /* the result without the luck of both: result - luck + other's */
    int grade;          /* of review_grade; -1: no unforced decision */
    int n_moments, moment[REVIEW_MOMENTS]; /* plies, the largest loss first */
    int luckiest, unluckiest;              /* plies; -1: none */
};

struct review {
    const lus_rules *rules;
    enum analysis_unit unit;  /* UNIT_WIN or UNIT_STONES */
    bool over;                /* else `result` is the value of the last position */
    int winner;               /* player 0 or 1; -1: a draw, or not over */
    const char *reason;       /* "the last piece is off"; NULL: not over */
    lus_pos last;             /* the position at the end */
    bool exact;               /* every value is */
    int n_exact;              /* plies whose values are */
    int depth_min, depth_max; /* of the others; 0: there are none */
    double time_ms;
    struct review_player player[2];
    int n;
    struct review_ply ply[];
};

struct review_limits {
    struct search_limits search; /* depth, nodes or time of every ply */
    struct exact_source exact;
    int first_throw; /* made before the game began, no luck; or LUS_ANY_THROW */
    bool decided;    /* ended outside its rules: */
    int winner;      /* player 0 or 1; -1: a draw */
    const char *reason;
    void (*progress)(void *of, int ply, int plies); /* may be NULL */
    void *progress_of;
};

/* Fills *v, to be freed; a negative error otherwise.  A game before its roll-off is
   over has nothing to review: LUS_ESTATE. */
int review(const lus_game *g, const struct review_limits *limits, struct review **v);

/* A value of one side as the other sees it. */
int64_t review_turned(const struct review *v, int64_t value);
/* The value before a ply, or after the last (ply == n), as player 0 sees it: the curve
   of the game. */
int64_t review_curve(const struct review *v, int ply);

/* Words and their thresholds: a verdict holds from its threshold of loss on.  A grade
   holds below its share, in thousandths, of the loss of moves drawn by lot in the same
   positions (the last has none: 0), so that it means the same in every game. */
const char *verdict_word(enum verdict verdict);
int64_t verdict_from(enum analysis_unit unit, enum verdict verdict);
const char *grade_word(int grade);
int grade_below(int grade);

#endif
