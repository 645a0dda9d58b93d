/* SPDX-License-Identifier: MIT */
/* root.h - the root of one search, shared by its threads. */
#ifndef SEARCH_ROOT_H
#define SEARCH_ROOT_H

#include "search/node.h"

struct root {
    const lus_rules *rules;
    const lus_pos *pos;
    int throw, n, threads, depth;
    const struct search_limits *limits;
    const struct search_instance *instance;
    struct search_line line[LUS_MAX_MOVES];
    struct search_line finished_line[LUS_MAX_MOVES]; /* of the first thread to finish */
    uint8_t listed[LUS_MAX_MOVES]; /* place of line[i] in the list of moves */
    struct search_shared shared;
    void *rows;              /* the network, written out; NULL: none */
    struct search *searches; /* one a thread */
    _Atomic bool finished;
    _Atomic int next_task;
    int task[LUS_MAX_MOVES * LUS_MAX_THROWS];
};

#endif
