/* SPDX-License-Identifier: MIT */
/* facts.h - verifiable facts about a move, and a sentence made of them.

       4-6 captures the piece on 6, but exposes the piece on 6 to 2 or 4 (7 in 16).

   Every fact follows from positions, legal moves and results alone, without a search or
   an evaluation.  Those below exist in any game; a game may add names of its squares and
   a remark (struct game_text).  test/test_facts_naive.c checks each of them with the
   reference rules. */
#ifndef ANALYSE_FACTS_H
#define ANALYSE_FACTS_H

#include <stdbool.h>
#include "core/rules.h"

/* Advantages of a move come before disadvantages.  A piece is in reach of a throw of the
   other side if that throw has a move after which the piece is gone from its square. */
enum fact_kind {
    FACT_WINS,      /* ends and wins the game */
    FACT_CAPTURES,  /* captures the piece on `square`, or `n` stones */
    FACT_SWAPS,     /* swaps places with the enemy piece on `square` */
    FACT_HOME,      /* bears off `n` pieces */
    FACT_STOPS,     /* prevents an immediate win that another move would allow */
    FACT_FORCES,    /* wins at once after every reply */
    FACT_THREATENS, /* wins at once after all but `n` replies */
    FACT_AGAIN,     /* the same side throws again */
    FACT_LANDS,     /* lands on a `square` that has a name */
    FACT_REMARK,    /* `text` */
    FACT_SAFE,      /* leaves a square where it can be captured for a safe one */
    FACT_SAVES,     /* leaves `square`, in reach of `throws`, for one in reach of none */
    FACT_BLOCKS,    /* leaves the enemy no move with `throws` */
    FACT_NARROWS,   /* leaves the enemy one reply */
    FACT_ENTERS,    /* enters a piece */
    FACTS_AGAINST,
    FACT_LETS_WIN =
        FACTS_AGAINST, /* the enemy can win at once with `throws`, by `n` replies */
    FACT_EXPOSES,      /* the piece on `square` comes into reach of `throws` */
    FACT_GIVES,        /* the best `reply` captures `n` stones */
    FACT_LEAVES,       /* leaves a `square` that has a name for one without */
    FACT_BACK,         /* the piece goes back to `square` */
    FACT_UNSAFE,       /* the reverse of FACT_SAFE */
    FACT_OPEN,         /* the piece on `square` remains in reach of `throws` */
};

struct fact {
    enum fact_kind kind;
    int square; /* as numbered for the side that moves */
    int n;
    unsigned throws; /* bit i: the i-th throw of the rule set, ascending */
    lus_move reply;
    const char *text;
};

enum { MAX_FACTS = 32 };

/* Writes the facts of a legal move in the order above; returns their number, 0 for a pass
   or a move that is not legal. */
int move_facts(const lus_rules *r, const lus_pos *p, int throw, lus_move m,
               struct fact out[MAX_FACTS]);

/* Appends one fact as a verb phrase, "captures the piece on 6"; `after` is the position
   after the move. */
void explain_fact(struct text *t, const lus_rules *r, const lus_pos *after,
                  const struct fact *f);
/* Appends one sentence without a full stop, "4-6 ..., but ..."; returns the number of
   facts. */
int explain_move(struct text *t, const lus_rules *r, const lus_pos *p, int throw,
                 lus_move m);

#endif
