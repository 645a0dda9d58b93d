/* SPDX-License-Identifier: MIT */
/* search.h - choosing a move: the one door to the search for every other room. */
#ifndef SEARCH_SEARCH_H
#define SEARCH_SEARCH_H

#include "core/rules.h"

struct search_limits {
    int depth;        /* plies: the root move, then (throw, move) layers; 0: no limit */
    uint64_t nodes;   /* 0: no limit */
    int time_ms;      /* 0: no limit */
    const char *eval; /* NULL: the default */
};

/* A root move with its value for the side to move. */
struct search_line {
    lus_move move;
    int value;
};

struct search_report {
    int n; /* legal moves, best first; equal values keep the order of the list */
    struct search_line line[LUS_MAX_MOVES];
    int depth; /* completed */
    uint64_t max_nodes, min_nodes, chance_nodes;
    double time_ms;
    const char *how; /* "greedy", "depth 7", "perfect (table)" */
};

/* Looks at every legal move of the game's position with this throw.  Returns 0,
   or LUS_ESTATE if there is none to choose from. */
int search_run(const lus_game *g, int throw, const struct search_limits *limits,
               struct search_report *report);

#endif
