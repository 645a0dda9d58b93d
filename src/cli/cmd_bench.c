/* SPDX-License-Identifier: MIT */
/* cmd_bench.c - lusoria bench: how fast the search is, and that it is the same. */
#include <inttypes.h>
#include <stdio.h>
#include <time.h>
#include "analyse/bench.h"
#include "cli/cli.h"

/* Of the processor: the search has one thread, and others may be busy. */
static double cpu_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static void print_rules(const lus_rules *r, const struct bench *b)
{
    double nodes = (double)bench_nodes(&b->stats);
    printf("%-16s %9d %6d %10.0f %8.1f %8.2f\n", lus_rules_name(r), b->positions,
           b->depth, nodes, b->time_ms, b->time_ms > 0 ? nodes / b->time_ms / 1e3 : 0);
}

int cmd_bench(const struct command *self, int argc, char **argv)
{
    bool only = false;
    const struct option options[] = {
        {"signature", 0, OPTION_FLAG, &only, 0, 0, NULL, "print nothing else"},
        {0},
    };
    const lus_rules *r;
    struct bench b;
    uint64_t signature = BENCH_SEED;
    int n = options_read(self, options, argc, argv, NULL, 0, 0);
    if (n < 0)
        return -1 - n;
    if (!only)
        puts("rule set         positions  depth      nodes       ms  million/s");
    for (int i = 0; (r = lus_rules_at(i)); i++) {
        int status = bench_run(r, cpu_ms, &b, &signature);
        if (status < 0)
            return print_error_code(status);
        if (!only)
            print_rules(r, &b);
    }
    printf("%s%016" PRIx64 "\n", only ? "" : "signature ", signature);
    return EXIT_DONE;
}
