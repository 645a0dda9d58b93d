/* SPDX-License-Identifier: MIT */
/* puzzle.c - see puzzle.h: judges positions, and finds puzzles in reviews. */
#include <stdlib.h>
#include "analyse/puzzle_internal.h"
#include "core/random.h"
#include "search/tt.h"

enum {
    DEFAULT_NODES = 200000,
    TABLE_MB = 2,
    NOISE_GAMES = 64, /* games of a noisy level: 1.6 % per game */
};

/* ---- margins ---- */

int64_t puzzle_margin(struct move_values *c)
{
    move_values_sort(c);
    for (int i = 1; i < c->n; i++)
        if (c->list[i].wins)
            return 0;
    return c->list[0].value - c->list[1].value;
}

int64_t puzzle_loss(const struct move_values *c, lus_move m)
{
    int at = 0;
    while (at < c->n - 1 && c->list[at].move != m)
        at++;
    return c->list[0].value - c->list[at].value;
}

int64_t puzzle_threshold(const lus_rules *r)
{
    int percent = r->dice.sticks ? 5 : move_values_unit(r) == UNIT_STONES ? 200 : 20;
    return percent * (REVIEW_ONE / 100);
}

/* Values the moves by a table or by a search with an empty transposition table, so that
   they do not depend on earlier searches. */
static int value_moves(lus_game *g, int throw, const struct puzzle_limits *limits,
                       uint64_t nodes, int depth, struct move_values *c)
{
    struct search_limits search = {.nodes = nodes,
                                   .depth = depth,
                                   .table = tt_new(TABLE_MB),
                                   .all_values = true,
                                   .allow_pass = true};
    if (!search.table)
        return LUS_EMEMORY;
    int status = move_values_find(g, throw, &limits->tablebase, &search, c);
    tt_free(search.table);
    return status;
}

/* Sets values, depths and margin.  The search of the given nodes decides its own depth; the
   other is one ply less deep. */
static int confirm(lus_game *g, const struct puzzle_limits *limits, struct puzzle *z)
{
    uint64_t nodes = limits->nodes ? limits->nodes : DEFAULT_NODES;
    struct move_values less;
    int status = value_moves(g, z->throw, limits, nodes, 0, &z->values);
    if (status < 0)
        return status;
    z->margin = puzzle_margin(&z->values);
    if (z->margin < puzzle_threshold(z->rules))
        return PUZZLE_UNCLEAR;
    if (z->values.exact)
        return PUZZLE_OK;
    z->depth[1] = z->values.depth;
    z->depth[0] = z->depth[1] - 1;
    if (z->depth[0] < 1)
        return PUZZLE_UNCONFIRMED;
    status = value_moves(g, z->throw, limits, 0, z->depth[0], &less);
    if (status < 0)
        return status;
    int64_t margin = puzzle_margin(&less);
    if (less.list[0].move != z->values.list[0].move ||
        margin < puzzle_threshold(z->rules))
        return PUZZLE_UNCONFIRMED;
    if (margin < z->margin)
        z->margin = margin;
    return PUZZLE_OK;
}

/* ---- the players ---- */

int puzzle_simple_move(const lus_game *g, int throw, lus_move *m)
{
    const struct search_limits limits = {.depth = 1, .table_mb = -1, .eval = "classic"};
    struct search_report report;
    int status = search_run(g, throw, &limits, &report);
    if (status < 0)
        return status;
    *m = report.moves[0].move;
    return 0;
}

int puzzle_solved_by(const lus_game *g, int throw, lus_move best, int level)
{
    const lus_rules *r = lus_game_rules(g);
    struct level strength = level_at(r, level);
    struct search_limits limits = {
        .depth = strength.depth, .table_mb = TABLE_MB, .all_values = strength.noise > 0};
    struct search_report report;
    int found = 0, games = strength.noise ? NOISE_GAMES : 1;
    int status = search_run(g, throw, &limits, &report);
    if (status < 0)
        return status;
    for (int i = 0; i < games; i++) {
        uint64_t state = (uint64_t)i;
        int at = level_choose(r, &report, lus_game_pos(g), strength.noise,
                              random_split(&state));
        found += report.moves[at].move == best;
    }
    return 100 * found / games;
}

static int rate(const lus_game *g, struct puzzle *z)
{
    z->level = 0;
    for (int level = N_LEVELS; level >= 1; level--) {
        int percent = puzzle_solved_by(g, z->throw, z->values.list[0].move, level);
        if (percent < 0)
            return percent;
        z->solved[level - 1] = percent;
        bool solves = percent >= PUZZLE_SOLVED;
        if (solves && (level == N_LEVELS || z->level == level + 1))
            z->level = level;
    }
    return 0;
}

/* ---- one position ---- */

int puzzle_judge(const lus_rules *r, const lus_pos *p, int throw,
                 const struct puzzle_limits *limits, struct puzzle *out)
{
    struct puzzle z = {
        .rules = r, .pos = *p, .throw = throw, .unit = move_values_unit(r)};
    lus_move list[LUS_MAX_MOVES];
    int status = lus_moves(r, p, throw, list);
    if (status < 2)
        return status < 0 ? status : PUZZLE_FORCED;
    lus_game *g = lus_game_new(r, p);
    if (!g)
        return LUS_EMEMORY;
    status = lus_game_end(g).over ? PUZZLE_FORCED : confirm(g, limits, &z);
    if (status == PUZZLE_OK)
        status = puzzle_simple_move(g, throw, &z.simple);
    if (status == PUZZLE_OK)
        status = rate(g, &z);
    lus_game_free(g);
    if (status == PUZZLE_OK)
        *out = z;
    return status;
}

/* ---- mistakes of a review ---- */

/* The mistake that follows ply `after` in the order of losses, the largest first, of equal
   losses the first; after -1 the largest.  -1: there is none. */
static int next_mistake(const struct review *v, int player, int after)
{
    int best = -1;
    for (int i = 0; i < v->n; i++) {
        const struct review_ply *ply = &v->ply[i];
        if (ply->loss < puzzle_threshold(v->rules) ||
            (player >= 0 && ply->player != player))
            continue;
        bool later = after < 0 || ply->loss < v->ply[after].loss ||
                     (i > after && ply->loss == v->ply[after].loss);
        if (later && (best < 0 || ply->loss > v->ply[best].loss))
            best = i;
    }
    return best;
}

int puzzle_of_review(const struct review *v, int player, int *skip,
                     const struct puzzle_limits *limits, struct puzzle *out)
{
    for (int i = -1; (i = next_mistake(v, player, i)) >= 0;) {
        const struct review_ply *ply = &v->ply[i];
        struct puzzle z;
        int status = puzzle_judge(v->rules, &ply->pos, ply->throw, limits, &z);
        if (status < 0)
            return status;
        bool fits = status == PUZZLE_OK && (!limits->level || z.level == limits->level);
        if (!fits || (*skip)-- > 0)
            continue;
        z.origin = PUZZLE_REVIEWED;
        z.ply = i;
        z.played = ply->move;
        z.player = ply->player;
        *out = z;
        return PUZZLE_OK;
    }
    return PUZZLE_UNCLEAR;
}

/* ---- spaced repetition ---- */

static const int days[] = {1, 3, 7, 16, 35};

int puzzle_repetitions(void)
{
    return sizeof days / sizeof days[0];
}

int puzzle_days(int times)
{
    if (times >= puzzle_repetitions())
        return 0;
    return days[times < 0 ? 0 : times];
}
