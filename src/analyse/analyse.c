/* SPDX-License-Identifier: MIT */
/* analyse.c - see analyse.h.

   After a throw, or without dice: one search values all moves (analyse_throw), then each
   move gets its best line, its value after every next throw and its sentence (fill_move).
   Before a throw: a search for every throw (analyse_throws); the value is their weighted
   mean.  The searches share one transposition table, so that a later one finds most
   positions of an earlier one. */
#include <stdlib.h>
#include <string.h>
#include "analyse/analyse.h"
#include "analyse/facts.h"
#include "search/tablebase_root.h"
#include "search/tt.h"
#include "search/value.h"

enum { MAX_TABLEBASE_LINE = 8, LINE_PROOF_NODES = 20000 };

/* The best lines are read from the transposition table; missing plies are searched with
   at most LINE_NODES (about 20 ms), or after a search with less than HASTE_MS 1/HASTE of that.
   A search without a transposition table leaves 1/LEFT of its time to a second search with
   one, which fills it in 1/FILLING of the time; a search with dice leaves it to the values
   after each throw (Ur: a quarter of the search). */
enum { LINE_NODES = 200000, HASTE = 50, HASTE_MS = 2000, FILLING = 30, LEFT = 4 };

static enum analysis_unit unit_of(const lus_rules *r, bool classic)
{
    return classic ? UNIT_POINTS : r->score_counts ? UNIT_STONES : UNIT_WIN;
}

/* ---- values of the search or of a tablebase ---- */

/* The line of best moves as far as the tablebase contains it, or a short search to the end of
   the game proves it.  Returns its length; `line` has room for MAX_LINE_PLIES. */
static int exact_line(const lus_game *g, int throw, lus_move first,
                      const struct search_limits *limits, struct pv_ply *line)
{
    const lus_rules *r = lus_game_rules(g);
    lus_game *game = lus_game_copy(g);
    struct pv_ply next = {throw, first};
    struct search_limits quick = *limits;
    int n = 0;
    quick.nodes = LINE_PROOF_NODES;
    quick.all_values = false;
    while (game && n < MAX_TABLEBASE_LINE &&
           lus_game_play(game, next.throw, next.move) >= 0) {
        struct search_report report;
        line[n++] = next;
        next.throw = r->dice.throws[r->dice.by_weight[0]].value;
        if (lus_game_end(game).over ||
            search_exact(game, next.throw, &quick, &report) <= 0)
            break;
        next.move = report.moves[0].move;
    }
    lus_game_free(game);
    return n;
}

static int search_throw(struct analysis *a, const lus_game *g, int throw,
                        const struct search_limits *limits, struct search_report *report)
{
    int status = search_at_least_one_ply(g, throw, limits, report);
    if (status < 0)
        return status;
    a->exact = a->exact && report->exact;
    a->proved = report->proved;
    a->unit = unit_of(a->rules, report->classic);
    a->eval = report->classic ? "classic" : "default";
    a->depth = !a->depth || report->depth < a->depth ? report->depth : a->depth;
    a->timed_out = a->timed_out || report->timed_out;
    search_stats_add(&a->stats, &report->stats);
    return 0;
}

/* ---- after the throw, or without dice ---- */

/* Milliseconds, but at least one. */
static int time_until(const struct search_limits *limits, double deadline)
{
    double left = deadline - limits->now_ms();
    return left > 1 ? (int)left : 1;
}

/* The value of a move after each next throw.  The searches are as deep as that of the
   move was, and find most positions in its transposition table. */
static void fill_replies(const struct analysis *a, const lus_game *g,
                         const struct search_limits *limits, double deadline,
                         struct analysis_move *m)
{
    const lus_rules *r = a->rules;
    struct search_limits part = *limits;
    struct search_report report;
    lus_game *next = r->dice.sticks ? lus_game_copy(g) : NULL;
    part.depth = a->depth > 1 ? a->depth - 1 : 1;
    part.nodes = 0;
    part.time_ms = 0;
    if (next && lus_game_play(next, a->throw, m->move) >= 0 && !lus_game_end(next).over)
        for (int t = 0; t < r->dice.n_throws; t++, m->n_replies++) {
            int throw = r->dice.throws[t].value;
            /* Without all_values a single legal move is not searched. */
            part.all_values = r->count(r, lus_game_pos(next), throw) < 2;
            if (deadline > 0)
                part.time_ms = time_until(limits, deadline);
            if (search_at_least_one_ply(next, throw, &part, &report) < 0)
                break;
            bool turned = lus_side(lus_game_pos(next)) != pos_side(&a->pos);
            m->reply[t] = turned ? -report.moves[0].value : report.moves[0].value;
        }
    lus_game_free(next);
}

/* What a tablebase with bounds says about a move.  False: nothing, or there are no bounds. */
static bool fill_bounds(const struct analysis *a, const lus_game *g,
                        const struct search_limits *limits, struct analysis_move *m)
{
    const struct search_tablebase *t = &limits->tablebase;
    if (!t->bounds || a->unit != UNIT_STONES)
        return false;
    if (a->exact) /* all values are: no second proof */
        m->lower = m->upper = m->value;
    else if (!tablebase_move_range(g, a->throw, m->move, t, &m->lower, &m->upper))
        return false;
    m->bounded = m->lower < m->upper;
    m->exact = !m->bounded; /* equal bounds hold with the history of the game, too */
    return true;
}

static void fill_move(struct analysis *a, const lus_game *g,
                      const struct search_limits *limits, const struct root_move *line,
                      int64_t *budget, double deadline, struct analysis_move *m)
{
    m->move = line->move;
    m->value = line->value;
    m->exact = a->exact || value_is_decided(a, line->value);
    m->kind = m->move == LUS_PASS ? "pass"
                                  : lus_move_kind(a->rules, &a->pos, a->throw, m->move);
    if (a->exact)
        m->n_line = exact_line(g, a->throw, m->move, limits, m->line);
    else
        m->n_line = principal_variation(g, a->throw, m->move, a->depth, limits, budget,
                                        m->line, MAX_LINE_PLIES);
    fill_replies(a, g, limits, deadline, m);
    struct text why = text_on(m->why, sizeof m->why);
    m->n_facts = explain_move(&why, a->rules, &a->pos, a->throw, m->move);
    if (fill_bounds(a, g, limits, m)) {
        text_bounds(&why, a, m);
        m->n_facts++;
    }
    text_char(&why, '.');
}

/* The lines are read from a transposition table: searches again to fill it. */
static void fill_table(const lus_game *g, int throw, int depth,
                       const struct search_limits *limits)
{
    struct search_report report;
    struct search_limits again = {.depth = depth,
                                  .eval = limits->eval,
                                  .table = limits->table,
                                  .tablebase = limits->tablebase,
                                  .time_ms = (limits->time_ms + FILLING - 1) / FILLING,
                                  .now_ms = limits->now_ms,
                                  .stop = limits->stop,
                                  .all_values = true,
                                  .allow_pass = true};
    search_run(g, throw, &again, &report);
}

static int analyse_throw(struct analysis *a, const lus_game *g,
                         const struct search_limits *limits, struct tt *table)
{
    struct search_report report;
    struct search_limits lines = *limits;
    int status = search_throw(a, g, a->throw, limits, &report);
    if (status < 0)
        return status;
    lines.table = table;
    if (!limits->table && report.depth)
        fill_table(g, a->throw, report.depth, &lines);
    /* The time limit was reduced by 1/LEFT: that part is left. */
    int left = limits->time_ms / (LEFT - 1);
    double deadline = left && limits->now_ms ? limits->now_ms() + left : 0;
    bool haste = limits->time_ms && limits->time_ms < HASTE_MS;
    int64_t budget = haste ? LINE_NODES / HASTE : LINE_NODES;
    a->value = report.moves[0].value;
    a->n = report.n;
    for (int i = 0; i < report.n; i++)
        fill_move(a, g, &lines, &report.moves[i], &budget, deadline, &a->move[i]);
    a->exact = a->move[0].exact;
    return 0;
}

/* ---- before the throw ---- */

/* The limits of one throw: its part of the nodes and of the time that is left.  The
   likeliest throw is searched first; its depth limits that of the others. */
static struct search_limits limits_of_throw(const struct analysis *a,
                                            const struct search_limits *limits, int left,
                                            double begin)
{
    struct search_limits part = *limits;
    uint64_t n = (uint64_t)a->rules->dice.n_throws;
    if (limits->time_ms && limits->now_ms) {
        int rest = limits->time_ms - (int)(limits->now_ms() - begin);
        part.time_ms = rest / left > 0 ? rest / left : 1;
    }
    if (limits->nodes)
        part.nodes = limits->nodes / n > 0 ? limits->nodes / n : 1;
    if (a->depth && (limits->time_ms || limits->nodes))
        part.depth = a->depth;
    return part;
}

static int analyse_throws(struct analysis *a, const lus_game *g,
                          const struct search_limits *limits)
{
    const lus_rules *r = a->rules;
    struct search_report report;
    double begin = limits->now_ms ? limits->now_ms() : 0;
    int64_t sum = 0;
    for (int k = 0; k < r->dice.n_throws; k++) {
        int t = r->dice.by_weight[k];
        struct search_limits part =
            limits_of_throw(a, limits, r->dice.n_throws - k, begin);
        int status = search_throw(a, g, r->dice.throws[t].value, &part, &report);
        if (status < 0)
            return status;
        a->throws[t] =
            (struct analysis_throw){r->dice.throws[t].value, r->dice.throws[t].weight,
                                    report.moves[0].value, report.moves[0].move};
        sum += (int64_t)r->dice.throws[t].weight * report.moves[0].value;
    }
    a->n_throws = r->dice.n_throws;
    a->value = (int)(sum / r->dice.weight_sum);
    return 0;
}

/* ---- the whole analysis ---- */

static void analyse_end(struct analysis *a)
{
    a->unit = unit_of(a->rules, false);
    a->value = finished_value(a->rules, &a->end, pos_side(&a->pos));
    a->source = "rules";
    a->exact = true;
}

static int analyse_running(struct analysis *a, const lus_game *g,
                           const struct search_limits *limits)
{
    struct search_limits own = *limits;
    bool none = own.plain || own.table_mb < 0;
    /* First touching the pages of a large table costs up to 25 ms. */
    int mb = none && own.time_ms ? 1 : search_table_mb(a->rules, limits);
    struct tt *table = own.table ? own.table : tt_new(mb);
    if (!table)
        return LUS_EMEMORY;
    own.table = none ? NULL : table;
    if (none || (a->rules->dice.sticks && a->throw != LUS_ANY_THROW))
        own.time_ms -= own.time_ms / LEFT;
    own.all_values = true;
    own.allow_pass = true;
    own.prove = !own.depth && !own.plain && !own.tree;
    a->exact = true;
    int status = a->throw == LUS_ANY_THROW ? analyse_throws(a, g, &own)
                                           : analyse_throw(a, g, &own, table);
    a->source = a->proved ? "proof" : a->exact && !a->depth ? "table" : "search";
    if (!limits->table)
        tt_free(table);
    return status;
}

int analyse(const lus_game *g, int throw, const struct search_limits *limits,
            struct analysis **out)
{
    struct analysis *a = calloc(1, sizeof *a);
    double (*now)(void) = limits->now_ms;
    double begin = now ? now() : 0;
    int status = 0;
    if (!a)
        return LUS_EMEMORY;
    a->rules = lus_game_rules(g);
    a->pos = *lus_game_pos(g);
    a->throw = a->rules->dice.sticks ? throw : 0;
    a->end = lus_game_end(g);
    a->eval = "default";
    if (a->end.over)
        analyse_end(a);
    else
        status = analyse_running(a, g, limits);
    if (status < 0) {
        free(a);
        return status;
    }
    a->time_ms = now ? now() - begin : 0;
    explain_position(a);
    *out = a;
    return 0;
}
