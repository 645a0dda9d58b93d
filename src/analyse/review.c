/* SPDX-License-Identifier: MIT */
/* review.c - see review.h: replays the game and values every ply.

       value_start   the value before the first throw
       review_ply    for each ply: value all moves, compare the one played with the best
       end_game      the result, and what was given up by resigning or on time
       review_sum_up (review_sums.c) the sums of each player

   The value of a move is the value before the next throw, so every ply is searched once
   and `before` of a ply is `played` of the one before.  Values come from a tablebase if it
   contains the positions after all moves, otherwise from a search: exact and estimated
   values of one ply are never compared. */
#include <stdlib.h>
#include "analyse/review_internal.h"
#include "search/tt.h"
#include "search/value.h"

enum { TABLE_MB = 64, DEPTH_DICE = 4, DEPTH_NO_DICE = 8 };

#define MILLIONTH (REVIEW_ONE / 1000000)

/* ---- values ---- */

int64_t review_for_other(const struct review *v, int64_t value)
{
    return v->unit == UNIT_STONES ? -value : REVIEW_ONE - value;
}

static int64_t from_double(double x)
{
    x *= (double)REVIEW_ONE;
    return (int64_t)(x < 0 ? x - 0.5 : x + 0.5);
}

/* The value of a finished game, seen by a side. */
static int64_t value_of_end(const struct review *v, const lus_end *end, int side)
{
    if (v->unit == UNIT_STONES)
        return (end->score[side] - end->score[!side]) * REVIEW_ONE;
    return end->winner < 0 ? REVIEW_ONE / 2 : end->winner == side ? REVIEW_ONE : 0;
}

/* The exact value of a position before its throw: unrounded if the source has it. */
static bool probe(const struct review *v, const struct tablebase_source *t,
                  const lus_pos *p, int64_t *value)
{
    double unrounded;
    int rounded;
    if (t->unrounded && t->unrounded(t->context, v->rules, p, &unrounded))
        *value = from_double(unrounded);
    else if (t->value && t->value(t->context, v->rules, p, &rounded))
        *value = unit_millionths(v->unit, rounded) * MILLIONTH;
    else
        return false;
    return true;
}

/* ---- one throw: every legal move with its value ---- */

/* All legal moves of one throw with their values, for the side that plays them. */
struct review_choices {
    int n; /* best first */
    struct {
        lus_move move;
        int64_t value;
        bool wins;   /* at once */
        bool proven; /* who wins, within the depth searched */
    } of[LUS_MAX_MOVES];
    bool exact;
    int depth;
};

/* The state while a game is reviewed. */
struct review_run {
    struct review *v;
    const struct review_limits *limits;
    struct search_limits search;
    lus_game *game; /* replayed, one ply after the other */
    int64_t before; /* for the side to throw */
    bool before_exact;
};

/* The value of a move for its side: 1 found, 0 not found, negative an error. */
static int probe_move(const struct review_run *w, int throw, lus_move m, int64_t *value,
                      bool *wins)
{
    int side = lus_side(lus_game_pos(w->game));
    int status = lus_game_play(w->game, throw, m);
    if (status < 0)
        return status;
    lus_end end = lus_game_end(w->game);
    const lus_pos *p = lus_game_pos(w->game);
    bool found = true;
    *wins = end.over && end.winner == side;
    if (end.over)
        *value = value_of_end(w->v, &end, side);
    else if ((found = probe(w->v, &w->limits->tablebase, p, value)) &&
             lus_side(p) != side)
        *value = review_for_other(w->v, *value);
    lus_game_undo(w->game);
    return found;
}

/* The values of all moves: 1, 0 or negative as before. */
static int probe_moves(const struct review_run *w, int throw, const lus_move *list, int n,
                       struct review_choices *c)
{
    *c = (struct review_choices){.n = n, .exact = true};
    for (int i = 0; i < n; i++) {
        int64_t value = 0;
        bool wins = false;
        int j = i, found = probe_move(w, throw, list[i], &value, &wins);
        if (found <= 0)
            return found;
        for (; j > 0 && c->of[j - 1].value < value; j--)
            c->of[j] = c->of[j - 1];
        c->of[j].move = list[i];
        c->of[j].value = value;
        c->of[j].wins = wins;
    }
    return 1;
}

static int search_moves(const struct review_run *w, int throw, struct review_choices *c)
{
    struct search_report report;
    int status = search_at_least_one_ply(w->game, throw, &w->search, &report);
    if (status < 0)
        return status;
    *c = (struct review_choices){
        .n = report.n, .depth = report.depth, .exact = report.exact};
    for (int i = 0; i < report.n; i++) {
        c->of[i].move = report.moves[i].move;
        int value = report.moves[i].value;
        c->of[i].value = unit_millionths(w->v->unit, value) * MILLIONTH;
        c->of[i].proven =
            w->v->unit == UNIT_WIN && (value >= VALUE_WIN || value <= -VALUE_WIN);
    }
    return 0;
}

/* Moves that end the game get their exact value. */
static int value_ends(const struct review_run *w, int throw, struct review_choices *c)
{
    int side = lus_side(lus_game_pos(w->game));
    for (int i = 0; i < c->n; i++) {
        int status = lus_game_play(w->game, throw, c->of[i].move);
        if (status < 0)
            return status;
        lus_end end = lus_game_end(w->game);
        if (end.over) {
            c->of[i].value = value_of_end(w->v, &end, side);
            c->of[i].wins = end.winner == side;
        }
        lus_game_undo(w->game);
    }
    return 0;
}

/* Values of all moves, from the tablebase if it has all of them, otherwise from a search. */
static int value_moves(const struct review_run *w, int throw, struct review_choices *c)
{
    lus_move list[LUS_MAX_MOVES] = {LUS_PASS};
    int n = lus_moves(w->v->rules, lus_game_pos(w->game), throw, list);
    if (n < 0)
        return n;
    int found = probe_moves(w, throw, list, n ? n : 1, c);
    if (found)
        return found < 0 ? found : 0;
    int status = search_moves(w, throw, c);
    return status < 0 ? status : value_ends(w, throw, c);
}

/* ---- one ply ---- */

static enum move_verdict verdict_of(enum analysis_unit unit, const struct review_ply *ply)
{
    int verdict = VERDICT_BEST;
    if (ply->n_moves < 2)
        return VERDICT_FORCED;
    while (verdict + 1 < N_VERDICTS && ply->loss > 0 &&
           ply->loss >= verdict_threshold(unit, (enum move_verdict)(verdict + 1)))
        verdict++;
    return (enum move_verdict)verdict;
}

/* What a move chosen at random would lose on average; a move that wins at once loses
   nothing. */
static int64_t mean_random_loss(const struct review_choices *c, int64_t best)
{
    int64_t sum = 0;
    for (int i = 0; i < c->n; i++)
        sum += best > c->of[i].value && !c->of[i].wins ? best - c->of[i].value : 0;
    return sum / c->n;
}

/* Compares the move played with the others.  A move that wins at once has no loss, even
   if another one would win more stones. */
static void compare_played(const struct review_run *w, const struct review_choices *c,
                           struct review_ply *ply)
{
    int at = 0;
    while (at < c->n - 1 && c->of[at].move != ply->move)
        at++;
    ply->played = c->of[at].value;
    ply->best = c->of[0].value;
    ply->best_move = c->of[0].move;
    if (ply->played >= ply->best || c->of[at].wins) {
        ply->best = ply->played;
        ply->best_move = ply->move;
    }
    ply->random_loss = mean_random_loss(c, ply->best);
    ply->exact = c->exact || (c->of[0].proven && c->of[at].proven);
    ply->depth = c->depth;
    ply->before = w->before;
    ply->luck_exact = ply->exact && w->before_exact;
    ply->luck = ply->best - ply->before;
    ply->loss = ply->best - ply->played;
    ply->verdict = verdict_of(w->v->unit, ply);
}

/* Values ply i and plays it on w->game.  0 or a negative error. */
static int review_ply(struct review_run *w, const lus_game *g, int i)
{
    struct review_ply *ply = &w->v->ply[i];
    struct review_choices c;
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
        w->before = c.of[0].value; /* the first throw is not luck */
        w->before_exact = c.exact || c.of[0].proven;
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
        w->before = value_of_end(w->v, &end, lus_side(lus_game_pos(w->game)));
        return 0;
    }
    if (probe(w->v, &w->limits->tablebase, lus_game_pos(w->game), &w->before))
        return 0;
    for (int t = 0; t < r->dice.n_throws; t++) {
        struct review_choices c;
        int status = value_moves(w, r->dice.throws[t].value, &c);
        if (status < 0)
            return status;
        sum += r->dice.throws[t].weight * c.of[0].value;
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
    v->unit = v->rules->score_counts ? UNIT_STONES : UNIT_WIN;
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
