/* SPDX-License-Identifier: MIT */
/* bench_api.c - the time of the verb `choose` over 101 middle games, at a fixed depth and
   for the highest level of Ur.

       bench_api            a summary for each game
       bench_api --list     one line for each position: RULES LIMIT THROW POSITION MS

   bench/wasm_speed.mjs reads the list and measures the same requests in WebAssembly.  CPU
   time of one thread, the best of three; the positions are those of bench_search. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "api/api_call.h"
#include "os/clock.h"
#include "support/reference_search.h"

enum { POSITIONS = 101, REPEAT = 3 };

static const struct {
    const char *rules, *limit;
} games[] = {
    {"ur:finkel", "depth=6"},     {"ur:finkel", "depth=7"},
    {"senet:houses", "depth=5"},  {"awari:abapa", "depth=12"},
    {"cave:standard", "depth=8"}, {"ur:finkel", "level=6"},
    {"ur:blitz", "level=6"},      {"ur:masters", "level=6"},
    {"ur:aseb", "level=6"},
};

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double request_ms(const char *query)
{
    const struct api_host host = {
        .max_depth = 63, .max_nodes = UINT64_C(1) << 40, .max_bytes = 1 << 20};
    double best = 0;
    for (int i = 0; i < REPEAT; i++) {
        struct buffer out = {0};
        double begin = clock_cpu_ms();
        if (api_call(&host, "choose", query, &out) < 0)
            abort();
        double ms = clock_cpu_ms() - begin;
        best = i && best < ms ? best : ms;
        free(out.bytes);
    }
    return best;
}

static void measure(const char *rules, const char *limit, bool list)
{
    const lus_rules *r = lus_rules_find(rules);
    struct random rng = random_stream(2, 0);
    double ms[POSITIONS];
    for (int k = 0; k < POSITIONS;) {
        char position[LUS_MAX_TEXT], query[2 * LUS_MAX_TEXT];
        lus_pos p;
        int throw;
        if (!random_position(r, &rng, &p, &throw))
            continue;
        lus_pos_format(r, &p, LUS_ANY_THROW, position);
        int n = snprintf(query, sizeof query, "game=%s&position=%s&%s", rules, position,
                         limit);
        if (lus_has_dice(r))
            snprintf(query + n, sizeof query - (size_t)n, "&throw=%d", throw);
        ms[k] = request_ms(query);
        if (list)
            printf("%s %s %d %s %.4f\n", rules, limit, throw, position, ms[k]);
        k++;
    }
    qsort(ms, POSITIONS, sizeof *ms, by_size);
    if (!list)
        printf("%-16s %s, %d middle games through the API: median %.2f ms, "
               "at most %.2f ms\n",
               rules, limit, POSITIONS, ms[POSITIONS / 2], ms[POSITIONS - 1]);
}

int main(int argc, char **argv)
{
    bool list = argc > 1 && !strcmp(argv[1], "--list");
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++)
        measure(games[i].rules, games[i].limit, list);
    return 0;
}
