/* SPDX-License-Identifier: MIT */
/* search.h - choosing a move: the interface of the search for all other modules.

   Expectiminimax with iterative deepening: alpha-beta without dice, Star1 and Star2 with
   dice.  At a fixed depth the values do not depend on pruning, the transposition table
   or the number of threads. */
#ifndef SEARCH_SEARCH_H
#define SEARCH_SEARCH_H

#include <stdatomic.h>
#include <stdbool.h>
#include "core/rules.h"

struct tt;
struct search_tree;

/* A source of exact values, such as the tables of src/solve.  The search takes them at
   the root and inside the tree. */
struct search_tablebase {
    /* Returns true and sets *value if p is in the tablebase: its value on the scale of
       value.h for the side about to throw, or to move without dice.  If the score counts
       (rules->score_counts), p may be decided by a majority already: the rest of the
       stones counts too.  Called by several threads at once.  NULL: no tablebase. */
    bool (*probe)(void *context, const lus_rules *r, const lus_pos *p, int *value);
    void *context;
    int max_material; /* no position with more material (search.material) is there */
    /* OPTIONAL: as `probe`, for a tablebase that has only bounds of some values (awari:oware,
       where they depend on repetition).  `probe` then finds those with equal bounds.  They are
       the bounds of a position without a history, as after a capture; tablebase_root.h has those
       of the moves of a game. */
    bool (*bounds)(void *context, const lus_rules *r, const lus_pos *p, int *lower,
                   int *upper);
};

/* How to search.  {0} is valid, but ends only if the game is decided.

   One flat struct, not one per group: most callers set one or two members of two or three
   groups, {0} is the default of them all, and the struct is copied from the options of a
   command through players and reviews to the search. */
struct search_limits {
    /* When the search ends: at the first limit reached; 0 or NULL: no such limit. */
    int depth;              /* plies: the root move, then (throw, move) pairs */
    uint64_t nodes;         /* in all threads */
    int time_ms;            /* needs now_ms */
    _Atomic bool *stop;     /* set by another thread: end at once */
    double (*now_ms)(void); /* the clock of time_ms and of the report; may be NULL */

    /* What it may use.  The caller owns `table`, `network` and `tree`. */
    int threads;         /* 0: one */
    int table_mb;        /* 0: search_table_mb decides; < 0: no transposition table */
    struct tt *table;    /* kept from search to search; NULL: a new one */
    const void *network; /* search_expand_network, or other weights of a score_net; NULL:
                            expanded by the search, or the weights of the rule set */
    struct search_tablebase tablebase; /* not used by the classic evaluation */

    /* What it computes. */
    const char *eval; /* NULL or "default", "classic" */
    bool all_values;  /* exact values of all root moves, not only of the best one */
    bool allow_pass;  /* dice games: a forced pass counts as the only move */
    bool prove;       /* endings that can be searched to the end get proved values */
    bool selective;   /* late moves less deep: for searches without a depth limit */
    struct search_tree *tree; /* records the last iteration, on one thread; NULL: none */

    /* Switches for teaching and tests. */
    bool plain; /* no pruning, no transposition table, no move ordering */
    bool no_order, no_star2;
};

/* Counters.  MAX nodes are choices of the root player, MIN nodes of the opponent. */
struct search_stats {
    uint64_t nodes[2]; /* MAX, MIN */
    uint64_t chance, leaves;
    uint64_t hits, cutoffs; /* of the transposition table; by alpha-beta windows */
    uint64_t tablebase_hits;
};

static inline void search_stats_add(struct search_stats *sum,
                                    const struct search_stats *more)
{
    sum->nodes[0] += more->nodes[0];
    sum->nodes[1] += more->nodes[1];
    sum->chance += more->chance;
    sum->leaves += more->leaves;
    sum->hits += more->hits;
    sum->cutoffs += more->cutoffs;
    sum->tablebase_hits += more->tablebase_hits;
}

struct root_move {
    lus_move move;
    int value;  /* for the side to move */
    bool bound; /* `value` is only an upper bound: the move was refuted */
};

struct search_report {
    int n;                                 /* legal moves */
    struct root_move moves[LUS_MAX_MOVES]; /* best first; equal values in list order */
    int depth;      /* of the last completed iteration; 0: none, or not needed */
    bool timed_out; /* a limit other than the depth ended the search */
    bool classic;   /* the values are points of the classic evaluation */
    bool exact;     /* the values come from the tablebase, or are proved; depth is 0 */
    bool proved;    /* exact by a search to the end of the game (ending.h) */
    struct search_stats stats;
    double time_ms;
    const char *how; /* "only move", "search", "perfect (table)", "proved" */
};

/* Searches every legal move of the game's position with this throw (0 without dice) and
   fills *report.  Returns 0, or a negative error: LUS_ESTATE if there is no move to
   choose, LUS_ERANGE for an impossible throw, LUS_EMEMORY.  Searches that share neither
   table nor tree may run at the same time. */
int search_run(const lus_game *g, int throw, const struct search_limits *limits,
               struct search_report *report);

/* Fills *report and returns 1 if exact values of the moves can be found without an estimate:
   by limits->tablebase or, with limits->prove, by a search to the end.  Returns 0 if they
   cannot, or LUS_EMEMORY. */
int search_exact(const lus_game *g, int throw, const struct search_limits *limits,
                 struct search_report *report);

/* As search_run, but if the limits end the search before one ply is complete, one ply is
   searched without limits, so that every move has a value. */
int search_at_least_one_ply(const lus_game *g, int throw,
                            const struct search_limits *limits,
                            struct search_report *report);

/* Returns the size in MB of a transposition table that suits the limits: table_mb if it
   is positive, otherwise 1 to 16 by depth. */
int search_table_mb(const lus_rules *r, const struct search_limits *limits);

/* Returns true if the limits ask for the classic evaluation. */
bool search_is_classic(const struct search_limits *limits);

/* Returns true if the rule set has an evaluation of its own on the scale of value.h;
   otherwise the default evaluation is the classic one, scaled. */
bool search_has_own_evaluation(const lus_rules *r);

/* Expands the network that these limits need for many searches: sets limits->network and
   *network to it, or to NULL if none is needed.  The caller frees *network after the last
   search.  Returns 0 or LUS_EMEMORY.  It takes as long as evaluating 1,000 leaves. */
int search_expand_network(const lus_rules *r, struct search_limits *limits,
                          void **network);

#endif
