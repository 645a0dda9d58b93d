/* SPDX-License-Identifier: MIT */
/* bench_net.c - the time of one network evaluation, as in the search: the rule set is a
   constant, the positions are those of random games. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include "core/random.h"
#include "games/senet/senet.h"
#undef GAME_RULES
#undef GAME_SETS
#include "games/ur/ur.h"

enum { POSITIONS = 1 << 14, ROUNDS = 25 };

static void some_positions(const lus_rules *r, lus_pos *p)
{
    struct random dice = random_stream(1, 0);
    lus_pos now;
    r->start(r, &now);
    for (int i = 0; i < POSITIONS; i++) {
        lus_move list[LUS_MAX_MOVES];
        int throw = random_throw(r, &dice), n = r->moves(r, &now, throw, list);
        p[i] = now;
        if (n)
            r->play(r, &now, throw, list[random_below(&dice, (uint32_t)n)]);
        else
            r->pass(r, &now, throw);
        if (r->result(r, &now) != LUS_ONGOING)
            r->start(r, &now);
    }
}

static double cpu_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static inline __attribute__((always_inline)) void measure(const lus_rules *r)
{
    lus_pos *p = malloc(sizeof *p * POSITIONS);
    void *network = aligned_alloc(64, net_rows_size(r->search.net));
    double best = 1e9;
    int64_t sum = 0;
    if (!p || !network)
        abort();
    some_positions(r, p);
    net_expand(r->search.net, network);
    for (int k = 0; k < ROUNDS; k++) {
        double begin = cpu_ns();
        for (int i = 0; i < POSITIONS; i++)
            sum += net_value(r->search.net, network, &p[i]);
        double each = (cpu_ns() - begin) / POSITIONS;
        best = each < best ? each : best;
    }
    printf("%-16s %.1f ns per evaluation, %zu KB expanded (sum %lld)\n", r->name, best,
           net_rows_size(r->search.net) / 1024, (long long)sum);
    free(p);
    free(network);
}

int main(void)
{
    measure(&ur_rules[0]);
    measure(&ur_rules[2]);
    measure(&senet_rules[0]);
    measure(&senet_rules[1]);
    return 0;
}
