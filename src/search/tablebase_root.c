/* SPDX-License-Identifier: MIT */
/* tablebase_root.c - see tablebase_root.h.

   move_value looks up every root move; if one is missing, the search decides.  For games
   with repetition put_fastest_first then runs a proof search (winner_converts,
   loser_cannot_avoid) with 1, 3, 5, ... plies until one of the best moves forces a capture. */
#include <stdlib.h>
#include "search/search_internal.h"
#include "search/tablebase_root.h"

/* The browser engine has no tablebases: the code of root moves is left out. */
#ifdef __wasm__
enum { HAS_TABLEBASES = 0 };
#else
enum { HAS_TABLEBASES = 1 };
#endif

static bool probe(const struct search_tablebase *t, const lus_rules *r, const lus_pos *p,
                  int *value)
{
    return t->probe(t->context, r, p, value);
}

/* Bounds of the value of p, which are equal if the tablebase has no bounds. */
static bool probe_range(const struct search_tablebase *t, const lus_rules *r,
                        const lus_pos *p, struct value_range *range)
{
    if (t->bounds)
        return t->bounds(t->context, r, p, &range->lower, &range->upper);
    if (!probe(t, r, p, &range->lower))
        return false;
    range->upper = range->lower;
    return true;
}

/* ---- the values of the root moves ---- */

int finished_value(const lus_rules *r, const lus_end *end, int side)
{
    int sign = end->winner < 0 ? 0 : end->winner == side ? 1 : -1;
    return sign * VALUE_WIN +
           r->score_counts * VALUE_STONE * (end->score[side] - end->score[!side]);
}

/* The value of playing m for the side that plays it; repetition in the game counts.  A
   majority (A6) ends the game, but the tablebase also counts the remaining stones. */
static bool move_range(const lus_game *g, int throw, lus_move m,
                       const struct search_tablebase *tablebase,
                       struct value_range *range)
{
    const lus_rules *r = lus_game_rules(g);
    int side = pos_side(lus_game_pos(g));
    lus_game *after = lus_game_copy(g);
    bool found = after && lus_game_play(after, throw, m) >= 0;
    if (found) {
        const lus_pos *p = lus_game_pos(after);
        lus_end end = lus_game_end(after);
        bool in_play = !end.over || (r->score_counts && end.reason == LUS_BY_RULE);
        if (in_play && probe_range(tablebase, r, p, range))
            *range = pos_side(p) == side
                         ? *range
                         : (struct value_range){-range->upper, -range->lower};
        else if (end.over)
            range->lower = range->upper = finished_value(r, &end, side);
        else
            found = false;
    }
    lus_game_free(after);
    return found;
}

/* The same if the value is exact. */
static bool move_value(const lus_game *g, int throw, lus_move m,
                       const struct search_tablebase *tablebase, int *value)
{
    struct value_range range;
    if (!move_range(g, throw, m, tablebase, &range) || range.lower != range.upper)
        return false;
    *value = range.lower;
    return true;
}

/* ---- distance to conversion ---- */

enum {
    CACHE_SLOTS = 1 << 14,
    MAX_PLIES_TO_CONVERSION = 255,
    MAX_NODES = 400000,      /* less than a second */
    MAX_CLAIM_NODES = 20000, /* for a bound that an earlier position may change */
    CHECK_NODES = 64,        /* nodes between two checks of the clock */
};

/* What is known of a position in which the winner is to move. */
struct conversion_entry {
    uint64_t hash;
    uint8_t not_within; /* no conversion within so many plies */
    uint8_t within;     /* a conversion within so many plies; 0: unknown */
};

struct conversion_search {
    const lus_rules *r;
    const lus_game
        *g; /* its positions end the game if repetition_limit is 2; else NULL */
    const struct search_tablebase *tablebase;
    const struct search_limits *limits;
    double deadline;
    struct conversion_entry *cache;
    int material, value;  /* of the root; the winner is the side that forces `value` */
    int nodes, max_nodes; /* above max_nodes: give up */
};

/* Has the game had this position? */
static bool game_has(const lus_game *g, const lus_pos *p)
{
    for (int i = 0; i < lus_game_plies(g); i++)
        if (pos_hash(lus_game_pos_at(g, i)) == pos_hash(p))
            return true;
    return false;
}

/* The value if the game ends by repetition (A7) in this position. */
static int repetition_value(const lus_rules *r, lus_pos p)
{
    int score[2];
    r->settle(r, &p, LUS_BY_REPETITION);
    r->score(r, &p, score);
    int lead = score[0] - score[1], sign = (lead > 0) - (lead < 0);
    return sign * VALUE_WIN + r->score_counts * VALUE_STONE * lead;
}

/* A move in a conversion search. */
struct conversion_move {
    lus_pos next;
    int value;  /* what the winner can force after it, for the side that plays it */
    bool ended; /* by repetition */
};

/* Plays m.  Returns true and sets *out if the position after it is in the tablebase, or
   repeats a position of the game and ends it. */
static bool play_move(struct conversion_search *c, const lus_pos *p, lus_move m,
                      bool by_winner, struct conversion_move *out)
{
    struct value_range range;
    out->next = *p;
    c->r->play(c->r, &out->next, 0, m);
    if (!(++c->nodes % CHECK_NODES) && limits_reached(c->limits, c->deadline))
        c->nodes = c->max_nodes + 1;
    out->ended = c->g && game_has(c->g, &out->next);
    if (out->ended) {
        out->value = -repetition_value(c->r, out->next);
        return true;
    }
    if (!probe_range(c->tablebase, c->r, &out->next, &range))
        return false;
    out->value = by_winner ? -range.upper : -range.lower;
    return true;
}

static bool is_converted(const struct conversion_search *c,
                         const struct conversion_move *m)
{
    return m->ended || c->r->search.material(c->r, &m->next) < c->material;
}

static bool winner_converts(struct conversion_search *c, const lus_pos *p, int plies);

/* The loser moves: does every reply lead to a conversion, or give something away? */
static bool loser_cannot_avoid(struct conversion_search *c, const lus_pos *p, int plies)
{
    lus_move list[LUS_MAX_MOVES];
    int n = c->r->moves(c->r, p, 0, list);
    for (int i = 0; i < n; i++) {
        struct conversion_move m;
        if (!play_move(c, p, list[i], false, &m))
            return false;
        if (m.ended ? m.value <= -c->value : m.value < -c->value || is_converted(c, &m))
            continue;
        if (m.ended || plies < 2 || !winner_converts(c, &m.next, plies - 1))
            return false;
    }
    return true;
}

/* Does a move of the winner keep the value and force a conversion within `plies`? */
static bool move_converts(struct conversion_search *c, const lus_pos *p, lus_move m,
                          int plies)
{
    struct conversion_move played;
    if (!play_move(c, p, m, true, &played) || played.value < c->value)
        return false;
    return is_converted(c, &played) ||
           (plies > 1 && loser_cannot_avoid(c, &played.next, plies - 1));
}

/* Can the winner, who is to move, force a conversion within `plies`?  The cache keeps for
   each position how many plies are enough and how many are not.  False after max_nodes. */
static bool winner_converts(struct conversion_search *c, const lus_pos *p, int plies)
{
    lus_move list[LUS_MAX_MOVES];
    uint64_t hash = pos_hash(p);
    struct conversion_entry *e = &c->cache[hash % CACHE_SLOTS];
    if (e->hash == hash && (e->not_within >= plies || (e->within && e->within <= plies)))
        return e->not_within < plies;
    if (c->nodes > c->max_nodes)
        return false;
    int n = c->r->moves(c->r, p, 0, list);
    bool converts = n == 0; /* no legal move ends the game */
    for (int i = 0; i < n && !converts; i++)
        converts = move_converts(c, p, list[i], plies);
    if (e->hash != hash)
        *e = (struct conversion_entry){.hash = hash};
    if (converts)
        e->within = (uint8_t)plies;
    else if (c->nodes <= c->max_nodes)
        e->not_within = (uint8_t)plies;
    return converts;
}

/* Does m lead to a position that the game has already had? */
static bool repeats_position(const lus_game *g, lus_move m)
{
    const lus_rules *r = lus_game_rules(g);
    lus_pos next = *lus_game_pos(g);
    r->play(r, &next, 0, m);
    return game_has(g, &next);
}

/* The index of the one of the `n` best moves with the shortest distance to conversion; if
   that takes too long to find, of the first that repeats no position. */
static int find_fastest(const lus_game *g, struct conversion_search *c,
                        const struct root_move *moves, int n)
{
    for (int plies = 1; plies <= MAX_PLIES_TO_CONVERSION && c->nodes <= c->max_nodes;
         plies += 2)
        for (int i = 0; i < n; i++)
            if (move_converts(c, lus_game_pos(g), moves[i].move, plies))
                return i;
    for (int i = 0; i < n; i++)
        if (!repeats_position(g, moves[i].move))
            return i;
    return 0;
}

/* If the best value is more than repetition yields, moves the fastest conversion among the
   first n moves, which all force `value`, to the front.  What a repetition yields depends on
   the position that is repeated if the tablebase has bounds. */
static void put_fastest_first(const lus_game *g, const struct search_limits *limits,
                              struct root_move *moves, int n, int value)
{
    const lus_rules *r = lus_game_rules(g);
    double now = limits->now_ms ? limits->now_ms() : 0;
    struct conversion_search c = {.r = r,
                                  .g = r->repetition_limit == 2 ? g : NULL,
                                  .tablebase = &limits->tablebase,
                                  .limits = limits,
                                  .deadline = limits_deadline(limits, now),
                                  .value = value,
                                  .max_nodes = MAX_NODES};
    if (n == 1 || !r->repetition_limit || !r->search.material ||
        (!limits->tablebase.bounds && value <= repetition_value(r, *lus_game_pos(g))) ||
        !(c.cache = calloc(CACHE_SLOTS, sizeof *c.cache)))
        return;
    c.material = r->search.material(r, lus_game_pos(g));
    int fastest = find_fastest(g, &c, moves, n);
    struct root_move first = moves[fastest];
    for (int i = fastest; i > 0; i--)
        moves[i] = moves[i - 1];
    moves[0] = first;
    free(c.cache);
}

/* ---- bounds and the history of the game ----

   The bounds of a table are those of a board without a history.  In a game that repeats an
   earlier position since the last capture the rules end it there (A7, second occurrence), and
   what a side can force may lead through such a position.  So after a move that captures
   nothing, a bound holds only if

   - no earlier position with as many stones is worth less (lower) or more (upper), or
   - a conversion search, in which these positions end the game, forces it anyway.  A
     strategy of the shortest distance to conversion never comes back to a position.

   Otherwise the value of the worst earlier position is the bound: until one is reached, the
   game is played as without a history. */

/* Does the side that must have `value` force a conversion from p, with the game's history? */
static bool claim_holds(const lus_game *after, const struct search_tablebase *tablebase,
                        int value, bool winner_to_move)
{
    static const struct search_limits none;
    const lus_rules *r = lus_game_rules(after);
    const lus_pos *p = lus_game_pos(after);
    struct conversion_search c = {.r = r,
                                  .g = after,
                                  .tablebase = tablebase,
                                  .limits = &none,
                                  .material = r->search.material(r, p),
                                  .value = value,
                                  .max_nodes = MAX_CLAIM_NODES};
    bool holds = false;
    c.cache = calloc(CACHE_SLOTS, sizeof *c.cache);
    for (int plies = winner_to_move ? 1 : 2;
         c.cache && !holds && plies <= MAX_PLIES_TO_CONVERSION && c.nodes <= c.max_nodes;
         plies += 2)
        holds = winner_to_move ? winner_converts(&c, p, plies)
                               : loser_cannot_avoid(&c, p, plies);
    free(c.cache);
    return holds && c.nodes <= c.max_nodes;
}

/* The values of the earlier positions that may be repeated, for `side`; false: there is none. */
static bool repeatable(const lus_game *after, int side, struct value_range *values)
{
    const lus_rules *r = lus_game_rules(after);
    int stones = r->search.material(r, lus_game_pos(after));
    *values = (struct value_range){VALUE_MAX, -VALUE_MAX};
    for (int i = 0; i < lus_game_plies(after); i++) {
        const lus_pos *p = lus_game_pos_at(after, i);
        if (r->search.material(r, p) != stones)
            continue;
        int v = repetition_value(r, *p) * (pos_side(p) == side ? 1 : -1);
        values->lower = v < values->lower ? v : values->lower;
        values->upper = v > values->upper ? v : values->upper;
    }
    return values->lower <= values->upper;
}

/* Widens the bounds of the move that led to `after`, of the side that played it. */
static void widen_by_history(const lus_game *after,
                             const struct search_tablebase *tablebase,
                             struct value_range *range)
{
    struct value_range earlier;
    if (!repeatable(after, !pos_side(lus_game_pos(after)), &earlier))
        return;
    if (earlier.lower < range->lower &&
        !claim_holds(after, tablebase, range->lower, false))
        range->lower = earlier.lower;
    if (earlier.upper > range->upper &&
        !claim_holds(after, tablebase, -range->upper, true))
        range->upper = earlier.upper;
}

/* ---- the interface ---- */

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
    for (int i = 0; i < found.n; i++) {
        int v = 0, j = i;
        if (!move_value(g, throw, list[i], &limits->tablebase, &v))
            return false;
        for (; j > 0 && found.moves[j - 1].value < v; j--)
            found.moves[j] = found.moves[j - 1];
        found.moves[j] = (struct root_move){list[i], v, false};
    }
    if (!r->dice.sticks) {
        int best = 1;
        while (best < found.n && found.moves[best].value == found.moves[0].value)
            best++;
        put_fastest_first(g, limits, found.moves, best, found.moves[0].value);
    }
    *report = found;
    return true;
}

/* Moves the root moves that guarantee `best` to the front of the list, in their order; returns
   their number. */
static int gather_guaranteed(struct root_move *moves, const int *guaranteed, int n,
                             int best)
{
    struct root_move all[LUS_MAX_MOVES];
    int first = 0, other = 0;
    for (int i = 0; i < n; i++)
        other += guaranteed[i] == best;
    for (int i = 0; i < n; i++)
        all[guaranteed[i] == best ? first++ : other++] = moves[i];
    for (int i = 0; i < n; i++)
        moves[i] = all[i];
    return first;
}

void tablebase_put_guaranteed_first(const lus_game *g, int throw,
                                    const struct search_limits *limits,
                                    struct search_report *report)
{
    struct root_move *moves = report->moves;
    int guaranteed[LUS_MAX_MOVES], best = -VALUE_MAX, value = moves[0].value;
    struct value_range range;
    if (!HAS_TABLEBASES || !limits->tablebase.bounds || !report->depth ||
        lus_game_rules(g)->search.material(lus_game_rules(g), lus_game_pos(g)) >
            limits->tablebase.max_material)
        return;
    for (int i = 0; i < report->n; i++) {
        if (!move_range(g, throw, moves[i].move, &limits->tablebase, &range))
            return;
        guaranteed[i] = range.lower;
        best = range.lower > best ? range.lower : best;
    }
    /* A search adds the remaining depth to a win. */
    if (value > best + (best >= VALUE_WIN ? MAX_DEPTH : 0))
        return;
    int n = gather_guaranteed(moves, guaranteed, report->n, best);
    put_fastest_first(g, limits, moves, n, best);
    moves[0].value = value;
    moves[0].bound = false;
}

bool tablebase_move_range(const lus_game *g, int throw, lus_move m,
                          const struct search_tablebase *tablebase, int *lower,
                          int *upper)
{
    struct value_range range;
    if (!HAS_TABLEBASES || !move_range(g, throw, m, tablebase, &range))
        return false;
    lus_game *after = lus_game_rules(g)->repetition_limit == 2 ? lus_game_copy(g) : NULL;
    if (after && lus_game_play(after, throw, m) >= 0 && !lus_game_end(after).over)
        widen_by_history(after, tablebase, &range);
    lus_game_free(after);
    *lower = range.lower;
    *upper = range.upper;
    return true;
}
