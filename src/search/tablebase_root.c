/* SPDX-License-Identifier: MIT */
/* tablebase_root.c - see tablebase_root.h.

   move_value looks up every root move; if one is missing, the search decides.  For games
   with repetition put_fastest_first then runs a proof search (winner_converts,
   loser_cannot_avoid) with 1, 3, 5, ... plies until one of the best moves forces a capture. */
#include <stdlib.h>
#include "search/search_internal.h"
#include "search/tablebase_root.h"

static bool probe(const struct search_tablebase *t, const lus_rules *r, const lus_pos *p,
                  int *value)
{
    return t->probe(t->context, r, p, value);
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
static bool move_value(const lus_game *g, int throw, lus_move m,
                       const struct search_tablebase *tablebase, int *value)
{
    const lus_rules *r = lus_game_rules(g);
    int side = pos_side(lus_game_pos(g));
    lus_game *after = lus_game_copy(g);
    bool found = after && lus_game_play(after, throw, m) >= 0;
    if (found) {
        const lus_pos *p = lus_game_pos(after);
        lus_end end = lus_game_end(after);
        bool in_play = !end.over || (r->score_counts && end.reason == LUS_BY_RULE);
        if (in_play && probe(tablebase, r, p, value))
            *value = pos_side(p) == side ? *value : -*value;
        else if (end.over)
            *value = finished_value(r, &end, side);
        else
            found = false;
    }
    lus_game_free(after);
    return found;
}

/* ---- distance to conversion ---- */

enum {
    CACHE_SLOTS = 1 << 14,
    MAX_PLIES_TO_CONVERSION = 255,
    MAX_NODES = 400000, /* less than a second */
    CHECK_NODES = 64,   /* nodes between two checks of the clock */
};

/* What is known of a position in which the winner is to move. */
struct conversion_entry {
    uint64_t hash;
    uint8_t not_within; /* no conversion within so many plies */
    uint8_t within;     /* a conversion within so many plies; 0: unknown */
};

struct conversion_search {
    const lus_rules *r;
    const struct search_tablebase *tablebase;
    const struct search_limits *limits;
    double deadline;
    struct conversion_entry *cache;
    int material, value; /* of the root; the value for the winner */
    int nodes;           /* above MAX_NODES: give up */
};

/* Plays m.  Returns true and sets *value, for the side that plays m, if the position after
   it is in the tablebase. */
static bool play_move(struct conversion_search *c, const lus_pos *p, lus_move m,
                      lus_pos *next, int *value)
{
    *next = *p;
    c->r->play(c->r, next, 0, m);
    if (!(++c->nodes % CHECK_NODES) && limits_reached(c->limits, c->deadline))
        c->nodes = MAX_NODES + 1;
    if (!probe(c->tablebase, c->r, next, value))
        return false;
    *value = -*value;
    return true;
}

static bool is_converted(const struct conversion_search *c, const lus_pos *p)
{
    return c->r->search.material(c->r, p) < c->material;
}

static bool winner_converts(struct conversion_search *c, const lus_pos *p, int plies);

/* The loser moves: does every reply lead to a conversion, or give something away? */
static bool loser_cannot_avoid(struct conversion_search *c, const lus_pos *p, int plies)
{
    lus_move list[LUS_MAX_MOVES];
    int n = c->r->moves(c->r, p, 0, list), v;
    for (int i = 0; i < n; i++) {
        lus_pos next;
        if (!play_move(c, p, list[i], &next, &v))
            return false;
        if (v < -c->value || is_converted(c, &next))
            continue;
        if (plies < 2 || !winner_converts(c, &next, plies - 1))
            return false;
    }
    return true;
}

/* Does a move of the winner keep the value and force a conversion within `plies`? */
static bool move_converts(struct conversion_search *c, const lus_pos *p, lus_move m,
                          int plies)
{
    lus_pos next;
    int v;
    if (!play_move(c, p, m, &next, &v) || v < c->value)
        return false;
    return is_converted(c, &next) ||
           (plies > 1 && loser_cannot_avoid(c, &next, plies - 1));
}

/* Can the winner, who is to move, force a conversion within `plies`?  The cache keeps for
   each position how many plies are enough and how many are not.  False after MAX_NODES. */
static bool winner_converts(struct conversion_search *c, const lus_pos *p, int plies)
{
    lus_move list[LUS_MAX_MOVES];
    uint64_t hash = pos_hash(p);
    struct conversion_entry *e = &c->cache[hash % CACHE_SLOTS];
    if (e->hash == hash && (e->not_within >= plies || (e->within && e->within <= plies)))
        return e->not_within < plies;
    if (c->nodes > MAX_NODES)
        return false;
    int n = c->r->moves(c->r, p, 0, list);
    bool converts = n == 0; /* no legal move ends the game */
    for (int i = 0; i < n && !converts; i++)
        converts = move_converts(c, p, list[i], plies);
    if (e->hash != hash)
        *e = (struct conversion_entry){.hash = hash};
    if (converts)
        e->within = (uint8_t)plies;
    else if (c->nodes <= MAX_NODES)
        e->not_within = (uint8_t)plies;
    return converts;
}

/* Does m lead to a position that the game has already had? */
static bool repeats_position(const lus_game *g, lus_move m)
{
    const lus_rules *r = lus_game_rules(g);
    lus_pos next = *lus_game_pos(g);
    r->play(r, &next, 0, m);
    for (int i = 0; i < lus_game_plies(g); i++)
        if (pos_hash(lus_game_pos_at(g, i)) == pos_hash(&next))
            return true;
    return false;
}

/* The index of the one of the `n` best moves with the shortest distance to conversion; if
   that takes too long to find, of the first that repeats no position. */
static int find_fastest(const lus_game *g, struct conversion_search *c,
                        const struct root_move *moves, int n)
{
    for (int plies = 1; plies <= MAX_PLIES_TO_CONVERSION && c->nodes <= MAX_NODES;
         plies += 2)
        for (int i = 0; i < n; i++)
            if (move_converts(c, lus_game_pos(g), moves[i].move, plies))
                return i;
    for (int i = 0; i < n; i++)
        if (!repeats_position(g, moves[i].move))
            return i;
    return 0;
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

/* If the best value is more than repetition yields, moves the fastest conversion to the
   front. */
static void put_fastest_first(const lus_game *g, const struct search_limits *limits,
                              struct search_report *report)
{
    struct root_move *moves = report->moves;
    double now = limits->now_ms ? limits->now_ms() : 0;
    struct conversion_search c = {.r = lus_game_rules(g),
                                  .tablebase = &limits->tablebase,
                                  .limits = limits,
                                  .deadline = limits_deadline(limits, now)};
    int n = 1;
    while (n < report->n && moves[n].value == moves[0].value)
        n++;
    if (n == 1 || !c.r->repetition_limit || !c.r->search.material ||
        moves[0].value <= repetition_value(c.r, *lus_game_pos(g)) ||
        !(c.cache = calloc(CACHE_SLOTS, sizeof *c.cache)))
        return;
    c.material = c.r->search.material(c.r, lus_game_pos(g));
    c.value = moves[0].value;
    int fastest = find_fastest(g, &c, moves, n);
    struct root_move first = moves[fastest];
    for (int i = fastest; i > 0; i--)
        moves[i] = moves[i - 1];
    moves[0] = first;
    free(c.cache);
}

/* ---- the interface ---- */

bool tablebase_answer(const lus_game *g, int throw, const struct search_limits *limits,
                      struct search_report *report)
{
    lus_move list[LUS_MAX_MOVES] = {LUS_PASS};
    const lus_rules *r = lus_game_rules(g);
    if (!limits->tablebase.probe || lus_game_end(g).over)
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
    if (!r->dice.sticks)
        put_fastest_first(g, limits, &found);
    *report = found;
    return true;
}
