/* SPDX-License-Identifier: MIT */
/* match_tally.c - see match_tally.h.  Sums are whole numbers, except the times, so they do
   not depend on the order of the games. */
#include <stdio.h>
#include "arena/match_tally.h"

/* The last lines are those of the first fault, which is usually the cause of the others. */
static void add_fault(struct match_tally *t, const struct game_outcome *o)
{
    int who = o->at_fault;
    if (!match_tally_forfeits(t, who))
        snprintf(t->last_lines[who], AGENT_LAST_LINES, "%s", o->last_lines);
    t->faults[who][o->fault]++;
}

void match_tally_add(struct match_tally *t, const struct game_outcome game[2])
{
    t->pairs[game[0].points + game[1].points]++;
    for (int second = 0; second < 2; second++) {
        const struct game_outcome *o = &game[second];
        t->games[!second][o->points]++;
        t->plies += (uint64_t)o->plies;
        for (int who = 0; who < 2; who++) {
            t->moves[who] += (uint64_t)o->moves[who];
            t->time_ms[who] += o->time_ms[who];
        }
        if (o->fault)
            add_fault(t, o);
    }
}

int64_t match_tally_pairs(const struct match_tally *t)
{
    uint64_t n = 0;
    for (int i = 0; i < 5; i++)
        n += t->pairs[i];
    return (int64_t)n;
}

int64_t match_tally_games(const struct match_tally *t)
{
    return 2 * match_tally_pairs(t);
}

int64_t match_tally_results(const struct match_tally *t, int result)
{
    return (int64_t)(t->games[0][result] + t->games[1][result]);
}

int64_t match_tally_forfeits(const struct match_tally *t, int player)
{
    uint64_t n = 0;
    for (int i = 1; i < AGENT_OUT_OF_TIME; i++)
        n += t->faults[player][i];
    return (int64_t)n;
}

int64_t match_tally_time_losses(const struct match_tally *t, int player)
{
    return (int64_t)t->faults[player][AGENT_OUT_OF_TIME];
}

static double ratio(double a, double b)
{
    return b > 0 ? a / b : 0;
}

double match_tally_beginner_score(const struct match_tally *t)
{
    uint64_t half_points =
        2 * t->games[1][2] + t->games[1][1] + 2 * t->games[0][0] + t->games[0][1];
    return ratio((double)half_points, 2 * (double)match_tally_games(t));
}

double match_tally_mean_plies(const struct match_tally *t)
{
    return ratio((double)t->plies, (double)match_tally_games(t));
}

double match_tally_ms_per_move(const struct match_tally *t, int player)
{
    return ratio(t->time_ms[player], (double)t->moves[player]);
}
