/* SPDX-License-Identifier: MIT */
/* node.h - what every node of a search shares: counters, limits, leaves.

   One struct search a thread.  A search that is told to stop unwinds by itself:
   `stopped` is set, every value on the way up is meaningless and thrown away. */
#ifndef SEARCH_NODE_H
#define SEARCH_NODE_H

#include "core/rules.h"
#include "search/search.h"
#include "search/tt.h"

enum { MAX_DEPTH = 64, MAX_PATH = 1024 };

/* Shared by the threads of one search. */
struct search_shared {
    struct tt *tt;
    const struct search_limits *limits;
    double deadline;        /* 0: none */
    _Atomic bool stop;      /* this iteration is over */
    _Atomic uint64_t nodes; /* of all threads */
    struct busy *busy;      /* children being searched, NULL with one thread */
};

struct search {
    struct search_shared *shared;
    struct tt *tt; /* NULL: none */
    struct search_stats stats;
    int fuel, tank; /* nodes until the clock and the limits are looked at */
    unsigned asks;  /* of what is known */
    bool stopped, plain, order, star2, classic, reduce;
    int root_side, root_depth;
    int bound;    /* no value is larger */
    int path_len; /* hashes of the positions since the last capture, then the path */
    uint64_t path[MAX_PATH + MAX_DEPTH];
    int history[2][LUS_MAX_MOVES + 1];
    const struct search_known *known;
    int known_below;     /* with less in play values may be known; 0: nowhere */
    const void *rows;    /* the network, expanded */
    struct trace *trace; /* of traced.c only */
    /* Or the next thread's counters, written at every node, would share a cache line
       with what is read here at every node: Awari, two threads, 720 -> 500 ms. */
    char apart[128];
};

/* A node of the tree: its value for the side to move, `depth` plies deep. */
typedef int node_fn(struct search *s, const lus_pos *p, uint64_t hash, int depth,
                    int alpha, int beta);

/* Does the table's entry settle the window?  Then *v is the value or its bound. */
static inline bool entry_settles(struct search *s, const struct tt_entry *e, int alpha,
                                 int beta, int *v)
{
    if (e->lower < beta && e->upper > alpha && e->lower != e->upper)
        return false;
    s->stats.hits++;
    *v = e->lower >= beta ? e->lower : e->upper;
    return true;
}

/* Is it time to stop?  `deadline` on the clock of the limits, 0: none. */
static inline bool limits_reached(const struct search_limits *limits, double deadline)
{
    return (limits->stop && atomic_load_explicit(limits->stop, memory_order_relaxed)) ||
           (deadline > 0 && limits->now_ms() >= deadline);
}

static inline double limits_deadline(const struct search_limits *limits, double begin)
{
    return limits->time_ms && limits->now_ms ? begin + limits->time_ms : 0;
}

/* Asks limits->known; counts what it answers, and looks at the clock now and then: an
   answer out of a packed block takes as long as a thousand nodes. */
bool search_ask(struct search *s, const lus_rules *r, const lus_pos *p, int *v);

/* Looks at the clock, the nodes and the stop flag; true: unwind. */
bool search_pause(struct search *s);

static inline bool out_of_fuel(struct search *s)
{
    return --s->fuel < 0 && search_pause(s);
}

#endif
