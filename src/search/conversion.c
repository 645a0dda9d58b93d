/* SPDX-License-Identifier: MIT */
/* conversion.c - see conversion_internal.h.

   winner_converts and loser_cannot_avoid search 1, 3, 5, ... plies until the side that must have
   `value` forces a capture that keeps it.  In a game whose second occurrence of a position ends
   it (repetition_limit 2), the positions of the game are ends of the search. */
#include <stdlib.h>
#include "search/conversion_internal.h"

bool probe_range(const struct search_tablebase *t, const lus_rules *r, const lus_pos *p,
                 struct value_range *range)
{
    if (t->bounds)
        return t->bounds(t->context, r, p, &range->lower, &range->upper);
    if (!t->probe(t->context, r, p, &range->lower))
        return false;
    range->upper = range->lower;
    return true;
}

int repetition_value(const lus_rules *r, lus_pos p)
{
    int score[2];
    r->settle(r, &p, LUS_BY_REPETITION);
    r->score(r, &p, score);
    int lead = score[0] - score[1], sign = (lead > 0) - (lead < 0);
    return sign * VALUE_WIN + r->score_counts * VALUE_STONE * lead;
}

/* ---- the search ---- */

enum {
    CACHE_SLOTS = 1 << 14,
    MAX_PLIES_TO_CONVERSION = 255,
    MAX_NODES = 400000,     /* less than a second */
    MAX_CLAIM_NODES = 5000, /* for a bound that an earlier position may change */
    CHECK_NODES = 64,       /* nodes between two checks of the clock */
};

/* What is known of a position in which the winner is to move. */
struct conversion_entry {
    uint64_t hash;
    uint8_t not_within; /* no conversion within so many plies */
    uint8_t within;     /* a conversion within so many plies; 0: unknown */
};

struct conversion_search {
    const lus_rules *r;
    const lus_game *g;
    const struct search_tablebase *tablebase;
    const struct search_limits *limits;
    double deadline;
    struct conversion_entry *cache;
    uint64_t *earlier; /* hashes of the positions that may be repeated and end the game */
    int n_earlier;
    int material, value; /* of the root; the winner is the side that forces `value` */
    bool gifts; /* a reply that gives something away is as good as a conversion */
    int nodes, max_nodes; /* above max_nodes: give up */
};

static bool ends_at_second(const lus_rules *r)
{
    return r->repetition_limit == 2;
}

/* Is this a position that the game has had? */
static bool is_repeated(const struct conversion_search *c, const lus_pos *p)
{
    uint64_t hash = pos_hash(p);
    for (int i = 0; i < c->n_earlier; i++)
        if (c->earlier[i] == hash)
            return true;
    return false;
}

/* The values, for `side`, of the positions 0 .. n - 1 of the game that may be repeated: no
   capture followed them.  False: there is none. */
static bool repeatable(const lus_game *g, int n, int side, struct value_range *values)
{
    const lus_rules *r = lus_game_rules(g);
    int stones = r->search.material(r, lus_game_pos(g));
    *values = (struct value_range){VALUE_MAX, -VALUE_MAX};
    for (int i = n - 1; i >= 0; i--) {
        const lus_pos *p = lus_game_pos_at(g, i);
        if (r->search.material(r, p) != stones)
            break;
        int v = repetition_value(r, *p) * (pos_side(p) == side ? 1 : -1);
        values->lower = v < values->lower ? v : values->lower;
        values->upper = v > values->upper ? v : values->upper;
    }
    return values->lower <= values->upper;
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
    out->ended = ends_at_second(c->r) && is_repeated(c, &out->next);
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

/* A reply of the loser after which the winner has what it needs.  Before a capture, a better
   bound of the tablebase supposes that no earlier position is repeated (gifts). */
static bool reply_is_good(const struct conversion_search *c,
                          const struct conversion_move *m)
{
    if (is_converted(c, m))
        return m->value <= -c->value;
    return c->gifts && m->value < -c->value;
}

/* The loser moves: does every reply lead to a conversion, or give something away? */
static bool loser_cannot_avoid(struct conversion_search *c, const lus_pos *p, int plies)
{
    lus_move list[LUS_MAX_MOVES];
    int n = c->r->moves(c->r, p, 0, list);
    for (int i = 0; i < n; i++) {
        struct conversion_move m;
        if (!play_move(c, p, list[i], false, &m))
            return false;
        if (reply_is_good(c, &m))
            continue;
        if (is_converted(c, &m) || plies < 2 || !winner_converts(c, &m.next, plies - 1))
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

static void conversion_close(struct conversion_search *c)
{
    free(c->cache);
    free(c->earlier);
}

/* Sets what depends on the game and the value; false: out of memory.  The caller calls
   conversion_close in every case. */
static bool conversion_open(struct conversion_search *c, const lus_game *g, int value,
                            int winner)
{
    struct value_range values;
    int plies = lus_game_plies(g);
    c->r = lus_game_rules(g);
    c->g = g;
    c->material = c->r->search.material(c->r, lus_game_pos(g));
    c->value = value;
    c->gifts = !ends_at_second(c->r) || !repeatable(g, plies + 1, winner, &values) ||
               values.lower >= value;
    c->cache = calloc(CACHE_SLOTS, sizeof *c->cache);
    c->earlier = malloc(((size_t)plies + 1) * sizeof *c->earlier);
    if (!c->cache || !c->earlier)
        return false;
    for (int i = plies - 1; i >= 0; i--) {
        const lus_pos *p = lus_game_pos_at(g, i);
        if (c->r->search.material(c->r, p) != c->material)
            break;
        c->earlier[c->n_earlier++] = pos_hash(p);
    }
    return true;
}

/* ---- progress ---- */

/* Does m lead to a position that the game has already had? */
static bool repeats_position(const struct conversion_search *c, lus_move m)
{
    lus_pos next = *lus_game_pos(c->g);
    c->r->play(c->r, &next, 0, m);
    return is_repeated(c, &next);
}

/* The index of the one of n moves with the shortest distance to conversion; -1: it takes too long
   to find. */
static int find_fastest(struct conversion_search *c, const struct root_move *moves, int n)
{
    for (int plies = 1; plies <= MAX_PLIES_TO_CONVERSION && c->nodes <= c->max_nodes;
         plies += 2)
        for (int i = 0; i < n; i++)
            if (move_converts(c, lus_game_pos(c->g), moves[i].move, plies))
                return i;
    return -1;
}

/* The index of the first of n moves that repeats no position. */
static int find_new(const struct conversion_search *c, const struct root_move *moves,
                    int n)
{
    for (int i = 0; i < n; i++)
        if (!repeats_position(c, moves[i].move))
            return i;
    return 0;
}

static void move_to_front(struct root_move *moves, int i)
{
    struct root_move first = moves[i];
    for (; i > 0; i--)
        moves[i] = moves[i - 1];
    moves[0] = first;
}

bool put_conversion_first(const lus_game *g, const struct search_limits *limits,
                          struct root_move *moves, int n, int value, int *nodes)
{
    double now = limits->now_ms ? limits->now_ms() : 0;
    struct conversion_search c = {.tablebase = &limits->tablebase,
                                  .limits = limits,
                                  .deadline = limits_deadline(limits, now),
                                  .max_nodes = MAX_NODES};
    bool opened = conversion_open(&c, g, value, pos_side(lus_game_pos(g)));
    int fastest = opened ? find_fastest(&c, moves, n) : -1;
    if (opened)
        move_to_front(moves, fastest >= 0 ? fastest : find_new(&c, moves, n));
    conversion_close(&c);
    *nodes += c.nodes;
    return fastest >= 0;
}

/* What a repetition yields depends on the position that is repeated if the tablebase has
   bounds. */
int put_fastest_first(const lus_game *g, const struct search_limits *limits,
                      struct root_move *moves, int n, int value)
{
    const lus_rules *r = lus_game_rules(g);
    int nodes = 0;
    if (n > 1 && r->repetition_limit && r->search.material &&
        (limits->tablebase.bounds || value > repetition_value(r, *lus_game_pos(g))))
        put_conversion_first(g, limits, moves, n, value, &nodes);
    return nodes;
}

/* ---- bounds and the history of the game ---- */

/* Does `winner` force a conversion that is worth `value` to it, with the game's history? */
static bool claim_holds(const lus_game *after, const struct search_tablebase *tablebase,
                        int value, int winner, int *nodes)
{
    static const struct search_limits none;
    const lus_pos *p = lus_game_pos(after);
    struct conversion_search c = {
        .tablebase = tablebase, .limits = &none, .max_nodes = MAX_CLAIM_NODES};
    bool holds = false, to_move = pos_side(p) == winner;
    bool opened = conversion_open(&c, after, value, winner);
    for (int plies = to_move ? 1 : 2;
         opened && !holds && plies <= MAX_PLIES_TO_CONVERSION && c.nodes <= c.max_nodes;
         plies += 2)
        holds =
            to_move ? winner_converts(&c, p, plies) : loser_cannot_avoid(&c, p, plies);
    conversion_close(&c);
    *nodes += c.nodes;
    return holds && c.nodes <= c.max_nodes;
}

int widen_by_history(const lus_game *after, const struct search_tablebase *tablebase,
                     struct value_range *range)
{
    int mover = !pos_side(lus_game_pos(after)), nodes = 0;
    struct value_range earlier;
    if (!ends_at_second(lus_game_rules(after)) ||
        !repeatable(after, lus_game_plies(after), mover, &earlier))
        return 0;
    if (earlier.lower < range->lower &&
        !claim_holds(after, tablebase, range->lower, mover, &nodes))
        range->lower = earlier.lower;
    if (earlier.upper > range->upper &&
        !claim_holds(after, tablebase, -range->upper, !mover, &nodes))
        range->upper = earlier.upper;
    return nodes;
}
