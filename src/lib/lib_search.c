/* SPDX-License-Identifier: MIT */
/* lib_search.c - the public search: its handle, limits and the choice of a move.

       lus_search *s = lus_search_new(64);                  64 MiB
       lus_limits limits = {.time_ms = 500};
       lus_search_move(s, game, thrown, &limits, &move);    reuses the table of the last move
       lus_search_free(s);

   A handle keeps the transposition table and the expanded network of the last rule set: a
   search of another one clears the table (tt_new_search) and expands another network.  Both
   are created at the first search, so an unused handle costs nothing. */
#include <stdlib.h>
#include "lib/lib_internal.h"
#include "os/clock.h"
#include "search/tt.h"

/* 2,000,000 nodes take about half a second; lusoria analyse has the same default. */
enum { DEFAULT_MB = 16, MAX_MB = 65536, MAX_THREADS = 256, DEFAULT_NODES = 2000000 };

lus_search *lus_search_new(int memory_mb)
{
    lus_search *s = memory_mb >= 0 && memory_mb <= MAX_MB ? calloc(1, sizeof *s) : NULL;
    if (s)
        s->memory_mb = memory_mb ? memory_mb : DEFAULT_MB;
    return s;
}

/* Frees everything that was learned by earlier searches. */
static void forget(lus_search *s)
{
    tt_free(s->table);
    free(s->network);
    s->table = NULL;
    s->network = NULL;
    s->rules = NULL;
}

void lus_search_free(lus_search *s)
{
    if (s)
        forget(s);
    free(s);
}

/* Values in the transposition table depend on the tables that were probed, so it is
   freed with the old tables. */
int lus_search_tables(lus_search *s, const lus_tables *t)
{
    if (!s)
        return LUS_ERANGE;
    forget(s);
    s->tables = tables_of(t);
    return 0;
}

/* The flag stays set until it is cleared: a search that starts after it ends at once, so a
   stop that comes too early is not lost. */
void lus_search_stop(lus_search *s, int stop)
{
    if (s)
        atomic_store(&s->stop, stop != 0);
}

/* The reserved members must be 0, so that a later version can give them a meaning. */
static bool limits_are_valid(const lus_limits *l)
{
    return l->depth >= 0 && l->depth <= LUS_MAX_DEPTH && l->time_ms >= 0 &&
           l->threads >= 0 && l->threads <= MAX_THREADS &&
           !(l->reserved[0] | l->reserved[1] | l->reserved[2]);
}

/* Puts the memory of the handle into the limits, allocating what is missing. */
static int fill_memory(lus_search *s, const lus_rules *r, struct search_limits *limits)
{
    if (s->rules != r) {
        free(s->network);
        s->network = NULL;
    }
    if (!s->table && !(s->table = tt_new(s->memory_mb)))
        return LUS_EMEMORY;
    limits->table = s->table;
    limits->network = s->network;
    s->rules = r;
    return s->network ? 0 : search_expand_network(r, limits, &s->network);
}

int search_prepare(lus_search *s, const lus_rules *r, const lus_limits *limits,
                   struct search_limits *out)
{
    static const lus_limits none = {0};
    limits = limits ? limits : &none;
    if (!s || !r || !limits_are_valid(limits))
        return LUS_ERANGE;
    *out = (struct search_limits){
        .depth = limits->depth,
        .nodes = limits->nodes,
        .time_ms = limits->time_ms,
        .threads = limits->threads,
        .tablebase = tablebase_for_search(s->tables, r),
        .stop = &s->stop,
        .now_ms = clock_ms,
    };
    return fill_memory(s, r, out);
}

/* Whether `thrown` is a throw of the game (0 without dice) or, where `any` is allowed,
   LUS_ANY_THROW. */
static bool throw_is_valid(const lus_game *g, int thrown, bool any)
{
    return lus_is_throw(lus_game_rules(g), thrown) || (any && thrown == LUS_ANY_THROW);
}

/* As search_prepare, for a game whose roll-off is over, with the default limit. */
static int prepare_running(lus_search *s, const lus_game *g, const lus_limits *limits,
                           struct search_limits *out)
{
    if (lus_game_needs_rolloff(g))
        return LUS_ESTATE;
    int status = search_prepare(s, lus_game_rules(g), limits, out);
    if (status == 0 && !out->depth && !out->nodes && !out->time_ms)
        out->nodes = DEFAULT_NODES;
    return status;
}

/* Late-move reduction only without a depth limit: a search to a given depth returns the
   exact value of that depth. */
int lus_search_move(lus_search *s, const lus_game *g, int thrown,
                    const lus_limits *limits, lus_move *best)
{
    struct search_limits search;
    struct search_report report;
    lus_move list[LUS_MAX_MOVES];
    if (!g || !best || !throw_is_valid(g, thrown, false))
        return LUS_ERANGE;
    int status = prepare_running(s, g, limits, &search);
    if (status < 0)
        return status;
    if (lus_game_end(g).over)
        return LUS_ESTATE;
    if (!lus_moves(lus_game_rules(g), lus_game_pos(g), thrown, list)) {
        *best = LUS_PASS;
        return 0;
    }
    search.selective = search.prove = !search.depth;
    status = search_at_least_one_ply(g, thrown, &search, &report);
    if (status == 0)
        *best = report.moves[0].move;
    return status;
}

/* Before the throw (LUS_ANY_THROW) all throws are analysed. */
int lus_analyse(lus_search *s, const lus_game *g, int thrown, const lus_limits *limits,
                lus_analysis **out)
{
    struct search_limits search = {0};
    struct analysis *made;
    if (!g || !out || !throw_is_valid(g, thrown, true))
        return LUS_ERANGE;
    int status = prepare_running(s, g, limits, &search);
    if (status == 0)
        status = analyse(g, thrown, &search, &made);
    if (status == 0)
        *out = (lus_analysis *)made;
    return status;
}
