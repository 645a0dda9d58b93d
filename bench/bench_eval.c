/* SPDX-License-Identifier: MIT */
/* bench_eval.c - the default evaluation of every rule set against the classic one at equal
   depth, in pairs of games with the same dice or opening and exchanged sides
   (arena/match.h).

       bench_eval [PAIRS [DEPTH]]    the score of `default` with its 95 % interval

   Fails if the lower bound is not above 50 %, except where three in a row win: there the
   first player wins with either evaluation. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "arena/match.h"
#include "arena/elo.h"

static struct player_spec player(const lus_rules *r, int depth, const char *eval)
{
    char text[64];
    struct player_spec b = {0};
    snprintf(text, sizeof text, "ai:depth=%d,eval=%s", depth, eval);
    player_spec_read(r, text, &b, NULL);
    return b;
}

/* Returns true if `default` is better with 95 % confidence. */
static bool compare(const lus_rules *r, int pairs, int depth)
{
    struct match m = {.rules = r,
                      .bot = {player(r, depth, "default"), player(r, depth, "classic")},
                      .pairs = pairs,
                      .opening.plies = lus_has_dice(r) ? 0 : DEFAULT_OPENING,
                      .jobs = 2,
                      .seed = 1};
    struct match_tally t;
    if (match_play(&m, &t) < 0)
        return false;
    struct score_estimate rate = score_estimate(t.pairs);
    bool three = !strncmp(r->name, "cave:", 5) && strstr(r->name, "x3");
    printf("%-16s depth %d: default scores %6.2f %% (95 %%: %.2f to %.2f) in %d games\n",
           r->name, depth, 100 * rate.score, 100 * rate.low, 100 * rate.high, 2 * pairs);
    fflush(stdout);
    return rate.low > 0.5 || three;
}

int main(int argc, char **argv)
{
    int pairs = argc > 1 ? atoi(argv[1]) : 200, depth = argc > 2 ? atoi(argv[2]) : 0;
    bool good = true;
    const lus_rules *r;
    for (int i = 0; (r = lus_rules_at(i)); i++)
        good &= compare(r, pairs, depth ? depth : lus_has_dice(r) ? 1 : 4);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
