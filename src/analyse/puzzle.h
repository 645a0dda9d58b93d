/* SPDX-License-Identifier: MIT */
/* puzzle.h - puzzles: positions in which one move is clearly best and a simple player goes
   wrong.

   A position is a puzzle if the best move leads the second by at least puzzle_threshold:
   5 % of the winning chances with dice, 2 stones, or 20 % in Magnetic Cave, where the
   evaluation is coarser.  The margin is exact where a tablebase knows every move.
   Elsewhere two searches of different depth have to agree on the move, and the smaller of
   their margins counts.

       own games    the mistakes of a review, the largest first
       generated    positions of games that weak players play against each other; the
                    simple player (the classic evaluation, one ply) must go wrong

   A puzzle is rated by the weakest level that solves it: it and all stronger levels
   (search/levels.h) play the best move in three of four games.  The history of the game is
   not part of a puzzle.  Results do not depend on the machine: limits are numbers of
   nodes, on one thread. */
#ifndef ANALYSE_PUZZLE_H
#define ANALYSE_PUZZLE_H

#include "analyse/review.h"
#include "search/levels.h"

enum {
    PUZZLE_SEED_BITS = 53, /* of a seed, as in JSON */
    PUZZLE_GAMES = 48,     /* at most so many games are generated, */
    PUZZLE_JUDGED = 12,    /* and so many positions judged */
};

/* How to judge a position; {0} is valid: no tablebase, the default number of nodes. */
struct puzzle_limits {
    struct tablebase_source tablebase;
    uint64_t nodes; /* of the deeper search; 0: 200,000 */
    int level;      /* 1..N_LEVELS: the rating to look for; 0: any */
};

/* Why a position is not a puzzle. */
enum puzzle_fault {
    PUZZLE_OK,
    PUZZLE_FORCED,      /* fewer than two legal moves, or the game is over */
    PUZZLE_UNCLEAR,     /* the margin is too small */
    PUZZLE_UNCONFIRMED, /* the two searches disagree */
    PUZZLE_OBVIOUS,     /* the simple player finds the move, or loses less than that */
    PUZZLE_UNSOLVED,    /* the strongest level does not solve it */
    PUZZLE_DECIDED,     /* lost even with the best move */
};

struct puzzle {
    const lus_rules *rules;
    lus_pos pos;
    int throw; /* 0 without dice */
    enum analysis_unit unit;
    struct move_values values; /* of the table, or of the deeper search; best first */
    int depth[2];              /* of the two searches; 0: exact values */
    int64_t margin;            /* best minus second, the smaller of both searches */
    lus_move simple;           /* what the simple player plays */
    int level;                 /* 1..N_LEVELS; 0: no level solves it */
    int solved[N_LEVELS];      /* the share of games in which a level plays the best move,
                                  percent */
    /* Where it comes from: */
    enum puzzle_origin { PUZZLE_POSITION, PUZZLE_GENERATED, PUZZLE_REVIEWED } origin;
    uint64_t seed;   /* generated */
    int game, ply;   /* of the generated or reviewed game, both from 0 */
    lus_move played; /* reviewed: the mistake */
    int player;      /* reviewed: who made it */
};

/* ---- puzzle.c ---- */

/* The smallest margin of a puzzle, in units of 1/REVIEW_ONE. */
int64_t puzzle_threshold(const lus_rules *r);

/* Judges a position with a throw (0 without dice).  PUZZLE_OK: *out is set, its origin is
   PUZZLE_POSITION; PUZZLE_FORCED, PUZZLE_UNCLEAR or PUZZLE_UNCONFIRMED: it is not a
   puzzle.  The simple player may find the move, and the level may be 0.  A negative
   error otherwise. */
int puzzle_judge(const lus_rules *r, const lus_pos *p, int throw,
                 const struct puzzle_limits *limits, struct puzzle *out);

/* ---- puzzle_generate.c ---- */

/* Generates the puzzle of a seed (PUZZLE_SEED_BITS).  If no puzzle of the level asked for
   is found within PUZZLE_GAMES and PUZZLE_JUDGED, the one with the nearest rating is
   taken.  Returns PUZZLE_OK, or PUZZLE_UNCLEAR if there is none at all; a negative error
   otherwise. */
int puzzle_generate(const lus_rules *r, uint64_t seed, const struct puzzle_limits *limits,
                    struct puzzle *out);

/* Makes puzzles of the mistakes in a review, the largest loss first; only those of the
   level asked for.  Skips *skip of them, which is counted down, and sets *out to the next.
   `player` is 0, 1 or -1 for both.  Returns PUZZLE_OK, or PUZZLE_UNCLEAR if there are not
   so many; a negative error otherwise. */
int puzzle_of_review(const struct review *v, int player, int *skip,
                     const struct puzzle_limits *limits, struct puzzle *out);

/* Spaced repetition: a puzzle is due again after puzzle_days(n) days if it was solved n + 1
   times in a row; after puzzle_repetitions() times it is learnt (0 days). */
int puzzle_days(int times);
int puzzle_repetitions(void);

#endif
