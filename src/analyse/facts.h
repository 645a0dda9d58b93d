/* SPDX-License-Identifier: MIT */
/* facts.h - what a move does, in facts anybody can check, and the sentence they make.

       4-6 captures the piece on 6, but exposes the piece on 6 to 2 or 4 (7 in 16).

   Every fact follows from the rules alone: from positions, legal moves and results, no
   search and no opinion.  Those below hold for any game; a game may add names of its
   squares and a remark (struct game_text).  test/test_facts_said.c finds each of them
   again with the naive rules. */
#ifndef ANALYSE_FACTS_H
#define ANALYSE_FACTS_H

#include <stdbool.h>
#include "core/rules.h"

/* What speaks for a move comes before what speaks against it.  "Reach": a throw (of the
   side that throws next) has a move after which the piece is not there any more. */
enum fact_kind {
    FACT_WINS,      /* the game is over, won */
    FACT_CAPTURES,  /* the enemy has a piece less: `square`; or `n` stones are taken */
    FACT_SWAPS,     /* an enemy piece on `square` is moved away */
    FACT_HOME,      /* `n` pieces leave the board */
    FACT_STOPS,     /* the enemy cannot win at once, as after another legal move */
    FACT_FORCES,    /* whatever the reply, there is a win at once */
    FACT_THREATENS, /* there is a win at once after all but `n` replies */
    FACT_AGAIN,     /* the same side throws again */
    FACT_LANDS,     /* on a `square` that has a name */
    FACT_REMARK,    /* `text` */
    FACT_SAFE,    /* a piece comes from a square where it can be taken to one where not */
    FACT_SAVES,   /* the piece was in reach of `throws` on `square`, and of none now */
    FACT_BLOCKS,  /* with `throws` the enemy cannot move any more */
    FACT_NARROWS, /* the enemy has one reply */
    FACT_ENTERS,  /* a piece comes from the hand */
    FACTS_AGAINST,
    FACT_LETS_WIN =
        FACTS_AGAINST, /* the enemy can win at once: with `throws`, `n` replies */
    FACT_EXPOSES,      /* the piece on `square` is in reach of `throws`, which is new */
    FACT_GIVES,        /* the best `reply` takes `n` stones */
    FACT_LEAVES,       /* a `square` that has a name, for one without */
    FACT_BACK,         /* the piece goes back to `square` */
    FACT_UNSAFE,       /* the reverse of FACT_SAFE */
    FACT_OPEN,         /* the piece on `square` stays in reach of `throws` */
};

struct fact {
    enum fact_kind kind;
    int square; /* the mover's number */
    int n;
    unsigned throws; /* bit i: throw i of the rule set, ascending */
    lus_move reply;
    const char *text;
};

enum { MAX_FACTS = 32 };

/* The facts of a legal move, in the order above; returns how many. */
int facts_of(const lus_rules *r, const lus_pos *p, int throw, lus_move m,
             struct fact out[MAX_FACTS]);

/* One sentence without its full stop: "4-6 ..., but ..."; returns the number of facts. */
int text_facts(struct text *t, const lus_rules *r, const lus_pos *p, int throw,
               lus_move m);

#endif
