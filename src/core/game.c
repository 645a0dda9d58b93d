/* SPDX-License-Identifier: MIT */
/* game.c - a whole game: the start, every ply, the seats and the end.

   Positions are kept for every ply (32 bytes each), so undo is a step back and
   repetition (A7) is a comparison; a position text carries no history, so the
   start is the first occurrence. */
#include <stdlib.h>
#include <string.h>
#include "core/rules.h"

struct ply {
    lus_pos before;
    lus_move move;
    int throw;
};

enum { MAX_ROLLOFFS = 256 };

struct lus_game {
    const lus_rules *rules;
    lus_pos now;
    struct ply *plies;
    int n, cap;
    int set_up;   /* begun from a position given, without a roll-off */
    int resigned; /* 0: nobody; 1 + side */
    int settled;  /* 0, or 1 + the reason the last ply was settled by */
    int owner;    /* the player who owns side 0 */
    int n_rolloffs;
    int8_t rolloff[MAX_ROLLOFFS];
};

/* Ends the game if the side to move cannot move or the position came too often. */
static void settle_end(lus_game *g)
{
    const lus_rules *r = g->rules;
    int seen = 1;
    g->settled = 0;
    if (!r->settle || r->result(r, &g->now) != LUS_ONGOING)
        return;
    for (int i = 0; i < g->n; i++)
        seen += !memcmp(&g->plies[i].before, &g->now, sizeof g->now);
    if (!r->count(r, &g->now, 0))
        g->settled = 1 + LUS_BY_NO_MOVE;
    else if (r->repeats && seen >= r->repeats)
        g->settled = 1 + LUS_BY_REPETITION;
}

lus_game *lus_game_new(const lus_rules *r, const lus_pos *start)
{
    lus_game *g = calloc(1, sizeof *g);
    if (!g)
        return NULL;
    g->rules = r;
    g->set_up = start != NULL;
    g->owner = r->rolloff ? !r->rolloff_winner : 0;
    if (start)
        g->now = *start;
    else
        r->start(r, &g->now);
    settle_end(g);
    return g;
}

lus_game *lus_game_copy(const lus_game *g)
{
    lus_game *copy = malloc(sizeof *copy);
    if (!copy)
        return NULL;
    *copy = *g;
    copy->cap = g->n;
    copy->plies = malloc(sizeof *copy->plies * (size_t)(g->n ? g->n : 1));
    if (!copy->plies) {
        free(copy);
        return NULL;
    }
    if (g->n)
        memcpy(copy->plies, g->plies, sizeof *copy->plies * (size_t)g->n);
    return copy;
}

void lus_game_free(lus_game *g)
{
    if (g)
        free(g->plies);
    free(g);
}

const lus_rules *lus_game_rules(const lus_game *g)
{
    return g->rules;
}

const lus_pos *lus_game_start(const lus_game *g)
{
    return g->n ? &g->plies[0].before : &g->now;
}

const lus_pos *lus_game_pos(const lus_game *g)
{
    return &g->now;
}

const lus_pos *lus_game_pos_at(const lus_game *g, int ply)
{
    return ply < g->n ? &g->plies[ply].before : &g->now;
}

int lus_game_plies(const lus_game *g)
{
    return g->n;
}

int lus_game_throw_at(const lus_game *g, int ply)
{
    return g->plies[ply].throw;
}

lus_move lus_game_move_at(const lus_game *g, int ply)
{
    return g->plies[ply].move;
}

static int make_room(lus_game *g)
{
    if (g->n < g->cap)
        return 0;
    int cap = g->cap ? 2 * g->cap : 16;
    struct ply *more = realloc(g->plies, sizeof *more * (size_t)cap);
    if (!more)
        return LUS_EMEMORY;
    g->plies = more;
    g->cap = cap;
    return 0;
}

int lus_game_play(lus_game *g, int throw, lus_move m)
{
    lus_pos before = g->now;
    if (lus_game_end(g).over || lus_game_needs_rolloff(g))
        return LUS_ESTATE;
    int status = make_room(g);
    if (status < 0)
        return status;
    status = lus_play(g->rules, &g->now, throw, m);
    if (status < 0)
        return status;
    g->plies[g->n++] = (struct ply){before, m, throw};
    settle_end(g);
    return 0;
}

int lus_game_undo(lus_game *g)
{
    if (g->resigned) {
        g->resigned = 0;
        return 0;
    }
    if (!g->n)
        return LUS_ESTATE;
    g->now = g->plies[--g->n].before;
    settle_end(g);
    return 0;
}

int lus_game_resign(lus_game *g, int side)
{
    if (lus_game_end(g).over)
        return LUS_ESTATE;
    g->resigned = 1 + (side & 1);
    return 0;
}

lus_end lus_game_end(const lus_game *g)
{
    const lus_rules *r = g->rules;
    lus_end end = {.winner = -1, .reason = LUS_BY_RULE};
    lus_pos last = g->now;
    if (g->settled) {
        end.reason = g->settled - 1;
        r->settle(r, &last, end.reason);
    }
    lus_score(r, &last, end.score);
    int side = pos_side(&last), result = r->result(r, &last);
    end.over = result != LUS_ONGOING || g->resigned;
    if (result == LUS_WIN || result == LUS_LOSS)
        end.winner = result == LUS_WIN ? side : !side;
    if (g->resigned) {
        end.winner = g->resigned == 1;
        end.reason = LUS_BY_RESIGNATION;
    }
    return end;
}

int lus_game_needs_rolloff(const lus_game *g)
{
    const lus_rules *r = g->rules;
    return r->rolloff && !g->set_up &&
           !(g->n_rolloffs && g->rolloff[g->n_rolloffs - 1] == r->rolloff);
}

int lus_game_rolloff(lus_game *g, int throw)
{
    const lus_rules *r = g->rules;
    if (!lus_game_needs_rolloff(g) || g->n_rolloffs == MAX_ROLLOFFS)
        return LUS_ESTATE;
    if (!lus_is_throw(r, throw))
        return LUS_ERANGE;
    int player = g->n_rolloffs & 1;
    g->rolloff[g->n_rolloffs++] = (int8_t) throw;
    if (throw != r->rolloff)
        return 0;
    g->owner = r->rolloff_winner == 0 ? player : !player;
    return 1;
}

int lus_game_rolloffs(const lus_game *g)
{
    return g->n_rolloffs;
}

int lus_game_rolloff_at(const lus_game *g, int i)
{
    return g->rolloff[i];
}

int lus_game_player(const lus_game *g, int side)
{
    return side ? !g->owner : g->owner;
}
