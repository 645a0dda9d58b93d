/* SPDX-License-Identifier: MIT */
/* bench_rollout.c - are the confidence intervals of rollouts right?

   Rollouts of the same position with 1,000 fixed seeds, 512 games each: how many of the
   95 % intervals contain the exact value, and how much larger the variance of plain
   playouts is.  The exact value is that of perfect play; the players of a rollout are not
   perfect, but both sides make the same errors, so the bias must be small compared with
   the standard error.  The last row has two pieces per side and the exact value of these
   players, computed here: it shows whether the estimate is unbiased.

   Fails unless each row covers 93 to 97 % and the variance is 20 times smaller. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "analyse/rollout.h"
#include "core/random.h"
#include "search/shallow_search.h"
#include "search/tt.h"

enum { SEEDS = 1000, GAMES = 512, SLOTS = 1 << 17 };

/* ---- the exact value of players that search one ply ---- */

struct reached {
    lus_pos pos;
    double win; /* of the side to move */
    int used, next[LUS_MAX_THROWS], again[LUS_MAX_THROWS];
};

static int slot_of(struct reached *table, const lus_pos *p)
{
    uint64_t at = pos_hash(p) % SLOTS;
    while (table[at].used && memcmp(&table[at].pos, p, sizeof *p) != 0)
        at = (at + 1) % SLOTS;
    return (int)at;
}

/* Adds all positions that the players can reach; returns the number of new ones. */
static int explore(const lus_rules *r, struct shallow_search *g, struct reached *table,
                   const lus_pos *p)
{
    int at = slot_of(table, p), n = 1, result = r->result(r, p);
    if (table[at].used)
        return 0;
    table[at] = (struct reached){.pos = *p, .used = 1, .win = 0.5};
    if (result) {
        table[at].used = 2;
        table[at].win = result == LUS_WIN;
        return n;
    }
    for (int t = 0; t < r->dice.n_throws; t++) {
        lus_pos next = *p;
        lus_move m = LUS_PASS;
        int throw = r->dice.throws[t].value;
        shallow_search_best(g, p, throw, &m);
        table[at].again[t] = m ? r->play(r, &next, throw, m) : r->pass(r, &next, throw);
        n += explore(r, g, table, &next);
        table[at].next[t] = slot_of(table, &next);
    }
    return n;
}

static double sweep(const lus_rules *r, struct reached *table)
{
    double change = 0;
    for (int i = 0; i < SLOTS; i++) {
        double sum = 0;
        if (table[i].used != 1)
            continue;
        for (int t = 0; t < r->dice.n_throws; t++) {
            double win = table[table[i].next[t]].win;
            sum += r->dice.throws[t].weight * (table[i].again[t] ? win : 1 - win);
        }
        sum /= r->dice.weight_sum;
        change = fmax(change, fabs(sum - table[i].win));
        table[i].win = sum;
    }
    return change;
}

static double players_value(const lus_rules *r, const lus_pos *p)
{
    struct reached *table = calloc(SLOTS, sizeof *table);
    struct shallow_search *g = shallow_search_new(r, 1);
    double value = -1;
    if (table && g) {
        explore(r, g, table, p);
        while (sweep(r, table) > 1e-13)
            continue;
        value = table[slot_of(table, p)].win;
    }
    shallow_search_free(g);
    free(table);
    return value;
}

/* ---- a thousand rollouts ---- */

static int row(const char *name, const char *text, double exact, const char *whose)
{
    const lus_rules *r = lus_rules_find(name);
    struct rollout_limits limits = {.games = GAMES};
    lus_pos p;
    int throw = LUS_ANY_THROW, covered = 0, plain = 0;
    double sum = 0, gain[2] = {0, 0};
    lus_start(r, &p);
    if (text && lus_pos_parse(r, text, &p, &throw, NULL) < 0)
        return 1;
    if (exact < 0)
        exact = players_value(r, &p);
    for (int seed = 0; seed < SEEDS; seed++) {
        struct rollout *out;
        limits.seed = (uint64_t)seed;
        if (rollout_run(r, &p, LUS_ANY_THROW, &limits, &out) < 0)
            return 1;
        struct estimate win = out->move[0].win, base = out->move[0].unadjusted;
        covered += fabs(win.mean - exact) <= ROLLOUT_95 * win.error;
        plain += fabs(base.mean - exact) <= ROLLOUT_95 * base.error;
        gain[0] += base.error * base.error;
        gain[1] += win.error * win.error;
        sum += win.mean;
        free(out);
    }
    double ratio = gain[0] / gain[1], deviation = sqrt(gain[1] / SEEDS);
    printf("%-10s %-15s %9.5f %9.5f %+8.5f %7.5f %6.1f %%  %6.1f %%  %5.1f\n", name,
           whose, 100 * exact, 100 * sum / SEEDS, 100 * (sum / SEEDS - exact),
           100 * deviation, 100.0 * covered / SEEDS, 100.0 * plain / SEEDS, ratio);
    return covered < 930 || covered > 970 || ratio < 20;
}

/* bench_rollout [ROW]: one of the rows, from 1, or all. */
int main(int argc, char **argv)
{
    static const struct {
        const char *rules, *position;
        double exact; /* negative: solved here, for these players */
    } rows[] = {
        {"ur:finkel", NULL, 0.5154047325082},
        {"ur:blitz", NULL, 0.5040525550926},
        {"ur:aseb", NULL, 0.5064921530651},
        {"ur:finkel", "2--------------5:2--------------5:L", -1},
    };
    int failed = 0, only = argc > 1 ? atoi(argv[1]) : 0;
    printf("%d seeds, %d games each; values in %%; exact values of the starts: "
           "doc/performance.md\n",
           SEEDS, GAMES);
    puts(
        "rules      value of          exact      mean      off   error  covered   plain  "
        "variance");
    for (int i = 0; i < (int)(sizeof rows / sizeof rows[0]); i++)
        if (!only || only == i + 1)
            failed |= row(rows[i].rules, rows[i].position, rows[i].exact,
                          rows[i].exact < 0 ? "these players" : "perfect play");
    return failed;
}
