/* SPDX-License-Identifier: MIT */
/* root_internal.h - the root of one search, shared by its threads. */
#ifndef SEARCH_ROOT_INTERNAL_H
#define SEARCH_ROOT_INTERNAL_H

#include "search/search_internal.h"

struct search_root {
    const lus_rules *rules;
    const lus_pos *pos;
    int throw, n, threads, depth;
    const struct search_limits *limits;
    const struct search_instance *instance;
    struct root_move moves[LUS_MAX_MOVES];
    struct root_move finished[LUS_MAX_MOVES]; /* moves[] of the first thread to finish */
    uint8_t list_index[LUS_MAX_MOVES];        /* of moves[i] in the list of legal moves */
    struct search_shared shared;
    void *network;           /* expanded for this search; NULL: none, or the caller's */
    struct search *searches; /* one per thread */
    _Atomic bool is_finished;
    _Atomic int next_task;
    int task[LUS_MAX_MOVES * LUS_MAX_THROWS]; /* value of each (root move, throw) */
};

/* Iterative deepening within the limits: sorts root->moves by value, sets depth and
   timed_out of the report. */
void search_deepen(struct search_root *root, struct search_report *report);

#endif
