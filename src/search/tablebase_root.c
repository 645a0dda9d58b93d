/* SPDX-License-Identifier: MIT */
/* tablebase_root.c - see tablebase_root.h.

   move_range looks up the position after a root move and makes its bounds hold with the history
   of the game (conversion_internal.h); players, analyses and reviews have all their root values
   from it.  If the bounds of every move are equal, no search is needed; otherwise the search
   decides between them (apply_bounds). */
#include "search/conversion_internal.h"
#include "search/tablebase_root.h"

/* The engine that the page loads first has no tablebases (Makefile): this code is left out. */
#ifdef FIRST_LOAD
enum { HAS_TABLEBASES = 0 };
#else
enum { HAS_TABLEBASES = 1 };
#endif

/* ---- the values of the root moves ---- */

int finished_value(const lus_rules *r, const lus_end *end, int side)
{
    int sign = end->winner < 0 ? 0 : end->winner == side ? 1 : -1;
    return sign * VALUE_WIN +
           r->score_counts * VALUE_STONE * (end->score[side] - end->score[!side]);
}

/* The bounds of a position that a side has just reached, for that side, without the history of
   the game.  A majority (A6) ends the game, but the tablebase also counts the remaining stones. */
static bool range_after(const lus_game *after, int side,
                        const struct search_tablebase *tablebase,
                        struct value_range *range)
{
    const lus_rules *r = lus_game_rules(after);
    const lus_pos *p = lus_game_pos(after);
    lus_end end = lus_game_end(after);
    bool in_play = !end.over || (r->score_counts && end.reason == LUS_BY_RULE);
    if (in_play && probe_range(tablebase, r, p, range)) {
        if (pos_side(p) != side)
            *range = (struct value_range){-range->upper, -range->lower};
        return true;
    }
    range->lower = range->upper = end.over ? finished_value(r, &end, side) : 0;
    return end.over;
}

/* The bounds of playing m for the side that plays it; *nodes grows by the nodes of the searches
   that the history of the game takes.  nodes is NULL: without it. */
static bool move_range(const lus_game *g, int throw, lus_move m,
                       const struct search_tablebase *tablebase,
                       struct value_range *range, int *nodes)
{
    lus_game *after = lus_game_copy(g);
    bool found = after && lus_game_play(after, throw, m) >= 0 &&
                 range_after(after, pos_side(lus_game_pos(g)), tablebase, range);
    if (found && nodes && !lus_game_end(after).over)
        *nodes += widen_by_history(after, tablebase, range);
    lus_game_free(after);
    return found;
}

bool tablebase_move_range(const lus_game *g, int throw, lus_move m,
                          const struct search_tablebase *tablebase, int *lower,
                          int *upper)
{
    struct value_range range;
    int nodes = 0;
    if (!HAS_TABLEBASES || !tablebase->probe ||
        !move_range(g, throw, m, tablebase, &range, &nodes))
        return false;
    *lower = range.lower;
    *upper = range.upper;
    return true;
}

/* ---- a root without a search ---- */

/* Adds m to the sorted moves 0 .. n - 1; of equal values the earlier move stays first. */
static void insert(struct root_move *moves, int n, struct root_move m)
{
    for (; n > 0 && moves[n - 1].value < m.value; n--)
        moves[n] = moves[n - 1];
    moves[n] = m;
}

/* Fills in the moves; false: a move has no exact value. */
static bool exact_moves(const lus_game *g, int throw, const lus_move *list,
                        const struct search_tablebase *tablebase,
                        struct search_report *found)
{
    int nodes = 0;
    for (int i = 0; i < found->n; i++) {
        struct value_range range;
        if (!move_range(g, throw, list[i], tablebase, &range, &nodes) ||
            range.lower != range.upper)
            return false;
        insert(found->moves, i, (struct root_move){list[i], range.lower, false});
    }
    found->stats.nodes[0] += (uint64_t)nodes;
    return true;
}

bool tablebase_answer(const lus_game *g, int throw, const struct search_limits *limits,
                      struct search_report *report)
{
    lus_move list[LUS_MAX_MOVES] = {LUS_PASS};
    const lus_rules *r = lus_game_rules(g);
    if (!HAS_TABLEBASES || !limits->tablebase.probe || lus_game_end(g).over)
        return false;
    int n = lus_moves(r, lus_game_pos(g), throw, list);
    if (n < 0 || (n == 0 && !(limits->allow_pass && r->dice.sticks)))
        return false;
    struct search_report found = {
        .n = n ? n : 1, .how = "perfect (table)", .exact = true};
    if (!exact_moves(g, throw, list, &limits->tablebase, &found))
        return false;
    if (!r->dice.sticks) {
        int best = 1;
        while (best < found.n && found.moves[best].value == found.moves[0].value)
            best++;
        found.stats.nodes[0] += (uint64_t)put_fastest_first(g, limits, found.moves, best,
                                                            found.moves[0].value);
    }
    *report = found;
    return true;
}

/* ---- a search between bounds ---- */

/* A search adds the remaining depth to a decided game: so much may a value exceed a bound. */
static int slack(int bound)
{
    return bound >= VALUE_WIN || bound <= -VALUE_WIN ? MAX_DEPTH : 0;
}

/* The value of a search within the bounds of its move. */
static int clamp_root_value(int v, const struct value_range *range)
{
    if (v > range->upper + slack(range->upper))
        return range->upper;
    return v < range->lower - slack(range->lower) ? range->lower : v;
}

static int best_lower(const struct value_range *range, int n)
{
    int best = -VALUE_MAX;
    for (int i = 0; i < n; i++)
        best = range[i].lower > best ? range[i].lower : best;
    return best;
}

/* Moves the root moves that guarantee `best` to the front of the list, in their order; returns
   their number. */
static int gather_guaranteed(struct root_move *moves, const struct value_range *range,
                             int n, int best)
{
    struct root_move all[LUS_MAX_MOVES];
    int first = 0, other = 0;
    for (int i = 0; i < n; i++)
        other += range[i].lower == best;
    for (int i = 0; i < n; i++)
        all[range[i].lower == best ? first++ : other++] = moves[i];
    for (int i = 0; i < n; i++)
        moves[i] = all[i];
    return first;
}

/* Looks up all moves of a report.  Returns the best lower bound, or -VALUE_MAX if a move is not
   in the tablebase. */
static int find_ranges(const lus_game *g, int throw,
                       const struct search_tablebase *tablebase,
                       struct search_report *report, struct value_range *range)
{
    int nodes = 0;
    for (int i = 0; i < report->n; i++)
        if (!move_range(g, throw, report->moves[i].move, tablebase, &range[i], &nodes))
            return -VALUE_MAX;
    report->stats.nodes[0] += (uint64_t)nodes;
    return best_lower(range, report->n);
}

/* The proofs of single bounds are short.  If the tablebase alone says that a better move wins,
   a longer search decides whether it does with the history of the game; then that move comes
   first and the value is returned, otherwise `best`. */
static int try_harder(const lus_game *g, int throw, const struct search_limits *limits,
                      struct search_report *report, int best)
{
    struct root_move moves[LUS_MAX_MOVES];
    struct value_range fresh[LUS_MAX_MOVES];
    int nodes = 0;
    for (int i = 0; i < report->n; i++) {
        moves[i] = report->moves[i];
        if (!move_range(g, throw, moves[i].move, &limits->tablebase, &fresh[i], NULL))
            return best;
    }
    int hope = best_lower(fresh, report->n);
    if (hope <= best || hope < VALUE_WIN)
        return best;
    int n = gather_guaranteed(moves, fresh, report->n, hope);
    bool found = put_conversion_first(g, limits, moves, n, hope, &nodes);
    for (int i = 0; i < report->n && found; i++)
        report->moves[i] = moves[i];
    report->stats.nodes[0] += (uint64_t)nodes;
    return found ? hope : best;
}

/* A guaranteed win is not risked for more stones that only a search promises. */
static void cap_promises(struct root_move *moves, const struct value_range *range, int n,
                         int best)
{
    for (int i = 0; i < n; i++) {
        moves[i].value = clamp_root_value(moves[i].value, &range[i]);
        if (best >= VALUE_WIN && range[i].lower < best && moves[i].value > best)
            moves[i].value = best;
    }
}

static int largest_value(const struct root_move *moves, int n)
{
    int largest = -VALUE_MAX;
    for (int i = 0; i < n; i++)
        largest = moves[i].value > largest ? moves[i].value : largest;
    return largest;
}

/* Best first; the order of equal values stays. */
static void sort_by_value(struct root_move *moves, int n)
{
    for (int i = 1; i < n; i++)
        insert(moves, i, moves[i]);
}

void tablebase_apply_bounds(const lus_game *g, int throw,
                            const struct search_limits *limits,
                            struct search_report *report)
{
    struct root_move *moves = report->moves;
    struct value_range range[LUS_MAX_MOVES];
    const lus_rules *r = lus_game_rules(g);
    if (!HAS_TABLEBASES || !limits->tablebase.bounds || !report->depth ||
        r->search.material(r, lus_game_pos(g)) > limits->tablebase.max_material)
        return;
    int best = find_ranges(g, throw, &limits->tablebase, report, range);
    if (best == -VALUE_MAX)
        return;
    cap_promises(moves, range, report->n, best);
    int value = largest_value(moves, report->n);
    int proved = try_harder(g, throw, limits, report, best);
    if (proved > best) {
        moves[0].value = value > proved ? value : proved;
        moves[0].bound = false;
        return;
    }
    if (best < VALUE_WIN && value > best + slack(best)) {
        sort_by_value(moves, report->n);
        return;
    }
    int n = gather_guaranteed(moves, range, report->n, best);
    report->stats.nodes[0] += (uint64_t)put_fastest_first(g, limits, moves, n, best);
    moves[0].value = value;
    moves[0].bound = false;
}
