/* SPDX-License-Identifier: MIT */
/* match_game.c - one pair of games of a match: see match_game.h; match_beginner: see match.h.

       match_play_pair       both games of a pair
         play_game           opens both players, plays, closes them
           play_turn         throw, opening move or player_choose

   Both games of pair k take their numbers from random_stream(seed, k), or from another
   stream whose opening is balanced (opening.h): one 64-bit number per turn, whose bits are
   the throw and the choice (playout.h).  So both games have the same throws, and where a
   pair is played does not matter. */
#include <stdatomic.h>
#include <stdio.h>
#include "arena/match_game.h"
#include "arena/playout.h"
#include "os/clock.h"

/* ---- one game ---- */

bool match_is_stopped(const struct match *m)
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

/* Plays to the end.  A game of MAX_PLIES plies is a draw.  Returns 0, MATCH_STOPPED, or an error
   that is not the fault of an agent. */
static int play_out(struct match_game *g, struct random chance, struct game_outcome *o)
{
    lus_end end;
    int status = 0;
    while (status >= 0 && !(end = lus_game_end(g->game)).over &&
           lus_game_plies(g->game) < MAX_PLIES && !match_is_stopped(g->match))
        status = play_turn(g, o, random_next(&chance));
    if (match_is_stopped(g->match))
        return MATCH_STOPPED;
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
lus_game *match_new_game(const lus_rules *r)
{
    lus_pos start;
    r->start(r, &start);
    return lus_game_new(r, &start);
}

int match_beginner(const lus_rules *r)
{
    lus_game *g = match_new_game(r);
    int player = g ? lus_game_player(g, pos_side(lus_game_pos(g))) : 0;
    lus_game_free(g);
    return player;
}

int match_play_pair(const struct match *m, int64_t pair, struct finished_pair *p)
{
    struct opening opening;
    int status = opening_draw(m->rules, &m->opening, m->seed, pair, &opening);
    *p = (struct finished_pair){
        .game = {match_new_game(m->rules), match_new_game(m->rules)}};
    if (status == 0 && (!p->game[0] || !p->game[1]))
        status = LUS_EMEMORY;
    for (int second = 0; second < 2 && status == 0; second++)
        status = play_game(m, &opening, second, p->game[second], &p->outcome[second]);
    if (status)
        finished_pair_free(p);
    return status;
}

void finished_pair_free(struct finished_pair *p)
{
    for (int i = 0; i < 2; i++) {
        lus_game_free(p->game[i]);
        p->game[i] = NULL;
    }
}
