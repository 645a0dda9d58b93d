/* SPDX-License-Identifier: MIT */
/* match.c - see match.h. */
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include "arena/match.h"
#include "arena/playout.h"
#include "core/clock.h"
#include "core/parallel.h"
#include "core/registry.h"

#define GAME(id) extern playout_fn *const id##_playout[];
#include "core/games.def"
#undef GAME

playout_fn *playout_of(const lus_rules *r)
{
    static playout_fn *const *const games[] = {
#define GAME(id) id##_playout,
#include "core/games.def"
#undef GAME
    };
    return games[game_number(r)][r->number];
}

/* ---- one game ---- */

struct table {
    lus_game *game;
    struct seat seat[2]; /* of the two bots */
    int second;          /* which game of the pair; bot 1 begins the second */
    int began;           /* the side that began */
};

static int choose(struct table *a, struct tally *t, int throw, uint32_t lot, lus_move *m)
{
    int who = (pos_side(lus_game_pos(a->game)) != a->began) != a->second;
    double begin = clock_ms();
    int status = a->seat[who].choose(&a->seat[who], a->game, throw, lot, m);
    t->time_ms[who] += clock_ms() - begin;
    t->moves[who]++;
    return status;
}

static int turn(struct table *a, const struct match *m, struct tally *t, uint64_t chance)
{
    const lus_rules *r = m->rules;
    const lus_pos *p = lus_game_pos(a->game);
    lus_move move = LUS_PASS, list[LUS_MAX_MOVES];
    int throw = throw_of(r, chance), n = r->moves(r, p, throw, list), status = 0;
    if (lus_game_plies(a->game) < m->opening)
        move = n ? list[lot_below(lot_of(chance, 0), n)] : LUS_PASS;
    else if (n)
        status = choose(a, t, throw, lot_of(chance, a->second), &move);
    return status < 0 ? status : lus_game_play(a->game, throw, move);
}

/* The player whose fault ends the game; -1: none. */
static int faulty(const struct table *a)
{
    return agent_fault(a->seat[0].agent) ? 0 : agent_fault(a->seat[1].agent) ? 1 : -1;
}

static void count_fault(struct tally *t, const struct table *a, int who, int64_t pair)
{
    const struct agent *agent = a->seat[who].agent;
    uint64_t before = 0;
    for (int i = 0; i < AGENT_FAULTS; i++)
        before += t->faults[who][i];
    t->faults[who][agent_fault(agent)]++;
    if (before == 0) {
        t->last[who].pair = pair;
        snprintf(t->last[who].said, AGENT_SAID, "%s", agent_said(agent));
    }
}

static int play_out(struct table *a, const struct match *m, struct tally *t,
                    struct random chance, int64_t pair, struct played *played)
{
    lus_end end;
    int status = 0, who;
    while (status >= 0 && !(end = lus_game_end(a->game)).over &&
           lus_game_plies(a->game) < MAX_PLIES)
        status = turn(a, m, t, random_next(&chance));
    if (status < 0 && (who = faulty(a)) >= 0) {
        count_fault(t, a, who, pair);
        *played = (struct played){who == a->second ? 0 : 2, lus_game_plies(a->game)};
        return 0;
    }
    if (status < 0)
        return status;
    *played = (struct played){end.winner < 0           ? 1
                              : end.winner == a->began ? 2
                                                       : 0,
                              lus_game_plies(a->game)};
    return 0;
}

/* The noise of each bot in each pair is its own. */
static int open_seats(struct table *a, const struct match *m, struct random chance)
{
    int status = 0;
    for (int i = 0; i < 2 && status == 0; i++)
        status = seat_open(&a->seat[i], &m->bot[i], chance.s[i]);
    return status;
}

static int play_game(const struct match *m, struct tally *t, int64_t pair, int second,
                     struct played *played)
{
    struct random chance = random_stream(m->seed, (uint64_t)pair);
    lus_pos start; /* a start that is given needs no roll-off (B1) */
    m->rules->start(m->rules, &start);
    struct table a = {lus_game_new(m->rules, &start), {{0}}, second, pos_side(&start)};
    int status = a.game ? open_seats(&a, m, chance) : LUS_EMEMORY;
    if (status == 0)
        status = play_out(&a, m, t, chance, pair, played);
    seat_close(&a.seat[0]);
    seat_close(&a.seat[1]);
    lus_game_free(a.game);
    return status;
}

/* ---- one pair ---- */

static void count_pair(struct tally *t, const struct played played[2])
{
    int points[2] = {played[0].points, 2 - played[1].points}; /* of bot 0 */
    t->pairs[points[0] + points[1]]++;
    for (int second = 0; second < 2; second++) {
        t->games[!second][points[second]]++;
        t->plies += (uint64_t)played[second].plies;
    }
}

static int play_pair(const struct match *m, struct tally *t, int64_t pair)
{
    struct played played[2] = {{0}};
    for (int second = 0; second < 2; second++) {
        int status = play_game(m, t, pair, second, &played[second]);
        if (status < 0)
            return status;
    }
    count_pair(t, played);
    return 0;
}

/* ---- the match ---- */

struct hall {
    const struct match *match;
    _Atomic int64_t next;
    _Atomic int status;
    struct tally *tally; /* one a thread */
};

static void play_some(void *arg, int thread)
{
    struct hall *h = arg;
    int64_t pair;
    while (!atomic_load(&h->status) &&
           (pair = atomic_fetch_add(&h->next, 1)) < h->match->pairs) {
        int status = play_pair(h->match, &h->tally[thread], pair);
        if (status < 0)
            atomic_store(&h->status, status);
    }
}

enum { BATCH = 256 };

/* Two random players: the same games, by playout_hot.c. */
static void play_fast(void *arg, int thread)
{
    struct hall *h = arg;
    const struct match *m = h->match;
    struct tally *t = &h->tally[thread];
    playout_fn *playout = playout_of(m->rules);
    double begin = clock_ms();
    int64_t from;
    while ((from = atomic_fetch_add(&h->next, BATCH)) < m->pairs)
        for (int64_t pair = from; pair < from + BATCH && pair < m->pairs; pair++) {
            struct random chance = random_stream(m->seed, (uint64_t)pair);
            struct played played[2];
            playout(chance, m->opening, played);
            count_pair(t, played);
        }
    t->time_ms[0] = t->time_ms[1] = (clock_ms() - begin) / 2;
}

static void add_faults(struct tally *sum, const struct tally *t, int who)
{
    bool first = true, any = false;
    for (int i = 0; i < AGENT_FAULTS; i++) {
        first = first && !sum->faults[who][i];
        any = any || t->faults[who][i];
        sum->faults[who][i] += t->faults[who][i];
    }
    if (any && (first || t->last[who].pair < sum->last[who].pair))
        sum->last[who] = t->last[who];
}

static void add_tally(struct tally *sum, const struct tally *t)
{
    for (int i = 0; i < 5; i++)
        sum->pairs[i] += t->pairs[i];
    for (int i = 0; i < 6; i++)
        sum->games[i / 3][i % 3] += t->games[i / 3][i % 3];
    sum->plies += t->plies;
    for (int i = 0; i < 2; i++) {
        sum->moves[i] += t->moves[i];
        sum->time_ms[i] += t->time_ms[i];
        add_faults(sum, t, i);
    }
}

int match_run(const struct match *m, struct tally *t)
{
    struct hall h = {.match = m, .tally = calloc((size_t)m->jobs, sizeof *h.tally)};
    bool fast = m->bot[0].kind == BOT_RANDOM && m->bot[1].kind == BOT_RANDOM;
    if (!h.tally)
        return LUS_EMEMORY;
    parallel_run(m->jobs, fast ? play_fast : play_some, &h);
    *t = (struct tally){0};
    for (int i = 0; i < m->jobs; i++)
        add_tally(t, &h.tally[i]);
    if (fast)
        t->moves[0] = t->moves[1] = t->plies / 2;
    free(h.tally);
    return atomic_load(&h.status);
}
