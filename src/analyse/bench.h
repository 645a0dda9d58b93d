/* SPDX-License-Identifier: MIT */
/* bench.h - the same searches on every machine: what they cost, and one number that
   changes when any of their values, moves or nodes does. */
#ifndef ANALYSE_BENCH_H
#define ANALYSE_BENCH_H

#include "core/hash.h"
#include "search/search.h"

struct bench {
    int positions, depth;
    struct search_stats stats;
    double time_ms; /* 0 without a clock */
};

/* Searches fixed positions of a rule set with one thread and adds what was found to
   the signature.  The first rule set begins with BENCH_SEED. */
#define BENCH_SEED HASH_START
int bench_run(const lus_rules *r, double (*now_ms)(void), struct bench *b,
              uint64_t *signature);

/* Nodes and leaves: what is counted by nodes a second. */
uint64_t bench_nodes(const struct search_stats *s);

#endif
