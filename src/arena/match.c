/* SPDX-License-Identifier: MIT */
/* match.c - see match.h; match_run_*: see match_run.h.

       match_play            starts m->jobs threads and, on its own thread, the helpers
         play_pairs          one thread: takes a pair, plays it (match_game.c), adds it
         play_batches        instead, if both players are random: playout_hot.c
         helpers->serve      takes blocks of pairs for other processes, adds their results

       match_run_take        the next pairs that are not in the store
       match_run_add_pair    the recorder, and the tally in the order of the pairs */
#include <stdatomic.h>
#include "analyse/tablebase_values.h"
#include "arena/match_game.h"
#include "arena/match_run.h"
#include "arena/ordered_tally.h"
#include "arena/playout.h"
#include "os/clock.h"
#include "os/parallel.h"

/* What the threads of a match share. */
struct match_run {
    const struct match *match;
    struct mutex taking;
    int64_t next;       /* the next pair to be played; under `taking` */
    _Atomic int status; /* 1: decided or stopped; negative: failed */
    struct ordered_tally tally;
};

const struct match *match_run_match(const struct match_run *run)
{
    return run->match;
}

/* An error replaces a decision, never the other way round. */
void match_run_end(struct match_run *run, int status)
{
    int old = atomic_load(&run->status);
    while (status && old >= 0 && (old == 0 || status < 0) &&
           !atomic_compare_exchange_weak(&run->status, &old, status))
        ;
}

/* ---- pairs to be played ---- */

static bool recall(const struct match *m, int64_t pair, struct finished_pair *p)
{
    const struct match_recorder *r = m->recorder;
    *p = (struct finished_pair){0};
    return r && r->recall(r->arg, pair, p->outcome);
}

/* Adds the pairs from `next` on that are in the store, up to the first other one. */
static void skip_recalled(struct match_run *run)
{
    struct finished_pair p;
    while (!atomic_load(&run->status) && run->next < run->match->pairs &&
           recall(run->match, run->next, &p))
        match_run_end(run, ordered_tally_add_pair(&run->tally, run->next++, &p));
}

bool match_run_take(struct match_run *run, int64_t most, struct pair_block *b)
{
    const struct match *m = run->match;
    struct finished_pair p;
    mutex_lock(&run->taking);
    skip_recalled(run);
    *b = (struct pair_block){.from = run->next};
    bool over = atomic_load(&run->status) || match_is_stopped(m);
    while (!over && b->n < most && run->next < m->pairs &&
           (b->n == 0 || !recall(m, run->next, &p))) {
        b->n++;
        run->next++;
    }
    mutex_unlock(&run->taking);
    return b->n > 0;
}

int64_t match_run_left(struct match_run *run)
{
    mutex_lock(&run->taking);
    int64_t left = run->match->pairs - run->next;
    mutex_unlock(&run->taking);
    return left;
}

/* ---- results ---- */

/* Without a sequential test a pair is stored as soon as it is finished, so that an
   interrupted match loses none.  With one the tally stores it when it is counted, so that
   the stored pairs do not depend on who played them. */
void match_run_add_pair(struct match_run *run, int64_t pair, struct finished_pair *p)
{
    const struct match_recorder *r = run->match->recorder;
    int status = 0;
    if (r && !run->match->sprt)
        status = r->record(r->arg, pair, p->game, p->outcome);
    if (!r || !run->match->sprt)
        finished_pair_free(p);
    if (status == 0)
        status = ordered_tally_add_pair(&run->tally, pair, p);
    match_run_end(run, status);
}

void match_run_add_batch(struct match_run *run, const struct match_tally *t)
{
    ordered_tally_add_batch(&run->tally, t);
}

/* ---- the threads ---- */

/* The work of one thread.  An error or a decision of the SPRT ends all threads after their
   current pair. */
static void play_pairs(struct match_run *run)
{
    struct pair_block b;
    while (match_run_take(run, 1, &b)) {
        struct finished_pair p;
        int status = match_play_pair(run->match, b.from, &p);
        if (status == 0)
            match_run_add_pair(run, b.from, &p);
        else
            match_run_end(run, status);
    }
}

/* Pairs per batch of random players: a batch of Ur takes about a millisecond, so that the
   lock of the tally and the clock cost nothing. */
enum { BATCH = 256 };

/* Plays pairs of random players by playout_hot.c, which plays the same games. */
void match_play_batch(const struct match *m, const struct pair_block *b,
                      struct match_tally *t)
{
    playout_fn *playout = playout_of(m->rules);
    double started = clock_ms();
    *t = (struct match_tally){0};
    for (int64_t pair = b->from; pair < b->from + b->n; pair++) {
        struct random chance = random_stream(m->seed, (uint64_t)pair);
        struct playout_result played[2];
        int points = 0;
        playout(chance, m->opening.plies, played);
        for (int second = 0; second < 2; second++) {
            int mine = second ? 2 - played[second].points : played[second].points;
            t->games[!second][mine]++;
            t->plies += (uint64_t)played[second].plies;
            points += mine;
        }
        t->pairs[points]++;
    }
    t->time_ms[0] = t->time_ms[1] = (clock_ms() - started) / 2;
}

static void play_batches(struct match_run *run)
{
    struct pair_block b;
    struct match_tally t;
    while (match_run_take(run, BATCH, &b)) {
        match_play_batch(run->match, &b, &t);
        match_run_add_batch(run, &t);
    }
}

bool match_in_batches(const struct match *m)
{
    return m->bot[0].kind == PLAYER_RANDOM && m->bot[1].kind == PLAYER_RANDOM &&
           !m->sprt && !m->recorder && !m->clock.base_ms && !m->opening.balance &&
           m->opening.most <= m->opening.plies;
}

/* The work of one thread.  With helpers, thread 0, which called match_play, serves them. */
static void work(void *arg, int thread)
{
    struct match_run *run = arg;
    const struct match_helpers *h = run->match->helpers;
    if (h && thread == 0)
        match_run_end(run, h->serve(h->arg, run));
    else if (match_in_batches(run->match))
        play_batches(run);
    else
        play_pairs(run);
}

int match_play(const struct match *m, struct match_tally *t)
{
    struct match_run run = {.match = m};
    mutex_init(&run.taking);
    ordered_tally_open(&run.tally, m, t);
    parallel_run(m->jobs + (m->helpers ? 1 : 0), work, &run);
    if (match_in_batches(m))
        t->moves[0] = t->moves[1] = t->plies / 2;
    ordered_tally_close(&run.tally);
    mutex_destroy(&run.taking);
    int status = atomic_load(&run.status);
    return status < 0 ? status : 0;
}

/* ---- setting up ---- */

struct opening_rule match_opening(const lus_rules *r, const struct opening_rule *given)
{
    struct opening_rule rule = *given;
    if (rule.plies < 0)
        rule.plies = rule.most = lus_has_dice(r) ? 0 : DEFAULT_OPENING;
    return rule;
}

void match_use_tables(struct match *m, const struct tables *tables)
{
    m->tables = tables;
    for (int i = 0; i < 2; i++)
        if (player_uses_tables(&m->bot[i]))
            m->bot[i].limits.tablebase = tablebase_for_search(tables, m->rules);
}
