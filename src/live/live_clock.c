/* SPDX-License-Identifier: MIT */
/* live_clock.c - see live_game.h: the clocks of a live game, and games that are given up.

       live_clock_turn  after every action:  nothing played   the clock runs on
                                             a ply            increment, the next clock
                                             an undo          the clock of the turn at hand
                                             the end          no clock, TimeLeft
       live_clock_check before every action, and by the service when a clock runs out */
#include "live/live_internal.h"

int live_set_clock(struct live_game *g, const struct time_control *c)
{
    char text[TIME_CONTROL_TEXT];
    game_clock_set(&g->clock, c);
    if (!game_clock_used(&g->clock))
        return 0;
    time_control_format(c, text);
    return record_set_tag(g->record, "TimeControl", text);
}

/* The tag of a game that is over: what both players had left. */
static void write_left(struct live_game *g, double now_ms)
{
    char text[GAME_CLOCK_LEFT_TEXT];
    game_clock_write_left(&g->clock, now_ms, text);
    record_set_tag(g->record, "TimeLeft", text);
}

/* Requests may be handled in another order than they arrived: a clock never runs back. */
static double not_before_start(const struct live_game *g, double now_ms)
{
    const struct game_clock *k = &g->clock;
    return k->running >= 0 && now_ms < k->since_ms ? k->since_ms : now_ms;
}

void live_clock_turn(struct live_game *g, int plies, double now_ms)
{
    int played = lus_game_plies(live_moves_made(g)) - plies, next = live_to_act(g);
    if (!game_clock_used(&g->clock))
        return;
    now_ms = not_before_start(g, now_ms);
    if (!played && next == g->clock.running)
        return;
    game_clock_stop(&g->clock, played > 0, now_ms);
    if (next != LIVE_NO_PLAYER)
        game_clock_start(&g->clock, next, now_ms);
    else if (live_next(g) == LIVE_OVER)
        write_left(g, now_ms);
}

bool live_clock_check(struct live_game *g, double now_ms)
{
    struct live_fault fault = {0};
    int loser = live_next(g) == LIVE_OVER ? -1 : game_clock_fallen(&g->clock, now_ms);
    if (loser < 0)
        return false;
    game_clock_stop(&g->clock, false, now_ms);
    if (live_end(g, live_other(loser), "time", &fault) != LIVE_CHANGED)
        return false;
    write_left(g, now_ms);
    return true;
}

int64_t live_clock_end(const struct live_game *g)
{
    const struct game_clock *k = &g->clock;
    return k->running < 0 ? -1 : (int64_t)(k->since_ms + k->left_ms[k->running]);
}

/* Two plies are one of each player in most games: then it counts as played. */
bool live_abandon(struct live_game *g)
{
    enum { BOTH_HAVE_PLAYED = 2 };
    struct live_fault fault = {0};
    int loser = live_to_act(g);
    if (loser == LIVE_NO_PLAYER || lus_game_plies(live_moves_made(g)) < BOTH_HAVE_PLAYED)
        return false;
    return live_end(g, live_other(loser), "abandonment", &fault) == LIVE_CHANGED;
}
