/* SPDX-License-Identifier: MIT */
/* greedy.c - one ply ahead with the classic evaluation: the player until the
   search takes its place behind the same door. */
#include <time.h>
#include "search/search.h"

static double now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

/* Best first, stable: equal values stay in the order of the list. */
static void insert(struct search_report *report, struct search_line line)
{
    int i = report->n++;
    for (; i > 0 && report->line[i - 1].value < line.value; i--)
        report->line[i] = report->line[i - 1];
    report->line[i] = line;
}

int search_run(const lus_game *g, int throw, const struct search_limits *limits,
               struct search_report *report)
{
    const lus_rules *r = lus_game_rules(g);
    const lus_pos *p = lus_game_pos(g);
    lus_move list[LUS_MAX_MOVES];
    double begin = now_ms();
    int n = lus_moves(r, p, throw, list);
    (void)limits;
    if (n <= 0)
        return n < 0 ? n : LUS_ESTATE;
    *report = (struct search_report){.depth = 1, .max_nodes = 1, .how = "greedy"};
    for (int i = 0; i < n; i++) {
        lus_pos next = *p;
        r->play(r, &next, throw, list[i]);
        int me = pos_side(&next) != pos_side(p);
        insert(report, (struct search_line){list[i], r->classic(r, &next, me)});
        report->min_nodes++;
    }
    report->time_ms = now_ms() - begin;
    return 0;
}
