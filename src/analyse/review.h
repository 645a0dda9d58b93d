/* SPDX-License-Identifier: MIT */
/* review.h - the review of a whole game: what every decision lost and what every throw
   gained, in one struct from which screen, JSON, CSV and page are written.

   C(p) is the value of a position before its throw, from a tablebase that contains it,
   otherwise from a search.  For each ply, seen by the side that plays it:

       before   C(p)                              the expected value
       best     the largest C of the moves        after the throw, with best play
       played   C of the move played
       luck     best - before                     loss   best - played, never negative

   `before` of the next ply is `played` of this one, seen by the side that throws next:
   the same number, not a second search.  So the sums are exact, for each player:

       result - start = (own luck - other's luck) - (own loss - other's loss)

   With exact values the mean luck of the throws of a position is 0 (up to the rounding of
   the table), and luck is 0 without dice.  Exception: an Awari table distributes the
   stones in the pits, which neither side gets if a majority (A6) or a repetition (A7)
   ends the game.  With estimates of depth d, `best` is searched one ply deeper than
   `before`; the difference is part of the luck, and without dice all of it.

   The values are those of move_values.h, in units of 1/REVIEW_ONE. */
#ifndef ANALYSE_REVIEW_H
#define ANALYSE_REVIEW_H

#include "analyse/move_values.h"

/* A verdict holds from its threshold (verdict_threshold) up to that of the next one.  Each
   rule set has its own threshold of an inaccuracy; that of a mistake is twice as large,
   that of a blunder four times. */
enum move_verdict {
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
    lus_move move;      /* played */
    lus_move best_move; /* the move played, if it is as good as any */
    int64_t before, best, played, luck, loss; /* seen by the player */
    int64_t random_loss;                      /* the mean loss of a random move */
    enum move_verdict verdict;
    bool exact;      /* best, played and loss are exact: by table, rule or proof */
    bool luck_exact; /* luck is exact, too */
    int depth;       /* of the search; 0: no search */
};

/* All values seen by this player. */
struct review_player {
    int side;
    int plies, unforced; /* unforced: with at least two legal moves */
    int verdicts[N_VERDICTS];
    int64_t start, result;
    int64_t luck, loss;  /* sums; loss includes the forfeit */
    int64_t forfeit;     /* lost by resigning, on time, or by agreeing to a draw */
    int64_t mean_loss;   /* of an unforced decision, without the forfeit */
    int64_t random_loss; /* the mean loss of random moves */
    int64_t adjusted;    /* the result without luck: result - luck + other's luck */
    int grade;           /* 0 is the best; -1: no decision made a difference */
    int n_moments, moment[REVIEW_MOMENTS]; /* inaccuracies or worse, the largest first */
    int luckiest, unluckiest;              /* plies; -1: none */
};

struct review {
    const lus_rules *rules;
    enum analysis_unit unit;  /* UNIT_WIN or UNIT_STONES */
    bool over;                /* otherwise `result` is the value of the last position */
    int winner;               /* player 0 or 1; -1: a draw, or not over */
    const char *reason;       /* "the last piece is off"; NULL: not over */
    lus_pos last;             /* the position at the end */
    bool exact;               /* every value is exact */
    int n_exact;              /* number of plies with exact values */
    int depth_min, depth_max; /* search depth of the others; 0: there are none */
    double time_ms;
    struct review_player player[2];
    int n;
    struct review_ply ply[];
};

struct review_limits {
    struct search_limits search; /* depth, nodes or time for each ply */
    struct tablebase_source tablebase;
    int first_throw; /* made before the game started, not luck; or LUS_ANY_THROW */
    bool decided;    /* the game was ended by something else than its rules: */
    int winner;      /* player 0 or 1; -1: a draw */
    const char *reason;
    void (*progress)(void *context, int ply, int plies); /* OPTIONAL: after each ply */
    void *progress_context;
};

/* Sets *v, which the caller frees, and returns 0; a negative error otherwise.
   LUS_ESTATE: the roll-off is not over, so there is nothing to review. */
int review(const lus_game *g, const struct review_limits *limits, struct review **v);

/* A value of one side seen by the other. */
int64_t review_for_other(const struct review *v, int64_t value);
/* The value before a ply, or after the last one (ply == n), seen by player 0. */
int64_t review_curve(const struct review *v, int ply);

/* ---- review_verdict.c ---- */

/* The name of a verdict, a constant; and the loss from which a move has this verdict. */
const char *verdict_name(enum move_verdict verdict);
int64_t verdict_threshold(const lus_rules *r, enum move_verdict verdict);

/* Grades are named like the levels of play: a player gets the name of the level that loses
   about as much (core/rules.h, struct level_strength).  The limit of a grade is the mean loss
   below which a player has it, halfway to the next level; 0: the last grade has no limit.
   A player of whom at most one decision in GOOD_PLAY is an inaccuracy or worse is at least
   GRADE_GOOD_PLAY ("casual"), however much these few moves lost. */
enum { GOOD_PLAY = 20, GRADE_GOOD_PLAY = 3 };
const char *grade_name(int grade); /* -1: "none" */
int64_t grade_limit(const lus_rules *r, int grade);
/* The grade of a player whose members unforced, verdicts, mean_loss and random_loss are
   set; -1 if no decision made a difference. */
int grade_of_player(const lus_rules *r, const struct review_player *p);

#endif
