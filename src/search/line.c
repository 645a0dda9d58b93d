/* SPDX-License-Identifier: MIT */
/* line.c - see line.h. */
#include "search/line.h"
#include "search/tt.h"

enum { SMALL_SEARCH = 20000 }; /* nodes: 1 to 2 ms */

/* The place of the best move in the list, if the table's bounds of the positions after
   the moves prove it; -1: they do not. */
static int remembered(const lus_rules *r, const struct tt *tt, const lus_pos *p,
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

/* Classic values are the root player's: they cannot be shared with a search whose
   root is the other player. */
static bool searched(const lus_game *g, int throw, int depth,
                     const struct search_limits *limits, int64_t *budget, lus_move *m)
{
    struct search_report report;
    struct search_limits small = {
        .depth = depth,
        .nodes = *budget < SMALL_SEARCH ? (uint64_t)*budget : SMALL_SEARCH,
        .eval = limits->eval,
        .table = search_is_classic(limits) ? NULL : limits->table,
        .known = limits->known,
        .table_mb = 1};
    if (*budget <= 0 || search_run(g, throw, &small, &report) < 0)
        return false;
    *budget -= (int64_t)(report.stats.nodes[0] + report.stats.nodes[1]);
    if (report.n > 1 && report.depth < depth && !report.exact)
        return false;
    *m = report.line[0].move;
    return true;
}

/* The best move with this throw, looking `depth` plies ahead; false: not known. */
static bool best_move(const lus_game *g, int throw, int depth,
                      const struct search_limits *limits, int64_t *budget, lus_move *m)
{
    const lus_rules *r = lus_game_rules(g);
    const lus_pos *p = lus_game_pos(g);
    lus_move list[LUS_MAX_MOVES];
    int n = lus_moves(r, p, throw, list);
    *m = n > 0 ? list[0] : LUS_PASS;
    if (n <= 1)
        return true;
    int place =
        limits->table ? remembered(r, limits->table, p, throw, list, n, depth) : -1;
    if (place >= 0) {
        *m = list[place];
        return true;
    }
    return searched(g, throw, depth, limits, budget, m);
}

int search_line(const lus_game *g, int throw, lus_move first, int depth,
                const struct search_limits *limits, int64_t *budget, struct ply *line,
                int most)
{
    const lus_rules *r = lus_game_rules(g);
    lus_game *game = lus_game_copy(g);
    struct ply next = {throw, first};
    int n = 0;
    while (game && n < most && lus_game_play(game, next.throw, next.move) >= 0) {
        line[n++] = next;
        next.throw = r->dice.throws[r->dice.by_weight[0]].value;
        if (n >= depth || lus_game_end(game).over ||
            !best_move(game, next.throw, depth - n, limits, budget, &next.move))
            break;
    }
    lus_game_free(game);
    return n;
}
