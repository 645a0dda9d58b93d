/* SPDX-License-Identifier: MIT */
/* bench.h - a fixed set of searches: their cost, and a signature that changes if any of
   their values, moves or node counts changes. */
#ifndef ANALYSE_BENCH_H
#define ANALYSE_BENCH_H

#include "core/hash.h"
#include "search/search.h"

struct bench {
    int positions, depth;
    struct search_stats stats;
    double time_ms; /* 0 without a clock */
};

/* Searches fixed positions of a rule set with one thread and hashes the results into
   *signature, which starts as BENCH_SEED.  now_ms may be NULL.  0 or a negative error. */
#define BENCH_SEED HASH_START
int bench_run(const lus_rules *r, double (*now_ms)(void), struct bench *b,
              uint64_t *signature);

/* Nodes and leaves, as counted in "nodes per second". */
uint64_t bench_nodes(const struct search_stats *s);

#endif
