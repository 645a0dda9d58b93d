/* SPDX-License-Identifier: MIT */
/* search_internal.h - the state of a search thread, and when it stops.

   Each thread has one struct search.  When it is told to stop, `stopped` is set and the
   recursion returns; all values on the way up are meaningless and discarded. */
#ifndef SEARCH_SEARCH_INTERNAL_H
#define SEARCH_SEARCH_INTERNAL_H

#include "core/rules.h"
#include "search/search.h"
#include "search/tt.h"

enum { MAX_DEPTH = 64, MAX_PATH = 1024 };

/* Shared by the threads of one search. */
struct search_shared {
    struct tt *tt;
    const struct search_limits *limits;
    double deadline;        /* on the clock of the limits; 0: none */
    _Atomic bool stop;      /* this iteration is over */
    _Atomic bool expired;   /* a limit was reached: it is the last one */
    _Atomic uint64_t nodes; /* of all threads */
    struct abdada *abdada;  /* children being searched; NULL with one thread */
};

struct search {
    struct search_shared *shared;
    struct tt *tt; /* NULL: none */
    struct search_stats stats;
    int nodes_to_check; /* nodes until the limits are checked */
    int check_interval; /* the value nodes_to_check started from */
    unsigned probes;    /* of the tablebase */
    bool stopped, plain, order, star2, classic, selective;
    int root_side, root_depth;
    int bound;    /* the largest value that can occur */
    int path_len; /* repetition: hashes of the last positions of the game, then of the
                     current line */
    uint64_t path[MAX_PATH + MAX_DEPTH];
    int history[2][LUS_MAX_MOVES + 1]; /* history heuristic: by side and `from` */
    const struct search_tablebase *tablebase;
    int probe_below;          /* probe positions with less material than this; 0: none */
    const void *network;      /* expanded, or the weights of a score_net; NULL: none */
    struct search_tree *tree; /* used by recorded_search.c only */
    /* Keeps the counters of the next thread, which are written at every node, out of the
       cache line that is read here: Awari, two threads, 720 -> 500 ms. */
    char padding[128];
};

/* Searches a node: its value for the side to move, `depth` plies deep. */
typedef int node_fn(struct search *s, const lus_pos *p, uint64_t hash, int depth,
                    int alpha, int beta);

/* Returns true and sets *v if the table's entry is exact or causes a cutoff. */
static inline bool tt_cutoff(struct search *s, const struct tt_entry *e, int alpha,
                             int beta, int *v)
{
    if (e->lower < beta && e->upper > alpha && e->lower != e->upper)
        return false;
    s->stats.hits++;
    *v = e->lower >= beta ? e->lower : e->upper;
    return true;
}

/* Returns true if `stop` is set or the deadline (0: none) has passed. */
static inline bool limits_reached(const struct search_limits *limits, double deadline)
{
    return (limits->stop && atomic_load_explicit(limits->stop, memory_order_relaxed)) ||
           (deadline > 0 && limits->now_ms() >= deadline);
}

/* The deadline of a search that starts at `start`; 0: none. */
static inline double limits_deadline(const struct search_limits *limits, double start)
{
    return limits->time_ms && limits->now_ms ? start + limits->time_ms : 0;
}

/* Bounds of the value of a position. */
struct value_range {
    int lower, upper;
};

/* Probes the tablebase and counts hits; the bounds of an exact value are equal.  Every 32nd probe checks the clock: a probe that
   unpacks a block takes as long as a thousand nodes. */
bool probe_tablebase(struct search *s, const lus_rules *r, const lus_pos *p,
                     struct value_range *range);

/* Checks the clock, the node limit and the stop flag.  Returns true if the search must
   return. */
bool check_limits(struct search *s);

/* Counts a node; calls check_limits every CHECK_NODES nodes. */
static inline bool must_stop(struct search *s)
{
    return --s->nodes_to_check < 0 && check_limits(s);
}

#endif
