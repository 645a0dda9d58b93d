/* SPDX-License-Identifier: MIT */
/* bench_search.c - the speed of the search: each result with the reference measured in the
   same run and the goal.  CPU time of one thread, except for the comparison of two threads
   with one. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "analyse/analyse.h"
#include "os/clock.h"
#include "search/search.h"
#include "support/reference_search.h"

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

/* The time of the reference search for all root moves. */
static double reference_ms(const lus_rules *r, const lus_pos *p, int throw, int depth,
                           const void *network)
{
    struct reference_search j = {r, !network, lus_side(p), network};
    lus_move list[LUS_MAX_MOVES];
    double begin = clock_cpu_ms();
    int n = lus_moves(r, p, throw, list);
    for (int i = 0; i < n; i++)
        reference_move_value(&j, p, throw, list[i], depth);
    return clock_cpu_ms() - begin;
}

static void against_reference(const char *name, int depth, int positions, double goal)
{
    const lus_rules *r = lus_rules_find(name);
    struct random rng = random_stream(1, 0);
    void *network = reference_network(r);
    double plain = 0, ours = 0;
    for (int k = 0; k < positions;) {
        lus_pos p;
        int throw;
        if (!random_position(r, &rng, &p, &throw))
            continue;
        plain += reference_ms(r, &p, throw, depth, network);
        ours += search_at(r, &p, throw,
                          (struct search_limits){.depth = depth, .now_ms = clock_cpu_ms})
                    .time_ms;
        k++;
    }
    printf("%-16s depth %d, %d positions: plain %.0f ms, ours %.0f ms, %.1f times "
           "(goal %g)\n",
           name, depth, positions, plain, ours, plain / ours, goal);
    free(network);
}

static void middle_game(const char *name, int depth, double goal_ms)
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
        struct search_limits limits = {.depth = depth, .now_ms = clock_cpu_ms};
        ms[k++] = search_at(r, &p, throw, limits).time_ms;
    }
    printf("%-16s depth %d, %d middle games: median %.1f ms (goal %g)\n", name, depth,
           POSITIONS, median(ms, POSITIONS), goal_ms);
}

static void from_the_start(const char *name, struct search_limits limits,
                           const char *goal)
{
    const lus_rules *r = lus_rules_find(name);
    lus_pos p;
    lus_start(r, &p);
    limits.now_ms = clock_cpu_ms;
    struct search_report a = search_at(r, &p, 0, limits);
    double nodes = (double)(a.stats.nodes[0] + a.stats.nodes[1] + a.stats.leaves);
    printf("%-16s from the start: depth %d in %.0f ms, %.1f million nodes per second "
           "(goal %s)\n",
           name, a.depth, a.time_ms, nodes / a.time_ms / 1e3, goal);
}

/* Speed-up in wall-clock time, which needs two idle cores, and in CPU time: twice the time
   of one thread divided by the CPU time of two, which also works on a busy machine. */
static void two_threads(const char *name, int depth, double goal)
{
    const lus_rules *r = lus_rules_find(name);
    lus_pos p;
    double ms[2], cpu[2];
    lus_start(r, &p);
    for (int t = 0; t < 2; t++) {
        double begin = clock_cpu_ms();
        struct search_limits limits = {
            .depth = depth, .threads = t + 1, .now_ms = clock_ms};
        ms[t] = search_at(r, &p, 0, limits).time_ms;
        cpu[t] = clock_cpu_ms() - begin;
    }
    printf("%-16s depth %d: one thread %.0f ms, two %.0f ms, speed-up %.2f by the clock, "
           "%.2f by CPU time (goal %g)\n",
           name, depth, ms[0], ms[1], ms[0] / ms[1], 2 * cpu[0] / cpu[1], goal);
}

/* The longest time of an analysis with a limit of 100 ms, over all rule sets. */
static void in_time(const char *how, struct search_limits limits, double (*now)(void))
{
    enum { TIME_MS = 100 };
    const lus_rules *r;
    double worst = 0;
    const char *name = "";
    limits.time_ms = TIME_MS;
    limits.now_ms = now;
    for (int i = 0; (r = lus_rules_at(i)); i++) {
        struct random rng = random_stream(5, 0);
        struct analysis *a;
        lus_pos p;
        int throw;
        while (!random_position(r, &rng, &p, &throw))
            ;
        lus_game *g = lus_game_new(r, &p);
        double begin = now();
        if (!g || analyse(g, throw, &limits, &a) < 0)
            abort();
        double took = now() - begin;
        name = took > worst ? lus_rules_name(r) : name;
        worst = took > worst ? took : worst;
        free(a);
        lus_game_free(g);
    }
    printf("%-16s --time %d, every rule set: at most %.1f ms, %s (goal 110)\n", how,
           TIME_MS, worst, name);
}

int main(void)
{
    against_reference("ur:finkel", 7, 6, 15);
    against_reference("senet:houses", 5, 6, 15);
    middle_game("ur:finkel", 7, 20);
    middle_game("ur:finkel", 8, 100);
    from_the_start("awari:abapa", (struct search_limits){.time_ms = 10000},
                   "depth 22, 20 million");
    from_the_start("cave:standard", (struct search_limits){.depth = 12}, "5000 ms");
    two_threads("awari:abapa", 19, 1.6);
    two_threads("cave:standard", 11, 1.6);
    in_time("full", (struct search_limits){0}, clock_cpu_ms);
    in_time("plain", (struct search_limits){.plain = true}, clock_cpu_ms);
    in_time("no table", (struct search_limits){.table_mb = -1}, clock_cpu_ms);
    in_time("no order", (struct search_limits){.no_order = true}, clock_cpu_ms);
    in_time("no star2", (struct search_limits){.no_star2 = true}, clock_cpu_ms);
    in_time("classic", (struct search_limits){.eval = "classic"}, clock_cpu_ms);
    in_time("two threads", (struct search_limits){.threads = 2}, clock_ms);
    return 0;
}
