/* SPDX-License-Identifier: MIT */
/* trace.h - the tree a search walks, recorded.

   The bodies of star.h and alphabeta.h call the hooks below.  In search_hot.c they
   are empty and nothing is left of them; traced.c compiles the same bodies with
   SEARCH_TRACE and records every node, so what is drawn is what was searched.

       choice --move--> chance --throw--> choice --move--> leaf     with dice
       choice --move--> choice --move--> ... leaf                   without

   Values and windows are those of the side to move at the node. */
#ifndef SEARCH_TRACE_H
#define SEARCH_TRACE_H

#include "core/rules.h"
#include "search/instance.h"

struct search;

enum trace_kind { TRACE_CHOICE, TRACE_CHANCE, TRACE_LEAF, TRACE_END };

struct trace_node {
    int parent; /* -1: none */
    enum trace_kind kind;
    lus_pos pos;
    lus_move move;     /* that led here */
    int throw, weight; /* of a choice; the weight is 0 if it was not by chance */
    int depth, alpha, beta, value;
    bool probe;    /* Star2: one move of the throw */
    bool hit;      /* the table knew */
    bool more;     /* there was no room for all below */
    uint64_t hits; /* of the table, when the node began */
};

struct trace {
    const lus_rules *rules;
    struct trace_node *node; /* parents before children */
    int n, room;             /* nodes recorded; memory for them, the caller's */
    int base, mark;          /* where the next search hangs, and begins */
    int at, lost;            /* the open node; open nodes that were not recorded */
    lus_move move;           /* of the next node */
    bool cut;                /* there was no room for some */
};

/* Room for `room` nodes; NULL: no memory.  Free with trace_free. */
struct trace *trace_new(const lus_rules *r, int room);
void trace_free(struct trace *t);
/* A chance node above the searches of all throws: each is then hung below it. */
void trace_chance(struct trace *t, const lus_pos *p, int depth);
/* The next search is kept beside those before. */
void trace_keep(struct trace *t);

/* Called by the root: an iteration replaces the one before. */
void trace_begin(struct trace *t, const lus_pos *p, int throw, int depth);
void trace_end(struct trace *t, int value);

extern const struct search_instance traced_search;

#ifdef SEARCH_TRACE
#define TRACE_HOOK(declaration) declaration;
#else
#define TRACE_HOOK(declaration)                                                          \
    static inline __attribute__((always_inline, unused)) declaration                     \
    {                                                                                    \
    }
#endif
#if defined(__GNUC__) && !defined(SEARCH_TRACE)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
#endif
/* A position comes up, and its value. */
TRACE_HOOK(void trace_enter(struct search *s, const lus_pos *p, int depth, int alpha,
                            int beta))
TRACE_HOOK(void trace_leave(struct search *s, int value))
/* A throw is looked at, by its place in the table of throws. */
TRACE_HOOK(void trace_throw(struct search *s, const lus_pos *p, int t, int depth,
                            int alpha, int beta, bool probe))
/* A position that is not searched any more. */
TRACE_HOOK(void trace_leaf(struct search *s, const lus_pos *p, int value))
/* The move that leads to what comes next, itself or by its place in the list. */
TRACE_HOOK(void trace_move(struct search *s, lus_move m))
TRACE_HOOK(void trace_place(struct search *s, int place))
#if defined(__GNUC__) && !defined(SEARCH_TRACE)
#pragma GCC diagnostic pop
#endif
#undef TRACE_HOOK

#endif
