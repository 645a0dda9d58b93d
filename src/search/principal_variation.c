/* SPDX-License-Identifier: MIT */
/* principal_variation.c - see principal_variation.h.

   For each ply: play the move; take the likeliest throw; if the table's bounds prove one move
   best, take it; otherwise search a little; otherwise end the line. */
#include "search/principal_variation.h"
#include "search/tt.h"

enum { SMALL_SEARCH_NODES = 20000 }; /* 1 to 2 ms */

/* The index of the best move, if the table's bounds of the positions after the moves prove
   it; -1 if they do not. */
static int best_by_table(const lus_rules *r, const struct tt *tt, const lus_pos *p,
                         int throw, const lus_move *list, int n, int depth)
{
    int best = 0, lower = -VALUE_MAX, upper[LUS_MAX_MOVES];
    for (int i = 0; i < n; i++) {
        struct tt_entry e;
        lus_pos next = *p;
        int again = r->play(r, &next, throw, list[i]);
        tt_probe(tt, pos_hash(&next), depth - 1, &e);
        upper[i] = again ? e.upper : -e.lower;
        if ((again ? e.lower : -e.upper) > lower) {
            lower = again ? e.lower : -e.upper;
            best = i;
        }
    }
    for (int i = 0; i < n; i++)
        if (i != best && upper[i] > lower)
            return -1;
    return best;
}

/* Returns true and sets *m if a small search finds the best move.  Classic values are
   those of the root player: a search by the other player needs a table of its own. */
static bool best_by_search(const lus_game *g, int throw, int depth,
                           const struct search_limits *limits, int64_t *budget,
                           lus_move *m)
{
    struct search_report report;
    struct search_limits small = {
        .depth = depth,
        .nodes = *budget < SMALL_SEARCH_NODES ? (uint64_t)*budget : SMALL_SEARCH_NODES,
        .eval = limits->eval,
        .table = search_is_classic(limits) ? NULL : limits->table,
        .tablebase = limits->tablebase,
        .table_mb = 1};
    if (*budget <= 0 || search_run(g, throw, &small, &report) < 0)
        return false;
    *budget -= (int64_t)(report.stats.nodes[0] + report.stats.nodes[1]);
    if (report.n > 1 && report.depth < depth && !report.exact)
        return false;
    *m = report.moves[0].move;
    return true;
}

/* Returns true and sets *m if the best move at this depth can be found. */
static bool best_move(const lus_game *g, int throw, int depth,
                      const struct search_limits *limits, int64_t *budget, lus_move *m)
{
    const lus_rules *r = lus_game_rules(g);
    const lus_pos *p = lus_game_pos(g);
    lus_move list[LUS_MAX_MOVES];
    int n = lus_moves(r, p, throw, list);
    if (n > 1 && r->search.forced_moves)
        n = r->search.forced_moves(r, p, list, n, depth);
    *m = n > 0 ? list[0] : LUS_PASS;
    if (n <= 1)
        return true;
    int index =
        limits->table ? best_by_table(r, limits->table, p, throw, list, n, depth) : -1;
    if (index >= 0) {
        *m = list[index];
        return true;
    }
    return best_by_search(g, throw, depth, limits, budget, m);
}

int principal_variation(const lus_game *g, int throw, lus_move first, int depth,
                        const struct search_limits *limits, int64_t *budget,
                        struct pv_ply *pv, int max_plies)
{
    const lus_rules *r = lus_game_rules(g);
    lus_game *game = lus_game_copy(g);
    struct pv_ply next = {throw, first};
    int n = 0;
    while (game && n < max_plies && lus_game_play(game, next.throw, next.move) >= 0) {
        pv[n++] = next;
        next.throw = r->dice.throws[r->dice.by_weight[0]].value;
        if (n >= depth || lus_game_end(game).over ||
            !best_move(game, next.throw, depth - n, limits, budget, &next.move))
            break;
    }
    lus_game_free(game);
    return n;
}
