/* SPDX-License-Identifier: MIT */
/* search.h - choosing a move: the one door to the search for every other room. */
#ifndef SEARCH_SEARCH_H
#define SEARCH_SEARCH_H

#include <stdatomic.h>
#include <stdbool.h>
#include "core/rules.h"

struct tt;
struct trace;

/* Values known without searching: the tables of src/solve, to those who have some.  The
   search stops wherever one is known, at the root and inside the tree. */
struct search_known {
    /* True if the value of p is known, on the scale of value.h, for the side about to
       throw, or to move without dice.  Where stones count (rules->score_counts) p may be over
       by a majority: what is left then counts as well.  Any thread may ask. */
    bool (*value)(void *of, const lus_rules *r, const lus_pos *p, int *value);
    void *of;
    int most; /* nothing is known with more in play (rules->search.material) */
};

struct search_limits {
    int depth;        /* plies: the root move, then (throw, move) layers; 0: no limit */
    uint64_t nodes;   /* 0: no limit */
    int time_ms;      /* 0: no limit */
    int threads;      /* 0: one */
    int table_mb;     /* 0: as search_table_mb says; < 0: none */
    const char *eval; /* NULL or "default", "classic" */
    struct tt *table; /* kept from move to move; NULL: one of its own */
    const void *rows; /* the network, expanded, the same way; see search_rows */
    bool plain;       /* no pruning, no table, no order: for teaching */
    bool no_order, no_star2;
    bool reduce;         /* late quiet moves shallower: the depth is not that of all */
    bool all_values;     /* exact values of all root moves, not of the best only */
    bool passes;         /* dice games: a forced pass counts as a move */
    struct trace *trace; /* records the last iteration, on one thread; may be NULL */
    struct search_known
        known;              /* value NULL: nothing is; the classic evaluation: unused */
    _Atomic bool *stop;     /* set from another thread: stop at once; may be NULL */
    double (*now_ms)(void); /* a clock for time_ms and the report; may be NULL */
};

/* What was done.  MAX nodes are choices of the root player, MIN of the other. */
struct search_stats {
    uint64_t nodes[2], chance, leaves; /* nodes: max, min */
    uint64_t hits, cutoffs;            /* of the table; by windows */
    uint64_t known;                    /* ends of the tree that were known */
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
    sum->known += more->known;
}

/* A root move with its value for the side to move.  `bound`: no better than that
   (a move that was refuted, not measured). */
struct search_line {
    lus_move move;
    int value;
    bool bound;
};

struct search_report {
    int n; /* legal moves, best first; equal values keep the order of the list */
    struct search_line line[LUS_MAX_MOVES];
    int depth; /* completed */
    bool timed_out;
    bool classic; /* the values are points of the classic evaluation */
    bool exact;   /* every value was known; depth is 0 */
    struct search_stats stats;
    double time_ms;
    const char *how; /* "only move", "search", "perfect (table)" */
};

/* The size of table that suits the limits, where they do not say it themselves. */
int search_table_mb(const lus_rules *r, const struct search_limits *limits);

bool search_is_classic(const struct search_limits *limits);
/* Expands the network these limits need, if any, for many searches: it is to be freed
   behind the last; writing it takes as long as looking at a thousand leaves. */
int search_rows(const lus_rules *r, struct search_limits *limits, void **rows);

/* Looks at every legal move of the game's position with this throw.  Returns 0,
   or a negative error: LUS_ESTATE if there is no move to choose. */
int search_run(const lus_game *g, int throw, const struct search_limits *limits,
               struct search_report *report);

/* As search_run, but if the limits end the search before one ply is complete, one ply is
   searched without limits, so that every move has a value. */
int search_at_least_one_ply(const lus_game *g, int throw,
                            const struct search_limits *limits,
                            struct search_report *report);

#endif
