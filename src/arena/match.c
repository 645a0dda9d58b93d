/* SPDX-License-Identifier: MIT */
/* match.c - see match.h.

       match_play            starts m->jobs threads, which take pairs from a counter
         play_pairs          one thread: recall a pair from the store, or play it
           play_pair         both games of a pair, then the recorder
             play_game       opens both players, plays, closes them
               play_turn     throw, opening move or player_choose
         play_batches        instead, if both players are random: playout_hot.c

   Both games of pair k take their numbers from random_stream(seed, k), or from another
   stream whose opening is balanced (opening.h): one 64-bit number per turn, whose bits are the throw and the choice (playout.h).  So both games have the same
   throws, and which thread plays a pair does not matter. */
#include <stdatomic.h>
#include <stdio.h>
#include "analyse/tablebase_values.h"
#include "arena/ordered_tally.h"
#include "arena/playout.h"
#include "os/clock.h"
#include "os/parallel.h"

/* ---- one game ---- */

enum { STOPPED = 1 }; /* returned instead of an error code */

static bool is_stopped(const struct match *m)
{
    return m->stop && atomic_load(m->stop);
}

/* One game while it is played. */
struct match_game {
    const struct match *match;
    lus_game *game;
    struct player player[2];
    int second;  /* game of the pair, 0 or 1; player `second` begins it */
    int began;   /* the side that began */
    int opening; /* the number of its random plies */
    struct game_clock clock;
    int fallen; /* the player whose flag has fallen; -1: none */
};

/* Asks the player whose turn it is and adds its time to the outcome.  LUS_ESTATE: it has
   lost on time or an agent has a fault. */
static int choose(struct match_game *g, struct game_outcome *o, int throw, uint32_t bits,
                  lus_move *m)
{
    int who = (pos_side(lus_game_pos(g->game)) != g->began) != g->second;
    struct player *player = &g->player[who];
    struct player_choice choice;
    /* A random choice takes less time than reading the clock. */
    bool timed = player->spec->kind != PLAYER_RANDOM || game_clock_used(&g->clock);
    double started = timed ? clock_ms() : 0;
    game_clock_start(&g->clock, who, started);
    int status = player_choose(player, g->game, throw, bits, &choice);
    double ended = timed ? clock_ms() : 0;
    o->time_ms[who] += ended - started;
    o->moves[who]++;
    if (!game_clock_stop(&g->clock, status == 0, ended)) {
        g->fallen = who;
        status = status < 0 ? status : LUS_ESTATE;
    }
    if (status == 0)
        *m = choice.move;
    return status;
}

/* One ply.  In the opening both games of a pair take the same bits (turn_pick 0), so they
   play the same moves. */
static int play_turn(struct match_game *g, struct game_outcome *o, uint64_t chance)
{
    const lus_rules *r = g->match->rules;
    const lus_pos *p = lus_game_pos(g->game);
    lus_move move = LUS_PASS, list[LUS_MAX_MOVES];
    int throw = turn_throw(r, chance), n = r->moves(r, p, throw, list), status = 0;
    if (lus_game_plies(g->game) < g->opening)
        move = n ? list[random_pick(turn_pick(chance, 0), n)] : LUS_PASS;
    else if (n)
        status = choose(g, o, throw, turn_pick(chance, g->second), &move);
    return status < 0 ? status : lus_game_play(g->game, throw, move);
}

/* If an agent has a fault or a flag has fallen, that player loses the game; returns whether
   it is so.  A fault counts more: a program that crashed has not lost on time. */
static bool forfeit(const struct match_game *g, struct game_outcome *o)
{
    int who = agent_fault(g->player[0].agent)   ? 0
              : agent_fault(g->player[1].agent) ? 1
                                                : g->fallen;
    if (who < 0)
        return false;
    const struct agent *agent = g->player[who].agent;
    enum agent_fault fault = agent_fault(agent);
    o->fault = fault ? fault : AGENT_OUT_OF_TIME;
    o->at_fault = who;
    o->points = who ? 2 : 0;
    if (agent)
        snprintf(o->last_lines, sizeof o->last_lines, "%s", agent_last_lines(agent));
    return true;
}

/* Plays to the end.  A game of MAX_PLIES plies is a draw.  Returns 0, STOPPED, or an error
   that is not the fault of an agent. */
static int play_out(struct match_game *g, struct random chance, struct game_outcome *o)
{
    lus_end end;
    int status = 0;
    while (status >= 0 && !(end = lus_game_end(g->game)).over &&
           lus_game_plies(g->game) < MAX_PLIES && !is_stopped(g->match))
        status = play_turn(g, o, random_next(&chance));
    if (is_stopped(g->match))
        return STOPPED;
    o->plies = lus_game_plies(g->game);
    if (status < 0)
        return forfeit(g, o) ? 0 : status;
    bool player_0_won = (end.winner == g->began) != g->second;
    o->points = end.winner < 0 ? 1 : player_0_won ? 2 : 0;
    return 0;
}

/* Each player has its own noise in each pair. */
static int open_players(struct match_game *g, struct random chance)
{
    int status = 0;
    for (int i = 0; i < 2 && status == 0; i++) {
        status =
            player_open(&g->player[i], &g->match->bot[i], chance.s[i], g->match->stop);
        g->player[i].clock = &g->clock;
        g->player[i].seat = i;
    }
    return status;
}

static int play_game(const struct match *m, const struct opening *opening, int second,
                     lus_game *game, struct game_outcome *o)
{
    struct match_game g = {.match = m,
                           .game = game,
                           .second = second,
                           .began = pos_side(lus_game_pos(game)),
                           .opening = opening->plies,
                           .fallen = -1};
    game_clock_set(&g.clock, &m->clock);
    int status = open_players(&g, opening->chance);
    *o = (struct game_outcome){0};
    if (status == 0)
        status = play_out(&g, opening->chance, o);
    player_close(&g.player[0]);
    player_close(&g.player[1]);
    return status;
}

/* A game from a given position has no roll-off (B1). */
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

/* What the threads of a match share. */
struct match_run {
    const struct match *match;
    _Atomic int64_t next; /* the next pair to be played */
    _Atomic int status;   /* 1: decided or stopped; negative: failed */
    struct ordered_tally tally;
};

static int play_pair(const struct match *m, int64_t pair, struct game_outcome outcome[2])
{
    const struct match_recorder *recorder = m->recorder;
    lus_game *game[2] = {new_game(m->rules), new_game(m->rules)};
    struct opening opening;
    int status = game[0] && game[1] ? 0 : LUS_EMEMORY;
    if (status == 0)
        status = opening_draw(m->rules, &m->opening, m->seed, pair, &opening);
    for (int second = 0; second < 2 && status == 0; second++)
        status = play_game(m, &opening, second, game[second], &outcome[second]);
    if (status == 0 && recorder)
        status = recorder->record(recorder->arg, pair, game, outcome);
    lus_game_free(game[0]);
    lus_game_free(game[1]);
    return status;
}

/* The work of one thread.  An error or a decision of the SPRT ends all threads after their
   current pair. */
static void play_pairs(void *arg, int thread)
{
    struct match_run *run = arg;
    const struct match_recorder *recorder = run->match->recorder;
    int64_t pair;
    (void)thread;
    while (!atomic_load(&run->status) &&
           (pair = atomic_fetch_add(&run->next, 1)) < run->match->pairs) {
        struct game_outcome outcome[2];
        bool recalled = recorder && recorder->recall(recorder->arg, pair, outcome);
        int status = recalled ? 0 : play_pair(run->match, pair, outcome);
        if (status == 0)
            status = ordered_tally_add_pair(&run->tally, pair, outcome);
        if (status)
            atomic_store(&run->status, status);
    }
}

/* Pairs per batch of random players: a batch of Ur takes about a millisecond, so that the
   lock of the tally and the clock cost nothing. */
enum { BATCH = 256 };

/* Plays pairs of random players by playout_hot.c, which plays the same games. */
static void play_batch(const struct match *m, int64_t from, struct match_tally *t)
{
    playout_fn *playout = playout_of(m->rules);
    double started = clock_ms();
    for (int64_t pair = from; pair < from + BATCH && pair < m->pairs; pair++) {
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

static void play_batches(void *arg, int thread)
{
    struct match_run *run = arg;
    int64_t from;
    (void)thread;
    while (!is_stopped(run->match) &&
           (from = atomic_fetch_add(&run->next, BATCH)) < run->match->pairs) {
        struct match_tally t = {0};
        play_batch(run->match, from, &t);
        ordered_tally_add_batch(&run->tally, &t);
    }
}

/* Whether the games can be played in batches: both players are random and have no clocks,
   all openings have the same length and any value, games are not recorded, and no sequential
   test looks at every pair. */
static bool can_batch(const struct match *m)
{
    return m->bot[0].kind == PLAYER_RANDOM && m->bot[1].kind == PLAYER_RANDOM &&
           !m->sprt && !m->recorder && !m->clock.base_ms && !m->opening.balance &&
           m->opening.most <= m->opening.plies;
}

int match_play(const struct match *m, struct match_tally *t)
{
    struct match_run run = {.match = m};
    ordered_tally_open(&run.tally, m, t);
    parallel_run(m->jobs, can_batch(m) ? play_batches : play_pairs, &run);
    if (can_batch(m))
        t->moves[0] = t->moves[1] = t->plies / 2;
    ordered_tally_close(&run.tally);
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
    for (int i = 0; i < 2; i++)
        if (player_uses_tables(&m->bot[i]))
            m->bot[i].limits.tablebase = tablebase_for_search(tables, m->rules);
}
