/* SPDX-License-Identifier: MIT */
/* fit.c - lusoria train of a game without a network: the weights of its evaluation,
   to be rounded into the game's header. */
#include <stdio.h>
#include "arena/fit.h"
#include "cli/cli.h"

int fit_print(const lus_rules *r, int seed, int threads, int games, int depth)
{
    struct fit f = {.rules = r,
                    .seed = (uint64_t)seed,
                    .games = games,
                    .depth = depth,
                    .threads = threads};
    int status = fit_run(&f);
    if (status < 0)
        return print_failure("%s", lus_error_text(status));
    printf("%s: %lld positions of %d games, %d plies deep, seed %d\n", r->name,
           (long long)f.positions, games, depth, seed);
    printf("%-40s %10s %10s %10s\n", "", "log odds", "95 % +-", "of first");
    for (int i = 0; i <= r->search.features->n; i++)
        printf("%-40s %10.4f %10.4f %10.3f\n",
               i < r->search.features->n ? r->search.features->name[i] : "to move",
               f.weight[i], f.error[i], f.weight[i] / f.weight[0]);
    return EXIT_DONE;
}
