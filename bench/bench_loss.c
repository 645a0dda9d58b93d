/* SPDX-License-Identifier: MIT */
/* bench_loss.c - the mean loss per decision of each evaluation, measured with tables.

       bench_loss [--table-dir DIR] [--game NAME] [--decisions N] [--depth D]

   `default` plays games at depth 1; every twentieth move is random.  Wherever there is a
   choice, the move of each player is compared with the best one of the table.  The loss is
   the mean difference of the probability of winning, in percent, with its standard error.
   --depth adds searches of that depth.  Rule sets without a table in DIR are skipped. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "core/random.h"
#include "search/search.h"
#include "solve/table.h"

enum { RANDOM_MOVES = 20, MAX_PLAYERS = 4 };

struct player {
    struct search_limits limits;
    double sum, squares, wrong;
};

/* A table with all its values. */
struct loaded_table {
    const lus_rules *r;
    const struct table_info *info;
    uint16_t **value;
};

/* The probability that the side about to throw wins. */
static double win_probability(const struct loaded_table *t, const lus_pos *p)
{
    int layer, result = t->r->result(t->r, p);
    uint64_t rank;
    if (result != LUS_ONGOING)
        return result == LUS_WIN;
    if (!t->info->solver->index.rank(t->info->index, p, &layer, &rank))
        abort(); /* a table contains everything reachable from its start */
    return value_of_number(t->info->solver->kind, t->value[layer][rank]);
}

/* The same for the side that makes the move. */
static double move_probability(const struct loaded_table *t, const lus_pos *p, int throw,
                               lus_move m)
{
    lus_pos next = *p;
    int again = t->r->play(t->r, &next, throw, m);
    return again ? win_probability(t, &next) : 1 - win_probability(t, &next);
}

static lus_move chosen(const struct player *a, const lus_game *g, int throw)
{
    struct search_report report;
    if (search_run(g, throw, &a->limits, &report) < 0)
        abort();
    return report.moves[0].move;
}

/* All players decide; the first one's move is played. */
static lus_move decide(const struct loaded_table *t, struct player *players,
                       const lus_game *g, int throw, const lus_move *list, int n)
{
    const lus_pos *p = lus_game_pos(g);
    lus_move first = 0;
    double best = 0;
    for (int i = 0; i < n; i++)
        best = fmax(best, move_probability(t, p, throw, list[i]));
    for (struct player *a = players; a->limits.depth; a++) {
        lus_move m = chosen(a, g, throw);
        double loss = best - move_probability(t, p, throw, m);
        a->sum += loss;
        a->squares += loss * loss;
        a->wrong += loss > 0.5 / 65535; /* the resolution of the table */
        first = a == players ? m : first;
    }
    return first;
}

/* Plays one game from the start of the table; returns the number of decisions. */
static int play(const struct loaded_table *t, struct player *players, struct random *dice)
{
    lus_pos start;
    lus_move list[LUS_MAX_MOVES], m;
    int decisions = 0;
    t->info->solver->index.start(t->info->index, &start);
    lus_game *g = lus_game_new(t->r, &start);
    if (!g)
        abort();
    while (!lus_game_end(g).over) {
        int throw = random_throw(t->r, dice),
            n = lus_moves(t->r, lus_game_pos(g), throw, list);
        m = n ? list[0] : LUS_PASS;
        if (n > 1) {
            m = decide(t, players, g, throw, list, n);
            decisions++;
        }
        if (n > 1 && random_below(dice, RANDOM_MOVES) == 0)
            m = list[random_below(dice, (uint32_t)n)];
        if (lus_game_play(g, throw, m) < 0)
            abort();
    }
    lus_game_free(g);
    return decisions;
}

static void measure(const struct loaded_table *t, int positions, int depth)
{
    struct player players[MAX_PLAYERS + 1] = {
        {.limits = {.depth = 1}}, {.limits = {.depth = 1, .eval = "classic"}}};
    struct random dice = random_stream(1, 0);
    int n = 0;
    if (depth) {
        players[2].limits = (struct search_limits){.depth = depth};
        players[3].limits = (struct search_limits){.depth = depth, .eval = "classic"};
    }
    while (n < positions)
        n += play(t, players, &dice);
    for (struct player *a = players; a->limits.depth; a++) {
        double mean = a->sum / n, error = sqrt((a->squares / n - mean * mean) / n);
        printf("%-11s %d pieces, %-7s depth %d: loss per decision %.4f %% (+- %.4f), "
               "%4.1f %% not the best move, %d decisions\n",
               t->r->name, t->info->size, a->limits.eval ? a->limits.eval : "default",
               a->limits.depth, 100 * mean, 100 * error, 100 * a->wrong / n, n);
    }
    fflush(stdout);
}

/* The largest table of a rule set. */
static struct table *largest(const struct tables *ts, const lus_rules *r)
{
    struct table *best = NULL;
    for (int i = 0; i < tables_count(ts); i++) {
        const struct table_info *info = table_info(tables_at(ts, i));
        if (info->r == r && (!best || info->size > table_info(best)->size))
            best = tables_at(ts, i);
    }
    return best;
}

static void measure_rules(const struct tables *ts, const lus_rules *r, int positions,
                          int depth)
{
    struct table *table = ts ? largest(ts, r) : NULL;
    struct loaded_table t = {.r = r};
    if (!table || table_load(table, 2, &t.value) < 0) {
        printf("%-11s skipped: no table (lusoria solve %s)\n", r->name, r->name);
        return;
    }
    t.info = table_info(table);
    measure(&t, positions, depth);
    table_unload(table, t.value);
}

int main(int argc, char **argv)
{
    char folder[4096] = "";
    const char *only = NULL;
    int positions = 20000, depth = 0;
    tables_folder(folder, sizeof folder);
    for (int i = 1; i < argc; i += 2) {
        const char *value = i + 1 < argc ? argv[i + 1] : "";
        if (!strcmp(argv[i], "--table-dir"))
            snprintf(folder, sizeof folder, "%s", value);
        else if (!strcmp(argv[i], "--decisions"))
            positions = atoi(value);
        else if (!strcmp(argv[i], "--depth"))
            depth = atoi(value);
        else if (!strcmp(argv[i], "--game"))
            only = value;
        else
            return fprintf(
                       stderr,
                       "bench_loss: '%s' is not an option; expected --table-dir, --game, "
                       "--decisions or --depth\n",
                       argv[i]),
                   2;
    }
    struct tables *ts = tables_open(folder);
    const lus_rules *r;
    for (int i = 0; (r = lus_rules_at(i)); i++)
        if (r->search.net && solver_of(r) && (!only || !strcmp(only, r->name)))
            measure_rules(ts, r, positions, depth);
    tables_close(ts);
    return EXIT_SUCCESS;
}
