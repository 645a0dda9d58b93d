/* SPDX-License-Identifier: MIT */
/* ending.c - see ending.h.

   The search to the end may take half of the nodes or of the time of a move.  The plies that
   it can handle follow from the nodes: measured in Cave for the best move of the root, the
   nodes grow by a factor of 2.4 for every two plies, and nine of ten endings with 12 plies
   take at most 500. */
#include <stdlib.h>
#include "search/ending.h"
#include "search/value.h"

enum {
    ENDING_NODES = 100000, /* about 30 ms */
    NODES_PER_MS = 2000,   /* a careful estimate, also for browsers */
    FIRST_PLIES = 12,      /* endings that take FIRST_NODES */
    FIRST_NODES = 500,
    ORDER_DEPTH = 6, /* of the search that orders the moves */
    MIN_SLOTS = 1 << 10,
};

static int64_t nodes_allowed(const struct search_limits *limits)
{
    int64_t nodes = ENDING_NODES;
    if (limits->nodes && (int64_t)limits->nodes / 2 < nodes)
        nodes = (int64_t)limits->nodes / 2;
    if (limits->time_ms && (int64_t)limits->time_ms * NODES_PER_MS / 2 < nodes)
        nodes = (int64_t)limits->time_ms * NODES_PER_MS / 2;
    return nodes;
}

/* The largest number of plies that so many nodes are likely to suffice for. */
static int plies_allowed(int64_t nodes)
{
    int plies = FIRST_PLIES;
    for (int64_t needed = FIRST_NODES; needed * 12 / 5 <= nodes; needed = needed * 12 / 5)
        plies += 2;
    return plies;
}

/* Sorts by value, exact ones before bounds; the order of equal moves does not change. */
static void sort_moves(struct search_report *report)
{
    struct root_move *list = report->moves;
    for (int i = 1; i < report->n; i++) {
        struct root_move m = list[i];
        int j = i;
        for (; j > 0 && (list[j - 1].value < m.value ||
                         (list[j - 1].value == m.value && list[j - 1].bound > m.bound));
             j--)
            list[j] = list[j - 1];
        list[j] = m;
    }
}

/* The sign of a value that is decided; 0: it is an estimate or a bound. */
static int decided_sign(const struct root_move *m)
{
    return m->bound ? 0 : (m->value >= VALUE_WIN) - (m->value <= -VALUE_WIN);
}

/* Replaces the values of the shallow search.  Returns false if the nodes do not suffice. */
static bool prove_moves(const lus_game *g, bool all, struct ending_work *w,
                        struct search_report *report)
{
    const lus_rules *r = lus_game_rules(g);
    int best = -1;
    for (int i = 0; i < report->n; i++) {
        struct root_move *m = &report->moves[i];
        lus_pos next = *lus_game_pos(g);
        int result = decided_sign(m), alpha = all ? -1 : best;
        if (!result) {
            r->play(r, &next, 0, m->move);
            result = alpha < 1 ? -r->search.solve_ending(r, &next, w, -1, -alpha) : 1;
            *m = (struct root_move){m->move, result * VALUE_WIN,
                                    alpha >= 0 && result <= alpha};
        }
        best = result > best ? result : best;
        if (w->nodes >= w->max_nodes)
            return false;
    }
    return true;
}

/* The moves in the order of a shallow search, which also finds the shortest wins.  Returns 1,
   0 if it was stopped, or a negative error. */
static int order_moves(const lus_game *g, const struct search_limits *limits,
                       struct search_report *report)
{
    const struct search_limits shallow = {.depth = ORDER_DEPTH,
                                          .all_values = limits->all_values,
                                          .stop = limits->stop,
                                          .table_mb = 1};
    int status = search_run(g, 0, &shallow, report);
    return status < 0 ? status : !report->timed_out;
}

/* Returns 1, 0 if the nodes do not suffice, or LUS_EMEMORY. */
static int prove(const lus_game *g, const struct search_limits *limits,
                 struct search_report *found)
{
    struct ending_work w = {.max_nodes = nodes_allowed(limits),
                            .slot_mask = MIN_SLOTS - 1};
    while ((int64_t)w.slot_mask < w.max_nodes)
        w.slot_mask = 2 * w.slot_mask + 1;
    if (!(w.slots = calloc((size_t)w.slot_mask + 1, sizeof *w.slots)))
        return LUS_EMEMORY;
    bool proved = prove_moves(g, limits->all_values, &w, found);
    found->stats.nodes[0] += (uint64_t)w.nodes;
    free(w.slots);
    return proved;
}

int ending_answer(const lus_game *g, const struct search_limits *limits,
                  struct search_report *report)
{
    const lus_rules *r = lus_game_rules(g);
    struct search_report found;
    if (!limits->prove || !r->search.plies_left || search_is_classic(limits) ||
        lus_game_end(g).over ||
        r->search.plies_left(r, lus_game_pos(g)) > plies_allowed(nodes_allowed(limits)))
        return 0;
    int status = order_moves(g, limits, &found);
    if (status > 0)
        status = prove(g, limits, &found);
    if (status <= 0)
        return status;
    sort_moves(&found);
    found.depth = 0;
    found.how = "proved";
    found.exact = found.proved = true;
    *report = found;
    return 1;
}
