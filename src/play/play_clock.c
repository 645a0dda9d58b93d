/* SPDX-License-Identifier: MIT */
/* play_clock.c - the clocks of a game in progress: see play.h.

       play_turn --> play_clock_start     the player to move has a decision
                 --> ask_move, think
       play_move --> play_clock_stop      in time: the increment, then the move is played
                                          too late: play_lose_on_time

   The tags TimeControl and TimeLeft of the record keep the clocks of a saved game. */
#include "os/clock.h"
#include "play/play.h"

void play_clock_open(struct play *p)
{
    const struct time_control *control = &p->options->clock;
    const char *left = record_tag(p->record, "TimeLeft");
    char text[TIME_CONTROL_TEXT];
    game_clock_set(&p->clock, control);
    if (!game_clock_used(&p->clock))
        return;
    time_control_format(control, text);
    record_set_tag(p->record, "TimeControl", text);
    if (p->options->resumed && left)
        game_clock_read_left(&p->clock, left);
}

void play_clock_save(const struct play *p)
{
    char text[GAME_CLOCK_LEFT_TEXT];
    if (!game_clock_used(&p->clock))
        return;
    game_clock_write_left(&p->clock, clock_ms(), text);
    record_set_tag(p->record, "TimeLeft", text);
}

void play_clock_start(struct play *p, int player)
{
    game_clock_start(&p->clock, player, clock_ms());
}

bool play_clock_stop(struct play *p, bool moved)
{
    return game_clock_stop(&p->clock, moved, clock_ms());
}

bool play_clock_fallen(const struct play *p)
{
    return game_clock_fallen(&p->clock, clock_ms()) >= 0;
}

double play_time_left(const struct play *p, int side)
{
    return game_clock_left(&p->clock, lus_game_player(p->game, side), clock_ms());
}
