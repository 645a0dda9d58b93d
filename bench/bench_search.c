/* SPDX-License-Identifier: MIT */
/* bench_search.c - the speed of the search, each figure beside what it is measured
   against in the same run.  Processor time of one thread, but for the comparison
   of two threads with one. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "core/clock.h"
#include "search/search.h"
#include "support/judge.h"

static double cpu_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *v, int n)
{
    qsort(v, (size_t)n, sizeof *v, by_size);
    return v[n / 2];
}

static struct search_report search_at(const lus_rules *r, const lus_pos *p, int throw,
                                      struct search_limits limits)
{
    struct search_report report;
    lus_game *g = lus_game_new(r, p);
    if (!g || search_run(g, throw, &limits, &report) < 0)
        abort();
    lus_game_free(g);
    return report;
}

/* The whole root, every move measured by the judge. */
static double judge_ms(const lus_rules *r, const lus_pos *p, int throw, int depth,
                       const void *rows)
{
    struct judge j = {r, !rows, lus_side(p), rows};
    lus_move list[LUS_MAX_MOVES];
    double begin = cpu_ms();
    int n = lus_moves(r, p, throw, list);
    for (int i = 0; i < n; i++)
        judge_move(&j, p, throw, list[i], depth);
    return cpu_ms() - begin;
}

static void against_plain(const char *name, int depth, int positions)
{
    const lus_rules *r = lus_rules_find(name);
    struct random rng = random_stream(1, 0);
    void *rows = judge_rows(r);
    double plain = 0, ours = 0;
    for (int k = 0; k < positions;) {
        lus_pos p;
        int throw;
        if (!random_position(r, &rng, &p, &throw))
            continue;
        plain += judge_ms(r, &p, throw, depth, rows);
        ours += search_at(r, &p, throw,
                          (struct search_limits){.depth = depth, .now_ms = cpu_ms})
                    .time_ms;
        k++;
    }
    printf("%-16s depth %d, %d positions: plain %.0f ms, ours %.0f ms, %.1f times\n",
           name, depth, positions, plain, ours, plain / ours);
    free(rows);
}

static void middle_game(const char *name, int depth)
{
    enum { POSITIONS = 101 };
    const lus_rules *r = lus_rules_find(name);
    struct random rng = random_stream(2, 0);
    double ms[POSITIONS];
    for (int k = 0; k < POSITIONS;) {
        lus_pos p;
        int throw;
        if (!random_position(r, &rng, &p, &throw))
            continue;
        struct search_limits limits = {.depth = depth, .now_ms = cpu_ms};
        ms[k++] = search_at(r, &p, throw, limits).time_ms;
    }
    printf("%-16s depth %d, %d middle games: median %.1f ms\n", name, depth, POSITIONS,
           median(ms, POSITIONS));
}

static void from_the_start(const char *name, struct search_limits limits)
{
    const lus_rules *r = lus_rules_find(name);
    lus_pos p;
    lus_start(r, &p);
    limits.now_ms = cpu_ms;
    struct search_report a = search_at(r, &p, 0, limits);
    double nodes = (double)(a.stats.nodes[0] + a.stats.nodes[1] + a.stats.leaves);
    printf("%-16s from the start: depth %d in %.0f ms, %.1f million nodes a second\n",
           name, a.depth, a.time_ms, nodes / a.time_ms / 1e3);
}

/* Wall clock: the machine must have two idle cores for this to mean anything. */
static void two_threads(const char *name, int depth)
{
    const lus_rules *r = lus_rules_find(name);
    lus_pos p;
    double ms[2];
    lus_start(r, &p);
    for (int t = 0; t < 2; t++) {
        struct search_limits limits = {
            .depth = depth, .threads = t + 1, .now_ms = clock_ms};
        ms[t] = search_at(r, &p, 0, limits).time_ms;
    }
    printf("%-16s depth %d: one thread %.0f ms, two %.0f ms, %.2f times\n", name, depth,
           ms[0], ms[1], ms[0] / ms[1]);
}

int main(void)
{
    against_plain("ur:finkel", 7, 6);
    against_plain("senet:houses", 5, 6);
    middle_game("ur:finkel", 7);
    middle_game("ur:finkel", 8);
    from_the_start("awari:abapa", (struct search_limits){.time_ms = 10000});
    from_the_start("cave:standard", (struct search_limits){.depth = 12});
    two_threads("awari:abapa", 19);
    two_threads("cave:standard", 11);
    return 0;
}
