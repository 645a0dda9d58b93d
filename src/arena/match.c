/* SPDX-License-Identifier: MIT */
/* match.c - see match.h. */
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include "arena/ledger.h"
#include "arena/playout.h"
#include "os/clock.h"
#include "os/parallel.h"

/* ---- one game ---- */

enum { STOPPED = 1 }; /* a status beside the errors */

static bool is_stopped(const struct match *m)
{
    return m->stop && atomic_load(m->stop);
}

struct table {
    const struct match *match;
    lus_game *game;
    struct player player[2]; /* of the two bots */
    int second;              /* which game of the pair; bot 1 begins the second */
    int began;               /* the side that began */
};

static int choose(struct table *a, struct outcome *o, int throw, uint32_t lot,
                  lus_move *m)
{
    int who = (pos_side(lus_game_pos(a->game)) != a->began) != a->second;
    struct player *player = &a->player[who];
    struct player_choice choice;
    bool timed = player->spec->kind != PLAYER_RANDOM; /* faster than reading the clock */
    double begin = timed ? clock_ms() : 0;
    int status = player_choose(player, a->game, throw, lot, &choice);
    if (timed)
        o->time_ms[who] += clock_ms() - begin;
    o->moves[who]++;
    if (status == 0)
        *m = choice.move;
    return status;
}

static int turn(struct table *a, struct outcome *o, uint64_t chance)
{
    const lus_rules *r = a->match->rules;
    const lus_pos *p = lus_game_pos(a->game);
    lus_move move = LUS_PASS, list[LUS_MAX_MOVES];
    int throw = throw_of(r, chance), n = r->moves(r, p, throw, list), status = 0;
    if (lus_game_plies(a->game) < a->match->opening)
        move = n ? list[random_pick(lot_of(chance, 0), n)] : LUS_PASS;
    else if (n)
        status = choose(a, o, throw, lot_of(chance, a->second), &move);
    return status < 0 ? status : lus_game_play(a->game, throw, move);
}

/* The game is lost by whose agent has a fault; false: none has. */
static bool end_by_fault(const struct table *a, struct outcome *o)
{
    int who = agent_fault(a->player[0].agent) ? 0 : 1;
    const struct agent *agent = a->player[who].agent;
    if (!agent_fault(agent))
        return false;
    o->fault = agent_fault(agent);
    o->at_fault = who;
    o->points = who ? 2 : 0;
    snprintf(o->said, sizeof o->said, "%s", agent_said(agent));
    return true;
}

static int play_out(struct table *a, struct random chance, struct outcome *o)
{
    lus_end end;
    int status = 0;
    while (status >= 0 && !(end = lus_game_end(a->game)).over &&
           lus_game_plies(a->game) < MAX_PLIES && !is_stopped(a->match))
        status = turn(a, o, random_next(&chance));
    if (is_stopped(a->match))
        return STOPPED;
    o->plies = lus_game_plies(a->game);
    if (status < 0)
        return end_by_fault(a, o) ? 0 : status;
    bool bot_0_won = (end.winner == a->began) != a->second;
    o->points = end.winner < 0 ? 1 : bot_0_won ? 2 : 0;
    return 0;
}

/* The noise of each bot in each pair is its own. */
static int open_players(struct table *a, struct random chance)
{
    int status = 0;
    for (int i = 0; i < 2 && status == 0; i++)
        status =
            player_open(&a->player[i], &a->match->bot[i], chance.s[i], a->match->stop);
    return status;
}

static int play_game(const struct match *m, int64_t pair, int second, lus_game *game,
                     struct outcome *o)
{
    struct random chance = random_stream(m->seed, (uint64_t)pair);
    struct table a = {m, game, {{0}}, second, pos_side(lus_game_pos(game))};
    int status = open_players(&a, chance);
    *o = (struct outcome){0};
    if (status == 0)
        status = play_out(&a, chance, o);
    player_close(&a.player[0]);
    player_close(&a.player[1]);
    return status;
}

/* A start that is given needs no roll-off (B1). */
static lus_game *new_game(const lus_rules *r)
{
    lus_pos start;
    r->start(r, &start);
    return lus_game_new(r, &start);
}

int match_beginner(const lus_rules *r)
{
    lus_game *g = new_game(r);
    int player = g ? lus_game_player(g, pos_side(lus_game_pos(g))) : 0;
    lus_game_free(g);
    return player;
}

/* ---- the match ---- */

struct hall {
    const struct match *match;
    _Atomic int64_t next;
    _Atomic int status; /* 1: decided or stopped; negative: failed */
    struct ledger ledger;
};

static int play_pair(const struct match *m, int64_t pair, struct outcome outcome[2])
{
    const struct keeper *k = m->keeper;
    lus_game *game[2] = {new_game(m->rules), new_game(m->rules)};
    int status = game[0] && game[1] ? 0 : LUS_EMEMORY;
    for (int second = 0; second < 2 && status == 0; second++)
        status = play_game(m, pair, second, game[second], &outcome[second]);
    if (status == 0 && k)
        status = k->keep(k->arg, pair, game, outcome);
    lus_game_free(game[0]);
    lus_game_free(game[1]);
    return status;
}

static void play_some(void *arg, int thread)
{
    struct hall *h = arg;
    const struct keeper *k = h->match->keeper;
    int64_t pair;
    (void)thread;
    while (!atomic_load(&h->status) &&
           (pair = atomic_fetch_add(&h->next, 1)) < h->match->pairs) {
        struct outcome outcome[2];
        bool known = k && k->recall(k->arg, pair, outcome);
        int status = known ? 0 : play_pair(h->match, pair, outcome);
        if (status == 0)
            status = ledger_pair(&h->ledger, pair, outcome);
        if (status)
            atomic_store(&h->status, status);
    }
}

enum { BATCH = 256 };

/* Two random players nobody keeps: the same games, by playout_hot.c. */
static void play_batch(const struct match *m, int64_t from, struct tally *t)
{
    playout_fn *playout = playout_of(m->rules);
    double begin = clock_ms();
    for (int64_t pair = from; pair < from + BATCH && pair < m->pairs; pair++) {
        struct random chance = random_stream(m->seed, (uint64_t)pair);
        struct played played[2];
        int points = 0;
        playout(chance, m->opening, played);
        for (int second = 0; second < 2; second++) {
            int mine = second ? 2 - played[second].points : played[second].points;
            t->games[!second][mine]++;
            t->plies += (uint64_t)played[second].plies;
            points += mine;
        }
        t->pairs[points]++;
    }
    t->time_ms[0] = t->time_ms[1] = (clock_ms() - begin) / 2;
}

static void play_fast(void *arg, int thread)
{
    struct hall *h = arg;
    int64_t from;
    (void)thread;
    while (!is_stopped(h->match) &&
           (from = atomic_fetch_add(&h->next, BATCH)) < h->match->pairs) {
        struct tally t = {0};
        play_batch(h->match, from, &t);
        ledger_add(&h->ledger, &t);
    }
}

static bool is_fast(const struct match *m)
{
    return m->bot[0].kind == PLAYER_RANDOM && m->bot[1].kind == PLAYER_RANDOM &&
           !m->sprt && !m->keeper;
}

int match_run(const struct match *m, struct tally *t)
{
    struct hall h = {.match = m};
    ledger_open(&h.ledger, m, t);
    parallel_run(m->jobs, is_fast(m) ? play_fast : play_some, &h);
    if (is_fast(m))
        t->moves[0] = t->moves[1] = t->plies / 2;
    ledger_close(&h.ledger);
    int status = atomic_load(&h.status);
    return status < 0 ? status : 0;
}
