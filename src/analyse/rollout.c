/* SPDX-License-Identifier: MIT */
/* rollout.c - see rollout.h.

   A round of games is divided among the threads in chunks; each game writes its result
   into its own element of an array.  The statistics read these arrays in the order of the
   games after the round, so sums of doubles do not depend on the number of threads.
   Results are integers: W x value, where W is the sum of the weights of the throws. */
#include <math.h>
#include <stdlib.h>
#include "analyse/rollout.h"
#include "os/parallel.h"
#include "core/random.h"
#include "search/shallow_search.h"
#include "search/value.h"

enum { MAX_STICKS = 4, MAX_STRATA = (MAX_STICKS + 1) * (MAX_STICKS + 1), CHUNK = 16 };

/* A finished game: W times its value for the root player, adjusted for luck or not. */
struct rollout_game {
    int64_t adjusted;
    int32_t unadjusted;
    int16_t plies;
    bool truncated;
};

/* What the threads of a rollout share; only `next` and outcome[] are written by them. */
struct rollout_job {
    struct rollout *out;
    const lus_rules *rules;
    lus_pos after[LUS_MAX_MOVES]; /* the positions at which the games start */
    struct rollout_game *outcome[LUS_MAX_MOVES];
    struct shallow_search *player[256]; /* of each thread */
    int threads, first, last;           /* games of this round */
    _Atomic int next;
};

/* ---- one game ---- */

int64_t rollout_luck(struct shallow_search *g, const lus_rules *r, const lus_pos *p,
                     int throw, lus_move *best)
{
    int value = shallow_search_best(g, p, throw, best);
    int64_t sum = 0;
    if (!search_has_own_evaluation(r))
        return 0; /* points are not chances: there is no luck to subtract */
    for (int t = 0; t < r->dice.n_throws; t++) {
        int other = r->dice.throws[t].value;
        sum += (int64_t)r->dice.throws[t].weight *
               (other == throw ? value : shallow_search_throw(g, p, other));
    }
    return (int64_t)r->dice.weight_sum * value - sum;
}

/* W times the players' evaluation of an unfinished game. */
static int64_t evaluate(struct shallow_search *g, const lus_rules *r, const lus_pos *p)
{
    int64_t sum = 0;
    for (int t = 0; t < r->dice.n_throws && search_has_own_evaluation(r); t++)
        sum += (int64_t)r->dice.throws[t].weight *
               shallow_search_throw(g, p, r->dice.throws[t].value);
    return sum;
}

/* The sticks of throw `ply` (0 or 1) of game i as bits.  Over a batch of W x W games the
   pair takes every value once: stratified sampling. */
static int sticks_of(const lus_rules *r, int i, int ply)
{
    return (ply ? i : i / r->dice.weight_sum) % r->dice.weight_sum;
}

static int throw_of(const lus_rules *r, struct random *stream, int i, int ply)
{
    int drawn = random_throw(r, stream);
    return ply > 1
               ? drawn
               : r->dice
                     .value_of_marked[__builtin_popcount((unsigned)sticks_of(r, i, ply))];
}

/* Plays game i from p to its end, or to the truncation, and subtracts the luck. */
static struct rollout_game play_out(const struct rollout_job *j, struct shallow_search *g,
                                    lus_pos p, int i)
{
    const lus_rules *r = j->rules;
    struct random stream = random_stream(j->out->limits.seed, (uint64_t)i);
    int me = pos_side(&j->out->pos), ply = 0, result;
    int64_t luck = 0, value;
    for (; !(result = r->result(r, &p)) && ply < j->out->limits.truncate; ply++) {
        int throw = throw_of(r, &stream, i, ply), side = pos_side(&p);
        lus_move m = LUS_PASS;
        int64_t own = rollout_luck(g, r, &p, throw, &m);
        luck += side == me ? own : -own;
        if (m == LUS_PASS)
            r->pass(r, &p, throw);
        else
            r->play(r, &p, throw, m);
    }
    if (result)
        value = (int64_t)r->dice.weight_sum * VALUE_WIN * (result == LUS_WIN) -
                (int64_t)r->dice.weight_sum * VALUE_WIN * (result == LUS_LOSS);
    else
        value = evaluate(g, r, &p);
    value = pos_side(&p) == me ? value : -value;
    return (struct rollout_game){value - luck, (int32_t)value, (int16_t)ply, !result};
}

/* One thread: takes games CHUNK by CHUNK; all moves are played with the same dice. */
static void play_round(void *arg, int thread)
{
    struct rollout_job *j = arg;
    int first;
    while ((first = atomic_fetch_add(&j->next, CHUNK)) < j->last)
        for (int i = first; i < first + CHUNK && i < j->last; i++)
            for (int m = 0; m < j->out->n; m++)
                j->outcome[m][i] = play_out(j, j->player[thread], j->after[m], i);
}

/* ---- statistics ---- */

/* Sums within the strata: a stratum is a pair of first throws. */
struct rollout_strata {
    double n[MAX_STRATA], mean[MAX_STRATA], squares[MAX_STRATA];
};

static int stratum_of(const lus_rules *r, int i)
{
    int first = __builtin_popcount((unsigned)sticks_of(r, i, 0));
    return first * (MAX_STICKS + 1) + __builtin_popcount((unsigned)sticks_of(r, i, 1));
}

/* A number of game i: its result, or how much better move b did than move a. */
enum figure { ADJUSTED, UNADJUSTED, LOSS };

static double figure_of(const struct rollout_job *j, enum figure f, int a, int b, int i)
{
    const struct rollout_game *o = &j->outcome[a][i];
    if (f == LOSS)
        return (double)(j->outcome[b][i].adjusted - o->adjusted);
    return f == UNADJUSTED ? (double)o->unadjusted : (double)o->adjusted;
}

/* The mean and its standard error over the strata: the games are read twice, first for
   the means, then for the squares of the differences from them.  Every stratum has at
   least two games. */
static struct estimate estimate(const struct rollout_job *j, enum figure f, int a, int b)
{
    struct rollout_strata c = {{0}, {0}, {0}};
    int games = j->out->games;
    double scale = 2.0 * j->rules->dice.weight_sum * VALUE_WIN, mean = 0, variance = 0;
    for (int i = 0; i < games; i++) {
        int k = stratum_of(j->rules, i);
        c.n[k]++;
        c.mean[k] += figure_of(j, f, a, b, i);
    }
    for (int k = 0; k < MAX_STRATA; k++) {
        mean += c.mean[k] / games;
        c.mean[k] /= c.n[k] > 0 ? c.n[k] : 1;
    }
    for (int i = 0; i < games; i++) {
        int k = stratum_of(j->rules, i);
        double off = figure_of(j, f, a, b, i) - c.mean[k];
        c.squares[k] += off * off;
    }
    for (int k = 0; k < MAX_STRATA; k++)
        if (c.n[k] > 1)
            variance += c.n[k] * c.squares[k] / (c.n[k] - 1);
    return (struct estimate){(f == LOSS ? 0 : 0.5) + mean / scale,
                             sqrt(variance) / games / scale};
}

static struct rollout_move summary(const struct rollout_job *j, lus_move move, int m)
{
    struct rollout_move s = {.move = move};
    int64_t plies = 0, truncated = 0;
    for (int i = 0; i < j->out->games; i++) {
        plies += j->outcome[m][i].plies;
        truncated += j->outcome[m][i].truncated;
    }
    s.win = estimate(j, ADJUSTED, m, 0);
    s.unadjusted = estimate(j, UNADJUSTED, m, 0);
    s.plies = (double)plies / j->out->games;
    s.truncated = (double)truncated / j->out->games;
    return s;
}

double rollout_variance_ratio(const struct rollout_move *m)
{
    double ratio = m->win.error > 0 ? m->unadjusted.error / m->win.error : 0;
    return ratio * ratio;
}

/* Sorts the moves, best first. */
static void report(struct rollout_job *j, const lus_move *list)
{
    struct rollout *out = j->out;
    int place[LUS_MAX_MOVES];
    for (int m = 0; m < out->n; m++) {
        struct rollout_move s = summary(j, list[m], m);
        int k = m;
        for (; k > 0 && out->move[k - 1].win.mean < s.win.mean; k--) {
            out->move[k] = out->move[k - 1];
            place[k] = place[k - 1];
        }
        out->move[k] = s;
        place[k] = m;
    }
    for (int k = 1; k < out->n; k++)
        out->move[k].loss = estimate(j, LOSS, place[k], place[0]);
}

static bool is_precise(const struct rollout *out)
{
    for (int m = 0; m < out->n; m++)
        if (out->move[m].win.error > out->limits.error)
            return false;
    return out->limits.error > 0;
}

/* ---- rounds: after each of them the error is checked ---- */

/* Each round adds a quarter of the games so far, in whole batches, independent of the
   number of threads. */
static int round_end(const struct rollout *out)
{
    int quarter = out->games / 4 / out->batch * out->batch;
    int more = quarter > 2 * out->batch ? quarter : 2 * out->batch;
    int left = out->limits.games - out->games;
    bool checked = out->limits.error > 0 || out->limits.progress;
    return out->games + (more < left && checked ? more : left);
}

static void play_rounds(struct rollout_job *j, const lus_move *list)
{
    struct rollout *out = j->out;
    double (*now)(void) = out->limits.now_ms, begin = now ? now() : 0;
    while (out->games < out->limits.games && !out->by_error) {
        j->last = round_end(out);
        atomic_store(&j->next, out->games);
        parallel_run(j->threads, play_round, j);
        out->games = j->last;
        report(j, list);
        out->by_error = is_precise(out);
        out->time_ms = now ? now() - begin : 0;
        if (out->limits.progress)
            out->limits.progress(out, out->limits.arg);
    }
}

/* ---- the whole rollout ---- */

/* The start positions of the games: after each move, or the position itself. */
static void find_candidates(struct rollout_job *j, lus_move *list)
{
    struct rollout *out = j->out;
    const lus_rules *r = j->rules;
    bool thrown = out->throw != LUS_ANY_THROW;
    int n = thrown ? r->moves(r, &out->pos, out->throw, list) : 0;
    if (n == 0)
        list[n++] = LUS_PASS;
    out->n = n;
    for (int m = 0; m < n; m++) {
        j->after[m] = out->pos;
        if (thrown && list[m] == LUS_PASS)
            r->pass(r, &j->after[m], out->throw);
        else if (thrown)
            r->play(r, &j->after[m], out->throw, list[m]);
    }
}

static int open_job(struct rollout_job *j)
{
    size_t games = (size_t)j->out->limits.games;
    for (int m = 0; m < j->out->n; m++)
        if (!(j->outcome[m] = malloc(games * sizeof *j->outcome[m])))
            return LUS_EMEMORY;
    for (int t = 0; t < j->threads; t++)
        if (!(j->player[t] = shallow_search_new(j->rules, j->out->limits.depth)))
            return LUS_EMEMORY;
    return 0;
}

static void close_job(struct rollout_job *j)
{
    for (int m = 0; m < j->out->n; m++)
        free(j->outcome[m]);
    for (int t = 0; t < j->threads; t++)
        shallow_search_free(j->player[t]);
    free(j);
}

static int check_limits(struct rollout *out, const struct rollout_limits *limits)
{
    struct rollout_limits *own = &out->limits;
    *own = *limits;
    if (own->games < 1 || own->games > ROLLOUT_MAX_GAMES || !(own->error >= 0) ||
        own->depth < 0 || own->depth > ROLLOUT_MAX_DEPTH || own->truncate < 0 ||
        own->truncate > ROLLOUT_MAX_PLIES || own->threads < 0 || own->threads > 256)
        return LUS_ERANGE;
    out->batch = out->rules->dice.weight_sum * out->rules->dice.weight_sum;
    int batches = (own->games + out->batch - 1) / out->batch;
    own->games = (batches > 2 ? batches : 2) * out->batch;
    own->depth = own->depth ? own->depth : 1;
    own->threads = own->threads ? own->threads : 1;
    own->truncate = own->truncate ? own->truncate : ROLLOUT_MAX_PLIES;
    return 0;
}

static int run(struct rollout *out)
{
    lus_move list[LUS_MAX_MOVES] = {LUS_PASS};
    struct rollout_job *j = calloc(1, sizeof *j);
    if (!j)
        return LUS_EMEMORY;
    j->out = out;
    j->rules = out->rules;
    j->threads = out->limits.threads;
    find_candidates(j, list);
    int status = open_job(j);
    if (status == 0)
        play_rounds(j, list);
    close_job(j);
    return status;
}

int rollout_run(const lus_rules *r, const lus_pos *p, int throw,
                const struct rollout_limits *limits, struct rollout **out)
{
    if (!r->dice.sticks || r->dice.sticks > MAX_STICKS || r->result(r, p) != LUS_ONGOING)
        return LUS_ESTATE;
    if (throw != LUS_ANY_THROW && !lus_is_throw(r, throw))
        return LUS_ERANGE;
    struct rollout *made = calloc(1, sizeof *made);
    if (!made)
        return LUS_EMEMORY;
    made->rules = r;
    made->pos = *p;
    made->throw = throw;
    int status = check_limits(made, limits);
    if (status == 0)
        status = run(made);
    if (status < 0)
        free(made);
    else
        *out = made;
    return status;
}
