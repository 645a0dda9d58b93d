/* SPDX-License-Identifier: MIT */
/* bench_loss.c - the mean loss per decision of players, measured with tables.

       bench_loss [--table-dir DIR] [--game NAME] [--decisions N] [--seed S]
                  [--player PLAYER]...

   PLAYER is a description as in `lusoria match`: ai:depth=7, ai:nodes=100000, ai:master.
   The default is ai:depth=1 and ai:depth=1,eval=classic.

   Of each dice game the largest table in DIR is used: of Ur usually the whole game, of Senet
   endings with 3 or 4 pieces of each side.

   The positions come from games that ai:depth=1 plays with itself, with one random move in
   twenty.  Wherever there is a choice, the move of each player is compared with the best
   one of the table.  The loss is the mean difference of the probability of winning, in
   percent, with its standard error.  Players use no table, and each decision starts with
   an empty transposition table, as in the browser.  The times are CPU times.  Rule sets
   without a table in DIR are skipped. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "core/random.h"
#include "os/clock.h"
#include "player/player.h"
#include "solve/table.h"

enum { RANDOM_MOVES = 20, MAX_PLAYERS = 16 };

struct options {
    char folder[4096];
    const char *game; /* NULL: all */
    int decisions;
    uint64_t seed;
    int n_players;
    const char *player[MAX_PLAYERS];
};

/* A player and the sums over its decisions. */
struct measured {
    struct player_spec spec;
    double sum, squares;
    double ms, max_ms;
    uint64_t nodes, max_nodes;
    int wrong;
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

static uint64_t all_nodes(const struct search_stats *s)
{
    return s->nodes[0] + s->nodes[1] + s->chance + s->leaves;
}

/* The move of a player that is opened for this decision only. */
static lus_move choose(const struct player_spec *spec, const lus_game *g, int throw,
                       uint64_t seed, struct player_choice *c)
{
    struct player p;
    if (player_open(&p, spec, seed, NULL) < 0 ||
        player_choose(&p, g, throw, (uint32_t)(seed >> (64 - PICK_BITS)), c) < 0)
        abort();
    player_close(&p);
    return c->move;
}

/* Adds a decision of one player, whose best move has the probability `best`. */
static void decide(const struct loaded_table *t, struct measured *a, const lus_game *g,
                   int throw, uint64_t seed, double best)
{
    struct player_choice c = {0};
    double begin = clock_cpu_ms();
    lus_move m = choose(&a->spec, g, throw, seed, &c);
    double ms = clock_cpu_ms() - begin;
    double loss = best - move_probability(t, lus_game_pos(g), throw, m);
    uint64_t nodes = all_nodes(&c.report.stats);
    a->sum += loss;
    a->squares += loss * loss;
    a->wrong += loss > 0.5 / 65535; /* the resolution of the table */
    a->ms += ms;
    a->max_ms = fmax(a->max_ms, ms);
    a->nodes += nodes;
    a->max_nodes = nodes > a->max_nodes ? nodes : a->max_nodes;
}

static double best_probability(const struct loaded_table *t, const lus_game *g, int throw,
                               const lus_move *list, int n)
{
    double best = 0;
    for (int i = 0; i < n; i++)
        best = fmax(best, move_probability(t, lus_game_pos(g), throw, list[i]));
    return best;
}

/* Plays one game from the start of the table; returns the number of decisions. */
static int play(const struct loaded_table *t, struct measured *players, int n_players,
                struct random *dice, uint64_t seed)
{
    const struct player_spec guide = {.kind = PLAYER_AI, .limits = {.depth = 1}};
    struct player_choice c;
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
            double best = best_probability(t, g, throw, list, n);
            for (int i = 0; i < n_players; i++)
                decide(t, &players[i], g, throw, seed, best);
            m = choose(&guide, g, throw, seed, &c);
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

static void print_player(const struct loaded_table *t, const struct measured *a, int n)
{
    double mean = a->sum / n, error = sqrt((a->squares / n - mean * mean) / n);
    printf("%-11s %d pieces, %s: loss per decision %.4f %% (+- %.4f), "
           "%4.1f %% not the best move, %d decisions; "
           "%.2f ms (at most %.0f), %llu nodes (at most %llu)\n",
           t->r->name, t->info->size, a->spec.name, 100 * mean, 100 * error,
           100.0 * a->wrong / n, n, a->ms / n, a->max_ms,
           (unsigned long long)a->nodes / (unsigned)n, (unsigned long long)a->max_nodes);
}

/* Reads the players; exits if one is not a player of this rule set. */
static void read_players(const lus_rules *r, const struct options *o,
                         struct measured *players)
{
    lus_fault fault;
    for (int i = 0; i < o->n_players; i++)
        if (player_spec_read(r, o->player[i], &players[i].spec, &fault) < 0) {
            fprintf(stderr, "bench_loss: --player %s: expected %s\n", o->player[i],
                    fault.expected);
            exit(2);
        }
}

static void measure(const struct loaded_table *t, const struct options *o)
{
    struct measured players[MAX_PLAYERS] = {0};
    struct random dice = random_stream(o->seed, 0);
    uint64_t game_seed = o->seed;
    int n = 0;
    read_players(t->r, o, players);
    while (n < o->decisions)
        n += play(t, players, o->n_players, &dice, random_split(&game_seed));
    for (int i = 0; i < o->n_players; i++)
        print_player(t, &players[i], n);
    fflush(stdout);
}

static void measure_rules(const struct tables *ts, const lus_rules *r,
                          const struct options *o)
{
    struct table *table = ts ? tables_largest(ts, r) : NULL;
    struct loaded_table t = {.r = r};
    if (!table || table_load(table, 2, &t.value) < 0) {
        printf("%-11s skipped: no table (lusoria solve %s)\n", r->name, r->name);
        return;
    }
    t.info = table_info(table);
    measure(&t, o);
    table_unload(table, t.value);
}

static void add_player(struct options *o, const char *text)
{
    if (o->n_players < MAX_PLAYERS)
        o->player[o->n_players++] = text;
}

/* Returns false for an unknown option. */
static bool read_option(struct options *o, const char *name, const char *value)
{
    if (!strcmp(name, "--table-dir"))
        snprintf(o->folder, sizeof o->folder, "%s", value);
    else if (!strcmp(name, "--decisions"))
        o->decisions = atoi(value);
    else if (!strcmp(name, "--seed"))
        o->seed = strtoull(value, NULL, 10);
    else if (!strcmp(name, "--game"))
        o->game = value;
    else if (!strcmp(name, "--player"))
        add_player(o, value);
    else
        return false;
    return true;
}

static int read_options(int argc, char **argv, struct options *o)
{
    for (int i = 1; i < argc; i += 2)
        if (i + 1 == argc || !read_option(o, argv[i], argv[i + 1]))
            return fprintf(stderr,
                           "bench_loss: '%s': expected --table-dir, --game, --decisions, "
                           "--seed or --player, and a value\n",
                           argv[i]),
                   -1;
    if (!o->n_players) {
        add_player(o, "ai:depth=1");
        add_player(o, "ai:depth=1,eval=classic");
    }
    return 0;
}

int main(int argc, char **argv)
{
    static struct options o = {.decisions = 20000, .seed = 1};
    const lus_rules *r;
    tables_folder(o.folder, sizeof o.folder);
    if (read_options(argc, argv, &o) < 0)
        return 2;
    struct tables *ts = tables_open(o.folder);
    for (int i = 0; (r = lus_rules_at(i)); i++)
        if (r->search.net && solver_of(r) && (!o.game || !strcmp(o.game, r->name)))
            measure_rules(ts, r, &o);
    tables_close(ts);
    return EXIT_SUCCESS;
}
