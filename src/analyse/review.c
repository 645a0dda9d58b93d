/* SPDX-License-Identifier: MIT */
/* review.c - see review.h: replays the game and values every ply.

       value_start   the value before the first throw
       review_ply    for each ply: value all moves, compare the one played with the best
       end_game      the result, and what was given up by resigning or on time
       review_sum_up (review_sums.c) the sums of each player

   The value of a move is the value before the next throw (move_values.h), so every ply is
   searched once and `before` of a ply is `played` of the one before. */
#include <stdlib.h>
#include "analyse/review_internal.h"
#include "search/tt.h"
#include "search/value.h"

enum { TABLE_MB = 64, DEPTH_DICE = 4, DEPTH_NO_DICE = 8 };

int64_t review_for_other(const struct review *v, int64_t value)
{
    return value_for_other(v->unit, value);
}

/* The state while a game is reviewed. */
struct review_run {
    struct review *v;
    const struct review_limits *limits;
    struct search_limits search;
    lus_game *game; /* replayed, one ply after the other */
    int64_t before; /* for the side to throw */
    bool before_exact;
};

static int value_moves(const struct review_run *w, int throw, struct move_values *c)
{
    return move_values_find(w->game, throw, &w->limits->tablebase, &w->search, c);
}

/* ---- one ply ---- */

static enum move_verdict verdict_of(const lus_rules *r, const struct review_ply *ply)
{
    int verdict = VERDICT_BEST;
    if (ply->n_moves < 2)
        return VERDICT_FORCED;
    while (verdict + 1 < N_VERDICTS && ply->loss > 0 &&
           ply->loss >= verdict_threshold(r, (enum move_verdict)(verdict + 1)))
        verdict++;
    return (enum move_verdict)verdict;
}

/* What a move chosen at random would lose on average; a move that wins at once loses
   nothing. */
static int64_t mean_random_loss(const struct move_values *c, int64_t best)
{
    int64_t sum = 0;
    for (int i = 0; i < c->n; i++)
        sum += best > c->list[i].value && !c->list[i].wins ? best - c->list[i].value : 0;
    return sum / c->n;
}

/* Compares the move played with the others.  A move that wins at once has no loss, even
   if another one would win more stones. */
static void compare_played(const struct review_run *w, const struct move_values *c,
                           struct review_ply *ply)
{
    int at = 0;
    while (at < c->n - 1 && c->list[at].move != ply->move)
        at++;
    ply->played = c->list[at].value;
    ply->best = c->list[0].value;
    ply->best_move = c->list[0].move;
    if (ply->played >= ply->best || c->list[at].wins) {
        ply->best = ply->played;
        ply->best_move = ply->move;
    }
    ply->random_loss = mean_random_loss(c, ply->best);
    ply->exact = c->exact || (c->list[0].proven && c->list[at].proven);
    ply->depth = c->depth;
    ply->before = w->before;
    ply->luck_exact = ply->exact && w->before_exact;
    ply->luck = ply->best - ply->before;
    ply->loss = ply->best - ply->played;
    ply->verdict = verdict_of(w->v->rules, ply);
}

/* Values ply i and plays it on w->game.  0 or a negative error. */
static int review_ply(struct review_run *w, const lus_game *g, int i)
{
    struct review_ply *ply = &w->v->ply[i];
    struct move_values c;
    lus_move list[LUS_MAX_MOVES];
    *ply = (struct review_ply){.pos = *lus_game_pos(w->game),
                               .throw = lus_game_throw_at(g, i),
                               .move = lus_game_move_at(g, i)};
    ply->side = lus_side(&ply->pos);
    ply->player = lus_game_player(g, ply->side);
    ply->n_moves = lus_moves(w->v->rules, &ply->pos, ply->throw, list);
    int status = value_moves(w, ply->throw, &c);
    if (status < 0)
        return status;
    if (i == 0 &&
        (!w->v->rules->dice.sticks || w->limits->first_throw != LUS_ANY_THROW)) {
        w->before = c.list[0].value; /* the first throw is not luck */
        w->before_exact = c.exact || c.list[0].proven;
    }
    compare_played(w, &c, ply);
    status = lus_game_play(w->game, ply->throw, ply->move);
    bool other_side = lus_side(lus_game_pos(w->game)) != ply->side;
    w->before = other_side ? review_for_other(w->v, ply->played) : ply->played;
    w->before_exact = ply->exact;
    return status < 0 ? status : 0;
}

/* ---- the start ---- */

/* The expected value of the side to throw. */
static int value_start(struct review_run *w)
{
    const lus_rules *r = w->v->rules;
    lus_end end = lus_game_end(w->game);
    int64_t sum = 0;
    w->before_exact = true;
    if (end.over) {
        w->before = value_of_end(w->v->unit, &end, lus_side(lus_game_pos(w->game)));
        return 0;
    }
    if (tablebase_lookup(&w->limits->tablebase, r, lus_game_pos(w->game), &w->before))
        return 0;
    for (int t = 0; t < r->dice.n_throws; t++) {
        struct move_values c;
        int status = value_moves(w, r->dice.throws[t].value, &c);
        if (status < 0)
            return status;
        sum += r->dice.throws[t].weight * c.list[0].value;
        w->before_exact = w->before_exact && c.exact;
    }
    w->before = sum / r->dice.weight_sum;
    return 0;
}

/* ---- the end ---- */

/* The game was not ended by play: the loser forfeits the value of the last position. */
static void forfeit(struct review *v, int64_t last)
{
    int64_t result = v->winner < 0 ? REVIEW_ONE / 2 : v->winner == 0 ? REVIEW_ONE : 0;
    if (v->unit == UNIT_STONES) {
        bool ahead =
            v->winner == 0 ? last > 0 : last < 0; /* a resignation wins no stones */
        result = v->winner < 0 || !ahead ? 0 : last;
    }
    int loser = result < last ? 0 : 1;
    v->player[0].result = result;
    v->player[loser].forfeit = loser ? result - last : last - result;
}

/* Result, winner and reason, from the rules or from the limits. */
static void end_game(struct review_run *w, const lus_game *g)
{
    struct review *v = w->v;
    lus_end end = lus_game_end(g);
    int side = lus_side(lus_game_pos(w->game));
    bool first = lus_game_player(g, side) == 0;
    int64_t last = first ? w->before : review_for_other(v, w->before);
    v->last = *lus_game_pos(g);
    v->over = end.over || w->limits->decided;
    v->winner = end.winner < 0 ? -1 : lus_game_player(g, end.winner);
    v->player[0].result = last;
    if (end.over)
        v->reason = end_reason(v->rules, &end);
    if (!end.over && w->limits->decided) {
        v->winner = w->limits->winner;
        v->reason = w->limits->reason;
    }
    if (v->over && (!end.over || end.reason == LUS_BY_RESIGNATION))
        forfeit(v, last);
    v->player[1].result = review_for_other(v, v->player[0].result);
}

int64_t review_curve(const struct review *v, int ply)
{
    if (ply == v->n)
        return v->player[0].result;
    int64_t before = v->ply[ply].before;
    return v->ply[ply].player == 0 ? before : review_for_other(v, before);
}

/* ---- the whole review ---- */

static int run(struct review_run *w, const lus_game *g)
{
    struct review *v = w->v;
    int status = w->game ? 0 : LUS_EMEMORY;
    while (status == 0 && lus_game_plies(w->game) > 0)
        lus_game_undo(w->game);
    if (status == 0)
        status = value_start(w);
    for (int i = 0; status == 0 && i < v->n; i++) {
        status = review_ply(w, g, i);
        if (w->limits->progress)
            w->limits->progress(w->limits->progress_context, i + 1, v->n);
    }
    if (status < 0)
        return status;
    int64_t start = v->n ? v->ply[0].before : w->before;
    int first = lus_game_player(g, lus_side(lus_game_start(g)));
    v->player[first].start = start;
    v->player[!first].start = review_for_other(v, start);
    end_game(w, g);
    review_sum_up(v);
    return 0;
}

static struct review *review_new(const lus_game *g)
{
    int n = lus_game_plies(g);
    struct review *v = calloc(1, sizeof *v + sizeof v->ply[0] * (size_t)n);
    if (!v)
        return NULL;
    v->rules = lus_game_rules(g);
    v->unit = move_values_unit(v->rules);
    v->n = n;
    for (int side = 0; side < 2; side++) {
        struct review_player *p = &v->player[lus_game_player(g, side)];
        p->side = side;
        p->luckiest = p->unluckiest = -1;
    }
    return v;
}

/* The limits of each search: depth 4 with dice and 8 without, unless one is given. */
static struct search_limits search_limits_of(const struct review *v,
                                             const struct review_limits *limits,
                                             struct tt *table)
{
    struct search_limits search = limits->search;
    search.table = table;
    search.eval = NULL;
    search.all_values = true;
    search.allow_pass = true;
    search.prove = !search.depth;
    if (!search.depth && !search.nodes && !search.time_ms)
        search.depth = v->rules->dice.sticks ? DEPTH_DICE : DEPTH_NO_DICE;
    return search;
}

int review(const lus_game *g, const struct review_limits *limits, struct review **out)
{
    double (*now)(void) = limits->search.now_ms;
    double begin = now ? now() : 0;
    if (lus_game_needs_rolloff(g))
        return LUS_ESTATE;
    struct review *v = review_new(g);
    struct tt *own = limits->search.table ? NULL : tt_new(TABLE_MB);
    struct review_run w = {.v = v, .limits = limits};
    int status = LUS_EMEMORY;
    if (v && (own || limits->search.table)) {
        w.search = search_limits_of(v, limits, own ? own : limits->search.table);
        w.game = lus_game_copy(g);
        status = run(&w, g);
    }
    lus_game_free(w.game);
    tt_free(own);
    if (status < 0) {
        free(v);
        return status;
    }
    v->time_ms = now ? now() - begin : 0;
    *out = v;
    return 0;
}
