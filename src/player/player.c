/* SPDX-License-Identifier: MIT */
/* player.c - see player.h.

   random: the random bits of the turn choose a move of the list.  greedy and ai: a search
   with the limits of the description; a level with noise then chooses among all root moves
   (search/levels.h).  A player with an opening book asks it first.  exec, uci, ugi: agent.h. */
#include <stdlib.h>
#include <string.h>
#include "os/clock.h"
#include "player/player.h"
#include "search/tt.h"

/* ---- searching ---- */

/* Where repetition counts, a value in the table depends on the line that led to it.  With
   a table kept from move to move, the move of a fixed-depth search depends on the searches
   before it, which a resumed game does not have. */
static bool needs_empty_table(const struct player *p, const lus_rules *r,
                              const struct search_limits *limits)
{
    return p->resumable && limits->depth && r->repetition_limit;
}

/* A search of one ply uses no table, so none is allocated for it. */
int player_lend(struct player *p, const lus_rules *r, struct search_limits *limits)
{
    if (needs_empty_table(p, r, limits)) {
        tt_free(p->table);
        p->table = NULL;
    }
    if (!p->table && limits->depth != 1)
        p->table = tt_new(search_table_mb(r, limits));
    limits->table = p->table;
    if (!p->table)
        limits->table_mb = -1;
    limits->network = p->network;
    return p->network ? 0 : search_expand_network(r, limits, &p->network);
}

void player_prepare(struct player *p, const lus_rules *r, struct search_limits limits)
{
    if (player_lend(p, r, &limits) == 0 && p->table)
        memset((void *)p->table->buckets, 0,
               (size_t)(p->table->mask + 1) * sizeof *p->table->buckets);
}

int player_search(struct player *p, const lus_game *g, int throw,
                  struct search_limits *limits, struct search_report *report)
{
    int status = player_lend(p, lus_game_rules(g), limits);
    if (status < 0)
        return status;
    limits->stop = p->stop;
    status = search_at_least_one_ply(g, throw, limits, report);
    limits->stop = NULL;
    return status;
}

/* ---- choosing ---- */

static int choose_at_random(const lus_game *g, int throw, uint32_t bits, lus_move *m)
{
    const lus_rules *r = lus_game_rules(g);
    lus_move list[LUS_MAX_MOVES];
    int n = r->moves(r, lus_game_pos(g), throw, list);
    *m = list[random_pick(bits, n)];
    return 0;
}

/* The milliseconds left on a clock, as a number that fits a line of the protocol. */
static int left_ms(const struct player *p, int seat)
{
    return (int)game_clock_left(p->clock, seat, clock_ms());
}

static bool has_clock(const struct player *p)
{
    return p->clock && game_clock_used(p->clock);
}

/* A level keeps its depth, but must not lose on time. */
static void limit_by_clock(const struct player *p, const lus_game *g,
                           struct search_limits *limits)
{
    int share = game_clock_share(left_ms(p, p->seat), p->clock->control.increment_ms,
                                 game_clock_moves(g));
    if (!limits->time_ms || share < limits->time_ms)
        limits->time_ms = share;
}

/* A move of the book: the report has it as the only move, without a value. */
static bool choose_by_book(const struct player *p, const lus_game *g,
                           struct player_choice *c)
{
    const struct player_book *book = &p->spec->book;
    if (!book->choose || !book->choose(book->context, g, p->seed, &c->move))
        return false;
    c->index = 0;
    c->report = (struct search_report){.n = 1, .how = "book"};
    c->report.moves[0].move = c->move;
    return true;
}

/* Late-move reduction only without a depth limit: a fixed depth means the exact value of
   that depth. */
static int choose_by_search(struct player *p, const lus_game *g, int throw,
                            struct player_choice *c)
{
    const struct player_spec *spec = p->spec;
    struct search_limits limits = spec->limits;
    limits.selective = !limits.depth;
    limits.prove |= !limits.depth && !spec->noise;
    if (has_clock(p))
        limit_by_clock(p, g, &limits);
    int status = player_search(p, g, throw, &limits, &c->report);
    if (status < 0)
        return status;
    c->index = 0;
    if (spec->noise)
        c->index = level_choose(lus_game_rules(g), &c->report, lus_game_pos(g),
                                spec->noise, p->seed);
    c->move = c->report.moves[c->index].move;
    return 0;
}

static int choose_by_agent(struct player *p, const lus_game *g, int throw, lus_move *m)
{
    struct agent_clock clock;
    if (!has_clock(p))
        return agent_choose(p->agent, g, throw, NULL, m);
    clock = (struct agent_clock){left_ms(p, p->seat), left_ms(p, !p->seat),
                                 p->clock->control.increment_ms};
    return agent_choose(p->agent, g, throw, &clock, m);
}

int player_choose(struct player *p, const lus_game *g, int throw, uint32_t bits,
                  struct player_choice *c)
{
    switch (p->spec->kind) {
    case PLAYER_RANDOM:
        return choose_at_random(g, throw, bits, &c->move);
    case PLAYER_GREEDY:
    case PLAYER_AI:
        return choose_by_book(p, g, c) ? 0 : choose_by_search(p, g, throw, c);
    case PLAYER_EXEC:
        return choose_by_agent(p, g, throw, &c->move);
    case PLAYER_HUMAN:
        break;
    }
    return LUS_ESTATE;
}

/* ---- opening and closing ---- */

int player_open(struct player *p, const struct player_spec *spec, uint64_t seed,
                _Atomic bool *stop)
{
    *p = (struct player){.spec = spec, .seed = seed, .stop = stop};
    if (spec->kind != PLAYER_EXEC)
        return 0;
    struct agent_limits limits = spec->agent;
    limits.move_ms = spec->limits.time_ms;
    return agent_open(&p->agent, spec->name, spec->rules, &limits, stop);
}

void player_close(struct player *p)
{
    tt_free(p->table);
    free(p->network);
    agent_close(p->agent);
    *p = (struct player){0};
}
